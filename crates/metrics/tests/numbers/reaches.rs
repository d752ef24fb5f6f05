//! The decks with which half of twenty seeds are rejected at a level that a whole battery under a budget of 1e-6 leaves
//! to one test.

use crate::{judge, shuffles::Shuffle};
use shuffle_metrics::Shape;

/// Half of a budget of 1e-6 for the first look, shared by some fifty tests.
const LEVEL: f64 = 1e-8;

/// The number of twenty seeds that a test rejects.
fn rejected(test: &str, shuffle: Shuffle, trials: usize) -> usize {
    let rejects = |seed: &u64| {
        let decks = shuffle.decks(52, trials, *seed);
        let judgement = judge(test, Shape::whole(52), &decks).expect("it applies to 52 cards");
        judgement.evidence().expect("decks enough").p_value.ln() < LEVEL.ln()
    };
    (0..20).filter(rejects).count()
}

#[test]
fn decks_that_are_riffled_on_are_seen() {
    for (riffles, decks) in [(7, 1_000), (9, 2_500), (11, 50_000)] {
        let rejected = rejected("serial-rising-sequences", Shuffle::RiffledOn(riffles), decks);
        assert!(rejected >= 10, "{riffles} riffles: {rejected} of 20");
    }
}
