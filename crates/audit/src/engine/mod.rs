//! Runs the cases of a plan on the workers of one pool.
//!
//! A run looks at all cases, and once more at those that are suspicious. The blocks of all cases of a look stand in one
//! [`queue`], from which workers take them. A case is judged when its last block is counted; when all are judged, the
//! verdicts are given together, under one error budget.

mod lock;
mod look;
mod observations;
mod options;
mod partial_run;
mod pool;
mod probes;
pub mod queue;
mod tallying;

pub use options::{Judged, Options, Progress, RunError};
pub use partial_run::SoFar;
pub use pool::Pool;
pub use tallying::tally;

use crate::{
    Case, CaseFindings, Fault, Faulted, Findings, Look, Plan, Skipped, seeds::Stage,
    subject::Absent, tallies::Presence,
};
use look::{Looked, Looks, Purpose};
use options::escalated;
use probes::Probed;
use shuffle_metrics::{Exhibit, Verdict, verdict};
use std::{collections::HashMap, sync::atomic::Ordering};

/// Runs a plan: a first look at every case, and a second at those that are suspicious.
///
/// The second look is declared in advance, not a rerun until it passes: it takes ten times as many decks, all
/// of them fresh, and it decides. Each look has half of the error budget. Recordings have one look and a budget of their own each.
///
/// Before either, the probes of the cases are run, and cases whose probe fails are skipped. A case whose subject is
/// not there or at fault is reported as such, and the others are judged without it: the error budget is shared by
/// the tests that were made.
///
/// # Errors
///
/// [`RunError`]. A [`SoFar`] that received the progress still has the cases that were judged before.
pub fn run(plan: &Plan, options: &Options<'_>) -> Result<Findings, RunError> {
    run_on(&Pool::new(options.threads, &plan.cases)?, plan, options)
}

/// The same, on an existing pool.
///
/// # Errors
///
/// As [`run`].
pub fn run_on(pool: &Pool, plan: &Plan, options: &Options<'_>) -> Result<Findings, RunError> {
    let engine = Engine::new(plan, options, pool);
    let probed = match &engine.known {
        Some(known) => probes::known(plan, known),
        None => probes::run(plan, options.interrupt)?,
    };
    let findings = engine.run(probed);
    // After an interrupt findings and errors may be due to what the interrupt cut off.
    if options.interrupt.load(Ordering::Relaxed) { Err(RunError::Interrupted) } else { findings }
}

/// Counts a first look at each case and judges nothing: the counts that can be shown. A case whose subject is at fault has none.
pub(crate) fn exhibits(plan: &Plan, options: &Options<'_>) -> Result<Vec<Vec<Exhibit>>, RunError> {
    let pool = Pool::new(options.threads, &plan.cases)?;
    let engine = Engine::new(plan, options, &pool);
    let cases: Vec<&Case> = plan.cases.iter().collect();
    let looks = Looks::new(plan, options, &cases, Stage::FirstLook, Purpose::Show);
    let counted = engine.count(looks)?;
    Ok(counted.into_iter().map(|look| look.map_or_else(|_| Vec::new(), |it| it.exhibits)).collect())
}

/// True if the case gets a second look: it is suspicious, and neither sequential nor recorded.
fn is_open(found: &CaseFindings) -> bool {
    let has_more = !found.case.sequential && !found.case.is_recorded();
    found.verdict() == Verdict::Suspicious && has_more
}

/// A plan that is being run.
struct Engine<'a> {
    plan: &'a Plan,
    options: &'a Options<'a>,
    pool: &'a Pool,
    /// The presence of each subject, where no subject is to be started.
    known: Option<HashMap<String, Presence>>,
}

impl<'a> Engine<'a> {
    fn new(plan: &'a Plan, options: &'a Options<'a>, pool: &'a Pool) -> Self {
        let known = options.ledger.and_then(|ledger| {
            let ids = plan.cases.iter().map(|case| case.id().to_owned());
            Some(ids.zip(ledger.presence()?).collect())
        });
        Self { plan, options, pool, known }
    }

    /// A first look at every case, and a second at those that are suspicious.
    fn run(&self, probed: Probed) -> Result<Findings, RunError> {
        let plan = self.plan;
        let Probed { cases, skipped } = probed;
        skipped.iter().for_each(|one| self.tell(Progress::Skipped(one)));
        let (present, faulted) = self.present(cases, &skipped)?;
        let (mut found, mut faulted) = self.first_look(present, faulted)?;
        if plan.budget.escalates() && !self.has_enough() {
            self.second_look(&mut found, &mut faulted)?;
        }
        for found in &mut found {
            match self.known {
                None if self.has_enough() => {}
                None => observations::start_again(plan, found, self.options.interrupt),
                Some(_) => observations::as_started_again(found),
            }
        }
        let places: HashMap<&str, usize> =
            plan.cases.iter().enumerate().map(|(place, case)| (case.id(), place)).collect();
        faulted.sort_by_key(|one| places.get(one.case.id()));
        let interrupted = self.has_enough();
        Ok(Findings { plan: plan.clone(), cases: found, skipped, faulted, interrupted })
    }

    /// The cases whose subject is there, and those whose subject is not.
    #[expect(clippy::type_complexity, reason = "cases with their versions, and faults")]
    fn present(
        &self,
        cases: Vec<(Case, Option<String>)>,
        skipped: &[Skipped],
    ) -> Result<(Vec<(Case, Option<String>)>, Vec<Faulted>), RunError> {
        let (mut present, mut faulted) = (Vec::new(), Vec::new());
        let mut met: Vec<_> = skipped
            .iter()
            .map(|one| (one.case.id().to_owned(), Presence::Skipped(one.why.clone())))
            .collect();
        // Absent subjects are reported first, since the other cases may take hours.
        for (case, version) in cases {
            let id = case.id().to_owned();
            match self.is_there(&case) {
                Ok(()) => {
                    met.push((id, Presence::There(version.clone())));
                    present.push((case, version));
                }
                Err(absent) => {
                    met.push((id, Presence::Absent(version.clone(), absent.0.clone())));
                    let fault = Fault::Absent(absent);
                    self.tell(Progress::Faulted(&case, &fault));
                    faulted.push(Faulted { case, version, fault });
                }
            }
        }
        self.meet(met)?;
        Ok((present, faulted))
    }

    fn is_there(&self, case: &Case) -> Result<(), Absent> {
        match &self.known {
            None => case.subject.look(),
            Some(known) => match known.get(case.id()) {
                Some(Presence::Absent(_, why)) => Err(Absent(why.clone())),
                _ => Ok(()),
            },
        }
    }

    fn first_look(
        &self,
        present: Vec<(Case, Option<String>)>,
        mut faulted: Vec<Faulted>,
    ) -> Result<(Vec<CaseFindings>, Vec<Faulted>), RunError> {
        let cases: Vec<&Case> = present.iter().map(|(case, _)| case).collect();
        let looks = self.look(&cases, Stage::FirstLook)?;
        let mut found = Vec::new();
        for ((case, version), look) in present.into_iter().zip(looks) {
            match look {
                Ok(look) => {
                    let looks = vec![look];
                    found.push(CaseFindings {
                        case,
                        version,
                        looks,
                        exact_degree: None,
                        cause: None,
                    });
                }
                Err(fault) => faulted.push(Faulted { case, version, fault }),
            }
        }
        Ok((found, faulted))
    }

    /// The second look at suspicious cases; a case at fault in it has no verdict.
    fn second_look(
        &self,
        found: &mut Vec<CaseFindings>,
        faulted: &mut Vec<Faulted>,
    ) -> Result<(), RunError> {
        let open: Vec<usize> = (0..found.len()).filter(|&index| is_open(&found[index])).collect();
        let has_look = self.options.ledger.is_none_or(|ledger| ledger.has(Stage::SecondLook));
        if !has_look && !open.is_empty() {
            let cases = open.iter().map(|&index| found[index].case.id().to_owned()).collect();
            return Err(RunError::SecondLook { cases });
        }
        let larger: Vec<Case> = open.iter().map(|&index| escalated(&found[index].case)).collect();
        let looks = self.look(&larger.iter().collect::<Vec<_>>(), Stage::SecondLook)?;
        if self.has_enough() {
            // It would decide on fewer decks than were declared.
            return Ok(());
        }
        // In reverse order, so that the indices before stay valid.
        for (index, look) in open.into_iter().zip(looks).rev() {
            match look {
                Ok(look) => found[index].looks.push(look),
                Err(fault) => {
                    let CaseFindings { case, version, .. } = found.remove(index);
                    faulted.push(Faulted { case, version, fault });
                }
            }
        }
        Ok(())
    }

    /// Looks at all cases, and rules on the judgements of those whose subject was sound together.
    fn look(&self, cases: &[&Case], stage: Stage) -> Result<Vec<Result<Look, Fault>>, RunError> {
        let known = cases.iter().filter(|case| !case.is_recorded());
        let trials = known.map(|case| case.trials).fold(0, u64::saturating_add);
        self.tell(Progress::More(trials));
        let looks = Looks::new(self.plan, self.options, cases, stage, Purpose::Judge);
        let (mut judgements, mut shown) = (Vec::new(), Vec::with_capacity(cases.len()));
        for (case, look) in cases.iter().zip(self.count(looks)?) {
            shown.push(look.map(
                |Looked { trials, judgements: said, asked_for, exhibits, seen }| {
                    judgements.push((*case, said, asked_for));
                    (trials, exhibits, seen)
                },
            ));
        }
        let mut rulings = self.plan.rule(judgements, 0).into_iter();
        let mut ruled = |(trials, exhibits, seen)| {
            let rulings = rulings.next().unwrap_or_default();
            Look { trials, verdict: verdict::of_case(&rulings), rulings, exhibits, seen }
        };
        Ok(shown.into_iter().map(|look| look.map(&mut ruled)).collect())
    }

    /// True if the caller wants no more decks.
    fn has_enough(&self) -> bool {
        self.options.enough.load(Ordering::Relaxed)
    }

    fn tell(&self, news: Progress<'_>) {
        (self.options.progress)(news);
    }
}
