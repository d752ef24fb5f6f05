//! Plans: cases under one seed and one error budget.

use crate::{Case, seeds::PlanSeed};
use shuffle_metrics::verdict::Budget;

/// The seed of a run if nothing names one.
pub const SEED: PlanSeed = PlanSeed(0x5eed);

/// A plan that can be run.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// Its name, which is also that of the folder of its reports.
    pub name: String,
    /// What it is for.
    pub title: String,
    /// From which all randomness comes.
    pub seed: PlanSeed,
    /// How often the run may be wrong.
    pub budget: Budget,
    /// What is audited.
    pub cases: Vec<Case>,
    /// What tells it from every other plan, if it was written down.
    pub fingerprint: Option<String>,
}

/// Checks an error budget.
///
/// # Errors
///
/// What is wrong, in words.
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
