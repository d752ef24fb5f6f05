//! The numbers of a law: a fraction if the arithmetic was exact, else a float with its error.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, ToPrimitive, Zero};
use std::fmt;

/// An exact number. It prints as `5/27`.
pub type Fraction = BigRational;

/// The fraction `numerator / denominator`, reduced.
///
/// # Panics
///
/// If the denominator is 0.
///
/// ```
/// assert_eq!(shuffle_exact::number::fraction(10, 54).to_string(), "5/27");
/// ```
#[must_use]
pub fn fraction(numerator: impl Into<BigInt>, denominator: impl Into<BigInt>) -> Fraction {
    Fraction::new(numerator.into(), denominator.into())
}

/// A number from a law.
#[derive(Clone, Debug, PartialEq)]
pub enum LawValue {
    /// Without any rounding.
    Exact(Fraction),
    /// A float.
    Float {
        /// The value.
        value: f64,
        /// It is no further than this from the truth.
        error: f64,
    },
}

impl LawValue {
    /// As a float.
    #[must_use]
    #[expect(clippy::missing_panics_doc, reason = "every fraction has a nearest float")]
    pub fn value(&self) -> f64 {
        match self {
            Self::Exact(fraction) => fraction.to_f64().expect("a fraction has a nearest float"),
            Self::Float { value, .. } => *value,
        }
    }

    /// As a fraction, if it is exact.
    #[must_use]
    pub fn fraction(&self) -> Option<&Fraction> {
        match self {
            Self::Exact(fraction) => Some(fraction),
            Self::Float { .. } => None,
        }
    }

    /// A bound on the error of [`LawValue::value`], in addition to its own last digit.
    #[must_use]
    pub fn error(&self) -> f64 {
        match self {
            Self::Exact(_) => 0.0,
            Self::Float { error, .. } => *error,
        }
    }

    /// `factor` times the number, plus `addend`.
    #[must_use]
    pub(crate) fn affine(self, factor: &Fraction, addend: &Fraction) -> Self {
        match self {
            Self::Exact(fraction) => Self::Exact(fraction * factor + addend),
            Self::Float { value, error } => {
                let factor = Self::Exact(factor.clone()).value();
                let addend = Self::Exact(addend.clone()).value();
                Self::Float { value: value * factor + addend, error: error * factor.abs() }
            }
        }
    }

    /// The product of two numbers that are no larger than 1.
    #[must_use]
    pub(crate) fn times(self, other: &Self) -> Self {
        match (self, other) {
            (Self::Exact(a), Self::Exact(b)) => Self::Exact(a * b),
            (a, b) => Self::Float { value: a.value() * b.value(), error: a.error() + b.error() },
        }
    }

    /// The sum of two numbers.
    #[must_use]
    pub(crate) fn plus(self, other: Self) -> Self {
        match (self, other) {
            (Self::Exact(a), Self::Exact(b)) => Self::Exact(a + b),
            (a, b) => Self::Float { value: a.value() + b.value(), error: a.error() + b.error() },
        }
    }

    /// True if it is exactly 0.
    #[must_use]
    pub(crate) fn is_zero(&self) -> bool {
        matches!(self, Self::Exact(fraction) if fraction.is_zero())
    }
}

impl fmt::Display for LawValue {
    /// The fraction, or the float with 10 digits.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exact(fraction) => fraction.fmt(f),
            Self::Float { value, .. } => write!(f, "{value:.9e}"),
        }
    }
}

/// `n (n-1) ... (n-k+1)`: the number of ways to deal k cards of n.
///
/// ```
/// assert_eq!(shuffle_exact::number::deals(52, 3), 132_600.into());
/// assert_eq!(shuffle_exact::number::deals(4, 4), 24.into());
/// ```
#[must_use]
pub fn deals(cards: usize, dealt: usize) -> BigInt {
    (0..dealt).fold(BigInt::one(), |product, taken| product * (cards - taken))
}
