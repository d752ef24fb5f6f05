//! All cases of small shapes, and what they must have; the p-values of many runs.

use crate::{Decks, Evidence, IntegerStatistic, Judgement, Metric, Rows, Tally};
use itertools::Itertools;
use shuffle_deck::{Pack, Shape};
use std::{collections::BTreeMap, fmt::Debug};

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

/// The tally of these rows, the first of which is trial 0.
pub(crate) fn tally(metric: &dyn Metric, shape: Shape, rows: Rows<'_>) -> Tally {
    let mut tally = Tally::new(metric.cells());
    tally.observe(metric, &Decks::new(shape, 0, rows));
    tally
}

/// The evidence of the first test of a metric.
pub(crate) fn evidence(metric: &dyn Metric, shape: Shape, rows: Rows<'_>) -> Evidence {
    metric.judge(&tally(metric, shape, rows)).remove(0).evidence().unwrap().clone()
}

/// The same of rows with few values.
pub(crate) fn evidence_of(metric: &dyn Metric, shape: Shape, rows: &[Vec<u32>]) -> Evidence {
    evidence(metric, shape, Rows::Narrow(&narrow(rows)))
}

fn narrow(rows: &[Vec<u32>]) -> Vec<u8> {
    rows.concat().iter().map(|&value| value as u8).collect()
}

pub(crate) fn counted(metric: &impl Metric, shape: Shape, rows: &[Vec<u32>]) -> Vec<u64> {
    tally(metric, shape, Rows::Narrow(&narrow(rows))).cells().to_vec()
}

/// All orders of n cards.
pub(crate) fn orders(n: usize) -> impl Iterator<Item = Vec<u32>> {
    (0..n as u32).permutations(n)
}

/// The share of these cases.
pub(crate) fn share<T>(all: &[T], is: impl Fn(&T) -> bool) -> f64 {
    all.iter().filter(|it| is(it)).count() as f64 / all.len() as f64
}

/// Fails unless these values, one for each of equally likely cases, have this law.
#[track_caller]
pub(crate) fn assert_law(
    values: impl IntoIterator<Item = usize>,
    law: &[f64],
    error: f64,
    of: impl Debug,
) {
    let mut counts = vec![0_u64; law.len()];
    values.into_iter().for_each(|value| counts[value] += 1);
    let all = counts.iter().sum::<u64>() as f64;
    for (value, (&count, p)) in counts.iter().zip(law).enumerate() {
        let share = count as f64 / all;
        assert!((share - p).abs() < error, "{value} of {of:?}: {p}, not {share}");
    }
}

/// The mean and the variance of values, one for each of equally likely cases.
pub(crate) fn moments_of(values: impl IntoIterator<Item = f64>) -> [f64; 2] {
    let values = values.into_iter().collect_vec();
    let all = values.len() as f64;
    let mean = values.iter().sum::<f64>() / all;
    [mean, values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / all]
}

/// Fails unless these values have this mean and variance, up to a relative error of 1e-9.
#[track_caller]
pub(crate) fn assert_moments(
    values: impl IntoIterator<Item = f64>,
    wanted: [f64; 2],
    of: impl Debug,
) {
    let found = moments_of(values);
    for (found, wanted) in found.into_iter().zip(wanted) {
        assert!((found / wanted - 1.0).abs() < 1e-9, "{of:?}: {found}, not {wanted}");
    }
}

/// Fails if p-values up to one of these come more often than it says. Each is given with its chance.
#[track_caller]
pub(crate) fn assert_never_too_small(all: impl IntoIterator<Item = (f64, f64)>, of: impl Debug) {
    let all = all.into_iter().sorted_by(|a, b| a.0.total_cmp(&b.0)).collect_vec();
    let mut reached = 0.0;
    for (at, &(p, chance)) in all.iter().enumerate() {
        let most = p * (1.0 + 1e-9);
        reached += chance;
        let is_last = all.get(at + 1).is_none_or(|next| next.0 > most);
        assert!(!is_last || reached <= most, "{of:?}: {p}, {reached}");
    }
}

/// The mean of a statistic over all single rows, and its variance over all pairs of rows: two independent draws.
pub(crate) fn sums_over_draws(
    metric: &impl Metric,
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
    let [mean, _] = moments_of(each.iter().map(|cells| statistic(cells, 1)));
    let both = each.iter().cartesian_product(&each);
    let [mean_of_two, variance] = moments_of(both.map(|(a, b)| {
        let both = a.iter().zip(b).map(|(a, b)| a + b).collect_vec();
        statistic(&both, 2)
    }));
    assert!((mean_of_two - mean).abs() < 1e-9, "the mean does not depend on the number of draws");
    (mean, variance)
}

/// Fails unless the law of a number by its cumulants is within this error of its table.
pub(crate) fn assert_is_close<N: IntegerStatistic>(number: &N, error: f64) {
    let ((smooth, largest), law) = (number.approximated().unwrap(), number.law());
    assert_eq!(largest as usize + 1, law.len());
    let mut below = 0.0;
    for (value, p) in (0..).zip(law) {
        assert!((below - smooth.below(value)).abs() < error, "{value}: {below}");
        below += p;
    }
}

/// Counts the number of every one of these rows, all of a shape, and compares with the law.
pub(crate) fn assert_is_the_law_of<N: IntegerStatistic>(
    shape: Shape,
    rows: impl IntoIterator<Item = Vec<u32>>,
    error: f64,
) {
    let (number, mut scratch) = (N::new(shape).unwrap(), N::Scratch::default());
    let values = rows.into_iter().map(|row| {
        let narrow: Vec<u8> = row.iter().map(|&card| card as u8).collect();
        let value = number.of(&narrow, &mut scratch);
        assert_eq!(value, number.of(&row, &mut scratch), "{shape:?}");
        value
    });
    assert_law(values, &number.law(), error, (N::TEST.id, shape));
}

/// Sum, mean and variance of a law.
pub(crate) fn moments(law: &[f64]) -> [f64; 3] {
    let total: f64 = law.iter().sum();
    let mean: f64 = law.iter().enumerate().map(|(value, p)| value as f64 * p).sum();
    let spread = |(value, p): (usize, &f64)| (value as f64 - mean).powi(2) * p;
    [total, mean, law.iter().enumerate().map(spread).sum()]
}

/// The p-values of all tests that could judge.
pub(crate) fn p_values(judgements: &[Judgement]) -> Vec<(&'static str, f64)> {
    judgements.iter().filter_map(|it| Some((it.test, it.evidence()?.p_value.value()))).collect()
}

/// The same, and the p-value of three tests together after Bonferroni.
pub(crate) fn and_any(judgements: &[Judgement]) -> Vec<(&'static str, f64)> {
    let mut all = p_values(judgements);
    let least = all.iter().map(|it| it.1).fold(1.0, f64::min);
    all.push(("any", 3.0 * least));
    all
}

/// Says that a test may reject so often at a level: up to this many standard deviations above the mean, and `more`.
pub(crate) fn up_to(runs: u32, deviations: f64, more: f64) -> impl Fn(u64, f64) -> bool {
    move |count, level| {
        let mean = f64::from(runs) * level;
        count as f64 <= mean + deviations * mean.sqrt() + more
    }
}

/// Fails if one of the tests has more p-values up to 0.05, 0.01 or 0.001 than there may be.
#[track_caller]
pub(crate) fn assert_levels_are_kept<P: IntoIterator<Item = (&'static str, f64)>>(
    runs: u32,
    may_be: impl Fn(u64, f64) -> bool,
    of: impl Debug,
    mut p_values: impl FnMut() -> P,
) {
    const LEVELS: [f64; 3] = [0.05, 0.01, 0.001];
    let mut rejected: BTreeMap<&str, [u64; 3]> = BTreeMap::new();
    for (test, p) in (0..runs).flat_map(|_| p_values()) {
        let counts = rejected.entry(test).or_default();
        counts.iter_mut().zip(LEVELS).for_each(|(count, level)| *count += u64::from(p <= level));
    }
    assert!(!rejected.is_empty(), "no test could judge {of:?}");
    for (test, counts) in rejected {
        for (count, level) in counts.into_iter().zip(LEVELS) {
            assert!(may_be(count, level), "{test} of {of:?} at {level}: {count} of {runs}");
        }
    }
}
