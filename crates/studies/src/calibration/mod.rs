//! Calibration of the audit: are its p-values correct, and how many decks does it need to catch planted defects?
//!
//! Sound shuffles are audited under many seeds. If a test is calibrated, its p-value is at most alpha in a share
//! alpha of the runs; a test that rejects more often is liberal and gives too many false alarms, one that rejects
//! less often is conservative and misses defects. Then every planted defect is audited with more and more decks until
//! the whole battery, under its error budget, catches it.

mod audits;
mod defects;
pub mod measured;

use crate::poison::{lock, unlocked};
use audits::Audited;
use defects::{Defect, defects};
use shuffle_audit::{
    Case,
    engine::{Options, Pool, Progress, RunError},
    seeds::PlanSeed,
};
use shuffle_metrics::{Judgement, PValue, judgement::Law, verdict::holm};
use shuffle_subjects::{CaseSpec, Folder, error::CaseError};
use std::sync::Mutex;

/// The levels at which false alarms are counted.
pub const LEVELS: [f64; 4] = [0.05, 0.01, 0.001, 1e-4];

/// The level at which the false alarms of a whole run, all its tests together, are counted.
pub const RUN_LEVEL: f64 = 0.01;

/// The settings of a calibration.
#[derive(Clone, Debug, PartialEq)]
pub struct Calibration {
    /// Audits of sound shuffles.
    pub runs: u64,
    /// The deck sizes that each audit looks at.
    pub cards: Vec<u64>,
    /// Sound cases of a plan, with as many decks as they ask for, that each audit looks at besides.
    pub sound: Vec<Case>,
    /// Decks of each size in each audit.
    pub trials: u64,
    /// Audits of each planted defect; 0 leaves them out.
    pub detections: u64,
    /// The maximum number of decks that a defect is given.
    pub most_decks: u64,
    /// The seed of all randomness.
    pub seed: PlanSeed,
}

impl Calibration {
    /// What the decks are called that each audit looks at: by their number of cards, or by the case of the plan.
    #[must_use]
    pub fn decks(&self) -> Vec<String> {
        let sizes = self.cards.iter().map(ToString::to_string);
        sizes.chain(self.sound.iter().map(|case| case.id().to_owned())).collect()
    }
}

/// The results of a calibration.
#[derive(Clone, Debug, PartialEq)]
pub struct Calibrated {
    /// The settings.
    pub calibration: Calibration,
    /// The generator under the dice of the sound shuffles.
    pub rng: &'static str,
    /// The tests, for each deck size.
    pub tests: Vec<CalibratedTest>,
    /// The number of runs in which any test of any deck size rejected at [`RUN_LEVEL`] after Holm.
    pub false_alarms: u64,
    /// The planted defects.
    pub detections: Vec<Detection>,
}

/// The p-values of a test under a sound shuffle.
#[derive(Clone, Debug, PartialEq)]
pub struct CalibratedTest {
    /// Cards in the deck.
    pub cards: u64,
    /// What the decks are called: by their number of cards, or by the case of the plan.
    pub deck: String,
    /// The test.
    pub test: &'static str,
    /// The p-value of each run, sorted.
    pub p_values: Vec<PValue>,
    /// The probability that p is at most each of [`LEVELS`], under the law of the test: the level itself for a
    /// continuous law, less for a discrete one.
    pub attainable: [f64; LEVELS.len()],
    /// True if p is only an upper bound, so that it is not uniform.
    pub is_bound: bool,
}

impl CalibratedTest {
    /// The number of runs whose p-value was at most the level.
    #[must_use]
    pub fn rejections(&self, level: f64) -> u64 {
        self.p_values.partition_point(|p| p.ln() <= level.ln()) as u64
    }
}

/// The number of decks until a planted defect was caught.
#[derive(Clone, Debug, PartialEq)]
pub struct Detection {
    /// The defect: case id.
    pub defect: String,
    /// Cards in the deck.
    pub cards: u64,
    /// The number of decks until it was caught, in each audit, sorted; `None`, at the end, if it was not caught.
    pub decks: Vec<Option<u64>>,
    /// The test that caught it first most often.
    pub caught_by: Option<&'static str>,
}

impl Detection {
    /// The number of decks within which this share of the audits had caught it, if that many did.
    #[must_use]
    pub fn quantile(&self, share: f64) -> Option<u64> {
        let index = (share * self.decks.len() as f64).ceil() as usize;
        self.decks.get(index.saturating_sub(1)).copied().flatten()
    }
}

/// Runs a calibration.
///
/// # Errors
///
/// [`CalibrationError`] if the deck sizes are impossible, or the run was interrupted.
pub fn calibrate(
    calibration: &Calibration,
    options: &Options<'_>,
) -> Result<Calibrated, CalibrationError> {
    let pool = Pool::new(options.threads, &[])?;
    let Calibration { ref cards, runs, trials, seed, .. } = *calibration;
    let sound = |&cards: &u64| {
        let id = format!("calibrate-{cards}");
        case(&id, "fisher-yates", (cards, trials), None, None).map(Audited::new)
    };
    let mut audited = cards.iter().map(sound).collect::<Result<Vec<_>, _>>()?;
    audited.extend(calibration.sound.iter().cloned().map(Audited::new));
    let decks: u64 = audited.iter().map(|one| one.case.trials).sum();
    (options.progress)(Progress::More(runs * decks));
    // Of each run only the p-values are kept: ten thousand runs of all judgements would fill the memory.
    let none = || (0..runs).map(|_| Vec::new()).collect::<Vec<Vec<Option<PValue>>>>();
    let p_values: Vec<_> = audited.iter().map(|_| Mutex::new(none())).collect();
    let laws: Vec<_> = audited.iter().map(|_| Mutex::new(Vec::new())).collect();
    let judged = |case: usize, run: u64, judgements: Vec<Judgement>| {
        let of_run = judgements.iter().map(|one| Some(one.evidence()?.p_value)).collect();
        lock(&p_values[case])[run as usize] = of_run;
        if run == 0 {
            *lock(&laws[case]) = judgements;
        }
    };
    audits::sound(&audited, (seed, runs), &judged, (&pool, options))?;
    let p_values: Vec<Vec<Vec<Option<PValue>>>> = p_values.into_iter().map(unlocked).collect();
    let rejected = |run: usize| rejects(p_values.iter().map(|of_case| &of_case[run][..]));
    let false_alarms = (0..runs as usize).filter(|&run| rejected(run)).count() as u64;
    let mut tests = Vec::new();
    let names = calibration.decks();
    for ((one, laws), (deck, runs)) in audited.iter().zip(laws).zip(names.iter().zip(&p_values)) {
        let cards = one.case.shape.cards() as u64;
        tests.extend(gather((cards, deck), &unlocked(laws), runs));
    }
    let detections = detections(calibration, &pool, options)?;
    let rng = audited.iter().find_map(|one| Some(one.case.subject.job()?.rng.id()));
    let rng = rng.unwrap_or_default();
    Ok(Calibrated { calibration: calibration.clone(), rng, tests, false_alarms, detections })
}

/// The reason why there is no calibration.
#[derive(Debug, thiserror::Error)]
pub enum CalibrationError {
    /// A deck size or shuffle that does not exist.
    #[error(transparent)]
    Case(#[from] CaseError),
    /// It could not be run to its end.
    #[error(transparent)]
    Run(#[from] RunError),
}

/// True if any test of a run of sound shuffles rejects at [`RUN_LEVEL`].
fn rejects<'a>(run: impl Iterator<Item = &'a [Option<PValue>]>) -> bool {
    let p_values: Vec<PValue> = run.flatten().flatten().copied().collect();
    holm(&p_values).any(|p| p.ln() <= RUN_LEVEL.ln())
}

/// Gathers the p-values of each test of a deck size over all runs; `judgements` are those of one run.
fn gather(
    (cards, deck): (u64, &str),
    judgements: &[Judgement],
    runs: &[Vec<Option<PValue>>],
) -> Vec<CalibratedTest> {
    let gather = |(place, judgement): (usize, &Judgement)| {
        let law = judgement.evidence()?.law;
        let mut p_values: Vec<PValue> = runs.iter().filter_map(|run| run[place]).collect();
        p_values.sort_by(|a, b| a.ln().total_cmp(&b.ln()));
        let attainable = LEVELS.map(|level| attainable(law, level));
        let (test, is_bound) = (judgement.test, law.is_bound());
        let deck = deck.to_owned();
        Some(CalibratedTest { cards, deck, test, p_values, attainable, is_bound })
    };
    judgements.iter().enumerate().filter_map(gather).collect()
}

/// The probability that the two-sided p-value of a law is at most the level.
///
/// If even a perfect fit is too probable to count as too good, the lower tail can never reject, and its
/// half of the level is lost.
fn attainable(law: Law, level: f64) -> f64 {
    let reached = |statistic| law.p_value(statistic).0.ln() <= level.ln();
    match law {
        Law::Poisson { mean } => {
            // Larger numbers of events have a negligible probability.
            let last = (mean + 40.0 * mean.sqrt() + 40.0) as u64;
            let (mut probability, mut size) = ((-mean).exp(), 0.0);
            for events in 0..=last {
                if reached(events as f64) {
                    size += probability;
                }
                probability *= mean / (events + 1) as f64;
            }
            size
        }
        Law::ChiSquare { .. } if !reached(0.0) => level / 2.0,
        _ => level,
    }
}

/// A case of the calibration.
fn case(
    id: &str,
    algorithm: &str,
    (cards, trials): (u64, u64),
    dice: Option<&str>,
    passes: Option<u32>,
) -> Result<Case, CaseError> {
    let case = CaseSpec {
        passes,
        dice: dice.map(ToOwned::to_owned),
        trials: Some(trials),
        ..CaseSpec::new(id, algorithm, cards)
    };
    case.case(&Folder::default())
}

fn detections(
    calibration: &Calibration,
    pool: &Pool,
    options: &Options<'_>,
) -> Result<Vec<Detection>, CalibrationError> {
    let Calibration { detections, most_decks, seed, .. } = *calibration;
    if detections == 0 {
        return Ok(Vec::new());
    }
    let defects: Vec<Defect> = defects().collect();
    let planted = defects.iter().map(|Defect { id, algorithm, cards, dice, passes }| {
        case(id, algorithm, (*cards, most_decks), *dice, *passes).map(Audited::new)
    });
    let planted = planted.collect::<Result<Vec<_>, _>>()?;
    let caught = audits::until_caught(&planted, (seed, detections), (pool, options))?;
    let detection =
        |(defect, caught): (&Defect, Vec<_>)| detection(defect.id, defect.cards, &caught);
    Ok(defects.iter().zip(caught).map(detection).collect())
}

fn detection(defect: &str, cards: u64, caught: &[Option<(u64, &'static str)>]) -> Detection {
    let mut decks: Vec<Option<u64>> =
        caught.iter().map(|one| one.map(|(decks, _)| decks)).collect();
    decks.sort_by_key(|decks| decks.unwrap_or(u64::MAX));
    let names: Vec<&'static str> = caught.iter().flatten().map(|&(_, test)| test).collect();
    let votes = |name: &str| names.iter().filter(|&&test| test == name).count();
    // Ties go to the first test by name, so that the answer is unique.
    let caught_by =
        names.iter().copied().max_by_key(|name| (votes(name), std::cmp::Reverse(*name)));
    Detection { defect: defect.to_owned(), cards, decks, caught_by }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_defects_are_those_of_the_committed_table_in_its_order() {
        let table = include_str!("../../../../reports/calibration/power.csv");
        let rows = table.lines().skip(1).map(|line| line.split(',').next().unwrap());
        assert!(rows.eq(defects().map(|defect| defect.id)));
    }

    #[test]
    fn a_quantile_is_a_number_of_decks_within_which_so_many_audits_had_seen_it() {
        let decks = vec![Some(64), Some(90), Some(128), None];
        let detection = Detection { defect: String::new(), cards: 52, decks, caught_by: None };
        assert_eq!(
            [0.25, 0.5, 0.75, 0.9].map(|q| detection.quantile(q)),
            [Some(64), Some(90), Some(128), None]
        );
    }

    #[test]
    fn a_discrete_law_attains_less_than_the_level() {
        // P(X >= 4) = .0190, P(X >= 5) = .0037 for mean 1: doubled, only the latter is below .01.
        let size = attainable(Law::Poisson { mean: 1.0 }, 0.01);
        assert!((size - 0.003_659_85).abs() < 1e-7, "{size}");
        // Of 2000 coins exactly half fall heads in 1.8 % of all cases: no fit is too good at .01.
        let coins = Law::pearson([1000.0, 1000.0].into_iter());
        assert_eq!((attainable(coins, 0.01), attainable(coins, 0.05)), (0.005, 0.05));
        assert_eq!(attainable(Law::pearson([100.0; 50].into_iter()), 0.01), 0.01);
    }

    #[test]
    fn a_small_calibration_is_the_same_on_one_thread_and_on_two() {
        let calibration = Calibration {
            runs: 20,
            cards: vec![4, 10],
            sound: Vec::new(),
            trials: 500,
            detections: 0,
            most_decks: 1,
            seed: PlanSeed(1),
        };
        let on =
            |threads| calibrate(&calibration, &Options { threads, ..Options::default() }).unwrap();
        let (one, two) = (on(1), on(2));
        assert_eq!(one, two);
        assert!(one.tests.iter().all(|test| test.p_values.len() == 20));
        assert!(one.tests.iter().any(|test| test.test == "position"));
    }
}
