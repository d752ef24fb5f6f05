//! The obvious shuffle, unfair because n^n paths cannot be shared equally among n! orders.

use crate::{
    At, Program, Shape, Table,
    entry::{Entry, Family, Known, Listing, PlantedDefect},
};

/// For i from 0 to n-1, swap position i with position `below(n)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Naive;

pub(crate) const NAIVE: Listing<Naive> = Listing {
    entry: Entry {
        aliases: &["shufflex"],
        title: "every place swapped with any place",
        known: Known::Biased {
            from: 3,
            how: "n^n paths over n! orders; at 3 cards 4/27 or 5/27 each",
        },
        source: "articles 1, 3 and 4 (\"shuffleX\")",
        planted: Some(&[
            PlantedDefect::new("naive"),
            PlantedDefect { cards: 10, ..PlantedDefect::new("naive-10") },
        ]),
        ..Entry::new("naive", Family::Swaps)
    },
    build: |_| Naive,
};

impl Program for Naive {
    #[inline]
    fn run<T: Table>(&self, shape: Shape, table: &mut T) {
        let n = shape.cards();
        for i in 0..n {
            let j = table.roll(0..n);
            table.swap(At::Position(i), At::Roll(j));
        }
    }
}

/// For i from n-1 down to 1, swap position i with position `below(n)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NaiveDescending;

pub(crate) const NAIVE_DESCENDING: Listing<NaiveDescending> = Listing {
    entry: Entry {
        title: "half fixed: from the end, but still any place",
        known: Known::Biased { from: 3, how: "n^(n-1) paths over n! orders; worse than naive" },
        source: "article 3",
        ..Entry::new("naive-descending", Family::Swaps)
    },
    build: |_| NaiveDescending,
};

impl Program for NaiveDescending {
    #[inline]
    fn run<T: Table>(&self, shape: Shape, table: &mut T) {
        let n = shape.cards();
        for i in (1..n).rev() {
            let j = table.roll(0..n);
            table.swap(At::Position(i), At::Roll(j));
        }
    }
}
