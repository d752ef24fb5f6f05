//! Decks for the tests of scans.

use super::{
    Scanner, Scans,
    kept::{Keeper, KeptDecks},
};
use crate::{Decks, Metric, Rows, Shape, Tally, share::Executor};
use itertools::Itertools;
use rand::{SeedableRng, seq::SliceRandom};
use rand_pcg::Pcg64;

/// Uniform decks, one after the other.
pub(super) fn sound(cards: usize, decks: usize, seed: u64) -> Vec<u8> {
    let mut rng = Pcg64::seed_from_u64(seed);
    let mut row: Vec<u8> = (0..cards as u8).collect();
    let mut rows = Vec::with_capacity(cards * decks);
    for _ in 0..decks {
        row.shuffle(&mut rng);
        rows.extend(&row);
    }
    rows
}

pub(super) fn tally(metric: &dyn Metric, shape: Shape, rows: &[u8]) -> Tally {
    let mut tally = Tally::new(metric.cells());
    tally.observe(metric, &Decks::new(shape, 0, Rows::Narrow(rows)));
    tally
}

pub(super) fn orders_of(cards: usize) -> KeptDecks {
    struct Nothing;
    impl Scanner for Nothing {
        const TEST: crate::metric::TestEntry = super::pairs::PAIRS;

        fn new(_: Shape) -> Result<Self, crate::metric::NotApplicable> {
            Ok(Self)
        }

        fn look(&self, _: &KeptDecks, _: &dyn Executor) -> Vec<super::Scan> {
            unreachable!("it only keeps decks")
        }
    }
    let shape = Shape::whole(cards);
    let rows: Vec<u8> = (0..cards as u8).permutations(cards).flatten().collect();
    let metric = Scans::<Nothing>::new(shape).unwrap();
    Keeper::new(shape).unwrap().decks(&tally(&metric, shape, &rows), u64::MAX)
}

/// The decimal logarithm of p, and what was found.
pub(super) fn judged<S: Scanner>(shape: Shape, rows: &[u8]) -> (f64, String) {
    let metric = Scans::<S>::new(shape).unwrap();
    let judgement = metric.judge(&tally(&metric, shape, rows)).remove(0);
    let evidence = judgement.evidence().expect("it could judge");
    let seen = evidence.effect.extreme.as_ref().expect("it names what it found");
    let said = format!("{} in {} of {} {}", seen.what, seen.count, seen.of, seen.unit);
    (evidence.p_value.log10(), said)
}
