//! The shuffle buffer as a swap program, held against one with a buffer.

use crate::exact::{Fraction, Law, fraction, orders};
use shuffle_algorithms::{
    Algorithm, Card, Dice, Procedure, Shape, card::identity, fill::Job, generator::Seed,
};

/// A buffer as data loaders write it.
struct Literal {
    rows: usize,
}

impl Procedure for Literal {
    type Scratch<C: Card> = ();

    fn shuffle<C: Card, D: Dice>(&self, deck: &mut [C], (): &mut (), dice: &mut D) {
        let mut stream = deck.iter().copied();
        let mut buffer: Vec<C> = stream.by_ref().take(self.rows).collect();
        let mut emitted = Vec::new();
        for row in stream {
            let slot = dice.below(buffer.len());
            emitted.push(std::mem::replace(&mut buffer[slot], row));
        }
        while !buffer.is_empty() {
            emitted.push(buffer.swap_remove(dice.below(buffer.len())));
        }
        deck.copy_from_slice(&emitted);
    }
}

fn law(rows: usize, cards: usize) -> Law {
    Law::read(&format!("shuffle-buffer:buffer={rows}"), Shape::whole(cards))
}

#[test]
fn the_swaps_have_the_very_law_of_a_buffer() {
    for cards in 0..=6 {
        for rows in 1..=7 {
            let literal = Law::of_procedure(&Literal { rows }, Shape::whole(cards));
            assert_eq!(law(rows, cards), literal, "{rows} rows, {cards} cards");
        }
    }
}

#[test]
fn a_buffer_of_one_is_the_identity_and_one_of_all_is_uniform() {
    for cards in 1..=6 {
        let stay = |deck: &[u8]| *deck == identity::<u8>(cards)[..];
        assert_eq!(law(1, cards).chance(stay), fraction(1, 1));
        for rows in cards..=cards + 2 {
            assert!(law(rows, cards).is_uniform_over(orders(cards, cards)), "{rows} of {cards}");
        }
    }
}

#[test]
fn no_row_comes_a_whole_buffer_early_and_the_delay_is_geometric() {
    let (rows, cards) = (3, 6);
    let law = law(rows, cards);
    for (place, card) in itertools::iproduct!(0..cards, 0..cards) {
        let chance = law.chance(|deck| usize::from(deck[place]) == card);
        let stays = |steps: usize| std::iter::repeat_n(fraction(2, 3), steps).product::<Fraction>();
        // Row c is in the buffer from turn c - 2 on, or from the start.
        let from = card.saturating_sub(rows - 1);
        if place < from {
            assert_eq!(chance, fraction(0, 1));
        } else if place <= cards - rows {
            assert_eq!(chance, stays(place - from) * fraction(1, 3), "{card} at {place}");
        }
    }
}

#[test]
fn the_degree_is_half_a_row_in_the_buffer() {
    // Two rows out of one buffer are as likely in order as not; a row that came in between is the highest.
    for (rows, cards) in itertools::iproduct!(1..=6, 2..=6) {
        let (b, n) = (rows as i128, cards as i128);
        let new = (n - b).max(0);
        assert_eq!(law(rows, cards).degree(), fraction(new, 2 * b * (n - 1)), "{rows} of {cards}");
    }
}

#[test]
fn a_buffer_of_all_cards_rolls_like_fyp() {
    let decks = |algorithm: &str| {
        let shape = Shape::whole(52);
        Job::new(Algorithm::parse(algorithm).unwrap(), shape).decks::<u8>(3, &Seed::from_u64(1))
    };
    assert_eq!(decks("shuffle-buffer:buffer=52"), decks("fyp"));
    assert_eq!(decks("shuffle-buffer:buffer=16777216"), decks("fyp"));
}
