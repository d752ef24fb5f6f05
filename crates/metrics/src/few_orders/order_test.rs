//! A test of few orders: what it reads off a deck, and how it judges the words of all decks.

use super::orders::Orders;
use crate::{
    Shape,
    axis::Axis,
    judgement::Evidence,
    metric::{NotApplicable, TestEntry},
    place::Place,
};

/// One test's reading of a deck, and its judgement of the readings.
pub(crate) trait OrderTest: Send + Sync {
    /// The number of words that it reads off a deck.
    fn words(&self) -> usize;

    /// Appends these words of a deck.
    fn summarize(&self, deck: &Orders, axis: Axis, words: &mut Vec<u32>);

    /// True if it compares decks with each other.
    fn compares(&self) -> bool {
        false
    }

    /// The words of a deck alone.
    #[cfg(test)]
    fn words_of(&self, deck: &[u32], shape: Shape, axis: Axis) -> Vec<u32> {
        let mut words = Vec::new();
        self.summarize(&Orders::of(deck, shape), axis, &mut words);
        words
    }

    /// Judges the words of at least one deck, of two if it compares them, deck after deck.
    fn judge(&self, decks: &[&[u32]], axis: Axis) -> Evidence;
}

pub(crate) type BuildOrderTest = fn(Shape) -> Result<Box<dyn OrderTest>, NotApplicable>;

/// A test, the way in which it looks, and how it is built.
pub(crate) struct OrderTestEntry {
    pub(crate) test: TestEntry,
    pub(crate) axis: Axis,
    pub(crate) build: BuildOrderTest,
}

/// Refuses orders that are too short.
pub(super) fn long_enough(cards: usize, needed: usize) -> Result<(), NotApplicable> {
    match cards < needed {
        true => Err(NotApplicable(format!("needs orders of at least {needed} cards"))),
        false => Ok(()),
    }
}

/// "in deck 3, " where there are several, counted from 1 as people do.
pub(super) fn in_deck(index: usize, decks: usize) -> Place {
    match decks {
        1 => Place::default(),
        _ => Place::from("in deck ").number(index + 1).text(", "),
    }
}
