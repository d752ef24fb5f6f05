//! The parts of every tail here: logarithms that do not cancel.
//!
//! A density such as x^a e^-x / Γ(a+1) is the product of huge and tiny factors. Written as a
//! deviance plus a Stirling error (the saddle-point form), every part is small where the density
//! is not, so nothing cancels and the logarithm is good to the last digits at any size.
//!
//! Source: C. Loader, "Fast and accurate computation of binomial probabilities" (2000).

use std::f64::consts::{LN_2, PI};

/// ln(1 + u) - u for u > -1, without cancellation.
///
/// With r = u / (2 + u), ln(1 + u) = 2 (r + r^3/3 + r^5/5 + ...) and u = 2r + ru, so the two
/// leading terms drop out by algebra and not by subtraction.
pub(super) fn ln_1p_minus(u: f64) -> f64 {
    if u.abs() > 0.3 {
        return u.ln_1p() - u;
    }
    let r = u / (2.0 + u);
    let y = r * r; // at most 0.031, so 12 terms reach 1e-18
    let series = (0..12).rev().fold(0.0, |sum, k| sum * y + 1.0 / f64::from(2 * k + 3));
    r * (2.0 * y * series - u)
}

/// ln(1 - e^l), the logarithm of the other tail, for l <= 0.
pub(super) fn ln_complement(l: f64) -> f64 {
    // Adding zero turns -0 into 0, so that "-0" is never printed.
    if l > -LN_2 { (-l.exp_m1()).ln() } else { (-l.exp()).ln_1p() + 0.0 }
}

/// ln Γ(a+1) - ((a + 1/2) ln a - a + ln(2π)/2) for a > 0: what Stirling's formula misses.
pub(super) fn stirling_error(mut a: f64) -> f64 {
    let mut shifted = 0.0;
    while a < 16.0 {
        shifted += (a + 0.5) * a.recip().ln_1p() - 1.0;
        a += 1.0;
    }
    let y = (a * a).recip();
    let series = [-691.0 / 360_360.0, 1.0 / 1188.0, -1.0 / 1680.0, 1.0 / 1260.0, -1.0 / 360.0]
        .into_iter()
        .chain([1.0 / 12.0])
        .fold(0.0, |sum, coefficient| sum * y + coefficient);
    shifted + series / a
}

/// k ln(k/m) + m - k for k > 0 and m > 0: half the deviance of a count k with mean m.
pub(super) fn deviance(k: f64, m: f64) -> f64 {
    let u = (m - k) / k;
    if u.abs() > 0.3 {
        // The quotient overflows only where m alone decides.
        (m - k) - k * (m / k).min(f64::MAX).ln()
    } else {
        -k * ln_1p_minus(u)
    }
}

/// ln(m^k e^-m / Γ(k+1)) for k >= 0 and m > 0: the Poisson law, for fractional k as well.
pub(super) fn ln_poisson_density(k: f64, m: f64) -> f64 {
    if k == 0.0 {
        return -m;
    }
    -0.5 * (2.0 * PI * k).ln() - stirling_error(k) - deviance(k, m)
}

#[cfg(test)]
mod tests {
    use super::*;

    // mpmath 1.4.1, mp.dps = 40: log(1 + mpf(u)) - mpf(u)
    #[test]
    fn ln_1p_minus_keeps_all_digits_of_tiny_arguments() {
        for (u, want) in [
            (1e-12, -4.999999999996667e-25),
            (-1e-5, -5.0000333335833364e-11),
            (0.29, -0.03535778162641925),
            (-0.29, -0.05249030894677594),
            (0.31, -0.039972862786939824),
            (-0.9, -1.402585092994046),
            (7.0, -4.920558458320164),
        ] {
            let got = ln_1p_minus(u);
            assert!((got / want - 1.0).abs() < 3e-15, "ln_1p_minus({u}) = {got:e}");
        }
    }

    // mpmath 1.4.1, mp.dps = 40: loggamma(a+1) - (a+0.5)*log(a) + a - log(2*pi)/2
    #[test]
    fn stirling_error_agrees_with_log_gamma() {
        for (a, want) in [
            (0.5, 0.15342640972002736),
            (1.0, 0.08106146679532726),
            (15.9, 0.005240399880756108),
            (16.0, 0.0052076559196096404),
            (1e6, 8.333333333333056e-8),
        ] {
            let got = stirling_error(a);
            assert!((got - want).abs() < 2e-15, "stirling_error({a}) = {got:e}");
        }
    }

    #[test]
    fn a_logarithm_and_its_complement_add_up_to_one() {
        for l in [-1e-12, -0.1, -LN_2, -1.0, -30.0] {
            assert!((f64::exp(l) + ln_complement(l).exp() - 1.0).abs() < 1e-15, "{l}");
        }
        assert!(ln_complement(f64::NEG_INFINITY).is_sign_positive());
    }
}
