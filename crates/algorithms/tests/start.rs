//! Start orders: what they are, and that shuffles which never look at the cards do not care.

use crate::exact::orders;
use shuffle_algorithms::{
    Algorithm, Size,
    card::identity,
    catalogue::ENTRIES,
    dice::DiceSpec,
    fill::Job,
    generator::Seed,
    start::{Start, StartError},
};
use std::collections::BTreeMap;

const SEED: Seed = Seed([9; 32]);

fn job(algorithm: &str, size: Size, start: Start) -> Job {
    Job { start, ..Job::new(Algorithm::parse(algorithm).unwrap(), size) }
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
        for size in [Size::whole(20), Size::deal(20, 6).unwrap()] {
            let decks = |start| job(entry.id, size, start).decks::<u8>(4, &SEED);
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
    let decks = |start| {
        Job { dice: dice.clone(), ..job("fisher-yates", Size::whole(10), start) }
            .decks::<u8>(50, &SEED)
    };
    assert_eq!(decks(Start::Random), decks(Start::Identity));
}

#[test]
fn the_same_is_done_to_every_start() {
    // Nothing, seen from where the cards were, is the identity.
    for start in starts(7) {
        assert_eq!(job("identity", Size::whole(7), start).decks::<u8>(1, &SEED), identity::<u8>(7));
    }
    // `reverse` of any start is the reverse of the identity, by places.
    for start in starts(7) {
        let reversed: Vec<u8> = (0..7).rev().collect();
        assert_eq!(job("reverse", Size::whole(7), start).decks::<u8>(1, &SEED), reversed);
    }
}

/// Chi-square of 24 orders, 24,000 decks each, one seed: 73.0 at 23 df is alpha = 4e-7, for 12 of them.
#[test]
fn uniform_shuffles_by_value_stay_uniform_from_every_start() {
    for algorithm in ["fisher-yates-by-value", "mixed-between", "fisher-yates"] {
        for start in starts(4) {
            let decks = 24_000;
            let rows = job(algorithm, Size::whole(4), start.clone()).decks::<u8>(decks, &SEED);
            let mut counts: BTreeMap<&[u8], f64> = BTreeMap::new();
            rows.chunks(4).for_each(|deck| *counts.entry(deck).or_default() += 1.0);
            assert_eq!(counts.len(), orders(4, 4));
            let square: f64 = counts.values().map(|count| (count - 1e3).powi(2) / 1e3).sum();
            assert!(square < 73.0, "{algorithm} from {start}: {square}");
        }
    }
}

#[test]
fn a_shuffle_by_value_and_position_has_another_law_from_another_start() {
    // mixed-within, 3 cards: how often each deck comes, of 6,000.
    let counts = |start| {
        let mut counts: BTreeMap<Vec<u8>, i32> = BTreeMap::new();
        let rows = job("mixed-within", Size::whole(3), start).decks::<u8>(6_000, &SEED);
        rows.chunks(3).for_each(|deck| *counts.entry(deck.to_vec()).or_default() += 1);
        counts
    };
    let (one, other) = (counts(Start::Identity), counts(Start::Reverse));
    // From 012 there are six paths: card 2 with position 0, 1 or 2, then card 1 with position 0 or 1.
    // From 210 each of them leads elsewhere. A count has a standard deviation of 37 at most.
    let apart =
        |deck: &Vec<u8>| (one.get(deck).unwrap_or(&0) - other.get(deck).unwrap_or(&0)).abs();
    let largest = one.keys().chain(other.keys()).map(apart).max().unwrap();
    assert!(largest > 800, "{one:?} {other:?}");
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
    assert_eq!(said("1,2,3", 3), "the start order has the card 3, which is out of range 0..3");
    assert_eq!(said("1,0,1", 3), "the start order has the card 1 twice");
    assert_eq!(Start::Order(vec![0, 0]).check(2), Err(StartError::Twice { card: 0 }));
}

#[test]
fn starts_are_written_as_they_are_read() {
    for start in starts(5).into_iter().chain([Start::Identity]) {
        assert_eq!(Start::parse(&start.to_string()), Ok(start));
    }
}
