//! P-values as logarithms, and the side of a law on which a statistic lies.

use std::f64::consts::{LN_2, LN_10};

/// Adjusted p-values below this, but not below the budget, are called suspicious; larger budgets have a wider zone, see
/// [`Budget::suspicious`](crate::verdict::Budget::suspicious).
pub const SUSPICIOUS: f64 = 1e-3;

/// The smallest p-value that is printed; below it only the logarithm is meaningful.
pub(crate) const P_FLOOR: f64 = 1e-300;

/// A p-value, held as its logarithm, so that it is never 0.
///
/// It is computed without underflow, from the law that the judgement names. Where that law is the limit of many
/// decks, as chi-square and normal are, a value far out in the tail is right in its order of magnitude at best:
/// five cards in even orders only, 256 decks, give 1e-528 by chi-square, and truly 1e-770.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct PValue {
    ln: f64,
}

impl PValue {
    /// From a natural logarithm; rounding above 0 is cut off.
    ///
    /// # Panics
    ///
    /// If the logarithm is NaN or minus infinity: no law that is judged by has such a tail.
    #[must_use]
    pub fn from_ln(ln: f64) -> Self {
        assert!(ln > f64::NEG_INFINITY, "a p-value needs a finite logarithm, not {ln}");
        Self { ln: ln.min(0.0) }
    }

    /// Two-sided: twice the smaller tail, at most 1, and which tail that is.
    #[must_use]
    pub fn two_sided(ln_upper: f64, ln_lower: f64) -> (Self, Tail) {
        if ln_upper <= ln_lower {
            (Self::from_ln(LN_2 + ln_upper), Tail::Upper)
        } else {
            (Self::from_ln(LN_2 + ln_lower), Tail::Lower)
        }
    }

    /// The p-value, floored at [`P_FLOOR`].
    #[must_use]
    pub fn value(self) -> f64 {
        self.ln.exp().max(P_FLOOR)
    }

    /// Its natural logarithm, not floored.
    #[must_use]
    pub fn ln(self) -> f64 {
        self.ln
    }

    /// Its decimal logarithm, not floored.
    #[must_use]
    pub fn log10(self) -> f64 {
        self.ln / LN_10
    }
}

/// The side of the null law on which the statistic lies.
///
/// A statistic that fits too well is a defect too: recycled or stratified decks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tail {
    /// Further from uniform than chance allows, or above the mean.
    Upper,
    /// Nearer to uniform than chance allows, or below the mean.
    Lower,
}

impl Tail {
    /// `upper` or `lower`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Upper => "upper",
            Self::Lower => "lower",
        }
    }
}
