//! Exact dice: rejection, so that no value is favored.

use super::{Dice, Generated};
use rand::Rng;

/// A generator with an exact draw.
///
/// `below(k)` is the high word of `word * k` for a 64-bit word, redrawn where the low word falls into the
/// `2^64 mod k` surplus. (Lemire 2019, "Fast Random Integer Generation in an Interval", ACM TOMACS
/// 29(1), algorithm 5.) It is written here rather than taken from `rand`, because it is part of the seed
/// contract: a new `rand` must not change our decks.
///
/// ```
/// use rand::SeedableRng;
/// use shuffle_algorithms::{Dice, dice::Exact};
///
/// let mut dice = Exact::new(rand_pcg::Pcg64::seed_from_u64(1));
/// assert!((0..100).all(|_| dice.below(6) < 6));
/// ```
#[derive(Clone, Debug)]
pub struct Exact<R> {
    rng: R,
}

impl<R: Rng> Exact<R> {
    /// Dice over this generator.
    pub fn new(rng: R) -> Self {
        Self { rng }
    }
}

impl<R: Rng> Dice for Exact<R> {
    #[inline]
    fn below_u64(&mut self, k: u64) -> u64 {
        debug_assert!(k > 0, "a roll needs at least one value");
        let mut product = u128::from(self.rng.next_u64()) * u128::from(k);
        if (product as u64) < k {
            let surplus = k.wrapping_neg() % k;
            while (product as u64) < surplus {
                product = u128::from(self.rng.next_u64()) * u128::from(k);
            }
        }
        (product >> 64) as u64
    }
}

impl<R: Rng> Generated for Exact<R> {
    type Generator = R;

    fn generator(&mut self) -> &mut R {
        &mut self.rng
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::TryRng;
    use std::convert::Infallible;

    /// A "generator" that plays back given words.
    struct GivenWords<'a>(std::slice::Iter<'a, u64>);

    impl TryRng for GivenWords<'_> {
        type Error = Infallible;
        fn try_next_u32(&mut self) -> Result<u32, Infallible> {
            unreachable!("exact dice draw whole words")
        }
        fn try_next_u64(&mut self) -> Result<u64, Infallible> {
            Ok(*self.0.next().expect("no words left"))
        }
        fn try_fill_bytes(&mut self, _: &mut [u8]) -> Result<(), Infallible> {
            unreachable!("exact dice draw whole words")
        }
    }

    fn below(k: u64, words: &[u64]) -> (u64, usize) {
        let mut dice = Exact::new(GivenWords(words.iter()));
        let value = dice.below_u64(k);
        (value, dice.rng.0.len())
    }

    #[test]
    fn words_in_the_surplus_are_redrawn() {
        // 2^64 mod 3 = 1: of the words with product low word 0 exactly one is rejected.
        assert_eq!(below(3, &[0, u64::MAX]), (2, 0));
        // Three times this word is 2 * 2^64 + 1: its low word is the first outside the surplus, so it stands.
        assert_eq!(below(3, &[0xaaaa_aaaa_aaaa_aaab, 0]), (2, 1));
        // For a power of two there is no surplus: word 0 stands.
        assert_eq!(below(4, &[0, u64::MAX]), (0, 1));
        // k = 2^63 + 1 has a surplus of 2^63 - 1, so that nearly every second word is rejected.
        let k = (1 << 63) + 1;
        assert_eq!(below(k, &[2, 1]), (0, 0), "low word 2 is in the surplus, 2^63 + 1 is not");
    }
}
