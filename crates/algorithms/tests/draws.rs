//! The dice, judged by chi-square. `src/dice/weights.rs` counts out short words.
//!
//! The chi-square tests have fixed seeds, so that they give one verdict a commit. Each states its alpha; the
//! critical values are `scipy.stats.chi2.isf(1e-6, df)` of SciPy 1.17.

use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;
use shuffle_algorithms::{
    Algorithm, Dice, Shape,
    dice::{Batched, Exact, Float, Modulo},
    fill::Job,
    generator::{Generator, GeneratorVisitor, Seed},
};
use std::collections::HashMap;

const SEED: Seed = Seed([52; 32]);

/// Pearson's sum over equally likely cells.
fn chi_square(counts: impl IntoIterator<Item = u32>, cells: usize) -> f64 {
    let counts: Vec<f64> = counts.into_iter().map(f64::from).collect();
    let expected = counts.iter().sum::<f64>() / cells as f64;
    let unseen = (cells - counts.len()) as f64 * expected;
    unseen + counts.iter().map(|count| (count - expected).powi(2) / expected).sum::<f64>()
}

fn rolls<D: Dice>(dice: &mut D, k: usize, trials: usize) -> Vec<u32> {
    let mut counts = vec![0; k];
    (0..trials).for_each(|_| counts[dice.below(k)] += 1);
    counts
}

struct Rolls {
    k: usize,
    trials: usize,
}

impl GeneratorVisitor for Rolls {
    type Out = [Vec<u32>; 2];

    fn visit<R: Rng + SeedableRng>(self, mut rng: R) -> [Vec<u32>; 2] {
        let other = R::from_rng(&mut rng);
        let exact = rolls(&mut Exact::new(rng), self.k, self.trials);
        [exact, rolls(&mut Batched::new(other), self.k, self.trials)]
    }
}

#[test]
fn exact_dice_favor_no_value_on_any_generator() {
    // alpha 1e-6 for each of 2 x 5 x 4 tests, 52,000 trials, one seed.
    const TRIALS: usize = 52_000;
    for rng in Generator::ALL.into_iter().filter(|rng| rng.is_sound()) {
        assert_eq!(rng.start(&SEED, Rolls { k: 1, trials: TRIALS }), [[TRIALS as u32]; 2]);
        for (k, critical) in [(2, 23.93), (3, 27.63), (6, 35.89), (52, 114.08)] {
            for counts in rng.start(&SEED, Rolls { k, trials: TRIALS }) {
                let statistic = chi_square(counts, k);
                assert!(statistic < critical, "below({k}) on {}: {statistic}", rng.id());
            }
        }
    }
}

#[test]
fn the_same_test_refuses_dice_of_8_bits() {
    // As above: alpha 1e-6, 52,000 trials, one seed.
    let rng = || Pcg64::from_seed(SEED.0);
    let modulo = rolls(&mut Modulo::new(rng(), 8), 52, 52_000);
    let float = rolls(&mut Float::new(rng(), 8), 52, 52_000);
    for counts in [modulo, float] {
        let statistic = chi_square(counts, 52);
        assert!(statistic > 114.08, "{statistic}");
    }
}

#[test]
fn rands_shuffle_and_deal_favor_no_order() {
    // alpha 1e-6 each, 48,000 trials, one seed; 24 orders of 4 cards, 20 ordered hands of 2 of 5.
    for (id, shape, cells, critical) in [
        ("rand-shuffle", Shape::whole(4), 24, 70.55),
        ("rand-partial-shuffle", Shape::deal(5, 2).unwrap(), 20, 63.68),
    ] {
        let decks = Job::new(Algorithm::parse(id).unwrap(), shape).decks::<u8>(48_000, &SEED);
        let mut counts = HashMap::new();
        decks.chunks(shape.dealt()).for_each(|deck| *counts.entry(deck).or_insert(0) += 1);
        let statistic = chi_square(counts.into_values(), cells);
        assert!(statistic < critical, "{id}: {statistic}");
    }
}

#[test]
fn a_tiny_seed_repeats_decks_as_often_as_documented() {
    // 5,000 decks from 2^16 seeds: 5,000^2 / 2^17 = 191 equal pairs expected (standard deviation 14); with
    // alpha 1e-6 between 124 and 258. One seed.
    let dice = shuffle_algorithms::dice::DiceSpec::TinySeed { bits: 16 };
    let job = Job { dice, ..Job::new(Algorithm::parse("fisher-yates").unwrap(), Shape::whole(52)) };
    let decks = job.decks::<u8>(5_000, &SEED);
    let mut copies = HashMap::new();
    decks.chunks(52).for_each(|deck| *copies.entry(deck).or_insert(0_u32) += 1);
    let pairs: u32 = copies.into_values().map(|copies| copies * (copies - 1) / 2).sum();
    assert!((124..=258).contains(&pairs), "{pairs} pairs");
}
