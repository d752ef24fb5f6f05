//! The audits of a calibration, as tasks of the engine's queue.

use super::attained::known_tests;
use crate::{
    outcomes::{Caught, Outcomes},
    part::part,
    poison::lock,
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
    Counter, Decks, Judgement, Metric, Tally, Verdict,
    catalogue::METRICS,
    metric::Scope,
    verdict::{Budget, of_case},
};
use std::{f64::consts::SQRT_2, ops::ControlFlow, sync::Mutex, time::Duration};

/// Decks at the first look for a defect; looks are a factor sqrt(2) apart.
const FIRST_LOOK: f64 = 64.0;

/// The numbers of decks at which a defect is looked at: each sqrt(2) times the one before, to `most`.
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

    /// The same, looked at when there are so many decks, which ascend.
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
    (pool, options): (&Pool, &Options<'_>),
) -> Result<(), RunError> {
    let todo = outcomes.audits_left(audited.len() as u64 * runs);
    let sound = Sound { audited, seed, todo, outcomes, options, fault: Mutex::new(None) };
    let decks = (0..sound.tasks()).map(|index| sound.task(index).case.trials).sum();
    (options.progress)(Progress::More(decks));
    queue::count(&sound, pool, options)?;
    fault_or((), &sound.fault)
}

/// The fault of a shuffle as an error, if there is one.
fn fault_or<T>(otherwise: T, fault: &Mutex<Option<(String, SourceError)>>) -> Result<T, RunError> {
    match lock(fault).take() {
        Some((case, fault)) => Err(RunError::Source { case, fault }),
        None => Ok(otherwise),
    }
}

/// Audits of sound shuffles.
struct Sound<'a> {
    audited: &'a [Audited],
    seed: PlanSeed,
    /// The numbers of the audits; those of a run are adjacent.
    todo: Vec<u64>,
    outcomes: &'a Outcomes,
    options: &'a Options<'a>,
    fault: Mutex<Option<(String, SourceError)>>,
}

impl Sound<'_> {
    /// The case and the run of an audit.
    fn of(&self, index: usize) -> (usize, u64) {
        let (number, cases) = (self.todo[index], self.audited.len() as u64);
        ((number % cases) as usize, number / cases)
    }
}

impl<'a> Work for Sound<'a> {
    type Counting = Battery<'a>;

    fn tasks(&self) -> usize {
        self.todo.len()
    }

    fn task(&self, index: usize) -> Task<'_> {
        let (case, run) = self.of(index);
        let stage = Stage::Calibration(run);
        Task { case: &self.audited[case].case, seed: self.seed, stage }
    }

    fn begin(&self, index: usize) -> Battery<'a> {
        Battery(&self.audited[self.of(index).0])
    }

    fn keep_every(&self) -> Option<Duration> {
        self.outcomes.keep_every()
    }

    fn kept(&self) {
        self.outcomes.kept();
    }

    fn end(&self, index: usize, counting: &Battery<'a>, counted: CountedBy<Battery<'a>>) {
        match counted {
            Ok(counted) => {
                let (case, run) = self.of(index);
                // Only p-values are gathered; the counts are enough for them, where there are any.
                let judge = |(audited, counter): (&AuditedMetric, Counter)| {
                    let tally = counter.tally();
                    audited.metric.judge(&match audited.scope {
                        Scope::Trials | Scope::Few => tally,
                        _ => tally.counts_only(),
                    })
                };
                let judgements: Vec<Judgement> =
                    counting.0.metrics.iter().zip(counted.sum).flat_map(judge).collect();
                // Of each run only the p-values are kept: ten thousand runs of all judgements would fill the memory.
                let p_values = judgements.iter().map(|one| Some(one.evidence()?.p_value));
                let tests = (run == 0).then(|| (case as u64, known_tests(&judgements)));
                self.outcomes.audited(self.todo[index], p_values.collect(), tests);
            }
            Err(fault) => {
                lock(&self.fault).get_or_insert((counting.0.case.id().to_owned(), fault));
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

/// Gives each defect more and more decks, look by look, until the battery rejects it under the
/// default budget; `times` times each, but for the hunts whose outcome is known.
pub(super) fn until_caught(
    audited: &[Audited],
    (seed, times): (PlanSeed, u64),
    outcomes: &Outcomes,
    (pool, options): (&Pool, &Options<'_>),
) -> Result<(), RunError> {
    let mut todo = outcomes.hunts_left(audited.len() as u64 * times);
    // All hunts for a defect are adjacent in time, so that news of it come once.
    todo.sort_by_key(|number| (number % audited.len() as u64, *number));
    let hunts = Hunts { audited, seed, todo, outcomes, options, fault: Mutex::new(None) };
    queue::count(&hunts, pool, options)?;
    fault_or((), &hunts.fault)
}

/// Hunts for defects.
struct Hunts<'a> {
    audited: &'a [Audited],
    seed: PlanSeed,
    /// Their numbers: each audit hunts all defects.
    todo: Vec<u64>,
    outcomes: &'a Outcomes,
    options: &'a Options<'a>,
    fault: Mutex<Option<(String, SourceError)>>,
}

impl Hunts<'_> {
    /// The case and the audit of a hunt.
    fn of(&self, index: usize) -> (usize, u64) {
        let (number, cases) = (self.todo[index], self.audited.len() as u64);
        ((number % cases) as usize, number / cases)
    }
}

impl<'a> Work for Hunts<'a> {
    type Counting = Hunt<'a>;

    fn tasks(&self) -> usize {
        self.todo.len()
    }

    fn task(&self, index: usize) -> Task<'_> {
        let (case, audit) = self.of(index);
        let stage = Stage::Detection(audit);
        Task { case: &self.audited[case].case, seed: self.seed, stage }
    }

    fn begin(&self, index: usize) -> Hunt<'a> {
        let (case, _) = self.of(index);
        if index == 0 || self.of(index - 1).0 != case {
            (self.options.progress)(Progress::Case(&self.audited[case].case));
        }
        Hunt(&self.audited[case])
    }

    fn keep_every(&self) -> Option<Duration> {
        self.outcomes.keep_every()
    }

    fn kept(&self) {
        self.outcomes.kept();
    }

    fn end(&self, index: usize, hunt: &Hunt<'a>, counted: CountedBy<Hunt<'a>>) {
        match counted {
            Ok(counted) => self.outcomes.hunted(self.todo[index], counted.sum.caught),
            Err(fault) => {
                lock(&self.fault).get_or_insert((hunt.0.case.id().to_owned(), fault));
            }
        }
    }

    fn tell(&self, _: usize, decks: u64) {
        (self.options.progress)(Progress::Trials(decks));
    }
}

/// A hunt for one defect: a look at all decks so far, again and again.
struct Hunt<'a>(&'a Audited);

/// The counts of a hunt.
struct Trail {
    tallies: Vec<Tally>,
    decks: u64,
    /// Looks so far.
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
