//! The one-sample Kolmogorov-Smirnov test.

use super::{assert_ln, assert_relative};
use proptest::prelude::*;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;
use shuffle_metrics::distribution::ks_uniform;

/// n values whose distance from uniform is d: all too large by that much.
fn shifted(n: usize, d: f64) -> Vec<f64> {
    (0..n).map(|i| (i as f64 / n as f64 + d).min(1.0)).collect()
}

// Durbin's matrix in exact fractions, then 60 digits (Python 3.11 fractions, mpmath 1.4.1), at
// d = z / sqrt(n)
#[test]
fn p_agrees_with_durbins_matrix_in_exact_fractions() {
    for (n, z, p) in [
        (5, 0.6, 0.7836692682117719),
        (5, 1.0, 0.19951883851095423),
        (10, 0.8, 0.4692258217243119),
        (10, 1.9, 0.0005543276897603593),
        (20, 2.05, 0.0002307081386604775),
        (100, 0.5, 0.9532159710635725),
        (100, 1.0, 0.25269275700639005),
        (100, 1.6, 0.010543506724456132),
        (100, 1.99, 0.0006024947156589733),
        (100, 2.3, 3.921924383021518e-5),
        (500, 1.0, 0.26212703666662573),
    ] {
        let d = z / f64::sqrt(n as f64);
        let result = ks_uniform(&mut shifted(n, d));
        assert_relative(result.statistic, d, 1e-14);
        assert_relative(result.p_value, p, 1e-9);
        assert_relative(result.p_value.ln(), result.ln_p_value, 1e-12);
    }
}

// mpmath 1.4.1, mp.dps = 60: 2 sum over j <= n(1-d) of
// binomial(n, j) d (d + j/n)^(j-1) (1 - d - j/n)^(n-j), with d = z / sqrt(n)
#[test]
fn tiny_p_agrees_with_smirnovs_sum() {
    for (n, z, p) in [
        (50, 6.5, 4.585445826997397e-55),
        (100, 4.0, 5.947617451361662e-15),
        (2000, 5.0, 3.129784970241584e-22),
    ] {
        assert_relative(ks_uniform(&mut shifted(n, z / f64::sqrt(n as f64))).p_value, p, 1e-10);
    }
    // Three values near 0: p is twice the chance that all are, though 3 d^2 < 4.
    assert_relative(ks_uniform(&mut [1e-4; 3]).p_value, 2e-12, 1e-10);
}

// scipy 1.17.1: kstwo.sf(z / sqrt(n), n)
#[test]
fn p_of_many_values_agrees_with_scipy() {
    for (n, z, p) in [
        (1001, 0.5, 0.960563309944941),
        (1001, 0.9, 0.3855528561810949),
        (3000, 1.3, 0.06701167988024381),
        (3000, 1.9, 0.0014281382363246545),
    ] {
        assert_relative(ks_uniform(&mut shifted(n, z / f64::sqrt(n as f64))).p_value, p, 1e-7);
    }
}

#[test]
fn the_exact_p_and_the_series_meet_at_a_thousand_values() {
    for z in [0.4, 0.6, 0.8, 1.0, 1.2, 1.5, 1.9] {
        let [below, above] =
            [1000, 1001].map(|n| ks_uniform(&mut shifted(n, z / f64::sqrt(n as f64))).p_value);
        // One value more moves p by 4e-6 at most, the method by 4e-8.
        let [before, after] =
            [999, 1000].map(|n| ks_uniform(&mut shifted(n, z / f64::sqrt(n as f64))).p_value);
        assert_ln(above - below, after - before, 6e-8);
    }
}

#[test]
fn the_body_and_the_tail_meet_where_both_hold() {
    for n in [20, 200, 1000, 5000] {
        let at = |z: f64| ks_uniform(&mut shifted(n, z / f64::sqrt(n as f64))).ln_p_value;
        // The method changes at z = 2; the slope there is about -4z = -8.
        let (gap, step) = (at(2.0 - 1e-9) - at(2.0 + 1e-9), 2e-9 * 8.0);
        assert!(gap > 0.5 * step - 1e-7 && gap < 2.0 * step + 1e-7, "n = {n}: {gap:e}");
    }
}

#[test]
fn one_value_is_judged_by_its_distance_from_the_nearer_end() {
    for u in [0.5, 0.3, 0.9, 0.999] {
        let result = ks_uniform(&mut [u]);
        assert_eq!(result.statistic, f64::max(u, 1.0 - u));
        assert_relative(result.p_value, 2.0 * (1.0 - result.statistic), 1e-12);
    }
}

#[test]
fn the_statistic_is_the_largest_step_on_either_side() {
    let mut values = [0.9, 0.2, 0.5, 0.55];
    // Above: (i+1)/4 - u = 0.05, 0, 0.2, 0.1; below: u - i/4 = 0.2, 0.25, 0.05, 0.15.
    assert_eq!(ks_uniform(&mut values).statistic, 0.25);
    assert_eq!(values, [0.2, 0.5, 0.55, 0.9]);
}

#[test]
fn p_is_never_zero_and_its_logarithm_always_finite() {
    let result = ks_uniform(&mut [0.0; 5000]);
    assert_eq!((result.statistic, result.p_value), (1.0, 1e-300));
    // 2 (1 - d)^n with 1 - d = 2^-53
    assert_relative(result.ln_p_value, (1.0 - 53.0 * 5000.0) * std::f64::consts::LN_2, 1e-12);
    assert_eq!(ks_uniform(&mut [1.0; 5000]).ln_p_value, result.ln_p_value);
}

// P-values of a sound test are uniform; the same test says so. Seeds 1 and 2 of Pcg64.
#[test]
fn p_values_of_uniform_values_are_uniform() {
    for (seed, samples, n) in [(1, 4000, 15), (2, 1000, 1500)] {
        let mut rng = Pcg64::seed_from_u64(seed);
        let mut p_values: Vec<f64> = (0..samples)
            .map(|_| {
                let mut values: Vec<f64> = (0..n).map(|_| rng.random()).collect();
                ks_uniform(&mut values).p_value
            })
            .collect();
        let again = ks_uniform(&mut p_values);
        assert!(again.p_value > 0.001, "{n} values a sample: {again:?}");
    }
}

proptest! {
    #[test]
    fn p_falls_as_the_distance_grows(n in 1usize..400, z in 0.3f64..6.0) {
        let d = z / f64::sqrt(n as f64);
        prop_assume!(d > 0.5 / n as f64 && 1.01 * d < 1.0);
        let [near, far] = [d, 1.01 * d].map(|d| ks_uniform(&mut shifted(n, d)));
        prop_assert!((0.0..=1.0).contains(&near.p_value));
        prop_assert!(far.ln_p_value <= near.ln_p_value);
    }
}
