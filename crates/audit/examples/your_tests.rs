//! Audits as they stand in your own tests: a shuffle that must be uniform, and one that is known to be biased.
//!
//! `cargo run -p shuffle-audit --example your_tests`

#![expect(clippy::print_stdout, reason = "an example talks to a terminal")]

use rand::{Rng, RngExt};
use shuffle_audit::Audit;

/// Fisher and Yates, from the bottom up.
fn shuffle(deck: &mut [u32], rng: &mut dyn Rng) {
    for place in (1..deck.len()).rev() {
        deck.swap(place, rng.random_range(0..=place));
    }
}

/// The famous mistake: `0..place` for `0..=place`, so that no card may stay where it is.
fn off_by_one(deck: &mut [u32], rng: &mut dyn Rng) {
    for place in (1..deck.len()).rev() {
        deck.swap(place, rng.random_range(0..place));
    }
}

fn main() {
    Audit::of(shuffle).name("shuffle").cards(10).trials(20_000).assert_uniform();
    println!("shuffle: every order is equally likely, as far as 20,000 decks can tell");
    Audit::of(off_by_one).name("off_by_one").cards(10).trials(20_000).assert_biased();
    println!("off_by_one: biased");
}

#[test]
fn both_are_as_expected() {
    main();
}

#[test]
fn the_mistake_is_seen_by_cards_that_never_stay() {
    Audit::of(off_by_one).cards(10).trials(20_000).assert_biased_by("fixed-points");
}

#[test]
#[should_panic(expected = "FAIL: off_by_one on 10 cards")]
fn a_test_of_the_mistake_fails_with_the_verdict_in_words() {
    Audit::of(off_by_one).name("off_by_one").cards(10).trials(20_000).assert_uniform();
}
