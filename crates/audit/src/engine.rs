//! Runs the cases of a plan over threads.
//!
//! Each thread takes the next block, has it filled, and counts it into tallies of its own; at the end the
//! tallies are added up. Which thread took which block leaves no trace in the sum.

use crate::{
    Case, CaseFindings, Findings, Plan, Source,
    block::{Block, trials_per_block},
    source::SourceError,
};
use shuffle_metrics::{
    Judgement, Metric, Outcome, PValue, Tally,
    metric::{METRICS, MetricEntry},
    verdict::{self, Ruling, holm},
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

/// Runs a plan.
///
/// # Errors
///
/// [`RunError`]; nothing is found then, not even in the cases that were done.
pub fn run(plan: &Plan, options: &Options<'_>) -> Result<Findings, RunError> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(options.threads).build()?;
    let mut counted = Vec::with_capacity(plan.cases.len());
    for case in &plan.cases {
        (options.progress)(Progress::Case(case));
        counted.push(count_case(&pool, plan, case, options)?);
    }
    Ok(judge(plan, counted))
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
    let wanted =
        METRICS.iter().filter(|entry| entry.tests.iter().any(|test| case.wants(entry, test.id)));
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

fn count_case(
    pool: &rayon::ThreadPool,
    plan: &Plan,
    case: &Case,
    options: &Options<'_>,
) -> Result<Vec<Counted>, RunError> {
    let mut counted = metrics_of(case);
    let metrics: Vec<&dyn Metric> =
        counted.iter().filter_map(|one| Some(one.metric.as_ref().ok()?.metric.as_ref())).collect();
    let next = AtomicU64::new(0);
    let work = Work { plan, case, source: &case.job, metrics: &metrics, next: &next, options };
    let shares = pool.broadcast(|_| work.share());
    let shares: Vec<Vec<Tally>> = shares.into_iter().collect::<Result<_, _>>()?;
    let measured = counted.iter_mut().filter_map(|one| one.metric.as_mut().ok());
    for (index, measured) in measured.enumerate() {
        shares.iter().for_each(|share| measured.tally.merge(&share[index]));
    }
    Ok(counted)
}

/// What the threads of a case have in common.
struct Work<'a> {
    plan: &'a Plan,
    case: &'a Case,
    source: &'a dyn Source,
    metrics: &'a [&'a dyn Metric],
    next: &'a AtomicU64,
    options: &'a Options<'a>,
}

impl Work<'_> {
    /// One thread's share of the blocks: whatever it can get.
    fn share(&self) -> Result<Vec<Tally>, RunError> {
        let trials = self.case.spec.trials;
        let per_block = trials_per_block(self.case.shape.cards());
        let mut tallies: Vec<Tally> =
            self.metrics.iter().map(|metric| Tally::new(metric.cells())).collect();
        let mut block = Block::new(self.case.shape);
        loop {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            let first = number.saturating_mul(per_block);
            if first >= trials {
                return Ok(tallies);
            }
            if self.options.interrupt.load(Ordering::Relaxed) {
                return Err(RunError::Interrupted);
            }
            let size = per_block.min(trials - first);
            block.prepare(first, size as usize);
            let seed = self.plan.seed.of_block(self.case.id(), 0, number);
            self.source.fill(&mut block, &seed).map_err(|source| {
                // The others need not go on.
                self.next.store(u64::MAX / 2, Ordering::Relaxed);
                RunError::Source { case: self.case.id().to_owned(), source }
            })?;
            for (tally, metric) in tallies.iter_mut().zip(self.metrics) {
                tally.observe(*metric, &block.decks());
            }
            (self.options.progress)(Progress::Trials(size));
        }
    }
}

/// All judgements of all cases, then Holm over all of them, then the verdicts.
fn judge(plan: &Plan, counted: Vec<Vec<Counted>>) -> Findings {
    let judgements: Vec<Vec<Judgement>> =
        plan.cases.iter().zip(&counted).map(|(case, counted)| judge_case(case, counted)).collect();
    let p_values: Vec<PValue> = judgements
        .iter()
        .flatten()
        .filter_map(|judgement| Some(judgement.evidence()?.p_value))
        .collect();
    let mut adjusted = holm(&p_values);
    let mut cases = Vec::with_capacity(plan.cases.len());
    for ((case, judgements), counted) in plan.cases.iter().zip(judgements).zip(counted) {
        let mut rule = |judgement: Judgement| Ruling {
            p_holm: judgement.evidence().and_then(|_| adjusted.next()),
            asked_for: case.tests.is_some(),
            judgement,
        };
        let rulings: Vec<Ruling> = judgements.into_iter().map(&mut rule).collect();
        let verdict = verdict::of_case(&rulings, plan.alpha);
        let exhibits = counted
            .iter()
            .filter_map(|one| one.metric.as_ref().ok())
            .map(|measured| measured.metric.exhibit(&measured.tally))
            .collect();
        cases.push(CaseFindings { case: case.clone(), rulings, exhibits, verdict });
    }
    Findings { plan: plan.clone(), cases }
}

fn judge_case(case: &Case, counted: &[Counted]) -> Vec<Judgement> {
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
