//! The Fisher–Yates shuffle in Durstenfeld's form, by position and by value, and its well-known mistakes.

use crate::{
    At, Program, Shape, Table,
    entry::{Entry, Family, Known, Listing},
};

/// Durstenfeld (1964): for i from n-1 down to `last`, swap position i with position `below(i + 1)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FisherYates {
    last: usize,
}

impl FisherYates {
    /// The shuffle without a mistake.
    pub(crate) const SOUND: Self = Self { last: 1 };
}

/// The catalogue's `fisher-yates`; a wash of the cards and a dealt slice are the same body.
pub(crate) const FISHER_YATES: Listing<FisherYates> = Listing {
    entry: Entry {
        aliases: &["wash", "fy-slice", "durstenfeld"],
        title: "Fisher-Yates in Durstenfeld's form, from the end, by position",
        known: Known::Uniform,
        source: "Durstenfeld 1964, CACM 7(7) algorithm 235; articles 0 to 4",
        ..Entry::new("fisher-yates", Family::FisherYates)
    },
    build: |_| FisherYates::SOUND,
};

pub(crate) const MISSING_LAST_STEP: Listing<FisherYates> = Listing {
    entry: Entry {
        title: "Fisher-Yates whose loop stops at i = 2",
        known: Known::Biased {
            from: 2,
            how: "half of all orders never come, yet with 3 or more cards the degree is 0",
        },
        source: "planted defect: a loop bound off by one",
        ..Entry::new("fisher-yates-missing-last-step", Family::FisherYates)
    },
    build: |_| FisherYates { last: 2 },
};

impl Program for FisherYates {
    #[inline]
    fn run<T: Table>(&self, shape: Shape, table: &mut T) {
        for i in (self.last..shape.cards()).rev() {
            let j = table.roll(0..i + 1);
            table.swap(At::Position(i), At::Roll(j));
        }
    }
}

/// For v from n-1 down to 1, swap the card v, wherever it lies, with the card `below(v + 1)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FisherYatesByValue;

pub(crate) const BY_VALUE: Listing<FisherYatesByValue> = Listing {
    entry: Entry {
        title: "Fisher-Yates by value: swaps cards, not places",
        known: Known::Uniform,
        source: "article 3 (\"blue\")",
        ..Entry::new("fisher-yates-by-value", Family::FisherYates)
    },
    build: |_| FisherYatesByValue,
};

impl Program for FisherYatesByValue {
    const BY_VALUE: bool = true;

    #[inline]
    fn run<T: Table>(&self, shape: Shape, table: &mut T) {
        for v in (1..shape.cards()).rev() {
            let drawn = table.roll(0..v + 1);
            table.swap(At::Card(v), At::RolledCard(drawn));
        }
    }
}

/// Sattolo (1986): for i from n-1 down to 1, swap position i with position `below(i)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sattolo;

pub(crate) const SATTOLO: Listing<Sattolo> = Listing {
    entry: Entry {
        title: "Sattolo's cycle: Fisher-Yates with below(i) for below(i + 1)",
        known: Known::Biased { from: 2, how: "one cycle through all cards: no card ever stays" },
        source: "Sattolo 1986, Information Processing Letters 22(6)",
        ..Entry::new("sattolo", Family::FisherYates)
    },
    build: |_| Sattolo,
};

impl Program for Sattolo {
    #[inline]
    fn run<T: Table>(&self, shape: Shape, table: &mut T) {
        for i in (1..shape.cards()).rev() {
            let j = table.roll(0..i);
            table.swap(At::Position(i), At::Roll(j));
        }
    }
}
