//! Looks: all cases of a plan, in one stage, as tasks of the queue; each is judged when its last block is counted.

use super::{
    lock::lock,
    options::{Judged, Options, Progress},
    pool::{self, AmongWorkers},
    queue::{Counted, CountedBy, Counting, Start, Task, Work},
};
use crate::{
    Case, Fault, Plan,
    block_set::BlockSet,
    findings::Observations,
    seeds::Stage,
    tallies::{LedgerError, Share},
};
use shuffle_deck::Rows;
use shuffle_metrics::{
    Counter, Decks, Exhibit, Judgement, Metric, MetricEntry, Outcome, SEQUENTIAL, Sequential,
    Tally, judge_by_replicates,
};
use std::{
    ops::ControlFlow,
    sync::{
        Mutex, OnceLock, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

/// The purpose of a look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    Judge,
    /// The counts that can be shown, without judgements, which may take longer than counting.
    Show,
    Tally(Share),
}

/// Facts recorded about a case before its look.
#[derive(Debug, Default)]
pub(super) struct Recorded {
    /// True if the record has all decks of the look.
    pub(super) is_all: bool,
    /// See [`CaseTallies::repeatable`](crate::tallies::CaseTallies::repeatable).
    pub(super) repeatable: Option<bool>,
}

pub(super) struct Looks<'a> {
    pub(super) plan: &'a Plan,
    pub(super) options: &'a Options<'a>,
    pub(super) cases: &'a [&'a Case],
    pub(super) stage: Stage,
    pub(super) purpose: Purpose,
    /// The logarithm of the value that a bet on decks of the run must reach. It depends on all cases, and is computed only for bets.
    ln_goal: OnceLock<f64>,
    /// The number of decks of each case whose progress was reported.
    pub(super) told: Vec<AtomicU64>,
    looked: Vec<Mutex<Option<Result<Looked, Fault>>>>,
    /// Facts recorded earlier about each case.
    pub(super) recorded: Vec<OnceLock<Recorded>>,
    pub(super) failed: Mutex<Option<LedgerError>>,
}

pub(super) struct Looked {
    /// The number of decks.
    pub(super) trials: u64,
    pub(super) judgements: Vec<Judgement>,
    /// True if the tests were requested by name.
    pub(super) asked_for: bool,
    /// The counts to show.
    pub(super) exhibits: Vec<Exhibit>,
    /// The observations except the decks.
    pub(super) seen: Observations,
}

impl<'a> Looks<'a> {
    pub(super) fn new(
        plan: &'a Plan,
        options: &'a Options<'a>,
        cases: &'a [&'a Case],
        stage: Stage,
        purpose: Purpose,
    ) -> Self {
        let told = cases.iter().map(|_| AtomicU64::new(0)).collect();
        let looked = cases.iter().map(|_| Mutex::new(None)).collect();
        let recorded = cases.iter().map(|_| OnceLock::new()).collect();
        let (ln_goal, failed) = (OnceLock::new(), Mutex::new(None));
        Self { plan, options, cases, stage, purpose, ln_goal, told, looked, recorded, failed }
    }

    /// The result of each look; `None` for those that were cut off.
    pub(super) fn looked(self) -> Vec<Option<Result<Looked, Fault>>> {
        let inner = |one: Mutex<_>| one.into_inner().unwrap_or_else(PoisonError::into_inner);
        self.looked.into_iter().map(inner).collect()
    }

    fn ln_goal(&self, case: &Case) -> f64 {
        if case.is_recorded() {
            return -self.plan.budget_of(case).test_level(most_tests(case)).ln();
        }
        *self.ln_goal.get_or_init(|| {
            let live = self.cases.iter().copied().filter(|case| !case.is_recorded());
            -self.plan.budget.test_level(live.map(most_tests).sum()).ln()
        })
    }
}

impl Work for Looks<'_> {
    type Counting = OfCase;

    fn tasks(&self) -> usize {
        self.cases.len()
    }

    fn task(&self, index: usize) -> Task<'_> {
        Task { case: self.cases[index], seed: self.plan.seed, stage: self.stage }
    }

    fn begin(&self, index: usize) -> OfCase {
        let case = self.cases[index];
        (self.options.progress)(Progress::Case(case));
        if case.sequential {
            let (ln_goal, most, bet) =
                (self.ln_goal(case), case.trials, Sequential::new(case.shape));
            return OfCase::Bet { bet: Box::new(bet), ln_goal, most };
        }
        OfCase::Tests { wanted: wanted_metrics(case, index), most: case.trials }
    }

    fn start(&self, index: usize, counting: &OfCase) -> Start<OfCase> {
        self.start_from_ledger(index, counting)
    }

    fn keep_every(&self) -> Option<Duration> {
        self.options.ledger?.keep_every()
    }

    fn keep(&self, index: usize, sum: &mut Sum, blocks: &BlockSet, trials: u64) {
        self.keep_so_far(index, sum, blocks, trials);
    }

    fn kept(&self) {
        if let Some(ledger) = self.options.ledger {
            ledger.kept();
        }
    }

    fn end(&self, index: usize, counting: &OfCase, counted: CountedBy<OfCase>) {
        let case = self.cases[index];
        (self.options.progress)(Progress::Counted(case));
        let counted = self.keep_result(index, counting, counted);
        let looked = match (counted, self.purpose) {
            (Ok(counted), Purpose::Judge) => Ok(self.look(index, counting, counted)),
            (Ok(counted), Purpose::Show) => Ok(counting.show(counted)),
            (Ok(counted), Purpose::Tally(_)) => Ok(Looked::unjudged(counted.trials)),
            (Err(fault), _) => Err(Fault::Subject(fault)),
        };
        if !case.is_recorded() {
            let left = self.planned(index).saturating_sub(self.told[index].load(Ordering::Relaxed));
            (self.options.progress)(Progress::Less(left));
        }
        // After an interrupt a result may lack what the interrupt cut off.
        if self.options.interrupt.load(Ordering::Relaxed) {
            return;
        }
        (self.options.progress)(match &looked {
            Ok(_) if self.purpose != Purpose::Judge => Progress::Less(0),
            Ok(Looked { trials, judgements, asked_for, .. }) => Progress::Judged(Judged {
                case,
                stage: self.stage,
                trials: *trials,
                judgements,
                asked_for: *asked_for,
            }),
            Err(fault) => Progress::Faulted(case, fault),
        });
        *lock(&self.looked[index]) = Some(looked);
    }

    fn tell(&self, index: usize, decks: u64) {
        self.told[index].fetch_add(decks, Ordering::Relaxed);
        if self.cases[index].is_recorded() {
            (self.options.progress)(Progress::More(decks));
        }
        (self.options.progress)(Progress::Trials(decks));
    }
}

pub(super) enum OfCase {
    Tests {
        wanted: Vec<WantedMetric>,
        /// The maximum number of decks.
        most: u64,
    },
    /// Bets on its decks, until it is decided.
    Bet {
        /// The bet before the first deck.
        bet: Box<Sequential>,
        /// The logarithm of the value that it must reach.
        ln_goal: f64,
        /// The maximum number of decks.
        most: u64,
    },
}

/// The counts of a case.
pub(super) enum Sum {
    Tests(Vec<Counter>),
    /// The bet; true if it is decided.
    Bet(Box<Sequential>, bool),
}

impl Looked {
    /// The decks of a look that is not judged here.
    fn unjudged(trials: u64) -> Self {
        let (judgements, exhibits) = (Vec::new(), Vec::new());
        Self { trials, judgements, asked_for: false, exhibits, seen: Observations::default() }
    }
}

impl OfCase {
    pub(super) fn metrics(&self) -> impl Iterator<Item = &dyn Metric> {
        let wanted = match self {
            Self::Tests { wanted, .. } => wanted.as_slice(),
            Self::Bet { .. } => &[],
        };
        wanted.iter().filter_map(|one| Some(one.metric.as_ref().ok()?.as_ref()))
    }

    fn show(&self, counted: Counted<Sum>) -> Looked {
        let exhibits = match counted.sum {
            Sum::Tests(counters) => {
                let tallies = counters.into_iter().map(Counter::tally);
                let shown = self.metrics().zip(tallies);
                shown.filter_map(|(metric, tally)| metric.exhibit(&tally)).collect()
            }
            Sum::Bet(..) => Vec::new(),
        };
        Looked { exhibits, ..Looked::unjudged(counted.trials) }
    }

    pub(super) fn look(&self, case: &Case, counted: Counted<Sum>) -> Looked {
        let Counted { sum, trials, glances } = counted;
        let seen = Observations::of(&glances, case.shape);
        match (sum, self) {
            (Sum::Bet(mut bet, is_decided), &Self::Bet { ln_goal, .. }) => {
                if !is_decided {
                    bet.observe::<u8>(&[], true, ln_goal);
                }
                let outcome = Outcome::Judged(bet.evidence());
                let judgements = vec![Judgement { test: SEQUENTIAL.id, outcome }];
                let (trials, exhibits) = (bet.decks(), Vec::new());
                Looked { trials, judgements, asked_for: true, exhibits, seen }
            }
            (Sum::Tests(counters), Self::Tests { wanted, .. }) => {
                let mut tallies = counters.into_iter().map(Counter::tally);
                let measured: Vec<Measured<'_>> = wanted
                    .iter()
                    .map(|one| Measured::new(one, &mut tallies, case, trials))
                    .filter(|one| case.tests.is_some() || one.entry.scope.allows(trials))
                    .collect();
                // Workers that have no more blocks help: at the end of a plan judging is all that is left.
                let judged: Vec<(Vec<Judgement>, Vec<Exhibit>)> =
                    pool::one_by_one(&measured, |one| one.judge(case));
                let (judgements, exhibits): (Vec<_>, Vec<_>) = judged.into_iter().unzip();
                let is_answer = |judgement: &Judgement| {
                    judgement.evidence().is_some() || case.asks_for(judgement.test)
                };
                let judgements = judgements.into_iter().flatten().filter(is_answer).collect();
                let exhibits = exhibits.into_iter().flatten().collect();
                Looked { trials, judgements, asked_for: case.tests.is_some(), exhibits, seen }
            }
            (Sum::Bet(..), Self::Tests { .. }) | (Sum::Tests(_), Self::Bet { .. }) => {
                unreachable!("a sum is of its own counting")
            }
        }
    }
}

impl Counting for OfCase {
    type Sum = Sum;

    fn empty(&self) -> Sum {
        match self {
            Self::Tests { .. } => Sum::Tests(self.metrics().map(Counter::new).collect()),
            Self::Bet { bet, .. } => Sum::Bet(bet.clone(), false),
        }
    }

    fn observe(&self, sum: &mut Sum, decks: &Decks<'_>) -> ControlFlow<()> {
        match (sum, self) {
            (Sum::Tests(counters), Self::Tests { .. }) => {
                for (counter, metric) in counters.iter_mut().zip(self.metrics()) {
                    counter.observe(metric, decks);
                }
            }
            (Sum::Bet(bet, is_decided), &Self::Bet { ln_goal, most, .. }) => {
                let decided = match decks.rows() {
                    Rows::Narrow(rows) => bet.observe(rows, false, ln_goal),
                    Rows::Wide(rows) => bet.observe(rows, false, ln_goal),
                };
                // After its last deck an external subject must also end without a fault.
                if decided && bet.decks() < most {
                    *is_decided = true;
                    return ControlFlow::Break(());
                }
            }
            _ => unreachable!("a sum is of its own counting"),
        }
        ControlFlow::Continue(())
    }

    fn merge(&self, sum: &mut Sum, other: Sum) {
        if let (Sum::Tests(sum), Sum::Tests(other)) = (sum, other) {
            sum.iter_mut().zip(other).for_each(|(sum, other)| sum.merge(other));
        }
    }

    fn bytes(&self) -> usize {
        let (Self::Tests { most, .. } | Self::Bet { most, .. }) = self;
        self.metrics().map(|metric| Counter::bytes(metric, *most)).sum()
    }

    fn in_order(&self) -> bool {
        matches!(self, Self::Bet { .. })
    }
}

/// A metric with a test that the case wants, or the reason why it cannot judge.
pub(super) struct WantedMetric {
    entry: &'static MetricEntry,
    metric: Result<Box<dyn Metric>, Outcome>,
}

/// The metrics that a case wants. One that needs more decks is not counted, unless tests were requested by name or it has
/// something to show of few.
///
/// Each case begins with another one: workers that begin cases of one shape at the same time work out different laws, not one of
/// them each while the others wait for it.
fn wanted_metrics(case: &Case, index: usize) -> Vec<WantedMetric> {
    let mut entries: Vec<&'static MetricEntry> = case.metrics().collect();
    let first = index % entries.len().max(1);
    entries.rotate_left(first);
    let mut wanted: Vec<WantedMetric> = entries
        .into_iter()
        .map(|entry| {
            let metric = match case.build(entry) {
                Err(why) => Err(Outcome::NotApplicable { why: why.to_string() }),
                Ok(metric) => match too_few(metric.as_ref(), case, case.trials) {
                    Some(outcome) if !metric.shows_few() => Err(outcome),
                    _ => Ok(metric),
                },
            };
            WantedMetric { entry, metric }
        })
        .collect();
    wanted.rotate_right(first);
    wanted
}

/// The outcome of a metric that needs more decks; `None` if tests were requested by name.
fn too_few(metric: &dyn Metric, case: &Case, trials: u64) -> Option<Outcome> {
    let needed = metric.trials_needed();
    (needed > trials && case.tests.is_none()).then_some(Outcome::TooFewTrials { trials, needed })
}

/// A metric and its counts.
struct Measured<'a> {
    entry: &'static MetricEntry,
    tally: Result<(&'a dyn Metric, Tally), Outcome>,
    too_few: Option<Outcome>,
}

impl<'a> Measured<'a> {
    /// Checks the number of decks again: a recording's number is known only now.
    fn new(
        wanted: &'a WantedMetric,
        tallies: &mut impl Iterator<Item = Tally>,
        case: &Case,
        trials: u64,
    ) -> Self {
        let (tally, too_few) = match &wanted.metric {
            Err(outcome) => (Err(outcome.clone()), None),
            Ok(metric) => {
                let tally = tallies.next().expect("each metric that counts has a tally");
                (Ok((metric.as_ref(), tally)), too_few(metric.as_ref(), case, trials))
            }
        };
        Self { entry: wanted.entry, tally, too_few }
    }

    /// The judgements of the tests that the case wants, also of those that could not be made, and what can be drawn.
    fn judge(&self, case: &Case) -> (Vec<Judgement>, Vec<Exhibit>) {
        let is_wanted = |test: &'static str| case.wants(self.entry, test);
        let not_made = |outcome: &Outcome| {
            let wanted = self.entry.tests.iter().filter(|test| is_wanted(test.id));
            wanted.map(|test| Judgement { test: test.id, outcome: outcome.clone() }).collect()
        };
        let (metric, tally) = match &self.tally {
            Ok(counted) => counted,
            Err(outcome) => return (not_made(outcome), Vec::new()),
        };
        let (mut judgements, exhibits) = match &self.too_few {
            None => metric.judge_and_show(tally, &is_wanted, &AmongWorkers),
            Some(outcome) => {
                let shown = metric.exhibit(tally).filter(|_| metric.shows_few());
                let few = shown.and_then(|it| it.different()).map(Exhibit::Different);
                (not_made(outcome), few.into_iter().collect())
            }
        };
        // Decks that are drawn in the run are judged at levels that replicates don't reach.
        if case.is_recorded() {
            judge_by_replicates(*metric, tally, &mut judgements);
        }
        (judgements, exhibits)
    }
}

/// The maximum number of tests of the case that will judge.
pub(super) fn most_tests(case: &Case) -> usize {
    if case.sequential {
        return 1;
    }
    let judges = |entry: &MetricEntry| {
        entry.scope.allows(case.trials)
            && case.build(entry).is_ok_and(|metric| metric.trials_needed() <= case.trials)
    };
    let judging = case.metrics().filter(|entry| judges(entry));
    judging.map(|entry| entry.tests.iter().filter(|test| case.wants(entry, test.id)).count()).sum()
}
