//! Stretches of draws with replacement: of one symbol, of one class, and between two equal numbers of heads and tails. Part of [`lags`](super).

use super::kind::{at_place, later_draw};
use crate::{
    distribution::ln_tail_of_one,
    judgement::ExtremeCount,
    largest::Cell,
    place::Place,
    scans::{Scan, kept::KeptDecks},
};
use std::collections::VecDeque;

/// The most symbols with weights that are looked at one by one.
pub(super) const MOST_FOLLOWED: usize = 16;

/// Looks at the stretches in which a symbol comes draw after draw: how many there are, and how long one is.
///
/// A stretch of L draws begins somewhere with a probability of at most N p^L.
pub(super) fn stretches(draws: &KeptDecks) -> Scan {
    let (n, weights, all) = (draws.shape.cards(), draws.shape.weights(), draws.len() as u64);
    let mut scan = Scan::of("draws");
    for place in 0..draws.places.len() {
        let mut found = vec![[0_u64; 3]; n]; // draws, stretches, the longest
        for run in draws.at(place).chunk_by(|one, next| one == next) {
            let [came, number, longest] = &mut found[usize::from(run[0])];
            *came += run.len() as u64;
            *number += 1;
            *longest = (*longest).max(run.len() as u64);
        }
        for (symbol, [came, number, longest]) in found.into_iter().enumerate() {
            let chance = weights.map_or((n as f64).recip(), |it| it.chances()[symbol]);
            if chance <= 0.0 || chance >= 1.0 {
                continue;
            }
            comes_again(&mut scan, [came, number, all], "draws", || {
                let what = later_draw(1).text("symbol ").card(symbol).text(" after ").card(symbol);
                at_place(draws, place, what)
            });
            if came == 0 || came == all {
                scan.add_tails_of_no_note(1);
                continue;
            }
            let (ln_draws, ln_chance) = ((all as f64).ln(), chance.ln());
            let ln_tail = |length: u64| (ln_draws + length as f64 * ln_chance).min(0.0);
            scan.add_picked_tail(ln_tail(longest), ln_tail(all), || ExtremeCount {
                what: at_place(
                    draws,
                    place,
                    Place::from("one stretch holds nothing but symbol ").card(symbol),
                ),
                count: longest,
                of: all,
                unit: "draws",
                expected: (ln_draws / -ln_chance / all as f64).min(1.0),
            });
        }
    }
    scan
}

/// Looks at something that came in `came` of `all` draws, in `stretches` stretches: how many of its draws follow directly on another one.
///
/// The number of stretches is hypergeometric: each is in another gap of the other draws (Wald and Wolfowitz 1940).
pub(super) fn comes_again(
    scan: &mut Scan,
    [came, stretches, all]: [u64; 3],
    unit: &'static str,
    what: impl FnOnce() -> Place,
) {
    if came == 0 || came == all {
        scan.add_tails_of_no_note(2);
        return;
    }
    let gaps = all - came + 1;
    let tail = |stretches| ln_tail_of_one([stretches, gaps], [came, all]);
    scan.add_smallest(2, tail(stretches), tail(1), || ExtremeCount {
        what: what(),
        count: came - stretches,
        of: came,
        unit,
        expected: (came - 1) as f64 / all as f64,
    });
}

/// Looks at the longest stretch of equal symbols at each place, which those who make draws up keep short.
pub(super) fn short_stretches(draws: &KeptDecks) -> Scan {
    let each = each_symbol(draws);
    no_longer(draws, &each, Place::from("equal symbols"), &|symbol| symbol)
}

/// The chances of the symbols, and how many have each.
fn each_symbol(draws: &KeptDecks) -> Vec<(f64, usize)> {
    let n = draws.shape.cards();
    match draws.shape.weights() {
        Some(weights) => weights.chances().iter().map(|&chance| (chance, 1)).collect(),
        None => vec![((n as f64).recip(), n)],
    }
}

/// Counts the rows in which no stretch of equal symbols is longer than 1 to 4, as in the keys of tests that people make up.
pub(super) fn short_in_rows(draws: &KeptDecks) -> Scan {
    const LONGEST: usize = 4;
    let (shape, mut scan) = (draws.shape, Scan::of("draws"));
    let (k, each) = (shape.dealt(), each_symbol(draws));
    if !shape.is_with_replacement() || draws.places.len() != k || each.len() > MOST_FOLLOWED {
        return scan;
    }
    let longest_of =
        |row: &[u32]| row.chunk_by(|one, next| one == next).map(<[u32]>::len).max().unwrap_or(0);
    let all: Vec<usize> = draws.rows().chunks_exact(k).map(longest_of).collect();
    for longest in 1..k.min(LONGEST + 1) {
        let count = all.iter().filter(|it| **it <= longest).count() as u64;
        let chance = ln_no_longer(&each, k, longest).exp();
        if chance >= 1.0 {
            break;
        }
        scan.add_count(Cell { count, trials: all.len() as u64, chance }, 0.0, || {
            let what = Place::from("a row without a stretch of more than ").number(longest);
            what.text(if longest == 1 { " equal symbol" } else { " equal symbols" })
        });
    }
    scan
}

/// Looks at the longest stretch of draws of one class at each place, for classes of these chances and how many there are of each.
pub(super) fn no_longer(
    draws: &KeptDecks,
    chances: &[(f64, usize)],
    of: Place,
    class: &dyn Fn(u16) -> u16,
) -> Scan {
    let equal: f64 = chances.iter().map(|&(chance, classes)| chance.powi(2) * classes as f64).sum();
    if equal >= 1.0 || chances.len() > MOST_FOLLOWED {
        return Scan::of("draws");
    }
    let longest = |draws: &[u16]| {
        let stretches = draws.chunk_by(|one, next| class(*one) == class(*next));
        stretches.map(<[u16]>::len).max().unwrap_or(0)
    };
    let usual = (draws.len() as f64).ln() / -equal.ln();
    let ln_tail = |longest| ln_no_longer(chances, draws.len(), longest);
    let what = Place::from("no stretch of ").and(of).text(" is long: the longest lies");
    never_beyond(draws, usual, &longest, &ln_tail, &what)
}

/// Looks at the largest of a number at each place, which is that small with a probability of its own. Where it is above what is usual, it
/// shows nothing.
pub(super) fn never_beyond(
    draws: &KeptDecks,
    usual: f64,
    largest: &dyn Fn(&[u16]) -> usize,
    ln_tail: &dyn Fn(usize) -> f64,
    what: &Place,
) -> Scan {
    let (mut scan, all) = (Scan::of("draws"), draws.len());
    let ln_least = ln_tail(1);
    for place in 0..draws.places.len() {
        let most = largest(draws.at(place));
        if most as f64 > usual {
            scan.add_tails_of_no_note(1);
            continue;
        }
        scan.add_picked_tail(ln_tail(most), ln_least, || ExtremeCount {
            what: at_place(draws, place, what.clone()),
            count: most as u64,
            of: all as u64,
            unit: "draws",
            expected: usual / all as f64,
        });
    }
    scan
}

/// The logarithm of the probability that no stretch of equal symbols among `draws` draws is longer than `longest`, for symbols of these chances
/// and how many there are of each.
///
/// Draw t ends with a stretch of r draws of symbol s if draw t - r ends with another one: `f_s(t) = sum over r of p_s^r (a - f_s)(t - r)`, where
/// a is the sum of all f. Nothing is subtracted, since what is left may be far smaller.
fn ln_no_longer(chances: &[(f64, usize)], draws: usize, longest: usize) -> f64 {
    // Of the last draws, the probability that they end with another symbol.
    let mut others = VecDeque::from([vec![1.0; chances.len()]]);
    let (mut all, mut ln_scale) = (1.0_f64, 0.0);
    for _ in 0..draws {
        let end =
            |at: usize| others.iter().fold(0.0, |sum, others| chances[at].0 * (sum + others[at]));
        let ends: Vec<f64> = (0..chances.len()).map(end).collect();
        let sum_without = |symbol: Option<usize>| -> f64 {
            let left = |at: usize| chances[at].1 - usize::from(symbol == Some(at));
            ends.iter().enumerate().map(|(at, end)| end * left(at) as f64).sum()
        };
        all = sum_without(None);
        others.push_back((0..chances.len()).map(|at| sum_without(Some(at))).collect());
        if others.len() > longest {
            others.pop_front();
        }
        if all < SMALLEST_SCALE {
            others.iter_mut().flatten().for_each(|other| *other /= all);
            ln_scale += all.ln();
            all = 1.0;
        }
    }
    all.ln() + ln_scale
}

/// Smaller probabilities are scaled up, lest they vanish.
const SMALLEST_SCALE: f64 = 1e-200;

/// Looks at how far one of two equally likely symbols is ever ahead of the other: never far, where a program keeps them in balance.
pub(super) fn in_balance(draws: &KeptDecks) -> Scan {
    let is_even = draws.shape.weights().is_none_or(|it| it.chances()[0] == it.chances()[1]);
    if draws.shape.cards() != 2 || !is_even {
        return Scan::of("draws");
    }
    let largest = |draws: &[u16]| {
        let mut lead = 0_i64;
        let leads = draws.iter().map(|&symbol| {
            lead += if symbol == 0 { 1 } else { -1 };
            lead.unsigned_abs() as usize
        });
        leads.max().unwrap_or(0)
    };
    let usual = NEVER_FAR * (draws.len() as f64).sqrt();
    let what = Place::from("neither symbol is ever further ahead than");
    never_beyond(draws, usual, &largest, &|most| ln_within(draws.len(), most), &what)
}

/// A fair lead stays below this times the root of the number of draws in one list of thirty.
const NEVER_FAR: f64 = 0.6;

/// The logarithm of the probability that a fair walk of n steps never goes farther than `most` from its start.
fn ln_within(steps: usize, most: usize) -> f64 {
    // At each distance from -most to most, with a wall on either side.
    let mut at = vec![0.0; 2 * most + 3];
    at[most + 1] = 1.0;
    let mut ln_scale = 0.0;
    for _ in 0..steps {
        let mut next = vec![0.0; at.len()];
        (1..=2 * most + 1).for_each(|here| next[here] = 0.5 * (at[here - 1] + at[here + 1]));
        let all: f64 = next.iter().sum();
        next.iter_mut().for_each(|p| *p /= all);
        ln_scale += all.ln();
        at = next;
    }
    ln_scale
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Shape,
        testing::{each_word, share},
    };
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64;

    #[test]
    fn a_lead_is_small_in_as_many_words_as_are_enumerated() {
        let lead = |word: &Vec<u32>| {
            let steps = word.iter().map(|&it| if it == 0 { 1_i64 } else { -1 });
            let leads = steps.scan(0, |lead, step| {
                *lead += step;
                Some(lead.unsigned_abs() as usize)
            });
            leads.max().unwrap()
        };
        let words = each_word(2, 9);
        for most in 1..=9 {
            let small = share(&words, |word| lead(word) <= most);
            assert!((ln_within(9, most).exp() - small).abs() < 1e-12, "{most}");
        }
    }

    /// 40 keys of 25 answers A to D, none three times in a row, and 40 that were drawn, seed 6: alpha 1e-6.
    #[test]
    fn keys_without_three_equal_answers_in_a_row_are_seen() {
        let mut rng = Pcg64::seed_from_u64(6);
        let mut keys = |most: usize| -> Vec<u32> {
            let mut rows = Vec::new();
            for _ in 0..40 {
                let row = rows.len();
                while rows.len() < row + 25 {
                    let answer = rng.random_range(0..4);
                    let last = &rows[row.max(rows.len().saturating_sub(most))..];
                    if last.len() < most || last.iter().any(|it| *it != answer) {
                        rows.push(answer);
                    }
                }
            }
            rows
        };
        let scan =
            |rows: &[u32]| short_in_rows(&KeptDecks::of_rows(Shape::replacement(4, 25), rows));
        let found = scan(&keys(2));
        assert!(found.ln_p() < 1e-6_f64.ln());
        let what = found.into_extreme().unwrap().what.to_string();
        assert_eq!(what, "a row without a stretch of more than 2 equal symbols");
        assert!(scan(&keys(25)).ln_p() > 0.01_f64.ln());
    }

    #[test]
    fn stretches_are_short_in_as_many_words_as_are_enumerated() {
        let chances = [0.5, 0.3, 0.2];
        let longest = |word: &[u32]| word.chunk_by(|a, b| a == b).map(<[u32]>::len).max().unwrap();
        let words = each_word(3, 7);
        let chance = |word: &[u32]| word.iter().map(|&it| chances[it as usize]).product::<f64>();
        for most in 1..=7 {
            let short: Vec<_> = words.iter().filter(|word| longest(word) <= most).collect();
            let even = ln_no_longer(&[(1.0 / 3.0, 3)], 7, most).exp();
            assert!((even - short.len() as f64 / 3_f64.powi(7)).abs() < 1e-12, "{most}");
            let weighted = ln_no_longer(&chances.map(|chance| (chance, 1)), 7, most).exp();
            let expected: f64 = short.iter().map(|word| chance(word)).sum();
            assert!((weighted - expected).abs() < 1e-12, "{most}");
        }
        // Two words of 4,096 coins alternate.
        let alternate = ln_no_longer(&[(0.5, 2)], 4_096, 1);
        assert!((alternate + 4_095.0 * 2_f64.ln()).abs() < 1e-6);
    }
}
