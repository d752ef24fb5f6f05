//! Dice: where the numbers come from.
//!
//! A flaw in the draw is a property of the dice, so any shuffle can be crossed with any flaw.
//!
//! | id | how it draws `below(k)` | seen with `fisher-yates` on 52 cards |
//! |---|---|---|
//! | `exact` | rejection (Lemire 2019): every value equally likely | never |
//! | `batched` | as exact, but several rolls from one word (Brackett-Rozinsky and Lemire 2024) | never |
//! | `modulo:bits=b` | a word of b bits modulo k | by the position matrix: decks needed at [`Modulo`] |
//! | `float:bits=b` | a float of b bits times k, floored | likewise: decks needed at [`Float`] |
//! | `off-by-one` | `below(k - 1)`: the last value never comes | at once: it is Sattolo's cycle |
//! | `tiny-seed:bits=b` | exact, but each deck starts from one of 2^b seeds | by repeated decks only: decks needed at [`TinySeed`] |
//! | `clock-seed:seeds=s` | exact, but each deck starts from one of s seeds, such as the milliseconds of a day | likewise |

mod any;
mod batch;
mod batched;
mod clock_seed;
mod exact;
mod flawed;
mod recorded;
mod roll;
mod spec;
mod weights;

pub use any::AnyDice;
pub use batched::Batched;
pub use clock_seed::ClockSeed;
pub use exact::Exact;
pub use flawed::{Float, Modulo, OffByOne, TinySeed};
pub use recorded::Recorded;
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

    /// Called before each deck. Only dice that start anew for every deck care.
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
