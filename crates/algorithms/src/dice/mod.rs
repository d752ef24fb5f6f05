//! Dice: where the numbers come from.
#![doc = include_str!("dice.md")]

mod any;
mod batch;
mod batched;
mod exact;
mod flawed;
mod recorded;
mod reseeded;
mod roll;
mod spec;
mod weights;

pub use any::AnyDice;
pub use batched::Batched;
pub use exact::Exact;
pub use flawed::{Float, Modulo, OffByOne};
pub use recorded::Recorded;
pub use reseeded::Reseeded;
pub use roll::Roll;
pub use spec::{DiceEntry, DiceSpec, DiceVisitor};
pub use weights::Weights;

use crate::Card;
use rand::Rng;

/// A source of small random integers.
pub trait Dice {
    /// A number in `0..k`; each equally likely if the dice are sound.
    ///
    /// `k` must be at least 1.
    #[inline]
    fn below(&mut self, k: usize) -> usize {
        self.below_u64(k as u64) as usize
    }

    /// The same for numbers that a `usize` may not hold.
    fn below_u64(&mut self, k: u64) -> u64;

    /// True with probability `p / q`.
    #[inline]
    fn chance(&mut self, p: usize, q: usize) -> bool {
        self.below(q) < p
    }

    /// Called before each deck. Only dice that are reseeded for every deck need it.
    #[inline]
    fn next_deck(&mut self) {}

    /// Told by a shuffle that it has cut the deck, with the place of the first card of each packet but the first. Only a
    /// [trace](crate::trace) listens; for all other dice it costs nothing.
    #[inline]
    fn cut<C: Card>(&mut self, _deck: &[C], _places: impl FnOnce() -> Vec<usize>)
    where
        Self: Sized,
    {
    }

    /// Told by a shuffle that rolls first and moves later, once for each of these rolls in their order: the card that
    /// the roll lays, and the place where it lies from now on. Only a trace listens.
    #[inline]
    fn lay<C: Card>(&mut self, _place: usize, _card: C)
    where
        Self: Sized,
    {
    }
}

/// Dice that have a generator inside, which foreign code can be given.
pub trait Generated: Dice {
    /// The generator inside.
    type Generator: Rng;

    /// Lends the generator.
    fn generator(&mut self) -> &mut Self::Generator;
}
