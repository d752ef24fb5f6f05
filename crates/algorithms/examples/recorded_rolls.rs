//! Replays written-down rolls through shuffles of the catalogue: the way to check a worked example in a book.
//!
//! A roll is what `below(k)` returns, counted from 0. The naive shuffle takes a partner for each place from the whole
//! deck, Fisher-Yates from the places that are left, so that the last of them is no choice.
//!
//! `cargo run -p shuffle-algorithms --example recorded_rolls`

#![expect(clippy::print_stdout, reason = "an example talks to a terminal")]

use shuffle_algorithms::{Algorithm, dice::Recorded};
use std::error::Error;

/// The letters A, B, C, ... shuffled with these rolls.
fn shuffled(id: &str, cards: u8, rolls: &[usize]) -> Result<String, Box<dyn Error>> {
    let mut deck: Vec<u8> = (b'A'..).take(usize::from(cards)).collect();
    let mut dice = Recorded::new(rolls.iter().copied());
    Algorithm::parse(id)?.shuffle(&mut deck, &mut dice)?;
    assert_eq!(dice.left(), 0, "every roll was used");
    Ok(String::from_utf8(deck)?)
}

fn main() -> Result<(), Box<dyn Error>> {
    println!("naive,        rolls 1 2 0: ABC -> {}", shuffled("naive", 3, &[1, 2, 0])?);
    println!("fisher-yates, rolls 1 0:   ABC -> {}", shuffled("fisher-yates", 3, &[1, 0])?);
    println!("out-of-place, rolls 1 0 0: ABC -> {}", shuffled("out-of-place", 3, &[1, 0, 0])?);
    Ok(())
}

#[test]
fn the_orders_are_those_of_paper_and_pencil() -> Result<(), Box<dyn Error>> {
    main()?;
    // ABC, swap 0 and 1: BAC, 1 and 2: BCA, 2 and 0: ACB.
    assert_eq!(shuffled("naive", 3, &[1, 2, 0])?, "ACB");
    // ABC, swap 2 and 1: ACB, 1 and 0: CAB.
    assert_eq!(shuffled("fisher-yates", 3, &[1, 0])?, "CAB");
    Ok(())
}
