//! The standard normal law.

use super::{assert_ln, assert_relative};
use proptest::prelude::*;
use shuffle_metrics::distribution::{ChiSquare, normal};

// mpmath 1.4.1, mp.dps = 60: log(erfc(z/sqrt(2))/2)
const LN_SF: [(f64, f64); 13] = [
    (-10.0, -7.619853024160525e-24),
    (-1.5, -0.06914345561223398),
    (1e-8, -0.693147188538791),
    (0.5, -1.1759117615936185),
    (1.7, -3.1107960975524813),
    (3.0, -6.607726221510349),
    (8.0, -35.01343715991455),
    (20.0, -203.91715537109727),
    (37.5, -707.6689893175072),
    (40.0, -804.6084420137538),
    (100.0, -5005.524208694205),
    (1e4, -50000010.12927891),
    (1e8, -5000000000000019.0),
];

#[test]
fn the_tail_agrees_with_the_error_function_of_mpmath() {
    for (z, ln_sf) in LN_SF {
        assert_relative(normal::ln_sf(z), ln_sf, 1e-13);
        assert_relative(normal::ln_cdf(-z), ln_sf, 1e-13);
        if z <= 40.0 {
            assert_ln(normal::ln_sf(z), ln_sf, 1e-12);
        }
        if z <= 37.0 {
            assert_relative(normal::sf(z), ln_sf.exp(), 1e-12);
        }
    }
}

#[test]
fn the_quantile_inverts_the_tail_from_one_end_to_the_other() {
    for (z, ln_sf) in LN_SF {
        assert!((normal::upper_quantile(ln_sf) - z).abs() < 1e-12 * z.abs().max(1.0), "{z}");
    }
    assert_eq!(normal::upper_quantile(0.0), f64::NEG_INFINITY);
    assert_eq!(normal::upper_quantile(f64::NEG_INFINITY), f64::INFINITY);
    assert!(normal::upper_quantile(0.5f64.ln()).abs() < 1e-15);
}

#[test]
fn the_ends_of_the_line_are_certain() {
    assert_eq!(normal::ln_sf(f64::NEG_INFINITY), 0.0);
    assert_eq!(normal::ln_sf(f64::INFINITY), f64::NEG_INFINITY);
    assert!(normal::ln_sf(1e154).is_finite());
}

proptest! {
    #[test]
    fn both_sides_make_the_square(z in 0.0..60.0) {
        let square = ChiSquare::new(1).ln_sf(z * z);
        assert_ln(normal::ln_sf(z), square - std::f64::consts::LN_2, 1e-12 * (1.0 + z * z));
        prop_assert!((normal::sf(z) + normal::sf(-z) - 1.0).abs() < 1e-15);
    }

    #[test]
    fn the_tail_falls(z in -8.0..200.0, step in 1e-3..1.0) {
        prop_assert!(normal::ln_sf(z + step) < normal::ln_sf(z));
    }
}
