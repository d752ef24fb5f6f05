//! Results that are sums of dice, taken for symbols that should be equally likely.

use crate::{CaseFindings, Cause};
use shuffle_metrics::distribution::ChiSquare;

pub(super) const ID: &str = "sums";

/// Dice that are thrown together, and their sides.
const THROWN: &[(usize, usize)] = &[(2, 6), (3, 6), (2, 4), (2, 8), (2, 10), (2, 12), (2, 20)];

/// A law is ruled out below this p-value.
const FITS: f64 = 1e-3;

/// The ways in which each sum of these dice can come, from the smallest on.
fn ways(dice: usize, sides: usize) -> Vec<u64> {
    (0..dice).fold(vec![1], |ways, _| {
        let mut sums = vec![0; ways.len() + sides - 1];
        for (at, way) in ways.iter().enumerate() {
            sums[at..at + sides].iter_mut().for_each(|sum| *sum += way);
        }
        sums
    })
}

/// True if the counts have these relative chances, by Pearson's statistic.
fn fits(counts: &[u64], ways: &[u64]) -> bool {
    let per_way = counts.iter().sum::<u64>() as f64 / ways.iter().sum::<u64>() as f64;
    let excess = |(&count, &ways): (&u64, &u64)| {
        let expected = per_way * ways as f64;
        (count as f64 - expected).powi(2) / expected
    };
    let statistic: f64 = counts.iter().zip(ways).map(excess).sum();
    ChiSquare::new(ways.len() as u64 - 1).ln_sf(statistic) > FITS.ln()
}

/// The first dice whose sums have come this often, if the symbols are the numbers from `first` on and do not come equally often.
fn thrown(counts: &[u64], first: usize) -> Option<(usize, usize)> {
    THROWN.iter().copied().find(|&(dice, sides)| {
        let ways = ways(dice, sides);
        let Some(before) = dice.checked_sub(first) else { return false };
        if counts.len() != before + ways.len() {
            return false;
        }
        let (none, sums) = counts.split_at(before);
        none.iter().all(|count| *count == 0)
            && fits(sums, &ways)
            && !fits(sums, &vec![1; sums.len()])
    })
}

/// The number of the first symbol, if symbols are numbers.
fn first_number(case: &CaseFindings) -> Option<usize> {
    match case.setting("labels") {
        Some(labels) => labels.split(',').next()?.trim().parse().ok(),
        None => case.setting("base").map_or(Some(0), |base| base.parse().ok()),
    }
}

/// Sums of dice, as their counts show. Null hypothesis: the results are independent sums; Pearson's statistic.
pub(super) fn cause(case: &CaseFindings) -> Option<Cause> {
    let shape = case.case.shape;
    let matrix = case.last().position()?;
    if !shape.is_with_replacement() || shape.dealt() != 1 || shape.weights().is_some() {
        return None;
    }
    let (dice, sides) = thrown(&matrix.counts, first_number(case)?)?;
    let number = ["two", "three"][dice - 2];
    let weights: Vec<String> =
        (dice..).zip(ways(dice, sides)).map(|(sum, ways)| format!("{sum}={ways}")).collect();
    Some(Cause::new(
        ID,
        format!(
            "The results come as often as sums of {number} dice of {sides} sides, which are not equally likely."
        ),
        format!(
            "If they are such sums, say so with --weights {} in place of --cards or --labels.",
            weights.join(",")
        ),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ways_of_a_sum_are_counted() {
        assert_eq!(ways(2, 6), [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]);
        assert_eq!(ways(3, 6)[..8], [1, 3, 6, 10, 15, 21, 25, 27]);
    }

    #[test]
    fn sums_are_told_from_even_results_and_from_others() {
        let sums = [6, 10, 18, 22, 28, 32, 30, 20, 16, 12, 6];
        let after = |zeros: usize| [&vec![0; zeros][..], &sums].concat();
        for zeros in 0..3 {
            assert_eq!(thrown(&after(zeros), 2 - zeros), Some((2, 6)));
        }
        assert_eq!(thrown(&after(3), 0), None);
        assert_eq!(thrown(&sums, 0), None, "numbers from 0 to 10");
        assert_eq!(thrown(&[&[1, 0], &sums[..]].concat(), 0), None, "a result that is no sum");
        assert_eq!(thrown(&[6; 11], 2), None, "few even results fit sums, too");
        assert_eq!(thrown(&[80, 80, 18, 22, 28, 32, 30, 20, 16, 12, 6], 2), None);
    }
}
