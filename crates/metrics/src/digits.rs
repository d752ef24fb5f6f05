//! Lehmer digits of decks, fast.
//!
//! The digit of position p is the place of its card among the cards that are left: the card less the
//! smaller cards before it, from 0 to n-p-1. Under uniformity the digits are independent and each is
//! uniform on its range (Lehmer 1960; Knuth, TAOCP 3, 5.1.1), so an order is a throw of n different dice.

use crate::decks::Card;

/// Digits are bytes, so decks have at most 256 cards.
pub const MOST_CARDS: usize = 256;

/// Positions that are worked on at a time.
const LANES: usize = 16;

/// Space in which digits are worked out, kept from deck to deck.
#[derive(Clone, Debug)]
pub struct Digits {
    cards: [u8; MOST_CARDS],
    digits: [u8; MOST_CARDS],
}

impl Default for Digits {
    fn default() -> Self {
        Self { cards: [0; MOST_CARDS], digits: [0; MOST_CARDS] }
    }
}

impl Digits {
    /// The digits of a row, one a position.
    ///
    /// # Panics
    ///
    /// If the row is longer than [`MOST_CARDS`].
    ///
    /// ```
    /// use shuffle_metrics::digits::Digits;
    /// assert_eq!(Digits::default().of(&[2_u8, 0, 4, 1]), [2, 0, 2, 0]);
    /// ```
    #[inline]
    pub fn of<C: Card>(&mut self, row: &[C]) -> &[u8] {
        for (mine, card) in self.cards.iter_mut().zip(row) {
            *mine = card.index() as u8;
        }
        let used = row.len().next_multiple_of(LANES);
        for first in (0..used).step_by(LANES) {
            let digits = lanes_from(&self.cards, first);
            self.digits[first..first + LANES].copy_from_slice(&digits);
        }
        &self.digits[..row.len()]
    }
}

/// The digits of the positions `first..first + 16`; those beyond the end of the row mean nothing.
#[inline]
fn lanes_from(cards: &[u8; MOST_CARDS], first: usize) -> [u8; LANES] {
    let mut own = [0; LANES];
    own.copy_from_slice(&cards[first..first + LANES]);
    let mut digits = own;
    for &before in &cards[..first] {
        for lane in 0..LANES {
            digits[lane] = digits[lane].wrapping_sub(u8::from(before < own[lane]));
        }
    }
    for before in 0..LANES {
        for lane in 0..LANES {
            let smaller = u8::from(own[before] < own[lane]) & u8::from(before < lane);
            digits[lane] = digits[lane].wrapping_sub(smaller);
        }
    }
    digits
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Shape, rank};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn digits_are_those_of_the_rank(seed in 0..u64::MAX, cards in 2..=20_usize, wide: bool) {
            let shape = Shape::whole(cards).unwrap();
            let mut wanted = seed % rank::orders(shape).unwrap();
            let order = rank::unrank(wanted, shape);
            let digits = if wide {
                let row: Vec<u32> = order.iter().map(|&card| card as u32).collect();
                Digits::default().of(&row).to_vec()
            } else {
                let row: Vec<u8> = order.iter().map(|&card| card as u8).collect();
                Digits::default().of(&row).to_vec()
            };
            for (position, &digit) in digits.iter().enumerate().rev() {
                let radix = (cards - position) as u64;
                prop_assert_eq!(u64::from(digit), wanted % radix);
                wanted /= radix;
            }
        }
    }

    #[test]
    fn the_largest_decks_have_digits_too() {
        let backwards: Vec<u8> = (0..=255).rev().collect();
        assert_eq!(Digits::default().of(&backwards), backwards);
        let mut cut: Vec<u32> = (128..256).collect();
        cut.extend(0..128);
        let digits = Digits::default().of(&cut).to_vec();
        assert!(digits[..128].iter().all(|&digit| digit == 128));
        assert!(digits[128..].iter().all(|&digit| digit == 0));
    }

    #[test]
    fn what_an_earlier_deck_left_behind_does_not_matter() {
        let mut digits = Digits::default();
        digits.of(&(0..200_u8).rev().collect::<Vec<_>>());
        assert_eq!(digits.of(&[1_u8, 2, 0]), [1, 1, 0]);
    }
}
