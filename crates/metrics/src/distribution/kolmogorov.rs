//! The Kolmogorov-Smirnov test: are p-values themselves uniform?
//!
//! For continuous values only. P-values of a discrete statistic are not uniform even when all is
//! well; randomize them first.
//!
//! | where | p |
//! |---|---|
//! | n d^2 >= 4 (p below 7e-4) or d >= 1/2 | twice Smirnov's one-sided tail, relative error 1e-10 |
//! | n <= 1000 | exact: Durbin's matrix, as Marsaglia, Tsang and Wang arrange it |
//! | larger n | the series of Pelz and Good in 1/sqrt(n) to its third term, error below 4e-8 |
//!
//! Sources: G. Marsaglia, W. W. Tsang and J. Wang, "Evaluating Kolmogorov's distribution", J.
//! Statistical Software 8 (2003); W. Pelz and I. J. Good, "Approximating the lower tail-areas of
//! the Kolmogorov-Smirnov one-sample statistic", J. R. Statist. Soc. B 38 (1976); R. Simard and P.
//! L'Ecuyer, "Computing the two-sided Kolmogorov-Smirnov distribution", J. Statistical Software 39
//! (2011).

use super::{
    binomial::{Chance, ln_pmf},
    log_sum::log_sum_exp,
};
use std::f64::consts::{LN_2, PI};

/// The largest sample whose p is exact everywhere.
const LARGEST_EXACT: usize = 1000;

/// A p-value is never printed below this; its logarithm goes on.
const P_FLOOR: f64 = 1e-300;

/// The outcome of a one-sample Kolmogorov-Smirnov test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct KsResult {
    /// D, the largest distance between the empirical and the uniform distribution function.
    pub statistic: f64,
    /// P(D >= statistic) for uniform values, floored at 1e-300.
    pub p_value: f64,
    /// Its natural logarithm, not floored and always finite.
    pub ln_p_value: f64,
}

/// The two-sided Kolmogorov-Smirnov test of values against the uniform law on 0 to 1.
///
/// D = max over i of max(i/n - u_(i), u_(i) - (i-1)/n) with the values u sorted, which this does in
/// place. Exact up to 1000 values and in the tail for any number; see the [module](self).
///
/// A value of exactly 0 or 1 stands for its neighbourhood of 2^-53, so that the logarithm of p is
/// finite even if all values are 0.
///
/// # Panics
///
/// If there are no values, or one is not between 0 and 1.
///
/// ```
/// use shuffle_metrics::distribution::ks_uniform;
///
/// let mut evenly: Vec<f64> = (0..200).map(|i| (f64::from(i) + 0.5) / 200.0).collect();
/// assert!(ks_uniform(&mut evenly).p_value > 0.999);
/// let mut squeezed: Vec<f64> = evenly.iter().map(|u| 0.7 * u).collect();
/// assert!(ks_uniform(&mut squeezed).p_value < 1e-15);
/// ```
pub fn ks_uniform(values: &mut [f64]) -> KsResult {
    assert!(!values.is_empty(), "a Kolmogorov-Smirnov test needs at least one value");
    for value in &*values {
        assert!((0.0..=1.0).contains(value), "{value} is not between 0 and 1");
    }
    values.sort_unstable_by(f64::total_cmp);
    let n = values.len() as f64;
    let statistic = values.iter().enumerate().fold(0.0, |d: f64, (i, &value)| {
        let before = i as f64 / n;
        d.max(value - before).max((i + 1) as f64 / n - value)
    });
    let ln_p_value = ln_sf(values.len(), statistic);
    KsResult { statistic, p_value: ln_p_value.exp().max(P_FLOOR), ln_p_value }
}

/// ln P(D >= d) for n uniform values.
fn ln_sf(n: usize, d: f64) -> f64 {
    let size = n as f64;
    if size * d * d >= 4.0 || d >= 0.5 {
        // Crossing on both sides is impossible, or rarer than 1e-10 of crossing on one.
        return (LN_2 + ln_one_sided(n, d.min(1.0 - 0.5 * f64::EPSILON))).min(0.0);
    }
    let cdf = if n <= LARGEST_EXACT { durbin(n, d) } else { pelz_good(size, d) };
    (-cdf.clamp(0.0, 1.0)).ln_1p() + 0.0 // never minus zero
}

/// ln P(D+ >= d) = ln sum over j <= n(1-d) of C(n,j) d (d + j/n)^(j-1) (1 - d - j/n)^(n-j).
fn ln_one_sided(n: usize, d: f64) -> f64 {
    let size = n as f64;
    let last = (size * (1.0 - d)) as usize;
    let terms: Vec<f64> = (0..=last)
        .map(|j| {
            let j = j as f64;
            let p = d + j / size;
            let q = ((size - j) / size - d).max(0.0);
            ln_pmf(j, size, Chance { p, q }) + (d / p).ln()
        })
        .collect();
    log_sum_exp(&terms)
}

/// P(D < d): n!/n^n times the middle entry of the n-th power of Durbin's matrix, one row of which
/// is all that is needed.
fn durbin(n: usize, d: f64) -> f64 {
    let size = n as f64;
    let k = (size * d) as usize + 1;
    let h = k as f64 - size * d;
    let m = 2 * k - 1;

    let mut inverse_factorial = vec![1.0; m + 1];
    for i in 1..=m {
        inverse_factorial[i] = inverse_factorial[i - 1] / i as f64;
    }
    let entry = |i: usize, j: usize| {
        let mut value = 1.0;
        if j == 0 {
            value -= h.powi(i as i32 + 1);
        }
        if i == m - 1 {
            value -= h.powi((m - j) as i32);
        }
        if j == 0 && i == m - 1 {
            value += (2.0 * h - 1.0).max(0.0).powi(m as i32);
        }
        value * inverse_factorial[i + 1 - j]
    };
    // Column by column; column j starts at row j - 1, above it all is 0.
    let columns: Vec<Vec<f64>> =
        (0..m).map(|j| (j.saturating_sub(1)..m).map(|i| entry(i, j)).collect()).collect();

    let mut row = vec![0.0; m];
    row[k - 1] = 1.0;
    for step in 1..=n {
        let scale = step as f64 / size;
        let next = columns.iter().enumerate().map(|(j, column)| {
            let above = &row[j.saturating_sub(1)..];
            scale * above.iter().zip(column).map(|(r, c)| r * c).sum::<f64>()
        });
        row = next.collect();
    }
    row[k - 1]
}

/// P(D < d) = K0(z) + K1(z)/n^(1/2) + K2(z)/n + K3(z)/n^(3/2) with z = d sqrt(n).
fn pelz_good(n: f64, d: f64) -> f64 {
    let z = d * n.sqrt();
    let z2 = z * z;
    let mut sums = [0.0; 4];
    for k in 0..20 {
        let k = f64::from(k);
        // The sums over half-integers k + 1/2, of which the negative ones repeat the positive.
        let s = (PI * (k + 0.5)).powi(2);
        let weight = 2.0 * (-s / (2.0 * z2)).exp();
        sums[0] += weight;
        sums[1] += weight * (s - z2);
        sums[2] += weight
            * (z2 * z2 * (6.0 * z2 + 2.0) + s * z2 * (2.0 * z2 - 5.0) + s * s * (1.0 - 2.0 * z2));
        sums[3] += weight
            * (s.powi(3) * (5.0 - 30.0 * z2)
                + s * s * z2 * (212.0 * z2 - 60.0)
                + s * z2 * z2 * (135.0 - 96.0 * z2)
                - z2.powi(3) * (30.0 + 90.0 * z2));
        // The sums over whole k.
        let s = (PI * k).powi(2);
        let weight = 2.0 * (-s / (2.0 * z2)).exp();
        sums[2] -= weight * 2.0 * z2 * z2 * s;
        sums[3] += weight * 30.0 * z2 * z2 * s * (3.0 * z2 - s);
    }
    let root = n.sqrt();
    (PI / 2.0).sqrt()
        * (sums[0] / z
            + sums[1] / (6.0 * z.powi(4) * root)
            + sums[2] / (72.0 * z.powi(7) * n)
            + sums[3] / (6480.0 * z.powi(10) * n * root))
}
