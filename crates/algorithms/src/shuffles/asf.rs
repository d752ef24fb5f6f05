//! The shuffle of ASF Software's online poker, published in 1999 to show that it was fair.

use crate::{
    At, Program, Shape, Table,
    entry::{Entry, Family, Known, Listing},
};

/// For i from 0 to n-1, swap position i with position `below(n - 1)`: any place but the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asf1999;

pub(crate) const ASF_1999: Listing<Asf1999> = Listing {
    entry: Entry {
        title: "online poker, 1999: every place swapped with any place except the last",
        known: Known::Biased { from: 2, how: "the last card never stays last" },
        source: "Arkin, Hill, Marks, Schmid, Walls and McGraw 1999, How We Learned to Cheat at Online Poker",
        in_gate: false,
        planted: Some(&[]),
        ..Entry::new("asf-1999", Family::Swaps)
    },
    build: |_| Asf1999,
};

impl Program for Asf1999 {
    #[inline]
    fn run<T: Table>(&self, shape: Shape, table: &mut T) {
        let n = shape.cards();
        for i in 0..if n < 2 { 0 } else { n } {
            let j = table.roll(0..n - 1);
            table.swap(At::Position(i), At::Roll(j));
        }
    }
}
