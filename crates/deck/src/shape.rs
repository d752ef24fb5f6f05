//! The shape of a deck: the number of cards in it, and the number that a trial shows.

/// The number of cards in a deck, and the number of them that each trial shows.
///
/// Today a trial is an order of the whole deck, or a deal, the order of its first cards. The fields are private, so that
/// draws without order, draws with replacement and packs with equal cards can be added as further constructors.
///
/// ```
/// use shuffle_deck::Shape;
///
/// let hand = Shape::deal(52, 5)?;
/// assert_eq!((hand.cards(), hand.dealt(), hand.is_whole()), (52, 5, false));
/// assert!(Shape::whole(1).shuffled().is_err(), "one card has only one order");
/// # Ok::<(), shuffle_deck::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Shape {
    cards: usize,
    deal: usize,
}

/// A deck that has nothing to shuffle, or a deal that is impossible from it.
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
    #[must_use]
    pub fn whole(cards: usize) -> Self {
        Self { cards, deal: cards }
    }

    /// The first `deal` of `cards` cards.
    ///
    /// # Errors
    ///
    /// [`ShapeError::ImpossibleDeal`] if more is dealt than there is.
    pub fn deal(cards: usize, deal: usize) -> Result<Self, ShapeError> {
        if deal > cards {
            Err(ShapeError::ImpossibleDeal { deal, cards })
        } else {
            Ok(Self { cards, deal })
        }
    }

    /// The same shape, if decks of it can be told apart: only those can be audited.
    ///
    /// # Errors
    ///
    /// [`ShapeError`] where there is nothing to be shuffled, or nothing is dealt.
    pub fn shuffled(self) -> Result<Self, ShapeError> {
        match self {
            Self { cards: cards @ (0 | 1), .. } => Err(ShapeError::TooFewCards { cards }),
            Self { deal: 0, cards } => Err(ShapeError::ImpossibleDeal { deal: 0, cards }),
            shape => Ok(shape),
        }
    }

    /// Cards in the deck.
    #[must_use]
    pub fn cards(self) -> usize {
        self.cards
    }

    /// Cards that each trial shows; as many as [`Shape::cards`] for a whole shuffle.
    #[must_use]
    pub fn dealt(self) -> usize {
        self.deal
    }

    /// True if each trial shows the whole deck.
    #[must_use]
    pub fn is_whole(self) -> bool {
        self.cards == self.deal
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_decks_that_can_be_told_apart_are_audited() {
        let shuffled = |cards, deal| Shape::deal(cards, deal).and_then(Shape::shuffled);
        assert_eq!(shuffled(0, 0), Err(ShapeError::TooFewCards { cards: 0 }));
        assert_eq!(shuffled(1, 1), Err(ShapeError::TooFewCards { cards: 1 }));
        assert_eq!(shuffled(5, 0), Err(ShapeError::ImpossibleDeal { deal: 0, cards: 5 }));
        assert_eq!(shuffled(5, 6), Err(ShapeError::ImpossibleDeal { deal: 6, cards: 5 }));
        assert_eq!(shuffled(2, 1).map(Shape::dealt), Ok(1));
    }
}
