//! The weights of the places and cards that a swap reaches.

use crate::{LawError, script::Reach, weights};
use num_integer::Integer;
use shuffle_algorithms::dice::DiceSpec;

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
    pub(crate) fn of(reach: &Reach, cards: usize, dice: DiceSpec) -> Result<Self, LawError> {
        let mut words = vec![0; cards];
        let range = match reach {
            Reach::Place(index) | Reach::Card(index) => {
                words[*index] = 1;
                return Ok(Self { words, total: 1 });
            }
            Reach::RolledPlace(range) | Reach::RolledCard(range) => range.clone(),
        };
        let die = weights::of(dice, range.len())?;
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
