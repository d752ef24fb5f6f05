//! Numbers with the way they were computed: from the body itself, or in closed form.
//!
//! A law from the body proves what the code does. A closed law is from the literature and tested against the body
//! at small decks; it reaches where 52! orders cannot be listed. A report of a number must say which it is.

use crate::{LawValue, closed::ClassLaw};
use std::fmt;

/// The way a law was computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Derivation {
    /// From the steps of a swap program.
    Steps,
    /// From all paths of the dice.
    Enumerated,
    /// From the literature.
    Closed {
        /// The publication.
        source: &'static str,
    },
}

impl fmt::Display for Derivation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Steps => f.write_str("from the steps of the program"),
            Self::Enumerated => f.write_str("from all paths of the dice"),
            Self::Closed { source } => write!(f, "closed form ({source})"),
        }
    }
}

/// A number, and the way it was computed.
#[derive(Clone, Debug, PartialEq)]
pub struct DerivedValue {
    /// The number.
    pub number: LawValue,
    /// The way.
    pub way: Derivation,
}

/// A law over all orders.
#[derive(Debug)]
pub(crate) enum Whole {
    /// It is the permutation law.
    Orders(Derivation),
    /// It is known class by class.
    Classes(ClassLaw, Derivation),
}
