//! The effect of a subject on a test: the source of its power.

use super::SpreadOf;

/// A source of the power of a test.
pub(super) trait Sees {
    /// The power at this number of decks, with a noncentrality larger by `errors` standard errors.
    fn power(&self, trials: u64, errors: f64, ln_level: f64) -> Option<f64>;

    /// True if the bias clearly differs from none at this number of decks.
    fn clear(&self, trials: u64) -> bool;

    fn numbers(&self, trials: u64) -> Option<ForecastNumbers>;
}

pub(super) struct ForecastNumbers {
    pub(super) law: &'static str,
    pub(super) noncentrality: f64,
    pub(super) error: f64,
    pub(super) exact: bool,
    pub(super) spread: SpreadOf,
}
