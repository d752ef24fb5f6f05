//! The library whose books go back on top.

use crate::{
    At, Program, Shape, Table,
    entry::{Entry, Family, Known, Listing},
};

/// n times: take out a random card and put it on top.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RandomToTop;

pub(crate) const RANDOM_TO_TOP: Listing<RandomToTop> = Listing {
    entry: Entry {
        title: "a random card goes to the top, n times",
        known: Known::Biased { from: 3, how: "n^n paths cannot be shared among n! orders" },
        source: "Tsetlin 1963: the library whose books go back on top",
        in_gate: false, // a case in `audits/gate.toml` is asked for without this line
        planted: Some(&[]), // nor is it planted as a defect when the tests are calibrated
        ..Entry::new("random-to-top", Family::Hand)
    },
    build: |_| RandomToTop,
};

impl Program for RandomToTop {
    #[inline]
    fn run<T: Table>(&self, shape: Shape, table: &mut T) {
        for _ in 0..shape.cards() {
            let place = table.roll(0..shape.cards());
            table.lift(At::Roll(place), 0);
        }
    }
}
