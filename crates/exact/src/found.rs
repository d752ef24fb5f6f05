//! Numbers with the way they were computed: from the body itself, or in closed form.
//!
//! A law from the body proves what the code does. A closed law is from the literature and tested against the body
//! at small decks; it reaches where 52! orders cannot be listed. A report of a number must say which it is.

use crate::{Laws, Number, PermutationLaw, Why, closed::Classes};
use std::fmt;

/// The way a law was computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Way {
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

impl fmt::Display for Way {
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
pub struct Found {
    /// The number.
    pub number: Number,
    /// The way.
    pub way: Way,
}

/// A law over all orders.
#[derive(Debug)]
pub(crate) enum Whole {
    /// It is the permutation law.
    Orders(Way),
    /// It is known class by class.
    Classes(Classes, Way),
}

impl Laws {
    fn found(
        &self,
        of_orders: impl FnOnce(&PermutationLaw) -> Number,
        of_classes: impl FnOnce(&Classes) -> Number,
    ) -> Result<Found, Why> {
        Ok(match self.whole()? {
            Whole::Orders(way) => Found { number: of_orders(self.permutation()?), way: *way },
            Whole::Classes(classes, way) => Found { number: of_classes(classes), way: *way },
        })
    }

    /// The total variation distance from uniform: over all orders, or over all deals.
    ///
    /// # Errors
    ///
    /// Why it cannot be had.
    ///
    /// ```
    /// use shuffle_algorithms::{Algorithm, Shape};
    /// use shuffle_exact::{Laws, Limits, Subject, Way};
    ///
    /// let riffle = Algorithm::parse("gsr-riffle:riffles=7")?;
    /// let laws = Laws::new(Subject::new(riffle, Shape::whole(52)), Limits::default());
    /// let found = laws.total_variation()?;
    /// assert_eq!(format!("{:.4}", found.number.value()), "0.3341");
    /// assert_eq!(found.way, Way::Closed { source: "Bayer and Diaconis 1992" });
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn total_variation(&self) -> Result<Found, Why> {
        self.found(PermutationLaw::total_variation, Classes::total_variation)
    }

    /// The separation from uniform: the largest 1 - m q.
    ///
    /// # Errors
    ///
    /// Why it cannot be had.
    pub fn separation(&self) -> Result<Found, Why> {
        self.found(PermutationLaw::separation, Classes::separation)
    }

    /// The noncentrality a trial of the chi-square test over all orders.
    ///
    /// # Errors
    ///
    /// Why it cannot be had.
    pub fn noncentrality(&self) -> Result<Found, Why> {
        self.found(PermutationLaw::noncentrality, Classes::noncentrality)
    }

    /// Shannon's entropy in bits. Its error is that of sums of logarithms: 1e-9 covers it.
    ///
    /// # Errors
    ///
    /// Why it cannot be had.
    pub fn entropy_bits(&self) -> Result<Found, Why> {
        let number = |value| Number::Float { value, error: 1e-9 };
        self.found(|law| number(law.entropy_bits()), |law| number(law.entropy_bits()))
    }

    /// The law class by class, if the whole law was computed in closed form.
    ///
    /// # Errors
    ///
    /// Why there is no law at all.
    pub fn classes(&self) -> Result<Option<&Classes>, Why> {
        Ok(match self.whole()? {
            Whole::Classes(classes, _) => Some(classes),
            Whole::Orders(_) => None,
        })
    }
}
