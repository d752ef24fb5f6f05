//! All outcomes of small draws, and the exact moments of a statistic over all draws.

use crate::{Decks, IntegerStatistic, Metric, Rows};
use itertools::Itertools;
use shuffle_deck::{Pack, Shape};

/// All sets of k of n, each in ascending order.
pub(crate) fn each_set(n: usize, k: usize) -> Vec<Vec<u32>> {
    (0..n as u32).combinations(k).collect()
}

/// All words of k of n symbols.
pub(crate) fn each_word(n: usize, k: usize) -> Vec<Vec<u32>> {
    (0..k).map(|_| 0..n as u32).multi_cartesian_product().collect()
}

pub(crate) fn each_arrangement(counts: &[u32]) -> Vec<Vec<u32>> {
    let sorted: Vec<u32> =
        (0..).zip(counts).flat_map(|(kind, &count)| vec![kind; count as usize]).collect();
    let cards = sorted.len();
    sorted.into_iter().permutations(cards).sorted().dedup().collect()
}

/// A pack with `counts[i]` cards of kind i.
pub(crate) fn pack(counts: &[u32]) -> Pack {
    let names: Vec<String> = (0..counts.len()).map(|kind| kind.to_string()).collect();
    let kinds = names.iter().zip(counts).map(|(name, &count)| (name.as_str(), count.into()));
    Pack::of(&kinds.collect::<Vec<_>>()).unwrap()
}

pub(super) fn counted(metric: &impl Metric, shape: Shape, rows: &[Vec<u32>]) -> Vec<u64> {
    let rows = rows.concat();
    let mut cells = vec![0; metric.cells()];
    let narrow: Vec<u8> = rows.iter().map(|&value| value as u8).collect();
    metric.observe(&Decks::new(shape, 0, Rows::Narrow(&narrow)), &mut cells);
    cells
}

/// The mean of a statistic over all single rows, and its variance over all pairs of rows: two independent draws.
pub(super) fn sums_over_draws(
    metric: &impl crate::metric::Metric,
    rows: &[Vec<u32>],
    cells: usize,
    statistic: impl Fn(&[u64], u64) -> f64,
) -> (f64, f64) {
    let of_row = |row: &Vec<u32>| {
        let mut counts = vec![0; cells];
        metric.count(row, 0, &mut counts);
        counts
    };
    let each: Vec<Vec<u64>> = rows.iter().map(of_row).collect();
    let mean = each.iter().map(|cells| statistic(cells, 1)).sum::<f64>() / each.len() as f64;
    let mut values = Vec::new();
    for a in &each {
        for b in &each {
            let both: Vec<u64> = a.iter().zip(b).map(|(a, b)| a + b).collect();
            values.push(statistic(&both, 2));
        }
    }
    let number = values.len() as f64;
    let mean_of_two = values.iter().sum::<f64>() / number;
    assert!((mean_of_two - mean).abs() < 1e-9, "the mean does not depend on the number of draws");
    let variance = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / number;
    (mean, variance)
}

/// Fails unless the law of a number by its cumulants is within this error of its table.
pub(super) fn assert_is_close<N: IntegerStatistic>(number: &N, error: f64) {
    let ((smooth, largest), law) = (number.approximated().unwrap(), number.law());
    assert_eq!(largest as usize + 1, law.len());
    let mut below = 0.0;
    for (value, p) in (0..).zip(law) {
        assert!((below - smooth.below(value)).abs() < error, "{value}: {below}");
        below += p;
    }
}
