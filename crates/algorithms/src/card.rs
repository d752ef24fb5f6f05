//! Cards are small integers, and a deck is a slice of them.

use crate::spec::SpecError;

/// A card: an integer from 0, as narrow as the deck allows.
///
/// `u8` holds decks of up to 256 cards, `u32` all others.
pub trait Card: Copy + Default + Eq + Ord + Send + Sync + std::fmt::Debug + 'static {
    /// How many different cards the type can hold.
    const LIMIT: usize;

    /// The card with this number.
    ///
    /// `index` must be below [`Card::LIMIT`]; higher bits are lost otherwise.
    fn new(index: usize) -> Self;

    /// The number of this card.
    fn index(self) -> usize;

    /// Names the width of a block of such cards at run time.
    fn rows(block: &mut [Self]) -> Rows<'_>;
}

/// A block of decks to be filled, one after the other, narrow or wide.
#[derive(Debug)]
pub enum Rows<'a> {
    /// Decks of up to 256 cards.
    Narrow(&'a mut [u8]),
    /// Larger decks.
    Wide(&'a mut [u32]),
}

impl Card for u8 {
    const LIMIT: usize = 1 << 8;

    #[inline]
    fn new(index: usize) -> Self {
        index as Self
    }

    #[inline]
    fn index(self) -> usize {
        usize::from(self)
    }

    fn rows(block: &mut [Self]) -> Rows<'_> {
        Rows::Narrow(block)
    }
}

impl Card for u32 {
    // On 32 bits one card fewer, which no memory holds anyway.
    const LIMIT: usize = (u32::MAX as usize).saturating_add(1);

    #[inline]
    fn new(index: usize) -> Self {
        index as Self
    }

    #[inline]
    fn index(self) -> usize {
        self as usize
    }

    fn rows(block: &mut [Self]) -> Rows<'_> {
        Rows::Wide(block)
    }
}

/// The untouched deck `0, 1, ... cards - 1`.
///
/// # Panics
///
/// If the card type is too narrow for the deck.
///
/// ```
/// assert_eq!(shuffle_algorithms::card::identity::<u8>(3), [0, 1, 2]);
/// ```
#[must_use]
pub fn identity<C: Card>(cards: usize) -> Vec<C> {
    assert!(cards <= C::LIMIT, "{cards} cards do not fit this card type");
    (0..cards).map(C::new).collect()
}

/// How many cards a deck has, and how many of them are dealt.
///
/// A whole shuffle deals all of its cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Size {
    cards: usize,
    deal: usize,
}

impl Size {
    /// A whole deck of `cards`.
    #[must_use]
    pub fn whole(cards: usize) -> Self {
        Self { cards, deal: cards }
    }

    /// The first `deal` cards of a deck of `cards`.
    ///
    /// # Errors
    ///
    /// [`SpecError::DealTooLarge`] if more is dealt than there is.
    pub fn deal(cards: usize, deal: usize) -> Result<Self, SpecError> {
        if deal > cards {
            Err(SpecError::DealTooLarge { deal, cards })
        } else {
            Ok(Self { cards, deal })
        }
    }

    /// The number of cards in the deck.
    #[must_use]
    pub fn cards(self) -> usize {
        self.cards
    }

    /// The number of cards that are dealt; equal to [`Size::cards`] for a whole shuffle.
    #[must_use]
    pub fn dealt(self) -> usize {
        self.deal
    }

    /// Whether the whole deck is dealt.
    #[must_use]
    pub fn is_whole(self) -> bool {
        self.cards == self.deal
    }
}
