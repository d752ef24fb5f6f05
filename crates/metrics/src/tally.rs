//! Counts that merge: the only state that a run builds up.
//!
//! Every metric counts into a fixed row of `u64` cells, so merging is addition: exact, associative and commutative.
//! However the trials are split over threads, shards and restarts, the sum is the same. What a metric must know of
//! single trials is kept in [summaries](crate::summaries), filed by trial number; what it must know of whole decks,
//! in a [sample of keys](crate::key_sample).

mod counter;

pub use counter::Counter;

use crate::{
    key_sample::{KeySample, OtherKeys},
    summaries::{SameTrial, Summaries},
};
use std::borrow::Cow;

/// The number of decks seen, the counts of a metric, its summaries of the first trials, and its sample of keys.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Tally {
    trials: u64,
    cells: Vec<u64>,
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Summaries::is_empty"))]
    summaries: Summaries,
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "KeySample::is_empty"))]
    keys: KeySample,
}

/// Two tallies do not merge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MergeError {
    /// They belong to metrics with different cells.
    #[error("a tally of {mine} cells and one of {theirs} belong to different metrics")]
    OtherMetric {
        /// The cells of the tally that is added to.
        mine: usize,
        /// The cells of the tally that is added.
        theirs: usize,
    },
    /// Their summaries differ in length.
    #[error("summaries of {mine} words and of {theirs} belong to different metrics")]
    OtherSummaries {
        /// The words of the tally that is added to.
        mine: usize,
        /// The words of the tally that is added.
        theirs: usize,
    },
    /// Both counted the same trial.
    #[error(transparent)]
    SameTrial(#[from] SameTrial),
    /// Their keys differ in kind.
    #[error(transparent)]
    OtherKeys(#[from] OtherKeys),
}

impl Tally {
    /// An empty tally with this many cells.
    #[must_use]
    pub fn new(cells: usize) -> Self {
        Self::of_counts(0, vec![0; cells])
    }

    /// A tally of counts that were worked out elsewhere: expected counts, a tally taken several times. It holds no
    /// summaries, so that effects judged from it have no interval and no peak, and no keys.
    #[must_use]
    pub fn of_counts(trials: u64, cells: Vec<u64>) -> Self {
        Self { trials, cells, summaries: Summaries::default(), keys: KeySample::default() }
    }

    /// The counts alone, and the keys, for whom statistics and p-values are enough: judging them is faster.
    #[must_use]
    pub fn counts_only(mut self) -> Self {
        self.summaries = Summaries::default();
        self
    }

    /// The summaries of the first trials, for metrics that ask for them.
    pub fn summaries(&self) -> &Summaries {
        &self.summaries
    }

    /// The sample of the keys of decks, for metrics that ask for one.
    pub fn keys(&self) -> Cow<'_, KeySample> {
        self.keys.settled()
    }

    /// Adds what another tally of the same metric counted.
    ///
    /// # Panics
    ///
    /// If [`Tally::try_merge`] has an error.
    pub fn merge(&mut self, other: &Self) {
        self.try_merge(other).unwrap_or_else(|error| panic!("{error}"));
    }

    /// Adds what another tally of the same metric counted, which may come from a file or another machine.
    ///
    /// # Errors
    ///
    /// [`MergeError`] if the other is of another metric, or counted a trial of which this one has a summary; then this
    /// one is as it was.
    pub fn try_merge(&mut self, other: &Self) -> Result<(), MergeError> {
        if self.cells.len() != other.cells.len() {
            let (mine, theirs) = (self.cells.len(), other.cells.len());
            return Err(MergeError::OtherMetric { mine, theirs });
        }
        let [mine, theirs] = [&self.summaries, &other.summaries].map(Summaries::width);
        if mine != theirs && !self.summaries.is_empty() && !other.summaries.is_empty() {
            return Err(MergeError::OtherSummaries { mine, theirs });
        }
        self.keys.fits(&other.keys)?;
        self.summaries.merge(&other.summaries)?;
        self.keys.merge(&other.keys)?;
        self.trials += other.trials;
        self.cells.iter_mut().zip(&other.cells).for_each(|(mine, theirs)| *mine += theirs);
        Ok(())
    }

    /// The number of decks seen.
    pub fn trials(&self) -> u64 {
        self.trials
    }

    /// The counts.
    pub fn cells(&self) -> &[u64] {
        &self.cells
    }
}

/// The version of [`Record`]'s layout. It changes when the cells of any metric change their meaning.
pub const RECORD_VERSION: u32 = 2;

/// A tally on its way to a file or another machine, with what it must be merged with.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
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
    /// It belongs to another plan.
    #[error("this tally belongs to plan {found}, not to {wanted}")]
    Fingerprint {
        /// The fingerprint found.
        found: String,
        /// The fingerprint wanted.
        wanted: String,
    },
    /// It belongs to another test.
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
        assert!(said(old.open("0xabc", "ascents")).contains("layout version 0, but 2 is needed"));
    }
}
