//! The memory of a case, estimated before it is run.

use crate::{Case, block::trials_per_block, number::counted};
use shuffle_metrics::Counter;
use std::fmt;

/// Minimum number of cards at which the memory of a deck is reported.
pub const LARGE: usize = 100_000;

/// The approximate memory of a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Memory {
    /// Cards in the deck.
    pub cards: usize,
    /// Decks in a block.
    pub decks: u64,
    /// Bytes for each thread: a block, the start order, space to sort and walk a deck, and the tallies.
    pub per_thread: u64,
    /// Bytes for all threads together: groups of cards and positions, and laws while they are computed.
    pub shared: u64,
}

impl Memory {
    /// The memory of a case.
    ///
    /// Tallies are counted exactly. For decks these are counted: the block, a start order, and at most five more
    /// orders in which a test or a shuffle stores the places of cards.
    pub fn of(case: &Case) -> Self {
        let (cards, dealt) = (case.shape.cards() as u64, case.shape.width() as u64);
        // Of a large range no number has memory of its own.
        let held = if case.shape.is_large_range() { 0 } else { cards };
        let width = if cards <= 256 { 1 } else { 4 };
        let decks = trials_per_block(case.shape.breadth()).min(case.trials);
        let tallies: usize = case
            .metrics()
            .filter_map(|metric| case.build(metric).ok())
            .filter(|metric| metric.trials_needed() <= case.trials)
            .map(|metric| Counter::bytes(metric.as_ref(), case.trials))
            .sum();
        let per_thread = width * (decks * dealt + held) + 4 * 5 * held + tallies as u64;
        Self { cards: case.shape.cards(), decks, per_thread, shared: 8 * 3 * held }
    }
}

/// "a deck of 1000000 cards: blocks of 1 deck, about 37 MB a thread and 24 MB for all"
impl fmt::Display for Memory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let megabytes = |bytes: u64| bytes.div_ceil(1_000_000);
        write!(
            f,
            "a deck of {} cards: blocks of {}, about {} MB a thread and {} MB for all",
            self.cards,
            counted(self.decks, "deck"),
            megabytes(self.per_thread),
            megabytes(self.shared)
        )
    }
}
