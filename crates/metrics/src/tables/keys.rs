//! Keys of decks: equal decks have equal keys, and different decks have different ones, or nearly so.
//!
//! Where all orders can be numbered in 64 bits the key is the Lehmer rank plus 1, which is exact. Larger decks
//! are hashed. The cards are packed into words, eight a word (two a word for decks of more than 256 cards),
//! first card lowest, zeros at the end, and the words are stirred in as XXH64 stirs in the last words of
//! its input, then mixed as it mixes at the end. Each step is one-to-one in the word and in the state, so two
//! decks that differ in one word never collide, and others do with a probability of about 2^-64. The key
//! depends on the cards alone, not on the machine nor on the width in which the cards are stored.
//!
//! No key is 0: that is what an empty slot holds. Source: Y. Collet, xxHash specification, XXH64, steps
//! 5 and 6.

use crate::{Shape, decks::Card, rank};

const PRIMES: [u64; 5] = [
    0x9E37_79B1_85EB_CA87,
    0xC2B2_AE3D_27D4_EB4F,
    0x1656_67B1_9E37_79F9,
    0x85EB_CA77_C2B2_AE63,
    0x27D4_EB2F_1656_67C5,
];

/// How the decks of a shape are given keys.
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
