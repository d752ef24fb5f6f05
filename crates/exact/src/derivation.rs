//! Numbers with the way they were computed: from the body itself, or in closed form.
//!
//! A law from the body proves what the code does. A closed law is from the literature and tested against the body
//! at small decks; it reaches where 52! orders cannot be listed. A report of a number must say which it is.

use crate::{LawError, LawValue, Laws, PermutationLaw, closed::ClassLaw};
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

impl Laws {
    fn found(
        &self,
        of_orders: impl FnOnce(&PermutationLaw) -> LawValue,
        of_classes: impl FnOnce(&ClassLaw) -> LawValue,
    ) -> Result<DerivedValue, LawError> {
        Ok(match self.whole()? {
            Whole::Orders(way) => {
                DerivedValue { number: of_orders(self.permutation()?), way: *way }
            }
            Whole::Classes(classes, way) => DerivedValue { number: of_classes(classes), way: *way },
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
    /// use shuffle_exact::{Laws, Limits, Subject, Derivation};
    ///
    /// let riffle = Algorithm::parse("gsr-riffle:riffles=7")?;
    /// let laws = Laws::new(Subject::new(riffle, Shape::whole(52)), Limits::default());
    /// let found = laws.total_variation()?;
    /// assert_eq!(format!("{:.4}", found.number.value()), "0.3341");
    /// assert_eq!(found.way, Derivation::Closed { source: "Bayer and Diaconis 1992" });
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn total_variation(&self) -> Result<DerivedValue, LawError> {
        self.found(PermutationLaw::total_variation, ClassLaw::total_variation)
    }

    /// The separation from uniform: the largest 1 - m q.
    ///
    /// # Errors
    ///
    /// Why it cannot be had.
    pub fn separation(&self) -> Result<DerivedValue, LawError> {
        self.found(PermutationLaw::separation, ClassLaw::separation)
    }

    /// The noncentrality a trial of the chi-square test over all orders.
    ///
    /// # Errors
    ///
    /// Why it cannot be had.
    pub fn noncentrality(&self) -> Result<DerivedValue, LawError> {
        self.found(PermutationLaw::noncentrality, ClassLaw::noncentrality)
    }

    /// Shannon's entropy in bits. Its error is that of sums of logarithms: 1e-9 covers it.
    ///
    /// # Errors
    ///
    /// Why it cannot be had.
    pub fn entropy_bits(&self) -> Result<DerivedValue, LawError> {
        let number = |value| LawValue::Float { value, error: 1e-9 };
        self.found(|law| number(law.entropy_bits()), |law| number(law.entropy_bits()))
    }

    /// The law class by class, if the whole law was computed in closed form.
    ///
    /// # Errors
    ///
    /// Why there is no law at all.
    pub fn classes(&self) -> Result<Option<&ClassLaw>, LawError> {
        Ok(match self.whole()? {
            Whole::Classes(classes, _) => Some(classes),
            Whole::Orders(_) => None,
        })
    }
}
