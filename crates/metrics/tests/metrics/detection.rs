//! The planted defects that each test claims to see, and the blind spots that it admits to.
//!
//! The driver of [`CLAIMS`], and what needs more words than a row: the tail, the effect, decks made by hand, p-values that are uniform
//! over many seeds as if the shuffle were sound.

use crate::{
    Cards,
    claims::{CLAIMS, Claim, OF_ONE_DECK, SERIAL, Says},
    deal, evidence, fewest, judge, ks_uniform,
    planted::{Planted, Planted::*, of, place_of},
    whole,
};
use itertools::Itertools;
use rand::{RngExt, SeedableRng, seq::SliceRandom};
use rand_pcg::Pcg64;
use shuffle_metrics::{
    FEWEST_TRIALS, Shape, Tail,
    catalogue::{self, all_tests},
};
use std::{
    sync::atomic::{AtomicUsize, Ordering},
    thread,
};

/// The level at which a defect must be seen.
pub(crate) const ALPHA: f64 = 1e-6;

/// A test that is blind has a p above this: with some 70 claims one choice of seeds in 15 fails one though all are true.
pub(crate) const UNSEEN: f64 = 1e-3;

/// Half of a budget of 1e-6 for the first look, shared by some fifty tests.
const LEVEL: f64 = 1e-8;

/// The level at which the p-values of a blind spot must be uniform.
const KS_ALPHA: f64 = 1e-4;

/// The seed of the claims that are made for one.
const SEED: u64 = 20_261_121;

fn refuted(claim: &Claim) -> String {
    let shape = deal(claim.cards, claim.dealt);
    let first_seed = if matches!(claim.says, Says::Sees(1) | Says::Blind) { SEED } else { 0 };
    let ln_p = |run: u64| -> Vec<f64> {
        let decks = claim.planted.cards(shape, claim.decks, first_seed + run);
        let ln_p = |test: &&str| {
            let evidence = evidence(test, shape, &decks);
            // A form of counts sees a defect by too large a statistic, never by a fit that is too good.
            let fits_too_well = evidence.law.df().is_some() && evidence.tail == Tail::Lower;
            if matches!(claim.says, Says::Blind) || !fits_too_well {
                evidence.p_value.ln()
            } else {
                0.0
            }
        };
        claim.tests.iter().map(ln_p).collect()
    };
    let runs = match claim.says {
        Says::Sees(seeds) => seeds,
        Says::Blind => 1,
        Says::Reaches => 20,
    };
    let runs = (0..runs).map(ln_p).collect_vec();
    let wrong = claim.tests.iter().enumerate().filter_map(|(index, test)| {
        let sorted = runs.iter().map(|run| run[index]).sorted_by(f64::total_cmp).collect_vec();
        let (ln_p, is_wrong) = match claim.says {
            Says::Sees(_) => (sorted[sorted.len() - 1], sorted[sorted.len() - 1] > ALPHA.ln()),
            Says::Blind => (sorted[0], sorted[0] <= UNSEEN.ln()),
            Says::Reaches => (sorted[9], sorted[9] >= LEVEL.ln()),
        };
        is_wrong.then(|| format!("{test}: ln p = {ln_p}, {claim:?}\n"))
    });
    wrong.collect()
}

#[test]
fn each_test_sees_what_it_claims_and_is_blind_where_it_says_so() {
    let next = AtomicUsize::new(0);
    let work = || {
        let claims = std::iter::from_fn(|| CLAIMS.get(next.fetch_add(1, Ordering::Relaxed)));
        claims.map(refuted).collect::<String>()
    };
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let wrong: String = thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        workers.into_iter().map(|worker| worker.join().unwrap()).collect()
    });
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn every_test_of_a_number_makes_claims_of_both_kinds() {
    for test in OF_ONE_DECK.iter().chain(SERIAL) {
        let is_blind = CLAIMS.iter().filter(|claim| claim.tests.contains(test));
        let mut is_blind = is_blind.map(|claim| matches!(claim.says, Says::Blind));
        assert!(is_blind.clone().any(|it| it) && is_blind.any(|it| !it), "{test}");
    }
}

/// Decks made by hand.
fn decks(shape: Shape, decks: impl IntoIterator<Item = Vec<usize>>) -> Cards {
    Cards::from_numbers(shape, decks.into_iter().flatten())
}

#[track_caller]
fn assert_seen(test: &str, shape: Shape, cards: &Cards, tail: Tail) {
    let evidence = evidence(test, shape, cards);
    assert!(evidence.p_value.ln() <= ALPHA.ln(), "{test} does not see it: {evidence:?}");
    assert_eq!(evidence.tail, tail, "{test}");
}

/// Asserts that over 300 seeds the p-values of a test are uniform.
#[track_caller]
fn assert_blind(test: &str, shape: Shape, cards: impl Fn(u64) -> Cards) {
    let p = |seed| evidence(test, shape, &cards(seed)).p_value.value();
    let ks = ks_uniform((0..300).map(p));
    assert!(ks > KS_ALPHA, "{test} is not blind: {ks}");
}

#[test]
fn decks_in_order_and_turned_round_fail_every_test_with_the_fewest_decks_that_it_judges() {
    for (algorithm, tail) in [("identity", Tail::Upper), ("reverse", Tail::Lower)] {
        for (shape, tests) in [
            (whole(5), &["degree", "ascents", "permutations", "position"][..]),
            (whole(52), &["degree", "ascents", "position"][..]),
            (deal(52, 9), &["degree", "ascents", "position"][..]),
            (whole(300), &["degree", "ascents", "position"][..]),
        ] {
            for test in tests {
                // A single deck in order comes by chance as well.
                let trials = fewest(test, shape).max(FEWEST_TRIALS as usize);
                let cards = Cards::shuffled(algorithm, shape, trials, 0);
                // Only the degree has a sign; to the others all that does not fit is upper.
                let tail = if *test == "degree" { tail } else { Tail::Upper };
                assert_seen(test, shape, &cards, tail);
            }
        }
    }
}

#[test]
fn sattolo_is_invisible_to_degree_and_position_names_the_card_that_never_stays() {
    // No card ever stays: a cell of the matrix is empty, and the effect says which kind.
    let cards = Cards::shuffled("sattolo", whole(52), 3_000, 0);
    let effect = evidence("position", whole(52), &cards).effect;
    let peak = effect.peak.unwrap();
    let words = peak.place.to_string();
    let stays = |place: usize| words == format!("position {place}, card {place}");
    assert!((0..52).any(stays) && peak.interval.unwrap().low <= -1.0, "{peak:?}");
    assert!(
        (effect.value - 1.0 / 51.0_f64.sqrt()).abs() < 0.02,
        "of 52 cells each row has one empty"
    );
    assert_blind("degree", whole(52), |seed| Cards::shuffled("sattolo", whole(52), 1_000, seed));
}

#[test]
fn a_coin_between_order_and_reverse_has_degree_zero_and_is_seen_by_ascents() {
    // As many of the one as of the other: the degree is 0 to the last digit.
    let shape = whole(10);
    let pair = [(0..10).collect_vec(), (0..10).rev().collect_vec()];
    let cards = decks(shape, std::iter::repeat_n(pair, 500).flatten());
    let degree = evidence("degree", shape, &cards);
    assert_eq!((degree.effect.value, degree.p_value.value()), (0.0, 1.0));
    assert_seen("ascents", shape, &cards, Tail::Upper);
    assert_seen("position", shape, &cards, Tail::Upper);
}

/// An unshuffled deck, cut at each place equally often.
fn all_cuts(cards: usize, times: usize) -> impl Iterator<Item = Vec<usize>> {
    let cut = move |at| (0..cards).map(move |place| (place + at) % cards).collect_vec();
    (0..times).flat_map(move |_| (0..cards).map(cut))
}

#[test]
fn a_cut_leaves_the_matrix_flat_and_is_seen_by_ascents() {
    let shape = whole(52);
    // All cuts equally often: no cell deviates at all, which only the lower tail finds odd.
    let cards = decks(shape, all_cuts(52, 20));
    let position = evidence("position", shape, &cards);
    assert_eq!((position.effect.value, position.tail), (0.0, Tail::Lower));
    assert_seen("ascents", shape, &cards, Tail::Upper);
    assert_seen("degree", shape, &cards, Tail::Upper);
}

#[test]
fn a_random_cut_has_a_position_statistic_with_the_right_mean_and_far_too_wide() {
    // T has mean df, as for a sound shuffle, and n-1 times its variance: two decks agree in all places or none.
    let (shape, mut rng) = (whole(52), Pcg64::seed_from_u64(52));
    let cuts = all_cuts(52, 1).collect_vec();
    let statistics = (0..300).map(|_| {
        let cards = decks(shape, (0..500).map(|_| cuts[rng.random_range(0..52_usize)].clone()));
        evidence("position", shape, &cards).statistic
    });
    let statistics = statistics.collect_vec();
    let (n, df) = (statistics.len() as f64, 51.0_f64 * 51.0);
    let mean = statistics.iter().sum::<f64>() / n;
    let variance = statistics.iter().map(|t| (t - mean).powi(2)).sum::<f64>() / (n - 1.0);
    let expected = 51.0 * 2.0 * df;
    // Within five standard errors; the variance's takes the skewness of 51 df into account.
    assert!((mean - df).abs() < 5.0 * (expected / n).sqrt(), "{mean}");
    assert!((variance / expected - 1.0).abs() < 5.0 * (2.24 / n).sqrt(), "{variance}, {expected}");
}

#[test]
fn a_deck_stretched_and_cut_is_invisible_to_position_and_seen_by_ascents() {
    // c = a p + b modulo 53, all 52 * 53 of them equally likely: two places hold every pair of cards equally
    // often, and T has the mean and the variance of a sound shuffle. A deck in 52 is merely cut.
    let shape = whole(53);
    let cards = |seed| {
        let mut rng = Pcg64::seed_from_u64(seed);
        decks(
            shape,
            (0..5_000).map(|_| {
                let (a, b) = (rng.random_range(1..53_usize), rng.random_range(0..53_usize));
                (0..53).map(|p| (a * p + b) % 53).collect_vec()
            }),
        )
    };
    assert_blind("position", shape, cards);
    for seed in 0..5 {
        assert_seen("ascents", shape, &cards(seed), Tail::Upper);
    }
}

#[test]
fn decks_that_keep_only_their_ascents_are_invisible_to_ascents_and_seen_by_position() {
    // A fair sample in which each deck with a ascents is replaced by one and the same such deck:
    // n-a cards turned round, the rest in order.
    let shape = whole(52);
    let fair = Cards::shuffled("fisher-yates", shape, 1_000, 12);
    let stand_in = |row: &[u8]| {
        let turned = 52 - row.windows(2).filter(|pair| pair[0] < pair[1]).count();
        (0..turned).rev().chain(turned..52).collect_vec()
    };
    let Cards::Narrow(rows) = &fair else { unreachable!("few cards are narrow") };
    let cards = decks(shape, rows.chunks(52).map(stand_in));
    assert_seen("position", shape, &cards, Tail::Upper);
    for test in ["degree", "ascents"] {
        assert_eq!(evidence(test, shape, &cards), evidence(test, shape, &fair));
    }
}

#[test]
fn recycled_and_stratified_decks_fit_too_well_and_fail_by_the_lower_tail() {
    // A stack of 24,000 decks that holds each order 200 times, dealt out and not shuffled.
    let (shape, mut rng) = (whole(5), Pcg64::seed_from_u64(5));
    let orders = (0..5).permutations(5).collect_vec();
    let mut stack = std::iter::repeat_n(orders, 200).flatten().collect_vec();
    let cards = decks(shape, stack.iter().cloned());
    for test in ["permutations", "position", "ascents"] {
        assert_seen(test, shape, &cards, Tail::Lower);
    }
    // A mean cannot be too good: z = 0 is the likeliest value that there is.
    assert_eq!(evidence("degree", shape, &cards).p_value.value(), 1.0);
    // Nine tenths of it.
    for _ in 0..5 {
        stack.shuffle(&mut rng);
        let cards = decks(shape, stack.iter().take(21_600).cloned());
        assert_seen("permutations", shape, &cards, Tail::Lower);
    }
}

/// The number of values is one thing, the number of classes in which they are counted another.
#[test]
fn the_degree_of_large_decks_has_a_narrow_interval() {
    for (cards, trials) in [(4_000, 200_u64), (5_000, 200), (100_000, 100)] {
        let decks = Cards::shuffled("fisher-yates", whole(cards), trials as usize, 9);
        let degree = evidence("degree", whole(cards), &decks).effect;
        let interval = degree.interval.unwrap();
        let (n, total) = (cards as f64, trials as f64);
        let error = ((n + 1.0) / (12.0 * total)).sqrt() / (n - 1.0);
        let width = (interval.high - interval.low) / (2.0 * 2.576 * error);
        assert!((width - 1.0).abs() < 0.3, "{cards} cards: {width}");
    }
}

#[test]
fn a_matrix_of_groups_has_narrow_intervals_too() {
    let (cards, trials) = (1_000, 300);
    let noise = |shuffle: &str| {
        let decks = Cards::shuffled(shuffle, whole(cards), trials, 9);
        evidence("position", whole(cards), &decks).effect
    };
    let sound = noise("fisher-yates").peak.unwrap().interval.unwrap();
    assert!(
        sound.low > -0.5 && sound.low <= 0.0 && sound.high >= 0.0 && sound.high < 0.5,
        "{sound:?}"
    );
    let naive = noise("naive");
    let interval = naive.interval.unwrap();
    assert!(interval.low > 0.0 && interval.high - interval.low < naive.value, "{naive:?}");
}

/// Shuffles to which the entries call a test blind. Shuffles they call slow to see are in [`CLAIMS`].
const NAMED: &[(&str, Planted)] = &[
    ("Sattolo", of("sattolo")),
    ("six riffles", of("gsr-riffle:riffles=6")),
    ("seven riffles", of("gsr-riffle:riffles=7")),
    ("shelf machine", of("shelf")),
    ("constant parity", EvenOrders),
    ("turned packets", Packets),
    ("random cuts", Cut),
    ("fixed top card", FirstStays),
];

#[test]
fn no_entry_calls_a_test_blind_to_what_100_000_decks_show_it() {
    let mut named = 0;
    for &(words, shuffle) in NAMED {
        let decks = shuffle.cards(whole(52), 100_000, SEED);
        for test in all_tests() {
            let blind_to = test.blind_to.split("slow to see").next().unwrap_or_default();
            if !blind_to.contains(words) || catalogue::of_test(test.id).is_none() {
                continue;
            }
            // The matrix of cut decks is flat, but unsteady, as its entry says.
            if test.id == "position" {
                continue;
            }
            let judgement = judge(test.id, whole(52), &decks);
            let log10_p = judgement.evidence().expect("there are decks enough").p_value.log10();
            assert!(log10_p > ALPHA.log10(), "{} sees {shuffle:?}: {log10_p}", test.id);
            named += 1;
        }
    }
    assert!(named >= 15, "{named}: the words of the entries are others");
}

/// The chance that card 17 comes to position 3 wanders by half, right on average, with this period.
fn drifting(period: f64, trials: usize, seed: u64) -> Vec<u8> {
    let mut rng = Pcg64::seed_from_u64(seed);
    let mut decks = of("fisher-yates").decks(52, trials, seed);
    for (trial, deck) in decks.chunks_exact_mut(52).enumerate() {
        let wave = 0.5 * (std::f64::consts::TAU * trial as f64 / period).sin();
        let at = place_of(17, deck);
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
    let shape = whole(52);
    for (period, trials) in [(100_000.0, 500_000), (300_000.0, 250_000), (700_000.0, 500_000)] {
        let p = |seed| {
            let cards = Cards::Narrow(drifting(period, trials, seed));
            evidence("drift", shape, &cards).p_value.ln()
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
    let shape = deal(52, 5);
    let mut rejected = 0;
    for seed in 0..20 {
        let rows = hands_that_prefer_hearts(1.1, 8_000, seed);
        let evidence = evidence("dealt", shape, &Cards::Narrow(rows));
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

/// Blocks of neighbors in a random order, each with its cards shuffled or as they were.
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
fn shuffled_blocks_are_seen_by_their_neighbors() {
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
