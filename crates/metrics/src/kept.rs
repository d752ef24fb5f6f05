//! A few decks that a tally keeps beside its counts.
//!
//! Counts of cells tell how large a bias is, but not how surely: cards of one deck depend on each other, and how
//! they do is not in the counts. So the decks of the lowest trial numbers are kept, as far as a metric wants
//! them, in the form that it reads them in. Which these are depends on nothing but the trials, so tallies still
//! merge in any order to the same bytes.

use serde::{Deserialize, Serialize};

/// A metric that keeps narrow decks keeps so many: their variance is then known to an eighth.
pub(crate) const KEPT_DECKS: usize = 128;

/// Decks of the lowest trial numbers, in their order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Kept {
    most: usize,
    decks: Vec<(u64, Vec<u32>)>,
}

impl Kept {
    /// Offers the decks of trials `first..first + trials`; `of` gives the form of one of them.
    pub(crate) fn offer(
        &mut self,
        most: usize,
        first: u64,
        trials: usize,
        of: impl FnOnce(usize) -> Vec<Vec<u32>>,
    ) {
        self.most = most;
        let full = self.decks.len() == most;
        if full && self.decks.last().is_none_or(|&(last, _)| last < first) {
            return;
        }
        let wanted = trials.min(most);
        self.decks.extend((first..).zip(of(wanted)));
        self.trim();
    }

    /// Adds what another tally of the same metric kept.
    pub(crate) fn merge(&mut self, other: &Self) {
        if !other.decks.is_empty() {
            self.most = self.most.max(other.most);
            self.decks.extend(other.decks.iter().cloned());
            self.trim();
        }
    }

    fn trim(&mut self) {
        // Tests count the same decks twice, with the same numbers: these are told apart by what they hold.
        self.decks.sort();
        self.decks.truncate(self.most);
    }

    /// The decks.
    pub(crate) fn decks(&self) -> impl ExactSizeIterator<Item = &[u32]> {
        self.decks.iter().map(|(_, deck)| deck.as_slice())
    }
}
