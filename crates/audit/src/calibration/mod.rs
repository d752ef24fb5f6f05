//! Auditing the audit: are its p-values what they claim to be, and how soon does it see what is wrong?
//!
//! Sound shuffles are audited under many seeds. If a test is calibrated, its p-value is at most alpha in a
//! share alpha of the runs; a test that rejects more often is liberal and cries wolf, one that rejects
//! less often is conservative and sleeps. Then every planted defect is audited with more and more decks
//! until the whole battery, under its error budget, catches it.

mod defects;

use crate::{
    Case, CaseSpec,
    block::{Block, trials_per_block},
    case::CaseError,
    engine::{Options, Progress, RunError},
    seeds::PlanSeed,
};
use defects::{Defect, defects};
use rayon::prelude::*;
use shuffle_metrics::{
    Judgement, Metric, PValue, Tally, Verdict,
    catalogue::METRICS,
    judgement::Law,
    verdict::{Budget, holm, of_case},
};
use std::sync::atomic::Ordering;

/// The levels at which false alarms are counted.
pub const LEVELS: [f64; 4] = [0.05, 0.01, 0.001, 1e-4];

/// The level at which the false alarms of a whole run, all its tests together, are counted.
pub const RUN_LEVEL: f64 = 0.01;

/// What is to be calibrated.
#[derive(Clone, Debug, PartialEq)]
pub struct Calibration {
    /// Audits of sound shuffles.
    pub runs: u64,
    /// The deck sizes that each audit looks at.
    pub cards: Vec<u64>,
    /// Decks of each size in each audit.
    pub trials: u64,
    /// Audits of each planted defect; 0 leaves them out.
    pub detections: u64,
    /// The most decks that a defect is given.
    pub most_decks: u64,
    /// From which all randomness comes.
    pub seed: PlanSeed,
}

/// What came of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Calibrated {
    /// What was calibrated.
    pub calibration: Calibration,
    /// The tests, for each deck size.
    pub tests: Vec<CalibratedTest>,
    /// In how many runs any test of any deck size rejected at [`RUN_LEVEL`] after Holm.
    pub false_alarms: u64,
    /// The planted defects.
    pub detections: Vec<Detection>,
}

/// The p-values of a test under a sound shuffle.
#[derive(Clone, Debug, PartialEq)]
pub struct CalibratedTest {
    /// Cards in the deck.
    pub cards: u64,
    /// The test.
    pub test: &'static str,
    /// The p-value of each run, sorted.
    pub p_values: Vec<PValue>,
    /// The probability that p is at most each of [`LEVELS`], as the law has it: the level itself for a
    /// continuous law, less for a discrete one.
    pub attainable: [f64; LEVELS.len()],
}

impl CalibratedTest {
    /// In how many runs the p-value was at most the level.
    #[must_use]
    pub fn rejections(&self, level: f64) -> u64 {
        self.p_values.partition_point(|p| p.ln() <= level.ln()) as u64
    }
}

/// How soon a planted defect was seen.
#[derive(Clone, Debug, PartialEq)]
pub struct Detection {
    /// The defect: case id.
    pub defect: String,
    /// Cards in the deck.
    pub cards: u64,
    /// The decks after which it was seen, in each audit, sorted; `None`, at the end, where it was not.
    pub decks: Vec<Option<u64>>,
    /// The test that saw it first most often.
    pub caught_by: Option<&'static str>,
}

impl Detection {
    /// The number of decks within which this share of the audits had seen it, if so many had.
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
    let pool = rayon::ThreadPoolBuilder::new().num_threads(options.threads).build();
    let pool = pool.map_err(RunError::Threads)?;
    let benches: Vec<Bench> = calibration
        .cards
        .iter()
        .map(|&cards| Bench::new(&format!("calibrate-{cards}"), "fisher-yates", cards, None, None))
        .collect::<Result<_, _>>()?;
    let decks = calibration.runs * calibration.trials * benches.len() as u64;
    (options.progress)(Progress::More(decks));
    // Of each run only the p-values are kept: ten thousand runs of all judgements would fill the memory.
    let p_values = |run| -> Result<Vec<Vec<Option<PValue>>>, RunError> {
        let audit = |bench: &Bench| {
            let judgements = bench.audit(calibration, run, options)?;
            Ok(judgements.iter().map(|one| Some(one.evidence()?.p_value)).collect())
        };
        benches.iter().map(audit).collect()
    };
    let runs: Vec<Vec<Vec<Option<PValue>>>> = pool.install(|| {
        (0..calibration.runs).into_par_iter().map(p_values).collect::<Result<_, _>>()
    })?;
    let false_alarms = runs.iter().filter(|run| rejects(run)).count() as u64;
    let mut tests = Vec::new();
    for (index, bench) in benches.iter().enumerate() {
        let laws = bench.audit(calibration, 0, &Options { progress: &|_| {}, ..*options })?;
        let of_size: Vec<&[Option<PValue>]> = runs.iter().map(|run| &run[index][..]).collect();
        tests.extend(gather(bench.case.spec.cards, &laws, &of_size));
    }
    let detections = detections(calibration, &pool, options)?;
    Ok(Calibrated { calibration: calibration.clone(), tests, false_alarms, detections })
}

/// Why there is no calibration.
#[derive(Debug, thiserror::Error)]
pub enum CalibrationError {
    /// A deck size or shuffle that does not exist.
    #[error(transparent)]
    Case(#[from] CaseError),
    /// It could not be run to its end.
    #[error(transparent)]
    Run(#[from] RunError),
}

/// Whether any test of a run of sound shuffles rejects at [`RUN_LEVEL`].
fn rejects(run: &[Vec<Option<PValue>>]) -> bool {
    let p_values: Vec<PValue> = run.iter().flatten().flatten().copied().collect();
    holm(&p_values).any(|p| p.ln() <= RUN_LEVEL.ln())
}

/// Gathers the p-values of each test of a deck size over all runs; `judgements` are those of one run.
fn gather(cards: u64, judgements: &[Judgement], runs: &[&[Option<PValue>]]) -> Vec<CalibratedTest> {
    let gather = |(place, judgement): (usize, &Judgement)| {
        let law = judgement.evidence()?.law;
        let mut p_values: Vec<PValue> = runs.iter().filter_map(|run| run[place]).collect();
        p_values.sort_by(|a, b| a.ln().total_cmp(&b.ln()));
        let attainable = LEVELS.map(|level| attainable(law, level));
        Some(CalibratedTest { cards, test: judgement.test, p_values, attainable })
    };
    judgements.iter().enumerate().filter_map(gather).collect()
}

/// The probability that the two-sided p-value of a law is at most the level.
///
/// Where even a perfect fit is too common to count as too good, the lower tail is out of reach, and half
/// of the level with it.
fn attainable(law: Law, level: f64) -> f64 {
    let reached = |statistic| law.p_value(statistic).0.ln() <= level.ln();
    match law {
        Law::Poisson { mean } => {
            // Beyond this the events have no probability that counts.
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

/// A shuffle with the metrics of the battery, built once and shared by all threads.
struct Bench {
    case: Case,
    metrics: Vec<Box<dyn Metric>>,
}

impl Bench {
    fn new(
        id: &str,
        algorithm: &str,
        cards: u64,
        dice: Option<&str>,
        passes: Option<u32>,
    ) -> Result<Self, CaseError> {
        let case = Case::new(CaseSpec {
            passes,
            start: None,
            dice: dice.map(ToOwned::to_owned),
            ..CaseSpec::new(id, algorithm, cards)
        })?;
        let metrics = METRICS
            .iter()
            .filter(|entry| entry.in_battery)
            .filter_map(|entry| entry.build(case.shape).ok())
            .collect();
        Ok(Self { case, metrics })
    }

    /// Empty tallies of those metrics that can judge so many decks.
    fn tallies(&self, trials: u64) -> Vec<(&dyn Metric, Tally)> {
        let able = self.metrics.iter().filter(|metric| metric.trials_needed() <= trials);
        able.map(|metric| (metric.as_ref(), Tally::new(metric.cells()))).collect()
    }

    /// One audit of the calibration, on one thread.
    fn audit(
        &self,
        calibration: &Calibration,
        run: u64,
        options: &Options<'_>,
    ) -> Result<Vec<Judgement>, RunError> {
        let mut tallies = self.tallies(calibration.trials);
        self.count(&mut tallies, calibration.seed, run, 0, calibration.trials, options)?;
        Ok(tallies
            .into_iter()
            // Only p-values are gathered.
            .flat_map(|(metric, tally)| metric.judge(&tally.counts_only()))
            .collect())
    }

    /// Counts trials `from..to` of an audit.
    fn count(
        &self,
        tallies: &mut [(&dyn Metric, Tally)],
        seed: PlanSeed,
        audit: u64,
        from: u64,
        to: u64,
        options: &Options<'_>,
    ) -> Result<(), RunError> {
        let per_block = trials_per_block(self.case.shape.cards());
        let mut block = Block::on(self.case.shape, options.instruction_set);
        let mut first = from;
        while first < to {
            if options.interrupt.load(Ordering::Relaxed) {
                return Err(RunError::Interrupted);
            }
            // Blocks end at the multiples of their size, wherever the counting starts.
            let decks = (per_block - first % per_block).min(to - first);
            block.prepare(first, decks as usize);
            let block_seed = seed.of_block(self.case.id(), audit, first);
            let source = self.case.subject.source().expect("a shuffle of the catalogue");
            source
                .fill(&mut block, &block_seed)
                .map_err(|fault| RunError::Source { case: self.case.id().to_owned(), fault })?;
            let counted = block.decks();
            for (metric, tally) in tallies.iter_mut() {
                tally.observe(*metric, &counted);
            }
            (options.progress)(Progress::Trials(decks));
            first += decks;
        }
        Ok(())
    }

    /// Gives a defect more and more decks until the battery rejects it under the budget.
    ///
    /// Looks are a factor sqrt(2) apart, from 64 decks on.
    fn until_caught(
        &self,
        calibration: &Calibration,
        audit: u64,
        options: &Options<'_>,
    ) -> Result<Option<(u64, &'static str)>, RunError> {
        // All metrics count from the start, since what they need may come later.
        let mut tallies = self.tallies(u64::MAX);
        let (mut seen, mut look) = (0, 64.0_f64);
        while seen < calibration.most_decks {
            let next = (look.round() as u64).min(calibration.most_decks);
            self.count(&mut tallies, calibration.seed, audit, seen, next, options)?;
            (seen, look) = (next, look * std::f64::consts::SQRT_2);
            if let Some(test) = caught(&tallies) {
                return Ok(Some((seen, test)));
            }
        }
        Ok(None)
    }
}

/// The test that rejects most clearly, if any does under the default budget.
fn caught(tallies: &[(&dyn Metric, Tally)]) -> Option<&'static str> {
    let judgements = tallies.iter().flat_map(|(metric, tally)| metric.judge(tally)).collect();
    let rulings = Budget::default().rule(vec![(judgements, false)]).remove(0);
    if of_case(&rulings) != Verdict::Fail {
        return None;
    }
    rulings
        .iter()
        .filter_map(|ruling| {
            Some((ruling.judgement.test, ruling.judgement.evidence()?.p_value.ln()))
        })
        .min_by(|a, b| a.1.total_cmp(&b.1))
        .map(|(test, _)| test)
}

fn detections(
    calibration: &Calibration,
    pool: &rayon::ThreadPool,
    options: &Options<'_>,
) -> Result<Vec<Detection>, CalibrationError> {
    if calibration.detections == 0 {
        return Ok(Vec::new());
    }
    let mut detections = Vec::new();
    for Defect { id, algorithm, cards, dice, passes } in defects() {
        let bench = Bench::new(id, &algorithm, cards, dice, passes)?;
        (options.progress)(Progress::Case(&bench.case));
        let audit = |audit| bench.until_caught(calibration, audit, options);
        let caught: Vec<Option<(u64, &'static str)>> = pool.install(|| {
            (0..calibration.detections).into_par_iter().map(audit).collect::<Result<_, _>>()
        })?;
        detections.push(detection(id, cards, &caught));
    }
    Ok(detections)
}

fn detection(defect: &str, cards: u64, caught: &[Option<(u64, &'static str)>]) -> Detection {
    let mut decks: Vec<Option<u64>> =
        caught.iter().map(|one| one.map(|(decks, _)| decks)).collect();
    decks.sort_by_key(|decks| decks.unwrap_or(u64::MAX));
    let names: Vec<&'static str> = caught.iter().flatten().map(|&(_, test)| test).collect();
    let votes = |name: &str| names.iter().filter(|&&test| test == name).count();
    // Of equally frequent tests the first by name, so that the answer is one.
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
