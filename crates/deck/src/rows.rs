//! Decks one after the other, in cards of one width or the other: lent, lent to be written, and owned.

use crate::Shape;

/// Decks up to this many cards are narrow: a card is a byte.
pub const NARROW: usize = 256;

/// The cards per block, deck after deck.
#[derive(Clone, Copy, Debug)]
pub enum Rows<'a> {
    /// Decks of up to 256 cards.
    Narrow(&'a [u8]),
    /// Larger decks.
    Wide(&'a [u32]),
}

/// The cards per block to be filled, deck after deck.
#[derive(Debug)]
pub enum RowsMut<'a> {
    /// Decks of up to 256 cards.
    Narrow(&'a mut [u8]),
    /// Larger decks.
    Wide(&'a mut [u32]),
}

/// Memory for the cards per block, deck after deck.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RowBuffer {
    /// Decks of up to 256 cards.
    Narrow(Vec<u8>),
    /// Larger decks.
    Wide(Vec<u32>),
}

impl Rows<'_> {
    /// Cards of all decks together.
    #[must_use]
    pub fn len(&self) -> usize {
        match self {
            Self::Narrow(rows) => rows.len(),
            Self::Wide(rows) => rows.len(),
        }
    }

    /// True if there are no cards.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl RowBuffer {
    /// Empty memory for decks of this shape, as narrow as they allow.
    #[must_use]
    pub fn new(shape: Shape) -> Self {
        let values = shape.cards().max(shape.most_values());
        if values <= NARROW { Self::Narrow(Vec::new()) } else { Self::Wide(Vec::new()) }
    }

    /// Resizes the memory to this number of cards; new cards are 0.
    pub fn resize(&mut self, cards: usize) {
        match self {
            Self::Narrow(rows) => rows.resize(cards, 0),
            Self::Wide(rows) => rows.resize(cards, 0),
        }
    }

    /// The cards, to be read.
    #[must_use]
    pub fn rows(&self) -> Rows<'_> {
        match self {
            Self::Narrow(rows) => Rows::Narrow(rows),
            Self::Wide(rows) => Rows::Wide(rows),
        }
    }

    /// The cards, to be written.
    pub fn rows_mut(&mut self) -> RowsMut<'_> {
        match self {
            Self::Narrow(rows) => RowsMut::Narrow(rows),
            Self::Wide(rows) => RowsMut::Wide(rows),
        }
    }
}
