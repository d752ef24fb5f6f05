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
pub const FISHER_YATES: Listing<FisherYates> = Listing {
    entry: Entry {
        aliases: &["wash", "fy-slice", "durstenfeld"],
        title: "Fisher-Yates in Durstenfeld's form, from the end, by position",
        known: Known::Uniform,
        source: "Durstenfeld 1964, CACM 7(7) algorithm 235; articles 0 to 4",
        explanation: "Go through the deck from its end. At each place draw one of the cards from the top down to this very \
            place, and swap the two; then move one place up and never look back. Each card that is placed is a fair \
            draw among all that are left, as if drawn from a hat, so every order has the same probability $1/n!$. It \
            is the shuffle of the textbooks and of most standard libraries; people come close to it when they spread \
            the cards on the table and stir long enough.",
        ..Entry::new("fisher-yates", Family::FisherYates)
    },
    build: |_| FisherYates::SOUND,
};

/// The catalogue's `fisher-yates-missing-last-step`.
pub const MISSING_LAST_STEP: Listing<FisherYates> = Listing {
    entry: Entry {
        title: "Fisher-Yates whose loop stops at i = 2",
        known: Known::Biased {
            from: 2,
            how: "half of all orders never come, yet from 3 cards on the degree is 0",
        },
        source: "planted defect: a loop bound off by one",
        explanation: "Fisher-Yates whose loop stops one step too early, at $i = 2$, so that the last coin between the first two \
            cards is never thrown. Half of all orders never come. The first two cards come to their own places twice as \
            often as they should, and never to each other's; all other cells of the position matrix are fair, and so \
            is the degree. The number of cycles shows it first, since there is one-half too many on average; the four \
            cells take `position` about 5,000 decks of 52 cards, ten times as many.",
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

/// The catalogue's `fisher-yates-by-value`.
pub const BY_VALUE: Listing<FisherYatesByValue> = Listing {
    entry: Entry {
        title: "Fisher-Yates by value: swaps cards, not places",
        known: Known::Uniform,
        source: "article 3 (\"blue\")",
        explanation: "The same walk, but with cards in place of places: take the card numbered $n-1$, wherever it lies, and swap \
            it with a card drawn among those numbered $0$ to $n-1$; then card $n-2$, and so on. Places and cards \
            change their roles, which turns each order into its inverse, and a uniform order inverted is uniform.",
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

/// The catalogue's `sattolo`.
pub const SATTOLO: Listing<Sattolo> = Listing {
    entry: Entry {
        title: "Sattolo's cycle: Fisher-Yates with below(i) for below(i + 1)",
        known: Known::Biased { from: 2, how: "one cycle through all cards: no card ever stays" },
        source: "Sattolo 1986, Information Processing Letters 22(6)",
        explanation: "Fisher-Yates with a smaller range: each place is swapped with one of those strictly above it, never with \
            itself. That gives all decks that are a single cycle, each with the same probability, $(n-1)!$ of them, \
            and no others. S. Sattolo wanted just that. Whoever gets it by an off-by-one mistake has a shuffle in \
            which no card ever stays.",
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
