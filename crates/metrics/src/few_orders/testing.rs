//! All orders of a few cards.

use super::sums::SumMoments;
use itertools::Itertools;

pub(super) fn orders(n: usize) -> impl Iterator<Item = Vec<u32>> {
    (0..n as u32).permutations(n)
}

/// Holds mean and variance against those of all orders of n.
pub(super) fn assert_moments(n: usize, moments: SumMoments, of: impl Fn(&[u32]) -> f64) {
    let numbers: Vec<f64> = orders(n).map(|order| of(&order)).collect();
    let all = numbers.len() as f64;
    let mean = numbers.iter().sum::<f64>() / all;
    let variance = numbers.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / all;
    assert!((mean / moments.mean - 1.0).abs() < 1e-9, "{n}: {mean} {moments:?}");
    assert!((variance / moments.variance - 1.0).abs() < 1e-9, "{n}: {variance} {moments:?}");
}
