//! The number of words that lead to each value of a roll: the law of the dice, counted instead of drawn.
//!
//! An exact law needs the true chance of every value, even if the draw is flawed. The counts here belong to the draws
//! in the neighboring files; tests compare them with the draws themselves, word by word.

use super::DiceSpec;

/// The number of equally likely words that lead to each value of one roll `below(k)`.
///
/// ```
/// use shuffle_algorithms::dice::DiceSpec;
///
/// // A word of two bits modulo 3: the words 0 and 3 give 0, the word 1 gives 1, the word 2 gives 2.
/// let weights = DiceSpec::Modulo { bits: 2 }.weights(3).expect("rolls are independent");
/// assert_eq!([weights.of(0), weights.of(1), weights.of(2)], [2, 1, 1]);
/// assert_eq!(weights.total(), 4);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weights {
    values: usize,
    words: WordSpace,
}

/// The number of words, and the value that each leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum WordSpace {
    /// This number of words, each leading to a value of its own, from 0 on.
    OneEach(u64),
    /// 2^bits words, modulo the number of values.
    Modulo { bits: u32 },
    /// 2^bits words, times the number of values, with the lower bits dropped.
    Scaled { bits: u32 },
}

impl DiceSpec {
    /// The weights of `below(values)`, or `None` for `tiny-seed` and `clock-seed`, whose rolls are not independent of
    /// each other: there, the generator determines which decks can come out.
    ///
    /// `values` must be at least 1.
    #[must_use]
    pub fn weights(self, values: usize) -> Option<Weights> {
        debug_assert!(values > 0, "a roll needs at least one value");
        let words = match self {
            Self::Exact | Self::Batched => WordSpace::OneEach(values as u64),
            Self::OffByOne => WordSpace::OneEach(values.max(2) as u64 - 1),
            Self::Modulo { bits } => WordSpace::Modulo { bits },
            Self::Float { bits } => WordSpace::Scaled { bits },
            Self::TinySeed { .. } | Self::ClockSeed { .. } => return None,
        };
        Some(Weights { values, words })
    }
}

impl Weights {
    /// The number of values, whether they can come or not.
    #[must_use]
    pub fn values(self) -> usize {
        self.values
    }

    /// The number of words, at most 2^63.
    #[must_use]
    pub fn total(self) -> u64 {
        match self.words {
            WordSpace::OneEach(words) => words,
            WordSpace::Modulo { bits } | WordSpace::Scaled { bits } => 1 << bits,
        }
    }

    /// The number of words that lead to `value`.
    #[must_use]
    pub fn of(self, value: usize) -> u64 {
        self.below(value + 1) - self.below(value)
    }

    /// The number of words that lead to some value below `value`; it decides a weighted coin.
    #[must_use]
    pub fn below(self, value: usize) -> u64 {
        let (value, values) = (value.min(self.values) as u64, self.values as u64);
        match self.words {
            WordSpace::OneEach(words) => value.min(words),
            WordSpace::Modulo { bits } => {
                let words = 1_u64 << bits;
                words / values * value + (words % values).min(value)
            }
            WordSpace::Scaled { bits } => {
                (u128::from(value) << bits).div_ceil(u128::from(values)) as u64 // at most 2^bits
            }
        }
    }

    /// The number of values that can come at all.
    #[must_use]
    pub fn reached(self) -> u64 {
        self.total().min(self.values as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::{Dice, Float, Modulo, OffByOne};
    use rand::TryRng;
    use std::convert::Infallible;

    /// A "generator" that yields one given word.
    struct GivenWord(u64);

    impl TryRng for GivenWord {
        type Error = Infallible;
        fn try_next_u32(&mut self) -> Result<u32, Infallible> {
            unreachable!("dice draw whole words")
        }
        fn try_next_u64(&mut self) -> Result<u64, Infallible> {
            Ok(self.0)
        }
        fn try_fill_bytes(&mut self, _: &mut [u8]) -> Result<(), Infallible> {
            unreachable!("dice draw whole words")
        }
    }

    /// Draws with every word of `bits` bits and holds the counts against the weights.
    fn counted_out<D: Dice>(spec: DiceSpec, bits: u32, dice: impl Fn(GivenWord) -> D) {
        for values in (1..=70).chain([255, 256, 257, 1000]) {
            let mut counts = vec![0; values];
            for word in 0..1_u64 << bits {
                counts[dice(GivenWord(word << (u64::BITS - bits))).below(values)] += 1;
            }
            let weights = spec.weights(values).unwrap();
            let claimed: Vec<_> = (0..values).map(|value| weights.of(value)).collect();
            assert_eq!(claimed, counts, "{spec}, {values} values");
            assert_eq!(weights.total(), counts.iter().sum::<u64>());
            assert_eq!(weights.below(values), weights.total());
            assert_eq!(weights.reached(), counts.iter().filter(|&&count| count > 0).count() as u64);
        }
    }

    #[test]
    fn short_words_are_counted_out() {
        for bits in [1, 2, 3, 5, 8, 11] {
            counted_out(DiceSpec::Modulo { bits }, bits, |word| Modulo::new(word, bits));
            counted_out(DiceSpec::Float { bits }, bits, |word| Float::new(word, bits));
        }
    }

    #[test]
    fn exact_values_have_one_word_each_and_off_by_one_forgets_the_last() {
        for values in 1..40 {
            let exact = DiceSpec::Exact.weights(values).unwrap();
            assert_eq!((exact.total(), exact.values()), (values as u64, values));
            assert!((0..values).all(|value| exact.of(value) == 1));
            let off = DiceSpec::OffByOne.weights(values).unwrap();
            let last = values.max(2) - 1;
            assert!((0..values).all(|value| off.of(value) == u64::from(value < last)));
            assert_eq!((off.total(), off.reached()), (last as u64, last as u64));
            for value in 0..last {
                let word = ((value as u128) << 64).div_ceil(last as u128) as u64;
                assert_eq!(
                    OffByOne::new(GivenWord(word + 1)).below(values),
                    value,
                    "it is reached"
                );
            }
        }
    }

    #[test]
    fn the_widest_words_do_not_overflow() {
        for spec in [DiceSpec::Modulo { bits: 63 }, DiceSpec::Float { bits: 53 }] {
            let weights = spec.weights(1 << 40).unwrap();
            assert_eq!(weights.below(1 << 40), weights.total());
        }
        assert_eq!(DiceSpec::TinySeed { bits: 4 }.weights(6), None);
    }
}
