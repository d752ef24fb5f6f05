//! The tails of a sum over decks: exact where it has a table, else by normal and gamma laws that are not smaller.

use crate::{
    distribution::{gamma, normal},
    judgement::{Effect, Evidence, Law, Tail},
};
use std::f64::consts::LN_2;

/// The mean and the variance of a number of one deck, and the skewness of the sum over n m cards as `skewness /
/// sqrt(n m)`, of which it is a bound from above, on the side of its sign.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct SumMoments {
    pub(super) mean: f64,
    pub(super) variance: f64,
    pub(super) skewness: f64,
}

impl SumMoments {
    /// The deviation of the sum of `decks` from its mean in standard deviations.
    pub(super) fn z(&self, sum: f64, decks: usize) -> f64 {
        (sum - self.mean * decks as f64) / self.deviation(decks)
    }

    /// Half a step of 1 of the sum in standard deviations.
    pub(super) fn half_step(&self, decks: usize) -> f64 {
        0.5 / self.deviation(decks)
    }

    fn deviation(&self, decks: usize) -> f64 {
        (self.variance * decks as f64).sqrt()
    }

    /// The logarithms of both tails of the sum over `decks` of n cards. All laws here have lighter tails than the
    /// normal law, except for their skewness: on that side the larger of the normal tail and the tail of a gamma law
    /// with this skewness is used.
    pub(super) fn tails(&self, sum: f64, decks: usize, cards: usize) -> [f64; 2] {
        let (z, half_step) = (self.z(sum, decks), self.half_step(decks));
        let skewness = self.skewness / ((cards * decks) as f64).sqrt();
        [ln_skewed(z - half_step, skewness), ln_skewed(-z - half_step, -skewness)]
    }
}

/// The upper tail at z by the normal law, or by a gamma law of this skewness if that is larger.
fn ln_skewed(z: f64, skewness: f64) -> f64 {
    let normal = normal::ln_sf(z);
    // With a smaller skewness the gamma law equals the normal law to far below any level.
    if skewness < 1e-4 || z <= 0.0 {
        return normal;
    }
    let shape = 4.0 / (skewness * skewness);
    gamma::ln_upper_regularized(shape.max(0.5), shape + z * shape.sqrt()).max(normal)
}

/// Both sides of an exact law, as logarithms; `least` are the tails of the two ends of the range.
pub(super) fn two_sided(tails: [f64; 2], least: [[f64; 2]; 2], effect: Effect) -> Evidence {
    let smaller = |[upper, lower]: [f64; 2]| upper.min(lower);
    let ln_least = least.into_iter().map(smaller).fold(0.0, f64::min);
    Evidence::of_tails(smaller(tails), 2, ln_least, effect)
}

/// The side of a sum of squares of counts about what is expected of them, and the logarithm of its tail there, as one of two.
///
/// The upper tail is the larger of two: chi-square's, and a gamma law's with the first three cumulants of this sum
/// for Poisson counts with this mean.
pub(super) fn ln_tail_of_squares(
    statistic: f64,
    (df, ln_lattice_volume): (u64, f64),
    expected: f64,
) -> (Tail, f64) {
    let (p, tail) = Law::ChiSquare { df, ln_lattice_volume }.p_value(statistic);
    let ln_tail = p.ln() - LN_2;
    let df = df as f64;
    let variance = df * (2.0 + 1.0 / expected);
    let third = df * (8.0 + 22.0 / expected);
    let heavy = || ln_skewed((statistic - df) / variance.sqrt(), third / variance.powf(1.5));
    match tail {
        Tail::Upper => (tail, ln_tail.max(heavy())),
        Tail::Lower => (tail, ln_tail),
    }
}
