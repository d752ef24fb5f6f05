//! Swaps of two random places, some number of times.

use crate::{
    At, Program, Shape, Table,
    entry::{Entry, Family, Known, Listing},
    spec::Parameter,
};

/// A given number of times: swap positions `below(n)` and `below(n)`, which may be the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RandomSwaps {
    /// This number of swaps.
    Swaps(usize),
    /// `n / 2` times this number of swaps, rounded down.
    HalfDecks(usize),
}

const SWAPS_PARAMETER: Parameter =
    Parameter { key: "swaps", about: "number of swaps", min: 1, max: 1_000_000, default: 26 };

pub(crate) const SWAPS: Listing<RandomSwaps> = Listing {
    entry: Entry {
        parameters: &[SWAPS_PARAMETER],
        ..entry("random-swaps", "a fixed number of swaps of two random places")
    },
    build: |spec| RandomSwaps::Swaps(spec.value("swaps") as usize),
};

pub(crate) const HALF: Listing<RandomSwaps> = Listing {
    entry: Entry { ..entry("random-swaps-half", "n/2 swaps of two random places") },
    build: |_| RandomSwaps::HalfDecks(1),
};

pub(crate) const ONE: Listing<RandomSwaps> = Listing {
    entry: Entry { ..entry("random-swaps-one", "n swaps of two random places") },
    build: |_| RandomSwaps::HalfDecks(2),
};

pub(crate) const TWO: Listing<RandomSwaps> = Listing {
    entry: Entry { ..entry("random-swaps-two", "2n swaps of two random places") },
    build: |_| RandomSwaps::HalfDecks(4),
};

const fn entry(id: &'static str, title: &'static str) -> Entry {
    let how = "too few swaps: uniform only after about (n ln n)/2 of them";
    Entry {
        title,
        known: Known::Biased { from: 3, how },
        source: "article 1; Diaconis and Shahshahani 1981, Z. Wahrscheinlichkeitstheorie 57",
        ..Entry::new(id, Family::Swaps)
    }
}

impl Program for RandomSwaps {
    #[inline]
    fn run<T: Table>(&self, shape: Shape, table: &mut T) {
        let n = shape.cards();
        let swaps = match *self {
            Self::Swaps(swaps) => swaps,
            Self::HalfDecks(halves) => halves * n / 2,
        };
        for _ in 0..if n == 0 { 0 } else { swaps } {
            let (a, b) = (table.roll(0..n), table.roll(0..n));
            table.swap(At::Roll(a), At::Roll(b));
        }
    }
}
