//! Swaps of two random places, some number of times.

use crate::{
    At, Program, Size, Table,
    catalogue::{Entry, Family, Known, Listing},
};

/// `halves * n / 2` times, rounded down: swap positions `below(n)` and `below(n)`, which may be the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RandomSwaps {
    halves: usize,
}

/// The catalogue's `random-swaps-half`.
pub const HALF: Listing<RandomSwaps> =
    listing("random-swaps-half", "n/2 swaps of two random places", |_| RandomSwaps { halves: 1 });

/// The catalogue's `random-swaps-one`.
pub const ONE: Listing<RandomSwaps> =
    listing("random-swaps-one", "n swaps of two random places", |_| RandomSwaps { halves: 2 });

/// The catalogue's `random-swaps-two`.
pub const TWO: Listing<RandomSwaps> =
    listing("random-swaps-two", "2n swaps of two random places", |_| RandomSwaps { halves: 4 });

const fn listing(
    id: &'static str,
    title: &'static str,
    build: fn(&crate::spec::Spec) -> RandomSwaps,
) -> Listing<RandomSwaps> {
    Listing {
        entry: Entry {
            title,
            known: Known::Biased {
                from: 3,
                how: "too few swaps: uniform only after about (n ln n)/2 of them",
            },
            source: "article 1; Diaconis and Shahshahani 1981",
            ..Entry::new(id, Family::Swaps)
        },
        build,
    }
}

impl Program for RandomSwaps {
    #[inline]
    fn run<T: Table>(&self, size: Size, table: &mut T) {
        let n = size.cards();
        for _ in 0..self.halves * n / 2 {
            let (a, b) = (table.roll(0..n), table.roll(0..n));
            table.swap(At::Roll(a), At::Roll(b));
        }
    }
}
