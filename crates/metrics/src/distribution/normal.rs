//! The standard normal law: for z scores, not for p-values of counts that have an exact law.
//!
//! Z^2 is chi-square with one degree of freedom, so the tail is half of an incomplete gamma
//! function (NIST DLMF 7.11.2) and needs no approximation of its own: down to 1e-290 it is the one of statrs.
//! The `erfc` of statrs has errors up to 1e-10, and is not used.

use super::chi_square::ChiSquare;
use super::gamma::ln_normal_sf;
use super::saddle_point::ln_complement;
use std::f64::consts::LN_2;

/// ln P(Z >= z).
///
/// ln Q(1/2, z^2/2) - ln 2 for z >= 0, the complement for z < 0. The probability has a relative
/// error below 1e-12 up to z = 40; beyond, the logarithm has one below 1e-14, until z^2 itself
/// overflows at z = 1.3e154 and the result is negative infinity.
///
/// # Panics
///
/// If `z` is NaN.
pub fn ln_sf(z: f64) -> f64 {
    assert!(!z.is_nan(), "a z score must be a number");
    ln_normal_sf(z)
}

/// P(Z >= z), with relative error below 1e-12 down to 1e-300; 0 where that underflows (z > 38.5).
///
/// # Panics
///
/// If `z` is NaN.
pub fn sf(z: f64) -> f64 {
    ln_sf(z).exp()
}

/// ln P(Z <= z), which is [`ln_sf`] of -z.
///
/// # Panics
///
/// If `z` is NaN.
pub fn ln_cdf(z: f64) -> f64 {
    ln_sf(-z)
}

/// The z with ln P(Z >= z) = `ln_p`.
///
/// Error below 1e-12 relative, and 1e-15 absolute around z = 0. For 0 the result is negative
/// infinity, for negative infinity it is positive infinity.
///
/// # Panics
///
/// If `ln_p` is positive or NaN.
pub fn upper_quantile(ln_p: f64) -> f64 {
    assert!(ln_p <= 0.0, "the logarithm of a probability is not {ln_p}");
    if ln_p > -LN_2 {
        return -upper_quantile(ln_complement(ln_p));
    }
    ChiSquare::new(1).upper_quantile((ln_p + LN_2).min(0.0)).sqrt()
}
