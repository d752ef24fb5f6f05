//! Counts in a form that a report can draw.

use crate::{
    ascents,
    different::{DifferentDecks, KnownCounts},
    few_orders::{entries::STRETCHES, portrait::OrderPortrait},
    histogram::Histogram,
    permutations::{Frequencies, PERMUTATIONS},
    place::Place,
    position::{POSITION, PositionMatrix},
    scans::pairs::{PAIRS, PairMatrix},
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
    /// A number along lags, or over time.
    Series(Series),
    /// Where cards lie in a few decks.
    Orders(OrderPortrait),
    /// How many different decks there are.
    Different(DifferentDecks),
    /// How many decks are in their start order or its reverse.
    Known(KnownCounts),
}

/// A number along lags, or over time.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// The test that found it.
    pub test: &'static str,
    /// The subject of the series: "card 17 at position 3, over time".
    pub what: Place,
    /// The unit of `x`.
    pub along: &'static str,
    /// The meaning of `y`.
    pub of: SeriesOf,
    /// The points, from the left to the right.
    pub points: Vec<SeriesPoint>,
}

/// The number that a series is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeriesOf {
    /// The decimal logarithm of the smallest p-value, corrected for all points: at the clearest one it is that of the test.
    Log10P,
    /// A relative deviation from the expected number.
    Deviation,
}

/// A point of a [`Series`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SeriesPoint {
    /// The lag, or the middle of the decks.
    pub x: f64,
    /// The number.
    pub y: f64,
    /// Its standard error under uniformity; 0 if it has none.
    pub standard_error: f64,
}

impl Exhibit {
    /// The test whose ruling is told with it.
    #[must_use]
    pub fn test(&self) -> Option<&'static str> {
        match self {
            Self::Histogram { test, .. } => Some(test),
            Self::Permutations(_) => Some(PERMUTATIONS.id),
            Self::Position(_) => Some(POSITION.id),
            Self::Pairs(_) => Some(PAIRS.id),
            Self::Series(series) => Some(series.test),
            Self::Orders(_) => Some(STRETCHES.id),
            Self::Different(_) | Self::Known(_) => None,
        }
    }

    /// The name of its files in a report, if it has files of its own.
    #[must_use]
    pub fn file(&self) -> Option<&'static str> {
        match self {
            Self::Histogram { .. } => self.ascents().and(self.test()),
            Self::Orders(_) => Some("order"),
            _ => self.test(),
        }
    }

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
