//! What a case audits.

use crate::Source;
use shuffle_algorithms::{dice::DiceSpec, fill::Job, start::Start};
use std::fmt;

/// Letters of a start order that a line of words has room for.
const MOST_OF_A_START: usize = 40;

/// What a case audits: for now always a shuffle of the catalogue.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Subject {
    /// A shuffle of the catalogue.
    Catalogued(Job),
}

impl Subject {
    /// The shuffle of the catalogue, if it is one.
    #[must_use]
    pub fn job(&self) -> Option<&Job> {
        match self {
            Self::Catalogued(job) => Some(job),
        }
    }

    /// Where its decks come from.
    #[must_use]
    pub fn source(&self) -> &dyn Source {
        match self {
            Self::Catalogued(job) => job,
        }
    }

    /// Its name in tables: the shuffle with its parameters, but without dice and passes, which have
    /// columns or words of their own.
    #[must_use]
    pub fn name(&self) -> String {
        match self {
            Self::Catalogued(job) => job.algorithm.to_string(),
        }
    }
}

/// The name with all that makes it another subject: flawed dice, start and passes.
impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name())?;
        match self {
            Self::Catalogued(job) => {
                if job.dice != DiceSpec::Exact {
                    write!(f, " with {} dice", job.dice)?;
                }
                if job.start != Start::Identity {
                    let order = job.start.to_string();
                    let (name, more) = match order.char_indices().nth(MOST_OF_A_START) {
                        Some((end, _)) => (&order[..end], "..."),
                        None => (order.as_str(), ""),
                    };
                    write!(f, " from start {name}{more}")?;
                }
                if job.passes > 1 {
                    write!(f, " ({} passes)", job.passes)?;
                }
            }
        }
        Ok(())
    }
}
