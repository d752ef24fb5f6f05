//! The operations of a swap program on the cards on the table.
#![doc = include_str!("table.md")]

mod deck;

pub use deck::{Deck, Rolled, TrackedDeck, play};
use std::ops::Range;

/// A place on the table that a swap can reach.
#[derive(Debug)]
pub enum At<R> {
    /// The place with this number, counted from 0.
    Position(usize),
    /// Wherever the card with this number lies.
    Card(usize),
    /// The place with the rolled number.
    Roll(R),
    /// Wherever the card with the rolled number lies.
    RolledCard(R),
}

/// The table that a swap program acts on.
pub trait Table {
    /// The result of a roll. It is spent by the swap or lift that uses it.
    type Roll;

    /// Rolls a number, each value of `range` equally likely if the dice are sound.
    ///
    /// `range` must not be empty.
    #[must_use]
    fn roll(&mut self, range: Range<usize>) -> Self::Roll;

    /// Swaps the cards at two places, which may be the same.
    fn swap(&mut self, a: At<Self::Roll>, b: At<Self::Roll>);

    /// Takes out the card at `from` and inserts it at position `to`.
    ///
    /// The cards between the two places move by one.
    fn lift(&mut self, from: At<Self::Roll>, to: usize);
}
