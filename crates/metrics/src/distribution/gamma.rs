//! The regularized incomplete gamma function, in logarithms: the one source of the chi-square,
//! Poisson and normal tails.
#![doc = include_str!("gamma.md")]

use super::saddle_point::{ln_1p_minus, ln_complement, ln_poisson_density};
use statrs::function::gamma::{gamma_lr, gamma_ur};
use std::f64::consts::{LN_2, PI, SQRT_2};

/// Above this shape one term of Temme's expansion is exact to 1e-12.
const LARGE_SHAPE: f64 = 1e8;

/// Up to this shape the tails of statrs agree with 30-digit values to 1e-11.
const LARGEST_STATRS_SHAPE: f64 = 2048.0;

/// Tails below this are not taken from statrs, which has no logarithms and ends at the smallest f64.
const LEAST_STATRS_TAIL: f64 = 1e-290;

/// ln Q(a, x), the upper tail of a gamma law with shape a and scale 1.
///
/// Valid for every a >= 1/2; relative error below 1e-11, of Q itself down to
/// 1e-300 and of ln Q beyond. For x <= 0 the result is 0, for infinite x it is negative infinity.
///
/// # Panics
///
/// If `a` is below 1/2 or not finite, or `x` is NaN.
///
/// Source: see the [module](self).
pub fn ln_upper_regularized(a: f64, x: f64) -> f64 {
    LnTail::of_gamma(a, x).ln_upper()
}

/// ln P(a, x), the lower tail of a gamma law with shape a and scale 1.
///
/// Valid for every a >= 1/2; relative error below 1e-11, of P itself down to
/// 1e-300 and of ln P beyond. For x <= 0 the result is negative infinity, for infinite x it is 0.
///
/// # Panics
///
/// If `a` is below 1/2 or not finite, or `x` is NaN.
///
/// Source: see the [module](self).
pub fn ln_lower_regularized(a: f64, x: f64) -> f64 {
    LnTail::of_gamma(a, x).ln_lower()
}

/// One tail of a law, as a logarithm: the one that was computed directly.
#[derive(Clone, Copy)]
pub(super) enum LnTail {
    /// ln P(X <= x).
    Lower(f64),
    /// ln P(X >= x).
    Upper(f64),
}

impl LnTail {
    /// A tail of the gamma law with shape a and scale 1.
    pub(super) fn of_gamma(a: f64, x: f64) -> Self {
        assert!(a >= 0.5 && a.is_finite(), "the shape must be at least 1/2 and finite, not {a}");
        assert!(!x.is_nan(), "the argument of a tail must be a number");
        if x <= 0.0 {
            LnTail::Lower(f64::NEG_INFINITY)
        } else if x == f64::INFINITY {
            LnTail::Upper(f64::NEG_INFINITY)
        } else if a > LARGE_SHAPE && (x - a).abs() < 0.3 * a {
            far_tail(a, 0.0, x)
        } else if let Some(tail) = Self::of_statrs(a, x) {
            tail
        } else if x >= a + 1.0 {
            LnTail::Upper(a.ln() + ln_poisson_density(a, x) - continued_fraction(a, x).ln())
        } else {
            LnTail::Lower((ln_poisson_density(a, x) + power_series(a, x).ln()).min(0.0))
        }
    }

    /// The tail that statrs computes directly, not as one minus the other, if it has the digits there.
    fn of_statrs(a: f64, x: f64) -> Option<Self> {
        if a > LARGEST_STATRS_SHAPE {
            return None;
        }
        if x > a.max(1.0) {
            digits_of_statrs(gamma_ur(a, x)).map(Self::Upper)
        } else {
            digits_of_statrs(gamma_lr(a, x)).map(Self::Lower)
        }
    }

    pub(super) fn ln_upper(self) -> f64 {
        match self {
            Self::Upper(ln_upper) => ln_upper,
            Self::Lower(ln_lower) => ln_complement(ln_lower),
        }
    }

    pub(super) fn ln_lower(self) -> f64 {
        match self {
            Self::Lower(ln_lower) => ln_lower,
            Self::Upper(ln_upper) => ln_complement(ln_upper),
        }
    }
}

/// The logarithm of a tail that statrs computed, if that is large enough to have all its digits.
pub(super) fn digits_of_statrs(tail: f64) -> Option<f64> {
    (tail >= LEAST_STATRS_TAIL).then(|| tail.ln().min(0.0))
}

/// 1 + x/(a+1) + x^2/((a+1)(a+2)) + ..., which times x^a e^-x / Γ(a+1) is P.
fn power_series(a: f64, x: f64) -> f64 {
    let (mut sum, mut term, mut k) = (1.0, 1.0, a);
    loop {
        k += 1.0;
        let ratio = x / k;
        term *= ratio;
        sum += term;
        // The rest is less than a geometric series with this ratio.
        if term * ratio <= 1e-17 * sum * (1.0 - ratio) {
            return sum;
        }
    }
}

/// x+1-a + 1(a-1)/(x+3-a + 2(a-2)/(x+5-a + ...)), which divides x^a e^-x / Γ(a) to give Q.
fn continued_fraction(a: f64, x: f64) -> f64 {
    let first = x - a + 1.0;
    let (mut value, mut c, mut d) = (first, first, 0.0);
    let mut k = 0.0;
    loop {
        k += 1.0;
        let numerator = k * (a - k);
        let denominator = first + 2.0 * k;
        d = (denominator + numerator * d).recip();
        c = denominator + numerator / c;
        value *= c * d;
        // A step of one rounding error: the fraction has converged, or can do no better.
        if (c * d - 1.0).abs() <= f64::EPSILON {
            return value;
        }
    }
}

/// ln P(Z >= z) of the standard normal law: half a tail of the gamma law, since Z^2 is chi-square (NIST DLMF 7.11.2).
pub(super) fn ln_normal_sf(z: f64) -> f64 {
    let ln_tail = ln_upper_regularized(0.5, 0.5 * z * z) - LN_2;
    if z >= 0.0 { ln_tail } else { ln_complement(ln_tail) }
}

/// The far tail at x > 0 of the Poisson mixture (mean `weight`) of gamma laws of shape
/// `shape + j`, which is half a noncentral chi-square.
///
/// P(X >= x) = P(Z >= w) + φ(w) (1/u - 1/w), where w^2/2 is the exponent at the saddle point and u
/// the saddle point in standard units. For sizes (shape or x) of 5e7 and more; see [the module](self).
pub(super) fn far_tail(shape: f64, weight: f64, x: f64) -> LnTail {
    let root = shape.hypot(2.0 * weight.sqrt() * x.sqrt());
    let v = (x / (0.5 * (shape + root))).max(f64::MIN_POSITIVE);
    let delta = (x - shape - weight) / (0.5 * (2.0 * weight + shape + root));

    let loss = if delta.abs() > 0.3 { delta - v.ln() } else { -ln_1p_minus(delta) };
    let w = (weight * delta * delta + shape * loss).sqrt() * SQRT_2;
    let u_over_delta = (2.0 * weight * v + shape).sqrt();
    let ln_normal = ln_normal_sf(w);
    // φ(w) (1/|u| - 1/|w|) as a share of the normal tail, plus 1
    let factor = if w > 1e3 {
        // φ(w) is w times the tail, so that only φ(w)/|u| is left.
        w / (delta * u_over_delta).abs()
    } else {
        // Here delta is below w / sqrt(size), 0.15.
        let third = shape * third_order(delta);
        let w_over_delta = (2.0 * weight + shape - 2.0 * delta * third).sqrt();
        let difference =
            2.0 * (weight + third) / (u_over_delta * w_over_delta * (u_over_delta + w_over_delta));
        let hazard = (-0.5 * (w * w + (2.0 * PI).ln()) - ln_normal).exp();
        if delta > 0.0 { 1.0 - difference * hazard } else { 1.0 + difference * hazard }
    };
    let ln_tail = ln_normal + factor.ln();
    if delta > 0.0 { LnTail::Upper(ln_tail) } else { LnTail::Lower(ln_tail) }
}

/// (ln(1 + δ) - δ + δ^2/2) / δ^3 for |δ| below 0.3, by its power series.
fn third_order(delta: f64) -> f64 {
    (0..24).rev().fold(0.0, |sum, k| f64::from(k + 3).recip() - delta * sum)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The same tail from both, so that the logarithms can be compared.
    fn assert_same_tail(a: LnTail, b: LnTail, error: f64, what: &str) {
        let (a, b) = match a {
            LnTail::Upper(a) => (a, b.ln_upper()),
            LnTail::Lower(a) => (a, b.ln_lower()),
        };
        assert!((a - b).abs() < error + 1e-14 * b.abs(), "{what}: off by {:e}", a - b);
    }

    #[test]
    fn meets_the_fraction_and_the_series_where_the_gamma_function_switches() {
        let a = 1e8;
        for z in [-30.0, -6.0, -1.0, -1e-3, 0.0, 1e-3, 1.0, 6.0, 30.0, 1e4] {
            let x = a + z * f64::sqrt(a);
            assert_same_tail(
                far_tail(a, 0.0, x),
                LnTail::of_gamma(a, x),
                1e-11,
                &format!("z = {z}"),
            );
        }
    }
}
