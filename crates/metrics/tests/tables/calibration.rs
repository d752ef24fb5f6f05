//! Sound shuffles: the p-values are uniform, or attain the sizes that a discrete law has.

use crate::support::{decks, evidence};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;
use shuffle_metrics::{
    Shape,
    distribution::{binomial, ks_uniform, poisson},
    judgement::Law,
};

/// Runs of each test; run i has the seed FIRST_SEED + i.
const RUNS: u64 = 500;
const FIRST_SEED: u64 = 0x7ab1e;

/// Probability that a sound version of this file fails, for each kind of check, over all comparisons.
const ALPHA: f64 = 1e-3;

/// Test, cards, cards dealt, decks.
const CONTINUOUS: [(&str, usize, usize, usize); 14] = [
    ("adjacency", 3, 3, 5_000),
    ("adjacency", 10, 10, 100),
    ("adjacency", 10, 10, 5_000),
    ("adjacency", 52, 52, 100),
    ("adjacency", 52, 52, 1_000),
    ("pair-order", 10, 10, 1_000),
    ("pair-order", 52, 52, 1_000),
    ("friedman", 10, 10, 1_000),
    ("friedman", 52, 52, 100),
    ("lehmer", 5, 5, 2_000),
    ("lehmer", 10, 10, 200),
    ("lehmer", 52, 52, 1_040),
    ("lehmer", 52, 5, 1_040),
    ("prefix", 9, 9, 1_440),
];

/// The same for the laws that are discrete.
const DISCRETE: [(&str, usize, usize, usize); 5] = [
    ("collisions", 8, 8, 2_520),
    ("collisions", 8, 8, 40_320),
    ("collisions", 10, 10, 20_000),
    ("repeats", 9, 9, 2_000),
    ("repeats", 52, 5, 30_000),
];

fn runs(cards: usize, deal: usize, trials: usize) -> impl Iterator<Item = (Shape, Vec<u8>)> {
    let shape = Shape::deal(cards, deal).unwrap();
    let size = Shape::deal(cards, deal).unwrap();
    (0..RUNS).map(move |run| (shape, decks("fisher-yates", size, trials, FIRST_SEED + run)))
}

#[test]
fn p_values_of_sound_shuffles_are_uniform() {
    for (test, cards, deal, trials) in CONTINUOUS {
        let mut p_values: Vec<f64> = runs(cards, deal, trials)
            .map(|(shape, rows)| evidence(test, shape, &rows).p_value.value())
            .collect();
        let ks = ks_uniform(&mut p_values);
        assert!(
            ks.p_value > ALPHA / CONTINUOUS.len() as f64,
            "{test} {cards} {deal} {trials}: {ks:?}"
        );
    }
}

/// A statistic x of a discrete law is spread over P(X > x) to P(X >= x), which makes it uniform.
#[test]
fn discrete_laws_are_those_of_sound_shuffles() {
    let mut rng = Pcg64::seed_from_u64(FIRST_SEED);
    for (test, cards, deal, trials) in DISCRETE {
        let mut spread: Vec<f64> = runs(cards, deal, trials)
            .map(|(shape, rows)| {
                let evidence = evidence(test, shape, &rows);
                let Law::Poisson { mean } = evidence.law else { panic!("{test} is Poisson") };
                let count = evidence.statistic as u64;
                let (or_more, more) =
                    (poisson::ln_sf(count, mean), poisson::ln_sf(count + 1, mean));
                more.exp() + rng.random::<f64>() * (or_more.exp() - more.exp())
            })
            .collect();
        let ks = ks_uniform(&mut spread);
        let level = ALPHA / DISCRETE.len() as f64;
        assert!(ks.p_value > level, "{test} {cards} {deal} {trials}: {ks:?}");
    }
}

/// The size of a discrete test at 0.05 is what its law can attain, which is less.
#[test]
fn discrete_tests_reject_as_often_as_they_can() {
    for (test, cards, deal, trials) in DISCRETE {
        let mut attainable = 0.0;
        let rejected = runs(cards, deal, trials)
            .filter(|(shape, rows)| {
                let evidence = evidence(test, *shape, rows);
                attainable = attainable_size(evidence.law, 0.05);
                evidence.p_value.value() <= 0.05
            })
            .count() as u64;
        assert!(attainable > 0.01 && attainable <= 0.05, "{test} {cards}: {attainable}");
        let ln_level = (ALPHA / DISCRETE.len() as f64 / 2.0).ln();
        let too_often = binomial::ln_sf(rejected, RUNS, attainable) < ln_level;
        let too_seldom = binomial::ln_cdf(rejected, RUNS, attainable) < ln_level;
        assert!(!too_often && !too_seldom, "{test} {cards} {deal}: {rejected} for {attainable}");
    }
}

/// The probability of the counts whose two-sided p is at most alpha.
fn attainable_size(law: Law, alpha: f64) -> f64 {
    let Law::Poisson { mean } = law else { panic!("a Poisson law") };
    let rejects = |count: u64| law.p_value(count as f64).0.value() <= alpha;
    let middle = mean as u64;
    let upper = (middle..).find(|&count| rejects(count)).unwrap();
    let lower = (0..=middle).rev().find(|&count| rejects(count));
    poisson::ln_sf(upper, mean).exp()
        + lower.map_or(0.0, |count| poisson::ln_cdf(count, mean).exp())
}
