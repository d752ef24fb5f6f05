//! Calibration of the audit: are its p-values correct, and how many decks does it need to catch planted defects?
//!
//! Sound shuffles are audited under many seeds. If a test is calibrated, its p-value is at most alpha in a share
//! alpha of the runs; a test that rejects more often is liberal and gives too many false alarms, one that rejects
//! less often is conservative and misses defects. Then every planted defect is audited with more and more decks until
//! the whole battery, under its error budget, catches it.

mod attained;
mod audits;
mod defects;
pub mod measured;

pub use crate::levels::LEVELS;

use crate::outcomes::{Caught, Known, KnownTest, Outcomes};
use audits::Audited;
use defects::{Defect, defects};
use shuffle_audit::{
    Case, Expect,
    engine::{Options, Pool, RunError},
    seeds::PlanSeed,
};
use shuffle_metrics::{PValue, verdict::holm};
use shuffle_subjects::{CaseSpec, Folder, PlanFile, error::CaseError};

/// The level at which the false alarms of a whole run, all its tests together, are counted.
pub const RUN_LEVEL: f64 = 0.01;

/// The settings of a calibration.
#[derive(Clone, Debug, PartialEq)]
pub struct Calibration {
    /// Audits of sound shuffles.
    pub runs: u64,
    /// The deck sizes that each audit looks at.
    pub cards: Vec<u64>,
    /// A plan whose sound cases each audit looks at besides, with as many decks as they ask for.
    pub sound: Option<PlanFile>,
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
    /// The names of the decks of each audit: their number of cards, or the case of the plan.
    pub fn decks(&self) -> Vec<String> {
        let sizes = self.cards.iter().map(ToString::to_string);
        sizes.chain(self.sound_cases().map(|case| case.id().to_owned())).collect()
    }

    /// The sound cases of the plan, if there is one: shuffles of the catalogue that are expected to pass.
    pub fn sound_cases(&self) -> impl Iterator<Item = &Case> {
        let is_sound = |case: &&Case| {
            case.expect == Expect::Pass && case.subject.job().is_some() && !case.sequential
        };
        self.sound.iter().flat_map(|plan| &plan.cases).filter(is_sound)
    }

    /// The name of its report.
    pub fn name(&self) -> String {
        self.sound
            .as_ref()
            .map_or_else(|| "calibration".to_owned(), |plan| format!("calibration-{}", plan.name))
    }

    fn audited(&self) -> Result<Vec<Audited>, CaseError> {
        let sound = |&cards: &u64| {
            let id = format!("calibrate-{cards}");
            case(&id, "fisher-yates", (cards, self.trials), None, None).map(Audited::new)
        };
        let mut audited = self.cards.iter().map(sound).collect::<Result<Vec<_>, _>>()?;
        audited.extend(self.sound_cases().cloned().map(Audited::new));
        Ok(audited)
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
    /// The name of the decks: their number of cards, or the case of the plan.
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
    pub fn quantile(&self, share: f64) -> Option<u64> {
        let index = (share * self.decks.len() as f64).ceil() as usize;
        self.decks.get(index.saturating_sub(1)).copied().flatten()
    }
}

/// Runs a calibration, but for what is known of its outcomes.
///
/// # Errors
///
/// [`CalibrationError`] if the deck sizes are impossible, or the run was interrupted.
pub fn calibrate(
    calibration: &Calibration,
    outcomes: &Outcomes,
    options: &Options<'_>,
) -> Result<Calibrated, CalibrationError> {
    let audited = calibration.audited()?;
    let planted = planted(calibration)?;
    tally_all(calibration, (&audited, &planted), outcomes, options)?;
    let known = outcomes.lock();
    let number = |run: u64, case: usize| run * audited.len() as u64 + case as u64;
    let p_values = |case: usize| -> Vec<Vec<Option<PValue>>> {
        (0..calibration.runs).map(|run| known.p_values(number(run, case))).collect()
    };
    let p_values: Vec<Vec<Vec<Option<PValue>>>> = (0..audited.len()).map(p_values).collect();
    let rejected = |run: usize| rejects(p_values.iter().map(|of_case| &of_case[run][..]));
    let false_alarms = (0..calibration.runs as usize).filter(|&run| rejected(run)).count() as u64;
    let names = calibration.decks();
    let mut tests = Vec::new();
    for (case, (deck, runs)) in names.iter().zip(&p_values).enumerate() {
        let cards = audited[case].case.shape.cards() as u64;
        tests.extend(gather((cards, deck), known.tests(case as u64), runs));
    }
    let caught = known.caught(planted.len(), calibration.detections);
    let detection = |(one, caught): (&Audited, Vec<_>)| {
        detection(one.case.id(), one.case.shape.cards() as u64, &caught)
    };
    let detections = planted.iter().zip(caught).map(detection).collect();
    let rng = audited.iter().find_map(|one| Some(one.case.subject.job()?.rng.id()));
    let rng = rng.unwrap_or_default();
    Ok(Calibrated { calibration: calibration.clone(), rng, tests, false_alarms, detections })
}

/// Runs the part of a calibration that the outcomes lack, and gathers nothing.
///
/// # Errors
///
/// As [`calibrate`].
pub fn tally(
    calibration: &Calibration,
    outcomes: &Outcomes,
    options: &Options<'_>,
) -> Result<(), CalibrationError> {
    let (audited, planted) = (calibration.audited()?, planted(calibration)?);
    Ok(tally_all(calibration, (&audited, &planted), outcomes, options)?)
}

/// True if the outcomes have all that a calibration asks for.
pub(crate) fn is_done(calibration: &Calibration, known: &Known) -> bool {
    let cases = calibration.decks().len() as u64;
    let audits = calibration.runs.saturating_mul(cases);
    let hunts = (defects().count() as u64).saturating_mul(calibration.detections);
    known.has_all((cases, audits), hunts)
}

fn tally_all(
    calibration: &Calibration,
    (audited, planted): (&[Audited], &[Audited]),
    outcomes: &Outcomes,
    options: &Options<'_>,
) -> Result<(), RunError> {
    let pool = Pool::new(options.threads, &[])?;
    let Calibration { runs, detections, seed, .. } = *calibration;
    audits::sound(audited, (seed, runs), outcomes, (&pool, options))?;
    audits::until_caught(planted, (seed, detections), outcomes, (&pool, options))
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

/// Gathers the p-values of each test of a deck size over all runs.
fn gather(
    (cards, deck): (u64, &str),
    tests: &[Option<KnownTest>],
    runs: &[Vec<Option<PValue>>],
) -> Vec<CalibratedTest> {
    let gather = |(place, known): (usize, &Option<KnownTest>)| {
        let KnownTest { test, attainable, is_bound } = known.clone()?;
        let mut p_values: Vec<PValue> =
            runs.iter().filter_map(|run| run.get(place).copied().flatten()).collect();
        p_values.sort_by(|a, b| a.ln().total_cmp(&b.ln()));
        let deck = deck.to_owned();
        Some(CalibratedTest { cards, deck, test, p_values, attainable, is_bound })
    };
    tests.iter().enumerate().filter_map(gather).collect()
}

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

fn planted(calibration: &Calibration) -> Result<Vec<Audited>, CaseError> {
    if calibration.detections == 0 {
        return Ok(Vec::new());
    }
    let planted = defects().map(|Defect { id, algorithm, cards, dice, passes }| {
        case(id, &algorithm, (cards, calibration.most_decks), dice, passes).map(Audited::new)
    });
    planted.collect()
}

fn detection(defect: &str, cards: u64, caught: &[Caught]) -> Detection {
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
    fn a_small_calibration_is_the_same_on_one_thread_and_on_two() {
        let calibration = Calibration {
            runs: 20,
            cards: vec![4, 10],
            sound: None,
            trials: 500,
            detections: 0,
            most_decks: 1,
            seed: PlanSeed(1),
        };
        let on = |threads| {
            let options = Options { threads, ..Options::default() };
            calibrate(&calibration, &Outcomes::default(), &options).unwrap()
        };
        let (one, two) = (on(1), on(2));
        assert_eq!(one, two);
        assert!(one.tests.iter().all(|test| test.p_values.len() == 20));
        assert!(one.tests.iter().any(|test| test.test == "position"));
    }
}
