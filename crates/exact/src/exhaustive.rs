//! Dice that take every value in turn.

use crate::{
    LawError,
    number::{Fraction, fraction},
    weights,
};
use num_bigint::BigInt;
use num_traits::One;
use shuffle_algorithms::{
    Dice,
    dice::{DiceSpec, Roll, Weights},
};

/// One roll on a path.
#[derive(Clone, Debug)]
pub struct Fork {
    /// The roll.
    pub roll: Roll,
    /// The deck after it, when the next roll was made or the shuffle ended. Swap programs show it; other
    /// shuffles show their deck only at the end.
    pub deck: Option<Vec<u32>>,
    weights: Weights,
    /// The weight of the path up to here: the number of words that lead here...
    pub(crate) words: BigInt,
    /// ... and the number of all words.
    pub(crate) total: BigInt,
}

impl Fork {
    /// The probability of the path up to and with this roll.
    #[must_use]
    pub fn probability(&self) -> Fraction {
        fraction(self.words.clone(), self.total.clone())
    }
}

/// Dice that take every value in turn.
#[derive(Debug)]
pub(crate) struct Walk {
    dice: DiceSpec,
    /// The rolls of the current path.
    pub(crate) forks: Vec<Fork>,
    /// The number of rolls made in this run.
    depth: usize,
    /// The index of the first roll that differs from the path before.
    pub(crate) fresh: usize,
}

impl Walk {
    /// Dice that are at their first path.
    pub(crate) fn new(dice: DiceSpec) -> Result<Self, LawError> {
        weights::of(dice, 1)?; // these dice have weights at all
        Ok(Self { dice, forks: Vec::new(), depth: 0, fresh: 0 })
    }

    /// The next roll of this run; where no path has been yet, `first` chooses it.
    fn next(&mut self, first: impl FnOnce(Weights) -> Option<Roll>, of: usize) -> Roll {
        if self.depth == self.forks.len() {
            let weights = self.dice.weights(of).expect("checked when the walk began");
            let roll = first(weights).expect("some value comes");
            let one = || (BigInt::one(), BigInt::one());
            let before = self.forks.last().map_or_else(one, |f| (f.words.clone(), f.total.clone()));
            let (words, all) = share(roll, weights);
            let (words, total) = (before.0 * words, before.1 * all);
            self.forks.push(Fork { roll, deck: None, weights, words, total });
        }
        self.depth += 1;
        self.forks[self.depth - 1].roll
    }

    /// Turns to the next path; `false` after the last one.
    pub(crate) fn turn(&mut self) -> bool {
        while let Some(Fork { roll, weights, words, total, .. }) = self.forks.pop() {
            let (came, all) = share(roll, weights);
            if let Some(roll) = after(roll, weights) {
                let words = words / came * share(roll, weights).0;
                debug_assert_eq!(all, share(roll, weights).1);
                self.forks.push(Fork { roll, deck: None, weights, words, total });
                self.fresh = self.forks.len() - 1;
                self.depth = 0;
                return true;
            }
        }
        false
    }

    /// Notes the deck after the last roll.
    pub(crate) fn note(&mut self, deck: &[u32]) {
        if let Some(last) = self.depth.checked_sub(1).filter(|&last| last >= self.fresh) {
            self.forks[last].deck = Some(deck.to_vec());
        }
    }
}

impl Dice for Walk {
    fn below_u64(&mut self, k: u64) -> u64 {
        let first = |weights| next_below(0, weights);
        // Forks with more values are not walked.
        match self.next(first, k as usize) {
            Roll::Below { value, .. } => value as u64,
            Roll::Chance { .. } => unreachable!("the same rolls lead to the same fork"),
        }
    }

    fn chance(&mut self, p: usize, q: usize) -> bool {
        let (heads, of) = (p.min(q), q);
        let first = |weights: Weights| {
            let came = weights.below(heads) > 0;
            Some(Roll::Chance { came, heads, of })
        };
        match self.next(first, q) {
            Roll::Chance { came, .. } => came,
            Roll::Below { .. } => unreachable!("the same rolls lead to the same fork"),
        }
    }
}

/// The words that lead to a roll, and all words.
fn share(roll: Roll, weights: Weights) -> (u64, u64) {
    let words = match roll {
        Roll::Below { value, .. } => weights.of(value),
        Roll::Chance { came: true, heads, .. } => weights.below(heads),
        Roll::Chance { came: false, heads, .. } => weights.total() - weights.below(heads),
    };
    (words, weights.total())
}

/// The first value from `from` on that can come.
fn next_below(from: usize, weights: Weights) -> Option<Roll> {
    let of = weights.values();
    (from..of)
        .take_while(|&value| weights.below(value) < weights.total())
        .find(|&value| weights.of(value) > 0)
        .map(|value| Roll::Below { value, of })
}

/// The roll that is tried after this one, if any.
fn after(roll: Roll, weights: Weights) -> Option<Roll> {
    match roll {
        Roll::Below { value, .. } => next_below(value + 1, weights),
        Roll::Chance { came: true, heads, of } if weights.below(heads) < weights.total() => {
            Some(Roll::Chance { came: false, heads, of })
        }
        Roll::Chance { .. } => None,
    }
}
