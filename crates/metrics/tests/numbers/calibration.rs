//! Under a sound shuffle the p-values are uniform.

use crate::{TESTS, judge};
use shuffle_algorithms::{Algorithm, fill::Job, generator::Seed};
use shuffle_metrics::{Shape, distribution::ks_uniform};

/// Runs, each with its own seed.
const RUNS: u64 = 500;

/// Decks a run: so many that no p-value has steps worth mentioning.
const DECKS: usize = 4_000;

/// The chance that this test fails although all is well, shared over all comparisons.
const ALPHA: f64 = 1e-3;

#[test]
fn p_values_of_a_sound_shuffle_are_uniform() {
    let shapes = [(52, 52), (10, 10), (52, 9)].map(|(n, k)| (Shape::deal(n, k), n, k));
    let mut samples: Vec<(String, Vec<f64>)> = Vec::new();
    for (number, (size, cards, dealt)) in (0..).zip(shapes) {
        let size = size.unwrap();
        let shape = Shape::deal(cards, dealt).unwrap();
        let job = Job::new(Algorithm::parse("fisher-yates").unwrap(), size);
        let mut p_values = TESTS.map(|_| Vec::new());
        for run in 0..RUNS {
            let rows: Vec<u8> = job.decks(DECKS, &Seed::from_u64(RUNS * number + run));
            for (test, p_values) in TESTS.iter().zip(&mut p_values) {
                if let Some(judgement) = judge(test, shape, &rows) {
                    p_values.push(judgement.evidence().unwrap().p_value.value());
                }
            }
        }
        let named = TESTS.iter().map(|test| format!("{test}, {dealt} of {cards}")).zip(p_values);
        samples.extend(named.filter(|(_, p_values)| !p_values.is_empty()));
    }
    // All 15 at 52 cards, all but poker and bridge at 10, and six that take deals.
    assert_eq!(samples.len(), 15 + 13 + 6);
    let level = ALPHA / samples.len() as f64;
    for (name, mut p_values) in samples {
        assert_eq!(p_values.len(), RUNS as usize);
        let ks = ks_uniform(&mut p_values);
        assert!(ks.p_value > level, "{name}: D = {}, p = {}", ks.statistic, ks.p_value);
    }
}
