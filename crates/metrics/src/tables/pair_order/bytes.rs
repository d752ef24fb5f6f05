//! The later one of two cards, for 64 decks at once: a comparison of bytes for each pair, on every instruction set.

use shuffle_deck::{Aligned, Column, InstructionSet, LANES, counting::add_up, on_every_set};
use std::hint::black_box;

/// Groups counted at a time, while they are in the cache.
const OCTET: usize = 8;

/// Rounds after which bytes are added up, before they overflow.
const OCTETS: usize = 31;

/// Adds to each pair of cards, row by row, in how many decks the second lies later.
pub(super) fn add_later(set: InstructionSet, places: &[Column], cards: usize, cells: &mut [u64]) {
    let mut counts = vec![Aligned([0; LANES]); cells.len()];
    for (number, places) in (1..).zip(places.chunks(OCTET * cards)) {
        count_later(set, places, cards, &mut counts);
        if number % OCTETS == 0 {
            add_up(set, &counts, cells);
            counts.fill(Aligned([0; LANES]));
        }
    }
    add_up(set, &counts, cells);
}

on_every_set! {
    /// Adds to each pair of cards, row by row and lane by lane, in how many groups the second lies later.
    fn count_later(places: &[Column], cards: usize, counts: &mut [Aligned<Column>]) {
        // As for digits: known ones would be made of masks at twice the cost.
        let ones = black_box([1; LANES]);
        let mut counts = counts.iter_mut();
        for first in 0..cards {
            for second in first + 1..cards {
                let mut later = [0; LANES];
                for places in places.chunks_exact(cards) {
                    let (first, second) = (&places[first], &places[second]);
                    for lane in 0..LANES {
                        let is_later = u8::from(first[lane] < second[lane]).wrapping_neg();
                        later[lane] += ones[lane] & is_later;
                    }
                }
                let count = &mut counts.next().expect("one for each pair").0;
                for lane in 0..LANES {
                    count[lane] += later[lane];
                }
            }
        }
    }
}
