//! The numbers that are read off decks: `fixed-points` to `bridge`, `spearman` and `serial`.
//!
//! Here stands what takes longer than a unit test: laws against exact integers at 52 cards, fast
//! counting against the definitions, calibration under a sound shuffle, and what each test sees and
//! does not.

mod calibration;
mod classes;
mod defects;
mod definition;
mod exact;
mod reaches;
mod shuffles;

use shuffle_metrics::{
    Decks, Judgement, Rows, Shape, Tally, catalogue::of_test, metric::MetricEntry,
};

/// The tests of this binary.
const TESTS: [&str; 14] = [
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
    "bridge",
    "serial-fixed-points",
    "serial-inversions",
    "serial-rising-sequences",
];

fn entry(test: &str) -> &'static MetricEntry {
    of_test(test).unwrap_or_else(|| panic!("no test is called {test}"))
}

/// What the metric of this test says of a block of decks; `None` where it does not apply to the
/// shape.
fn judge(test: &str, shape: Shape, rows: &[u8]) -> Option<Judgement> {
    let metric = entry(test).build(shape).ok()?;
    let mut tally = Tally::new(metric.cells());
    tally.observe(metric.as_ref(), &Decks::new(shape, 0, Rows::Narrow(rows)));
    metric.judge(&tally).into_iter().find(|judgement| judgement.test == test)
}
