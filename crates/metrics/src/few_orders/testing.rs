//! All orders of a few cards.

use super::sums::SumMoments;
use itertools::Itertools;
use std::{collections::BTreeMap, fmt::Debug};

pub(super) fn orders(n: usize) -> impl Iterator<Item = Vec<u32>> {
    (0..n as u32).permutations(n)
}

/// Checks the mean and the variance against all orders of n.
pub(super) fn assert_moments(n: usize, moments: SumMoments, of: impl Fn(&[u32]) -> f64) {
    let numbers: Vec<f64> = orders(n).map(|order| of(&order)).collect();
    let all = numbers.len() as f64;
    let mean = numbers.iter().sum::<f64>() / all;
    let variance = numbers.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / all;
    assert!((mean / moments.mean - 1.0).abs() < 1e-9, "{n}: {mean} {moments:?}");
    assert!((variance / moments.variance - 1.0).abs() < 1e-9, "{n}: {variance} {moments:?}");
}

/// Over many p-values, each test has hardly more below 0.05, 0.01 and 0.001 than it may have.
pub(super) fn assert_levels_are_kept(
    seeds: u32,
    of: impl Debug,
    mut p_values: impl FnMut() -> BTreeMap<&'static str, f64>,
) {
    const LEVELS: [f64; 3] = [0.05, 0.01, 0.001];
    let mut rejected: BTreeMap<&str, [u32; 3]> = BTreeMap::new();
    for (test, p) in (0..seeds).flat_map(|_| p_values()) {
        let counts = rejected.entry(test).or_default();
        counts.iter_mut().zip(LEVELS).for_each(|(count, level)| *count += u32::from(p <= level));
    }
    for (test, counts) in rejected {
        for (count, level) in counts.into_iter().zip(LEVELS) {
            // 4.3 standard deviations: 12 tests, 10 settings and 3 levels make 3e-3 of this at most.
            let mean = f64::from(seeds) * level;
            let most = mean + 4.3 * mean.sqrt() + 1.0;
            assert!(f64::from(count) < most, "{test} of {of:?} at {level}: {count}, not {mean}");
        }
    }
}
