//! The tests of few orders on orders: calibration, the draft of 1970, and planted defects.

use super::{ENTRY, FewOrders, stretches};
use crate::{
    Judgement, Outcome, Rows, Shape,
    metric::Metric,
    testing::{self, assert_levels_are_kept, tally, up_to},
};
use rand::{RngExt, SeedableRng, seq::SliceRandom};
use rand_pcg::Pcg64;
use std::{collections::BTreeMap, ops::Range};

fn judged(n: usize, decks: &[u32]) -> Vec<Judgement> {
    let shape = Shape::whole(n);
    let metric = FewOrders::new(shape).unwrap();
    metric.judge(&tally(&metric, shape, Rows::Wide(decks)))
}

fn p_values(n: usize, decks: &[u32]) -> BTreeMap<&'static str, f64> {
    testing::p_values(&judged(n, decks)).into_iter().collect()
}

fn shuffled(n: usize, rng: &mut Pcg64) -> Vec<u32> {
    let mut order: Vec<u32> = (0..n as u32).collect();
    order.shuffle(rng);
    order
}

fn words(n: usize, order: &[u32], test: &str) -> String {
    let judgements = judged(n, order);
    let found = judgements.iter().find(|it| it.test == test).unwrap();
    found.evidence().unwrap().effect.place.as_ref().unwrap().to_string()
}

fn extreme(n: usize, decks: &[u32], test: &str) -> String {
    let judgements = judged(n, decks);
    let found = judgements.iter().find(|it| it.test == test).unwrap();
    found.evidence().unwrap().effect.extreme.as_ref().unwrap().what.to_string()
}

#[test]
fn no_test_rejects_too_often() {
    no_test_rejects(1);
}

#[test]
#[ignore = "a minute; part of `just nightly`"]
fn no_test_rejects_too_often_in_five_times_as_many_samples() {
    no_test_rejects(5);
}

/// Sizes in `times` as many samples.
fn no_test_rejects(times: u32) {
    // The size of the decks, decks per sample, and seeds.
    let settings =
        [(10, 3, 4_000), (10, 1, 10_000), (20, 1, 10_000), (20, 10, 2_000), (45, 1, 4_000)];
    let larger = [(52, 1, 4_000), (52, 30, 800), (366, 1, 1_500), (10_000, 1, 100)];
    for (n, m, seeds) in settings.into_iter().chain(larger) {
        let seeds = times * seeds;
        let mut rng = Pcg64::seed_from_u64(1_970 + n as u64);
        // 12 tests, 9 settings and 3 levels make 3e-3 of this at most.
        assert_levels_are_kept(seeds, up_to(seeds, 4.3, 1.0), (m, n), || {
            let decks: Vec<u32> = (0..m).flat_map(|_| shuffled(n, &mut rng)).collect();
            p_values(n, &decks)
        });
    }
}

#[test]
fn the_draft_of_1970_is_seen_by_the_grid_and_not_by_neighbors() {
    let numbers = include_str!("../../../../audits/data/draft-1970.txt");
    let order: Vec<u32> =
        numbers.split_whitespace().map(|number| number.parse::<u32>().unwrap() - 1).collect();
    assert_eq!(order.len(), 366);
    let p = p_values(366, &order);
    let of_neighbors = [("xi", 0.44), ("xi-inverse", 0.40)];
    for (test, known) in of_neighbors {
        assert!((-0.005..0.05).contains(&(p[test] - known)), "{test}: {} {known}", p[test]);
    }
    assert!(p["grid"] < 1e-3, "{}", p["grid"]);
}

/// A uniform order of n in which `change` has changed one stretch.
fn with_stretch(n: usize, stretch: Range<usize>, change: impl Fn(&mut [u32])) -> Vec<u32> {
    let mut order = shuffled(n, &mut Pcg64::seed_from_u64(6));
    change(&mut order[stretch]);
    order
}

#[test]
fn a_stretch_of_one_percent_is_found_and_named() {
    let (n, stretch) = (100_000, 41_300..42_300);
    // Cards left alone keep their start positions; the others are shuffled among themselves.
    let mut rng = Pcg64::seed_from_u64(7);
    let mut others: Vec<u32> =
        (0..n as u32).filter(|card| !stretch.contains(&(*card as usize))).collect();
    others.shuffle(&mut rng);
    let mut alone = others[..stretch.start].to_vec();
    alone.extend(stretch.clone().map(|card| card as u32));
    alone.extend(&others[stretch.start..]);
    assert!(p_values(n, &alone)["stretches"] < 1e-100);
    let said = "positions 41300 to 42299 hold cards 41300 to 42299 in their order at the start";
    assert_eq!(words(n, &alone, "stretches"), said);
    // Sorted: a rising run of cards from everywhere.
    let sorted = with_stretch(n, stretch.clone(), <[u32]>::sort_unstable);
    assert!(p_values(n, &sorted)["stretches"] < 1e-30);
    assert!(words(n, &sorted, "stretches").ends_with(" hold cards that rise too much"));
}

#[test]
fn blocks_that_are_shuffled_inside_only_are_seen() {
    let n = 100_000;
    let mut rng = Pcg64::seed_from_u64(8);
    let mut order: Vec<u32> = (0..n as u32).collect();
    order.chunks_mut(1_000).for_each(|block| block.shuffle(&mut rng));
    assert!(p_values(n, &order)["stretches"] < 1e-100);
    // The blocks come in random order, too: no grid of whole blocks sees much, but a window has too narrow a range.
    let mut blocks: Vec<&[u32]> = order.chunks(1_000).collect();
    blocks.shuffle(&mut rng);
    let order = blocks.concat();
    let p = p_values(n, &order);
    assert!(p["stretches"] < 1e-100 && p["rank-serial"] < 1e-100);
    let said = words(n, &order, "stretches");
    assert!(said.ends_with(" only"), "{said}");
}

#[test]
fn rows_that_are_kept_in_pairs_are_seen() {
    let mut rng = Pcg64::seed_from_u64(9);
    let pairs = shuffled(50_000, &mut rng);
    let order: Vec<u32> = pairs.iter().flat_map(|pair| [2 * pair, 2 * pair + 1]).collect();
    let p = p_values(100_000, &order);
    for test in ["rank-serial", "xi", "xi-inverse"] {
        assert!(p[test] < 1e-30, "{test}: {}", p[test]);
    }
}

#[test]
fn a_hundred_decks_are_not_judged() {
    let decks: Vec<u32> = (0..20).collect::<Vec<_>>().repeat(100);
    let judgements = judged(20, &decks);
    assert_eq!(judgements.len(), ENTRY.tests.len());
    let why = "it judges up to 99 decks, and there are 100".to_owned();
    assert!(judgements.iter().all(|it| it.outcome == Outcome::not_applicable(why.clone())));
    assert!(p_values(20, &decks[20..]).values().all(|&p| p < 1e-9));
}

#[test]
fn the_largest_decks_have_summaries_that_fit() {
    let n = 1 << 24;
    assert!(stretches::FEWEST_CARDS < n);
    let metric = FewOrders::new(Shape::whole(n)).unwrap();
    assert!(metric.summary_size().words() < 20_000);
}

/// Each worker shuffles the rows of one remainder, and gives a batch of them in its turn.
fn strided(n: usize, workers: usize, batch: usize, rng: &mut Pcg64) -> Vec<u32> {
    let mut rows: Vec<Vec<u32>> =
        (0..workers).map(|worker| (worker as u32..n as u32).step_by(workers).collect()).collect();
    rows.iter_mut().for_each(|rows| rows.shuffle(rng));
    let turns = rows[0].len().div_ceil(batch);
    let turn = |at: usize| rows.iter().flat_map(move |rows| rows.chunks(batch).nth(at)).flatten();
    (0..turns).flat_map(turn).copied().collect()
}

/// Each run of `each` positions holds equally many rows of each remainder.
fn balanced(n: usize, modulus: usize, each: usize, rng: &mut Pcg64) -> Vec<u32> {
    let mut order = strided(n, modulus, each, rng);
    order.chunks_mut(modulus * each).for_each(|window| window.shuffle(rng));
    order
}

#[test]
fn rows_that_come_by_their_remainders_are_seen() {
    for seed in [11, 12] {
        let mut rng = Pcg64::seed_from_u64(seed);
        let rng = &mut rng;
        // Cards, workers, rows of a batch; and cards, modulus, rows of each remainder in a window.
        let by_turns = [(200, 9, 1), (300, 3, 1), (3_000, 12, 1), (5_000, 40, 2), (9_000, 5, 30)];
        let in_windows = [(240, 12, 1), (2_000, 4, 3), (6_000, 15, 7)];
        let orders = by_turns.map(|(n, workers, batch)| strided(n, workers, batch, rng));
        let windows = in_windows.map(|(n, modulus, each)| balanced(n, modulus, each, rng));
        for order in orders.into_iter().chain(windows) {
            let p = p_values(order.len(), &order)["residue-spacing"];
            assert!(p < 1e-9, "{} {p}", order.len());
        }
        let said = "cards 12 positions apart leave the same remainder modulo 12, as if 12 workers that stride took turns,";
        assert_eq!(extreme(3_000, &strided(3_000, 12, 1, rng), "residue-spacing"), said);
        let said = "cards in the same 15 positions leave the same remainder modulo 15, as if 15 workers that stride took turns,";
        assert_eq!(extreme(3_000, &balanced(3_000, 15, 1, rng), "residue-spacing"), said);
    }
}

/// Epochs of batches of the same rows, of which a share is kept.
fn kept(n: usize, batch: usize, share: f64, epochs: usize, rng: &mut Pcg64) -> Vec<u32> {
    let mut rows = shuffled(n, rng);
    let fixed = (n as f64 * share) as usize;
    let mut epoch = || {
        rows[fixed..].shuffle(rng);
        let mut batches: Vec<Vec<u32>> = rows.chunks(batch).map(<[u32]>::to_vec).collect();
        batches.shuffle(rng);
        batches.iter_mut().for_each(|batch| batch.shuffle(rng));
        batches.concat()
    };
    (0..epochs).flat_map(|_| epoch()).collect()
}

#[test]
fn batches_that_keep_their_rows_are_seen() {
    for seed in [13, 14] {
        let mut rng = Pcg64::seed_from_u64(seed);
        for (n, batch, share, epochs) in [
            (1_000, 20, 1.0, 2),
            (7_000, 100, 1.0, 2),
            (50_000, 48, 1.0, 2),
            (8_000, 24, 0.2, 2),
            (600, 2, 0.1, 4),
        ] {
            let decks = kept(n, batch, share, epochs, &mut rng);
            let p = p_values(n, &decks)["neighbours-again"];
            assert!(p < 1e-9, "{n} {batch} {share}: {p}");
        }
        let decks = kept(1_000, 2, 1.0, 2, &mut rng);
        let said = "neighbors in deck 1 are neighbors again in deck 2, as if up to 2 cards stayed together,";
        assert_eq!(extreme(1_000, &decks, "neighbours-again"), said);
    }
}

/// Fisher and Yates from the end, with rolls that are made of numbers below 2^bits.
fn rolled(
    n: usize,
    bits: u32,
    rng: &mut Pcg64,
    roll: fn(usize, usize, usize) -> usize,
) -> Vec<u32> {
    let mut order: Vec<u32> = (0..n as u32).collect();
    for last in (1..n).rev() {
        order.swap(last, roll(rng.random_range(0..1 << bits), last + 1, 1 << bits));
    }
    order
}

#[test]
fn rolls_of_too_few_bits_are_seen() {
    let scaled = |k: usize, range: usize, all: usize| k * range / all;
    let by_largest = |k: usize, range: usize, all: usize| (k * range / (all - 1)).min(range - 1);
    let remainder = |k: usize, range: usize, _: usize| k % range;
    for seed in [15, 16] {
        let mut rng = Pcg64::seed_from_u64(seed);
        let rng = &mut rng;
        for (n, orders, bits, roll) in [
            (30_000, 1, 13, scaled as fn(usize, usize, usize) -> usize),
            (25_000, 1, 14, by_largest),
            (90_000, 1, 16, remainder),
            (10_000, 1, 14, scaled),
            (2_000, 12, 12, remainder),
            (3_000, 20, 14, by_largest),
        ] {
            let decks: Vec<u32> = (0..orders).flat_map(|_| rolled(n, bits, rng, roll)).collect();
            let p = p_values(n, &decks)["few-bits"];
            assert!(p < 1e-9, "{n} {bits}: {p}");
        }
        let said = "the rolls behind the order (Fisher-Yates from the end) look like numbers of 15 random bits taken modulo the range";
        assert_eq!(words(40_000, &rolled(40_000, 15, rng, remainder), "few-bits"), said);
        // The same inside out, whose order is the inverse of one from the end.
        let order = rolled(40_000, 14, rng, scaled);
        let mut inverse = vec![0; order.len()];
        order.iter().zip(0..).for_each(|(&card, position)| inverse[card as usize] = position);
        let said = "the rolls behind the order (Fisher-Yates inside out) look like numbers of 14 random bits scaled to the range";
        assert_eq!(words(40_000, &inverse, "few-bits"), said);
    }
}
