//! The one table of claims: where the p-values of each test are uniform, which planted defects it sees, and to which it is blind.
//!
//! The drivers are [`super::calibration`] and [`super::detection`]. What needs more words than a row has a test of its own in
//! [`super::detection`], [`super::effects`] and [`super::null_law`].

use crate::planted::{self, Planted, Planted::*, of, overhand};

/// Decks of a sound shuffle, how many of them, the tests that are judged (none for all), and how often.
pub(crate) struct Setting {
    pub(crate) cards: usize,
    pub(crate) dealt: usize,
    pub(crate) trials: usize,
    pub(crate) tests: Tests,
    pub(crate) seeds: u64,
}

const fn all(cards: usize, dealt: usize, trials: usize) -> Setting {
    Setting { cards, dealt, trials, tests: &[], seeds: super::calibration::SEEDS }
}

const fn some(tests: Tests, cards: usize, dealt: usize, trials: usize, seeds: u64) -> Setting {
    Setting { cards, dealt, trials, tests, seeds }
}

/// Settings in which p-values are uniform. The orders of 4 and 6 cards and of 2 of 8 are few enough to be counted one by one; the rows with names
/// are the fewest decks that a test judges, small laws, discrete ones, and large decks.
pub(crate) const CALIBRATED: &[Setting] = &[
    all(4, 4, 20_000),
    all(6, 6, 14_400),
    all(8, 2, 20_000),
    all(10, 10, 4_000),
    all(52, 52, 2_000),
    all(52, 9, 2_000),
    // The laws of means have 44,851 values here, and are summed for each seed.
    Setting { seeds: 30, ..all(300, 300, 500) },
    some(&["adjacency"], 3, 3, 5_000, 500),
    some(&["adjacency"], 10, 10, 100, 500),
    some(&["adjacency", "friedman"], 52, 52, 100, 500),
    some(&["adjacency", "pair-order", "friedman"], 52, 52, 1_000, 500),
    some(&["pair-order", "friedman"], 10, 10, 1_000, 500),
    some(&["lehmer"], 5, 5, 2_000, 500),
    some(&["lehmer"], 10, 10, 200, 500),
    some(&["lehmer"], 52, 52, 1_040, 500),
    some(&["lehmer"], 52, 5, 1_040, 500),
    some(&["prefix"], 9, 9, 1_440, 500),
    some(&["collisions"], 8, 8, 2_520, 500),
    some(&["collisions"], 8, 8, 40_320, 500),
    some(&["collisions"], 10, 10, 20_000, 500),
    some(&["repeats"], 9, 9, 2_000, 500),
    some(&["repeats"], 52, 5, 30_000, 500),
    some(&["pair-order", "adjacency"], 1_500, 1_500, 420, 100),
    some(HUGE, 10_000, 10_000, 400, 20),
];

/// The tests of huge decks, whose laws come from cumulants or whose counts are groups.
const HUGE: &[&str] = &[
    "degree",
    "ascents",
    "position",
    "fixed-points",
    "cycles",
    "inversions",
    "rising-sequences",
    "footrule",
    "spearman",
];

/// The tests of a number of one deck; each makes claims of both kinds.
pub(crate) const OF_ONE_DECK: Tests = &[
    "fixed-points",
    "cycles",
    "records",
    "inversions",
    "rising-sequences",
    "successions",
    "footrule",
    "spearman",
    "lis",
    "poker",
    "suit-pairs",
];

/// The tests of numbers of a deck and the deck before, which make claims of both kinds, too.
pub(crate) const SERIAL: Tests = &["serial-rising-sequences"];

const OF_PAIRS: Tests = &["pair-order", "friedman", "adjacency"];

type Tests = &'static [&'static str];

/// The answer of each of these tests to a planted defect, and the number of decks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Claim {
    pub(crate) tests: Tests,
    pub(crate) planted: Planted,
    pub(crate) cards: usize,
    pub(crate) dealt: usize,
    pub(crate) decks: usize,
    pub(crate) says: Says,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Says {
    /// Rejected at [`super::detection::ALPHA`] for each of this many seeds.
    Sees(u64),
    /// Not even [`super::detection::UNSEEN`], for the first seed.
    Blind,
    /// Rejected for half of twenty seeds at the level that a whole battery leaves to one test.
    Reaches,
}

const fn claim(tests: Tests, planted: Planted, cards: usize, decks: usize, says: Says) -> Claim {
    Claim { tests, planted, cards, dealt: cards, decks, says }
}

const fn sees(tests: Tests, planted: Planted, cards: usize, decks: usize) -> Claim {
    claim(tests, planted, cards, decks, Says::Sees(1))
}

const fn blind(tests: Tests, planted: Planted, cards: usize, decks: usize) -> Claim {
    claim(tests, planted, cards, decks, Says::Blind)
}

const fn reaches(tests: Tests, planted: Planted, decks: usize) -> Claim {
    claim(tests, planted, 52, decks, Says::Reaches)
}

impl Claim {
    const fn dealt(self, dealt: usize) -> Self {
        Self { dealt, ..self }
    }

    /// For every one of this many seeds.
    const fn always(self, seeds: u64) -> Self {
        Self { says: Says::Sees(seeds), ..self }
    }
}

const SATTOLO: Planted = of("sattolo");
const TOO_FEW_SWAPS: Planted = of("random-swaps-one");
const NAIVE: Planted = of("naive");

/// For each test: defects it sees with this many decks, and defects it does not.
pub(crate) const CLAIMS: &[Claim] = &[
    sees(&["position"], NAIVE, 52, 3_000).always(20),
    sees(&["position", "degree"], of("human-riffle"), 52, 200).always(5),
    sees(&["position"], of("hindu"), 52, 200).always(5),
    sees(&["position"], of("mixed-within"), 52, 3_000).always(5),
    sees(&["position"], of("coin-insertion-sort"), 52, 300).always(5),
    sees(&["position"], SATTOLO, 52, 3_000).always(5),
    sees(&["position"], NAIVE, 52, 10_000).dealt(9).always(5),
    sees(&["position"], NAIVE, 300, 3_000).always(5),
    sees(&["permutations", "ascents"], NAIVE, 3, 20_000).always(10),
    sees(&["permutations"], NAIVE, 5, 20_000).always(20),
    sees(&["permutations"], NAIVE, 8, 20_000).dealt(2).always(5),
    sees(&["permutations"], SATTOLO, 5, 2_400).always(5),
    sees(&["degree"], NAIVE, 10, 40_000).always(5),
    sees(&["degree"], of("hindu"), 10, 200).always(5),
    sees(&["adjacency"], of("identity"), 52, 100),
    sees(&["adjacency"], of("hindu"), 52, 100),
    sees(&["adjacency", "pair-order"], of("human-riffle"), 52, 100),
    sees(&["adjacency"], of("shelf"), 52, 200),
    sees(&["adjacency"], TOO_FEW_SWAPS, 52, 300),
    sees(&["adjacency", "pair-order"], of("coin-merge-sort"), 52, 300),
    sees(&["adjacency"], of("random-keys"), 52, 5_000),
    sees(&["adjacency"], SATTOLO, 10, 1_000),
    sees(&["pair-order", "friedman"], of("coin-insertion-sort"), 52, 100),
    sees(&["pair-order"], TOO_FEW_SWAPS, 52, 500),
    sees(&["pair-order"], NAIVE, 52, 2_000),
    sees(&["pair-order"], of("fisher-yates-missing-last-step"), 10, 20_000),
    sees(&["friedman"], NAIVE, 52, 500),
    sees(&["friedman"], of("naive-descending"), 52, 200),
    sees(&["friedman"], TOO_FEW_SWAPS, 52, 200),
    sees(&["friedman", "footrule"], SATTOLO, 52, 10_000),
    sees(&["friedman"], of("fisher-yates modulo:bits=8"), 52, 5_000),
    sees(&["lehmer"], SATTOLO, 52, 5_000),
    sees(&["lehmer"], of("fisher-yates off-by-one"), 52, 5_000),
    sees(&["lehmer"], of("fisher-yates-missing-last-step"), 52, 5_000),
    sees(&["lehmer"], of("fisher-yates modulo:bits=8"), 52, 10_000),
    sees(&["lehmer"], NAIVE, 52, 1_040),
    sees(&["lehmer"], of("random-swaps-two"), 52, 3_000),
    sees(&["prefix"], of("naive-descending"), 10, 2_000),
    sees(&["prefix"], SATTOLO, 10, 2_000),
    sees(&["prefix"], of("hindu"), 52, 60_000),
    sees(&["collisions"], NAIVE, 10, 135_654),
    sees(&["collisions"], SATTOLO, 10, 20_000),
    sees(&["collisions"], TOO_FEW_SWAPS, 10, 100_000),
    sees(&["collisions"], of("fisher-yates tiny-seed:bits=16"), 10, 20_000),
    sees(&["collisions"], NAIVE, 8, 20_000),
    sees(&["repeats"], of("fisher-yates tiny-seed:bits=16"), 52, 2_000),
    sees(&["repeats"], of("fisher-yates tiny-seed:bits=24"), 52, 30_000),
    sees(&["repeats"], of("human-riffle"), 52, 1_000),
    sees(&["repeats"], of("fisher-yates tiny-seed:bits=32"), 52, 1_000_000),
    // A generator that is seeded by a slow clock: decks count double.
    sees(&["permutations"], Twice, 6, 14_400).always(5),
    sees(&["position"], Twice, 52, 3_000).always(5),
    // If one test is blind, another sees it with as many decks or, as a row above says, with fewer. The mean equals a
    // sound shuffle's. The spread is 8/9 of it, so p is only a little too large.
    blind(&["degree"], NAIVE, 3, 20_000),
    blind(&["adjacency"], SATTOLO, 52, 2_000),
    sees(&["position"], SATTOLO, 52, 2_000),
    blind(&["adjacency"], NAIVE, 52, 1_000),
    blind(&["pair-order", "friedman"], of("shelf"), 52, 2_000),
    blind(&["prefix"], of("fisher-yates modulo:bits=8"), 52, 60_000),
    sees(&["position"], of("fisher-yates modulo:bits=8"), 52, 60_000),
    blind(&["collisions"], of("fisher-yates modulo:bits=8"), 10, 200_000),
    sees(&["position"], of("fisher-yates modulo:bits=8"), 10, 200_000),
    blind(&["repeats"], NAIVE, 52, 10_000),
    blind(&["repeats"], of("random-keys"), 52, 10_000),
    blind(&["adjacency"], Bent(planted::turned_round), 52, 20_000),
    sees(&["position", "friedman"], Bent(planted::turned_round), 52, 20_000),
    // Even orders show every pattern of up to n-2 cards equally often.
    blind(&["adjacency", "pair-order", "friedman", "lehmer", "prefix"], EvenOrders, 10, 100_000),
    sees(&["collisions"], EvenOrders, 10, 100_000),
    blind(&["repeats"], EvenOrders, 52, 60_000),
    blind(&["friedman"], Bent(planted::zero_at_both_ends), 52, 20_000),
    sees(&["position"], Bent(planted::zero_at_both_ends), 52, 20_000),
    sees(&["adjacency", "pair-order", "repeats", "fixed-points"], Cut, 52, 1_000),
    sees(&["successions", "records", "inversions", "rising-sequences"], Cut, 52, 1_000),
    sees(&["footrule", "lis", "poker", "suit-pairs"], Cut, 52, 1_000),
    blind(&["lehmer"], Bent(planted::die_used_twice), 10, 20_000),
    sees(&["prefix"], Bent(planted::die_used_twice), 10, 20_000),
    blind(&["lehmer"], Bent(planted::last_die_by_the_first), 8, 900_000),
    sees(&["permutations", "collisions"], Bent(planted::last_die_by_the_first), 8, 900_000),
    blind(&["prefix"], Sorted(5, 52), 52, 60_000),
    sees(&["lehmer"], Sorted(5, 52), 52, 60_000),
    sees(&["prefix"], Bent(planted::second_after_first), 52, 60_000),
    blind(&["position"], Bent(planted::second_after_first), 52, 60_000),
    sees(&["position"], Sorted(1, 9), 52, 110_000),
    sees(&["lehmer"], Bent(planted::unfair_first_die), 10, 100_000),
    sees(&["fixed-points", "cycles"], SATTOLO, 52, 1_000),
    sees(&["fixed-points", "cycles", "inversions"], TOO_FEW_SWAPS, 52, 1_000),
    sees(&["footrule", "spearman", "lis"], TOO_FEW_SWAPS, 52, 1_000),
    sees(&["fixed-points", "records", "spearman"], FirstStays, 52, 1_000),
    sees(&["fixed-points"], of("gsr-riffle:riffles=7"), 52, 1_000_000),
    sees(&["successions", "rising-sequences"], overhand(10), 52, 1_000),
    sees(&["successions", "lis"], Riffles(7), 52, 10_000),
    sees(&["successions"], SATTOLO, 52, 200_000),
    sees(&["successions"], FirstStays, 52, 200_000),
    sees(&["cycles"], EvenOrders, 52, 1_000),
    sees(&["records"], TOO_FEW_SWAPS, 52, 10_000),
    sees(&["suit-pairs"], Sorted(13, 52), 52, 1_000),
    sees(&["records"], Riffles(6), 52, 10_000),
    sees(&["records"], SATTOLO, 52, 1_000_000),
    sees(&["inversions", "footrule", "spearman"], NAIVE, 52, 1_000),
    sees(&["rising-sequences"], Riffles(7), 52, 1_000),
    sees(&["rising-sequences"], Riffles(8), 52, 1_000),
    sees(&["footrule"], Riffles(7), 52, 50_000),
    sees(&["lis"], NAIVE, 52, 10_000),
    sees(&["poker"], of("random-swaps-half"), 52, 10_000),
    sees(&["poker"], overhand(1), 52, 1_000),
    sees(SERIAL, Twice, 52, 1_000),
    sees(&["lags"], SwappedOn(52), 52, 1_000),
    sees(SERIAL, RiffledOn(1), 52, 1_000),
    sees(&["serial-rising-sequences"], RiffledOn(7), 52, 1_000),
    sees(&["serial-rising-sequences"], RiffledOn(9), 52, 3_000),
    blind(&["fixed-points", "cycles"], Packets, 52, 100_000),
    blind(&["fixed-points", "successions", "records"], EvenOrders, 52, 100_000),
    blind(&["rising-sequences", "footrule", "spearman", "lis"], EvenOrders, 52, 100_000),
    blind(&["fixed-points"], Riffles(7), 52, 10_000),
    blind(SERIAL, Riffles(7), 52, 10_000),
    blind(&["successions"], FirstStays, 52, 10_000),
    blind(&["successions", "records"], SATTOLO, 52, 10_000),
    blind(&["cycles"], Riffles(7), 52, 100_000),
    blind(&["records"], SortedBehindTheHighest, 52, 100_000),
    blind(&["inversions"], OnePerInversions, 52, 100_000),
    blind(&["rising-sequences"], SATTOLO, 52, 100_000),
    blind(&["footrule"], Riffles(7), 52, 1_000),
    blind(&["spearman"], Cut, 52, 100_000),
    blind(&["lis"], OnePerLis, 52, 100_000),
    blind(&["poker"], Sorted(5, 52), 52, 100_000),
    blind(&["poker"], Riffles(6), 52, 100_000),
    blind(&["suit-pairs"], Sorted(0, 13), 52, 100_000),
    blind(SERIAL, Again, 52, 10_000),
    // A deck that is riffled on is uniform by itself: nothing but a serial test can know.
    blind(OF_ONE_DECK, RiffledOn(1), 52, 10_000),
    // Large decks.
    sees(OF_PAIRS, of("shuffle-buffer:buffer=64"), 300, 100).always(3),
    sees(OF_PAIRS, of("shuffle-buffer:buffer=500"), 1_000, 100).always(3),
    sees(OF_PAIRS, of("shuffle-buffer:buffer=5000"), 10_000, 100).always(3),
    // Position sees nine riffles in none of these.
    sees(&["adjacency"], of("gsr-riffle:riffles=9"), 300, 1_000).always(3),
    sees(&["adjacency"], of("gsr-riffle:riffles=11"), 1_000, 1_000).always(3),
    sees(&["adjacency"], of("gsr-riffle:riffles=12"), 10_000, 300).always(3),
    sees(&["pair-order", "friedman"], of("gsr-riffle:riffles=7"), 1_000, 1_000).always(3),
    sees(&["pair-order", "friedman"], of("gsr-riffle:riffles=8"), 10_000, 300).always(3),
    sees(SERIAL, of("riffled-on"), 1_000, 300).always(3),
    sees(SERIAL, of("riffled-on"), 10_000, 300).always(3),
    // One order of a data loader.
    sees(&["rank-serial", "xi", "grid"], of("shuffle-buffer:buffer=10000"), 100_000, 1),
    sees(&["stretches"], of("shuffle-buffer:buffer=10000"), 100_000, 1),
    sees(&["rank-serial", "xi", "grid"], of("shuffle-buffer:buffer=50000"), 100_000, 1),
    sees(&["residue-spacing"], of("thorp"), 1_000, 1).always(5),
    sees(&["neighbours-again"], RiffledOn(1), 200, 2).always(5),
    // The decks with which half of twenty seeds are rejected.
    reaches(&["serial-rising-sequences"], RiffledOn(7), 1_000),
    reaches(&["serial-rising-sequences"], RiffledOn(9), 2_500),
    reaches(&["serial-rising-sequences"], RiffledOn(11), 50_000),
    reaches(&["extremes"], Rarely(&Riffles(2), 1_000), 5_000),
    reaches(&["extremes"], Rarely(&Riffles(2), 10_000), 50_000),
    reaches(&["extremes"], Rarely(&Sorted(0, 26), 1_000), 5_000),
    reaches(&["extremes"], Rarely(&Sorted(0, 26), 10_000), 50_000),
    reaches(&["extremes"], Rarely(&UpperHalfStays, 1_000), 5_000),
    reaches(&["extremes"], Rarely(&UpperHalfStays, 10_000), 50_000),
    reaches(&["extremes"], Rarely(&Swaps(10), 1_000), 5_000),
    reaches(&["extremes"], Rarely(&Swaps(10), 10_000), 50_000),
    reaches(&["extremes"], Rarely(&Cut, 1_000), 5_000),
    reaches(&["extremes"], Rarely(&Cut, 10_000), 50_000),
    // The more players may be meant, the more of them have a royal flush by chance: one in 100,000 decks of seven.
    reaches(&["rare-hands"], Rarely(&RoyalFlush { players: 2, player: None }, 1_000), 10_000),
    reaches(&["rare-hands"], Rarely(&RoyalFlush { players: 2, player: None }, 10_000), 100_000),
    reaches(&["rare-hands"], Rarely(&RoyalFlush { players: 7, player: None }, 1_000), 10_000),
    reaches(&["rare-hands"], Rarely(&RoyalFlush { players: 7, player: None }, 10_000), 140_000),
    reaches(&["rare-hands"], Rarely(&RoyalFlush { players: 10, player: None }, 1_000), 10_000),
    reaches(&["rare-hands"], Rarely(&RoyalFlush { players: 10, player: None }, 10_000), 160_000),
    reaches(&["rare-hands"], Rarely(&RoyalFlush { players: 1, player: Some(30) }, 1_000), 10_000),
    reaches(&["rare-hands"], Rarely(&RoyalFlush { players: 1, player: Some(30) }, 10_000), 100_000),
    reaches(&["rare-hands"], Rarely(&RoyalFlush { players: 4, player: Some(2) }, 1_000), 10_000),
    reaches(&["rare-hands"], Rarely(&RoyalFlush { players: 4, player: Some(2) }, 10_000), 100_000),
    reaches(&["rare-hands"], Rarely(&RoyalFlush { players: 9, player: Some(8) }, 1_000), 10_000),
    reaches(&["rare-hands"], Rarely(&RoyalFlush { players: 9, player: Some(8) }, 10_000), 100_000),
    // In every thirteen-thousandth deck one of 48 hands of neighbors is a royal flush.
    reaches(&["rare-hands"], Rarely(&RoyalFlush { players: 1, player: None }, 1_000), 13_000),
    reaches(&["rare-hands"], Rarely(&RoyalFlush { players: 1, player: None }, 10_000), 500_000),
];
