//! Null distributions and their inverses, in logarithms.
#![doc = include_str!("README.md")]

pub mod binomial;
mod chi_square;
mod edgeworth;
pub mod gamma;
mod hypergeometric;
pub(crate) mod log_sum;
mod noncentral;
pub mod normal;
pub mod poisson;
mod power;
mod root;
mod saddle_point;

/// The part of a count in the logarithm of a likelihood ratio: `count ln(count / expected)`, and 0 of none.
pub(crate) fn ln_ratio_of(count: f64, expected: f64) -> f64 {
    if count > 0.0 { count * (count / expected).ln() } else { 0.0 }
}

pub use binomial::{ProportionInterval, clopper_pearson};
pub use chi_square::ChiSquare;
pub use edgeworth::Edgeworth;
pub(crate) use hypergeometric::{HypergeometricSum, ln_tail_of_one};
pub use noncentral::NoncentralChiSquare;
pub use power::noncentrality_for_power;
pub(crate) use root::first_where;
