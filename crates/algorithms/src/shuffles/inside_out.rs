//! The inside-out form of Fisher–Yates, which needs no array to start from.

use crate::{
    At, Card, Dice, Program, Shape, Table,
    entry::{Entry, Family, Known, Listing},
};

/// For i from 0 to n-1, swap position i with position `below(i + 1)`.
///
/// On an untouched deck that is the inside-out shuffle: place i still holds card i when its turn comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InsideOut;

pub(crate) const INSIDE_OUT: Listing<InsideOut> = Listing {
    entry: Entry {
        title: "Fisher-Yates from the start, with or without a source array",
        known: Known::Uniform,
        source: "article 0; Knuth, TAOCP 2, 3.4.2",
        ..Entry::new("inside-out", Family::FisherYates)
    },
    build: |_| InsideOut,
};

impl Program for InsideOut {
    #[inline]
    fn run<T: Table>(&self, shape: Shape, table: &mut T) {
        for i in 0..shape.cards() {
            let j = table.roll(0..i + 1);
            table.swap(At::Position(i), At::Roll(j));
        }
    }
}

/// The second form of [`InsideOut`], without a source array: writes a shuffled `0..n` into `out`.
///
/// The previous content of `out` does not matter. Under the same dice it gives the same deck as the swap program.
///
/// # Panics
///
/// If the card type is too narrow for the deck.
///
/// ```
/// use shuffle_algorithms::{dice::Recorded, shuffles::inside_out::write_shuffled};
/// let mut out = [99_u8; 3];
/// write_shuffled(&mut out, &mut Recorded::new([0, 0, 1]));
/// assert_eq!(out, [1, 2, 0]);
/// ```
pub fn write_shuffled<C: Card, D: Dice>(out: &mut [C], dice: &mut D) {
    assert!(out.len() <= C::LIMIT, "{} cards do not fit this card type", out.len());
    for i in 0..out.len() {
        let j = dice.below(i + 1);
        if j != i {
            out[i] = out[j];
        }
        out[j] = C::new(i);
    }
}
