//! Keys of decks: equal decks have equal keys, and different decks have different ones, or nearly so.
//!
//! Where all orders can be numbered in 64 bits the key is the Lehmer rank plus 1, which is exact. Larger decks
//! are hashed. The cards are packed into words, eight a word (two a word for decks of more than 256 cards),
//! first card lowest, zeros at the end, and the words are stirred in as XXH64 stirs in the last words of
//! its input, then mixed as it mixes at the end; for 24 bytes it is XXH64. Each step is one-to-one in the
//! word and in the state, so two decks that differ in one word never collide, and others do with a
//! probability of about 2^-64. The key depends on the cards alone, not on the machine nor on the width in
//! which the cards are stored.
//!
//! No key is 0: that is what an empty slot holds. Source: Y. Collet, xxHash specification, XXH64, steps
//! 5 and 6.

use crate::{Card, Shape, rank};

const PRIMES: [u64; 5] = [
    0x9E37_79B1_85EB_CA87,
    0xC2B2_AE3D_27D4_EB4F,
    0x1656_67B1_9E37_79F9,
    0x85EB_CA77_C2B2_AE63,
    0x27D4_EB2F_1656_67C5,
];

/// The function from decks of a shape to keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keys {
    /// Lehmer rank plus 1: no two decks have the same.
    Ranks {
        /// Cards in the deck.
        cards: usize,
    },
    /// A hash of 64 bits.
    Hashes {
        /// Bits that a card takes.
        bits: u32,
    },
}

impl Keys {
    /// The best keys of decks of this shape.
    #[must_use]
    pub fn of_shape(shape: Shape) -> Self {
        let cards = shape.cards();
        if rank::orders(shape).is_some() {
            Self::Ranks { cards }
        } else {
            Self::Hashes { bits: if cards <= 256 { 8 } else { 32 } }
        }
    }

    /// The probability that two different decks have the same key.
    #[must_use]
    pub fn confusion(self) -> f64 {
        match self {
            Self::Ranks { .. } => 0.0,
            Self::Hashes { .. } => 0.5_f64.powi(64),
        }
    }

    /// The key of a deck; never 0.
    #[inline]
    pub fn key<C: Card>(self, row: &[C]) -> u64 {
        match self {
            Self::Ranks { cards } => rank::rank(row, cards) + 1,
            Self::Hashes { bits: 8 } => hash::<C, 8>(row),
            Self::Hashes { .. } => hash::<C, 2>(row),
        }
    }
}

/// The hash of a row, `PACK` cards a word.
#[inline]
fn hash<C: Card, const PACK: usize>(row: &[C]) -> u64 {
    let bits = 64 / PACK;
    let mut state = PRIMES[4].wrapping_add(row.len() as u64);
    let mut stir = |word: u64| {
        let word = word.wrapping_mul(PRIMES[1]).rotate_left(31).wrapping_mul(PRIMES[0]);
        state = (state ^ word).rotate_left(27).wrapping_mul(PRIMES[0]).wrapping_add(PRIMES[3]);
    };
    let pack = |cards: &[C]| {
        cards
            .iter()
            .enumerate()
            .fold(0, |word, (i, card)| word | (card.index() as u64) << (i * bits))
    };
    let (whole, rest) = row.as_chunks::<PACK>();
    whole.iter().for_each(|cards| stir(pack(cards)));
    if !rest.is_empty() {
        stir(pack(rest));
    }
    state ^= state >> 33;
    state = state.wrapping_mul(PRIMES[1]);
    state ^= state >> 29;
    state = state.wrapping_mul(PRIMES[2]);
    state ^= state >> 32;
    state.max(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::distribution::poisson;
    use std::collections::HashSet;

    fn wide(row: &[u8]) -> Vec<u32> {
        row.iter().map(|&card| u32::from(card)).collect()
    }

    #[test]
    fn keys_are_the_same_on_every_machine_and_in_both_widths() {
        let deck: Vec<u8> = (0..52).rev().collect();
        let keys = Keys::of_shape(Shape::whole(52));
        assert_eq!(keys, Keys::Hashes { bits: 8 });
        assert_eq!(
            (keys.key(&deck), keys.key(&wide(&deck))),
            (566_629_951_563_271_970, 566_629_951_563_271_970)
        );
        let large: Vec<u32> = (0..1_000).collect();
        assert_eq!(Keys::of_shape(Shape::whole(1_000)).key(&large), 15_446_835_671_661_654_733);
        let keys = Keys::of_shape(Shape::whole(20));
        let deck: Vec<u8> = (0..20).rev().collect();
        // 20! is the rank of the last order, plus 1.
        assert_eq!(keys.key(&deck), 2_432_902_008_176_640_000);
        assert_eq!(keys.key(&wide(&deck)), 2_432_902_008_176_640_000);
    }

    /// Value of the reference implementation, xxhash 4.1.0 for Python: `xxh64(bytes(range(24)), seed=0)`.
    #[test]
    fn the_hash_of_24_cards_is_xxh64() {
        let deck: Vec<u8> = (0..24).collect();
        let keys = Keys::of_shape(Shape::whole(24));
        assert_eq!(keys.key(&deck), 0xdd14_a029_2632_be9b);
    }

    #[test]
    fn decks_that_differ_by_one_swap_have_different_keys() {
        for cards in [21, 52, 60, 256] {
            let keys = Keys::of_shape(Shape::whole(cards));
            let mut deck: Vec<u8> = (0..cards).map(|card| card as u8).collect();
            let mut seen = HashSet::from([keys.key(&deck)]);
            for a in 0..cards {
                for b in 0..a {
                    deck.swap(a, b);
                    assert!(seen.insert(keys.key(&deck)), "{cards} cards, {a} and {b} swapped");
                    deck.swap(a, b);
                }
            }
        }
    }

    /// 2^17 decks that differ by little: any 32 bits of their keys agree as often as chance has it.
    #[test]
    fn every_bit_of_a_key_is_used() {
        let keys = Keys::of_shape(Shape::whole(52));
        let mut deck: Vec<u8> = (0..52).collect();
        let mut all: Vec<u64> = (0..1_u32 << 17)
            .map(|bits| {
                deck.sort_unstable();
                (0..17).filter(|i| bits >> i & 1 == 1).for_each(|i| deck.swap(3 * i, 3 * i + 1));
                keys.key(&deck)
            })
            .collect();
        let mean = 0.5 * 2_f64.powi(17 + 17 - 32);
        for rotation in [0, 13, 32, 47] {
            let part = |key: &u64| key.rotate_left(rotation) as u32;
            all.sort_unstable_by_key(part);
            let equal =
                all.windows(2).filter(|pair| part(&pair[0]) == part(&pair[1])).count() as u64;
            assert!(
                poisson::ln_sf(equal, mean) > 1e-4_f64.ln(),
                "{equal} for {mean} at {rotation}"
            );
        }
    }
}
