//! The unit of work: some consecutive trials of a case.

use shuffle_deck::{Buffer, Column, InstructionSet, LANES, NARROW, RowBuffer, RowsMut, Shape};
use shuffle_metrics::{Decks, Forms};

/// Maximum number of cards in a block, unless one deck alone has more.
const CARDS_PER_BLOCK: usize = 1 << 18;

/// Maximum number of decks in a block.
const MOST_DECKS: usize = 1 << 12;

/// The number of trials in a block of decks of `cards` cards. It is part of the seed contract.
///
/// The largest power of two that is at most 4096 and keeps the block within 262,144 cards, and at least 1:
///
/// ```
/// use shuffle_audit::block::trials_per_block;
/// assert_eq!([3, 10, 52, 64].map(trials_per_block), [4096; 4]);
/// assert_eq!([65, 1_000, 1_000_000].map(trials_per_block), [2048, 256, 1]);
/// ```
pub fn trials_per_block(cards: usize) -> u64 {
    let fitting = (CARDS_PER_BLOCK / cards.max(1)).clamp(1, MOST_DECKS);
    1 << fitting.ilog2()
}

/// Consecutive trials of a case. A source fills them as rows or as columns, then they are counted.
#[derive(Debug)]
pub struct Block {
    shape: Shape,
    first_trial: u64,
    trials: usize,
    set: InstructionSet,
    cards: RowBuffer,
    columns: Buffer,
    /// True if the columns are to be read, not the rows.
    in_columns: bool,
    forms: Forms,
}

impl Block {
    /// A block with room for the trials of one block of this shape.
    pub fn new(shape: Shape) -> Self {
        Self::on(shape, InstructionSet::detect())
    }

    /// The same, to be filled and counted with this instruction set.
    pub fn on(shape: Shape, set: InstructionSet) -> Self {
        let (cards, columns, forms) = (RowBuffer::new(shape), Buffer::default(), Forms::new(set));
        Self { shape, first_trial: 0, trials: 0, set, cards, columns, in_columns: false, forms }
    }

    /// Makes it hold trials `first_trial..first_trial + trials`, with any content.
    pub fn prepare(&mut self, first_trial: u64, trials: usize) {
        (self.first_trial, self.trials) = (first_trial, trials);
        if !self.in_columns {
            self.resize_rows();
        }
    }

    fn resize_rows(&mut self) {
        self.cards.resize(self.trials * self.shape.width());
    }

    /// The cards, to be written; deck after deck, `shape.dealt()` each.
    pub fn rows_mut(&mut self) -> RowsMut<'_> {
        if self.in_columns {
            self.in_columns = false;
            self.resize_rows();
        }
        self.cards.rows_mut()
    }

    /// The cards, to be written in columns, 64 decks side by side, as [`Decks::of_columns`] reads them.
    ///
    /// # Panics
    ///
    /// If the deck has more than 256 cards.
    pub(crate) fn columns_mut(&mut self) -> &mut [Column] {
        assert!(self.shape.cards() <= NARROW, "a column holds bytes");
        self.in_columns = true;
        self.columns.resize(self.trials.div_ceil(LANES) * self.shape.width());
        self.columns.columns_mut()
    }

    /// The instruction set to fill the block with.
    pub fn instruction_set(&self) -> InstructionSet {
        self.set
    }

    /// The cards of each deck, and how many of them are dealt.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The number of its first trial.
    pub fn first_trial(&self) -> u64 {
        self.first_trial
    }

    /// The number of its trials.
    pub fn trials(&self) -> usize {
        self.trials
    }

    /// The decks, to be counted.
    pub fn decks(&mut self) -> Decks<'_> {
        let Self { shape, first_trial, trials, .. } = *self;
        let decks = match &self.cards {
            _ if self.in_columns => {
                Decks::of_columns(shape, first_trial, trials, self.columns.columns())
            }
            cards => Decks::new(shape, first_trial, cards.rows()),
        };
        decks.with(&mut self.forms)
    }
}
