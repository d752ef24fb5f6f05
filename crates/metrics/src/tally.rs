//! Counts that merge: the only state that a run builds up.
//!
//! Every metric counts into a fixed row of `u64` cells, so merging is addition: exact, associative and
//! commutative. However the trials are split over threads, shards and restarts, the sum is the same.

use crate::{Decks, Metric, kept::Kept};
use serde::{Deserialize, Serialize};

/// How many decks were seen, and what a metric counted in them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    trials: u64,
    cells: Vec<u64>,
    #[serde(default)]
    kept: Kept,
}

impl Tally {
    /// An empty tally of so many cells.
    #[must_use]
    pub fn new(cells: usize) -> Self {
        Self { trials: 0, cells: vec![0; cells], kept: Kept::default() }
    }

    /// A tally of counts that were worked out elsewhere: expected counts, a tally taken several times. It holds no
    /// decks, so that effects judged from it have no interval and no peak.
    #[must_use]
    pub fn of_counts(trials: u64, cells: Vec<u64>) -> Self {
        Self { trials, cells, kept: Kept::default() }
    }

    /// The counts alone, for whom statistics and p-values are enough: judging them is faster.
    #[must_use]
    pub fn counts_only(mut self) -> Self {
        self.kept = Kept::default();
        self
    }

    /// Counts a block of decks.
    ///
    /// # Panics
    ///
    /// If the tally was made for another metric.
    pub fn observe(&mut self, metric: &(impl Metric + ?Sized), decks: &Decks<'_>) {
        assert_eq!(self.cells.len(), metric.cells(), "a tally belongs to one metric");
        metric.observe(decks, &mut self.cells);
        self.keep(metric, decks);
    }

    fn keep(&mut self, metric: &(impl Metric + ?Sized), decks: &Decks<'_>) {
        self.trials += decks.trials() as u64;
        let most = metric.keeps();
        if most > 0 {
            let of = |number| metric.keep(decks, number);
            self.kept.offer(most, decks.first_trial(), decks.trials(), of);
        }
    }

    /// The decks that were kept.
    pub(crate) fn kept(&self) -> &Kept {
        &self.kept
    }

    /// Adds what another tally of the same metric counted.
    ///
    /// # Panics
    ///
    /// If the other is of another metric.
    pub fn merge(&mut self, other: &Self) {
        assert_eq!(self.cells.len(), other.cells.len(), "only tallies of one metric merge");
        self.trials += other.trials;
        self.cells.iter_mut().zip(&other.cells).for_each(|(mine, theirs)| *mine += theirs);
        self.kept.merge(&other.kept);
    }

    /// The number of decks seen.
    #[must_use]
    pub fn trials(&self) -> u64 {
        self.trials
    }

    /// The counts.
    #[must_use]
    pub fn cells(&self) -> &[u64] {
        &self.cells
    }
}

/// A tally that is being counted, of which a part may still lie elsewhere.
///
/// ```
/// use shuffle_metrics::{Decks, Rows, Shape, catalogue, tally::Counter};
///
/// let shape = Shape::whole(3);
/// let metric = catalogue::of_test("permutations").unwrap().build(shape)?;
/// let mut counter = Counter::new(metric.as_ref());
/// counter.observe(metric.as_ref(), &Decks::new(shape, 0, Rows::Narrow(&[0, 1, 2, 2, 1, 0])));
/// assert_eq!(counter.tally().cells(), [1, 0, 0, 0, 0, 1]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Counter {
    tally: Tally,
    /// Counts of one byte that are still to be added; none, or one for each cell.
    small: Vec<u8>,
}

impl Counter {
    /// Nothing counted yet.
    #[must_use]
    pub fn new(metric: &dyn Metric) -> Self {
        Self { tally: Tally::new(metric.cells()), small: Vec::new() }
    }

    /// Counts a block of decks.
    ///
    /// # Panics
    ///
    /// If the counter was made for another metric.
    pub fn observe(&mut self, metric: &dyn Metric, decks: &Decks<'_>) {
        assert_eq!(self.tally.cells.len(), metric.cells(), "a tally belongs to one metric");
        metric.observe_small(decks, &mut self.tally.cells, &mut self.small);
        self.tally.keep(metric, decks);
    }

    /// Adds what another counter of the same metric counted.
    ///
    /// # Panics
    ///
    /// If the other is of another metric.
    pub fn merge(&mut self, other: Self) {
        self.tally.merge(&other.tally());
    }

    /// All that was counted.
    #[must_use]
    pub fn tally(mut self) -> Tally {
        for (cell, small) in self.tally.cells.iter_mut().zip(self.small) {
            *cell += u64::from(small);
        }
        self.tally
    }
}

/// The version of [`Record`]'s layout. It changes when the cells of any metric change their meaning.
pub const RECORD_VERSION: u32 = 1;

/// A tally on its way to a file or another machine, with what it must be merged with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    version: u32,
    fingerprint: String,
    test: String,
    tally: Tally,
}

/// Why a record cannot be merged.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordError {
    /// Written by another version.
    #[error(
        "this tally has layout version {found}, but {RECORD_VERSION} is needed; run its plan again"
    )]
    Version {
        /// The version found.
        found: u32,
    },
    /// Of another plan.
    #[error("this tally belongs to plan {found}, not to {wanted}")]
    Fingerprint {
        /// The fingerprint found.
        found: String,
        /// The fingerprint wanted.
        wanted: String,
    },
    /// Of another test.
    #[error("this tally counts for the test `{found}`, not for `{wanted}`")]
    Test {
        /// The test found.
        found: String,
        /// The test wanted.
        wanted: String,
    },
}

impl Record {
    /// Labels a tally with its plan and test.
    #[must_use]
    pub fn new(fingerprint: &str, test: &str, tally: Tally) -> Self {
        let (fingerprint, test) = (fingerprint.to_owned(), test.to_owned());
        Self { version: RECORD_VERSION, fingerprint, test, tally }
    }

    /// The tally, if it is one of this plan and test.
    ///
    /// # Errors
    ///
    /// [`RecordError`] where it is not.
    pub fn open(self, fingerprint: &str, test: &str) -> Result<Tally, RecordError> {
        if self.version != RECORD_VERSION {
            Err(RecordError::Version { found: self.version })
        } else if self.fingerprint != fingerprint {
            Err(RecordError::Fingerprint {
                found: self.fingerprint,
                wanted: fingerprint.to_owned(),
            })
        } else if self.test != test {
            Err(RecordError::Test { found: self.test, wanted: test.to_owned() })
        } else {
            Ok(self.tally)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_opens_only_where_it_belongs() {
        let tally = Tally::new(3);
        let record = Record::new("0xabc", "ascents", tally.clone());
        assert_eq!(record.clone().open("0xabc", "ascents"), Ok(tally));
        let said = |result: Result<Tally, RecordError>| result.unwrap_err().to_string();
        assert_eq!(
            said(record.clone().open("0xdef", "ascents")),
            "this tally belongs to plan 0xabc, not to 0xdef"
        );
        assert_eq!(
            said(record.clone().open("0xabc", "position")),
            "this tally counts for the test `ascents`, not for `position`"
        );
        let old = Record { version: 0, ..record };
        assert!(said(old.open("0xabc", "ascents")).contains("layout version 0, but 1 is needed"));
    }
}
