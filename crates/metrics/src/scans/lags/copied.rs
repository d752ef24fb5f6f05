//! Stretches of draws that come twice: draws that were pasted again, or a generator that was seeded again. Part of [`lags`](super).

use crate::{
    judgement::ExtremeCount,
    place::Place,
    scans::{Scan, kept::KeptDecks},
};
use std::collections::HashMap;

/// Shorter stretches, which come twice by chance with a larger probability, are not looked for.
const LEVEL: f64 = 1e-3;

/// Draws that are equal to earlier ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Copied {
    first: usize,
    again: usize,
    length: usize,
}

/// A bound of ln P(some stretch of `length` of `draws` draws comes again after its end), where `ln_equal` is the logarithm of the probability
/// that two draws are equal. Two stretches that do not overlap share no draw, so their pairs of draws are independent.
fn ln_tail(draws: usize, length: usize, ln_equal: f64) -> f64 {
    let starts = (draws + 1).saturating_sub(2 * length) as f64;
    ((starts * (starts + 1.0) / 2.0).ln() + length as f64 * ln_equal).min(0.0)
}

/// Looks for the longest stretch that comes again. Any two places may be compared, near or far.
pub(super) fn longest_copy(draws: &KeptDecks) -> Scan {
    let (shape, all, mut scan) = (draws.shape, draws.len(), Scan::of("draws"));
    let even = || (shape.cards() as f64).recip();
    let equal: f64 = shape
        .weights()
        .map_or_else(even, |it| it.chances().iter().map(|chance| chance.powi(2)).sum());
    let ln_equal = equal.ln() * shape.dealt() as f64;
    let is_rare = |length: &usize| ln_tail(all, *length, ln_equal) < LEVEL.ln();
    let Some(shortest) =
        (1..=all / 2).find(is_rare).filter(|_| draws.places.len() == shape.dealt())
    else {
        return scan;
    };
    let ln_least = ln_tail(all, all / 2, ln_equal);
    let Some(copied) = longest(&draws.rows(), shape.dealt(), shortest) else {
        scan.add_tails_of_no_note(1);
        return scan;
    };
    scan.add_picked_tail(ln_tail(all, copied.length, ln_equal), ln_least, || {
        let ends = |what: Place, from: usize| {
            let [first, last] =
                [from, from + copied.length - 1].map(|at| draws.trials[at] as usize);
            what.number(first + 1).text(" to ").number(last + 1)
        };
        let what = ends(Place::from("draws "), copied.again).text(" repeat draws ");
        ExtremeCount {
            what: ends(what, copied.first),
            count: copied.length as u64,
            of: all as u64,
            unit: "draws",
            expected: (2.0 * (all as f64).ln() / -ln_equal / all as f64).min(1.0),
        }
    });
    scan
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
    use crate::{Shape, draws::testing::each_word};
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64;

    #[test]
    fn of_all_words_no_more_have_long_copies_than_the_bound_says() {
        for (n, length) in [(2, 12), (3, 8), (6, 5)] {
            let words = each_word(n, length);
            for most in 1..=length / 2 {
                let reach = |word: &&Vec<u32>| longest(word, 1, most).is_some();
                let p = words.iter().filter(reach).count() as f64 / words.len() as f64;
                let bound = ln_tail(length, most, -(n as f64).ln()).exp();
                assert!(p <= bound * (1.0 + 1e-9), "{n} {most}: {p} {bound}");
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

    /// 1,000 tosses whose last 60 are those from the 100th on, seed 3; alpha 1e-9.
    #[test]
    fn draws_that_were_pasted_again_are_named() {
        let mut rng = Pcg64::seed_from_u64(3);
        let mut tosses: Vec<u32> = (0..940).map(|_| rng.random_range(0..2)).collect();
        tosses.extend_from_within(100..160);
        let scan = longest_copy(&KeptDecks::of_rows(Shape::replacement(2, 1), &tosses));
        assert!(scan.ln_p() < 1e-9_f64.ln(), "{}", scan.ln_p());
        let extreme = scan.into_extreme().unwrap();
        let what = extreme.what.to_string();
        assert_eq!(what, "draws 941 to 1,000 repeat draws 101 to 160");
        assert_eq!(extreme.count, 60);
    }
}
