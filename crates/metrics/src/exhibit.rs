//! Counts in a form that a report can draw.

use crate::{
    ascents,
    different::{DifferentDecks, KnownCounts},
    drift::TimeProfile,
    few_orders::portrait::OrderPortrait,
    histogram::Histogram,
    permutations::Frequencies,
    position::PositionMatrix,
    scans::{lags::LagProfile, pairs::PairMatrix},
};

/// Counts in a form that a report can draw.
#[derive(Clone, Debug, PartialEq)]
pub enum Exhibit {
    /// The counts of a number, against its law.
    Histogram {
        /// The test that reads the number off a deck.
        test: &'static str,
        /// The counts.
        histogram: Histogram,
    },
    /// The counts of each order.
    Permutations(Frequencies),
    /// The counts of each card at each position.
    Position(PositionMatrix),
    /// How far every two places, or cards, are from what is expected of them.
    Pairs(PairMatrix),
    /// The smallest p-value at each lag.
    Lags(LagProfile),
    /// A card at a position over time.
    Drift(TimeProfile),
    /// Where cards lie in a few decks.
    Orders(OrderPortrait),
    /// How many different decks there are.
    Different(DifferentDecks),
    /// How many decks are in their start order or its reverse.
    Known(KnownCounts),
}

impl Exhibit {
    /// The number of different decks; `None` where it was not counted.
    #[must_use]
    pub fn different(&self) -> Option<DifferentDecks> {
        match self {
            Self::Different(different) => Some(*different),
            Self::Permutations(orders) => orders.different(),
            _ => None,
        }
    }

    /// The histogram of ascents, off which the shuffle degree is read; `None` of any other.
    #[must_use]
    pub fn ascents(&self) -> Option<&Histogram> {
        self.histogram_of(ascents::ASCENTS.id)
    }

    /// The histogram on which this test was made; `None` of any other.
    #[must_use]
    pub fn histogram_of(&self, of: &str) -> Option<&Histogram> {
        match self {
            Self::Histogram { test, histogram } if *test == of => Some(histogram),
            _ => None,
        }
    }
}
