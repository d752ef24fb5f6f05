//! Runs the cases of a plan over threads.
//!
//! Each thread takes the next block, has it filled, and counts it into tallies of its own; at the end the
//! tallies are added up. Which thread took which block leaves no trace in the sum.

use crate::{
    Case, CaseFindings, Findings, Plan, Source, Stage,
    block::{Block, trials_per_block},
    exact,
    seeds::PlanSeed,
    source::SourceError,
};
use shuffle_metrics::{
    Decks, Judgement, Metric, Outcome, Rows, Tally, Verdict,
    metric::{Exhibit, METRICS, MetricEntry, TestEntry},
    sequential::{SEQUENTIAL, Sequential},
    verdict,
};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// How a run is done, none of which changes what it finds.
pub struct Options<'a> {
    /// Threads; 0 means one for each processor.
    pub threads: usize,
    /// Set it to true, from anywhere, and the run ends soon with [`RunError::Interrupted`].
    pub interrupt: &'a AtomicBool,
    /// Told of the progress, from any thread.
    pub progress: &'a (dyn Fn(Progress<'_>) + Sync),
}

impl std::fmt::Debug for Options<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Options").field("threads", &self.threads).finish_non_exhaustive()
    }
}

impl Default for Options<'_> {
    fn default() -> Self {
        static NEVER: AtomicBool = AtomicBool::new(false);
        Self { threads: 0, interrupt: &NEVER, progress: &|_| {} }
    }
}

/// News of a run.
#[derive(Clone, Copy, Debug)]
pub enum Progress<'a> {
    /// So many more trials are to be done than was known.
    More(u64),
    /// A case begins.
    Case(&'a Case),
    /// So many more trials are done.
    Trials(u64),
}

/// Why a run found nothing.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// It was told to stop.
    #[error("interrupted")]
    Interrupted,
    /// The subject of a case is at fault.
    #[error("case `{case}`: {source}")]
    Source {
        /// The case.
        case: String,
        /// What happened.
        source: SourceError,
    },
    /// The threads could not be started.
    #[error("cannot start the threads: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
}

/// How many times as many decks the second look takes.
const ESCALATION: u64 = 10;

/// Runs a plan: a first look at every case, and a second at those that are suspicious.
///
/// The second look is declared in advance, not a rerun until it passes: it takes ten times as many decks, all
/// of them fresh, and it decides. Each look has half of the error budget.
///
/// # Errors
///
/// [`RunError`]; nothing is found then, not even in the cases that were done.
pub fn run(plan: &Plan, options: &Options<'_>) -> Result<Findings, RunError> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(options.threads).build()?;
    let engine = Engine { plan, pool, options };
    let stages = engine.look(plan.cases.clone(), 0)?;
    let looked: Vec<(&Case, &Stage)> = plan.cases.iter().zip(&stages).collect();
    let degrees = engine.pool.install(|| exact::degrees(&looked));
    let mut cases: Vec<CaseFindings> = plan
        .cases
        .iter()
        .zip(stages)
        .zip(degrees)
        .map(|((case, stage), exact_degree)| CaseFindings {
            case: case.clone(),
            stages: vec![stage],
            exact_degree,
        })
        .collect();
    if plan.budget.escalates() {
        let suspicious: Vec<&mut CaseFindings> =
            cases.iter_mut().filter(|found| is_open(found)).collect();
        let larger = suspicious.iter().map(|found| escalated(&found.case)).collect();
        for (found, stage) in suspicious.into_iter().zip(engine.look(larger, 1)?) {
            found.stages.push(stage);
        }
    }
    let sweeps = engine.pool.install(|| exact::sweeps(&plan.sweeps));
    Ok(Findings { plan: plan.clone(), cases, sweeps })
}

/// Suspicious, and not of the sequential kind, which has looked at all that it may.
fn is_open(found: &CaseFindings) -> bool {
    found.verdict() == Verdict::Suspicious && !found.case.spec.sequential
}

fn escalated(case: &Case) -> Case {
    let mut case = case.clone();
    case.spec.trials = case.spec.trials.saturating_mul(ESCALATION);
    case
}

/// A plan on its threads.
struct Engine<'a> {
    plan: &'a Plan,
    pool: rayon::ThreadPool,
    options: &'a Options<'a>,
}

impl Engine<'_> {
    /// Counts all cases, judges them, and rules on the judgements together.
    fn look(&self, cases: Vec<Case>, stage: u64) -> Result<Vec<Stage>, RunError> {
        let trials = cases.iter().map(|case| case.spec.trials).fold(0, u64::saturating_add);
        (self.options.progress)(Progress::More(trials));
        let (mut judgements, mut exhibits) = (Vec::new(), Vec::new());
        let goal = || -self.plan.budget.test_level(cases.iter().map(most_tests).sum()).ln();
        let mut decks = Vec::new();
        for case in &cases {
            (self.options.progress)(Progress::Case(case));
            if case.spec.sequential {
                let decided = self.until_decided(case, stage, goal())?;
                decks.push(decided.decks());
                let outcome = Outcome::Judged(decided.evidence());
                judgements.push((vec![Judgement { test: SEQUENTIAL.id, outcome }], true));
                exhibits.push(Vec::new());
            } else {
                let counted = self.count(case, stage)?;
                decks.push(case.spec.trials);
                judgements.push((judge(case, &counted), case.tests.is_some()));
                exhibits.push(exhibit(&counted));
            }
        }
        let rulings = self.plan.budget.rule(judgements);
        Ok(decks
            .into_iter()
            .zip(rulings)
            .zip(exhibits)
            .map(|((trials, rulings), exhibits)| Stage {
                trials,
                verdict: verdict::of_case(&rulings),
                rulings,
                exhibits,
            })
            .collect())
    }

    /// The trials of a case in a stage.
    fn trials<'a>(&'a self, case: &'a Case, stage: u64) -> Trials<'a> {
        let (seed, options) = (self.plan.seed, self.options);
        Trials { seed, stage, case, source: case.subject.source(), options }
    }

    /// Bets on the decks of a case, in the order of their trials, until it is decided.
    ///
    /// One thread does it: the next look needs the last.
    fn until_decided(&self, case: &Case, stage: u64, ln_goal: f64) -> Result<Sequential, RunError> {
        let mut sequential = Sequential::new(case.shape);
        let mut blocks = self.trials(case, stage).blocks();
        for number in 0.. {
            let Some(decks) = blocks.fill(number)? else { break };
            let last = decks.first_trial() + decks.trials() as u64 >= case.spec.trials;
            let decided = match decks.rows() {
                Rows::Narrow(rows) => sequential.observe(rows, last, ln_goal),
                Rows::Wide(rows) => sequential.observe(rows, last, ln_goal),
            };
            (self.options.progress)(Progress::Trials(decks.trials() as u64));
            if decided {
                break;
            }
        }
        Ok(sequential)
    }

    /// Counts the decks of a case, each thread into tallies of its own.
    fn count(&self, case: &Case, stage: u64) -> Result<Vec<Counted>, RunError> {
        let mut counted = metrics_of(case);
        let metrics: Vec<&dyn Metric> = counted
            .iter()
            .filter_map(|one| Some(one.metric.as_ref().ok()?.metric.as_ref()))
            .collect();
        let next = AtomicU64::new(0);
        let work = Work { trials: self.trials(case, stage), metrics: &metrics, next: &next };
        let shares = self.pool.broadcast(|_| work.share());
        let shares: Vec<Vec<Tally>> = shares.into_iter().collect::<Result<_, _>>()?;
        let measured = counted.iter_mut().filter_map(|one| one.metric.as_mut().ok());
        for (index, measured) in measured.enumerate() {
            shares.iter().for_each(|share| measured.tally.merge(&share[index]));
        }
        Ok(counted)
    }
}

/// A metric of a case, its tests, and what it counted.
struct Counted {
    entry: &'static MetricEntry,
    metric: Result<Measured, Outcome>,
}

struct Measured {
    metric: Box<dyn Metric>,
    tally: Tally,
}

/// The metrics that a case wants, empty still; those that could not judge anyway are not counted unless
/// they were asked for by name.
fn metrics_of(case: &Case) -> Vec<Counted> {
    let wanted = METRICS.iter().filter(|entry| tests_wanted(case, entry).next().is_some());
    wanted
        .map(|entry| {
            let metric = match entry.build(case.shape) {
                Err(why) => Err(Outcome::NotApplicable { why: why.to_string() }),
                Ok(metric) if case.tests.is_none() && metric.trials_needed() > case.spec.trials => {
                    let (trials, needed) = (case.spec.trials, metric.trials_needed());
                    Err(Outcome::TooFewTrials { trials, needed })
                }
                Ok(metric) => Ok(Measured { tally: Tally::new(metric.cells()), metric }),
            };
            Counted { entry, metric }
        })
        .collect()
}

/// At most so many tests of the case will judge.
fn most_tests(case: &Case) -> usize {
    if case.spec.sequential {
        return 1;
    }
    let judges = |entry: &MetricEntry| {
        entry.build(case.shape).is_ok_and(|metric| metric.trials_needed() <= case.spec.trials)
    };
    let tests = |entry: &&MetricEntry| tests_wanted(case, entry).count();
    METRICS
        .iter()
        .filter(|entry| tests(entry) > 0 && judges(entry))
        .map(|entry| tests(&entry))
        .sum()
}

/// The tests of a metric that the case wants.
fn tests_wanted<'a>(
    case: &'a Case,
    entry: &'a MetricEntry,
) -> impl Iterator<Item = &'static TestEntry> + 'a {
    entry.tests.iter().filter(|test| case.wants(entry, test.id))
}

/// All trials of a case in a stage, and who asks for them.
#[derive(Clone, Copy)]
struct Trials<'a> {
    seed: PlanSeed,
    stage: u64,
    case: &'a Case,
    source: &'a dyn Source,
    options: &'a Options<'a>,
}

impl<'a> Trials<'a> {
    fn blocks(self) -> Blocks<'a> {
        Blocks { trials: self, block: Block::new(self.case.shape) }
    }
}

/// The blocks of a case, by number, one at a time in the same memory.
struct Blocks<'a> {
    trials: Trials<'a>,
    block: Block,
}

impl Blocks<'_> {
    /// Fills block `number`; `None` beyond the last.
    fn fill(&mut self, number: u64) -> Result<Option<Decks<'_>>, RunError> {
        let Trials { seed, stage, case, source, options } = self.trials;
        if options.interrupt.load(Ordering::Relaxed) {
            return Err(RunError::Interrupted);
        }
        let (trials, per_block) = (case.spec.trials, trials_per_block(case.shape.cards()));
        let first = number.saturating_mul(per_block);
        if first >= trials {
            return Ok(None);
        }
        self.block.prepare(first, per_block.min(trials - first) as usize);
        source
            .fill(&mut self.block, &seed.of_block(case.id(), stage, number))
            .map_err(|source| RunError::Source { case: case.id().to_owned(), source })?;
        Ok(Some(self.block.decks()))
    }
}

/// What the threads of a case have in common.
struct Work<'a> {
    trials: Trials<'a>,
    metrics: &'a [&'a dyn Metric],
    next: &'a AtomicU64,
}

impl Work<'_> {
    /// One thread's share of the blocks: whatever it can get.
    fn share(&self) -> Result<Vec<Tally>, RunError> {
        let mut tallies: Vec<Tally> =
            self.metrics.iter().map(|metric| Tally::new(metric.cells())).collect();
        let mut blocks = self.trials.blocks();
        loop {
            // After a failure the others need not go on.
            let stop = |_: &RunError| self.next.store(u64::MAX / 2, Ordering::Relaxed);
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(decks) = blocks.fill(number).inspect_err(stop)? else { return Ok(tallies) };
            for (tally, metric) in tallies.iter_mut().zip(self.metrics) {
                tally.observe(*metric, &decks);
            }
            (self.trials.options.progress)(Progress::Trials(decks.trials() as u64));
        }
    }
}

/// The judgements of all tests that the case wants, made or not.
fn judge(case: &Case, counted: &[Counted]) -> Vec<Judgement> {
    let judge = |one: &Counted| match &one.metric {
        Ok(measured) => measured.metric.judge(&measured.tally),
        Err(outcome) => one
            .entry
            .tests
            .iter()
            .map(|test| Judgement { test: test.id, outcome: outcome.clone() })
            .collect(),
    };
    let wanted = |one: &Counted| {
        let mut judgements = judge(one);
        judgements.retain(|judgement| case.wants(one.entry, judgement.test));
        judgements
    };
    counted.iter().flat_map(wanted).collect()
}

fn exhibit(counted: &[Counted]) -> Vec<Exhibit> {
    counted
        .iter()
        .filter_map(|one| one.metric.as_ref().ok())
        .filter_map(|measured| measured.metric.exhibit(&measured.tally))
        .collect()
}
