//! Counts that are more even than chance allows: the exact lower tail of Pearson's sum.
//!
//! A chi-square law with a continuity correction takes counts for points of a lattice around their mean. If the trials are not a multiple
//! of the cells no point is at the mean, many are next to it, and the tail of the most even ones is several times too small.

use crate::{
    Evidence,
    p_value::{PValue, Tail},
    place::Place,
    sums::convolved,
};
use statrs::{
    distribution::{Discrete, Poisson},
    function::gamma::gamma_lr,
};
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

/// A place with its counts in words: "symbols (9 to 10 each)".
pub(crate) fn with_counts(place: Place, counts: &[u64]) -> Place {
    let [least, most] = [counts.iter().min(), counts.iter().max()].map(|it| it.map_or(0, |&it| it));
    let place = place.text(" (");
    let place = if least == most { place } else { place.number(least as usize).text(" to ") };
    place.number(most as usize).text(" each)")
}

/// The evidence of a table, or of its totals if they are too even, and clearer. The totals are of equally likely cells, and their sum is
/// given. Below, the table and its totals share the error.
pub(crate) fn or_even_totals(table: Evidence, place: Place, totals: &[u64]) -> Evidence {
    let p_value = match table.tail {
        Tail::Lower => PValue::from_ln((LN_2 + table.p_value.ln()).min(0.0)),
        _ => table.p_value,
    };
    let table = Evidence { p_value, ..table };
    let Some(ln_tail) = ln_too_even(totals, |_| 1) else { return table };
    let p_value = PValue::from_ln((ln_tail + 2.0 * LN_2).min(0.0));
    if p_value >= table.p_value {
        return table;
    }
    let least_p = if p_value < table.least_p { p_value } else { table.least_p };
    let effect = table.effect.at(with_counts(place, totals));
    Evidence { p_value, least_p, tail: Tail::Lower, effect, ..table }
}

/// A bound of the logarithm of the probability of counts as near to what is expected of cells of these sizes, which differ by one at most;
/// `None` unless chi-square takes them for too even.
pub(crate) fn ln_too_even(counts: &[u64], size: impl Fn(usize) -> u64) -> Option<f64> {
    let (all, cells) = (counts.iter().sum::<u64>(), counts.len());
    let even = all as f64 / cells as f64;
    let pearson: f64 = counts.iter().map(|&count| (count as f64 - even).powi(2) / even).sum();
    if all == 0 || cells < 2 || !is_suspect(pearson, cells) {
        return None;
    }
    let sizes: Vec<u64> = (0..cells).map(size).collect();
    let range: u64 = sizes.iter().sum();
    let mean = |size: u64| all as f64 * size as f64 / range as f64;
    let seen = counts.iter().zip(&sizes).map(|(&it, &size)| (it as f64 - mean(size)).powi(2));
    let least = sizes.iter().copied().min().unwrap_or(0);
    let laws = [least, least + 1].map(|size| {
        let number = sizes.iter().filter(|it| **it == size).count();
        (number, squares(mean(size), |count| poisson(mean(size), count)))
    });
    Some(ln_as_even(&laws, seen.sum(), poisson(all as f64, all).ln()))
}

/// True if chi-square says that counts with this sum may be too even: it is not exact, but costs less than what is.
fn is_suspect(pearson: f64, cells: usize) -> bool {
    gamma_lr((cells - 1) as f64 / 2.0, pearson.max(1e-9) / 2.0) < 1e-3
}

/// P(a Poisson number with this mean is this count).
fn poisson(mean: f64, count: u64) -> f64 {
    Poisson::new(mean).map_or(0.0, |it| it.pmf(count))
}

/// The law of a count: how far each of its values is from the mean, squared, with its probability.
type Squares = Vec<(f64, f64)>;

/// The [`Squares`] of a count with this mean and law; what lies farther out has a share of less than 1e-20.
fn squares(mean: f64, p: impl Fn(u64) -> f64) -> Squares {
    let reach = 10.0 * mean.sqrt() + 30.0;
    let counts = (mean - reach).max(0.0) as u64..=(mean + reach) as u64;
    counts.map(|count| ((count as f64 - mean).powi(2), p(count))).collect()
}

/// A bound of the logarithm of the probability that independent counts, whose sum is given, are as near to what is expected: that the
/// sum of their squares is at most `seen`. Each law has this many counts; `ln_given` is the logarithm of the probability of the
/// given sum.
///
/// Chernoff's bound, the least of `e^(t seen)` times the means of `e^(-t square)` over all t; exact if no square can be smaller.
fn ln_as_even(counts: &[(usize, Squares)], seen: f64, ln_given: f64) -> f64 {
    const STEPS: usize = 60;
    let at = |ln_t: f64| {
        let t = ln_t.exp();
        let of = |(number, law): &(usize, Squares)| {
            let least = law.iter().map(|(square, _)| *square).fold(f64::INFINITY, f64::min);
            let mean: f64 = law.iter().map(|(square, p)| p * (t * (least - square)).exp()).sum();
            *number as f64 * (mean.ln() - t * least)
        };
        t * seen + counts.iter().map(of).sum::<f64>()
    };
    let [mut low, mut high] = [-20.0, 8.0];
    for _ in 0..STEPS {
        let [left, right] = [low + (high - low) / 3.0, high - (high - low) / 3.0];
        if at(left) < at(right) { high = right } else { low = left }
    }
    (at(f64::midpoint(low, high)) - ln_given).min(0.0)
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

    /// The bound holds for each count of all sequences, and is the probability of the most even ones.
    #[test]
    fn the_bound_is_above_the_tail_of_all_sequences() {
        for (trials, cells) in [(6, 3), (7, 3), (8, 2), (5, 4)] {
            let mean = trials as f64 / cells as f64;
            let [of_cell, of_all] = [mean, trials as f64].map(|it| Poisson::new(it).unwrap());
            let law = squares(mean, |count| of_cell.pmf(count));
            let given = of_all.ln_pmf(trials as u64);
            let square = |word: &Vec<u32>| -> f64 {
                let counts = counted(word, cells);
                counts.iter().map(|&count| (count as f64 - mean).powi(2)).sum()
            };
            let all: Vec<f64> = each_word(cells, trials).iter().map(square).collect();
            let least = all.iter().copied().fold(f64::INFINITY, f64::min);
            for &seen in &all {
                let tail = share(&all, |it| *it <= seen + 1e-9);
                let bound = ln_as_even(&[(cells, law.clone())], seen, given).exp();
                assert!(bound > tail - 1e-6, "{trials} in {cells}: {bound} for {tail}");
                let is_even = trials % cells == 0 && seen == least;
                assert!(!is_even || (bound / tail - 1.0).abs() < 1e-3, "{bound}, not {tail}");
            }
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
