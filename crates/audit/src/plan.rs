//! Plans: cases under one seed and one error budget.

use crate::{Case, seeds::PlanSeed};
use shuffle_metrics::verdict::Budget;

/// The default seed of a run.
pub const SEED: PlanSeed = PlanSeed(0x5eed);

/// A plan that can be run.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// Its name, which is also that of the folder of its reports.
    pub name: String,
    /// Its purpose.
    pub title: String,
    /// The seed of all randomness.
    pub seed: PlanSeed,
    /// The error budget of the run.
    pub budget: Budget,
    /// The audited cases.
    pub cases: Vec<Case>,
    /// A fingerprint that tells it from every other plan, if it was read from text.
    pub fingerprint: Option<String>,
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
