//! The decks of a case in a stage, from wherever they come: feeds that together give each of them once.
//!
//! A source that fills blocks by number has as many feeds as are wanted, and each takes the next block that none
//! has. Decks that come one after the other have a feed for each stream of them.

use crate::{
    Case, Source,
    block::{Block, trials_per_block},
    engine::RunError,
    seeds::PlanSeed,
    source::SourceError,
    stream::{Feed, Halt, Halted},
    subject::Subject,
};
use shuffle_deck::InstructionSet;
use shuffle_metrics::Decks;
use std::sync::atomic::{AtomicU64, Ordering};

/// All trials of a case in a stage.
#[derive(Clone, Copy)]
pub(crate) struct Trials<'a> {
    pub(crate) seed: PlanSeed,
    pub(crate) stage: u64,
    pub(crate) case: &'a Case,
    pub(crate) set: InstructionSet,
    pub(crate) halt: &'a Halt<'a>,
    /// The next block that no feed has taken yet.
    pub(crate) next: &'a AtomicU64,
}

/// Feeds that give each deck of a case once.
pub(super) struct Feeds<'a>(pub(super) Vec<Box<dyn Feed + 'a>>);

impl<'a> Trials<'a> {
    /// The feeds: `threads` of them, if that can be chosen.
    pub(super) fn feeds(self, threads: usize) -> Result<Feeds<'a>, RunError> {
        let Self { seed, stage, case, halt, .. } = self;
        let (shape, trials) = (case.shape, case.trials);
        let seed_of = |job| seed.of_subject(case.id(), stage, job);
        let feeds = match &case.subject {
            Subject::Program(program) => program.feeds(shape, trials, seed_of, halt),
            Subject::Recorded(recorded) => {
                recorded.feed(shape, trials, halt).map(|feed| vec![feed])
            }
            Subject::Catalogued(job) => Ok(self.numbered(job, threads)),
            Subject::Custom(custom) => Ok(self.numbered(custom, threads)),
        };
        feeds.map(Feeds).map_err(|fault| self.at_fault(fault))
    }

    fn numbered(self, source: &'a dyn Source, threads: usize) -> Vec<Box<dyn Feed + 'a>> {
        let feed = |_| -> Box<dyn Feed + 'a> { Box::new(self.blocks(source)) };
        (0..threads).map(feed).collect()
    }

    /// A feed of the blocks that no other feed has taken.
    pub(crate) fn blocks(self, source: &'a dyn Source) -> impl Feed + 'a {
        Numbered { trials: self, source, block: Block::on(self.case.shape, self.set) }
    }

    /// What a feed that was halted means for the run.
    pub(crate) fn error(&self, halted: Halted) -> RunError {
        match halted {
            Halted::Fault(fault) | Halted::FaultIn { fault, .. } => self.at_fault(fault),
            Halted::Interrupted | Halted::Stopped => RunError::Interrupted,
        }
    }

    pub(crate) fn at_fault(&self, fault: SourceError) -> RunError {
        RunError::Source { case: self.case.id().to_owned(), fault }
    }
}

impl Drop for Feeds<'_> {
    /// All are told at once, so that those who take their time to end do so together.
    fn drop(&mut self) {
        self.0.iter_mut().for_each(|feed| feed.dismiss());
    }
}

/// Blocks that are filled by number, one at a time in the same memory.
struct Numbered<'a> {
    trials: Trials<'a>,
    source: &'a dyn Source,
    block: Block,
}

impl Feed for Numbered<'_> {
    fn next(&mut self) -> Result<Option<Decks<'_>>, Halted> {
        let Trials { seed, stage, case, halt, next, .. } = self.trials;
        halt.check()?;
        if halt.is_over() && next.load(Ordering::Relaxed) > 0 {
            return Ok(None);
        }
        let number = next.fetch_add(1, Ordering::Relaxed);
        let per_block = trials_per_block(case.shape.cards());
        let first = number.saturating_mul(per_block);
        if first >= case.trials {
            return Ok(None);
        }
        self.block.prepare(first, per_block.min(case.trials - first) as usize);
        self.source
            .fill(&mut self.block, &seed.of_block(case.id(), stage, number))
            .map_err(|fault| Halted::FaultIn { block: number, fault })?;
        Ok(Some(self.block.decks()))
    }
}
