//! Sums and means of numbers that are given by their logarithms, and may be too small or too large for a float.

/// The logarithm of the sum of numbers that are given by their logarithms.
pub(crate) fn log_sum_exp(logarithms: &[f64]) -> f64 {
    let (largest, sum) = in_units_of_the_largest(logarithms);
    largest + sum.ln()
}

/// The logarithm of their mean.
pub(crate) fn log_mean_exp(logarithms: &[f64]) -> f64 {
    let (largest, sum) = in_units_of_the_largest(logarithms);
    largest + (sum / logarithms.len() as f64).ln()
}

/// The largest logarithm, and the sum divided by the largest number.
fn in_units_of_the_largest(logarithms: &[f64]) -> (f64, f64) {
    let largest = logarithms.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    (largest, logarithms.iter().map(|logarithm| (logarithm - largest).exp()).sum())
}
