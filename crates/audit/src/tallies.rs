//! The counts of a look at a case, separate from the run that made them: on their way to a file, to another machine,
//! or to the same run when it resumes.
//!
//! Blocks are drawn from their own seeds, so any of them may be counted anywhere, once: a [`Share`] of them by a
//! shard, the rest after a restart. Decks that must be seen in order (sequential cases), and decks of programs and
//! files, are counted whole by one shard, or again.
//!
//! A [`Ledger`] is where a run finds what was counted before, and leaves what it counts.

use crate::{
    Case, Plan, block::trials_per_block, block_set::BlockSet, feed::Glance, opening::Opening,
    seeds::Stage, subject::Supply,
};
use shuffle_deck::Shape;
use shuffle_metrics::{Ended, MergeError, Sequential, Tally};
use std::{ops::Range, time::Duration};

/// The counts of a look at a case.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct CaseTallies {
    /// The blocks that are counted; none where the case is counted whole.
    pub blocks: BlockSet,
    /// The number of decks.
    pub trials: u64,
    /// The counts.
    pub counts: Counts,
    /// Facts that each of its streams showed in addition to its decks.
    pub glances: Vec<Glance>,
    /// True if a program began with the same decks when it was started again; `None` if that was not tried, or cannot be
    /// told.
    pub repeatable: Option<bool>,
}

/// The counts of a case.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Counts {
    /// The tally of each of its metrics that counts, in the order of the list of metrics.
    Tests(Vec<Tally>),
    /// The end of a bet.
    Bet(BetBits),
    /// There are none: the subject is at fault, first in this block.
    Fault(u64, String),
}

/// The outcome of a bet, to the bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct BetBits {
    decks: u64,
    largest: u64,
    decided: Option<u64>,
}

impl BetBits {
    pub(crate) fn of(bet: &Sequential) -> Self {
        let Ended { decks, largest, decided } = bet.ended();
        Self { decks, largest: largest.to_bits(), decided }
    }

    pub(crate) fn bet(self, shape: Shape) -> Sequential {
        let Self { decks, largest, decided } = self;
        Sequential::of_ended(shape, Ended { decks, largest: f64::from_bits(largest), decided })
    }
}

/// Tallies that do not belong together.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum TalliesError {
    #[error("block {0} was counted twice")]
    Twice(u64),
    #[error("its decks were counted twice")]
    TwiceWhole,
    #[error("its tallies belong to other tests")]
    OtherTests,
    /// They do not merge.
    #[error(transparent)]
    Merge(#[from] MergeError),
}

impl CaseTallies {
    /// Adds what was counted of other blocks.
    ///
    /// # Errors
    ///
    /// [`TalliesError`] if a block was counted twice, or the two are not of one case.
    pub fn merge(&mut self, other: Self) -> Result<(), TalliesError> {
        if let Some(block) = self.blocks.shared(&other.blocks) {
            return Err(TalliesError::Twice(block));
        }
        match (&mut self.counts, other.counts) {
            (Counts::Fault(mine, _), Counts::Fault(theirs, why)) if theirs < *mine => {
                self.counts = Counts::Fault(theirs, why);
            }
            (Counts::Fault(..), _) => {}
            (mine, fault @ Counts::Fault(..)) => *mine = fault,
            (Counts::Tests(mine), Counts::Tests(theirs)) => {
                if mine.len() != theirs.len() {
                    return Err(TalliesError::OtherTests);
                }
                if self.blocks.is_empty() || other.blocks.is_empty() {
                    return Err(TalliesError::TwiceWhole);
                }
                for (mine, theirs) in mine.iter_mut().zip(&theirs) {
                    mine.try_merge(theirs)?;
                }
            }
            (Counts::Bet(_), Counts::Bet(_)) => return Err(TalliesError::TwiceWhole),
            _ => return Err(TalliesError::OtherTests),
        }
        self.blocks.add(other.blocks);
        self.trials += other.trials;
        self.glances.extend(other.glances);
        self.repeatable = self.repeatable.or(other.repeatable);
        Ok(())
    }

    /// The first decks of the first stream that showed them.
    pub(crate) fn opening(glances: &[Glance]) -> Option<&Opening> {
        glances.iter().find_map(|glance| glance.opening.as_ref())
    }
}

/// The presence of the subject of a case.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Presence {
    /// It is, in this version if it has a probe.
    There(Option<String>),
    /// Its probe failed, for this reason: the case is skipped.
    Skipped(String),
    /// It is not, which is its fault; its version, and the reason.
    Absent(Option<String>, String),
}

/// A shard: one of several that share the blocks of a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Share {
    /// Its number, from 1.
    pub number: u64,
    /// The number of shards.
    pub of: u64,
}

impl Share {
    /// All blocks.
    pub const WHOLE: Self = Self { number: 1, of: 1 };

    /// The shard's part of `blocks` blocks: the shards' parts lie one after the other and differ by at most one
    /// block.
    ///
    /// ```
    /// use shuffle_audit::tallies::Share;
    /// let part = |number| Share { number, of: 3 }.blocks(7);
    /// assert_eq!([part(1), part(2), part(3)], [0..2, 2..4, 4..7]);
    /// ```
    pub fn blocks(self, blocks: u64) -> Range<u64> {
        let cut = |shard: u64| {
            (u128::from(shard) * u128::from(blocks) / u128::from(self.of.max(1))) as u64
        };
        cut(self.number - 1)..cut(self.number)
    }
}

/// All blocks of a look at a case.
pub fn all_blocks(case: &Case) -> BlockSet {
    BlockSet::from(0..case.trials.div_ceil(trials_per_block(case.shape.breadth())))
}

/// True if one shard counts all decks of the case, since they must be seen in their order or come in streams.
pub fn is_counted_whole(case: &Case) -> bool {
    case.sequential || !matches!(case.subject.supply(), Supply::Blocks(_))
}

/// The shard, of `of`, that counts a case of the plan whole; `None` if all shards count a part of it.
pub fn owner(plan: &Plan, case: &str, of: u64) -> Option<Share> {
    let mut whole = plan.cases.iter().filter(|case| is_counted_whole(case));
    let place = whole.position(|other| other.id() == case)? as u64;
    Some(Share { number: place % of.max(1) + 1, of })
}

/// The reason why a ledger cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct LedgerError(pub String);

/// The store where a run finds earlier counts, and leaves its own.
///
/// It is called from any thread.
pub trait Ledger: Sync {
    /// The presence of each case of the plan, in order, where that is known: then no subject is started, and nothing is
    /// counted but what was counted before.
    fn presence(&self) -> Option<Vec<Presence>> {
        None
    }

    /// Takes the presence of each case that is run, by its id.
    ///
    /// # Errors
    ///
    /// [`LedgerError`] if it was another one before.
    fn meet(&self, presence: Vec<(String, Presence)>) -> Result<(), LedgerError>;

    /// Earlier counts of a look at a case.
    ///
    /// # Errors
    ///
    /// [`LedgerError`] if it cannot be read.
    fn before(&self, stage: Stage, case: &Case) -> Result<Option<CaseTallies>, LedgerError>;

    /// True if the counts of a look are there, where no others can come.
    fn has(&self, _stage: Stage) -> bool {
        true
    }

    /// Keeps what is counted so far, or in all, of a look at a case.
    fn keep(&self, stage: Stage, case: &Case, tallies: &CaseTallies);

    /// The interval at which the counts of unfinished cases are to be kept, if at all.
    fn keep_every(&self) -> Option<Duration> {
        None
    }

    /// All counts so far were kept.
    fn kept(&self) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(blocks: Range<u64>, counts: Counts) -> CaseTallies {
        let (blocks, glances) = (BlockSet::from(blocks), Vec::new());
        CaseTallies { blocks, trials: 1, counts, glances, repeatable: None }
    }

    fn tests(blocks: Range<u64>, cells: &[u64]) -> CaseTallies {
        record(blocks, Counts::Tests(vec![Tally::of_counts(1, cells.to_vec())]))
    }

    fn merged(mut mine: CaseTallies, theirs: CaseTallies) -> Result<CaseTallies, String> {
        mine.merge(theirs).map(|()| mine).map_err(|error| error.to_string())
    }

    fn bet() -> CaseTallies {
        record(0..0, Counts::Bet(BetBits::of(&Sequential::new(Shape::whole(3)))))
    }

    #[test]
    fn tallies_of_different_blocks_add_up() {
        let sum = merged(tests(4..6, &[1, 2]), tests(0..4, &[10, 20])).unwrap();
        let Counts::Tests(tallies) = &sum.counts else { panic!("{sum:?}") };
        assert_eq!((tallies[0].cells(), tallies[0].trials(), sum.trials), (&[11, 22][..], 2, 2));
        assert_eq!(sum.blocks, BlockSet::from(0..6));
    }

    #[test]
    fn what_was_counted_twice_or_of_other_tests_does_not_merge() {
        let said = |mine, theirs| merged(mine, theirs).unwrap_err();
        assert_eq!(said(tests(0..3, &[1]), tests(2..5, &[1])), "block 2 was counted twice");
        assert_eq!(said(tests(0..0, &[1]), tests(0..0, &[1])), "its decks were counted twice");
        assert_eq!(said(bet(), bet()), "its decks were counted twice");
        assert_eq!(said(tests(0..1, &[1]), bet()), "its tallies belong to other tests");
        let none = record(1..2, Counts::Tests(Vec::new()));
        assert_eq!(said(tests(0..1, &[1]), none), "its tallies belong to other tests");
        let said = said(tests(0..1, &[1]), tests(1..2, &[1, 2]));
        assert_eq!(said, "a tally of 1 cells and one of 2 belong to different metrics");
    }

    #[test]
    fn the_first_fault_counts() {
        let fault = |block, why: &str| record(0..0, Counts::Fault(block, why.to_owned()));
        let counts = |mine, theirs| merged(mine, theirs).unwrap().counts;
        assert_eq!(counts(fault(9, "late"), fault(4, "early")), fault(4, "early").counts);
        assert_eq!(counts(fault(4, "early"), fault(9, "late")), fault(4, "early").counts);
        assert_eq!(counts(fault(4, "early"), tests(0..1, &[1])), fault(4, "early").counts);
        assert_eq!(counts(tests(0..1, &[1]), fault(4, "early")), fault(4, "early").counts);
    }

    #[test]
    fn shares_cover_all_blocks_once() {
        for (blocks, of) in [(0, 3), (1, 3), (7, 3), (10, 1), (u64::MAX, 7)] {
            let mut end = 0;
            for number in 1..=of {
                let part = Share { number, of }.blocks(blocks);
                assert_eq!(part.start, end);
                end = part.end;
            }
            assert_eq!(end, blocks);
        }
    }
}
