//! Adjacency, pair order, Friedman's test and the tests of neighbouring decks beyond 256 cards: calibrated
//! under a sound shuffle, and what they see of decks of 300, 1,000 and 10,000 cards.
//!
//! Seen means rejected at 1e-6 for each of several seeds.

use crate::{Cards, count, evidence, whole};
use rand::{SeedableRng, seq::SliceRandom};
use rand_pcg::Pcg64;
use shuffle_metrics::{Judgement, Metric, catalogue, distribution::ks_uniform};
use std::thread;

/// The level at which a defect must be seen.
const ALPHA: f64 = 1e-6;

/// The level of each comparison with the uniform law; of the 12 that are made a sound suite fails in 0.12 % of all choices of
/// seeds.
const KS_ALPHA: f64 = 1e-4;

/// How often each test is made, with the seeds from 0 on.
const SEEDS: u64 = 300;

/// The metrics by one test of each.
const METRICS: [&str; 3] = ["pair-order", "adjacency", "serial-inversions"];

fn metric(test: &str, cards: usize) -> Box<dyn Metric> {
    catalogue::of_test(test).unwrap().build(whole(cards)).unwrap()
}

/// The p-values of all tests of these metrics on decks of a sound shuffle with this seed.
fn sound(metrics: &[Box<dyn Metric>], cards: usize, trials: usize, seed: u64) -> Vec<Judgement> {
    let decks = Cards::shuffled("fisher-yates", whole(cards), trials, seed);
    let judge = |metric: &dyn Metric| metric.judge(&count(metric, whole(cards), &decks));
    metrics.iter().flat_map(|metric| judge(metric.as_ref())).collect()
}

#[test]
fn p_values_are_uniform_under_a_sound_shuffle() {
    for (cards, trials) in [(257, 700), (1_500, 420)] {
        let metrics = METRICS.map(|test| metric(test, cards));
        let half = |first| {
            (first..SEEDS).step_by(2).map(|seed| sound(&metrics, cards, trials, seed)).collect()
        };
        let runs: Vec<Vec<Judgement>> = thread::scope(|scope| {
            let workers: Vec<thread::ScopedJoinHandle<'_, Vec<_>>> =
                [0, 1].map(|first| scope.spawn(move || half(first))).into();
            workers.into_iter().flat_map(|worker| worker.join().unwrap()).collect()
        });
        for (test, judgement) in runs[0].iter().enumerate() {
            let p = |run: &Vec<Judgement>| run[test].evidence().unwrap().p_value.value();
            let ks = ks_uniform(&mut runs.iter().map(p).collect::<Vec<_>>());
            assert!(ks.p_value > KS_ALPHA, "{} of {cards} cards: {ks:?}", judgement.test);
        }
    }
}

/// Asserts that these tests reject a catalogued shuffle.
#[track_caller]
fn assert_seen(tests: &[&str], algorithm: &str, cards: usize, trials: usize) {
    for seed in 0..3 {
        let decks = Cards::shuffled(algorithm, whole(cards), trials, seed);
        for test in tests {
            let p = evidence(test, whole(cards), &decks).p_value;
            assert!(p.ln() <= ALPHA.ln(), "{test} lets {algorithm} of {cards} pass: {}", p.log10());
        }
    }
}

#[test]
fn a_shuffle_buffer_is_seen_however_large_the_deck() {
    let tests = ["pair-order", "friedman", "adjacency"];
    assert_seen(&tests, "shuffle-buffer:buffer=64", 300, 100);
    assert_seen(&tests, "shuffle-buffer:buffer=500", 1_000, 100);
    assert_seen(&tests, "shuffle-buffer:buffer=5000", 10_000, 100);
}

#[test]
fn riffles_are_seen_long_after_seven() {
    // Position sees nine riffles in none of these.
    assert_seen(&["adjacency"], "gsr-riffle:riffles=9", 300, 1_000);
    assert_seen(&["adjacency"], "gsr-riffle:riffles=11", 1_000, 1_000);
    assert_seen(&["adjacency"], "gsr-riffle:riffles=12", 10_000, 300);
    assert_seen(&["pair-order", "friedman"], "gsr-riffle:riffles=7", 1_000, 1_000);
    assert_seen(&["pair-order", "friedman"], "gsr-riffle:riffles=8", 10_000, 300);
}

/// Blocks of neighbours in a random order, each with its cards shuffled or as they were.
fn blocks(cards: usize, size: usize, inside: bool, trials: usize, seed: u64) -> Cards {
    let mut rng = Pcg64::seed_from_u64(seed);
    let mut blocks: Vec<Vec<usize>> =
        (0..cards).collect::<Vec<_>>().chunks(size).map(<[usize]>::to_vec).collect();
    let mut numbers = Vec::with_capacity(cards * trials);
    for _ in 0..trials {
        blocks.shuffle(&mut rng);
        for block in &mut blocks {
            if inside {
                block.shuffle(&mut rng);
            }
            numbers.extend(block.iter());
        }
    }
    Cards::from_numbers(whole(cards), numbers)
}

#[test]
fn shuffled_blocks_are_seen_by_their_neighbours() {
    for (cards, size) in [(300, 10), (1_000, 50), (10_000, 100), (10_000, 2_000)] {
        for inside in [false, true] {
            for seed in 0..3 {
                let decks = blocks(cards, size, inside, 100, seed);
                let p = evidence("adjacency", whole(cards), &decks).p_value;
                assert!(p.ln() <= ALPHA.ln(), "{cards} cards in blocks of {size}: {}", p.log10());
            }
        }
    }
}

#[test]
fn a_last_deck_that_is_riffled_on_is_seen() {
    for (cards, trials) in [(1_000, 300), (10_000, 300)] {
        for seed in 0..3 {
            let decks = Cards::shuffled("riffled-on", whole(cards), trials, seed);
            for test in ["serial-inversions", "serial-rising-sequences"] {
                let p = evidence(test, whole(cards), &decks).p_value;
                assert!(p.ln() <= ALPHA.ln(), "{test} of {cards} cards: {}", p.log10());
            }
        }
    }
}
