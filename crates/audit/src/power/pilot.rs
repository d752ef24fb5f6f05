//! Seeded decks of the subject, counted so that both the mean and the spread of a statistic can be read off.
//!
//! All decks go into one tally a metric, the first of them also into small batches of their own, and a few
//! one by one. Blocks are those of a run, in a stage that no run has, so that no deck is looked at twice.

use crate::{
    Case,
    block::trials_per_block,
    engine::{Options, Progress, RunError, Trials},
    seeds::PlanSeed,
    source::SourceError,
    stream::{Feed, Halt},
};
use shuffle_metrics::{Decks, Metric, Rows, Tally};
use std::sync::atomic::AtomicU64;

/// The stage of the seed contract that pilots draw from; runs have 0 and 1.
const STAGE: u64 = 2;

/// Cards that a pilot shuffles, if nobody says how many decks it takes.
const CARDS: u64 = 1 << 24;

/// The most decks of a pilot and the fewest, if nobody says how many.
const DECKS: [u64; 2] = [1 << 18, 1 << 8];

/// Decks in a batch.
const BATCH: u64 = 64;

/// The most batches, and the fewest that are worth it.
const BATCHES: [u64; 2] = [2048, 16];

/// Cells that the batches of a metric take together.
const BATCHED_CELLS: u64 = 1 << 21;

/// The most decks that are counted one by one.
const SINGLES: u64 = 256;

/// How many decks a pilot takes: the next power of two from those wanted.
pub(super) fn decks(cards: usize, wanted: Option<u64>) -> u64 {
    let [most, fewest] = DECKS;
    let fitting = || (1 << (CARDS / cards.max(1) as u64).max(1).ilog2()).clamp(fewest, most);
    wanted.map_or_else(fitting, |wanted| {
        wanted.clamp(fewest, 1 << 40).checked_next_power_of_two().unwrap_or(most)
    })
}

/// What a metric counted in a pilot.
#[derive(Clone, Debug)]
pub(super) struct Counted {
    /// All decks.
    pub(super) total: Tally,
    /// The first of them, in batches of equal size.
    pub(super) batches: Vec<Tally>,
    /// The first of them, as few at a time as the metric can count.
    pub(super) singles: Vec<Tally>,
}

/// How a metric is counted in a pilot.
#[derive(Clone, Copy)]
pub(super) struct Counting<'a> {
    /// The metric.
    pub(super) metric: &'a dyn Metric,
    /// Decks that it compares with each other: 2 where it looks at each deck against the last.
    pub(super) at_a_time: u64,
    /// Whether its counts add up in batches.
    pub(super) batched: bool,
}

impl Counting<'_> {
    /// How many batches of how many decks.
    fn batches(&self, pilot: u64, per_block: u64) -> (u64, u64) {
        let size = BATCH.min(per_block);
        let fitting = BATCHED_CELLS / self.metric.cells() as u64;
        let number = fitting.min(BATCHES[0]).min(pilot / size);
        let enough = self.batched && number >= BATCHES[1] && size >= 2 * self.at_a_time;
        (if enough { number } else { 0 }, size)
    }

    /// How many singles.
    fn singles(&self, pilot: u64) -> u64 {
        let fitting = BATCHED_CELLS / 2 / self.metric.cells() as u64;
        if self.batched { fitting.min(SINGLES).min(pilot / self.at_a_time) } else { 0 }
    }
}

/// Shuffles a pilot and counts it.
pub(super) fn run(
    case: &Case,
    seed: PlanSeed,
    decks: u64,
    countings: &[Counting<'_>],
    pool: &rayon::ThreadPool,
    options: &Options<'_>,
) -> Result<Vec<Counted>, RunError> {
    let case = Case { trials: decks, ..case.clone() };
    let (halt, next) = (Halt::new(options.interrupt), AtomicU64::new(0));
    let trials = Trials {
        seed,
        stage: STAGE,
        case: &case,
        set: options.instruction_set,
        halt: &halt,
        next: &next,
    };
    let source = case.subject.source().ok_or_else(|| {
        trials.at_fault(SourceError("a forecast needs a shuffle of the catalogue".to_owned()))
    })?;
    let per_block = trials_per_block(case.shape.cards());
    let share = || -> Result<Vec<Share>, RunError> {
        let mut shares: Vec<Share> = countings.iter().map(Share::new).collect();
        let mut blocks = trials.blocks(source);
        while let Some(block) = blocks.next().map_err(|halted| trials.error(halted))? {
            for (counting, share) in countings.iter().zip(&mut shares) {
                share.count(counting, &block, decks, per_block);
            }
            (options.progress)(Progress::Trials(block.trials() as u64));
        }
        Ok(shares)
    };
    let mut counted: Vec<Share> = countings.iter().map(Share::new).collect();
    for shares in pool.broadcast(|_| share()) {
        counted.iter_mut().zip(shares?).for_each(|(all, share)| all.merge(share));
    }
    Ok(counted.into_iter().map(Share::in_order).collect())
}

/// What one thread counted of a metric; batches and singles with the number of their first deck.
struct Share {
    rest: Tally,
    batches: Vec<(u64, Tally)>,
    singles: Vec<(u64, Tally)>,
}

impl Share {
    fn new(counting: &Counting<'_>) -> Self {
        let rest = Tally::new(counting.metric.cells());
        Self { rest, batches: Vec::new(), singles: Vec::new() }
    }

    fn count(&mut self, counting: &Counting<'_>, decks: &Decks<'_>, pilot: u64, per_block: u64) {
        let (number, size) = counting.batches(pilot, per_block);
        let (first, end) = (decks.first_trial(), decks.first_trial() + decks.trials() as u64);
        let part = |from: u64, to: u64| {
            let mut tally = Tally::new(counting.metric.cells());
            tally.observe(counting.metric, &cut(decks, from, to));
            // Only statistics are read off them, not how surely a size is known.
            (from, tally.counts_only())
        };
        let batched = (number * size).clamp(first, end);
        let starts = (first..batched).step_by(size as usize);
        self.batches.extend(starts.map(|from| part(from, from + size)));
        if batched < end {
            self.rest.observe(counting.metric, &cut(decks, batched, end));
        }
        let step = counting.at_a_time;
        let single = (counting.singles(pilot) * step).clamp(first, end) - first;
        let starts = (first..first + single / step * step).step_by(step as usize);
        self.singles.extend(starts.map(|from| part(from, from + step)));
    }

    fn merge(&mut self, other: Self) {
        self.rest.merge(&other.rest);
        self.batches.extend(other.batches);
        self.singles.extend(other.singles);
    }

    fn in_order(self) -> Counted {
        let sorted = |mut tallies: Vec<(u64, Tally)>| -> Vec<Tally> {
            tallies.sort_by_key(|(first, _)| *first);
            tallies.into_iter().map(|(_, tally)| tally).collect()
        };
        let (mut total, batches) = (self.rest, sorted(self.batches));
        batches.iter().for_each(|batch| total.merge(batch));
        let total = total.counts_only();
        Counted { total, batches, singles: sorted(self.singles) }
    }
}

/// The decks from one trial of a block to another.
fn cut<'a>(decks: &'a Decks<'_>, from: u64, to: u64) -> Decks<'a> {
    let (shape, start) = (decks.shape(), decks.first_trial());
    let range = |trial: u64| (trial - start) as usize * shape.dealt();
    let rows = match decks.rows() {
        Rows::Narrow(rows) => Rows::Narrow(&rows[range(from)..range(to)]),
        Rows::Wide(rows) => Rows::Wide(&rows[range(from)..range(to)]),
    };
    Decks::new(shape, from, rows)
}
