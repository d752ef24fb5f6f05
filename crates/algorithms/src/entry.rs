//! Entries: the catalogue's description of a shuffle. Each body declares its own; [`crate::catalogue`] lists them all.

use crate::spec::{Parameter, Spec};
use std::{fmt, panic::Location};

/// The description of a shuffle in the catalogue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Name in plans and flags.
    pub id: &'static str,
    /// Other names of the same body.
    pub aliases: &'static [&'static str],
    /// A description in one line.
    pub title: &'static str,
    /// The kind of shuffle.
    pub family: Family,
    /// The parameters of the shuffle.
    pub parameters: &'static [Parameter],
    /// The known facts about its uniformity, with exact dice.
    pub known: Known,
    /// The source that describes it.
    pub source: &'static str,
    /// The family of laws in closed form that its law belongs to, with exact dice.
    pub closed_law: Option<ClosedLaw>,
    /// True if the plan `audits/gate.toml` must have a case of it.
    pub in_gate: bool,
    /// The variants that a calibration plants as defects; `None` means the shuffle itself on 52 cards, if it is biased.
    pub planted: Option<&'static [PlantedDefect]>,
    /// The source file that declares it. The Markdown file of the same name explains it in a section of its own, for the
    /// book.
    pub file: &'static str,
}

impl Entry {
    /// An entry to be completed with `..Entry::new(id, family)`, in the file of the shuffle.
    #[must_use]
    #[track_caller]
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
            file: Location::caller().file(),
        }
    }

    /// The entry as it is listed: in the browser, which shows none of them and whose users download the code, without texts.
    pub(crate) const fn listed(self) -> Self {
        match cfg!(target_arch = "wasm32") {
            true => Self { title: "", source: "", file: "", ..self },
            false => self,
        }
    }

    /// The defects that a calibration of the tests plants for this shuffle.
    #[must_use]
    pub fn planted_defects(&self) -> Vec<PlantedDefect> {
        match self.planted {
            Some(defects) => defects.to_vec(),
            None if self.known == Known::Uniform => Vec::new(),
            None => vec![PlantedDefect::new(self.id)],
        }
    }

    /// True if `name` is one of its names, ignoring case.
    #[must_use]
    pub fn is_called(&self, name: &str) -> bool {
        let same = |known: &&str| known.eq_ignore_ascii_case(name);
        same(&self.id) || self.aliases.iter().any(same)
    }
}

/// The kind of a shuffle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Family {
    /// No dice at all.
    Fixed,
    /// Fisher–Yates, its variants and its common mistakes.
    FisherYates,
    /// Swaps of random places.
    Swaps,
    /// The first k of n cards.
    Deal,
    /// Shuffles that people do by hand.
    Hand,
    /// Sorts.
    Sort,
    /// Code of a library.
    Library,
    /// Decks that depend on those before them.
    Sequence,
    /// Shuffles that are made to fool tests.
    Adversary,
    /// Draws of a few cards or digits, as lotteries make them, with planted defects.
    Draw,
}

impl Family {
    /// True of those that are made to measure tests, not to shuffle.
    #[must_use]
    pub fn is_made_for_tests(self) -> bool {
        matches!(self, Self::Adversary | Self::Draw)
    }
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
            Self::Adversary => "adversary",
            Self::Draw => "draw",
        })
    }
}

/// The known facts about the uniformity of a shuffle with exact dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    /// Every order is equally likely.
    Uniform,
    /// Some order is likelier than another.
    Biased {
        /// The smallest number of cards at which some order is likelier than another.
        from: usize,
        /// The form in which the bias shows.
        how: &'static str,
    },
    /// Every order of a deck is equally likely, but decks depend on each other.
    Dependent {
        /// The form in which the dependence shows.
        how: &'static str,
    },
    /// Every set of cards that is dealt is equally likely, but not every order. A whole deck, of which there is one set, need
    /// not be shuffled at all.
    UniformSet {
        /// The form in which the order shows it.
        how: &'static str,
    },
    /// Every order of a whole deck is equally likely, but draws (fewer cards, or with replacement) are not.
    BiasedDraw {
        /// The form in which the bias shows.
        how: &'static str,
    },
    /// Every order is equally likely, but only up to as many cards as one of its parameters says.
    BiasedBeyond {
        /// The parameter.
        parameter: &'static str,
        /// The form in which the bias shows.
        how: &'static str,
    },
}

/// A biased shuffle for which a calibration measures the number of decks that the tests need to detect it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlantedDefect {
    /// The name of the defect in reports.
    pub id: &'static str,
    /// Parameters as `key=value,key=value`, where they are not the defaults.
    pub parameters: &'static str,
    /// Cards in the deck.
    pub cards: usize,
    /// The number of times the whole shuffle is repeated.
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
    /// The catalogue entry.
    pub entry: Entry,
    /// Makes the shuffle from its parameters.
    pub build: fn(&Spec) -> A,
}
