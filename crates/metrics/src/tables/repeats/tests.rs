//! Samples of keys drawn by a generator, without decks: sizes and reaches.

use super::*;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

/// The keys of decks, one after the other.
fn equal(keys: &[u64]) -> Equal {
    let space = KeySpace::new(u64::MAX, KEPT);
    let mut sample = KeySample::default();
    sample.take_each(space, 0, keys.iter().map(|&key| Some(key)));
    compare(&sample.settled(), keys.len() as u64)
}

#[test]
fn a_deck_that_comes_thrice_makes_three_pairs_and_two_repeats() {
    let counted = equal(&[7, 9, 7, 0, 8, 7, 9, u64::MAX]);
    let wanted = Equal { decks: 8, share: 1.0, pairs: 4, again: 3, lag: None, times: [1, 3] };
    assert_eq!(counted, wanted);
    assert_eq!(equal(&[]), Equal { decks: 0, pairs: 0, again: 0, times: [0, 0], ..wanted });
}

#[test]
fn a_lag_is_what_nearly_all_repeats_have() {
    let lag = |keys: &[u64]| equal(keys).lag;
    let every = |decks| Some(Lag { decks, is_of_every_deck: true });
    let period: Vec<u64> = (0..500).map(|trial| 1 + trial % 100).collect();
    assert_eq!(lag(&period), every(100));
    // The second half is the first, as of two jobs that write the same decks.
    let twice: Vec<u64> = (0..500).map(|trial| 1 + trial % 250).collect();
    assert_eq!(lag(&twice), every(250));
    // Blocks of 10 in turn: decks 10 to 19 are 0 to 9 again, and then come others.
    let blocks: Vec<u64> = (0..500).map(|t| 1 + t / 20 * 10 + t % 10).collect();
    assert_eq!(lag(&blocks), Some(Lag { decks: 10, is_of_every_deck: false }));
    // One deck over and over, two repeats alone, and repeats at random have none.
    assert_eq!(lag(&[7; 50]), None);
    assert_eq!(lag(&[1, 2, 3, 1, 2, 4, 5, 6]), None);
    let random: Vec<u64> = (0..500_u64).map(|t| 1 + t * t * 7_919 % 1_009 % 90).collect();
    assert_eq!(lag(&random), None);
}

/// Garwood's ends solve P(X >= 3) = 0.005 and P(X <= 3) = 0.005.
#[test]
fn poisson_intervals_are_exact() {
    use crate::distribution::poisson;
    let (low, high) = poisson_interval(3);
    assert!((poisson::ln_sf(3, low) - 0.005_f64.ln()).abs() < 1e-9);
    assert!((poisson::ln_cdf(3, high) - 0.005_f64.ln()).abs() < 1e-9);
    assert_eq!(poisson_interval(0).0, 0.0);
    assert!((poisson_interval(0).1 - -0.005_f64.ln()).abs() < 1e-9);
    // All of 2^20 decks are equal.
    let (low, high) = poisson_interval(549_755_289_600);
    assert!((low / 549_755_289_600.0 - 1.0).abs() < 1e-5 && low < high);
}

#[test]
fn the_mean_counts_what_orders_and_hashes_have_in_common() {
    let equal = Equal { decks: 1 << 20, share: 1.0, pairs: 0, again: 0, lag: None, times: [1, 1] };
    let mean = |cards: usize| Repeats::new(Shape::whole(cards)).unwrap().mean(&equal);
    let pairs = 549_755_289_600.0;
    assert!((mean(10) / (pairs / 3_628_800.0) - 1.0).abs() < 1e-12);
    assert!((mean(20) / (pairs / 2_432_902_008_176_640_000.0) - 1.0).abs() < 1e-12);
    assert!((mean(1_000) / (pairs * 0.5_f64.powi(64)) - 1.0).abs() < 1e-12);
}

/// A sample of limited size, of keys that a function draws.
fn sample(space: KeySpace, trials: u64, mut key: impl FnMut(u64) -> u64) -> KeySample {
    let mut sample = KeySample::default();
    sample.take_each(space, 0, (0..trials).map(|trial| Some(key(trial))));
    sample.settle();
    sample
}

/// The p-value of `repeats` of decks of 52 cards with these keys.
fn p_of_repeats(trials: u64, key: impl FnMut(u64) -> u64) -> f64 {
    let repeats = Repeats::new(Shape::whole(52)).unwrap();
    let judgements = repeats.judge_sample(&sample(repeats.space, trials, key), trials);
    judgements[1].evidence().unwrap().p_value.log10()
}

/// The level of one of some 60 tests under the default budget of 1e-6, of which a first look has half.
const LOG10_LEVEL: f64 = -8.1;

/// After a million decks, one deck in 1,000 comes from a cache of 64: 50,000 decks later each of 20 seeds sees it.
#[test]
fn a_few_stored_decks_are_seen_however_late_they_come() {
    for seed in 0..20 {
        let mut rng = Pcg64::seed_from_u64(seed);
        let stored: [u64; 64] = std::array::from_fn(|_| rng.random());
        let p = p_of_repeats(1_050_000, |trial| {
            let again = trial >= 1_000_000 && rng.random_range(0..1_000) == 0;
            if again { stored[rng.random_range(0..64_usize)] } else { rng.random() }
        });
        assert!(p < LOG10_LEVEL, "seed {seed}: p = 10^{p}");
    }
}

/// Seeds of 40 bits, at four times the birthday bound of 1.18 * 2^20 decks: 2.3 pairs are expected in the sample, of
/// which two are needed, so that two of three runs see them; seeds 0 to 19.
#[test]
fn seeds_of_40_bits_are_seen_at_four_times_the_birthday_bound() {
    let trials = (4.0 * 1.18 * 2_f64.powi(20)) as u64;
    let seen = (0..20).filter(|&seed| {
        let mut rng = Pcg64::seed_from_u64(seed);
        let p = p_of_repeats(trials, |_| {
            // The finalizer of MurmurHash3, one-to-one: the deck that a seed makes.
            let mix = |x: u64, by: u64| (x ^ x >> 33).wrapping_mul(by);
            let x =
                mix(mix(rng.random::<u64>() >> 24, 0xff51_afd7_ed55_8ccd), 0xc4ce_b9fe_1a85_ec53);
            x ^ x >> 33
        });
        p < LOG10_LEVEL
    });
    let seen = seen.count();
    assert!(seen >= 10, "{seen} of 20");
}

/// The true size of `collisions` where decks are several times as many as orders, and where the sample has dropped most
/// of them: 8 cards (40,320 orders) in samples of at most 2^12 and 2^13 of them; 600 runs, seeds 0 to 599. It is not
/// liberal: rejections at 1e-2, 1e-3 and 1e-4 are no more than a binomial law of that size gives with probability 1e-4.
/// (Of 20,000 runs each there were 196, 29, 2 and 206, 18, 4.)
#[test]
fn collisions_are_not_liberal_where_decks_are_more_than_orders() {
    collisions_are_not_liberal(600);
}

#[test]
#[ignore = "a minute; part of `just nightly`"]
fn collisions_are_not_liberal_in_five_thousand_runs() {
    collisions_are_not_liberal(5_000);
}

fn collisions_are_not_liberal(runs: u64) {
    let levels = [1e-2, 1e-3, 1e-4];
    for (most, decks) in [(1 << 12, 100_000_u64), (1 << 13, 20_000)] {
        let repeats = Repeats {
            space: KeySpace::new(40_319, most),
            ..Repeats::new(Shape::whole(8)).unwrap()
        };
        let mut rejected = [0; 3];
        for seed in 0..runs {
            let mut rng = Pcg64::seed_from_u64(seed);
            let sample = sample(repeats.space, decks, |_| rng.random_range(0..40_320));
            let judgements = repeats.judge_sample(&sample, decks);
            let p = judgements[0].evidence().unwrap().p_value.value();
            rejected
                .iter_mut()
                .zip(levels)
                .for_each(|(count, level)| *count += u64::from(p <= level));
        }
        for (count, level) in rejected.into_iter().zip(levels) {
            let ln_p = crate::distribution::binomial::ln_sf(count, runs, level);
            assert!(
                ln_p > 1e-4_f64.ln(),
                "{decks} decks, {most} orders: {count} of {runs} at {level}"
            );
        }
    }
}
