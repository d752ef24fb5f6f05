//! Counts decks into tallies: what a tally asks of a metric.

use super::Tally;
use crate::{Decks, Metric};

impl Tally {
    /// Counts a block of decks.
    ///
    /// # Panics
    ///
    /// If the tally was made for another metric, or holds a summary of one of these trials already.
    pub fn observe(&mut self, metric: &(impl Metric + ?Sized), decks: &Decks<'_>) {
        assert_eq!(self.cells.len(), metric.cells(), "a tally belongs to one metric");
        decks.read(metric.compares_levels(), |decks| {
            metric.observe(decks, &mut self.cells);
            metric.take_keys(decks, &mut self.keys);
            self.summarize(metric, decks);
        });
    }

    fn summarize(&mut self, metric: &(impl Metric + ?Sized), decks: &Decks<'_>) {
        self.trials += decks.trials() as u64;
        let (size, first) = (metric.summary_size(), decks.first_trial());
        for stretch in size.of_block(first, decks.trials()) {
            let (first, number) = (first + stretch.start as u64, stretch.len());
            let words = metric.summarize(decks, stretch);
            assert_eq!(words.len(), number * size.words(), "summaries are as long as was said");
            let filed = self.summaries.file(size.words(), first, words);
            filed.unwrap_or_else(|same| panic!("{same}"));
        }
    }
}

/// A tally that is being counted, of which a part may still lie elsewhere.
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

    /// The size of the counts of a metric in bytes, after at most `decks` decks: each cell has an 8-byte count and a
    /// one-byte count that is added to it later; and there are the [keys](crate::key_sample).
    #[must_use]
    pub fn bytes(metric: &dyn Metric, decks: u64) -> usize {
        9 * metric.cells() + metric.kept_keys().map_or(0, |space| space.bytes(decks))
    }

    /// Counts a block of decks.
    ///
    /// # Panics
    ///
    /// If the counter was made for another metric, or has a summary of one of these trials already.
    pub fn observe(&mut self, metric: &dyn Metric, decks: &Decks<'_>) {
        assert_eq!(self.tally.cells.len(), metric.cells(), "a tally belongs to one metric");
        decks.read(metric.compares_levels(), |decks| {
            metric.count_small(decks, &mut self.tally.cells, &mut self.small);
            metric.take_keys(decks, &mut self.tally.keys);
            self.tally.summarize(metric, decks);
        });
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
        self.settle();
        self.tally
    }

    /// All that was counted so far; the counter continues.
    pub fn settle(&mut self) -> &Tally {
        for (cell, small) in self.tally.cells.iter_mut().zip(&mut self.small) {
            *cell += u64::from(std::mem::take(small));
        }
        self.tally.keys.settle();
        &self.tally
    }
}

/// A counter that resumes from a tally.
impl From<Tally> for Counter {
    fn from(tally: Tally) -> Self {
        Self { tally, small: Vec::new() }
    }
}
