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

use rand::Rng;

/// A source of small random integers.
pub trait Dice {
    /// A number in `0..k`; each equally likely if the dice are sound.
    ///
    /// `k` must be at least 1.
    fn below(&mut self, k: usize) -> usize;

    /// True with probability `p / q`.
    #[inline]
    fn chance(&mut self, p: usize, q: usize) -> bool {
        self.below(q) < p
    }

    /// Called before each deck. Only dice that are reseeded for every deck need it.
    #[inline]
    fn next_deck(&mut self) {}
}

/// Dice that have a generator inside, which foreign code can be given.
pub trait Generated: Dice {
    /// The generator inside.
    type Generator: Rng;

    /// Lends the generator.
    fn generator(&mut self) -> &mut Self::Generator;
}
