//! What a block of decks looks like to a metric.

use crate::forms::{Columns, Forms};
use shuffle_columns::{Column, InstructionSet, LANES};

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
    #[error("{}; a shuffle needs at least 2 cards", too_few(*cards))]
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

fn too_few(cards: usize) -> &'static str {
    if cards == 0 {
        "a deck of 0 cards has no order"
    } else {
        "a deck of 1 card has only one order"
    }
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

/// The cards of a block as they were dealt.
#[derive(Clone, Copy, Debug)]
enum Dealt<'a> {
    Rows(Rows<'a>),
    Columns(&'a [Column]),
}

/// A block of decks: consecutive trials, as rows and as columns.
///
/// Whoever fills a block does so in one form, and a metric reads whichever suits it. The other form is made when
/// it is asked for the first time, for all metrics together.
#[derive(Debug)]
pub struct Decks<'a> {
    shape: Shape,
    first_trial: u64,
    trials: usize,
    dealt: Dealt<'a>,
    forms: Lent<'a>,
}

#[derive(Debug)]
enum Lent<'a> {
    Own(Box<Forms>),
    Lent(&'a Forms),
}

impl<'a> Decks<'a> {
    /// A block whose first deck is trial `first_trial` of the case: decks one after the other, `shape.dealt()`
    /// cards each.
    ///
    /// Each row must hold distinct cards below `shape.cards()`; who fills the block answers for that.
    ///
    /// # Panics
    ///
    /// If `rows` is not a whole number of decks.
    #[must_use]
    pub fn new(shape: Shape, first_trial: u64, rows: Rows<'a>) -> Self {
        assert_eq!(rows.len() % shape.dealt(), 0, "a block holds whole decks");
        let (trials, forms) = (rows.len() / shape.dealt(), Lent::Own(Box::default()));
        Self { shape, first_trial, trials, dealt: Dealt::Rows(rows), forms }
    }

    /// A block of narrow decks in groups of 64: the card at place p of the deck in lane l of group g is byte l of
    /// column `g * shape.dealt() + p`, and deck t is lane `t % 64` of group `t / 64`. What the surplus lanes of
    /// the last group hold does not matter.
    ///
    /// # Panics
    ///
    /// If there are not as many groups as `trials` decks take.
    #[must_use]
    pub fn of_columns(
        shape: Shape,
        first_trial: u64,
        trials: usize,
        columns: &'a [Column],
    ) -> Self {
        let groups = trials.div_ceil(LANES);
        assert_eq!(columns.len(), groups * shape.dealt(), "a block holds whole groups");
        let (dealt, forms) = (Dealt::Columns(columns), Lent::Own(Box::default()));
        Self { shape, first_trial, trials, dealt, forms }
    }

    /// Has its other forms made in memory that is used again for the next block.
    #[must_use]
    pub fn with(self, forms: &'a mut Forms) -> Self {
        forms.clear();
        Self { forms: Lent::Lent(forms), ..self }
    }

    fn forms(&self) -> &Forms {
        match &self.forms {
            Lent::Own(forms) => forms,
            Lent::Lent(forms) => forms,
        }
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
        self.trials
    }

    /// The instructions that vector code is to use.
    #[must_use]
    pub fn instruction_set(&self) -> InstructionSet {
        self.forms().set()
    }

    /// The cards, deck after deck.
    #[must_use]
    pub fn rows(&self) -> Rows<'_> {
        match self.dealt {
            Dealt::Rows(rows) => rows,
            Dealt::Columns(columns) => {
                Rows::Narrow(self.forms().rows(self.shape.dealt(), self.trials, columns))
            }
        }
    }

    /// The cards, place after place in groups of 64 decks, if the decks are narrow.
    #[must_use]
    pub fn columns(&self) -> Option<Columns<'_>> {
        let columns = match self.dealt {
            Dealt::Columns(columns) => columns,
            Dealt::Rows(Rows::Narrow(rows)) => self.forms().columns(self.shape.dealt(), rows),
            Dealt::Rows(Rows::Wide(_)) => return None,
        };
        Some(Columns { width: self.shape.dealt(), decks: self.trials, columns })
    }

    /// The place of each card, card after card in groups of 64 decks, if the decks are narrow and whole. Surplus
    /// lanes hold 0.
    #[must_use]
    pub fn places(&self) -> Option<Columns<'_>> {
        let cards = self.columns().filter(|_| self.shape.is_whole())?;
        Some(Columns { columns: self.forms().places(cards), ..cards })
    }

    /// The Lehmer digit of each place (see [`rank::digit`](crate::rank::digit)), place after place in groups of 64
    /// decks, if the decks are narrow.
    #[must_use]
    pub fn digits(&self) -> Option<Columns<'_>> {
        let cards = self.columns()?;
        Some(Columns { columns: self.forms().digits(cards), ..cards })
    }
}
