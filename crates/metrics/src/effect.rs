//! The estimated size of a bias, with an interval, and the cell that stands out.

use crate::place::Place;

/// A two-sided confidence interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// Its lower end.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
    /// The probability with which such an interval covers the truth.
    pub confidence: f64,
}

/// The estimated size of a bias, in plain units.
///
/// It is the size of all that a test looks at. A test of many cells measures their root mean square deviation,
/// without what chance adds to it; the single cell that stands out is its [`Peak`].
#[derive(Clone, Debug, PartialEq)]
pub struct Effect {
    /// The quantity that is measured: `degree`, `total_variation`, `rms_cell_deviation`.
    pub name: &'static str,
    /// The estimate.
    pub value: f64,
    /// Its confidence interval, where one is known.
    pub interval: Option<Interval>,
    /// The part that was measured, where that depends on the number of decks: "first 3 cards".
    pub place: Option<Place>,
    /// The cell that stands out most clearly, where the test has cells that can be named.
    pub peak: Option<Peak>,
}

impl Effect {
    /// An estimate without an interval, of no place in particular.
    #[must_use]
    pub fn new(name: &'static str, value: f64) -> Self {
        Self { name, value, interval: None, place: None, peak: None }
    }

    /// True if it is a share of something, to be shown in per cent: deviations relative to what is expected, and
    /// total variations. Degrees, correlations, places and numbers of decks are not.
    #[must_use]
    pub fn is_relative(&self) -> bool {
        let shares = ["_deviation", "_interaction", "total_variation", "excess_of_collisions"];
        shares.iter().any(|share| self.name.ends_with(share))
    }
}

/// The cell of a table that stands out most clearly.
///
/// It was picked among many, and the one that was picked looks larger than it is. Its value is an estimate that
/// takes this into account (see [`crate::size`]), and so does its interval.
#[derive(Clone, Debug, PartialEq)]
pub struct Peak {
    /// The quantity that is measured: `largest_cell_deviation`.
    pub name: &'static str,
    /// The place of the cell: "position 3, card 7".
    pub place: Place,
    /// The estimate.
    pub value: f64,
    /// Its confidence interval.
    pub interval: Option<Interval>,
}

impl Peak {
    /// The same counted the other way round.
    pub(crate) fn turned(self) -> Self {
        let interval =
            self.interval.map(|it| Interval { low: 0.0 - it.high, high: 0.0 - it.low, ..it });
        Self { value: 0.0 - self.value, interval, ..self }
    }

    /// The same where the deviation is relative, and so at least -1.
    pub(crate) fn of_ratio(self) -> Self {
        let interval = self.interval.map(|it| Interval {
            low: it.low.max(-1.0),
            high: it.high.max(-1.0),
            ..it
        });
        Self { value: self.value.max(-1.0), interval, ..self }
    }
}
