//! Keys of decks: equal decks have equal keys, and different decks have different ones, or nearly so. `repeats.md` says how.

use crate::{
    Card, Decks, DrawKind, Shape, draws::outcomes::Ranking, key_sample::KeySpace, views::registers,
};
use shuffle_deck::{Aligned, Column, InstructionSet, LANES, on_every_set};

const PRIMES: [u64; 5] = [
    0x9E37_79B1_85EB_CA87,
    0xC2B2_AE3D_27D4_EB4F,
    0x1656_67B1_9E37_79F9,
    0x85EB_CA77_C2B2_AE63,
    0x27D4_EB2F_1656_67C5,
];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Keys {
    /// The scrambled Lehmer rank: no two decks have the same.
    Ranks { ranking: Ranking, scramble: Scramble },
    Hashes {
        bits: u32,
        /// The cards of a row that count, whose order means nothing where they are a set.
        dealt: usize,
        is_set: bool,
    },
}

/// Multiplication modulo the number of orders.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Scramble {
    orders: u64,
    factor: u64,
    /// The factor over the number of orders, in units of 2^-64, rounded down.
    quotient: u64,
}

impl Scramble {
    /// The factor is near to the golden section of the number of orders, and has no divisor in common with it.
    fn new(orders: u64) -> Self {
        let golden = ((u128::from(orders) * u128::from(PRIMES[0])) >> 64) as u64;
        let alone = |factor: &u64| greatest_common_divisor(*factor, orders) == 1;
        let factor = (golden..orders).chain(1..=1).find(alone).unwrap_or(1);
        Self { orders, factor, quotient: ((u128::from(factor) << 64) / u128::from(orders)) as u64 }
    }

    /// `factor * number` modulo `orders`, for numbers below `orders`.
    #[inline]
    fn of(self, number: u64) -> u64 {
        let times = |factor: u64| u128::from(factor) * u128::from(number);
        let whole = (times(self.quotient) >> 64) as u64;
        // Below twice the orders, since the quotient was rounded down twice.
        let rest = times(self.factor) - u128::from(whole) * u128::from(self.orders);
        let orders = u128::from(self.orders);
        (if rest >= orders { rest - orders } else { rest }) as u64
    }
}

pub(crate) fn greatest_common_divisor(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { greatest_common_divisor(b, a % b) }
}

impl Keys {
    pub(crate) fn of_shape(shape: Shape) -> Self {
        if let Some(ranking) = Ranking::new(shape) {
            return Self::Ranks { ranking, scramble: Scramble::new(ranking.outcomes()) };
        }
        let bits = if shape.values() <= 256 { 8 } else { 32 };
        let is_set = shape.kind() == DrawKind::Unordered;
        Self::Hashes { bits, dealt: shape.dealt(), is_set }
    }

    /// The probability that two different decks have the same key.
    pub(crate) fn confusion(self) -> f64 {
        match self {
            Self::Ranks { .. } => 0.0,
            Self::Hashes { .. } => 0.5_f64.powi(64),
        }
    }

    /// All keys, of which a sample holds at most `most`.
    pub(crate) fn space(self, most: usize) -> KeySpace {
        match self {
            Self::Ranks { scramble, .. } => KeySpace::new(scramble.orders - 1, most),
            Self::Hashes { .. } => KeySpace::new(u64::MAX, most),
        }
    }

    #[inline]
    pub(crate) fn key<C: Card>(self, row: &[C]) -> u64 {
        match self {
            Self::Ranks { ranking, scramble } => scramble.of(ranking.rank(row)),
            Self::Hashes { bits, dealt, is_set: true } => {
                let mut balls = row[..dealt].to_vec();
                balls.sort_unstable();
                hashed(&balls, bits)
            }
            Self::Hashes { bits, dealt, .. } => hashed(&row[..dealt], bits),
        }
    }
}

impl Keys {
    /// Yields the keys of narrow decks, 64 at a time, for orders and for rows that are hashed in order; returns false for others.
    pub(crate) fn in_columns(self, decks: &Decks<'_>, mut take: impl FnMut(&[u64])) -> bool {
        let set = decks.instruction_set();
        let mut keys = [0; LANES];
        match self {
            Self::Ranks { ranking, scramble } => {
                let orders = ranking.cards_in_order().and_then(|n| Some((n, decks.digits()?)));
                let Some((cards, digits)) = orders else { return false };
                for group in digits.groups() {
                    ranks(set, group.columns, cards, &mut keys);
                    let keys = &mut keys[..group.lanes];
                    keys.iter_mut().for_each(|key| *key = scramble.of(*key));
                    take(keys);
                }
            }
            Self::Hashes { bits: 8, dealt, is_set: false } => {
                if let Some(rows) = decks.rows_in_registers() {
                    hash_rows(set, rows, dealt, take);
                    return true;
                }
                let Some(columns) = decks.columns() else { return false };
                for group in columns.groups() {
                    hashes(set, &group.columns[..dealt], &mut keys);
                    take(&keys[..group.lanes]);
                }
            }
            Self::Hashes { .. } => return false,
        }
        true
    }
}

on_every_set! {
    /// Computes the ranks of 64 decks of `cards` cards from their digits. Lanes without a deck get arbitrary ranks.
    fn ranks(digits: &[Column], cards: u64, ranks: &mut [u64; LANES]) {
        *ranks = [0; LANES];
        for (digit, place) in digits.iter().zip(0..) {
            for lane in 0..LANES {
                ranks[lane] = ranks[lane].wrapping_mul(cards - place);
                ranks[lane] = ranks[lane].wrapping_add(u64::from(digit[lane]));
            }
        }
    }

    /// The hashes of 64 rows of narrow cards, equal to [`hash`]: eight cards per word.
    fn hashes(cards: &[Column], hashes: &mut [u64; LANES]) {
        *hashes = [begun(cards.len()); LANES];
        for eight in cards.chunks(8) {
            let mut words = [0; LANES];
            for (cards, number) in eight.iter().zip(0..) {
                for lane in 0..LANES {
                    words[lane] |= u64::from(cards[lane]) << (8 * number);
                }
            }
            for lane in 0..LANES {
                hashes[lane] = stirred(hashes[lane], words[lane]);
            }
        }
        for hash in hashes {
            *hash = finished(*hash);
        }
    }

    /// The same for rows whose cards are in words already.
    fn hashes_of_words(words: &[[u64; LANES]], cards: usize, hashes: &mut [u64; LANES]) {
        *hashes = [begun(cards); LANES];
        for words in words {
            for lane in 0..LANES {
                hashes[lane] = stirred(hashes[lane], words[lane]);
            }
        }
        for hash in hashes {
            *hash = finished(*hash);
        }
    }
}

/// Yields the hashes of rows that suit registers, 64 at a time.
fn hash_rows(set: InstructionSet, rows: &[u8], cards: usize, mut take: impl FnMut(&[u64])) {
    let (mut words, mut hashes) = (Aligned([[0; LANES]; 8]), Aligned([0; LANES]));
    for rows in rows.chunks(LANES * cards) {
        registers::words_of(set, rows, cards, &mut words.0);
        hashes_of_words(set, &words.0[..cards.div_ceil(8)], cards, &mut hashes.0);
        take(&hashes.0[..rows.len() / cards]);
    }
}

/// The state of a hash before its words.
#[inline(always)]
fn begun(cards: usize) -> u64 {
    PRIMES[4].wrapping_add(cards as u64)
}

/// A state of a hash with another word in it.
#[inline(always)]
fn stirred(state: u64, word: u64) -> u64 {
    let word = word.wrapping_mul(PRIMES[1]).rotate_left(31).wrapping_mul(PRIMES[0]);
    (state ^ word).rotate_left(27).wrapping_mul(PRIMES[0]).wrapping_add(PRIMES[3])
}

#[inline(always)]
fn finished(mut state: u64) -> u64 {
    state ^= state >> 33;
    state = state.wrapping_mul(PRIMES[1]);
    state ^= state >> 29;
    state = state.wrapping_mul(PRIMES[2]);
    state ^ state >> 32
}

#[inline]
fn hashed<C: Card>(row: &[C], bits: u32) -> u64 {
    if bits == 8 { hash::<C, 8>(row) } else { hash::<C, 2>(row) }
}

/// The hash of a row, `PACK` cards a word.
#[inline]
fn hash<C: Card, const PACK: usize>(row: &[C]) -> u64 {
    let bits = 64 / PACK;
    let mut state = begun(row.len());
    let mut stir = |word: u64| state = stirred(state, word);
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
    finished(state)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    fn wide(row: &[u8]) -> Vec<u32> {
        row.iter().map(|&card| u32::from(card)).collect()
    }

    #[test]
    fn keys_are_the_same_on_every_machine_and_in_both_widths() {
        let deck: Vec<u8> = (0..52).rev().collect();
        let keys = Keys::of_shape(Shape::whole(52));
        assert_eq!(keys, Keys::Hashes { bits: 8, dealt: 52, is_set: false });
        assert_eq!(
            (keys.key(&deck), keys.key(&wide(&deck))),
            (566_629_951_563_271_970, 566_629_951_563_271_970)
        );
        let large: Vec<u32> = (0..1_000).collect();
        assert_eq!(Keys::of_shape(Shape::whole(1_000)).key(&large), 15_446_835_671_661_654_733);
        let keys = Keys::of_shape(Shape::whole(20));
        let deck: Vec<u8> = (0..20).rev().collect();
        // The rank of the last order is 20! - 1, so its key is 20! less the factor.
        assert_eq!(keys.key(&deck), 929_285_880_342_564_509);
        assert_eq!(keys.key(&wide(&deck)), 929_285_880_342_564_509);
    }

    #[test]
    fn scrambling_is_one_to_one() {
        for orders in [1, 2, 6, 24, 120, 5_040, 40_320, 132_600] {
            let scramble = Scramble::new(orders);
            let all: HashSet<u64> = (0..orders).map(|number| scramble.of(number)).collect();
            assert_eq!(all.len() as u64, orders);
            assert!(all.iter().all(|&key| key < orders));
        }
    }

    proptest::proptest! {
        #[test]
        fn scrambling_is_the_product_modulo_the_orders(orders in 1..u64::MAX, number: u64) {
            let (scramble, number): (_, u64) = (Scramble::new(orders), number % orders);
            let product = u128::from(scramble.factor) * u128::from(number) % u128::from(orders);
            proptest::prop_assert_eq!(u128::from(scramble.of(number)), product);
        }
    }

    /// The keys of a sample are a fair part of the orders: in each 64th of the ranks there are as many as anywhere.
    #[test]
    fn small_keys_are_spread_over_all_orders() {
        let scramble = Scramble::new(3_628_800);
        for share in [2, 8, 64] {
            let below = 3_628_800 / share;
            let mut counts = [0_i64; 64];
            let ranks = (0..3_628_800).filter(|&rank| scramble.of(rank) < below);
            ranks.for_each(|rank| counts[rank as usize / 56_700] += 1);
            let even = below as i64 / 64;
            assert!(counts.iter().all(|count| (count - even).abs() <= 8), "{share}: {counts:?}");
        }
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
}
