//! Counts in a form that a report can draw.

use crate::{
    Shape,
    different::{DifferentDecks, KnownCounts},
    few_orders::portrait::OrderPortrait,
    frequencies::Frequencies,
    histogram::Histogram,
    place::Place,
    position_matrix::PositionMatrix,
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
    /// The deviation of every two places, or cards, from expectation.
    Pairs(PairMatrix),
    /// A number along lags, or over time.
    Series(Series),
    /// The positions of cards in a few decks.
    Orders(OrderPortrait),
    /// The number of different decks.
    Different(DifferentDecks),
    /// The number of decks in their start order or its reverse.
    Known(KnownCounts),
    /// The things that differ most from what fair draws have, the clearest first.
    Cells(Vec<DifferingCell>),
    /// All that is read off draws of an unknown law, to be compared with others.
    Readings(Readings),
}

/// What was read off draws, cell by cell.
#[derive(Clone, Debug, PartialEq)]
pub struct Readings {
    pub(crate) shape: Shape,
    pub(crate) draws: u64,
    pub(crate) cells: Vec<u64>,
}

/// A thing that a draw has or has not, counted in the draws that are judged.
#[derive(Clone, Debug, PartialEq)]
pub struct DifferingCell {
    /// What it is: "card 3 at position 1".
    pub what: Place,
    /// The draws that have it.
    pub count: u64,
    /// All draws.
    pub of: u64,
    /// Its share among fair draws.
    pub expected: f64,
    /// The logarithm of its p-value, corrected for all things of its test.
    pub ln_p: f64,
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
    /// The decimal logarithm of the smallest p-value, corrected for all points; at the clearest point it equals the
    /// test's p-value.
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

/// The deviation of every two places, or every two cards, from expectation.
#[derive(Clone, Debug, PartialEq)]
pub struct PairMatrix {
    /// True of cards, false of places.
    pub of_cards: bool,
    /// The counted thing: "have the same parity".
    pub what: Place,
    /// The cards, or the positions, in the order of rows and columns.
    pub numbers: Vec<usize>,
    /// The relative excess of decks that show it, row after row; 0 on the diagonal.
    pub deviations: Vec<f64>,
    /// The standard deviation of each by chance.
    pub noise: f64,
}

impl Exhibit {
    /// Counts that should all be alike.
    pub(crate) fn even(test: &'static str, counts: &[u64]) -> Self {
        let (trials, counts) = (counts.iter().sum(), counts.to_vec());
        let law = vec![1.0 / counts.len() as f64; counts.len()];
        Self::Histogram { test, histogram: Histogram { trials, counts, law, classes: None } }
    }

    /// The number of different decks; `None` where it was not counted.
    pub fn different(&self) -> Option<DifferentDecks> {
        match self {
            Self::Different(different) => Some(*different),
            Self::Permutations(orders) => orders.different(),
            _ => None,
        }
    }

    /// The histogram on which this test was made; `None` of any other.
    pub fn histogram_of(&self, of: &str) -> Option<&Histogram> {
        match self {
            Self::Histogram { test, histogram } if *test == of => Some(histogram),
            _ => None,
        }
    }
}
