//! The central chi-square law and the incomplete gamma function under it.

use super::{assert_ln, assert_relative};
use proptest::prelude::*;
use shuffle_metrics::distribution::{ChiSquare, normal};
use statrs::distribution::ContinuousCDF;
use std::f64::consts::LN_2;

/// One line of the grid; see data/README.md.
struct Reference {
    law: ChiSquare,
    x: f64,
    sf: f64,
    ln_sf: f64,
    cdf: Option<f64>,
}

fn grid() -> Vec<Reference> {
    let mut reader = csv::Reader::from_reader(&include_bytes!("../data/chi2_sf_grid.csv")[..]);
    let rows: Vec<Reference> = reader
        .records()
        .map(|record| {
            let record = record.unwrap();
            let number = |column: usize| record[column].parse::<f64>().unwrap();
            Reference {
                law: ChiSquare::new(record[0].parse().unwrap()),
                x: number(2),
                sf: number(3),
                ln_sf: number(4),
                cdf: (!record[6].is_empty()).then(|| number(6)),
            }
        })
        .collect();
    assert_eq!(rows.len(), 77);
    assert_eq!(rows.iter().filter(|row| row.cdf.is_some()).count(), 22);
    rows
}

#[test]
fn tails_agree_with_30_digits_to_3628799_degrees_of_freedom() {
    for Reference { law, x, sf, ln_sf, cdf } in grid() {
        // Up to 4096 degrees the tails come from statrs.
        let error = if law.df() <= 4096 { 1e-11 } else { 1e-12 };
        if ln_sf > -690.0 {
            assert_relative(law.sf(x), sf, error);
            assert_relative(law.ln_sf(x), ln_sf, error);
        }
        assert_ln(law.ln_sf(x), ln_sf, 1e-11);
        if let Some(cdf) = cdf {
            assert_relative(law.cdf(x), cdf, error);
        }
    }
}

#[test]
fn quantiles_agree_with_30_digits_to_3628799_degrees_of_freedom() {
    for Reference { law, x, ln_sf, .. } in grid() {
        assert_relative(law.upper_quantile(ln_sf), x, 1e-12);
    }
}

#[test]
fn tails_agree_with_statrs_where_it_reaches() {
    for df in [1u32, 2, 3, 10, 99, 1000, 5039] {
        let (ours, theirs) =
            (ChiSquare::new(df.into()), statrs::distribution::ChiSquared::new(df.into()).unwrap());
        for share in [0.3, 0.7, 0.9, 1.0, 1.1, 1.5, 2.0] {
            let x = f64::from(df) * share;
            if theirs.sf(x) > 1e-290 {
                assert_relative(ours.sf(x), theirs.sf(x), 1e-10);
            }
            if theirs.cdf(x) > 1e-290 {
                assert_relative(ours.cdf(x), theirs.cdf(x), 1e-10);
            }
        }
    }
}

#[test]
fn two_degrees_of_freedom_are_exponential_at_any_depth() {
    for x in [1e-300, 1e-9, 1.0, 2.9, 3.1, 700.0, 4000.0, 1e9, 1e300] {
        assert_relative(ChiSquare::new(2).ln_sf(x), -0.5 * x, 1e-13);
    }
    assert_relative(ChiSquare::new(2).cdf(1e-300), 5e-301, 1e-12);
}

#[test]
fn the_tail_is_one_at_and_below_zero_and_empty_at_infinity() {
    for df in [1, 2, 2601, 100_000_000_000] {
        let law = ChiSquare::new(df);
        for x in [0.0, -0.0, -1.0, f64::NEG_INFINITY] {
            assert_eq!((law.ln_sf(x), law.sf(x)), (0.0, 1.0));
            assert_eq!((law.ln_cdf(x), law.cdf(x)), (f64::NEG_INFINITY, 0.0));
        }
        assert_eq!((law.ln_sf(f64::INFINITY), law.cdf(f64::INFINITY)), (f64::NEG_INFINITY, 1.0));
        assert!(law.ln_sf(f64::MAX).is_finite());
        assert!(law.ln_cdf(f64::MIN_POSITIVE).is_finite());
    }
}

#[test]
fn quantiles_reach_the_ends() {
    let law = ChiSquare::new(1);
    assert_eq!(law.upper_quantile(0.0), 0.0);
    assert_eq!(law.upper_quantile(f64::NEG_INFINITY), f64::INFINITY);
    // P(X <= x) is about sqrt(2x/π) here, so this x would be near 1e-400.
    assert_eq!(law.upper_quantile(-1e-200), 0.0);
    assert_relative(law.upper_quantile(-1e-100), std::f64::consts::FRAC_PI_2 * 1e-200, 1e-12);
    assert_relative(ChiSquare::new(2).upper_quantile(-1e300), 2e300, 1e-12);
    assert_ln(ChiSquare::new(2601).ln_sf(ChiSquare::new(2601).upper_quantile(-1e6)), -1e6, 1e-7);
}

#[test]
fn any_number_of_degrees_of_freedom_is_answered_at_once() {
    // mpmath 1.4.1, mp.dps = 60: Temme's expansion at df = 2^64 gives 1/2 - 1/(3 sqrt(π 2^64))
    let law = ChiSquare::new(u64::MAX);
    assert_relative(law.sf(2f64.powi(64)), 0.5, 1e-9);
    // Cornish-Fisher: df + z sqrt(2 df) + 2/3 (z^2 - 1), with f64 steps of 2048 there.
    let z = normal::upper_quantile(-30.0);
    let off = law.upper_quantile(-30.0) - 2f64.powi(64);
    assert_relative(off, z * 2f64.powi(65).sqrt(), 1e-4);
}

proptest! {
    #[test]
    fn the_two_tails_add_up_to_one(df in 1u64..2_000_000, z in -30.0f64..30.0) {
        let law = ChiSquare::new(df);
        let x = df as f64 + z * (2.0 * df as f64).sqrt();
        prop_assert!((law.sf(x) + law.cdf(x) - 1.0).abs() < 1e-12);
    }

    #[test]
    fn the_tails_are_monotone(df in 1u64..1_000_000, z in -30.0f64..30.0) {
        let law = ChiSquare::new(df);
        let x = (df as f64 + z * (2.0 * df as f64).sqrt()).max(1e-3);
        let further = x * 1.001;
        prop_assert!(law.ln_sf(further) <= law.ln_sf(x));
        prop_assert!(law.ln_cdf(further) >= law.ln_cdf(x));
        // Strictly so in the tail that is not rounded to one.
        prop_assert!(law.ln_sf(further) < law.ln_sf(x) || law.ln_cdf(further) > law.ln_cdf(x));
    }

    #[test]
    fn a_quantile_has_the_probability_asked_for(df in 1u64..1_000_000, exponent in -9.0f64..4.0) {
        let law = ChiSquare::new(df);
        let ln_p = -f64::powf(10.0, exponent);
        let x = law.upper_quantile(ln_p);
        if ln_p > -LN_2 {
            // Near one the lower tail has the digits.
            assert_ln(law.ln_cdf(x), (-ln_p.exp_m1()).ln(), 1e-10);
        } else {
            assert_ln(law.ln_sf(x), ln_p, 1e-11 * ln_p.abs().max(1.0));
        }
    }
}
