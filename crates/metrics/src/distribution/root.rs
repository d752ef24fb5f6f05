//! The one root finder that every quantile and inverse here uses.
//!
//! Source: T. R. Chandrupatla, "A new hybrid quadratic/bisection algorithm for finding the zero of
//! a nonlinear function without using derivatives", Advances in Engineering Software 28 (1997).

/// The x in `[low, high]` with `f(x) = 0`, for f of opposite signs at the two ends.
///
/// Bisects until inverse quadratic interpolation is safe, then uses that; ends when the bracket
/// is narrower than `1e-15 max(1, |x|)`. At the ends f may be infinite.
pub(super) fn root(f: impl Fn(f64) -> f64, low: f64, high: f64) -> f64 {
    let (mut a, mut b) = (low, high);
    let (mut fa, mut fb) = (f(a), f(b));
    debug_assert!(
        (fa >= 0.0 && fb <= 0.0) || (fa <= 0.0 && fb >= 0.0),
        "no change of sign between {low} and {high}: {fa}, {fb}"
    );
    let mut t: f64 = 0.5;
    loop {
        let (best, f_best) = if fa.abs() < fb.abs() { (a, fa) } else { (b, fb) };
        let share = 0.5e-15 * best.abs().max(1.0) / (b - a).abs();
        if f_best == 0.0 || share >= 0.5 {
            return best;
        }
        let x = a + t.clamp(share, 1.0 - share) * (b - a);
        let fx = f(x);
        // x replaces the end of its own sign; c is the point that leaves the bracket.
        let (c, fc) = if (fx > 0.0) == (fa > 0.0) {
            (a, fa)
        } else {
            let left = (b, fb);
            (b, fb) = (a, fa);
            left
        };
        (a, fa) = (x, fx);
        t = interpolate((a, fa), (b, fb), (c, fc)).unwrap_or(0.5);
    }
}

/// The place between a and b (as a share) at which inverse quadratic interpolation puts the root, if it is
/// monotone there and hence to be trusted.
fn interpolate((a, fa): (f64, f64), (b, fb): (f64, f64), (c, fc): (f64, f64)) -> Option<f64> {
    if ![fa, fb, fc].iter().all(|f| f.is_finite()) {
        return None;
    }
    let xi = (a - b) / (c - b);
    let phi = (fa - fb) / (fc - fb);
    if phi * phi >= xi || (1.0 - phi) * (1.0 - phi) >= 1.0 - xi {
        return None;
    }
    let t =
        fa / (fb - fa) * (fc / (fb - fc)) + (c - a) / (b - a) * (fa / (fc - fa)) * (fb / (fc - fb));
    t.is_finite().then_some(t)
}

/// The first integer of `low..=high` for which a condition that stays true once true holds; it is
/// taken to hold for `high`.
pub(crate) fn first_where(mut low: u64, mut high: u64, holds: impl Fn(u64) -> bool) -> u64 {
    while low < high {
        let middle = low + (high - low) / 2;
        if holds(middle) { high = middle } else { low = middle + 1 }
    }
    low
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_roots_of_flat_steep_and_infinite_functions() {
        assert!((root(|x| x * x - 2.0, 0.0, 2.0) - 2f64.sqrt()).abs() < 1e-15);
        assert!((root(|x| (x - 3.0).powi(9), -1.0, 100.0) - 3.0).abs() < 1e-14);
        assert!((root(|x| (50.0 * (x - 0.25)).exp() - 1.0, -9.0, 9.0) - 0.25).abs() < 1e-15);
        assert!((root(|x| x.ln(), 0.0, 5.0) - 1.0).abs() < 1e-15);
        assert_eq!(root(|x| 7.0 - x, 0.0, 7.0), 7.0);
        assert_eq!(root(|x| 7.0 - x, 7.0, 9.0), 7.0);
    }
}
