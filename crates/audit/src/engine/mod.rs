//! Runs the cases of a plan over threads.
//!
//! Each thread takes block after block from a feed of its own, and counts it into tallies of its own; at the
//! end the tallies are added up. Which thread took which block leaves no trace in the sum.
//!
//! A program or a file is read by as many threads as it has streams, whatever the number of threads that
//! was asked for: most of the time they wait.

mod feeds;
mod probes;
mod seen;

use crate::{
    Case, CaseFindings, Findings, Plan, Stage, exact,
    findings::Seen,
    source::SourceError,
    stream::{Feed, Glance, Halt, Halted},
    subject::Absent,
};
use feeds::Feeds;
pub(crate) use feeds::Trials;
use probes::Probed;
use shuffle_columns::InstructionSet;
use shuffle_metrics::{
    Counter, Judgement, Metric, Outcome, Rows, Tally, Verdict,
    metric::{Exhibit, MetricEntry, TestEntry},
    sequential::{SEQUENTIAL, Sequential},
    verdict,
};
use std::{
    sync::atomic::{AtomicBool, AtomicU64, Ordering},
    thread,
    time::Instant,
};

/// How a run is done, none of which changes what it finds.
pub struct Options<'a> {
    /// Threads; 0 means one for each processor.
    pub threads: usize,
    /// The vector instructions that decks are shuffled and counted with, where there is a choice.
    pub instruction_set: InstructionSet,
    /// Set it to true, from anywhere, and the run ends soon with [`RunError::Interrupted`].
    pub interrupt: &'a AtomicBool,
    /// After this moment no more decks are taken: the verdict is on those that came. Then what is found depends on the
    /// machine.
    pub deadline: Option<Instant>,
    /// Told of the progress, from any thread.
    pub progress: &'a (dyn Fn(Progress<'_>) + Sync),
}

impl std::fmt::Debug for Options<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Options")
            .field("threads", &self.threads)
            .field("instruction_set", &self.instruction_set)
            .finish_non_exhaustive()
    }
}

impl Default for Options<'_> {
    fn default() -> Self {
        static NEVER: AtomicBool = AtomicBool::new(false);
        let instruction_set = InstructionSet::detect();
        Self { threads: 0, instruction_set, interrupt: &NEVER, deadline: None, progress: &|_| {} }
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
    #[error("case `{case}`: {fault}")]
    Source {
        /// The case.
        case: String,
        /// What happened.
        fault: SourceError,
    },
    /// The program or file of a case is not there; nothing was started.
    #[error("case `{case}`: {fault}")]
    Absent {
        /// The case.
        case: String,
        /// What is not there.
        fault: Absent,
    },
    /// The threads could not be started.
    #[error("cannot start the threads: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
    /// The threads could not be started.
    #[error("cannot start the threads: {0}")]
    Thread(#[from] std::io::Error),
}

/// How many times as many decks the second look takes.
const ESCALATION: u64 = 10;

/// Runs a plan: a first look at every case, and a second at those that are suspicious.
///
/// The second look is declared in advance, not a rerun until it passes: it takes ten times as many decks, all
/// of them fresh, and it decides. Each look has half of the error budget.
///
/// Before either, the probes of the cases are run, and cases whose probe fails are skipped.
///
/// # Errors
///
/// [`RunError`]; nothing is found then, not even in the cases that were done.
pub fn run(plan: &Plan, options: &Options<'_>) -> Result<Findings, RunError> {
    let probed = probes::run(plan, options.interrupt)?;
    probed.cases.iter().try_for_each(look_for)?;
    let findings = Engine { plan, options }.run(probed);
    // Whatever was found meanwhile, or went wrong: it may be for want of what the interrupt cut off.
    if options.interrupt.load(Ordering::Relaxed) { Err(RunError::Interrupted) } else { findings }
}

/// What is not there is complained of before the hours that the other cases may take.
fn look_for(case: &Case) -> Result<(), RunError> {
    case.subject.look().map_err(|fault| RunError::Absent { case: case.id().to_owned(), fault })
}

/// Suspicious, and not of a kind that has looked at all that it may: sequential, or recorded.
fn is_open(found: &CaseFindings) -> bool {
    let has_more = !found.case.spec.sequential && found.case.subject.recorded().is_none();
    found.verdict() == Verdict::Suspicious && has_more
}

fn escalated(case: &Case) -> Case {
    let mut case = case.clone();
    case.trials = case.trials.saturating_mul(ESCALATION);
    case
}

/// A plan that is being run.
struct Engine<'a> {
    plan: &'a Plan,
    options: &'a Options<'a>,
}

impl Engine<'_> {
    /// A first look at every case, and a second at those that are suspicious.
    fn run(&self, probed: Probed) -> Result<Findings, RunError> {
        let plan = self.plan;
        let Probed { cases, versions, skipped } = probed;
        let pool = rayon::ThreadPoolBuilder::new().num_threads(self.options.threads).build()?;
        let stages = self.look(cases.clone(), 0)?;
        let looked: Vec<(&Case, &Stage)> = cases.iter().zip(&stages).collect();
        let degrees = pool.install(|| exact::degrees(&looked));
        let mut cases: Vec<CaseFindings> = cases
            .into_iter()
            .zip(versions)
            .zip(stages)
            .zip(degrees)
            .map(|(((case, version), stage), exact_degree)| CaseFindings {
                case,
                version,
                stages: vec![stage],
                exact_degree,
            })
            .collect();
        if plan.budget.escalates() {
            let suspicious: Vec<&mut CaseFindings> =
                cases.iter_mut().filter(|found| is_open(found)).collect();
            let larger = suspicious.iter().map(|found| escalated(&found.case)).collect();
            for (found, stage) in suspicious.into_iter().zip(self.look(larger, 1)?) {
                found.stages.push(stage);
            }
        }
        cases.iter_mut().for_each(|found| seen::start_again(plan, found, self.options.interrupt));
        let sweeps = pool.install(|| exact::sweeps(&plan.sweeps));
        Ok(Findings { plan: plan.clone(), cases, skipped, sweeps })
    }

    /// Counts all cases, judges them, and rules on the judgements together.
    fn look(&self, cases: Vec<Case>, stage: u64) -> Result<Vec<Stage>, RunError> {
        let known = cases.iter().filter(|case| case.subject.recorded().is_none());
        let trials = known.map(|case| case.trials).fold(0, u64::saturating_add);
        (self.options.progress)(Progress::More(trials));
        let (mut judgements, mut exhibits) = (Vec::new(), Vec::new());
        let goal = || -self.plan.budget.test_level(cases.iter().map(most_tests).sum()).ln();
        let (mut decks, mut seen) = (Vec::new(), Vec::new());
        for case in &cases {
            (self.options.progress)(Progress::Case(case));
            if case.spec.sequential {
                let (decided, glance) = self.until_decided(case, stage, goal())?;
                seen.push(glance);
                decks.push(decided.decks());
                let outcome = Outcome::Judged(decided.evidence());
                judgements.push((vec![Judgement { test: SEQUENTIAL.id, outcome }], true));
                exhibits.push(Vec::new());
            } else {
                let (counted, trials, glance) = self.count(case, stage)?;
                seen.push(glance);
                decks.push(trials);
                judgements.push((judge(case, &counted), case.tests.is_some()));
                exhibits.push(exhibit(&counted));
            }
        }
        let rulings = self.plan.budget.rule(judgements);
        Ok(decks
            .into_iter()
            .zip(rulings)
            .zip(exhibits)
            .zip(seen)
            .map(|(((trials, rulings), exhibits), seen)| Stage {
                trials,
                verdict: verdict::of_case(&rulings),
                rulings,
                exhibits,
                seen,
            })
            .collect())
    }

    /// Bets on the decks of a case, in an order that does not depend on timing, until it is decided.
    ///
    /// One thread does it: the next look needs the last. Of several streams the blocks come in turn.
    fn until_decided(
        &self,
        case: &Case,
        stage: u64,
        ln_goal: f64,
    ) -> Result<(Sequential, Seen), RunError> {
        let mut sequential = Sequential::new(case.shape);
        let (halt, next) = (self.halt(), AtomicU64::new(0));
        let trials = self.trials(case, stage, &halt, &next);
        let Feeds(feeds) = &mut trials.feeds(1)?;
        let mut open = vec![true; feeds.len()];
        while open.contains(&true) {
            for (feed, open) in feeds.iter_mut().zip(&mut open).filter(|(_, open)| **open) {
                let Some(decks) = feed.next().map_err(|halted| trials.error(halted))? else {
                    *open = false;
                    continue;
                };
                let decided = match decks.rows() {
                    Rows::Narrow(rows) => sequential.observe(rows, false, ln_goal),
                    Rows::Wide(rows) => sequential.observe(rows, false, ln_goal),
                };
                self.tell(case, decks.trials() as u64);
                // A subject from outside that has just given its last deck must still end well.
                if decided && sequential.decks() < case.trials {
                    return Ok((sequential, seen_by(feeds, case)));
                }
            }
        }
        sequential.observe::<u8>(&[], true, ln_goal);
        Ok((sequential, seen_by(feeds, case)))
    }

    /// Counts the decks of a case, each thread into tallies of its own; returns also how many there were.
    fn count(&self, case: &Case, stage: u64) -> Result<(Vec<Counted>, u64, Seen), RunError> {
        let mut counted = metrics_of(case);
        let metrics: Vec<&dyn Metric> = counted
            .iter()
            .filter_map(|one| Some(one.metric.as_ref().ok()?.metric.as_ref()))
            .collect();
        let (halt, next) = (self.halt(), AtomicU64::new(0));
        let trials = self.trials(case, stage, &halt, &next);
        let work = Work { engine: self, trials, metrics: &metrics };
        let shares = work.shared(trials.feeds(self.threads())?)?;
        let decks = shares.iter().map(|share| share.trials).sum();
        let measured = counted.iter_mut().filter_map(|one| one.metric.as_mut().ok());
        for (index, measured) in measured.enumerate() {
            shares.iter().for_each(|share| measured.tally.merge(&share.tallies[index]));
        }
        // How many decks a file has is known only now.
        counted.iter_mut().for_each(|one| one.leave_out_unless_enough(case, decks));
        let seen = Seen::of(shares.into_iter().map(|share| share.glance).collect(), case.shape);
        Ok((counted, decks, seen))
    }

    /// How feeds are told to end.
    fn halt(&self) -> Halt<'_> {
        Halt::new(self.options.interrupt).with_deadline(self.options.deadline)
    }

    /// Threads that count blocks.
    fn threads(&self) -> usize {
        match self.options.threads {
            0 => thread::available_parallelism().map_or(1, usize::from),
            threads => threads,
        }
    }

    /// The trials of a case in a stage.
    fn trials<'b>(
        &self,
        case: &'b Case,
        stage: u64,
        halt: &'b Halt<'b>,
        next: &'b AtomicU64,
    ) -> Trials<'b> {
        Trials { seed: self.plan.seed, stage, case, set: self.options.instruction_set, halt, next }
    }

    /// Tells of so many more decks.
    fn tell(&self, case: &Case, decks: u64) {
        if case.subject.recorded().is_some() {
            (self.options.progress)(Progress::More(decks));
        }
        (self.options.progress)(Progress::Trials(decks));
    }
}

/// What these feeds of a case have seen beside its decks.
fn seen_by(feeds: &mut [Box<dyn Feed + '_>], case: &Case) -> Seen {
    Seen::of(feeds.iter_mut().map(|feed| feed.glance()).collect(), case.shape)
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

impl Counted {
    /// A metric that cannot judge so few decks is left out, unless it was asked for by name.
    fn leave_out_unless_enough(&mut self, case: &Case, trials: u64) {
        if let Ok(measured) = &self.metric
            && let needed = measured.metric.trials_needed()
            && needed > trials
            && case.tests.is_none()
        {
            self.metric = Err(Outcome::TooFewTrials { trials, needed });
        }
    }
}

/// The metrics that a case wants, empty still; those that could not judge anyway are not counted unless
/// they were asked for by name.
fn metrics_of(case: &Case) -> Vec<Counted> {
    case.metrics()
        .map(|entry| {
            let metric = match entry.build(case.shape) {
                Err(why) => Err(Outcome::NotApplicable { why: why.to_string() }),
                Ok(metric) => Ok(Measured { tally: Tally::new(metric.cells()), metric }),
            };
            let mut counted = Counted { entry, metric };
            counted.leave_out_unless_enough(case, case.trials);
            counted
        })
        .collect()
}

/// At most so many tests of the case will judge.
fn most_tests(case: &Case) -> usize {
    if case.spec.sequential {
        return 1;
    }
    let judges = |entry: &MetricEntry| {
        entry.build(case.shape).is_ok_and(|metric| metric.trials_needed() <= case.trials)
    };
    let judging = case.metrics().filter(|entry| judges(entry));
    judging.map(|entry| tests_wanted(case, entry).count()).sum()
}

/// The tests of a metric that the case wants.
fn tests_wanted<'a>(
    case: &'a Case,
    entry: &'a MetricEntry,
) -> impl Iterator<Item = &'static TestEntry> + 'a {
    entry.tests.iter().filter(|test| case.wants(entry, test.id))
}

/// What the threads of a case have in common.
struct Work<'a> {
    engine: &'a Engine<'a>,
    trials: Trials<'a>,
    metrics: &'a [&'a dyn Metric],
}

/// What one thread has counted.
struct Share {
    trials: u64,
    glance: Glance,
    tallies: Vec<Tally>,
}

impl Work<'_> {
    /// Counts each feed on a thread of its own.
    ///
    /// The first fault stops them all; it is the news, and not that the others were stopped.
    fn shared(&self, mut feeds: Feeds<'_>) -> Result<Vec<Share>, RunError> {
        let shares: Vec<Result<Share, Halted>> = thread::scope(|scope| {
            let spawn = |feed| {
                let work = move || self.share(feed);
                thread::Builder::new().spawn_scoped(scope, work)
            };
            let threads = feeds.0.drain(..).map(spawn).collect::<Result<Vec<_>, _>>();
            let threads = threads.inspect_err(|_| self.trials.halt.stop())?;
            let join = |thread: thread::ScopedJoinHandle<'_, _>| {
                thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            };
            Ok::<_, RunError>(threads.into_iter().map(join).collect())
        })?;
        let (mut counted, mut halted) = (Vec::new(), Vec::new());
        for share in shares {
            match share {
                Ok(share) => counted.push(share),
                Err(one) => halted.push(one),
            }
        }
        // Blocks are taken in order and each that was taken is filled, so which fault is the first does not depend
        // on the threads.
        let order = |one: &Halted| match one {
            Halted::Fault(_) => 0,
            Halted::FaultIn { block, .. } => *block,
            Halted::Interrupted | Halted::Stopped => u64::MAX,
        };
        match halted.into_iter().min_by_key(order) {
            Some(halted) => Err(self.trials.error(halted)),
            None => Ok(counted),
        }
    }

    /// Counts a feed to its end.
    fn share(&self, mut feed: Box<dyn Feed + '_>) -> Result<Share, Halted> {
        let mut counters: Vec<Counter> =
            self.metrics.iter().map(|metric| Counter::new(*metric)).collect();
        let mut trials = 0;
        let stop = |_: &Halted| self.trials.halt.stop();
        while let Some(decks) = feed.next().inspect_err(stop)? {
            for (counter, metric) in counters.iter_mut().zip(self.metrics) {
                counter.observe(*metric, &decks);
            }
            trials += decks.trials() as u64;
            self.engine.tell(self.trials.case, decks.trials() as u64);
        }
        let glance = feed.glance();
        Ok(Share { trials, glance, tallies: counters.into_iter().map(Counter::tally).collect() })
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
