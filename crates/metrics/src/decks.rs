//! What a block of decks looks like to a metric.

/// A card type that metrics can read.
pub trait Card: Copy + Ord + Send + Sync {
    /// The number of the card.
    fn index(self) -> usize;
}

impl Card for u8 {
    #[inline]
    fn index(self) -> usize {
        usize::from(self)
    }
}

impl Card for u32 {
    #[inline]
    fn index(self) -> usize {
        self as usize
    }
}

/// How many cards a deck has and how many of them each trial shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub struct Shape {
    cards: usize,
    deal: usize,
}

/// A deck in which there is nothing to be shuffled, or a deal that it cannot give.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ShapeError {
    /// Fewer than two cards.
    #[error("a deck of {cards} has only one order; a shuffle needs at least 2 cards")]
    TooFewCards {
        /// Cards in the deck.
        cards: usize,
    },
    /// No card dealt, or more than there are.
    #[error("a deal of {deal} of {cards} cards is impossible; it must be from 1 to {cards}")]
    ImpossibleDeal {
        /// Cards dealt.
        deal: usize,
        /// Cards in the deck.
        cards: usize,
    },
}

impl Shape {
    /// Whole decks of `cards`.
    ///
    /// # Errors
    ///
    /// [`ShapeError::TooFewCards`] below 2 cards.
    pub fn whole(cards: usize) -> Result<Self, ShapeError> {
        Self::deal(cards, cards)
    }

    /// The first `deal` of `cards` cards.
    ///
    /// # Errors
    ///
    /// [`ShapeError`] where there is nothing to be shuffled or dealt.
    pub fn deal(cards: usize, deal: usize) -> Result<Self, ShapeError> {
        if cards < 2 {
            Err(ShapeError::TooFewCards { cards })
        } else if deal == 0 || deal > cards {
            Err(ShapeError::ImpossibleDeal { deal, cards })
        } else {
            Ok(Self { cards, deal })
        }
    }

    /// Cards in the deck.
    #[must_use]
    pub fn cards(self) -> usize {
        self.cards
    }

    /// Cards that each trial shows.
    #[must_use]
    pub fn dealt(self) -> usize {
        self.deal
    }

    /// Whether each trial shows the whole deck.
    #[must_use]
    pub fn is_whole(self) -> bool {
        self.cards == self.deal
    }
}

/// The cards of a block, deck after deck.
#[derive(Clone, Copy, Debug)]
pub enum Rows<'a> {
    /// Decks of up to 256 cards.
    Narrow(&'a [u8]),
    /// Larger decks.
    Wide(&'a [u32]),
}

impl Rows<'_> {
    fn len(&self) -> usize {
        match self {
            Self::Narrow(rows) => rows.len(),
            Self::Wide(rows) => rows.len(),
        }
    }
}

/// A block of decks: consecutive trials, stored flat, `shape.dealt()` cards each.
#[derive(Clone, Copy, Debug)]
pub struct Decks<'a> {
    shape: Shape,
    first_trial: u64,
    rows: Rows<'a>,
}

impl<'a> Decks<'a> {
    /// A block whose first deck is trial `first_trial` of the case.
    ///
    /// Each row must hold distinct cards below `shape.cards()`; who fills the block answers for that.
    ///
    /// # Panics
    ///
    /// If `rows` is not a whole number of decks.
    #[must_use]
    pub fn new(shape: Shape, first_trial: u64, rows: Rows<'a>) -> Self {
        assert_eq!(rows.len() % shape.dealt(), 0, "a block holds whole decks");
        Self { shape, first_trial, rows }
    }

    /// Cards per deck and per row.
    #[must_use]
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The number of the first deck among all trials of the case.
    #[must_use]
    pub fn first_trial(&self) -> u64 {
        self.first_trial
    }

    /// The number of decks.
    #[must_use]
    pub fn trials(&self) -> usize {
        self.rows.len() / self.shape.dealt()
    }

    /// The cards.
    #[must_use]
    pub fn rows(&self) -> Rows<'a> {
        self.rows
    }
}
