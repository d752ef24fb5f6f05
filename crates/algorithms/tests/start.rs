//! Start orders: what they are, and that shuffles which never look at the cards do not care.

use crate::exact::orders;
use shuffle_algorithms::{
    Algorithm, Shape,
    card::identity,
    catalogue::ENTRIES,
    dice::DiceSpec,
    fill::Job,
    generator::Seed,
    start::{Start, StartError},
};
use std::collections::BTreeMap;

const SEED: Seed = Seed([9; 32]);

fn job(algorithm: &str, shape: Shape, start: Start) -> Job {
    Job { start, ..Job::new(Algorithm::parse(algorithm).unwrap(), shape) }
}

fn starts(cards: u32) -> Vec<Start> {
    let turned = (0..cards).map(|card| (card + 1) % cards).collect();
    vec![Start::Reverse, Start::Random, Start::Interleaved, Start::Order(turned)]
}

#[test]
fn shuffles_by_position_give_the_same_decks_from_every_start() {
    // The others swap by value: they look at the cards.
    let by_value = ["fisher-yates-by-value", "mixed-between", "mixed-within"];
    for entry in ENTRIES {
        for shape in [Shape::whole(20), Shape::deal(20, 6).unwrap()] {
            let decks = |start| job(entry.id, shape, start).decks::<u8>(4, &SEED);
            let from_identity = decks(Start::Identity);
            for start in starts(20) {
                let same = decks(start.clone()) == from_identity;
                assert_eq!(same, !by_value.contains(&entry.id), "{} from {start}", entry.id);
            }
        }
    }
}

#[test]
fn a_seed_per_deck_is_left_alone_by_random_starts() {
    let dice = DiceSpec::parse("tiny-seed:bits=8").unwrap();
    let decks =
        |start| Job { dice, ..job("fisher-yates", Shape::whole(10), start) }.decks::<u8>(50, &SEED);
    assert_eq!(decks(Start::Random), decks(Start::Identity));
}

#[test]
fn the_same_is_done_to_every_start() {
    // Nothing, seen from where the cards were, is the identity.
    for start in starts(7) {
        assert_eq!(
            job("identity", Shape::whole(7), start).decks::<u8>(1, &SEED),
            identity::<u8>(7)
        );
    }
    // `reverse` of any start is the reverse of the identity, by places.
    for start in starts(7) {
        let reversed: Vec<u8> = (0..7).rev().collect();
        assert_eq!(job("reverse", Shape::whole(7), start).decks::<u8>(1, &SEED), reversed);
    }
}

/// The count of each deck of `cards` cards.
fn counts(algorithm: &str, cards: usize, start: Start, decks: usize) -> BTreeMap<Vec<u8>, usize> {
    let mut counts = BTreeMap::new();
    let rows = job(algorithm, Shape::whole(cards), start).decks::<u8>(decks, &SEED);
    rows.chunks(cards).for_each(|deck| *counts.entry(deck.to_vec()).or_default() += 1);
    counts
}

/// Chi-square of 24 orders, 24,000 decks each, one seed: 73.0 at 23 df is alpha = 4e-7, for 8 of them.
#[test]
fn a_shuffle_by_value_alone_stays_uniform_from_every_start() {
    for algorithm in ["fisher-yates-by-value", "fisher-yates"] {
        for start in starts(4) {
            let counts = counts(algorithm, 4, start.clone(), 24_000);
            assert_eq!(counts.len(), orders(4, 4));
            let square = |&count: &usize| (count as f64 - 1e3).powi(2) / 1e3;
            let sum: f64 = counts.values().map(square).sum();
            assert!(sum < 73.0, "{algorithm} from {start}: {sum}");
        }
    }
}

#[test]
fn mixed_between_is_uniform_from_the_identity_only() {
    // By value a step multiplies from the left, by position from the right: L s R. With s between them not all
    // orders can come. Six of 3 cards come from the identity, but from 210 only four: unless card 2 goes to
    // the end in the step by position, it stays on top, since the step by value moves but 0 and 1.
    assert_eq!(counts("mixed-between", 3, Start::Identity, 1_000).len(), 6);
    let from_reverse = counts("mixed-between", 3, Start::Reverse, 1_000);
    let orders: Vec<_> = from_reverse.keys().map(Vec::as_slice).collect();
    // As places in the start: 210 is 012 there.
    assert_eq!(orders, [[0, 1, 2], [0, 2, 1], [1, 2, 0], [2, 1, 0]]);
    assert_eq!(counts("mixed-between", 4, Start::Identity, 24_000).len(), 24);
    assert_eq!(counts("mixed-between", 4, Start::Reverse, 24_000).len(), 16);
}

#[test]
fn what_is_no_start_says_so() {
    let said = |text: &str, cards| {
        let start = Start::parse(text);
        start.and_then(|start| start.check(cards)).unwrap_err().to_string()
    };
    assert_eq!(said("randm", 5), "unknown start `randm`; did you mean `random`?");
    assert_eq!(
        said("[2,0,1]", 3),
        "unknown start `[2,0,1]`; there are identity, reverse, random, interleaved, or an order such as 2,0,1"
    );
    assert_eq!(
        said("2,0,1", 4),
        "a start order of 3 cards does not fit a deck of 4; name each card once"
    );
    assert_eq!(said("1,2,3", 3), "the start order has the card 3, which is out of range 0 to 2");
    assert_eq!(said("1,0,1", 3), "the start order has the card 1 twice");
    assert_eq!(Start::Order(vec![0, 0]).check(2), Err(StartError::Twice { card: 0 }));
}

#[test]
fn starts_are_written_as_they_are_read() {
    for start in starts(5).into_iter().chain([Start::Identity]) {
        assert_eq!(Start::parse(&start.to_string()), Ok(start));
    }
}
