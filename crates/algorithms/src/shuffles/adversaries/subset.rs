//! The few places, or cards, that an adversary is about.

use super::{MOST_CARDS, invert, parameter};
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
    parameter("step", "from each of them to the next", (1, MOST_CARDS), default)
}

/// Another way to choose them.
pub(super) const PICK: Parameter = parameter(
    "pick",
    "a number that draws the places or cards; 0 for those of first and step",
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
    pub(super) fn members(&self, n: usize, most: usize, members: &mut Vec<usize>) {
        members.clear();
        let mut dice = Exact::new(Pcg64::seed_from_u64(self.pick));
        for index in 0..self.size.min(most) {
            let mut next = match self.pick {
                0 => (self.first + index * self.step) % n,
                _ => dice.below(n),
            };
            while members.contains(&next) {
                next = (next + 1) % n;
            }
            members.push(next);
        }
    }

    /// The numbers in which the members are members: the places of all cards, or the cards at all places.
    pub(super) fn view<'a>(&self, order: &'a [u32], places: &'a mut Vec<u32>) -> &'a [u32] {
        if self.of_cards {
            invert(order, places);
            places
        } else {
            order
        }
    }

    /// True if the members are cards.
    pub(super) fn is_of_cards(&self) -> bool {
        self.of_cards
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn members(first: usize, step: usize, pick: u64, n: usize) -> Vec<usize> {
        let subset = Subset { size: 4, first, step, pick, of_cards: false };
        let mut members = Vec::new();
        subset.members(n, n, &mut members);
        members
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
