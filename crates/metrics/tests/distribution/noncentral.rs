//! The noncentral chi-square law and the power of chi-square tests.

use super::{assert_ln, assert_relative};
use proptest::prelude::*;
use shuffle_metrics::distribution::{
    ChiSquare, NoncentralChiSquare, noncentrality_for_power, normal,
};

/// The probability that the upper-tail chi-square test rejects at level e^`ln_alpha` when the noncentrality is `lambda`.
fn power(df: u64, lambda: f64, ln_alpha: f64) -> f64 {
    NoncentralChiSquare::new(df, lambda).sf(ChiSquare::new(df).upper_quantile(ln_alpha))
}

/// 0.001, 0.01: levels whose logarithms are wanted below.
fn ln(level: f64) -> f64 {
    level.ln()
}

// mpmath 1.4.1, mp.dps = 60 to 90: the mixture sum over j of
// exp(-h) h^j / j! gammainc(df/2 + j, x/2, inf, regularized=True) with h = lambda/2, and with
// gammainc(df/2 + j, 0, x/2, regularized=True)
#[test]
fn tails_agree_with_the_mixture_summed_in_60_digits() {
    for (df, lambda, x, sf, cdf) in [
        (1, 0.5, 1.0, 0.4287029896132541, 0.5712970103867459),
        (1, 100.0, 9.0, 0.9999999999987201, 1.279812543885835e-12),
        (4, 6.0, 10.0, 0.43446379787932876, 0.5655362021206712),
        (23, 40.0, 49.7, 0.821578314247777, 0.17842168575222297),
        (23, 40.0, 300.0, 8.338267143229154e-24, 1.0),
        (23, 400.0, 20.0, 1.0, 3.6241143851294626e-62),
        (2601, 300.0, 2830.0, 0.8120580729481526, 0.18794192705184745),
        (2601, 300.0, 4000.0, 3.238965867735873e-35, 1.0),
        (2601, 5000.0, 6000.0, 1.0, 2.80992186783146e-27),
        (3_628_799, 2e4, 3_645_962.0, 0.8525312019633634, 0.14746879803663662),
        (10_000_000, 1e6, 11_000_000.0, 0.499941186734521, 0.5000588132654791),
        (10_000_000, 1e6, 11_040_000.0, 1.7414874933939743e-16, 1.0),
        (10_000_000, 1e6, 10_960_000.0, 1.0, 1.4834151522498827e-16),
    ] {
        let law = NoncentralChiSquare::new(df, lambda);
        assert_relative(law.sf(x), sf, 1e-12);
        assert_relative(law.cdf(x), cdf, 1e-12);
    }
    assert_ln(NoncentralChiSquare::new(9, 5.0).ln_sf(5000.0), -2335.753453872559, 1e-10);
}

#[test]
fn no_noncentrality_is_the_central_law() {
    for df in [1, 9, 2601, 3_000_000_000] {
        let (noncentral, central) = (NoncentralChiSquare::new(df, 0.0), ChiSquare::new(df));
        for share in [0.0, 0.5, 1.0, 1.5] {
            let x = share * df as f64;
            assert_ln(noncentral.ln_sf(x).exp(), central.sf(x), 1e-12);
            assert_ln(noncentral.ln_cdf(x).exp(), central.cdf(x), 1e-12);
        }
    }
    // And next to none is next to it.
    assert_relative(NoncentralChiSquare::new(9, 1e-14).sf(20.0), ChiSquare::new(9).sf(20.0), 1e-12);
}

#[test]
fn the_law_begins_at_zero_and_ends_at_infinity() {
    for (df, lambda) in [(4, 6.0), (4, 1e12), (u64::MAX, 1e300)] {
        let law = NoncentralChiSquare::new(df, lambda);
        for x in [0.0, -3.0, f64::NEG_INFINITY] {
            assert_eq!((law.ln_sf(x), law.ln_cdf(x)), (0.0, f64::NEG_INFINITY));
        }
        assert_eq!(law.ln_cdf(f64::INFINITY), 0.0);
        assert_eq!(law.ln_sf(f64::INFINITY), f64::NEG_INFINITY);
        assert!((law.sf(df as f64 + lambda) - 0.5).abs() < 0.1);
        for x in [f64::MIN_POSITIVE, 1e-9, 1e9, 1e20, 1e300] {
            assert!(law.ln_sf(x).is_finite() && law.ln_cdf(x).is_finite(), "{law:?} at {x}");
        }
    }
}

#[test]
fn far_beyond_every_bias_the_logarithm_is_still_good() {
    for (shift, root) in [(1.5f64, 1e5), (1.5, 1e9), (300.0, 1e5), (1e5, 1.0), (1e5, 1e7)] {
        // One degree of freedom is a shifted normal squared.
        let law = NoncentralChiSquare::new(1, shift * shift);
        let ln_tail = normal::ln_sf((root - shift).abs());
        if root > shift {
            assert_relative(law.ln_sf(root * root), ln_tail, 1e-9);
        } else {
            assert_relative(law.ln_cdf(root * root), ln_tail, 1e-9);
        }
    }
    assert_relative(NoncentralChiSquare::new(9, 5.0).ln_sf(f64::MAX), -0.5 * f64::MAX, 1e-9);
}

// scipy 1.17.1: brentq(lambda l: ncx2.sf(chi2.isf(alpha, df), df, l) - power, 1e-3, 1e5,
// xtol=1e-13, rtol=1e-15)
#[test]
fn noncentralities_agree_with_scipy() {
    for (df, alpha, wanted, lambda) in [
        (1, 0.05, 0.8, 7.848860509326204),
        (23, 1e-06, 0.999, 106.22715554245755),
        (2601, 1e-06, 0.999, 621.704387610264),
        (5039, 1e-09, 0.3, 567.8755744323722),
        (23, 0.001, 0.002, 1.158061287882118),
    ] {
        assert_relative(noncentrality_for_power(df, ln(alpha), wanted), lambda, 1e-9);
        assert_relative(power(df, lambda, ln(alpha)), wanted, 1e-9);
    }
}

#[test]
fn a_test_needs_no_bias_for_the_power_of_its_own_level() {
    assert_eq!(noncentrality_for_power(23, ln(0.01), 0.01), 0.0);
    assert_eq!(noncentrality_for_power(23, ln(0.01), 0.001), 0.0);
    let lambda = noncentrality_for_power(23, ln(0.01), 0.0101);
    assert!(lambda > 0.0 && lambda < 0.1, "{lambda}");
}

#[test]
fn a_level_far_below_f64_still_has_a_noncentrality() {
    let lambda = noncentrality_for_power(2601, -2000.0, 0.999);
    assert_relative(power(2601, lambda, -2000.0), 0.999, 1e-12);
    assert!(lambda > 4000.0, "{lambda}");
}

#[test]
fn millions_and_more_degrees_of_freedom_have_a_noncentrality() {
    for df in [10_000_000, 4_000_000_000, u64::MAX] {
        let lambda = noncentrality_for_power(df, ln(1e-6), 0.999);
        // Both laws are close to normal there: lambda is this many standard deviations.
        let sds = normal::upper_quantile(ln(1e-6)) + normal::upper_quantile(ln(0.001));
        assert_relative(lambda, sds * (2.0 * df as f64).sqrt(), 0.01);
    }
}

proptest! {
    // One degree of freedom is a shifted normal squared.
    #[test]
    fn one_degree_of_freedom_has_a_closed_form(shift in 0.01f64..40.0, root in 0.01f64..60.0) {
        let law = NoncentralChiSquare::new(1, shift * shift);
        let x = root * root;
        let (near, far) = (normal::ln_sf(root - shift), normal::ln_sf(root + shift));
        let ln_sf = near + (far - near).exp().ln_1p();
        assert_ln(law.ln_sf(x), ln_sf, 1e-11 * (1.0 + ln_sf.abs()));
    }

    #[test]
    fn noncentral_tails_add_up_to_one(df in 1u64..100_000, lambda in 0.0f64..1e5, z in -9.0..9.0) {
        let law = NoncentralChiSquare::new(df, lambda);
        let mean = df as f64 + lambda;
        let x = mean + z * (2.0 * mean + 2.0 * lambda).sqrt();
        prop_assert!((law.sf(x) + law.cdf(x) - 1.0).abs() < 1e-12);
        // More noncentrality, more beyond x; further out, less.
        let more = NoncentralChiSquare::new(df, 1.01 * lambda + 0.1);
        prop_assert!(more.ln_sf(x) >= law.ln_sf(x) && more.ln_cdf(x) <= law.ln_cdf(x));
        prop_assert!(law.ln_sf(1.001 * x.abs()) <= law.ln_sf(x));
    }

    #[test]
    fn power_and_noncentrality_invert_each_other(
        df in 1u64..100_000, exponent in -20.0f64..-0.5, wanted in 0.4..0.9999
    ) {
        let ln_alpha = exponent * std::f64::consts::LN_10;
        let lambda = noncentrality_for_power(df, ln_alpha, wanted);
        assert_relative(power(df, lambda, ln_alpha), wanted, 1e-11);
    }
}
