//! The reasons why a law is not available.

use crate::cost::{Cost, Limits};
use std::fmt;

/// The reason why a law, a tree or a number is not available.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum LawError {
    /// The shuffle is third-party code.
    #[error(
        "`{id}` draws directly from a generator, so it has no rolls whose paths could be walked"
    )]
    Foreign {
        /// The algorithm.
        id: String,
    },
    /// Its decks depend on each other.
    #[error(
        "the decks of `{id}` depend on each other: the law of one deck does not give the law of several"
    )]
    Sequence {
        /// The algorithm.
        id: String,
    },
    /// It makes each deck by code that no reading of its rolls can follow.
    #[error("`{id}` makes its decks with its own code, whose paths cannot be walked")]
    OwnCode {
        /// The algorithm.
        id: String,
    },
    /// The rolls of a deck are not independent of each other.
    #[error(
        "the rolls of the dice `{dice}` depend on each other: the decks depend on the generator, so no law is a product over rolls"
    )]
    Dependent {
        /// The dice.
        dice: String,
    },
    /// Decks that start from another order.
    #[error("exact laws need decks that start from the identity")]
    Start,
    /// A step that needs to know where a card lies.
    #[error(
        "step {step} moves a card, by value, to a place, by position: its origin depends on all earlier steps, so only the law of whole decks is available"
    )]
    MixedWithin {
        /// The step, counted from 1.
        step: usize,
    },
    /// The course of the shuffle depends on its rolls.
    #[error(
        "the course of this shuffle depends on its rolls, so there is no list of steps; its law comes from all paths of its dice, or not at all"
    )]
    NoSteps,
    /// It would take more memory than allowed.
    #[error("{what} takes {cost}, but {} are allowed", crate::cost::in_bytes(*.limit))]
    Memory {
        /// The name of the requested result.
        what: &'static str,
        /// The estimated cost.
        cost: Cost,
        /// The bytes allowed.
        limit: u64,
    },
    /// It would take more work than allowed.
    #[error("{what} takes {cost}, but {limit} moves are allowed")]
    Work {
        /// The name of the requested result.
        what: &'static str,
        /// The estimated cost.
        cost: Cost,
        /// The moves allowed.
        limit: u64,
    },
    /// The dice have too many paths.
    #[error("the dice have {paths} paths, but {limit} are allowed")]
    Paths {
        /// The number of paths.
        paths: PathCount,
        /// The number of paths allowed.
        limit: u64,
    },
    /// There are more orders than can be numbered.
    #[error(
        "the orders of {dealt} cards of {cards} cannot be numbered: at most 128 cards, and fewer than 2^64 orders"
    )]
    Orders {
        /// Cards in the deck.
        cards: usize,
        /// Cards dealt.
        dealt: usize,
    },
    /// Too many words of draws with replacement.
    #[error("draws with replacement are computed for at most {most} outcomes")]
    Words {
        /// The limit.
        most: u64,
    },
    /// The draws are not orderings.
    #[error("this law needs orders or deals")]
    Drawn,
    /// Fewer than two cards have no neighbours.
    #[error("the shuffle degree compares neighbours: at least 2 cards must be dealt, not {dealt}")]
    NoNeighbours {
        /// Cards dealt.
        dealt: usize,
    },
}

impl Cost {
    /// The cost, if it is within the limits.
    pub(crate) fn within(self, what: &'static str, limits: &Limits) -> Result<Self, LawError> {
        if self.bytes > limits.bytes {
            return Err(LawError::Memory { what, cost: self, limit: limits.bytes });
        }
        if self.moves > limits.moves {
            return Err(LawError::Work { what, cost: self, limit: limits.moves });
        }
        Ok(self)
    }
}

/// The number of paths, as far as it is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PathCount {
    /// Exactly this number, known before the first path was walked.
    Exactly(u128),
    /// More than this number: the walk was given up, or they are beyond counting.
    MoreThan(u128),
}

impl fmt::Display for PathCount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exactly(paths) => paths.fmt(f),
            Self::MoreThan(paths) => write!(f, "more than {paths}"),
        }
    }
}
