//! The decks with which half of twenty seeds are rejected at a level that a whole battery under a budget of 1e-6 leaves
//! to one test.

use crate::{
    judge,
    shuffles::Shuffle::{self, *},
};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;
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
        let rejected = rejected("serial-rising-sequences", RiffledOn(riffles), decks);
        assert!(rejected >= 10, "{riffles} riffles: {rejected} of 20");
    }
}

#[test]
fn gross_faults_that_are_rare_are_seen() {
    for fault in [&Riffles(2), &UpperHalfSorted, &UpperHalfStays, &Swaps(10), &Cut] {
        for (one_in, decks) in [(1_000, 5_000), (10_000, 50_000)] {
            let rejected = rejected("extremes", Seldom(fault, one_in), decks);
            assert!(rejected >= 10, "{fault:?} in one of {one_in}: {rejected} of 20");
        }
    }
}

#[test]
fn royal_flushes_of_one_player_are_seen() {
    let some = |players| RoyalFlush { players, player: None };
    let this = |players, player| RoyalFlush { players, player: Some(player) };
    // The more players may be meant, the more of them have one by chance: one in 100,000 decks of seven.
    let tables = [
        (some(2), [10_000, 100_000]),
        (some(7), [10_000, 140_000]),
        (some(10), [10_000, 160_000]),
        (this(1, 30), [10_000, 100_000]),
        (this(4, 2), [10_000, 100_000]),
        (this(9, 8), [10_000, 100_000]),
        // Of 48 hands of neighbours one is a royal flush in every thirteen-thousandth deck.
        (some(1), [13_000, 500_000]),
    ];
    for (fault, decks) in tables {
        let fault: &'static Shuffle = Box::leak(Box::new(fault));
        for (one_in, decks) in [1_000, 10_000].into_iter().zip(decks) {
            let rejected = rejected("rare-hands", Seldom(fault, one_in), decks);
            assert!(rejected >= 10, "{fault:?} in one of {one_in}: {rejected} of 20");
        }
    }
}

/// The chance that card 17 comes to position 3 wanders by half, right on average, with this period.
fn drifting(period: f64, trials: usize, seed: u64) -> Vec<u8> {
    let mut rng = Pcg64::seed_from_u64(seed);
    let mut decks = Shuffle::Catalogued("fisher-yates", 1).decks(52, trials, seed);
    for (trial, deck) in decks.chunks_exact_mut(52).enumerate() {
        let wave = 0.5 * (std::f64::consts::TAU * trial as f64 / period).sin();
        let at = deck.iter().position(|&card| card == 17).unwrap();
        if at == 3 && rng.random_bool((-wave).max(0.0)) {
            deck.swap(3, 4 + rng.random_range(0..48));
        } else if at != 3 && rng.random_bool(wave.max(0.0) / 51.0) {
            deck.swap(at, 3);
        }
    }
    decks
}

#[test]
fn a_card_whose_chance_wanders_is_seen() {
    let shape = Shape::whole(52);
    for (period, trials) in [(100_000.0, 500_000), (300_000.0, 250_000), (700_000.0, 500_000)] {
        let p = |seed| {
            let judgement = judge("drift", shape, &drifting(period, trials, seed)).unwrap();
            let evidence = judgement.evidence().unwrap().clone();
            evidence.p_value.ln()
        };
        let rejected = (0..6).filter(|&seed| p(seed) < LEVEL.ln()).count();
        assert!(rejected >= 3, "period {period}: {rejected} of 6");
    }
}

/// Hands of five of 52 cards, drawn one by one, of which hearts weigh so much.
fn hands_that_prefer_hearts(weight: f64, trials: usize, seed: u64) -> Vec<u8> {
    let mut rng = Pcg64::seed_from_u64(seed);
    let mut rows = Vec::with_capacity(5 * trials);
    for _ in 0..trials {
        let mut left: Vec<u8> = (0..52).collect();
        for _ in 0..5 {
            let weigh = |card: u8| if card / 13 == 1 { weight } else { 1.0 };
            let mut at = rng.random::<f64>() * left.iter().map(|&card| weigh(card)).sum::<f64>();
            let index = left.iter().position(|&card| {
                at -= weigh(card);
                at < 0.0
            });
            rows.push(left.remove(index.unwrap_or(left.len() - 1)));
        }
    }
    rows
}

#[test]
fn hands_that_prefer_hearts_are_seen_and_hearts_are_named() {
    let shape = Shape::deal(52, 5).unwrap();
    let mut rejected = 0;
    for seed in 0..20 {
        let rows = hands_that_prefer_hearts(1.1, 8_000, seed);
        let judgement = judge("dealt", shape, &rows).expect("it applies to deals");
        let evidence = judgement.evidence().expect("decks enough").clone();
        if evidence.p_value.ln() < LEVEL.ln() {
            rejected += 1;
            assert_eq!(
                evidence.effect.place.unwrap().to_string(),
                "the second quarter of the cards"
            );
            assert!((evidence.effect.value - 0.0675).abs() < 0.03, "{}", evidence.effect.value);
        }
    }
    assert!(rejected >= 10, "{rejected} of 20");
}
