//! Weak generators under Fisher-Yates are caught, sound ones are not, and p-values respect the bound.

use super::*;
use crate::{
    Rows,
    testing::{evidence, tally},
};
use shuffle_algorithms::{
    Algorithm,
    dice::DiceSpec,
    fill::Job,
    generator::{Generator, Seed},
};

/// The judgements of both tests, of decks in one block.
fn judged(
    algorithm: &str,
    rng: &str,
    dice: &str,
    shape: Shape,
    trials: usize,
    seed: u64,
) -> [Evidence; 2] {
    let parsed =
        |text: &str| Generator::ALL.into_iter().find(|it| it.id() == text).expect("a generator");
    let job = Job {
        rng: parsed(rng),
        dice: DiceSpec::parse(dice).unwrap(),
        ..Job::new(Algorithm::parse(algorithm).unwrap(), shape)
    };
    let rows: Vec<u8> = job.decks(trials, &Seed::from_u64(seed));
    let metric = Linear::new(shape).unwrap();
    let judgements = metric.judge(&tally(&metric, shape, Rows::Narrow(&rows)));
    [0, 1].map(|test| judgements[test].evidence().unwrap().clone())
}

/// The level of one of some 60 tests under the default budget of 1e-6, of which a first look has half.
const LOG10_LEVEL: f64 = -8.1;

const COMPLEXITY_TEST: usize = 0;
const PARITIES_TEST: usize = 1;

/// Test, shuffle, generator, dice, cards, dealt, decks, order or share of decks: seen with each of the seeds 0 to 4.
#[test]
fn weak_generators_are_seen() {
    for (test, algorithm, rng, dice, (cards, dealt), decks) in [
        (COMPLEXITY_TEST, "fisher-yates", "xorshift32", "modulo:bits=32", (52, 52), 128),
        (COMPLEXITY_TEST, "fisher-yates", "xorshift32", "exact", (52, 52), 256),
        (COMPLEXITY_TEST, "fisher-yates-by-value", "xorshift32", "modulo:bits=32", (40, 40), 128),
        (COMPLEXITY_TEST, "fisher-yates", "xorshift32", "modulo:bits=32", (5, 5), 128),
        (COMPLEXITY_TEST, "fisher-yates", "lfsr31", "exact", (2, 2), 128),
        (COMPLEXITY_TEST, "fisher-yates", "lfsr31", "exact", (52, 52), 256),
        (PARITIES_TEST, "fisher-yates", "glibc-random", "modulo:bits=31", (52, 52), 400),
        (PARITIES_TEST, "fisher-yates-by-value", "glibc-random", "modulo:bits=31", (36, 36), 400),
        (PARITIES_TEST, "fisher-yates", "glibc-random", "modulo:bits=31", (12, 12), 400),
        (PARITIES_TEST, "fisher-yates", "glibc-random", "modulo:bits=31", (6, 6), 400),
        (PARITIES_TEST, "fisher-yates", "glibc-random", "modulo:bits=31", (2, 2), 400),
        (PARITIES_TEST, "fisher-yates", "glibc-random", "modulo:bits=31", (100, 100), 400),
    ] {
        let shape = Shape::deal(cards, dealt).unwrap();
        for seed in 0..5 {
            let evidence = &judged(algorithm, rng, dice, shape, decks, seed)[test];
            let p = evidence.p_value.log10();
            assert!(p < LOG10_LEVEL, "{rng} {dice}, {cards} cards, {decks} decks: p = 10^{p}");
        }
    }
}

#[test]
fn findings_name_the_recurrence() {
    let [complexity, _] =
        judged("fisher-yates", "xorshift32", "modulo:bits=32", Shape::whole(52), 256, 1);
    assert!((31.0..=32.0).contains(&complexity.effect.value), "{complexity:?}");
    let place = complexity.effect.place.unwrap().to_string();
    assert!(
        place.starts_with("bit ") && place.ends_with("(Fisher-Yates from the end) over 256 decks"),
        "{place}"
    );
    let [_, parities] =
        judged("fisher-yates", "glibc-random", "modulo:bits=31", Shape::whole(52), 2_000, 1);
    let what = parities.effect.extreme.unwrap().what.to_string();
    assert!(what.starts_with("the draws of 1 in 5"), "{what}");
    assert!(
        what.contains("(1 deck before) sum to an even number (Fisher-Yates from the end)"),
        "{what}"
    );
}

/// A register of 600 bits, as decks of two cards: every 5,000th seed alike, from 1,300 decks on.
#[test]
fn registers_of_600_bits_are_seen() {
    let mut bits: Vec<bool> = (0..600_u32).map(|i| i * i % 7 < 3).collect();
    while bits.len() < 1_300 {
        let at = bits.len();
        bits.push(bits[at - 600] ^ bits[at - 273] ^ bits[at - 1] ^ bits[at - 79]);
    }
    let shape = Shape::whole(2);
    let rows: Vec<u8> = bits.iter().flat_map(|&bit| [u8::from(!bit), u8::from(bit)]).collect();
    let evidence = evidence(&Linear::new(shape).unwrap(), shape, Rows::Narrow(&rows));
    assert!(evidence.p_value.log10() < LOG10_LEVEL, "{evidence:?}");
}

/// Sound generators, and other shuffles: no p-value below 1e-4 of 2 tests, 6 shapes and 8 generators, where a sound suite
/// would have one with a probability of at most 1 %; seed 1.
#[test]
fn sound_generators_are_not_seen() {
    for rng in Generator::ALL.into_iter().filter(|rng| rng.is_sound()) {
        for (cards, dealt, decks) in [(52, 52, 4_096), (2, 2, 4_096), (5, 5, 1_000), (52, 5, 1_000)]
        {
            let shape = Shape::deal(cards, dealt).unwrap();
            for evidence in judged("fisher-yates", rng.id(), "exact", shape, decks, 1) {
                assert!(evidence.p_value.log10() > -4.0, "{rng:?} {cards} {dealt}: {evidence:?}");
            }
        }
    }
}

/// Bounds are no larger than they say: of 2,000 runs of 10 cards, 200 decks, seeds 0 to 1,999, no more are below 0.05 and 0.01
/// than a binomial law of that size gives with probability 1e-4.
#[test]
fn neither_test_is_liberal() {
    const RUNS: u64 = 2_000;
    let mut below = [[0; 2]; 2];
    for seed in 0..RUNS {
        let judged = judged("fisher-yates", "pcg64", "exact", Shape::whole(10), 200, seed);
        for (evidence, below) in judged.iter().zip(&mut below) {
            let p = evidence.p_value.value();
            [0.05, 0.01]
                .iter()
                .zip(below)
                .for_each(|(level, below)| *below += u64::from(p <= *level));
        }
    }
    for of_test in below {
        for (count, level) in of_test.into_iter().zip([0.05, 0.01]) {
            assert!(binomial::ln_sf(count, RUNS, level) > 1e-4_f64.ln(), "{count} at {level}");
        }
    }
}
