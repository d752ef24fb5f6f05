//! Counts that are more even than chance allows: the exact lower tail of Pearson's sum.
//!
//! A chi-square law with a continuity correction takes counts for points of a lattice around their mean. If the trials are not a multiple
//! of the cells no point is at the mean, many are next to it, and the tail of the most even ones is several times too small.

use crate::{
    Evidence,
    p_value::{PValue, Tail},
    sums::convolved,
};
use statrs::distribution::{Discrete, Poisson};
use std::f64::consts::LN_2;

/// Tails below this logarithm are computed exactly: a p-value of 1/10.
const LN_SUSPECT: f64 = -3.0;

/// The most steps that the law takes.
const MOST_STEPS: f64 = 1e8;

/// The evidence of a table of places with equally likely cells each, with the exact lower tail where its counts look too even.
pub(crate) fn with_exact_tail(
    evidence: Evidence,
    (trials, counts, cells): (u64, &[u64], usize),
) -> Evidence {
    if evidence.tail == Tail::Upper || evidence.p_value.ln() > LN_SUSPECT + LN_2 {
        return evidence;
    }
    let Some(ln_tail) = ln_tail(trials, counts, cells) else { return evidence };
    let p_value = PValue::from_ln(LN_2 + ln_tail);
    let is_least = p_value.ln() < evidence.least_p.ln();
    let least_p = if is_least { p_value } else { evidence.least_p };
    Evidence { p_value, least_p, ..evidence }
}

/// The number of pairs of trials in the same cell, above the minimum: the most even counts have `least` or one more
/// in each cell.
fn excess(count: u64, least: u64) -> u64 {
    let more = count.abs_diff(least);
    if count < least { more * (more + 1) / 2 } else { more * more.saturating_sub(1) / 2 }
}

/// The logarithm of the probability of counts that are as even or more so; `None` where it would take too long.
///
/// Counts are independent Poisson numbers, conditioned on each place's counts summing to the trials.
fn ln_tail(trials: u64, counts: &[u64], cells: usize) -> Option<f64> {
    let least = trials / cells as u64;
    let most = counts.iter().map(|&count| excess(count, least)).sum::<u64>();
    // The counts that one cell can have, and how far the sum of some can be from as many times the least: by Cauchy and Schwarz.
    let root = (2.0 * most as f64).sqrt();
    let lowest = least.saturating_sub(root as u64 + 1);
    let reach = (root * (cells as f64).sqrt()) as usize + cells + 1;
    let (width, most) = (2 * reach + 1, usize::try_from(most).ok()?);
    let seen = |count: &u64| excess(*count, least) <= most as u64;
    let window: Vec<u64> = (lowest..=least + root as u64 + 2).filter(seen).collect();
    let places = counts.len() / cells;
    let of_one = (cells * width * window.len()) as f64 * (most + 1) as f64;
    if of_one.max(((most + 1) as f64 * places as f64).powi(2)) > MOST_STEPS {
        return None;
    }
    let of_cell = Poisson::new(trials as f64 / cells as f64).ok()?;
    let parts: Vec<(usize, usize, f64)> = window
        .into_iter()
        .map(|count| {
            let away = (count + reach as u64 - least) as usize;
            (away, excess(count, least) as usize, of_cell.pmf(count))
        })
        .collect();
    // law[sum][excess], of sums less their least, from -reach on.
    let mut law = vec![vec![0.0; most + 1]; width];
    law[reach][0] = 1.0;
    for _ in 0..cells {
        let mut next = vec![vec![0.0; most + 1]; width];
        for (sum, law) in law.iter().enumerate() {
            for &(away, more, chance) in &parts {
                let Some(next) = (sum + away).checked_sub(reach).and_then(|at| next.get_mut(at))
                else {
                    continue;
                };
                for (next, p) in next[more..].iter_mut().zip(law) {
                    *next += p * chance;
                }
            }
        }
        law = next;
    }
    let of_all = Poisson::new(trials as f64).ok()?.pmf(trials);
    let left = (trials - least * cells as u64) as usize;
    let of_place: Vec<f64> = law[reach + left].iter().map(|p| p / of_all).collect();
    let tail: f64 = convolved(&of_place, places as u64).iter().take(most + 1).sum();
    (tail > 0.0).then(|| tail.ln().min(0.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{each_word, share};
    use itertools::Itertools;

    fn counted(word: &[u32], cells: usize) -> Vec<u64> {
        let mut counts = vec![0; cells];
        word.iter().for_each(|&cell| counts[cell as usize] += 1);
        counts
    }

    /// All sequences of trials, of one place and of two.
    #[test]
    fn the_tail_is_that_of_all_sequences() {
        for (trials, cells) in [(7, 3), (6, 3), (9, 2), (5, 4), (3, 5)] {
            let all: Vec<Vec<u64>> =
                each_word(cells, trials).iter().map(|word| counted(word, cells)).collect();
            let least = (trials / cells) as u64;
            let more = |counts: &[u64]| counts.iter().map(|&it| excess(it, least)).sum::<u64>();
            for counts in &all {
                let share = share(&all, |it| more(it) <= more(counts));
                let tail = ln_tail(trials as u64, counts, cells).unwrap().exp();
                assert!((tail / share - 1.0).abs() < 1e-10, "{counts:?}: {tail}, not {share}");
            }
            let two = [all[0].clone(), all[all.len() / 3].clone()].concat();
            let seen = more(&two);
            let pairs: Vec<_> = all.iter().cartesian_product(&all).collect();
            let share = share(&pairs, |(one, other)| more(one) + more(other) <= seen);
            let tail = ln_tail(trials as u64, &two, cells).unwrap().exp();
            assert!((tail / share - 1.0).abs() < 1e-10, "{two:?}: {tail}, not {share}");
        }
    }

    /// 113 rolls of a die with five sides, each 22 or 23 times: the chi-square law says 4.5e-4.
    #[test]
    fn the_most_even_counts_have_the_multinomial_probability() {
        let ln_factorial = |n: u64| statrs::function::factorial::ln_factorial(n);
        let ln_one = ln_factorial(113) - 2.0 * ln_factorial(22) - 3.0 * ln_factorial(23);
        let exact = 10.0 * (ln_one - 113.0 * 5_f64.ln()).exp();
        let tail = ln_tail(113, &[23, 22, 23, 23, 22], 5).unwrap().exp();
        assert!((tail / exact - 1.0).abs() < 1e-10 && (tail - 1.0615e-3).abs() < 1e-7, "{tail}");
    }
}
