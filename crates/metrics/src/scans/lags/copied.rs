//! Stretches of draws, or decks, that come twice: draws that were pasted again, or a generator that was seeded again, once or each time. Part of [`lags`](super).

use crate::{
    Shape,
    draws::{again::ln_equal_words, outcomes::ln_outcomes},
    judgement::ExtremeCount,
    largest::first_smallest,
    place::Place,
    scans::{Scan, kept::KeptDecks},
};
use statrs::function::factorial::ln_factorial;
use std::{collections::HashMap, ops::Range};

/// A single stretch is not judged if more copies than this are expected by chance.
const MOST_OF_ONE: f64 = 1e-3;

/// The same for pairs of stretches.
const MOST_OF_MANY: f64 = 10.0;

/// Draws that are equal to earlier ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Copied {
    first: usize,
    again: usize,
    length: usize,
}

/// Pairs of equal stretches of one length, with an example; of the longest stretch there is one.
#[derive(Clone, Copy, Debug)]
struct EqualStretches {
    number: u64,
    example: Copied,
}

/// ln M q^L: the pairs of stretches of `length` among `draws`, of which none overlap, that are expected to be equal, where `ln_equal` is the
/// logarithm of the probability that two draws are equal.
fn ln_expected(draws: usize, length: usize, ln_equal: f64) -> f64 {
    let starts = (draws + 1).saturating_sub(2 * length) as f64;
    (starts * (starts + 1.0) / 2.0).ln() + length as f64 * ln_equal
}

/// A bound of ln P(`number` pairs of equal stretches of `length` lie apart in `draws`), (M q^L)^number / number!. Stretches that do not
/// overlap share no draw, so the draws of all pairs are independent.
fn ln_tail(draws: usize, length: usize, number: u64, ln_equal: f64) -> f64 {
    let of_all = number as f64 * ln_expected(draws, length, ln_equal);
    (of_all - ln_factorial(number)).min(0.0)
}

/// The logarithm of the probability that two draws are equal, or of a bound of it: whatever one is, the other equals it with at most the
/// probability of the likeliest.
fn ln_equal(shape: Shape) -> f64 {
    let ln_orders = |cards: usize| ln_factorial(cards as u64);
    if let Some(hands) = shape.hands() {
        let within: f64 = hands.sizes().iter().map(|&size| ln_orders(size)).sum();
        return within + ln_orders(shape.cards() - shape.dealt()) - ln_orders(shape.cards());
    }
    match (shape.pack(), shape.weights()) {
        (Some(pack), _) if !shape.is_whole() => ln_equal_words(pack, shape.dealt()),
        (_, Some(weights)) if shape.is_with_replacement() => {
            let of_one: f64 = weights.chances().iter().map(|chance| chance.powi(2)).sum();
            of_one.ln() * shape.dealt() as f64
        }
        _ => -ln_outcomes(shape),
    }
}

/// The rows, with the cards of a hand, and balls without order, in their order.
fn sorted_rows(draws: &KeptDecks) -> Vec<u32> {
    let (shape, mut rows) = (draws.shape, draws.rows());
    let hands: Vec<Range<usize>> = match shape.hands() {
        Some(hands) => hands.places().collect(),
        None => shape.is_set().then_some(0..shape.dealt()).into_iter().collect(),
    };
    for hand in hands {
        rows.chunks_exact_mut(shape.dealt()).for_each(|row| row[hand.clone()].sort_unstable());
    }
    rows
}

/// Looks for the longest stretch that comes again, and for many shorter ones. Any two places may be compared, near or far.
pub(super) fn copies(draws: &KeptDecks) -> Scan {
    let (shape, all, mut scan) = (draws.shape, draws.len(), Scan::of("draws"));
    let ln_equal = ln_equal(shape);
    // It is not known how often two hands of a pack are equal.
    if draws.places.len() != shape.dealt() || shape.pack().is_some() && shape.hands().is_some() {
        return scan;
    }
    let (rows, ln_least) = (sorted_rows(draws), ln_tail(all, all / 2, 1, ln_equal));
    let shortest =
        |most: f64| (1..=all / 2).find(|&length| ln_expected(all, length, ln_equal) < most.ln());
    let long = shortest(MOST_OF_ONE).and_then(|from| longest(&rows, shape.dealt(), from));
    let single = long.map(|example| EqualStretches { number: 1, example });
    let judged = shortest(MOST_OF_MANY).map_or_else(Vec::new, |from| lengths(from, all / 2));
    let many = judged.iter().map(|&length| pairs(&rows, shape.dealt(), length));
    let tails = shortest(MOST_OF_ONE).map_or(0, |_| 1) + judged.len() as u64;
    let with_tail = |it: EqualStretches| (ln_tail(all, it.example.length, it.number, ln_equal), it);
    let clearest = first_smallest(std::iter::once(single).chain(many).flatten().map(with_tail));
    let Some((ln_p, found)) = clearest else {
        scan.add_tails_of_no_note(tails);
        return scan;
    };
    let length = found.example.length;
    let expected = match found.number {
        1 => 2.0 * (all as f64).ln() / -ln_equal,
        _ => ln_expected(all, length, ln_equal).exp() * length as f64,
    };
    scan.add_tails_of_no_note(tails - 1);
    scan.add_picked_tail(ln_p, ln_least, || ExtremeCount {
        what: found.in_words(&draws.trials, shape.kind().trial()),
        count: found.number * length as u64,
        of: all as u64,
        unit: shape.kind().trial()[1],
        expected: (expected / all as f64).min(1.0),
    });
    scan
}

/// A few lengths from the first on, each by a quarter longer, up to where a single pair says enough.
fn lengths(first: usize, most: usize) -> Vec<usize> {
    let next = |&length: &usize| Some(length + (length / 4).max(1));
    let all = std::iter::successors(Some(first), next);
    all.take_while(|&length| length <= most.min(4 * first)).collect()
}

impl EqualStretches {
    /// "draws 901 to 960 repeat draws 51 to 110", and that there are more.
    fn in_words(self, trials: &[u64], [one, many]: [&'static str; 2]) -> Place {
        let Copied { first, again, length } = self.example;
        if length == 1 {
            let [first, again] = [first, again].map(|at| trials[at] as usize + 1);
            let what = Place::from(one).text(" ").number(again).text(" is equal to ");
            let what = what.text(one).text(" ").number(first);
            return match self.number {
                1 => what,
                more => {
                    what.text(", and ").number(more as usize - 1).text(" more to earlier ones,")
                }
            };
        }
        let ends = |what: Place, from: usize| {
            let [first, last] = [from, from + length - 1].map(|at| trials[at] as usize);
            what.number(first + 1).text(" to ").number(last + 1)
        };
        let what = ends(Place::from(many).text(" "), again).text(" repeat ");
        let what = ends(what.text(many).text(" "), first);
        match self.number {
            1 => what,
            2 => what
                .text(", and another stretch of ")
                .number(length)
                .text(" repeats an earlier one,"),
            more => what
                .text(", and ")
                .number(more as usize - 1)
                .text(" more stretches of ")
                .number(length)
                .text(" repeat earlier ones,"),
        }
    }
}

/// Pairs of equal stretches of this length, of which none overlap, as they are met from the first draw on.
fn pairs(rows: &[u32], width: usize, length: usize) -> Option<EqualStretches> {
    let (all, mut places) = (rows.len() / width, HashMap::<&[u32], Vec<usize>>::new());
    let (mut is_paired, mut found, mut at) = (vec![false; all], None::<EqualStretches>, 0);
    while at + length <= all {
        let same = places.entry(&rows[at * width..(at + length) * width]).or_default();
        // All stretches are as long, so what overlaps one covers one of its ends.
        same.retain(|&it| !is_paired[it] && !is_paired[it + length - 1]);
        let earlier = same.iter().position(|&it| it + length <= at);
        let Some(earlier) = earlier.map(|it| same.swap_remove(it)) else {
            same.push(at);
            at += 1;
            continue;
        };
        for start in [earlier, at] {
            is_paired[start..start + length].fill(true);
        }
        let pairs = found.get_or_insert(EqualStretches {
            number: 0,
            example: Copied { first: earlier, again: at, length },
        });
        pairs.number += 1;
        at += length;
    }
    found
}

/// The longest copy of at least `shortest` rows. Each window is compared with its first occurrence, and a copy does not overlap its original.
fn longest(rows: &[u32], width: usize, shortest: usize) -> Option<Copied> {
    let row = |at: usize| &rows[at * width..(at + 1) * width];
    // The places of each window. Whole decks are compared with the same type of map, which is compiled only once.
    let (all, mut places) = (rows.len() / width, HashMap::<&[u32], Vec<usize>>::new());
    let (mut found, mut from): (Option<Copied>, usize) = (None, 0);
    for (at, window) in rows.windows(shortest * width).step_by(width).enumerate() {
        let same = places.entry(window).or_default();
        same.push(at);
        let first = same[0];
        if at < from || first + shortest > at {
            continue;
        }
        let most = (at - first).min(all - at);
        let length = (shortest..most).find(|&it| row(first + it) != row(at + it)).unwrap_or(most);
        // Windows inside this copy would only give shorter ones.
        from = at + length - shortest + 1;
        if found.is_none_or(|it| length > it.length) {
            found = Some(Copied { first, again: at, length });
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{each_word, share};
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64;
    use shuffle_deck::{Hands, Weights};

    #[test]
    fn of_all_words_no_more_have_long_copies_than_the_bound_says() {
        for (n, length) in [(2, 12), (3, 8), (6, 5)] {
            let words = each_word(n, length);
            for most in 1..=length / 2 {
                let p = share(&words, |word| longest(word, 1, most).is_some());
                let bound = |number| ln_tail(length, most, number, -(n as f64).ln()).exp();
                assert!(p <= bound(1) * (1.0 + 1e-9), "{n} {most}: {p} {}", bound(1));
                for number in 1..4 {
                    let has = |it: EqualStretches| it.number >= number;
                    let p = share(&words, |word| pairs(word, 1, most).is_some_and(has));
                    assert!(p <= bound(number) * (1.0 + 1e-9), "{n} {most} {number}: {p}");
                }
            }
        }
    }

    #[test]
    fn the_longest_copy_that_does_not_overlap_is_found() {
        assert_eq!(
            longest(&[0, 1, 2, 3, 0, 1, 2, 4], 1, 2),
            Some(Copied { first: 0, again: 4, length: 3 })
        );
        assert_eq!(longest(&[0, 1, 2, 3, 5, 1, 2, 0], 2, 1), None);
        assert_eq!(
            longest(&[0, 1, 2, 3, 5, 5, 2, 3], 2, 1),
            Some(Copied { first: 1, again: 3, length: 1 })
        );
        assert_eq!(longest(&[7; 9], 1, 1).unwrap().length, 4);
    }

    /// Forty of 400 orders of three cards, and 25 of 300 sets, deals in hands and weighted pairs, are those from the 100th on; seed 5, alpha
    /// 1e-9. Before sets and hands are sorted, those copies are in another order.
    #[test]
    fn orders_sets_and_hands_that_were_pasted_again_are_named() {
        let mut rng = Pcg64::seed_from_u64(5);
        let weights = Weights::parse("a=4,b=3,c=2,d=1").unwrap();
        let hands = Hands::parse("3,3").unwrap();
        for (shape, copied) in [
            (Shape::whole(3), 40),
            (Shape::unordered(10, 5, None).unwrap(), 25),
            (Shape::whole(6).in_hands(hands).unwrap(), 25),
            (Shape::successive(weights, 2, false).unwrap(), 40),
        ] {
            let (n, k) = (shape.cards(), shape.dealt());
            let mut rows: Vec<Vec<u32>> = (0..400)
                .map(|_| {
                    let mut row: Vec<u32> = (0..n as u32).collect();
                    (1..n).for_each(|at| row.swap(at, rng.random_range(0..=at)));
                    row.truncate(k);
                    row
                })
                .collect();
            let mut again = rows[100..100 + copied].to_vec();
            for row in &mut again {
                match shape.hands() {
                    Some(_) => row.swap(0, 2),
                    None if shape.is_set() => row.rotate_left(1),
                    None => {}
                }
            }
            rows.splice(400 - copied.., again);
            let scan = copies(&KeptDecks::of_rows(shape, &rows.concat()));
            assert!(scan.ln_p() < 1e-9_f64.ln(), "{shape:?}: {}", scan.ln_p());
            let what = scan.into_extreme().unwrap().what.to_string();
            assert!(
                what.contains(&format!(" repeat {} 101 to ", shape.kind().trial()[1])),
                "{what}"
            );
        }
    }

    /// 1,000 tosses whose last 60 are those from the 100th on, seed 3; alpha 1e-9.
    #[test]
    fn draws_that_were_pasted_again_are_named() {
        let mut rng = Pcg64::seed_from_u64(3);
        let mut tosses: Vec<u32> = (0..940).map(|_| rng.random_range(0..2)).collect();
        tosses.extend_from_within(100..160);
        let scan = copies(&KeptDecks::of_rows(Shape::replacement(2, 1), &tosses));
        assert!(scan.ln_p() < 1e-9_f64.ln(), "{}", scan.ln_p());
        let extreme = scan.into_extreme().unwrap();
        let what = extreme.what.to_string();
        assert_eq!(what, "draws 941 to 1,000 repeat draws 101 to 160");
        assert_eq!(extreme.count, 60);
    }

    #[test]
    fn pairs_of_stretches_lie_apart() {
        let of = |rows: &[u32], length| pairs(rows, 1, length).map(|it| (it.number, it.example));
        let first = Copied { first: 0, again: 2, length: 2 };
        assert_eq!(of(&[0, 1, 0, 1, 0, 1, 0, 1], 2), Some((2, first)));
        assert_eq!(of(&[0, 1, 0, 1, 0, 1, 0], 2), Some((1, first)));
        let first = Copied { first: 0, again: 3, length: 3 };
        assert_eq!(of(&[5, 6, 7, 5, 6, 7, 8], 3), Some((1, first)));
        assert_eq!(of(&[0, 1, 2, 3], 2), None);
    }

    /// 200 sessions of 10 throws, each from one of 1,000 seeds; seed 4, alpha 1e-9.
    #[test]
    fn sessions_from_few_seeds_are_seen() {
        let mut rng = Pcg64::seed_from_u64(4);
        let sessions: Vec<[u32; 10]> =
            (0..1_000).map(|_| std::array::from_fn(|_| rng.random_range(0..6))).collect();
        let throws: Vec<u32> =
            (0..200).flat_map(|_| sessions[rng.random_range(0..1_000)]).collect();
        let scan = copies(&KeptDecks::of_rows(Shape::replacement(6, 1), &throws));
        assert!(scan.ln_p() < 1e-9_f64.ln(), "{}", scan.ln_p());
        let what = scan.into_extreme().unwrap().what.to_string();
        assert!(what.contains(" more stretches of ") && what.contains(" repeat draws "), "{what}");
    }
}
