//! What is known of the three tests.

use crate::costs::Cost;
use crate::metric::{About, TestEntry};

/// The blind spots of all three.
const BLIND_TO: &str = "repeats that are not neighbours; seven riffles, if each deck starts afresh";

pub(crate) const FIXED_POINTS: TestEntry = TestEntry {
    title: "histogram of cards that lie where they lay in the deck before",
    sees: "the same deck twice in a row, a last deck that is shuffled on by a few swaps",
    blind_to: BLIND_TO,
    cost: Cost::of(15.0, 0.0),
    ..TestEntry::new("serial-fixed-points", About::DependenceBetweenDecks)
};

pub(crate) const INVERSIONS: TestEntry = TestEntry {
    title: "histogram of pairs of cards that lay in the other order in the deck before",
    sees: "the same deck twice in a row, a last deck that is shuffled on by a riffle or a few swaps",
    blind_to: BLIND_TO,
    ..TestEntry::new("serial-inversions", About::DependenceBetweenDecks)
};

pub(crate) const RISING_SEQUENCES: TestEntry = TestEntry {
    title: "histogram of runs of the deck before that this deck is interleaved from",
    sees: "a last deck that is riffled on, seven times within 1,000 decks of 52, nine times within 3,000",
    blind_to: BLIND_TO,
    ..TestEntry::new("serial-rising-sequences", About::DependenceBetweenDecks)
};
