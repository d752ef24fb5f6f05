//! The list of all metrics, and the tests that they answer.
//!
//! Adding a metric is a file that implements [`Metric`](crate::metric::Metric) or
//! [`IntegerStatistic`](crate::number::IntegerStatistic) and has an entry, and one line in [`METRICS`]. Plans, flags, the conformance and
//! calibration suites and the tables of the book follow from the entry.

use crate::{
    ascents, blocks,
    costs::Cost,
    draws, drift,
    each_level::{self, EachLevel},
    extremes, few_orders, known_decks, linear,
    metric::{MetricEntry, TestEntry},
    number::Numbers,
    numbers, permutations, position, rare_hands, ruled, scans,
    sequential::SEQUENTIAL,
    serial, small_hands, spearman,
    tables::{adjacency_differences, lehmer, pair_order, prefix, repeats},
    varying,
};

/// All metrics, in the order in which reports show their tests.
pub static METRICS: &[MetricEntry] = &[
    ascents::ENTRY,
    permutations::ENTRY,
    position::ENTRY,
    drift::ENTRY,
    Numbers::<numbers::FixedPoints>::ENTRY,
    Numbers::<numbers::Cycles>::ENTRY,
    Numbers::<numbers::Records>::ENTRY,
    Numbers::<numbers::Inversions>::ENTRY,
    Numbers::<numbers::RisingSequences>::ENTRY,
    Numbers::<numbers::Successions>::ENTRY,
    Numbers::<numbers::Footrule>::ENTRY,
    spearman::ENTRY,
    Numbers::<numbers::Lis>::ENTRY,
    Numbers::<numbers::Poker>::ENTRY,
    Numbers::<numbers::SuitPairs>::ENTRY,
    extremes::ENTRY,
    rare_hands::ENTRY,
    small_hands::ENTRY,
    serial::ENTRY,
    adjacency_differences::ENTRY,
    pair_order::ENTRY,
    lehmer::ENTRY,
    prefix::ENTRY,
    repeats::ENTRY,
    known_decks::ENTRY,
    few_orders::ENTRY,
    few_orders::batches::ENTRY,
    scans::pairs::ENTRY,
    scans::together::ENTRY,
    scans::hands::ENTRY,
    scans::close_pairs::ENTRY,
    scans::subsets::ENTRY,
    scans::residues::ENTRY,
    scans::binary_rank::ENTRY,
    scans::lags::ENTRY,
    linear::ENTRY,
    linear::lattices::ENTRY,
    draws::outcomes::ENTRY,
    draws::again::ENTRY,
    draws::met_again::ENTRY,
    draws::gaps::ENTRY,
    draws::waits::ENTRY,
    draws::levels::ENTRY,
    each_level::entry(|shape| Ok(Box::new(EachLevel::new(shape, METRICS)?))),
    draws::balls::ENTRY,
    draws::overlap_lags::ENTRY,
    Numbers::<draws::ball_numbers::BallSum>::ENTRY,
    Numbers::<draws::ball_numbers::BallRange>::ENTRY,
    Numbers::<draws::ball_numbers::HalfBalls<true>>::ENTRY,
    Numbers::<draws::ball_numbers::HalfBalls<false>>::ENTRY,
    draws::ball_groups::ENTRY,
    Numbers::<draws::ball_numbers::BallRuns>::ENTRY,
    draws::pool::ENTRY,
    draws::bonus::ENTRY,
    draws::bonus_rules::ENTRY,
    draws::symbols::ENTRY,
    draws::large_range::classes::ENTRY,
    draws::large_range::serial::ENTRY,
    draws::check_digits::ENTRY,
    draws::symbol_pairs::PAIRS_ENTRY,
    draws::symbol_differences::ENTRY,
    draws::symbol_pairs::SERIAL_ENTRY,
    Numbers::<draws::equal_symbols::EqualSymbols>::ENTRY,
    Numbers::<draws::symbol_sum::SymbolSum>::ENTRY,
    draws::kinds::ENTRY,
    Numbers::<draws::kind_numbers::KindInversions>::ENTRY,
    Numbers::<draws::kind_numbers::KindRuns>::ENTRY,
    Numbers::<draws::kind_numbers::MostCopies>::ENTRY,
    draws::each_kind::ENTRIES[0],
    draws::each_kind::ENTRIES[1],
    draws::each_kind::ENTRIES[2],
    draws::kind_gaps::ENTRY,
    draws::serial_kinds::ENTRY,
    blocks::ENTRY,
    varying::ENTRY,
    ruled::ENTRY,
];

/// Tests that are asked for together, by one name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Battery {
    /// Its name, which stands where the name of a test can stand.
    pub id: &'static str,
    /// Its purpose, in one line.
    pub title: &'static str,
    /// Its tests.
    pub tests: &'static [&'static str],
}

/// All batteries with a name. Without a choice of tests [`MetricEntry::in_battery`] decides.
pub const BATTERIES: &[Battery] = &[Battery {
    id: "small",
    title: "a few fast tests: catch textbook mistakes, riffles and bad dice within the same decks as all tests together, but \
        few of the adversaries",
    tests: &[
        "degree",
        "permutations",
        "position",
        "cycles",
        "rising-sequences",
        "spearman",
        "repeats",
        "adjacency",
        "pair-order",
        "friedman",
        "same-draw-again",
        "balls",
        "largest-ball",
        "ball-pairs",
        "gaps",
        "symbols",
        "missing-symbols",
        "symbol-pairs",
        "serial-symbols",
        "equal-symbols-mean",
        "kinds",
        "kind-runs-mean",
        "opening-hand",
    ],
}];

/// Faults that no test of finished decks can see: in a word, and why.
pub const UNSEEN: &[(&str, &str)] = &[
    (
        "Keyed functions of the whole deck",
        "without the key, decks from a good cipher cannot be told from uniform ones",
    ),
    (
        "Patterns of five or more unknown cards",
        "unless they hold in every deck: there are too many sets of cards to test them all",
    ),
    (
        "Generators with a known state, and generators that only a purpose-built test can catch",
        "a known key, MT19937 with its 19,937 bits, 64-bit linear congruential generators, or generators behind sorted keys",
    ),
    (
        "A hidden rule of packs and draws that holds only now and then",
        "a group of several kinds or balls that you did not name: there are too many such groups to try",
    ),
    (
        "Faults rarer than one in as many decks as were audited",
        "N decks show a fault of one deck in N with a probability of 63 %",
    ),
    (
        "Facts outside the decks",
        "when they were dealt, to whom, and what the program does when it is not being tested",
    ),
];

/// Tests that are gone, each with the test that detects its defects. Plans that name one of them run the other.
pub(crate) const REMOVED: &[(&str, &str)] = &[
    ("ball-spread", "ball-range"),
    ("bonus-residues", "bonus-rules"),
    ("bridge", "suit-pairs"),
    ("coupon-collector", "gaps"),
    ("distinct-symbols", "equal-symbols"),
    ("distinct-symbols-mean", "equal-symbols-mean"),
    ("kind-ascents", "kind-runs"),
    ("kind-ascents-mean", "kind-runs-mean"),
    ("last-of-kind", "kinds"),
    ("lds-mean", "lis-mean"),
    ("lehmer-pairs", "pairs"),
    ("overlap", "gaps"),
    ("rank-serial-inverse", "xi-inverse"),
    ("relative-order", "pair-order"),
    ("runs-up-down", "stretches"),
    ("runs-up-down-inverse", "stretches"),
    ("serial-ascents", "serial-rising-sequences"),
    ("serial-fixed-points", "serial-rising-sequences"),
    ("serial-inversions", "serial-rising-sequences"),
    ("serial-top-card", "lags"),
    ("symbol-poker", "equal-symbols"),
    ("symbol-runs", "symbol-pairs"),
    ("turning-points", "rank-serial"),
    ("turning-points-inverse", "rising-sequences-mean"),
    ("von-neumann", "xi"),
    ("von-neumann-inverse", "xi-inverse"),
];

/// The test that is made in place of one that is gone; `None` of any other name.
#[must_use]
pub fn successor(id: &str) -> Option<&'static str> {
    REMOVED.iter().find(|(removed, _)| *removed == id).map(|&(_, successor)| successor)
}

/// The tests of the battery or test of this name.
#[must_use]
pub fn tests_named(id: &str) -> Option<Vec<&'static str>> {
    let battery = BATTERIES.iter().find(|battery| battery.id == id);
    battery.map(|battery| battery.tests.to_vec()).or_else(|| Some(vec![test(id)?.id]))
}

/// The tests of all metrics, in the order in which reports show them.
pub fn tests() -> impl Iterator<Item = &'static TestEntry> {
    METRICS.iter().flat_map(|metric| metric.tests)
}

/// The same, and [`SEQUENTIAL`], which counts by itself: all that a plan can name.
pub fn all_tests() -> impl Iterator<Item = &'static TestEntry> {
    tests().chain([&SEQUENTIAL])
}

/// The test of this name, of a metric or [`SEQUENTIAL`].
#[must_use]
pub fn test(id: &str) -> Option<&'static TestEntry> {
    all_tests().find(|test| test.id == id)
}

/// The metric that answers this test.
#[must_use]
pub fn of_test(id: &str) -> Option<&'static MetricEntry> {
    METRICS.iter().find(|metric| metric.tests.iter().any(|test| test.id == id))
}

/// The cost of the metric that answers a test.
pub fn cost(test: &str) -> Option<Cost> {
    of_test(test)?.tests.first()?.cost
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_metric_costs_stands_at_its_first_test() {
        for metric in METRICS {
            let measured: Vec<bool> = metric.tests.iter().map(|test| test.cost.is_some()).collect();
            let first: Vec<bool> = (0..measured.len()).map(|index| index == 0).collect();
            assert_eq!(measured, first, "{}", metric.tests[0].id);
        }
    }

    #[test]
    fn no_entry_has_a_gap_and_each_knows_the_file_that_declares_it() {
        let root = std::path::Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
        for test in all_tests() {
            for text in [test.title, test.sees, test.blind_to] {
                assert!(!text.is_empty(), "an entry of `{}` is empty", test.id);
                assert_eq!(text, text.trim(), "`{}`", test.id);
                assert!(!text.contains("  "), "`{}`: {text}", test.id);
            }
            let source = std::fs::read_to_string(root.join(test.file)).expect(test.file);
            let declared = format!("TestEntry::new(\"{}\"", test.id);
            assert!(source.contains(&declared), "{}: no `{declared}`", test.file);
        }
    }

    #[test]
    fn a_test_that_is_gone_has_a_successor_that_is_not() {
        for &(removed, by) in REMOVED {
            assert!(tests_named(removed).is_none() && test(by).is_some(), "{removed}");
            assert_eq!(successor(removed), Some(by));
        }
    }
}
