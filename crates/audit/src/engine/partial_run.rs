//! The cases that a run has judged so far: the findings of a run that was cut off.

use super::{
    is_open,
    look::most_tests,
    options::{Judged, Progress},
};
use crate::{Case, CaseFindings, Fault, Faulted, Findings, Look, Observations, Plan, Skipped};
use shuffle_metrics::{Judgement, verdict};
use std::collections::HashMap;

/// Receives the progress of a run, and gives the findings so far at any time.
///
/// It does not wait for the engine, which may be busy with a block for long.
///
/// ```
/// use shuffle_audit::{
///     Case, Custom, Plan, Source, block::Block, case::{CaseError, Request}, engine::{self, SoFar}, plan::SEED,
///     shuffle_algorithms::generator::Seed, source::SourceError, subject::Subject,
/// };
/// use std::{sync::{Arc, Mutex, atomic::{AtomicBool, Ordering}}};
///
/// /// Decks of one card at two places are as they come: all zeros are not a valid deck, so one card is dealt.
/// struct TopCard;
///
/// impl Source for TopCard {
///     fn fill(&self, _: &mut Block, _: &Seed) -> Result<(), SourceError> {
///         Ok(())
///     }
/// }
///
/// let case = |id: &str| {
///     let (id, trials) = (id.to_owned(), Some(2_000));
///     let request = Request { id, cards: 5, deal: Some(1), trials, ..Request::default() };
///     Case::new(request, |_| Ok::<_, CaseError>(Arc::new(Custom::new("top", TopCard)) as Arc<dyn Subject>))
/// };
/// let (name, title, budget) = ("two".to_owned(), String::new(), Default::default());
/// let cases = vec![case("first")?, case("second")?];
/// let plan = Plan { name, title, seed: SEED, budget, cases, fingerprint: None };
/// let (so_far, stop) = (Mutex::new(SoFar::default()), AtomicBool::new(false));
/// let progress = |news: engine::Progress<'_>| {
///     so_far.lock().unwrap().hear(&news);
/// // The user stops after the first case.
///     stop.fetch_or(matches!(news, engine::Progress::Judged(_)), Ordering::Relaxed);
/// };
/// let options =
///     engine::Options { threads: 1, interrupt: &stop, progress: &progress, ..Default::default() };
/// assert!(engine::run(&plan, &options).is_err());
/// let partial = so_far.lock().unwrap().findings(&plan);
/// assert!(partial.interrupted && !partial.as_expected());
/// assert_eq!(partial.cases.len(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct SoFar {
    judged: HashMap<String, Vec<JudgedLook>>,
    faulted: HashMap<String, Fault>,
    skipped: Vec<Skipped>,
}

#[derive(Clone, Debug)]
struct JudgedLook {
    trials: u64,
    judgements: Vec<Judgement>,
    asked_for: bool,
}

impl SoFar {
    /// True if no case is judged or at fault yet.
    pub fn is_empty(&self) -> bool {
        self.judged.is_empty() && self.faulted.is_empty()
    }

    /// Records a piece of news of a run.
    pub fn hear(&mut self, news: &Progress<'_>) {
        match *news {
            Progress::Judged(Judged { case, trials, judgements, asked_for, .. }) => {
                let look = JudgedLook { trials, judgements: judgements.to_vec(), asked_for };
                self.judged.entry(case.id().to_owned()).or_default().push(look);
            }
            Progress::Faulted(case, fault) => {
                self.judged.remove(case.id());
                self.faulted.insert(case.id().to_owned(), fault.clone());
            }
            Progress::Skipped(skipped) => self.skipped.push(skipped.clone()),
            Progress::More(_)
            | Progress::Case(_)
            | Progress::Counted(_)
            | Progress::Trials(_)
            | Progress::Less(_) => {}
        }
    }

    /// The findings of the judged cases, under the error budget of the plan; [`Findings::interrupted`] is true.
    ///
    /// They have no counts to show. A suspicious case without its second look stays suspicious.
    pub fn findings(&self, plan: &Plan) -> Findings {
        let mut cases: Vec<CaseFindings> = Vec::new();
        let mut rulings = [0, 1].map(|look| self.rule(plan, look));
        let mut faulted = Vec::new();
        for case in &plan.cases {
            if let Some(fault) = self.faulted.get(case.id()) {
                let fault = fault.clone();
                faulted.push(Faulted { case: case.clone(), version: None, fault });
            } else if self.judged.contains_key(case.id()) {
                let looks =
                    rulings.iter_mut().filter_map(|looks| looks.remove(case.id())).collect();
                let case = case.clone();
                cases.push(CaseFindings {
                    case,
                    version: None,
                    looks,
                    exact_degree: None,
                    cause: None,
                });
            }
        }
        let skipped = self.skipped.clone();
        Findings { plan: plan.clone(), cases, skipped, faulted, interrupted: true }
    }

    /// The first or the second looks, ruled on together.
    fn rule<'a>(&self, plan: &'a Plan, number: usize) -> HashMap<&'a str, Look> {
        let look = |id: &str| self.judged.get(id)?.get(number);
        let looks: Vec<(&Case, &JudgedLook)> =
            plan.cases.iter().filter_map(|case| Some((case, look(case.id())?))).collect();
        let judgements = looks
            .iter()
            .map(|(case, look)| (*case, look.judgements.clone(), look.asked_for))
            .collect();
        let is_left = |case: &&Case| {
            let id = case.id();
            number == 0
                && !case.is_recorded()
                && !self.judged.contains_key(id)
                && !self.faulted.contains_key(id)
        };
        let others = plan.cases.iter().filter(is_left).map(most_tests).sum();
        let ruled = |((case, look), rulings): ((&'a Case, &JudgedLook), Vec<_>)| {
            let verdict = verdict::of_case(&rulings);
            let exhibits = Vec::new();
            (
                case.id(),
                Look {
                    trials: look.trials,
                    rulings,
                    exhibits,
                    verdict,
                    seen: Observations::default(),
                },
            )
        };
        looks.into_iter().zip(plan.rule(judgements, others)).map(ruled).collect()
    }
}

impl Findings {
    /// The suspicious cases whose second look was cut off.
    pub(crate) fn without_second_look(&self) -> impl Iterator<Item = &CaseFindings> {
        let open = self.interrupted && self.plan.budget.escalates();
        self.cases.iter().filter(move |found| open && found.looks.len() == 1 && is_open(found))
    }
}
