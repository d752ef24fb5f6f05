//! Positions and values mixed up: once between the steps, which is harmless as long as the deck starts in order,
//! once within a step, which is not.

use crate::{
    At, Program, Shape, Table,
    entry::{Entry, Family, Known, Listing},
};

/// For v from n-1 down to 1, swap the card v with whatever is at position `below(v + 1)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MixedWithin;

pub(crate) const WITHIN: Listing<MixedWithin> = Listing {
    entry: Entry {
        title: "swaps a card (by value) with a place: the two mixed up within a step",
        known: Known::Biased { from: 3, how: "at 3 cards the total variation is 1/3" },
        source: "article 3",
        ..Entry::new("mixed-within", Family::FisherYates)
    },
    build: |_| MixedWithin,
};

impl Program for MixedWithin {
    const BY_VALUE: bool = true;

    #[inline]
    fn run<T: Table>(&self, shape: Shape, table: &mut T) {
        for v in (1..shape.cards()).rev() {
            let j = table.roll(0..v + 1);
            table.swap(At::Card(v), At::Roll(j));
        }
    }
}

/// For i from n-1 down to 1: odd i by value, even i by position.
///
/// From the identity it is uniform; from another [start](crate::start) it is not, since then positions and values
/// are no longer two names of the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MixedBetween;

pub(crate) const BETWEEN: Listing<MixedBetween> = Listing {
    entry: Entry {
        title: "alternates steps by value and by position; uniform from a deck in order",
        known: Known::Uniform,
        source: "article 3, which warns against it; enumeration shows that it is exact",
        ..Entry::new("mixed-between", Family::FisherYates)
    },
    build: |_| MixedBetween,
};

impl Program for MixedBetween {
    const BY_VALUE: bool = true;

    #[inline]
    fn run<T: Table>(&self, shape: Shape, table: &mut T) {
        for i in (1..shape.cards()).rev() {
            let drawn = table.roll(0..i + 1);
            if i % 2 == 1 {
                table.swap(At::Card(i), At::RolledCard(drawn));
            } else {
                table.swap(At::Position(i), At::Roll(drawn));
            }
        }
    }
}
