//! No law takes what is not one of its parameters, and each says why.

use shuffle_metrics::distribution::{
    ChiSquare, NoncentralChiSquare, binomial, clopper_pearson, gamma, noncentrality_for_power,
    normal, poisson,
};

const NAN: f64 = f64::NAN;

const REFUSED: [(&str, fn()); 16] = [
    ("at least one degree of freedom", || _ = ChiSquare::new(0)),
    ("must be a number", || _ = ChiSquare::new(3).sf(NAN)),
    ("the logarithm of a probability is not 0.1", || _ = ChiSquare::new(3).upper_quantile(0.1)),
    ("the shape must be at least 1/2", || _ = gamma::ln_lower_regularized(0.49, 1.0)),
    ("a Poisson mean cannot be -1", || _ = poisson::ln_sf(1, -1.0)),
    ("a Poisson mean cannot be NaN", || _ = poisson::ln_cdf(0, NAN)),
    ("a probability cannot be 1.5", || _ = binomial::ln_cdf(1, 2, 1.5)),
    ("3 successes in 2 trials", || _ = clopper_pearson(3, 2, 0.95)),
    ("a confidence cannot be 1", || _ = clopper_pearson(1, 2, 1.0)),
    ("at least one degree of freedom", || _ = NoncentralChiSquare::new(0, 1.0)),
    ("a noncentrality cannot be -1", || _ = NoncentralChiSquare::new(3, -1.0)),
    ("must be a number", || _ = NoncentralChiSquare::new(3, 1.0).cdf(NAN)),
    ("the logarithm of a level is not 0", || _ = noncentrality_for_power(3, 0.0, 0.5)),
    ("a power cannot be 1", || _ = noncentrality_for_power(3, -1.0, 1.0)),
    ("a z score must be a number", || _ = normal::sf(NAN)),
    ("the logarithm of a probability", || _ = normal::upper_quantile(1e-3)),
];

#[test]
fn what_is_not_a_parameter_is_refused_with_the_reason() {
    for (row, (why, call)) in REFUSED.into_iter().enumerate() {
        let panic = std::panic::catch_unwind(call).expect_err(why);
        let said = panic.downcast_ref::<String>().map(String::as_str);
        let said = said.or_else(|| panic.downcast_ref::<&str>().copied());
        assert!(said.is_some_and(|said| said.contains(why)), "row {row}: {said:?}, not {why}");
    }
}
