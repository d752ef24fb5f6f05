//! The check that the cards of a deck are distinct. Every deck of every input is checked.

use crate::layout::Layout;
use shuffle_deck::{Card, row_check::RowCheck};

/// Looks for a card that occurs twice; reuses its memory from deck to deck.
#[derive(Debug)]
pub(crate) enum Distinct {
    /// Up to 64 cards: one bit each, in a register.
    Bits,
    /// Up to 256 cards: one byte each, so that no store depends on another.
    Bytes(Box<[u8; 256]>),
    /// More: one bit each; all are 0 between decks.
    Words(Vec<u64>),
    /// A row that is not an ordering of different cards.
    Drawn(Box<RowCheck>),
}

impl Distinct {
    pub(crate) fn of(layout: &Layout) -> Self {
        match layout.drawn {
            Some(shape) => Self::Drawn(Box::new(RowCheck::new(shape))),
            None => Self::new(layout.cards),
        }
    }

    pub(crate) fn new(cards: usize) -> Self {
        match cards {
            0..=64 => Self::Bits,
            65..=256 => Self::Bytes(Box::new([0; 256])),
            _ => Self::Words(vec![0; cards.div_ceil(64)]),
        }
    }

    /// True if no card occurs twice. All cards must be in range.
    #[inline]
    pub(crate) fn holds<C: Card>(&mut self, row: &[C]) -> bool {
        match self {
            Self::Bits => bits(row) == row.len(),
            Self::Bytes(seen) => bytes(row, seen) == row.len(),
            Self::Words(seen) => words(row, seen),
            Self::Drawn(check) => check.row(row).is_ok(),
        }
    }
}

#[inline]
fn bits<C: Card>(row: &[C]) -> usize {
    // Two sets, so that a card does not depend on the one before it.
    let (mut even, mut odd) = (0_u64, 0_u64);
    let (pairs, rest) = row.as_chunks::<2>();
    for [a, b] in pairs {
        even |= 1 << (a.index() & 63);
        odd |= 1 << (b.index() & 63);
    }
    for card in rest {
        even |= 1 << (card.index() & 63);
    }
    (even | odd).count_ones() as usize
}

#[inline]
fn bytes<C: Card>(row: &[C], seen: &mut [u8; 256]) -> usize {
    seen.fill(0);
    for card in row {
        seen[card.index() & 255] = 1;
    }
    seen.iter().map(|&mark| usize::from(mark)).sum()
}

fn words<C: Card>(row: &[C], seen: &mut [u64]) -> bool {
    let mut twice = 0;
    for card in row {
        let (word, bit) = (card.index() / 64, 1 << (card.index() % 64));
        twice |= seen[word] & bit;
        seen[word] |= bit;
    }
    if row.len() < seen.len() {
        row.iter().for_each(|card| seen[card.index() / 64] = 0);
    } else {
        seen.fill(0);
    }
    twice == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_size_tells_decks_from_decks_with_a_card_twice() {
        for cards in [1, 2, 3, 52, 63, 64, 65, 128, 255, 256, 257, 1_000] {
            let mut distinct = Distinct::new(cards);
            let whole: Vec<u32> = (0..cards as u32).rev().collect();
            for dealt in [1, cards / 2, cards.saturating_sub(1), cards] {
                let deal = &whole[..dealt];
                assert!(distinct.holds(deal), "{dealt} of {cards}");
                for (from, to) in [(0, dealt.saturating_sub(1)), (dealt / 2, 0)] {
                    let mut twice = deal.to_vec();
                    if from < dealt && from != to {
                        twice[to] = twice[from];
                        assert!(!distinct.holds(&twice), "{dealt} of {cards}: {from} at {to}");
                    }
                }
                assert!(distinct.holds(deal), "nothing is left over");
            }
        }
    }
}
