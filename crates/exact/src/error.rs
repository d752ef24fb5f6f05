//! The reasons why a law is not available.

use crate::cost::{Cost, Limits};
use std::fmt;

/// The reason why a law, a tree or a number is not available.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
#[non_exhaustive]
pub enum LawError {
    #[error(
        "`{id}` draws directly from a generator, so it has no rolls whose paths could be walked"
    )]
    Foreign { id: String },
    #[error(
        "the decks of `{id}` depend on each other: the law of one deck does not give the law of several"
    )]
    Sequence { id: String },
    #[error("`{id}` makes its decks with its own code, whose paths cannot be walked")]
    OwnCode { id: String },
    #[error(
        "the rolls of the dice `{dice}` depend on each other: the decks depend on the generator, so no law is a product over rolls"
    )]
    Dependent { dice: String },
    #[error("exact laws need decks that start from the identity")]
    Start,
    /// Steps are counted from 1.
    #[error(
        "step {step} moves a card, by value, to a place, by position: its origin depends on all earlier steps, so only the law of whole decks is available"
    )]
    MixedWithin { step: usize },
    #[error(
        "the course of this shuffle depends on its rolls, so there is no list of steps; its law comes from all paths of its dice, or not at all"
    )]
    NoSteps,
    #[error("{what} takes {cost}, but {} are allowed", crate::cost::in_bytes(*.limit))]
    Memory { what: &'static str, cost: Cost, limit: u64 },
    #[error("{what} takes {cost}, but {limit} moves are allowed")]
    Work { what: &'static str, cost: Cost, limit: u64 },
    #[error("the dice have {paths} paths, but {limit} are allowed")]
    Paths { paths: PathCount, limit: u64 },
    #[error(
        "the orders of {dealt} cards of {cards} cannot be numbered: at most 128 cards, and fewer than 2^64 orders"
    )]
    Orders { cards: usize, dealt: usize },
    #[error("draws with replacement are computed for at most {most} outcomes")]
    Words { most: u64 },
    #[error("this law needs orders or deals")]
    Drawn,
    #[error("the shuffle degree compares neighbors: at least 2 cards must be dealt, not {dealt}")]
    NoNeighbors { dealt: usize },
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
