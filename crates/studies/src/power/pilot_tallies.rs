//! The counts of a pilot: of all its decks, of small batches of them, and of a few one by one.

use crate::part::part;
use serde::{Deserialize, Serialize};
use shuffle_metrics::{Decks, MergeError, Metric, Tally};

const BATCH: u64 = 64;

/// The maximum number of batches, and the minimum that is worth counting.
const BATCHES: [u64; 2] = [2048, 16];

/// Maximum number of cells that the batches of a metric take together.
const BATCHED_CELLS: u64 = 1 << 21;

/// Maximum number of decks that are counted one by one.
const SINGLES: u64 = 256;

#[derive(Clone, Debug)]
pub(super) struct PilotCount {
    /// All decks.
    pub(super) total: Tally,
    /// The first of them, in batches of equal size.
    pub(super) batches: Vec<Tally>,
    /// The first of them, in the smallest groups that the metric can count.
    pub(super) singles: Vec<Tally>,
}

#[derive(Clone, Copy)]
pub(super) struct PilotMetric<'a> {
    pub(super) metric: &'a dyn Metric,
    /// Decks that it compares with each other: 2 if it compares each deck with the previous one.
    pub(super) at_a_time: u64,
    /// True if its counts add up in batches.
    pub(super) batched: bool,
}

impl PilotMetric<'_> {
    /// The number of batches, and of decks in each.
    fn batches(&self, pilot: u64, per_block: u64) -> (u64, u64) {
        let size = BATCH.min(per_block);
        let fitting = BATCHED_CELLS / self.metric.cells().max(1) as u64;
        let number = fitting.min(BATCHES[0]).min(pilot / size);
        let enough = self.batched && number >= BATCHES[1] && size >= 2 * self.at_a_time;
        (if enough { number } else { 0 }, size)
    }

    fn singles(&self, pilot: u64) -> u64 {
        let fitting = BATCHED_CELLS / 2 / self.metric.cells().max(1) as u64;
        if self.batched { fitting.min(SINGLES).min(pilot / self.at_a_time) } else { 0 }
    }
}

/// The counts of some blocks for a metric; batches and singles with the number of their first deck.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct PilotTallies {
    rest: Tally,
    batches: Vec<(u64, Tally)>,
    singles: Vec<(u64, Tally)>,
}

impl PilotTallies {
    pub(super) fn new(counting: &PilotMetric<'_>) -> Self {
        let rest = Tally::new(counting.metric.cells());
        Self { rest, batches: Vec::new(), singles: Vec::new() }
    }

    pub(super) fn count(
        &mut self,
        counting: &PilotMetric<'_>,
        decks: &Decks<'_>,
        pilot: u64,
        per_block: u64,
    ) {
        let (number, size) = counting.batches(pilot, per_block);
        let (first, end) = (decks.first_trial(), decks.first_trial() + decks.trials() as u64);
        let batch = |from: u64, to: u64| {
            let mut tally = Tally::new(counting.metric.cells());
            tally.observe(counting.metric, &part(decks, from, to));
            // Only statistics are computed from them, not the precision of an effect.
            (from, tally.counts_only())
        };
        let batched = (number * size).clamp(first, end);
        let starts = (first..batched).step_by(size as usize);
        add(&mut self.batches, starts.map(|from| batch(from, from + size)));
        if batched < end {
            self.rest.observe(counting.metric, &part(decks, batched, end));
        }
        let step = counting.at_a_time;
        let single = (counting.singles(pilot) * step).clamp(first, end) - first;
        let starts = (first..first + single / step * step).step_by(step as usize);
        add(&mut self.singles, starts.map(|from| batch(from, from + step)));
    }

    /// Adds the counts of other blocks.
    ///
    /// # Errors
    ///
    /// [`MergeError`] if they are of another metric.
    pub(crate) fn try_merge(&mut self, other: Self) -> Result<(), MergeError> {
        self.rest.try_merge(&other.rest)?;
        add(&mut self.batches, other.batches);
        add(&mut self.singles, other.singles);
        Ok(())
    }

    pub(super) fn merge(&mut self, other: Self) {
        self.try_merge(other).expect("both count the same metric");
    }

    pub(super) fn finished(self) -> PilotCount {
        let plain = |tallies: Vec<(u64, Tally)>| -> Vec<Tally> {
            tallies.into_iter().map(|(_, tally)| tally).collect()
        };
        let (mut total, batches) = (self.rest, plain(self.batches));
        batches.iter().for_each(|batch| total.merge(batch));
        let total = total.counts_only();
        PilotCount { total, batches, singles: plain(self.singles) }
    }
}

/// Adds tallies in the order of their decks, so that a shard has the same bytes whichever worker counted a block.
fn add(tallies: &mut Vec<(u64, Tally)>, others: impl IntoIterator<Item = (u64, Tally)>) {
    tallies.extend(others);
    tallies.sort_by_key(|(first, _)| *first);
}
