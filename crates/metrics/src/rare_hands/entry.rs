//! What is known of the test.

use crate::costs::Cost;
use crate::metric::{About, TestEntry};

pub(crate) const RARE_HANDS: TestEntry = TestEntry {
    title: "royal flushes, straight flushes and four of a kind, in five neighbours and as dealt to 2 to 10 players",
    sees: "one player who gets a royal flush once in 1,000 decks too often, within some 10,000 decks",
    blind_to: "all other hands, and hands of other sizes; decks that are not of 52 cards",
    cost: Cost::of(17.0, 0.0),
    ..TestEntry::new("rare-hands", About::Hands)
};
