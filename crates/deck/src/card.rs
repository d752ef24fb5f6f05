//! Cards are small integers, and a deck is a slice of them.

use crate::{Rows, RowsMut};

/// A card: an integer from 0, as narrow as the deck allows.
///
/// `u8` holds decks of up to 256 cards, `u32` all others.
pub trait Card: Copy + Default + Eq + Ord + Send + Sync + std::fmt::Debug + 'static {
    /// The number of different cards that the type can hold.
    const LIMIT: usize;

    /// The card with this number.
    ///
    /// `index` must be below [`Card::LIMIT`]; higher bits are lost otherwise.
    fn new(index: usize) -> Self;

    /// The number of this card.
    fn index(self) -> usize;

    /// Names the width of such cards at run time.
    fn rows(cards: &[Self]) -> Rows<'_>;

    /// The same, to be written.
    fn rows_mut(cards: &mut [Self]) -> RowsMut<'_>;
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

    fn rows(cards: &[Self]) -> Rows<'_> {
        Rows::Narrow(cards)
    }

    fn rows_mut(cards: &mut [Self]) -> RowsMut<'_> {
        RowsMut::Narrow(cards)
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

    fn rows(cards: &[Self]) -> Rows<'_> {
        Rows::Wide(cards)
    }

    fn rows_mut(cards: &mut [Self]) -> RowsMut<'_> {
        RowsMut::Wide(cards)
    }
}

/// The untouched deck `0, 1, ... cards - 1`.
///
/// # Panics
///
/// If the card type is too narrow for the deck.
///
/// ```
/// assert_eq!(shuffle_deck::card::identity::<u8>(3), [0, 1, 2]);
/// ```
#[must_use]
pub fn identity<C: Card>(cards: usize) -> Vec<C> {
    assert!(cards <= C::LIMIT, "{cards} cards do not fit this card type");
    (0..cards).map(C::new).collect()
}
