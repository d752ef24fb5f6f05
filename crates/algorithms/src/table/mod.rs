//! The operations of a swap program on the cards on the table.
//!
//! A [`Program`](crate::Program) only ever rolls, swaps and lifts. It never sees a card nor the value of
//! a roll, so a table is free to choose what a roll *is*: a number ([`Deck`]), a vector of numbers, one
//! for each of many decks, or the whole range with its weights, kept symbolic, which gives exact laws.
//!
//! A roll is spent by the swap that uses it: [`Table::Roll`] need be neither `Copy` nor `Clone`. That makes
//! the symbolic readings right, because a roll that is used once is independent of all that is on the table.
//! The compiler enforces it:
//!
//! ```
//! use shuffle_algorithms::{At, Table};
//! fn once<T: Table>(table: &mut T) {
//!     let roll = table.roll(0..3);
//!     table.swap(At::Position(0), At::Roll(roll));
//! }
//! ```
//!
//! The same roll spent twice does not compile:
//!
//! ```compile_fail,E0382
//! use shuffle_algorithms::{At, Table};
//! fn twice<T: Table>(table: &mut T) {
//!     let roll = table.roll(0..3);
//!     table.swap(At::Position(0), At::Roll(roll));
//!     table.swap(At::Position(1), At::Roll(roll));
//! }
//! ```
//!
//! Nor does a clone of it:
//!
//! ```compile_fail,E0599
//! use shuffle_algorithms::{At, Table};
//! fn cloned<T: Table>(table: &mut T) {
//!     let roll = table.roll(0..3);
//!     let copy = roll.clone();
//!     table.swap(At::Roll(copy), At::Roll(roll));
//! }
//! ```
//!
//! Nor a look at its value:
//!
//! ```compile_fail,E0308
//! use shuffle_algorithms::{At, Table};
//! fn peeked<T: Table>(table: &mut T) {
//!     let roll: usize = table.roll(0..3);
//!     table.swap(At::Position(0), At::Position(roll));
//! }
//! ```

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
