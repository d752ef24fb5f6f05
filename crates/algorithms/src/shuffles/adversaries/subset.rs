//! The few places, or cards, that an adversary is about.

use super::{MOST_CARDS, inverse, parameter};
use crate::{
    Dice,
    dice::Exact,
    spec::{Parameter, Spec},
};
use rand::SeedableRng;
use rand_pcg::Pcg64;

/// The most of them.
pub(super) const MOST: usize = 6;

/// The number of cards or places.
pub(super) const fn size(default: u64) -> Parameter {
    parameter("size", "number of places or cards", (2, MOST as u64), default)
}

/// The first of them.
pub(super) const fn first(default: u64) -> Parameter {
    parameter("first", "the first of the places or cards", (0, MOST_CARDS), default)
}

/// From each to the next.
pub(super) const fn step(default: u64) -> Parameter {
    parameter("step", "the distance from each to the next", (1, MOST_CARDS), default)
}

/// Another way to choose them.
pub(super) const PICK: Parameter = parameter(
    "pick",
    "a number that selects the places or cards; 0 to use first and step",
    (0, u32::MAX as u64),
    0,
);

/// Cards instead of places.
pub(super) const fn of_cards(default: u64) -> Parameter {
    parameter(
        "cards",
        "1 for the places of some cards, 0 for the cards at some places",
        (0, 1),
        default,
    )
}

/// A few places or cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Subset {
    size: usize,
    first: usize,
    step: usize,
    pick: u64,
    of_cards: bool,
}

impl Subset {
    /// A subset of `size` members; `pick` is none of the parameters of a pair.
    pub(super) fn of(spec: &Spec, size: usize, pick: u64) -> Self {
        let value = |key| spec.value(key) as usize;
        let of_cards = spec.value("cards") == 1;
        Self { size, first: value("first"), step: value("step"), pick, of_cards }
    }

    /// Five places in a row, or in steps.
    pub(super) fn at(first: usize, step: usize) -> Self {
        Self { size: 5, first, step, pick: 0, of_cards: false }
    }

    /// The members among `0..n`, at most `most` of them, which is at most `n`.
    pub(super) fn members(&self, n: usize, most: usize) -> Vec<usize> {
        let mut members = Vec::with_capacity(self.size);
        let mut dice = (self.pick > 0).then(|| Exact::new(Pcg64::seed_from_u64(self.pick)));
        for index in 0..self.size.min(most) {
            let mut next = match &mut dice {
                None => (self.first + index * self.step) % n,
                Some(dice) => dice.below(n),
            };
            while members.contains(&next) {
                next = (next + 1) % n;
            }
            members.push(next);
        }
        members
    }

    /// The numbers in which the members are members: the places of all cards, or the cards at all places. Of these numbers it makes the
    /// order again.
    pub(super) fn view(&self, order: &[u32]) -> Vec<u32> {
        if self.of_cards { inverse(order) } else { order.to_vec() }
    }

    /// The numbers of at most `most` members.
    pub(super) fn numbers(&self, order: &[u32], most: usize) -> Vec<u32> {
        let members = self.members(order.len(), most).into_iter();
        if self.of_cards {
            let places = inverse(order);
            members.map(|card| places[card]).collect()
        } else {
            members.map(|place| order[place]).collect()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn members(first: usize, step: usize, pick: u64, n: usize) -> Vec<usize> {
        Subset { size: 4, first, step, pick, of_cards: false }.members(n, n)
    }

    #[test]
    fn members_are_distinct_and_wrap_around() {
        assert_eq!(members(50, 3, 0, 52), [50, 1, 4, 7]);
        assert_eq!(members(0, 26, 0, 52), [0, 26, 1, 27], "a member that is there gives way");
        assert_eq!(members(9, 5, 0, 3), [0, 2, 1], "no more than there are");
    }

    #[test]
    fn a_pick_is_a_subset_of_its_own() {
        assert_eq!(members(0, 1, 7, 52), members(9, 3, 7, 52));
        assert_ne!(members(0, 1, 7, 52), members(0, 1, 8, 52));
    }
}
