//! Decks of fixed width: numbers of one, two or four bytes, the lowest byte first.

use crate::{
    error::Fault,
    layout::{Labels, Layout},
    slow,
};
use shuffle_deck::Card;

/// Fills a row from the bytes of one deck; returns true if all its cards are in range.
#[inline]
pub(crate) fn row<C: Card>(bytes: &[u8], layout: &Layout, row: &mut [C]) -> bool {
    let base = base(layout);
    match bytes.len() / row.len() {
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
        _ => numbers(bytes.as_chunks().0, layout, row, |&bytes| u32::from_le_bytes(bytes)),
    }
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

/// The error in the deck, and the index of the card at fault.
#[cold]
pub(crate) fn fault<C: Card>(
    bytes: &[u8],
    layout: &Layout,
    row: &mut [C],
) -> Option<(usize, Fault)> {
    let mut deck = slow::Deck::new(layout, row);
    for bytes in bytes.chunks_exact(bytes.len() / layout.dealt) {
        deck.number(bytes.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte)));
    }
    deck.out_of_place().or_else(|| slow::twice(layout, row))
}
