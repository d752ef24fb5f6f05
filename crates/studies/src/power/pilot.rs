//! Seeded decks of the subject, counted so that both the mean and the spread of a statistic can be read off.
//!
//! All decks go into one tally per metric, the first of them also into small separate batches, and a few one by one.
//! The blocks are like a run's, but in a separate stage, so that no deck of a run is used.

use super::pilot_tallies::{PilotCount, PilotMetric, PilotTallies};
use crate::{
    outcomes::{KnownPilot, Outcomes},
    poison::{lock, unlocked},
};
use shuffle_audit::{
    Case,
    block::trials_per_block,
    block_set::BlockSet,
    engine::{
        Options, Pool, Progress, RunError,
        queue::{self, Counted, CountedBy, Counting, Start, Task, Work},
    },
    seeds::{PlanSeed, Stage},
    source::SourceError,
    subject::Kind,
    tallies::all_blocks,
};
use shuffle_metrics::{Counter, Decks};
use std::{ops::ControlFlow, sync::Mutex, time::Duration};

/// Cards that a pilot shuffles by default.
const CARDS: u64 = 1 << 24;

/// The maximum number of decks of a pilot by default, and the minimum.
const DECKS: [u64; 2] = [1 << 18, 1 << 8];

/// The number of decks of a pilot: the wanted number, rounded up to a power of two.
pub(super) fn decks(cards: usize, wanted: Option<u64>) -> u64 {
    let [most, fewest] = DECKS;
    let fitting = || (1 << (CARDS / cards.max(1) as u64).max(1).ilog2()).clamp(fewest, most);
    wanted.map_or_else(fitting, |wanted| {
        wanted.clamp(fewest, 1 << 40).checked_next_power_of_two().unwrap_or(most)
    })
}

/// Shuffles a pilot and counts it, but for the blocks that are counted.
pub(super) fn run(
    case: &Case,
    seed: PlanSeed,
    metrics: &[PilotMetric<'_>],
    outcomes: &Outcomes,
    (pool, options): (&Pool, &Options<'_>),
) -> Result<(), RunError> {
    let at_fault = |fault| RunError::Source { case: case.id().to_owned(), fault };
    if let Some(job) = case.subject.job().filter(|job| job.algorithm.is_sequence()) {
        return Err(at_fault(SourceError(format!(
            "a forecast needs independent decks from code that it can follow, which `{}` lacks; audit it with `check`",
            job.algorithm
        ))));
    }
    if case.subject.kind() != Kind::Catalogue {
        return Err(at_fault(SourceError(
            "a forecast needs a shuffle of the catalogue".to_owned(),
        )));
    }
    let blocks = all_blocks(case).len();
    let wanted = BlockSet::from(outcomes.share().blocks(blocks));
    let pilot = Pilot { case, seed, metrics, wanted, outcomes, options, fault: Mutex::new(None) };
    queue::count(&pilot, pool, options)?;
    unlocked(pilot.fault).map_or(Ok(()), |fault| Err(at_fault(fault)))
}

pub(super) fn counts(tallies: &[PilotTallies]) -> Vec<PilotCount> {
    tallies.iter().cloned().map(PilotTallies::finished).collect()
}

/// A pilot, as the only task of a queue.
struct Pilot<'a> {
    case: &'a Case,
    seed: PlanSeed,
    metrics: &'a [PilotMetric<'a>],
    wanted: BlockSet,
    outcomes: &'a Outcomes,
    options: &'a Options<'a>,
    fault: Mutex<Option<SourceError>>,
}

impl<'a> Work for Pilot<'a> {
    type Counting = PilotCounting<'a>;

    fn tasks(&self) -> usize {
        1
    }

    fn task(&self, _: usize) -> Task<'_> {
        Task { case: self.case, seed: self.seed, stage: Stage::Pilot }
    }

    fn begin(&self, _: usize) -> PilotCounting<'a> {
        let per_block = trials_per_block(self.case.shape.breadth());
        PilotCounting { metrics: self.metrics, decks: self.case.trials, per_block }
    }

    fn start(&self, index: usize, _: &PilotCounting<'a>) -> Start<PilotCounting<'a>> {
        let known = self.outcomes.lock().pilot().cloned();
        let Some(KnownPilot { blocks, trials, tallies }) = known else {
            return Start { todo: Some(self.wanted.clone()), ..Start::default() };
        };
        self.tell(index, trials);
        let todo = self.wanted.without(&blocks);
        let before = Counted { sum: tallies, trials, glances: Vec::new() };
        Start { before: Some(Ok(before)), done: blocks, todo: Some(todo) }
    }

    fn keep_every(&self) -> Option<Duration> {
        self.outcomes.keep_every()
    }

    fn keep(&self, _: usize, sum: &mut Vec<PilotTallies>, blocks: &BlockSet, trials: u64) {
        let (blocks, tallies) = (blocks.clone(), sum.clone());
        self.outcomes.piloted(KnownPilot { blocks, trials, tallies });
    }

    fn kept(&self) {
        self.outcomes.kept();
    }

    fn end(&self, _: usize, _: &PilotCounting<'a>, counted: CountedBy<PilotCounting<'a>>) {
        match counted {
            // A shard knows nothing beyond its share, and a merged pilot is known whole.
            Ok(Counted { sum: tallies, trials, .. }) => {
                let mut blocks = self.wanted.clone();
                if let Some(known) = self.outcomes.lock().pilot() {
                    blocks.add(known.blocks.without(&blocks));
                }
                self.outcomes.piloted(KnownPilot { blocks, trials, tallies });
            }
            Err(fault) => *lock(&self.fault) = Some(fault),
        }
    }

    fn tell(&self, _: usize, decks: u64) {
        (self.options.progress)(Progress::Trials(decks));
    }
}

struct PilotCounting<'a> {
    metrics: &'a [PilotMetric<'a>],
    decks: u64,
    per_block: u64,
}

impl Counting for PilotCounting<'_> {
    type Sum = Vec<PilotTallies>;

    fn empty(&self) -> Vec<PilotTallies> {
        self.metrics.iter().map(PilotTallies::new).collect()
    }

    fn observe(&self, sum: &mut Vec<PilotTallies>, decks: &Decks<'_>) -> ControlFlow<()> {
        for (metric, share) in self.metrics.iter().zip(sum) {
            share.count(metric, decks, self.decks, self.per_block);
        }
        ControlFlow::Continue(())
    }

    fn merge(&self, sum: &mut Vec<PilotTallies>, other: Vec<PilotTallies>) {
        sum.iter_mut().zip(other).for_each(|(sum, other)| sum.merge(other));
    }

    fn bytes(&self) -> usize {
        // Batches and singles are divided among the workers, so only one tally a worker counts.
        self.metrics.iter().map(|one| Counter::bytes(one.metric, self.decks)).sum()
    }
}
