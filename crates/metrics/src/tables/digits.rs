//! Lehmer digits of decks, fast.
//!
//! The digit of position p is the place of its card among the cards that are left: the card less the
//! smaller cards before it, from 0 to n-p-1. Under uniformity the digits are independent and each is
//! uniform on its range (Lehmer 1960; Knuth, TAOCP 3, 5.1.1), so an order is a throw of n different dice.

use crate::Card;

/// Digits are bytes, so decks have at most 256 cards.
pub(crate) const MOST_CARDS: usize = 256;

/// Space in which digits are worked out, kept from deck to deck.
#[derive(Clone, Debug)]
pub(crate) struct Digits {
    digits: [u8; MOST_CARDS],
}

impl Default for Digits {
    fn default() -> Self {
        Self { digits: [0; MOST_CARDS] }
    }
}

impl Digits {
    /// The digits of a row of up to [`MOST_CARDS`] cards below `cards`, one a position.
    #[inline]
    pub(crate) fn of<C: Card>(&mut self, row: &[C], cards: usize) -> &[u8] {
        let digits = &mut self.digits[..row.len()];
        match cards {
            0..=64 => write::<C, 1>(row, digits),
            _ => write::<C, 4>(row, digits),
        }
        digits
    }
}

/// The cards seen so far, as bits in several words. A card's smaller cards are those in the words below, whose number
/// is kept, and the lower bits of its own word.
#[inline]
fn write<C: Card, const WORDS: usize>(row: &[C], digits: &mut [u8]) {
    let (mut seen, mut below) = ([0_u64; WORDS], [0_u8; WORDS]);
    for (digit, card) in digits.iter_mut().zip(row) {
        let card = card.index();
        let (word, bit) = (card / 64 % WORDS, 1_u64 << (card % 64));
        let smaller = (seen[word] & (bit - 1)).count_ones() as u8;
        *digit = (card as u8).wrapping_sub(smaller).wrapping_sub(below[word]);
        seen[word] |= bit;
        for (above, below) in below.iter_mut().enumerate() {
            *below += u8::from(above > word);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Shape, rank};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn digits_are_those_of_the_rank(seed in 0..u64::MAX, cards in 2..=20_usize) {
            let shape = Shape::whole(cards);
            let mut wanted = seed % rank::orders(shape).unwrap();
            let order = rank::unrank(wanted, shape);
            let row: Vec<u32> = order.iter().map(|&card| card as u32).collect();
            let narrow: Vec<u8> = order.iter().map(|&card| card as u8).collect();
            let digits = Digits::default().of(&row, cards).to_vec();
            prop_assert_eq!(Digits::default().of(&narrow, cards).to_vec(), digits.clone());
            for (position, &digit) in digits.iter().enumerate().rev() {
                let radix = (cards - position) as u64;
                prop_assert_eq!(u64::from(digit), wanted % radix);
                wanted /= radix;
            }
        }
    }

    #[test]
    fn what_an_earlier_deck_left_behind_does_not_matter() {
        let mut digits = Digits::default();
        assert_eq!(digits.of(&[2_u8, 0, 4, 1], 5), [2, 0, 2, 0]);
        digits.of(&(0..200_u8).rev().collect::<Vec<_>>(), 200);
        assert_eq!(digits.of(&[1_u8, 2, 0], 3), [1, 1, 0]);
        assert_eq!(digits.of(&[2_u8, 0, 4, 1], 5), [2, 0, 2, 0]);
    }
}
