//! The list of all metrics, and the tests that they answer.
//!
//! Adding a metric is a file that implements [`Statistic`](crate::metric::Statistic) or
//! [`Number`](crate::number::Number) and has an entry, and one line in [`METRICS`]. Plans, flags, the conformance and
//! calibration suites and the tables of the book follow from the entry.

use crate::{
    ascents, drift, extremes, known_decks, linear,
    metric::{MetricEntry, TestEntry},
    number::Numbers,
    numbers, permutations, position, rare_hands, scans,
    sequential::SEQUENTIAL,
    serial, spearman,
    tables::{adjacency, lehmer, lehmer_pairs, pair_order, prefix, relative_order, repeats},
};

/// All metrics, in the order in which reports show their tests.
pub const METRICS: &[MetricEntry] = &[
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
    Numbers::<numbers::Bridge>::ENTRY,
    extremes::ENTRY,
    rare_hands::ENTRY,
    serial::ENTRY,
    adjacency::ENTRY,
    pair_order::ENTRY,
    lehmer::ENTRY,
    lehmer_pairs::ENTRY,
    prefix::ENTRY,
    relative_order::ENTRY,
    repeats::ENTRY,
    known_decks::ENTRY,
    crate::serial_top_card::ENTRY,
    scans::pairs::ENTRY,
    scans::subsets::ENTRY,
    scans::residues::ENTRY,
    scans::binary_rank::ENTRY,
    scans::lags::ENTRY,
    linear::ENTRY,
];

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
