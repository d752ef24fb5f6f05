//! The Poisson law: repeats and collisions among decks, while they are rare.
//!
//! Its tails are incomplete gamma functions: P(X >= k) = P(k, m) and P(X <= k) = Q(k+1, m)
//! (NIST DLMF 8.4.10), so a count of any size costs no sum.

use super::gamma::{ln_lower_regularized, ln_upper_regularized};

/// ln P(X >= `count`) for X with this mean.
///
/// Relative error of the probability below 1e-11 down to 1e-300, of the logarithm beyond. Exactly
/// 0 for a count of 0; negative infinity where the mean is 0 and the count is not. Counts above
/// 2^53 are rounded to f64.
///
/// # Panics
///
/// If `mean` is negative, infinite or NaN.
///
/// ```
/// use shuffle_metrics::distribution::poisson;
///
/// // Two equal pairs of decks where 1e-9 were expected.
/// let p = poisson::ln_sf(2, 1e-9).exp();
/// assert!((p / 5e-19 - 1.0).abs() < 1e-8);
/// ```
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
///
/// ```
/// use shuffle_metrics::distribution::poisson;
///
/// assert!((poisson::ln_cdf(0, 700.0) + 700.0).abs() < 1e-12);
/// ```
pub fn ln_cdf(count: u64, mean: f64) -> f64 {
    check(mean);
    ln_upper_regularized(count as f64 + 1.0, mean)
}

fn check(mean: f64) {
    assert!(mean >= 0.0 && mean.is_finite(), "a Poisson mean cannot be {mean}");
}
