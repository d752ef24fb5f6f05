//! Entries: what the catalogue says of a shuffle. Bodies declare theirs; the list of all of them is [`crate::catalogue`].

use crate::spec::{Parameter, Spec};
use std::fmt;

/// What the catalogue says of a shuffle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Name in plans and flags.
    pub id: &'static str,
    /// Other names of the same body.
    pub aliases: &'static [&'static str],
    /// What it does, in one line.
    pub title: &'static str,
    /// What kind of shuffle it is.
    pub family: Family,
    /// What it takes.
    pub parameters: &'static [Parameter],
    /// Whether it is uniform, with exact dice.
    pub known: Known,
    /// Where it is described.
    pub source: &'static str,
    /// The family of laws in closed form that its law belongs to, with exact dice.
    pub closed_law: Option<ClosedLaw>,
    /// Whether the plan `audits/gate.toml` must have a case of it.
    pub in_gate: bool,
    /// The forms in which a calibration plants it as a defect; `None` for itself on 52 cards, if it is biased.
    pub planted: Option<&'static [PlantedDefect]>,
}

impl Entry {
    /// An entry to be completed with `..Entry::new(id, family)`.
    #[must_use]
    pub const fn new(id: &'static str, family: Family) -> Self {
        Self {
            id,
            aliases: &[],
            title: "",
            family,
            parameters: &[],
            known: Known::Uniform,
            source: "",
            closed_law: None,
            in_gate: true,
            planted: None,
        }
    }

    /// The defects as which a calibration of the tests plants it.
    #[must_use]
    pub fn planted_defects(&self) -> Vec<PlantedDefect> {
        match self.planted {
            Some(defects) => defects.to_vec(),
            None if self.known == Known::Uniform => Vec::new(),
            None => vec![PlantedDefect::new(self.id)],
        }
    }

    /// Whether this is one of its names, in capitals or not.
    #[must_use]
    pub fn is_called(&self, name: &str) -> bool {
        let same = |known: &&str| known.eq_ignore_ascii_case(name);
        same(&self.id) || self.aliases.iter().any(same)
    }
}

/// What kind of shuffle it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Family {
    /// No dice at all.
    Fixed,
    /// Fisher–Yates, its forms and its slips.
    FisherYates,
    /// Swaps of random places.
    Swaps,
    /// The first k of n cards.
    Deal,
    /// What people do with cards in their hands.
    Hand,
    /// Sorts.
    Sort,
    /// Code of a library.
    Library,
    /// Decks that depend on those before them.
    Sequence,
}

impl fmt::Display for Family {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Fixed => "fixed",
            Self::FisherYates => "fisher-yates",
            Self::Swaps => "swaps",
            Self::Deal => "deal",
            Self::Hand => "hand",
            Self::Sort => "sort",
            Self::Library => "library",
            Self::Sequence => "sequence",
        })
    }
}

/// What is known of a shuffle with exact dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    /// Every order is equally likely.
    Uniform,
    /// It is not.
    Biased {
        /// The smallest number of cards at which some order is likelier than another.
        from: usize,
        /// How it shows.
        how: &'static str,
    },
    /// Every order of a deck is equally likely, but decks depend on each other.
    Dependent {
        /// How it shows.
        how: &'static str,
    },
    /// Only up to as many cards as one of its parameters says.
    BiasedBeyond {
        /// The parameter.
        parameter: &'static str,
        /// How it shows.
        how: &'static str,
    },
}

/// A biased shuffle of which a calibration measures how many decks it takes the tests to see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlantedDefect {
    /// The name of the defect in reports.
    pub id: &'static str,
    /// Parameters as `key=value,key=value`, where they are not the defaults.
    pub parameters: &'static str,
    /// Cards in the deck.
    pub cards: usize,
    /// How often the whole shuffle is repeated.
    pub passes: u32,
}

impl PlantedDefect {
    /// One pass over 52 cards with the default parameters.
    #[must_use]
    pub const fn new(id: &'static str) -> Self {
        Self { id, parameters: "", cards: 52, passes: 1 }
    }
}

/// A family of shuffles whose law is known beyond the decks that can be enumerated, with the key of the parameter that
/// says which member of the family it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClosedLaw {
    /// Riffles of Gilbert, Shannon and Reeds: the order depends on its rising sequences alone.
    Riffles {
        /// The parameter that counts them.
        riffles: &'static str,
    },
    /// Inverses of such riffles: the order depends on its ascents alone.
    InverseRiffles {
        /// The parameter that counts them.
        riffles: &'static str,
    },
    /// The shelf machine.
    Shelves {
        /// The parameter that counts its shelves.
        shelves: &'static str,
    },
    /// The top card goes to a random place, time after time.
    TopToRandom {
        /// The parameter that counts the moves.
        moves: &'static str,
    },
    /// Packets of five to nine cards are taken off the top.
    PacketsOfFiveToNine,
    /// Packets off the top, each gap between cards cut with the same probability.
    Cuts {
        /// The parameter that has the probability in percent.
        percent: &'static str,
    },
    /// A cut near the middle, then packets of a few cards from either half.
    HumanRiffle,
    /// Thorp's shuffle.
    Thorp,
}

/// A catalogue entry with the way to make the shuffle from its parameters.
#[derive(Clone, Copy, Debug)]
pub struct Listing<A> {
    /// What the catalogue says.
    pub entry: Entry,
    /// Makes the shuffle.
    pub build: fn(&Spec) -> A,
}
