//! Decks for the tests of scans.

use super::{Scan, Scanner, Scans, kept::KeptDecks};
use crate::{ExtremeCount, Rows, Serial, Shape, testing::evidence};
use itertools::Itertools;
use rand::{SeedableRng, seq::SliceRandom};
use rand_pcg::Pcg64;
use std::f64::consts::LN_10;

/// Uniform decks, one after the other.
pub(crate) fn sound(cards: usize, decks: usize, seed: u64) -> Vec<u8> {
    let mut rng = Pcg64::seed_from_u64(seed);
    let mut row: Vec<u8> = (0..cards as u8).collect();
    let mut rows = Vec::with_capacity(cards * decks);
    for _ in 0..decks {
        row.shuffle(&mut rng);
        rows.extend(&row);
    }
    rows
}

/// The same, of which `repair` changes one after the other; it gets those before, too.
pub(super) fn repaired(
    cards: usize,
    decks: usize,
    seed: u64,
    repair: impl Fn(&mut [u8], &[u8]),
) -> Vec<u8> {
    let mut rows = sound(cards, decks, seed);
    for deck in 0..decks {
        let (before, row) = rows.split_at_mut(deck * cards);
        repair(&mut row[..cards], before);
    }
    rows
}

/// The first uniform decks for which this holds.
pub(super) fn only(
    cards: usize,
    decks: usize,
    seed: u64,
    holds: impl Fn(&[u8]) -> bool,
) -> Vec<u8> {
    let candidates = sound(cards, decks * 24, seed);
    let rows = candidates.chunks(cards).filter(|row| holds(row)).take(decks);
    let rows = rows.flatten().copied().collect_vec();
    assert_eq!(rows.len(), decks * cards);
    rows
}

/// The deck `lag` decks before, if there is one.
pub(super) fn earlier(before: &[u8], cards: usize, lag: usize) -> Option<&[u8]> {
    Some(&before[before.len().checked_sub(lag * cards)?..][..cards])
}

/// Exchanges the card at a place with others, one after the other, until the condition holds.
pub(super) fn until(
    row: &mut [u8],
    place: usize,
    others: impl IntoIterator<Item = usize>,
    holds: impl Fn(&[u8]) -> bool,
) {
    for other in others {
        if holds(row) {
            return;
        }
        row.swap(place, other);
    }
}

/// Exchanges a card with that at a place.
pub(super) fn put(row: &mut [u8], card: u8, place: usize) {
    let [from] = lie(row, [card]);
    row.swap(from, place);
}

/// The places of these cards.
pub(super) fn lie<const N: usize>(row: &[u8], cards: [u8; N]) -> [usize; N] {
    cards.map(|card| row.iter().position(|&it| it == card).unwrap())
}

pub(super) fn at<const N: usize>(row: &[u8], places: [usize; N]) -> [u8; N] {
    places.map(|place| row[place])
}

pub(super) fn inversions<T: PartialOrd>(values: &[T]) -> usize {
    values.iter().array_combinations().filter(|[a, b]| a > b).count()
}

/// Every sequence of `decks` decks, one deck after the other.
pub(super) fn all_sequences(cards: usize, decks: usize) -> impl Iterator<Item = Vec<u32>> {
    let orders: Vec<Vec<u32>> = (0..cards as u32).permutations(cards).collect();
    let sequences = (0..decks).map(move |_| orders.clone()).multi_cartesian_product();
    sequences.map(|decks| decks.concat())
}

pub(super) fn orders_of(cards: usize) -> KeptDecks {
    let rows = (0..cards as u32).permutations(cards).flatten().collect_vec();
    KeptDecks::of_rows(Shape::whole(cards), &rows)
}

/// The decimal logarithm of p, and what was found, by all looks at these decks.
pub(crate) fn found<S: Scanner>(shape: Shape, rows: &[u32]) -> (f64, ExtremeCount) {
    let looks = S::new(shape).unwrap().look(&KeptDecks::of_rows(shape, rows), &Serial);
    let scan = Scan::of_all(&looks);
    (scan.ln_p() / LN_10, scan.into_extreme().expect("it finds something"))
}

/// The decimal logarithm of p, and what was found.
pub(crate) fn judged<S: Scanner>(shape: Shape, rows: &[u8]) -> (f64, String) {
    let metric = Scans::<S>::new(shape).unwrap();
    let evidence = evidence(&metric, shape, Rows::Narrow(rows));
    let seen = evidence.effect.extreme.as_ref().expect("it names what it found");
    let said = format!("{} in {} of {} {}", seen.what, seen.count, seen.of, seen.unit);
    (evidence.p_value.log10(), said)
}

/// For whole decks: p is below 1e-9, and this is what was found.
pub(super) fn is_named<S: Scanner>(cards: usize, rows: &[u8], said: &str) {
    let (log10_p, finding) = judged::<S>(Shape::whole(cards), rows);
    assert!(log10_p < -9.0 && finding == said, "{log10_p}: {finding}");
}
