//! The unit of work: some consecutive trials of a case.

use shuffle_metrics::{Decks, Rows, Shape};

/// Cards that a block holds at most, unless one deck alone has more.
const CARDS_PER_BLOCK: usize = 1 << 18;

/// Decks that a block holds at most.
const MOST_DECKS: usize = 1 << 12;

/// How many trials a block of decks of `cards` cards holds. It is part of the seed contract.
///
/// The largest power of two that is at most 4096 and keeps the block within 262,144 cards, and at least 1:
///
/// ```
/// use shuffle_audit::block::trials_per_block;
/// assert_eq!([3, 10, 52, 64].map(trials_per_block), [4096; 4]);
/// assert_eq!([65, 1_000, 1_000_000].map(trials_per_block), [2048, 256, 1]);
/// ```
#[must_use]
pub fn trials_per_block(cards: usize) -> u64 {
    let fitting = (CARDS_PER_BLOCK / cards.max(1)).clamp(1, MOST_DECKS);
    1 << fitting.ilog2()
}

/// Cards of one width or the other.
#[derive(Clone, Debug)]
pub enum Cards {
    /// Decks of up to 256 cards.
    Narrow(Vec<u8>),
    /// Larger decks.
    Wide(Vec<u32>),
}

impl Cards {
    /// How many there are, of all decks together.
    #[must_use]
    pub fn len(&self) -> usize {
        match self {
            Self::Narrow(rows) => rows.len(),
            Self::Wide(rows) => rows.len(),
        }
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Consecutive trials of a case, to be filled by a source and then counted.
#[derive(Clone, Debug)]
pub struct Block {
    shape: Shape,
    first_trial: u64,
    cards: Cards,
}

impl Block {
    /// A block with room for the trials of one block of this shape.
    #[must_use]
    pub fn new(shape: Shape) -> Self {
        let cards =
            if shape.cards() <= 256 { Cards::Narrow(Vec::new()) } else { Cards::Wide(Vec::new()) };
        Self { shape, first_trial: 0, cards }
    }

    /// Makes it hold trials `first_trial..first_trial + trials`, with any content.
    pub fn prepare(&mut self, first_trial: u64, trials: usize) {
        self.first_trial = first_trial;
        let length = trials * self.shape.dealt();
        match &mut self.cards {
            Cards::Narrow(rows) => rows.resize(length, 0),
            Cards::Wide(rows) => rows.resize(length, 0),
        }
    }

    /// The cards, to be written; deck after deck, `shape.dealt()` each.
    pub fn cards_mut(&mut self) -> &mut Cards {
        &mut self.cards
    }

    /// The cards of each deck, and how many of them are dealt.
    #[must_use]
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The number of its first trial.
    #[must_use]
    pub fn first_trial(&self) -> u64 {
        self.first_trial
    }

    /// The decks, to be counted.
    #[must_use]
    pub fn decks(&self) -> Decks<'_> {
        let rows = match &self.cards {
            Cards::Narrow(rows) => Rows::Narrow(rows),
            Cards::Wide(rows) => Rows::Wide(rows),
        };
        Decks::new(self.shape, self.first_trial, rows)
    }
}
