//! Whole tables at few trials, where the chi-square law doesn't hold yet.
//!
//! A statistic keeps its form; only its law changes. The law is exact where places are independent and all cells of a
//! place are equally likely (draws with replacement). Otherwise it comes from seeded replicates, drawn under the null
//! hypothesis and counted by the same code.

use crate::{
    Effect, Evidence, Judgement, Metric, Outcome, Shape, Tally,
    draws::outcomes::ln_outcomes,
    even_counts::with_exact_tail,
    free_outcomes::pairs_of,
    memo::Memo,
    ruled::sampler::Sampler,
    sums::{convolved, tails_of},
};
use shuffle_deck::DrawKind;
use std::{array::from_fn, f64::consts::LN_2, sync::Arc};

/// Judges those tests of a metric that have too few trials for their law by replicates, if they can, from two trials on.
///
/// That takes time, and p is 4e-6 at least.
pub fn judge_by_replicates(metric: &dyn Metric, tally: &Tally, judgements: &mut [Judgement]) {
    let too_few = |it: &&Judgement| matches!(it.outcome, Outcome::TooFewTrials { .. });
    let tests: Vec<&str> = judgements.iter().filter(too_few).map(|it| it.test).collect();
    if tests.is_empty() || tally.trials() <= 1 {
        return;
    }
    for (test, evidence) in metric.by_replicates(&tests, tally) {
        for judgement in judgements.iter_mut().filter(|it| it.test == test) {
            judgement.outcome = evidence.clone().into();
        }
    }
}

/// The most steps that an exact law takes.
const MOST_STEPS: f64 = 2e8;

/// The law ends this many standard deviations above its mean; the last value holds everything beyond.
const FARTHEST: f64 = 20.0;

/// The law of the number of pairs of trials that hit the same cell of a place, worked out once in the life of the program, for `cells` equally likely cells: `sum c (c-1)/2` over
/// the counts, which is Pearson's sum in other units. The last value is all beyond. `None` where it would take too long.
///
/// Cell by cell, the number of trials that hit it is binomial among those that hit none before. (Baglivo, Olivier and Pagano 1992, JASA
/// 87(418), section 2.)
fn equal_pairs(trials: usize, cells: usize) -> Option<Arc<[f64]>> {
    static LAWS: Memo<[usize; 2], Option<Arc<[f64]>>> = Memo::new();
    LAWS.get([trials, cells], || new_equal_pairs(trials, cells).map(Arc::from))
}

fn new_equal_pairs(trials: usize, cells: usize) -> Option<Vec<f64>> {
    let (all, chance) = (pairs_of(trials) as f64, 1.0 / cells as f64);
    let deviation = (all * chance * (1.0 - chance)).sqrt();
    let most = all.min((all * chance + FARTHEST * deviation).ceil() + 1.0) as usize;
    let widest = (1..=trials).take_while(|&count| pairs_of(count) <= most).count();
    if (cells * (trials + 1) * (most + 1)) as f64 * widest as f64 > MOST_STEPS {
        return None;
    }
    // law[left][pairs]: the probability with `left` trials outside the cells so far.
    let mut law = vec![vec![0.0; most + 1]; trials + 1];
    law[trials][0] = 1.0;
    for left_cells in (1..=cells).rev() {
        let mut next = vec![vec![0.0; most + 1]; trials + 1];
        for (left, law) in law.iter().enumerate() {
            for (count, p) in binomial(left, left_cells).into_iter().enumerate() {
                let (here, next) = (pairs_of(count), &mut next[left - count]);
                for (seen, q) in law.iter().enumerate().filter(|(_, q)| **q > 0.0) {
                    next[(seen + here).min(most)] += p * q;
                }
            }
        }
        law = next;
    }
    law.into_iter().next()
}

/// The probabilities that 0, 1, ... of `trials` trials hit a given one of `cells` equally likely cells.
fn binomial(trials: usize, cells: usize) -> Vec<f64> {
    if cells == 1 {
        let mut law = vec![0.0; trials + 1];
        law[trials] = 1.0;
        return law;
    }
    let ln_odds = -((cells - 1) as f64).ln();
    let ln_none = trials as f64 * (1.0 - 1.0 / cells as f64).ln();
    let ln_ways =
        |count: usize| statrs::function::factorial::ln_binomial(trials as u64, count as u64);
    (0..=trials).map(|count| (ln_none + ln_ways(count) + count as f64 * ln_odds).exp()).collect()
}

/// The logarithms of both tails of a table of `places` independent places with equally likely cells, of the furthest of all upper tails, and
/// of this one; `None` where the law would take too long.
fn exact_tails(
    trials: u64,
    counts: &[u64],
    [places, cells]: [usize; 2],
) -> Option<([f64; 2], f64)> {
    let of_one = equal_pairs(usize::try_from(trials).ok()?, cells)?;
    let seen: usize = counts.iter().map(|&count| pairs_of(count as usize)).sum();
    // A place that goes beyond the end of its law is counted as its end: the upper tail of the sum makes up for all of those.
    let is_whole = of_one.len() > pairs_of(trials as usize);
    let beyond = if is_whole { 0.0 } else { places as f64 * of_one[of_one.len() - 1] };
    let law = convolved(&of_one, places as u64);
    // Far out the law underflows.
    let floor = |tail: f64| tail.clamp(f64::MIN_POSITIVE, 1.0).ln();
    let upper = |value: usize| floor(tails_of(&law, value)[0].exp() + beyond);
    let last = law.len() - 1;
    let value = last.min(seen);
    Some(([upper(value), floor(tails_of(&law, value)[1].exp())], upper(last)))
}

/// Replicates at most: (b + 1)/(m + 1) reaches 4e-6.
const MOST_REPLICATES: u64 = 1 << 18;

/// Fewer are not worth it.
const FEWEST_REPLICATES: u64 = 20_000;

/// Replicates stop once this many are as extreme as the table on either side. (Besag and Clifford 1991, Biometrika
/// 78(2).)
const ENOUGH: u64 = 20;

/// Cards and cells that are read at most.
const MOST_READ: u64 = 1 << 27;

/// The seed of all replicates. A replicate depends on it, on the shape and on the number of trials only.
const SEED: u64 = 0x5eed_0f7a_b1e5;

/// The logarithms of both tails of each statistic of a table by replicates, and of the smallest tail that there can be; `None` where they
/// would take too long. `seen` are the statistics of the table, whose cells `metric` counts.
fn tails_by_replicates<const N: usize>(
    metric: &impl Metric,
    (shape, trials): (Shape, u64),
    seen: [f64; N],
    statistics: impl Fn(&[u64]) -> [f64; N],
) -> Option<([[f64; 2]; N], f64)> {
    let of_each = trials * shape.width() as u64 + metric.cells() as u64;
    let most = (MOST_READ / of_each.max(1)).min(MOST_REPLICATES);
    if most < FEWEST_REPLICATES {
        return None;
    }
    debug_assert!(shape.kind() != DrawKind::Replacement, "symbols have an exact law");
    let sampler = Sampler::of(shape).ok()?;
    let (mut hand, mut cells) = (sampler.hand(SEED ^ trials), vec![0; metric.cells()]);
    // Cells after the cards of a row, such as bonus balls, are not in the table.
    let mut rows = vec![0; trials as usize * shape.width()];
    let (tails, furthest) = tails_of_replicates(most, seen, || {
        for row in rows.chunks_exact_mut(shape.width()) {
            row[..shape.dealt()].copy_from_slice(sampler.draw(&mut hand));
        }
        cells.fill(0);
        metric.count(&rows, 0, &mut cells);
        statistics(&cells)
    });
    // No table is farther out than a table of equal rows, whatever the row.
    let ln_equal_rows = (1.0 - trials as f64) * ln_outcomes(shape);
    Some((tails, furthest.max(ln_equal_rows.min(0.0))))
}

/// The same for statistics of at most `most` replicates, each made by `next`.
pub(crate) fn tails_of_replicates<const N: usize>(
    most: u64,
    seen: [f64; N],
    mut next: impl FnMut() -> [f64; N],
) -> ([[f64; 2]; N], f64) {
    let (mut extreme, mut tails) = ([[0; 2]; N], [[None; 2]; N]);
    for replicate in 1..=most {
        let values = next();
        for (at, (value, seen)) in values.into_iter().zip(seen).enumerate() {
            // The same table may come out a little different in another order of additions.
            let rounding = 1e-9 * seen.abs().max(1.0);
            let is_extreme = [value >= seen - rounding, value <= seen + rounding];
            for side in 0..2 {
                extreme[at][side] += u64::from(is_extreme[side]);
                if extreme[at][side] == ENOUGH && tails[at][side].is_none() {
                    tails[at][side] = Some(ENOUGH as f64 / replicate as f64);
                }
            }
        }
        if tails.as_flattened().iter().all(Option::is_some) {
            break;
        }
    }
    let by_all = |extreme: u64| (extreme + 1) as f64 / (most + 1) as f64;
    let tail =
        |at: usize, side: usize| tails[at][side].unwrap_or_else(|| by_all(extreme[at][side])).ln();
    (from_fn(|at| [0, 1].map(|side| tail(at, side))), by_all(0).ln())
}

/// Half a step of a statistic, which its law has in it: any that rounding leaves.
const HALF_STEP: f64 = 1e-9;

/// The evidence of a table of independent places with equally likely cells. Large numbers of trials use chi-square,
/// except for counts that are too even; smaller ones (at least two) use the exact law, unless that takes too long.
pub(crate) fn by_exact_law(
    [trials, needed]: [u64; 2],
    (counts, sizes): (&[u64], [usize; 2]),
    whole: impl FnOnce() -> Evidence,
) -> Option<Evidence> {
    if trials >= needed {
        return Some(with_exact_tail(whole(), (trials, counts, sizes[1])));
    }
    let tails = (trials > 1).then(|| exact_tails(trials, counts, sizes)).flatten()?;
    Some(evidence(whole(), tails))
}

/// The evidence of those tests of a table of few trials that are asked for, by the same replicates, if these do not take too long. `of_table` are
/// all tests of the table, and `wholes` their evidence by the law of many trials.
pub(crate) fn by_replicates<const N: usize>(
    metric: &impl Metric,
    of: (Shape, u64),
    asked: &[&str],
    of_table: [&'static str; N],
    wholes: impl FnOnce() -> [Evidence; N],
    statistics: impl Fn(&[u64]) -> [f64; N],
) -> Vec<(&'static str, Evidence)> {
    if !of_table.iter().any(|test| asked.contains(test)) {
        return Vec::new();
    }
    let wholes = wholes();
    let seen = wholes.each_ref().map(|whole| whole.statistic);
    let Some((tails, ln_least)) = tails_by_replicates(metric, of, seen, statistics) else {
        return Vec::new();
    };
    let few =
        wholes.into_iter().zip(tails).map(|(whole, tails)| evidence(whole, (tails, ln_least)));
    of_table.into_iter().zip(few).filter(|(test, _)| asked.contains(test)).collect()
}

/// The evidence of a whole table with the law of few trials in place of chi-square. How far the cells scatter is not known of so few, so
/// its effect has no interval, and it has no sensitivity.
fn evidence(whole: Evidence, (tails, ln_least): ([f64; 2], f64)) -> Evidence {
    let df = whole.law.df().unwrap_or(1).max(1) as f64;
    let deviations = (whole.statistic - df) / (2.0 * df).sqrt();
    let effect = Effect { interval: None, peak: None, ..whole.effect };
    Evidence::of_sum((deviations, HALF_STEP), tails, ln_least.min(-LN_2), effect)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        draws::balls::Balls,
        table::QuadraticForm,
        testing::{assert_law, each_set, each_word, share},
    };
    use itertools::Itertools;

    fn counts(words: &[u32], cells: usize) -> Vec<u64> {
        let mut counts = vec![0; cells];
        words.iter().for_each(|&cell| counts[cell as usize] += 1);
        counts
    }

    fn pairs_in(words: &[u32], cells: usize) -> usize {
        counts(words, cells).into_iter().map(|count| pairs_of(count as usize)).sum()
    }

    #[test]
    fn equal_pairs_have_the_law_of_all_sequences_of_trials() {
        for (trials, cells) in [(1, 3), (5, 3), (6, 2), (4, 5), (7, 3)] {
            let seen = each_word(cells, trials).into_iter().map(|word| pairs_in(&word, cells));
            assert_law(seen, &equal_pairs(trials, cells).unwrap(), 1e-12, [trials, cells]);
        }
    }

    #[test]
    fn the_tails_of_two_places_are_those_of_all_draws() {
        let (trials, cells) = (3, 3);
        let one = each_word(cells, trials).iter().map(|word| pairs_in(word, cells)).collect_vec();
        let sums = one.iter().cartesian_product(&one).map(|(a, b)| a + b).collect_vec();
        for (first, second) in [([3, 0, 0], [1, 1, 1]), ([2, 1, 0], [2, 0, 1]), ([1; 3], [1; 3])] {
            let table = [first, second].concat();
            let seen = table.iter().map(|&count| pairs_of(count as usize)).sum::<usize>();
            let ([upper, lower], least) = exact_tails(trials as u64, &table, [2, cells]).unwrap();
            assert!((upper.exp() - share(&sums, |sum| *sum >= seen)).abs() < 1e-12);
            assert!((lower.exp() - share(&sums, |sum| *sum <= seen)).abs() < 1e-12);
            assert!((least.exp() - share(&sums, |sum| *sum >= 6)).abs() < 1e-12);
        }
    }

    /// 96 plays of ten songs, each 9 or 10 times, which chance gives once in 190,000 cases.
    #[test]
    fn counts_that_are_too_even_are_in_the_lower_tail() {
        let even = [10, 10, 10, 10, 10, 10, 9, 9, 9, 9];
        let ([upper, lower], _) = exact_tails(96, &even, [1, 10]).unwrap();
        assert!(upper > -1e-6 && (lower.exp() * 190_000.0 - 1.0).abs() < 0.01, "{upper} {lower}");
        let six = [30, 6, 6, 6, 6, 6];
        let ([upper, _], _) = exact_tails(60, &six, [1, 6]).unwrap();
        assert!(upper < (1e-7_f64).ln(), "{upper}");
    }

    /// Three draws of 2 of 4 balls: replicates find the tails of all 216 sequences of draws.
    #[test]
    fn replicates_find_the_tails_of_all_draws() {
        let shape = Shape::unordered(4, 2, None).unwrap();
        let metric = Balls::new(shape);
        let statistic = |cells: &[u64]| {
            [QuadraticForm::of_product(3, &cells[..4], &[2.0, 2.0], &[1.0; 4]).statistic]
        };
        let sets = each_set(4, 2);
        let draws = std::iter::repeat_n(sets.iter().cloned(), 3).multi_cartesian_product();
        let all = draws.map(|draws| statistic(&counts(&draws.concat(), 4))[0]).collect_vec();
        let mut values = all.clone();
        values.sort_by(f64::total_cmp);
        values.dedup_by(|a, b| (*a - *b).abs() < 1e-9);
        assert!(values.len() > 2);
        for seen in values {
            let ([tails], least) =
                tails_by_replicates(&metric, (shape, 3), [seen], statistic).unwrap();
            let exact =
                [share(&all, |it| *it >= seen - 1e-9), share(&all, |it| *it <= seen + 1e-9)];
            // Twenty extreme replicates: a relative error of 22 %, and four of those.
            for (tail, exact) in tails.iter().zip(exact) {
                assert!((tail.exp() / exact - 1.0).abs() < 0.9, "{seen}: {} {exact}", tail.exp());
            }
            // Three times the same set, whatever it is: 6 of 216 sequences.
            assert!((least + 36_f64.ln()).abs() < 1e-12, "{least}");
        }
    }
}
