//! One look at one case: its decks are counted, each thread into tallies of its own, and judged.

use super::{
    Judged, Options, Progress, RunError,
    feeds::{Feeds, Trials},
};
use crate::{
    Case, Plan,
    block::trials_per_block,
    findings::Seen,
    stream::{Feed, Glance, Halt, Halted},
};
use shuffle_metrics::{
    Counter, Judgement, Metric, Outcome, Rows, Tally,
    metric::{Exhibit, MetricEntry, TestEntry},
    sequential::Sequential,
};
use std::{
    sync::atomic::{AtomicU64, Ordering},
    thread,
};

/// A look at a case that is to be made.
pub(super) struct Look<'a> {
    plan: &'a Plan,
    options: &'a Options<'a>,
    case: &'a Case,
    stage: u64,
    /// Decks of which the progress was told.
    told: AtomicU64,
}

/// What came of a look.
pub(super) struct Looked {
    /// The decks.
    pub(super) trials: u64,
    /// What each test said of them.
    pub(super) judgements: Vec<Judgement>,
    /// Whether the tests were asked for by name.
    pub(super) asked_for: bool,
    /// The counts, to be shown.
    pub(super) exhibits: Vec<Exhibit>,
    /// What was seen beside the decks.
    pub(super) seen: Seen,
}

impl Looked {
    /// What the progress is told of it.
    pub(super) fn news<'a>(&'a self, case: &'a Case, stage: u64) -> Judged<'a> {
        let Self { trials, ref judgements, asked_for, .. } = *self;
        Judged { case, stage, trials, judgements, asked_for }
    }
}

impl<'a> Look<'a> {
    pub(super) fn new(
        plan: &'a Plan,
        options: &'a Options<'a>,
        case: &'a Case,
        stage: u64,
    ) -> Self {
        Self { plan, options, case, stage, told: AtomicU64::new(0) }
    }

    /// Counts and judges the case; `most_tests` is the number of tests of all cases, at most.
    pub(super) fn run(&self, most_tests: &dyn Fn() -> usize) -> Result<Looked, RunError> {
        let looked = if self.case.spec.sequential {
            self.until_decided(-self.plan.budget.test_level(most_tests()).ln()).map(
                |(decided, seen)| Looked {
                    trials: decided.decks(),
                    judgements: vec![decided.judgement()],
                    asked_for: true,
                    exhibits: Vec::new(),
                    seen,
                },
            )
        } else {
            self.count().map(|(counted, trials, seen)| Looked {
                trials,
                judgements: judge(self.case, &counted),
                asked_for: self.case.tests.is_some(),
                exhibits: exhibit(&counted),
                seen,
            })
        };
        if self.case.subject.recorded().is_none() {
            let left = self.case.trials.saturating_sub(self.told.load(Ordering::Relaxed));
            (self.options.progress)(Progress::Less(left));
        }
        looked
    }

    /// Bets on the decks of a case, in an order that does not depend on timing, until it is decided.
    ///
    /// One thread does it: the next look needs the last. Of several streams the blocks come in turn.
    fn until_decided(&self, ln_goal: f64) -> Result<(Sequential, Seen), RunError> {
        let case = self.case;
        let mut sequential = Sequential::new(case.shape);
        let (halt, next) = (self.halt(), AtomicU64::new(0));
        let trials = self.trials(&halt, &next);
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
                self.tell(decks.trials() as u64);
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
    fn count(&self) -> Result<(Vec<Counted>, u64, Seen), RunError> {
        let case = self.case;
        let mut counted = metrics_of(case);
        let metrics: Vec<&dyn Metric> = counted
            .iter()
            .filter_map(|one| Some(one.metric.as_ref().ok()?.metric.as_ref()))
            .collect();
        let (halt, next) = (self.halt(), AtomicU64::new(0));
        let trials = self.trials(&halt, &next);
        let work = Work { look: self, trials, metrics: &metrics };
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

    /// Threads that count blocks: no more than there are blocks.
    fn threads(&self) -> usize {
        let wanted = match self.options.threads {
            0 => thread::available_parallelism().map_or(1, usize::from),
            threads => threads,
        };
        wanted.min(usize::try_from(blocks(self.case)).unwrap_or(wanted)).max(1)
    }

    /// The trials of a case in a stage.
    fn trials<'b>(&'b self, halt: &'b Halt<'b>, next: &'b AtomicU64) -> Trials<'b> {
        let (seed, set) = (self.plan.seed, self.options.instruction_set);
        Trials { seed, stage: self.stage, case: self.case, set, halt, next }
    }

    /// Tells of so many more decks.
    fn tell(&self, decks: u64) {
        self.told.fetch_add(decks, Ordering::Relaxed);
        if self.case.subject.recorded().is_some() {
            (self.options.progress)(Progress::More(decks));
        }
        (self.options.progress)(Progress::Trials(decks));
    }
}

/// What these feeds of a case have seen beside its decks.
fn seen_by(feeds: &mut [Box<dyn Feed + '_>], case: &Case) -> Seen {
    Seen::of(feeds.iter_mut().map(|feed| feed.glance()).collect(), case.shape)
}

/// The blocks of a case.
fn blocks(case: &Case) -> u64 {
    case.trials.div_ceil(trials_per_block(case.shape.cards()))
}

/// Whether a case is so small that more than one thread is of no use to it, and has no news of its own to wait for.
pub(super) fn is_small(case: &Case) -> bool {
    case.subject.job().is_some() && !case.spec.sequential && blocks(case) <= 1
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
pub(super) fn most_tests(case: &Case) -> usize {
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
    look: &'a Look<'a>,
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
    /// Counts all feeds.
    ///
    /// The first fault stops them all; it is the news, and not that the others were stopped.
    fn shared(&self, mut feeds: Feeds<'_>) -> Result<Vec<Share>, RunError> {
        let shares = match feeds.0.len() {
            1 => feeds.0.drain(..).map(|feed| self.share(feed)).collect(),
            _ => self.on_threads(&mut feeds)?,
        };
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

    /// Counts each feed on a thread of its own, to the end of all of them.
    fn on_threads(&self, feeds: &mut Feeds<'_>) -> Result<Vec<Result<Share, Halted>>, RunError> {
        thread::scope(|scope| {
            let spawn = |feed| {
                let work = move || self.share(feed);
                thread::Builder::new().spawn_scoped(scope, work)
            };
            let threads = feeds.0.drain(..).map(spawn).collect::<Result<Vec<_>, _>>();
            let threads = threads.inspect_err(|_| self.trials.halt.stop())?;
            let join = |thread: thread::ScopedJoinHandle<'_, _>| {
                thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            };
            Ok(threads.into_iter().map(join).collect())
        })
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
            self.look.tell(decks.trials() as u64);
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
