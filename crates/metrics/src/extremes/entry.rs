//! What is known of the test.

use crate::costs::Cost;
use crate::metric::{About, TestEntry};

pub(crate) const EXTREMES: TestEntry = TestEntry {
    title: "decks with a number that hardly any deck has, against the far ends of nine exact laws",
    sees: "gross faults that are rare: once in 1,000 decks two riffles only, ten swaps only, or a half in order",
    blind_to: "decks that are all a little off; rare faults that leave all nine numbers within what one uniform deck in 1,000 \
        has",
    cost: Cost::of(4.0, 0.0),
    ..TestEntry::new("extremes", About::Orders)
};
