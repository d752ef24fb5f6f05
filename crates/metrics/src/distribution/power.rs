//! The power of chi-square tests, hence how small a bias a run could have seen.

use super::chi_square::ChiSquare;
use super::noncentral::NoncentralChiSquare;
use super::root::root;

/// The noncentrality at which the upper-tail chi-square test at level e^`ln_alpha` has this power:
/// the smallest bias that a run would have caught.
///
/// Relative error below 1e-10; 0 where the level alone already gives the power.
///
/// # Panics
///
/// If `df` is 0, `ln_alpha` not negative and finite, or `power` not strictly between 0 and 1.
pub fn noncentrality_for_power(df: u64, ln_alpha: f64, power: f64) -> f64 {
    assert!(ln_alpha < 0.0 && ln_alpha.is_finite(), "the logarithm of a level is not {ln_alpha}");
    assert!(power > 0.0 && power < 1.0, "a power cannot be {power}");
    let ln_power = power.ln();
    if ln_power <= ln_alpha {
        return 0.0;
    }
    let critical = ChiSquare::new(df).upper_quantile(ln_alpha);
    let excess = |lambda: f64| NoncentralChiSquare::new(df, lambda).ln_sf(critical) - ln_power;
    let (mut low, mut high) = (0.0, (2.0 * df as f64).sqrt());
    while excess(high) < 0.0 {
        (low, high) = (high, 2.0 * high);
    }
    root(excess, low, high)
}
