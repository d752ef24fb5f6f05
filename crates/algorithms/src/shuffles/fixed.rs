//! Shuffles without any dice: the two ends of the scale.

use crate::{
    At, Program, Shape, Table,
    entry::{Entry, Family, Known, Listing},
};

/// Does nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Identity;

pub(crate) const IDENTITY: Listing<Identity> = Listing {
    entry: Entry {
        title: "nothing at all",
        known: Known::Biased { from: 2, how: "always the same order; degree 1/2" },
        source: "article 1",
        ..Entry::new("identity", Family::Fixed)
    },
    build: |_| Identity,
};

impl Program for Identity {
    #[inline]
    fn run<T: Table>(&self, _: Shape, _: &mut T) {}
}

/// Reverses the deck.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reverse;

pub(crate) const REVERSE: Listing<Reverse> = Listing {
    entry: Entry {
        title: "the deck reversed",
        known: Known::Biased { from: 2, how: "always the same order; degree -1/2" },
        source: "article 1",
        ..Entry::new("reverse", Family::Fixed)
    },
    build: |_| Reverse,
};

impl Program for Reverse {
    #[inline]
    fn run<T: Table>(&self, shape: Shape, table: &mut T) {
        let n = shape.cards();
        for i in 0..n / 2 {
            table.swap(At::Position(i), At::Position(n - 1 - i));
        }
    }
}
