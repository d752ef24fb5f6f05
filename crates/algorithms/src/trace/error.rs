//! Why a shuffle cannot be traced.

use crate::spec::SpecError;

/// Why a shuffle cannot be traced with these rolls.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
#[non_exhaustive]
pub enum TraceError {
    /// The shuffle cannot be run on these dice.
    #[error(transparent)]
    Job(SpecError),
    #[error("`{id}` draws words directly from a generator, so it takes no rolls; use a seed")]
    DrawsItself { id: &'static str },
    /// Rolls are counted from 1.
    #[error("roll number {number} is {given}, but the shuffle rolls a number from 0 to {} there", below - 1)]
    Range { number: usize, given: usize, below: usize },
    /// The first roll that is missing, counted from 1.
    #[error("roll number {number}, from 0 to {}, is missing: {} given", below - 1, only(number - 1))]
    Ended { number: usize, below: usize },
    #[error("{given} rolls are given, but the shuffle needs only {used}")]
    Left { given: usize, used: usize },
    #[error("a trace has at most {most} {what}")]
    TooLarge { what: &'static str, most: usize },
    /// The shuffle does more than swap, so it would have to be stopped in its course, in a build where a panic ends the program.
    #[error("`{id}` does more than swap, and is traced by the command only")]
    NotStopped { id: &'static str },
}

fn only(rolls: usize) -> String {
    match rolls {
        0 => "none is".to_owned(),
        1 => "only 1 is".to_owned(),
        rolls => format!("only {rolls} are"),
    }
}
