//! The borders between the tails of statrs and ours: no step above 1e-11, and no tail that rises.

use super::assert_ln;
use shuffle_metrics::distribution::{ChiSquare, binomial, gamma};

/// ln of the least tail that is taken from statrs.
fn ln_least() -> f64 {
    1e-290_f64.ln()
}

#[test]
fn the_border_of_many_degrees_of_freedom_is_no_step() {
    let (inside, outside) = (2048.0, 2048.0_f64.next_up());
    for z in [-36.0, -20.0, -6.0, -1.0, 0.0, 0.5, 1.0, 6.0, 20.0, 36.0] {
        let x = inside + z * f64::sqrt(inside);
        for tail in [gamma::ln_upper_regularized, gamma::ln_lower_regularized] {
            assert_ln(tail(inside, x), tail(outside, x), 1e-11);
        }
        let sf = |df| ChiSquare::new(df).ln_sf(2.0 * x);
        assert!(sf(4095) <= sf(4096) && sf(4096) <= sf(4097) && sf(4097) <= sf(4098), "z = {z}");
    }
}

#[test]
fn the_border_of_deep_tails_is_no_step_and_the_tail_falls_across_it() {
    for df in [1, 2, 5, 23, 119, 719, 2601, 4096] {
        let law = ChiSquare::new(df);
        let border = law.upper_quantile(ln_least());
        // The two sides of the quantile differ by less than 1e-10 in ln p on their own.
        let walk: Vec<f64> =
            (-50..=50).map(|i| law.ln_sf(border * (1.0 + 1e-12 * f64::from(i)))).collect();
        let slope = (walk[100] - walk[0]) / 100.0;
        for pair in walk.windows(2) {
            assert_ln(pair[1] - pair[0], slope, 1e-11);
        }
        let far: Vec<f64> =
            (-50..=50).map(|i| law.ln_sf(border * (1.0 + 1e-9 * f64::from(i)))).collect();
        assert!(far.is_sorted_by(|a, b| a > b), "{df}");
        assert!(far[0] > ln_least() && far[100] < ln_least(), "{df}: not at the border");
    }
}

#[test]
fn the_border_of_many_trials_is_no_step() {
    for p in [1e-3, 1.0 / 52.0, 0.3, 0.5, 0.9] {
        let sf = |k, n| binomial::ln_sf(k, n, p);
        for k in 1..=2000 {
            // P(X >= k) for n + 1 trials is P(X >= k) for n, plus p times P(X = k - 1).
            let exact = sf(k, 2000) + (p * ((sf(k - 1, 2000) - sf(k, 2000)).exp() - 1.0)).ln_1p();
            // Deep tails are ours on both sides.
            assert_ln(sf(k, 2001), exact, 1e-11);
            assert!(sf(k, 2000) < sf(k - 1, 2000) || sf(k, 2000) > -1e-12, "{k}, {p}");
        }
    }
}
