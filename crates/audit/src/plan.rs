//! Plans: cases under one seed and one error budget.

use crate::{Case, seeds::PlanSeed};
use shuffle_metrics::{
    Judgement,
    verdict::{Budget, Ruling},
};

/// The default seed of a run.
pub const SEED: PlanSeed = PlanSeed(0x5eed);

/// A plan that can be run.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// Its name, which is also the name of its report folder.
    pub name: String,
    /// Its purpose.
    pub title: String,
    /// The seed of all randomness.
    pub seed: PlanSeed,
    /// The error budget of the run.
    pub budget: Budget,
    /// The audited cases.
    pub cases: Vec<Case>,
    /// A fingerprint that distinguishes it from every other plan, if it was read from text.
    pub fingerprint: Option<String>,
}

impl Plan {
    /// The budget by which a case is judged: its own if it is a recording, otherwise the budget that all other cases
    /// share.
    pub fn budget_of(&self, case: &Case) -> Budget {
        case.budget(self.budget)
    }

    /// Rules on one look at these cases, each with its judgements and whether tests were requested by name: on recordings one
    /// by one, on all others together, of which `still_to_be_made` tests are not made yet.
    pub(crate) fn rule(
        &self,
        looked: Vec<(&Case, Vec<Judgement>, bool)>,
        still_to_be_made: usize,
    ) -> Vec<Vec<Ruling>> {
        let (recorded, live): (Vec<_>, Vec<_>) =
            looked.into_iter().enumerate().partition(|(_, (case, ..))| case.is_recorded());
        let own = self.budget.of_recording();
        let mut ruled: Vec<_> = recorded
            .into_iter()
            .map(|(place, (_, judged, asked_for))| {
                (place, own.rule(vec![(judged, asked_for)]).concat())
            })
            .collect();
        let (places, live): (Vec<_>, Vec<_>) = live
            .into_iter()
            .map(|(place, (_, judged, asked_for))| (place, (judged, asked_for)))
            .unzip();
        ruled.extend(places.into_iter().zip(self.budget.rule_among(live, still_to_be_made)));
        ruled.sort_by_key(|(place, _)| *place);
        ruled.into_iter().map(|(_, rulings)| rulings).collect()
    }
}

/// Checks an error budget.
///
/// # Errors
///
/// The fault, in words.
pub fn check_alpha(alpha: f64) -> Result<(), String> {
    if (1e-300..0.5).contains(&alpha) {
        Ok(())
    } else {
        Err(format!(
            "alpha is {}, but an error budget is a probability from 1e-300 to below 0.5",
            crate::number::exactly(alpha)
        ))
    }
}
