//! Null distributions and their inverses, in logarithms.
//!
//! Every judgement of this crate ends in a tail probability, and the interesting ones are tiny: a
//! planted defect is rejected at 1e-1000 as easily as at 1e-10. So the native result here is ln p,
//! computed from the tail itself and never as one minus the other tail, down to where f64 has no
//! number for p any more. `sf` and `cdf` are its exponentials. So the tails of these laws are right to the last
//! digits; whether a statistic of few decks follows its law so far out is another question.
//!
//! What it is not for: exact laws of counts of permutations (Eulerian, Mahonian and their like,
//! which the metrics that use them own), the decision what p is too small, and flooring p for
//! print. Nothing here is random or knows what a deck is.
//!
//! Invalid parameters (no degrees of freedom, a probability of 2, NaN) are errors of the caller and
//! panic, as documented with each function; no function returns NaN.

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

pub use binomial::{ProportionInterval, clopper_pearson};
pub use chi_square::ChiSquare;
pub use edgeworth::Edgeworth;
pub(crate) use hypergeometric::HypergeometricSum;
pub use noncentral::NoncentralChiSquare;
pub use power::noncentrality_for_power;
