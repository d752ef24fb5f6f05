//! The tests that exhibits belong to, and the files in which a report draws them.

use crate::{
    ascents, exhibit::Exhibit, few_orders::entries::STRETCHES, histogram::Histogram,
    permutations::PERMUTATIONS, position::POSITION, scans::pairs::PAIRS,
};

impl Exhibit {
    /// The test whose verdict is shown with it.
    pub fn test(&self) -> Option<&'static str> {
        match self {
            Self::Histogram { test, .. } => Some(test),
            Self::Permutations(_) => Some(PERMUTATIONS.id),
            Self::Position(_) => Some(POSITION.id),
            Self::Pairs(_) => Some(PAIRS.id),
            Self::Series(series) => Some(series.test),
            Self::Orders(_) => Some(STRETCHES.id),
            Self::Different(_) | Self::Known(_) | Self::Cells(_) | Self::Readings(_) => None,
        }
    }

    /// The name of its files in a report, if it has files of its own.
    pub fn file(&self) -> Option<&'static str> {
        match self {
            Self::Histogram { .. } => self.ascents().and(self.test()),
            Self::Orders(_) => Some("order"),
            _ => self.test(),
        }
    }

    /// The histogram of ascents, off which the shuffle degree is read; `None` of any other.
    pub fn ascents(&self) -> Option<&Histogram> {
        self.histogram_of(ascents::ASCENTS.id)
    }
}
