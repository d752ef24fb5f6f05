//! The Poisson law: repeats and collisions among decks, while they are rare.
//!
//! Its tails are incomplete gamma functions: P(X >= k) = P(k, m) and P(X <= k) = Q(k+1, m)
//! (NIST DLMF 8.4.10), so a count of any size costs no sum.

use super::{
    gamma::{ln_lower_regularized, ln_upper_regularized},
    root::{first_where, root},
};

/// ln P(X >= `count`) for X with this mean.
///
/// Relative error of the probability below 1e-11 down to 1e-300, of the logarithm beyond. Exactly
/// 0 for a count of 0; negative infinity where the mean is 0 and the count is not. Counts above
/// 2^53 are rounded to f64.
///
/// # Panics
///
/// If `mean` is negative, infinite or NaN.
pub fn ln_sf(count: u64, mean: f64) -> f64 {
    check(mean);
    if count == 0 { 0.0 } else { ln_lower_regularized(count as f64, mean) }
}

/// ln P(X <= `count`) for X with this mean, as accurate as [`ln_sf`].
///
/// Both tails contain the count itself: the attainable sizes of a discrete law, not halves of it.
///
/// # Panics
///
/// If `mean` is negative, infinite or NaN.
pub fn ln_cdf(count: u64, mean: f64) -> f64 {
    check(mean);
    ln_upper_regularized(count as f64 + 1.0, mean)
}

/// The smallest count whose upper tail, P(X >= count), is at most `exp(ln_tail)` for X with this mean.
///
/// # Panics
///
/// If `mean` is negative, infinite or NaN, or `ln_tail` is not a finite logarithm of a probability.
pub fn upper_quantile(ln_tail: f64, mean: f64) -> u64 {
    assert!(ln_tail.is_finite() && ln_tail <= 0.0, "no tail has the logarithm {ln_tail}");
    let is_small = |count: u64| ln_sf(count, mean) <= ln_tail;
    // Invariant: `below` is too small, `above` is large enough.
    let (mut below, mut above) = (0, mean.ceil() as u64 + 1);
    if is_small(below) {
        return below;
    }
    while !is_small(above) {
        (below, above) = (above, 2 * above);
    }
    first_where(below + 1, above, is_small)
}

/// The mean for which P(X >= count) = `exp(ln_chance)`.
pub(crate) fn mean_above(count: u64, ln_chance: f64) -> f64 {
    assert!(count > 0, "a count of 0 is always reached");
    assert!(ln_chance.is_finite() && ln_chance < 0.0, "no chance has the logarithm {ln_chance}");
    let above = |mean: f64| ln_sf(count, mean) - ln_chance;
    let mut high = count as f64;
    while above(high) < 0.0 {
        high *= 2.0;
    }
    root(above, 0.0, high)
}

fn check(mean: f64) {
    assert!(mean >= 0.0 && mean.is_finite(), "a Poisson mean cannot be {mean}");
}
