//! What a case audits.

use crate::Source;
use shuffle_algorithms::{dice::DiceSpec, fill::Job};
use std::fmt;

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

/// The name with all that makes it another subject: flawed dice and passes.
impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name())?;
        match self {
            Self::Catalogued(job) => {
                if job.dice != DiceSpec::Exact {
                    write!(f, " with {} dice", job.dice)?;
                }
                if job.passes > 1 {
                    write!(f, " ({} passes)", job.passes)?;
                }
            }
        }
        Ok(())
    }
}
