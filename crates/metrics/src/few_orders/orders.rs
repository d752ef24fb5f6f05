//! A deck as an order of its cards, with the inverse of it.

use crate::{Card, Shape, axis::Axis};

/// The ranks of the cards of a deck among those that are shown, and the inverse.
pub(crate) struct Orders {
    order: Vec<u32>,
    inverse: Vec<u32>,
    /// The cards that are shown, in ascending order; empty where all are.
    shown: Vec<u32>,
}

impl Orders {
    pub(crate) fn of<C: Card>(row: &[C], shape: Shape) -> Self {
        let mut order: Vec<u32> = row.iter().map(|card| card.index() as u32).collect();
        let shown = if shape.is_whole() { Vec::new() } else { ranked(&mut order, shape.cards()) };
        let mut inverse = vec![0; order.len()];
        for (&card, position) in order.iter().zip(0..) {
            inverse[card as usize] = position;
        }
        Self { order, inverse, shown }
    }

    /// The values along this axis: cards by their positions, or positions by their cards.
    pub(crate) fn along(&self, axis: Axis) -> &[u32] {
        match axis {
            Axis::Positions => &self.order,
            Axis::Cards => &self.inverse,
        }
    }

    /// The cards of a deal in ascending order; of whole decks, none.
    pub(crate) fn shown(&self) -> &[u32] {
        &self.shown
    }

    pub(crate) fn card(&self, rank: u32) -> u32 {
        self.shown.get(rank as usize).copied().unwrap_or(rank)
    }
}

/// Turns cards into their ranks, and returns them in ascending order.
fn ranked(cards: &mut [u32], n: usize) -> Vec<u32> {
    let mut bits = vec![0_u64; n / 64 + 1];
    cards.iter().for_each(|&card| bits[card as usize / 64] |= 1 << (card % 64));
    let mut before = Vec::with_capacity(bits.len());
    let (mut shown, mut below) = (Vec::with_capacity(cards.len()), 0);
    for (&word, at) in bits.iter().zip((0..).step_by(64)) {
        before.push(below);
        below += word.count_ones();
        shown.extend((0..64).filter(|bit| word >> bit & 1 == 1).map(|bit: u32| at + bit));
    }
    for card in cards {
        let (word, bit) = (*card as usize / 64, *card % 64);
        *card = before[word] + (bits[word] & ((1 << bit) - 1)).count_ones();
    }
    shown
}

pub(super) fn two_words(number: u64) -> [u32; 2] {
    [number as u32, (number >> 32) as u32]
}

/// The number of 64 bits in the first two words.
pub(super) fn long(words: &[u32]) -> u64 {
    u64::from(words[0]) | u64::from(words[1]) << 32
}

pub(super) fn push_wide(number: i128, words: &mut Vec<u32>) {
    words.extend((0..4).map(|limb| (number >> (32 * limb)) as u32));
}

pub(super) fn wide(words: &[u32]) -> i128 {
    let limb = |(at, &word): (usize, &u32)| u128::from(word) << (32 * at);
    words.iter().enumerate().map(limb).sum::<u128>() as i128
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_deal_the_cards_are_their_ranks() {
        let deck = Orders::of(&[7_u8, 200, 64, 0], Shape::deal(256, 4).unwrap());
        assert_eq!(deck.along(Axis::Positions), [1, 3, 2, 0]);
        assert_eq!(deck.along(Axis::Cards), [3, 0, 2, 1]);
        assert_eq!([0, 1, 2, 3].map(|rank| deck.card(rank)), [0, 7, 64, 200]);
    }

    #[test]
    fn wide_numbers_come_back() {
        for number in [0, -1, i128::MAX, i128::MIN, 1 << 70, -(1 << 90) + 12_345] {
            let mut words = Vec::new();
            push_wide(number, &mut words);
            assert_eq!(wide(&words), number);
        }
    }
}
