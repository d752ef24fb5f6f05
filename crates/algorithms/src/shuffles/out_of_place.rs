//! The original Fisher–Yates: strike out a random card of the rest, write it at the end of the result.

use crate::{
    At, Program, Shape, Table,
    entry::{Entry, Family, Known, Listing},
};

/// Repeat: delete a random card of the rest, append it to the result. The rest keeps its order; O(n^2).
///
/// Result and rest share one deck: the result grows at its front.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutOfPlace;

pub(crate) const OUT_OF_PLACE: Listing<OutOfPlace> = Listing {
    entry: Entry {
        aliases: &["splice", "pencil-and-paper"],
        title: "the original Fisher-Yates: strike out, write down; O(n^2)",
        known: Known::Uniform,
        source: "Fisher and Yates 1938, Statistical Tables, example 12; articles 1, 3 and 4",
        ..Entry::new("out-of-place", Family::FisherYates)
    },
    build: |_| OutOfPlace,
};

impl Program for OutOfPlace {
    #[inline]
    fn run<T: Table>(&self, shape: Shape, table: &mut T) {
        for written in 0..shape.cards() {
            let struck = table.roll(written..shape.cards());
            table.lift(At::Roll(struck), written);
        }
    }
}
