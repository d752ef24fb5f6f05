//! How few decks show that a shuffle is broken: the sequential test looks as often as you like, and stops.
//!
//! It bets on what a biased shuffle does more often. Its stake E grows beyond 1/alpha with probability alpha at most if
//! the shuffle is uniform, however often one looks.
//!
//! `cargo run -p shuffle-metrics --example stop_early`

#![expect(clippy::print_stdout, reason = "an example talks to a terminal")]

use rand::{Rng, RngExt, SeedableRng, seq::SliceRandom};
use rand_pcg::Pcg64;
use shuffle_metrics::{Sequential, Shape};
use std::error::Error;

const CARDS: usize = 10;
const ALPHA: f64 = 1e-6;

/// The decks until the test stops; nothing if `most` were not enough.
fn decks_until_caught(
    most: u64,
    shuffle: impl Fn(&mut [u8], &mut Pcg64),
) -> Result<Option<u64>, Box<dyn Error>> {
    let mut rng = Pcg64::seed_from_u64(1);
    let mut test = Sequential::new(Shape::whole(CARDS));
    for trial in 1..=most {
        let mut deck: Vec<u8> = (0..CARDS as u8).collect();
        shuffle(&mut deck, &mut rng);
        if test.observe(&deck, trial == most, -ALPHA.ln()) {
            return Ok(Some(test.decks()));
        }
    }
    Ok(None)
}

fn fair(deck: &mut [u8], rng: &mut impl Rng) {
    deck.shuffle(rng);
}

/// The mistake: a card never stays where it is.
fn sattolo(deck: &mut [u8], rng: &mut impl Rng) {
    for place in (1..deck.len()).rev() {
        deck.swap(place, rng.random_range(0..place));
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    println!("rand's shuffle: {:?}", decks_until_caught(50_000, fair)?);
    println!("Sattolo's:      {:?}", decks_until_caught(50_000, sattolo)?);
    Ok(())
}

#[test]
fn sattolo_is_caught_by_few_decks_and_a_fair_shuffle_never() -> Result<(), Box<dyn Error>> {
    main()?;
    // A probability of 1e-6 at most, with any seed.
    assert_eq!(decks_until_caught(20_000, fair)?, None);
    let caught = decks_until_caught(20_000, sattolo)?.expect("within 20,000 decks");
    assert!(caught < 2_000, "after {caught} decks");
    Ok(())
}
