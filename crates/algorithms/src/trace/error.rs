//! Why a shuffle cannot be traced.

use crate::spec::SpecError;

/// Why a shuffle cannot be traced with these rolls.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TraceError {
    /// The shuffle cannot be run on these dice.
    #[error(transparent)]
    Job(SpecError),
    /// Rolls were given to code that takes a generator, not dice.
    #[error("`{id}` draws words directly from a generator, so it takes no rolls; use a seed")]
    DrawsItself {
        /// The shuffle.
        id: &'static str,
    },
    /// A roll is out of range.
    #[error("roll number {number} is {given}, but the shuffle rolls a number from 0 to {} there", below - 1)]
    Range {
        /// The number of the roll, counted from 1.
        number: usize,
        /// The roll that was given.
        given: usize,
        /// The number of values that it may have.
        below: usize,
    },
    /// There are too few rolls.
    #[error("roll number {number}, from 0 to {}, is missing: {} given", below - 1, only(number - 1))]
    Ended {
        /// The first roll that is missing, counted from 1.
        number: usize,
        /// The number of values that it may have.
        below: usize,
    },
    /// There are too many rolls.
    #[error("{given} rolls are given, but the shuffle needs only {used}")]
    Left {
        /// Rolls that were given.
        given: usize,
        /// Rolls that the shuffle used.
        used: usize,
    },
    /// The trace would be too large to look at.
    #[error("a trace has at most {most} {what}")]
    TooLarge {
        /// The thing of which there would be too many.
        what: &'static str,
        /// The limit.
        most: usize,
    },
    /// The shuffle does more than swap, so it would have to be stopped in its course, in a build where a panic ends the program.
    #[error("`{id}` does more than swap, and is traced by the command only")]
    NotStopped {
        /// The shuffle.
        id: &'static str,
    },
}

fn only(rolls: usize) -> String {
    match rolls {
        0 => "none is".to_owned(),
        1 => "only 1 is".to_owned(),
        rolls => format!("only {rolls} are"),
    }
}
