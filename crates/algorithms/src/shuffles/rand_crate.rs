//! The shuffles of the `rand` crate, as they are.

use crate::{
    Card, Foreign, Shape,
    entry::{Entry, Family, Known, Listing},
};
use rand::{Rng, seq::SliceRandom};
use std::ops::Range;

/// `rand::seq::SliceRandom::shuffle`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RandShuffle;

pub(crate) const SHUFFLE: Listing<RandShuffle> = Listing {
    entry: Entry {
        title: "the rand crate's own shuffle",
        known: Known::Uniform,
        source: "rand 0.10, seq::SliceRandom::shuffle; article 1 (the language's built-in)",
        ..Entry::new("rand-shuffle", Family::Library)
    },
    build: |_| RandShuffle,
};

impl Foreign for RandShuffle {
    fn shuffle<C: Card, R: Rng>(&self, _: Shape, deck: &mut [C], rng: &mut R) {
        deck.shuffle(rng);
    }
}

/// `rand::seq::SliceRandom::partial_shuffle`, which leaves the chosen cards at the END of the slice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RandPartialShuffle;

pub(crate) const PARTIAL_SHUFFLE: Listing<RandPartialShuffle> = Listing {
    entry: Entry {
        title: "the rand crate's own deal, at the end of the slice",
        known: Known::Uniform,
        source: "rand 0.10, seq::SliceRandom::partial_shuffle",
        ..Entry::new("rand-partial-shuffle", Family::Deal)
    },
    build: |_| RandPartialShuffle,
};

impl Foreign for RandPartialShuffle {
    fn shuffle<C: Card, R: Rng>(&self, shape: Shape, deck: &mut [C], rng: &mut R) {
        let _ = deck.partial_shuffle(rng, shape.dealt());
    }

    fn dealt(&self, shape: Shape) -> Range<usize> {
        shape.cards() - shape.dealt()..shape.cards()
    }
}
