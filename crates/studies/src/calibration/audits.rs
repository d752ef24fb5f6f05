//! The audits of a calibration, as tasks of the engine's queue.

use super::attained::known_tests;
use crate::{
    outcomes::{Caught, Outcomes},
    part::part,
    poison::{lock, unlocked},
};
use shuffle_audit::{
    Case,
    engine::{
        Options, Pool, Progress, RunError,
        queue::{self, CountedBy, Counting, Task, Work},
    },
    seeds::{PlanSeed, Stage},
    source::SourceError,
};
use shuffle_metrics::{
    Counter, Decks, Judgement, Metric, Scope, Tally, Verdict,
    catalogue::METRICS,
    verdict::{Budget, of_case},
};
use std::{
    f64::consts::SQRT_2, marker::PhantomData, ops::ControlFlow, sync::Mutex, time::Duration,
};

/// Decks at the first look for a defect; looks are a factor sqrt(2) apart.
const FIRST_LOOK: f64 = 64.0;

/// The numbers of decks at which a defect is examined: each sqrt(2) times the one before, to `most`.
pub(super) fn ladder(first: f64, most: u64) -> Vec<u64> {
    let (mut looks, mut next) = (Vec::new(), first);
    loop {
        let look = (next.round() as u64).min(most);
        looks.push(look);
        if look == most {
            return looks;
        }
        next *= SQRT_2;
    }
}

/// A case with the metrics of the battery, built once for all audits of it.
pub(super) struct Audited {
    pub(super) case: Case,
    /// The numbers of decks at which a hunt looks; the last of them are its trials.
    looks: Vec<u64>,
    metrics: Vec<AuditedMetric>,
}

/// A metric of the battery, with the decks on which its counts depend.
struct AuditedMetric {
    metric: Box<dyn Metric>,
    scope: Scope,
}

impl Audited {
    /// A case, with all metrics of the battery that can judge its number of decks.
    pub(super) fn new(case: Case) -> Self {
        let looks = ladder(FIRST_LOOK, case.trials);
        Self::with_looks(case, looks)
    }

    /// The same, with looks at these numbers of decks, in ascending order.
    pub(super) fn with_looks(case: Case, looks: Vec<u64>) -> Self {
        let case = Case { trials: looks.last().copied().unwrap_or(case.trials), ..case };
        let built =
            METRICS.iter().filter(|entry| entry.in_battery && entry.scope.allows(case.trials));
        let built = built.filter_map(|entry| {
            let (metric, scope) = (case.build(entry).ok()?, entry.scope);
            (metric.trials_needed() <= case.trials).then_some(AuditedMetric { metric, scope })
        });
        let metrics = built.collect();
        Self { case, looks, metrics }
    }

    fn metrics(&self) -> impl Iterator<Item = &dyn Metric> {
        self.metrics.iter().map(|one| one.metric.as_ref())
    }

    fn bytes(&self) -> usize {
        self.metrics().map(|metric| Counter::bytes(metric, self.case.trials)).sum()
    }
}

/// Audits each case `runs` times, but for the audits whose outcome is known.
pub(super) fn sound(
    audited: &[Audited],
    (seed, runs): (PlanSeed, u64),
    outcomes: &Outcomes,
    on: (&Pool, &Options<'_>),
) -> Result<(), RunError> {
    let todo = outcomes.audits_left(audited.len() as u64 * runs);
    let audits = Audits::<Battery<'_>>::new(audited, (seed, todo), outcomes, on.1);
    let decks = (0..audits.tasks()).map(|index| audits.task(index).case.trials).sum();
    (on.1.progress)(Progress::More(decks));
    audits.count(on)
}

/// Audits of cases, each a task.
struct Audits<'a, K> {
    audited: &'a [Audited],
    seed: PlanSeed,
    /// The numbers of the audits; the cases alternate.
    todo: Vec<u64>,
    outcomes: &'a Outcomes,
    options: &'a Options<'a>,
    fault: Mutex<Option<(String, SourceError)>>,
    kind: PhantomData<K>,
}

/// The counts of an audit, and their use.
trait AuditKind<'a>: Counting + Send + Sized {
    fn new(audited: &'a Audited) -> Self;

    fn stage(audit: u64) -> Stage;

    /// True if the audits of a case are adjacent in time, so that news of it come once.
    const IS_CASE_BY_CASE: bool;

    fn note(&self, audits: &Audits<'a, Self>, index: usize, sum: Self::Sum);
}

impl<'a, K: AuditKind<'a>> Audits<'a, K> {
    fn new(
        audited: &'a [Audited],
        (seed, todo): (PlanSeed, Vec<u64>),
        outcomes: &'a Outcomes,
        options: &'a Options<'a>,
    ) -> Self {
        let fault = Mutex::new(None);
        Self { audited, seed, todo, outcomes, options, fault, kind: PhantomData }
    }

    /// The case of an audit, and the number of the audit within its case.
    fn of(&self, index: usize) -> (usize, u64) {
        let (number, cases) = (self.todo[index], self.audited.len() as u64);
        ((number % cases) as usize, number / cases)
    }

    /// Makes all audits; the fault of a shuffle is an error.
    fn count(self, (pool, options): (&Pool, &Options<'_>)) -> Result<(), RunError> {
        queue::count(&self, pool, options)?;
        let fault = unlocked(self.fault);
        fault.map_or(Ok(()), |(case, fault)| Err(RunError::Source { case, fault }))
    }
}

impl<'a, K: AuditKind<'a>> Work for Audits<'a, K> {
    type Counting = K;

    fn tasks(&self) -> usize {
        self.todo.len()
    }

    fn task(&self, index: usize) -> Task<'_> {
        let (case, audit) = self.of(index);
        Task { case: &self.audited[case].case, seed: self.seed, stage: K::stage(audit) }
    }

    fn begin(&self, index: usize) -> K {
        let (case, _) = self.of(index);
        if K::IS_CASE_BY_CASE && (index == 0 || self.of(index - 1).0 != case) {
            (self.options.progress)(Progress::Case(&self.audited[case].case));
        }
        K::new(&self.audited[case])
    }

    fn keep_every(&self) -> Option<Duration> {
        self.outcomes.keep_every()
    }

    fn kept(&self) {
        self.outcomes.kept();
    }

    fn end(&self, index: usize, counting: &K, counted: CountedBy<K>) {
        match counted {
            Ok(counted) => counting.note(self, index, counted.sum),
            Err(fault) => {
                let case = self.audited[self.of(index).0].case.id();
                lock(&self.fault).get_or_insert((case.to_owned(), fault));
            }
        }
    }

    fn tell(&self, _: usize, decks: u64) {
        (self.options.progress)(Progress::Trials(decks));
    }
}

/// All metrics of an audited case.
struct Battery<'a>(&'a Audited);

impl Counting for Battery<'_> {
    type Sum = Vec<Counter>;

    fn empty(&self) -> Vec<Counter> {
        self.0.metrics().map(Counter::new).collect()
    }

    fn observe(&self, sum: &mut Vec<Counter>, decks: &Decks<'_>) -> ControlFlow<()> {
        sum.iter_mut().zip(self.0.metrics()).for_each(|(one, metric)| one.observe(metric, decks));
        ControlFlow::Continue(())
    }

    fn merge(&self, sum: &mut Vec<Counter>, other: Vec<Counter>) {
        sum.iter_mut().zip(other).for_each(|(sum, other)| sum.merge(other));
    }

    fn bytes(&self) -> usize {
        self.0.bytes()
    }
}

impl<'a> AuditKind<'a> for Battery<'a> {
    const IS_CASE_BY_CASE: bool = false;

    fn new(audited: &'a Audited) -> Self {
        Self(audited)
    }

    fn stage(run: u64) -> Stage {
        Stage::Calibration(run)
    }

    fn note(&self, audits: &Audits<'a, Self>, index: usize, sum: Vec<Counter>) {
        let (case, run) = audits.of(index);
        // Only p-values are gathered; the counts are enough for them, where there are any.
        let judge = |(audited, counter): (&AuditedMetric, Counter)| {
            let tally = counter.tally();
            audited.metric.judge(&match audited.scope {
                Scope::Trials | Scope::Few => tally,
                _ => tally.counts_only(),
            })
        };
        let judgements: Vec<Judgement> = self.0.metrics.iter().zip(sum).flat_map(judge).collect();
        // Each run keeps only its p-values: ten thousand runs of all judgements would fill the memory.
        let p_values = judgements.iter().map(|one| Some(one.evidence()?.p_value));
        let tests = (run == 0).then(|| (case as u64, known_tests(&judgements)));
        audits.outcomes.audited(audits.todo[index], p_values.collect(), tests);
    }
}

/// Gives each defect more and more decks, look by look, until the battery rejects it under the
/// default budget; `times` times each, but for the hunts whose outcome is known.
pub(super) fn until_caught(
    audited: &[Audited],
    (seed, times): (PlanSeed, u64),
    outcomes: &Outcomes,
    on: (&Pool, &Options<'_>),
) -> Result<(), RunError> {
    let mut todo = outcomes.hunts_left(audited.len() as u64 * times);
    // All hunts for a defect are adjacent in time, so that news of it come once.
    todo.sort_by_key(|number| (number % audited.len() as u64, *number));
    Audits::<Hunt<'_>>::new(audited, (seed, todo), outcomes, on.1).count(on)
}

/// A hunt for one defect: a look at all decks so far, again and again.
struct Hunt<'a>(&'a Audited);

/// The counts of a hunt.
struct Trail {
    tallies: Vec<Tally>,
    decks: u64,
    looks: usize,
    /// The judgements of the last look, metric by metric.
    judged: Vec<Vec<Judgement>>,
    /// The decks at the last look.
    judged_at: u64,
    caught: Caught,
}

impl Counting for Hunt<'_> {
    type Sum = Trail;

    fn empty(&self) -> Trail {
        let tallies = self.0.metrics().map(|metric| Tally::new(metric.cells())).collect();
        Trail { tallies, decks: 0, looks: 0, judged: Vec::new(), judged_at: 0, caught: None }
    }

    fn observe(&self, trail: &mut Trail, decks: &Decks<'_>) -> ControlFlow<()> {
        let (mut from, end) = (decks.first_trial(), decks.first_trial() + decks.trials() as u64);
        while from < end {
            let Some(&look) = self.0.looks.get(trail.looks) else {
                return ControlFlow::Break(());
            };
            let to = end.min(from + (look - trail.decks));
            let some = part(decks, from, to);
            for (tally, metric) in trail.tallies.iter_mut().zip(self.0.metrics()) {
                tally.observe(metric, &some);
            }
            trail.decks += to - from;
            from = to;
            if trail.decks == look {
                trail.looks += 1;
                self.judge(trail);
                trail.caught = rejecting(&trail.judged).map(|test| (trail.decks, test));
                if trail.caught.is_some() {
                    return ControlFlow::Break(());
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn merge(&self, _: &mut Trail, _: Trail) {
        unreachable!("one worker counts in order")
    }

    fn bytes(&self) -> usize {
        self.0.bytes()
    }

    fn in_order(&self) -> bool {
        true
    }
}

impl<'a> AuditKind<'a> for Hunt<'a> {
    const IS_CASE_BY_CASE: bool = true;

    fn new(audited: &'a Audited) -> Self {
        Self(audited)
    }

    fn stage(audit: u64) -> Stage {
        Stage::Detection(audit)
    }

    fn note(&self, audits: &Audits<'a, Self>, index: usize, trail: Trail) {
        audits.outcomes.hunted(audits.todo[index], trail.caught);
    }
}

impl Hunt<'_> {
    /// Judges all decks so far. A metric that only looks at some of the decks has nothing new to say until there are
    /// more of those.
    fn judge(&self, trail: &mut Trail) {
        let before = std::mem::take(&mut trail.judged);
        let mut before = before.into_iter();
        let judge = |(audited, tally): (&AuditedMetric, &Tally)| {
            let (metric, seen) = (audited.metric.as_ref(), before.next());
            let size = metric.summary_size();
            let is_the_same = audited.scope == Scope::Trials
                && metric.cells() == 0
                && size.of_trials(trail.decks) == size.of_trials(trail.judged_at);
            seen.filter(|_| is_the_same).unwrap_or_else(|| metric.judge(tally))
        };
        trail.judged = self.0.metrics.iter().zip(&trail.tallies).map(judge).collect();
        trail.judged_at = trail.decks;
    }
}

/// The test that rejects most clearly, if any does under the default budget.
fn rejecting(judged: &[Vec<Judgement>]) -> Option<&'static str> {
    let judgements = judged.iter().flatten().cloned().collect();
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
