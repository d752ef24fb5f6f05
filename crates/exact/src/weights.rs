//! The weights of a die, as an exact law needs them.
//!
//! A law under the dice of a [`DiceSpec`] is a product over the rolls, if these are independent: each roll
//! `below(k)` then has one probability for each value, a number of words over all words, the same every
//! time (`shuffle_algorithms::dice::Weights`). Dice that start every deck from a tiny seed have no such
//! law: the rolls of a deck are linked by the seed, and the law of the decks is a list of 2^bits decks
//! that only the generator can produce.

use crate::{
    Why,
    number::{Number, fraction},
    script::Reach,
};
use num_integer::Integer;
use shuffle_algorithms::dice::{DiceSpec, Weights};

/// The weights of `below(values)`.
///
/// # Errors
///
/// [`Why::Dependent`] for dice whose rolls are not independent.
///
/// ```
/// use shuffle_algorithms::dice::DiceSpec;
/// use shuffle_exact::weights;
///
/// let die = weights::of(DiceSpec::Modulo { bits: 3 }, 3)?;
/// assert_eq!(weights::probability(die, 0).to_string(), "3/8");
/// assert_eq!(weights::probability(die, 2).to_string(), "1/4");
/// assert!(weights::of(DiceSpec::TinySeed { bits: 16 }, 3).is_err());
/// # Ok::<(), shuffle_exact::Why>(())
/// ```
pub fn of(dice: DiceSpec, values: usize) -> Result<Weights, Why> {
    dice.weights(values).ok_or_else(|| Why::Dependent { dice: dice.to_string() })
}

/// The probability of one value.
#[must_use]
pub fn probability(weights: Weights, value: usize) -> Number {
    Number::Exact(fraction(weights.of(value), weights.total()))
}

/// The weight of each place or card of a deck that a swap may reach, in words, in lowest terms.
#[derive(Clone, Debug)]
pub(crate) struct Shares {
    /// The words that lead to each place or card.
    pub(crate) words: Vec<i128>,
    /// All words.
    pub(crate) total: i128,
}

impl Shares {
    /// The shares of one end of a swap in a deck of `cards`.
    pub(crate) fn of(reach: &Reach, cards: usize, dice: DiceSpec) -> Result<Self, Why> {
        let mut words = vec![0; cards];
        let range = match reach {
            Reach::Place(index) | Reach::Card(index) => {
                words[*index] = 1;
                return Ok(Self { words, total: 1 });
            }
            Reach::RolledPlace(range) | Reach::RolledCard(range) => range.clone(),
        };
        let die = self::of(dice, range.len())?;
        for value in 0..range.len() {
            words[range.start + value] = die.of(value).into();
        }
        let mut shares = Self { words, total: die.total().into() };
        shares.reduce();
        Ok(shares)
    }

    fn reduce(&mut self) {
        let common = self.words.iter().fold(self.total, |common, words| common.gcd(words));
        self.total /= common;
        self.words.iter_mut().for_each(|words| *words /= common);
    }

    /// The places or cards that are reached at all, with their words.
    pub(crate) fn reached(&self) -> impl Iterator<Item = (usize, i128)> + Clone + '_ {
        self.words.iter().copied().enumerate().filter(|&(_, words)| words > 0)
    }
}
