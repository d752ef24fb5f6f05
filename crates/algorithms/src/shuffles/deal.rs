//! Deals: the first k of n cards, without shuffling the rest.

use crate::{
    At, Program, Shape, Table,
    entry::{Entry, Family, Known, Listing},
};

/// Partial Fisher–Yates: for i from 0 to k-1, swap position i with a position of `i..n`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PartialFisherYates;

pub(crate) const FYP: Listing<PartialFisherYates> = Listing {
    entry: Entry {
        aliases: &["partial-fisher-yates"],
        title: "partial Fisher-Yates: stops after the k dealt cards",
        known: Known::Uniform,
        source: "article 0; Durstenfeld 1964",
        ..Entry::new("fyp", Family::Deal)
    },
    build: |_| PartialFisherYates,
};

impl Program for PartialFisherYates {
    #[inline]
    fn run<T: Table>(&self, shape: Shape, table: &mut T) {
        for i in 0..shape.dealt() {
            let j = table.roll(i..shape.cards());
            table.swap(At::Position(i), At::Roll(j));
        }
    }
}
