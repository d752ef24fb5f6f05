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

/// The catalogue's `random-swaps`.
pub const SWAPS: Listing<RandomSwaps> = Listing {
    entry: Entry {
        parameters: &[SWAPS_PARAMETER],
        explanation: "Swap two random places, as often as you say. Diaconis and Shahshahani found how many it takes: about \
            $\\frac12 n \\ln n$ swaps, 103 for 52 cards, and not many fewer. The untouched cards decide; it is the \
            problem of the collector of coupons.",
        ..entry("random-swaps", "so many swaps of two random places")
    },
    build: |spec| RandomSwaps::Swaps(spec.value("swaps") as usize),
};

/// The catalogue's `random-swaps-half`.
pub const HALF: Listing<RandomSwaps> = Listing {
    entry: Entry {
        explanation: "Swap two random places, $n/2$ times. How hard can it be to mix a deck? A place is touched by none of the \
            swaps with probability about $1/e$, so more than a third of the cards stay where they were.",
        ..entry("random-swaps-half", "n/2 swaps of two random places")
    },
    build: |_| RandomSwaps::HalfDecks(1),
};

/// The catalogue's `random-swaps-one`.
pub const ONE: Listing<RandomSwaps> = Listing {
    entry: Entry {
        explanation: "Swap two random places, $n$ times, twice as many as [`random-swaps-half`](random-swaps-half.md). About one \
            card in seven is still never touched.",
        ..entry("random-swaps-one", "n swaps of two random places")
    },
    build: |_| RandomSwaps::HalfDecks(2),
};

/// The catalogue's `random-swaps-two`.
pub const TWO: Listing<RandomSwaps> = Listing {
    entry: Entry {
        explanation: "Swap two random places, $2n$ times. Only one card in fifty-five is never touched, and the degree is almost \
            0; the number of fixed points still gives it away.",
        ..entry("random-swaps-two", "2n swaps of two random places")
    },
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
