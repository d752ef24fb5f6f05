//! The Poisson and binomial laws and the Clopper-Pearson interval.

use super::{assert_ln, assert_relative};
use proptest::prelude::*;
use shuffle_metrics::distribution::{ProportionInterval, binomial, clopper_pearson, poisson};
use statrs::distribution::DiscreteCDF;

#[test]
fn poisson_tails_agree_with_mpmath() {
    for (count, mean, ln_sf, ln_cdf) in POISSON {
        assert_ln(poisson::ln_sf(count, mean), ln_sf, 1e-12);
        assert_ln(poisson::ln_cdf(count, mean), ln_cdf, 1e-12);
    }
    // If the tail is nearly certain, its complement still shows.
    assert_relative(poisson::ln_cdf(1, 1e-12), -4.999999999996667e-25, 1e-12);
}

// mpmath 1.4.1, mp.dps = 90: log(gammainc(k, 0, m, regularized=True)),
// log(gammainc(k+1, m, inf, regularized=True))
const POISSON: [(u64, f64, f64, f64); 7] = [
    (1, 1e-12, -27.631021115929048, -4.999999999996667e-25),
    (3, 2.5, -0.7848527198374081, -0.2776312408627553),
    (60, 50.0, -2.3830898445049558, -0.0748961686517242),
    (1_000, 2000.0, 0.0, -310.5335673014403),
    (2_100, 2000.0, -4.302480530005673, -0.012873225644159113),
    (1_000_000, 1002000.0, -0.0230681310714884, -3.778444015883947),
    (20, 1e-09, -456.80093320063406, 0.0),
];

#[test]
fn a_poisson_law_with_mean_zero_never_counts() {
    assert_eq!((poisson::ln_sf(0, 0.0), poisson::ln_cdf(0, 0.0)), (0.0, 0.0));
    assert_eq!(poisson::ln_sf(1, 0.0), f64::NEG_INFINITY);
    assert_eq!(poisson::ln_cdf(1, 0.0), 0.0);
}

// mpmath 1.4.1, mp.dps = 60: the log of the sum of binomial(n,i) p^i (1-p)^(n-i), p the exact f64
#[test]
fn binomial_tails_agree_with_exact_sums() {
    for (successes, trials, p, ln_sf, ln_cdf) in [
        (3, 10, 0.3, -0.48253426905702906, -0.4313819902707923),
        (60, 100, 0.5, -3.559819203446907, -0.017756823491597705),
        (5, 1_000_000, 1e-7, -16.38366036952949, -1.274880219377317e-9),
        (500, 1000, 0.25, -147.1174704463037, -1.291275670156187e-59),
        (1000, 52_000, 1.0 / 52.0, -0.6845285881640814, -0.6764675353943237),
        (900, 52_000, 1.0 / 52.0, -0.0005593207466219999, -7.373104172143083),
        (1999, 2000, 0.999, -0.9017212670666126, -0.14525692639153107),
    ] {
        assert_ln(binomial::ln_sf(successes, trials, p), ln_sf, 1e-12);
        assert_ln(binomial::ln_cdf(successes, trials, p), ln_cdf, 1e-12);
    }
}

#[test]
fn impossible_and_certain_counts_are_told_apart() {
    assert_eq!(binomial::ln_sf(0, 0, 0.5), 0.0);
    assert_eq!(binomial::ln_sf(1, 0, 0.5), f64::NEG_INFINITY);
    assert_eq!(binomial::ln_sf(11, 10, 0.5), f64::NEG_INFINITY);
    assert_eq!(binomial::ln_cdf(11, 10, 0.5), 0.0);
    assert_eq!((binomial::ln_sf(1, 9, 0.0), binomial::ln_cdf(0, 9, 0.0)), (f64::NEG_INFINITY, 0.0));
    assert_eq!((binomial::ln_sf(9, 9, 1.0), binomial::ln_cdf(8, 9, 1.0)), (0.0, f64::NEG_INFINITY));
    assert_eq!((binomial::ln_sf(4, 9, 1.0), binomial::ln_cdf(4, 9, 0.0)), (0.0, 0.0));
}

// mpmath 1.4.1, mp.dps = 60: bisection of the exact binomial sums in the log odds; the last column
// is 1 - high
#[test]
fn clopper_pearson_agrees_with_exact_sums() {
    for (successes, trials, confidence, low, high, beyond) in [
        (1, 10, 0.95, 0.002528578544461787, 0.4450161170281954, 0.5549838829718046),
        (5, 10, 0.95, 0.18708602844739858, 0.8129139715526015, 0.1870860284473986),
        (9, 10, 0.99, 0.4557129431003132, 0.9994988714245354, 0.0005011285754646343),
        (50, 1000, 0.999, 0.030238692036749303, 0.07672916233432703, 0.923270837665673),
        (19_230, 1_000_000, 0.95, 0.018961726413274187, 0.019501063428004825, 0.980498936572),
        (1, 1_000_000, 0.95, 2.53178076637942e-8, 5.571630655172243e-6, 0.9999944283693448),
        (999_999, 1_000_000, 0.95, 0.9999944283693448, 0.9999999746821924, 2.53178077e-8),
    ] {
        let interval = clopper_pearson(successes, trials, confidence);
        assert_relative(interval.low, low, 1e-12);
        assert_relative(interval.high, high, 1e-12);
        assert_relative(1.0 - interval.high, beyond, 1e-8);
    }
}

#[test]
fn clopper_pearson_is_one_sided_at_the_ends() {
    assert_eq!(clopper_pearson(0, 0, 0.95), ProportionInterval { low: 0.0, high: 1.0 });
    // All or nothing: p^n = (1 - confidence)/2 has a closed form.
    let limit = (0.005f64.ln() / 1e9).exp_m1();
    assert_relative(clopper_pearson(0, 1_000_000_000, 0.99).high, -limit, 1e-12);
    assert_relative(clopper_pearson(7, 7, 0.99).low, 0.005f64.powf(1.0 / 7.0), 1e-12);
    assert_eq!(clopper_pearson(7, 7, 0.99).high, 1.0);
}

proptest! {
    #[test]
    fn poisson_tails_overlap_in_the_count_alone(count in 0u64..3000, mean in 0.01f64..3000.0) {
        let below = if count == 0 { 0.0 } else { poisson::ln_cdf(count - 1, mean).exp() };
        prop_assert!((poisson::ln_sf(count, mean).exp() + below - 1.0).abs() < 1e-12);
        prop_assert!(poisson::ln_sf(count + 1, mean) <= poisson::ln_sf(count, mean));
    }

    #[test]
    fn binomial_tails_overlap_in_the_count_alone(
        trials in 1u64..5000, share in 0.0..1.0, p in 0.001..0.999
    ) {
        let k = 1 + (share * (trials - 1) as f64) as u64;
        let sum = binomial::ln_sf(k, trials, p).exp() + binomial::ln_cdf(k - 1, trials, p).exp();
        // Logarithms of factorials, of the order of n ln n, are known to a few f64 steps.
        let ln_factorial = (trials as f64 * (trials as f64).ln()).max(1.0);
        prop_assert!((sum - 1.0).abs() < 16.0 * f64::EPSILON * ln_factorial, "{}", sum - 1.0);
        prop_assert!(binomial::ln_sf(k, trials, p) <= binomial::ln_sf(k - 1, trials, p));
        let theirs = statrs::distribution::Binomial::new(p, trials).unwrap();
        prop_assert!((binomial::ln_cdf(k, trials, p).exp() - theirs.cdf(k)).abs() < 1e-10);
    }

    #[test]
    fn clopper_pearson_puts_half_the_miss_beyond_each_end(
        trials in 2u64..100_000, share in 0.0..1.0, confidence in 0.5..0.999_999
    ) {
        let k = 1 + (share * (trials - 2) as f64) as u64;
        let ProportionInterval { low, high } = clopper_pearson(k, trials, confidence);
        prop_assert!(low < k as f64 / trials as f64 && k as f64 / (trials as f64) < high);
        let ln_miss = (0.5 * (1.0 - confidence)).ln();
        // An end near 1 is known to one f64 step, which the many trials magnify.
        assert_ln(binomial::ln_sf(k, trials, low), ln_miss, 1e-8);
        assert_ln(binomial::ln_cdf(k, trials, high), ln_miss, 1e-8);
    }
}
