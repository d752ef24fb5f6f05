//! Decks of fixed width: numbers of one, two, four or eight bytes, the lowest byte first.

use crate::{
    cell_by_cell,
    error::DeckFault,
    layout::{Labels, Layout},
    npy::Element,
};
use shuffle_deck::Card;

/// Fills a row from the bytes of one deck; returns true if all its cards are in range.
#[inline]
pub(crate) fn row<C: Card>(bytes: &[u8], element: Element, layout: &Layout, row: &mut [C]) -> bool {
    let base = base(layout);
    match element.width {
        // Of 32 bits none is left then for the sign, or to mark what is out of range.
        4.. if layout.cards > 1 << 31 => wide(bytes, element, base, layout.cards, row),
        1 => {
            let last = (layout.cards - 1).min(255) as u8;
            let mut worst = 0;
            for (card, &byte) in row.iter_mut().zip(bytes) {
                let number = byte.wrapping_sub(base as u8);
                worst = worst.max(number);
                *card = C::new(usize::from(number));
            }
            worst <= last
        }
        2 => numbers(bytes.as_chunks().0, layout, row, |&bytes| u16::from_le_bytes(bytes).into()),
        4 => numbers(bytes.as_chunks().0, layout, row, |&bytes| u32::from_le_bytes(bytes)),
        _ => numbers(bytes.as_chunks().0, layout, row, |&bytes| {
            // All that needs more bits is out of range, also after the base was taken off.
            u64::from_le_bytes(bytes).try_into().unwrap_or(u32::MAX)
        }),
    }
}

/// The same of cards that may need all of 32 bits.
fn wide<C: Card>(bytes: &[u8], element: Element, base: u32, cards: usize, row: &mut [C]) -> bool {
    row.iter_mut().zip(bytes.chunks_exact(element.width)).all(|(card, bytes)| {
        let number = number(bytes, element).ok().and_then(|it| it.checked_sub(base.into()));
        let index = number.filter(|&index| index < cards as u64);
        *card = C::new(index.unwrap_or(0) as usize);
        index.is_some()
    })
}

fn base(layout: &Layout) -> u32 {
    match layout.labels {
        Labels::Numbers { base } => base,
        Labels::Names(_) => 0,
    }
}

#[inline]
fn numbers<C: Card, const WIDTH: usize>(
    bytes: &[[u8; WIDTH]],
    layout: &Layout,
    row: &mut [C],
    number: impl Fn(&[u8; WIDTH]) -> u32,
) -> bool {
    let base = base(layout);
    let last = u32::try_from(layout.cards - 1).unwrap_or(u32::MAX);
    let mut worst = 0;
    for (card, bytes) in row.iter_mut().zip(bytes) {
        let number = number(bytes).wrapping_sub(base);
        worst = worst.max(number);
        *card = C::new(number as usize);
    }
    worst <= last
}

/// A number, or a negative one as an error.
pub(crate) fn number(bytes: &[u8], element: Element) -> Result<u64, i64> {
    let number = bytes.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte));
    let unused = 64 - 8 * bytes.len();
    let signed = (number << unused).cast_signed() >> unused;
    if element.is_signed && signed < 0 { Err(signed) } else { Ok(number) }
}

/// The error in the deck, and the index of the card at fault.
#[cold]
pub(crate) fn fault<C: Card>(
    bytes: &[u8],
    element: Element,
    layout: &Layout,
    row: &mut [C],
) -> Option<(usize, DeckFault)> {
    let mut deck = cell_by_cell::DeckBuilder::new(layout, row);
    for bytes in bytes.chunks_exact(element.width) {
        match number(bytes, element) {
            Ok(number) => deck.number(number),
            Err(negative) => deck.cell(&negative.to_string()),
        }
    }
    deck.out_of_place().or_else(|| cell_by_cell::twice(layout, row))
}
