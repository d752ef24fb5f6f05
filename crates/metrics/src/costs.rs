//! What each test costs, as measured.
//!
//! The figures are those of `cargo bench -p shuffle-bench --bench metrics` in one run; they are rounded. Tests that are answered by the
//! same counts cost it once.

use crate::catalogue;
use std::fmt;

/// The machine and the decks of the figures.
pub const MEASURED: &str = "measured on one core of an AMD EPYC with AVX-512, of decks of 52 cards (`permutations`: of 9), or of draws: 6 of 49, 4 digits, 24 + 36 cards; what is said of a case is once, at 4,096 decks. Tests that share their counts cost it once";

/// What a metric costs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cost {
    /// Nanoseconds for each deck that is counted.
    pub deck: f64,
    /// Milliseconds to judge 4,096 decks.
    pub case: f64,
}

/// `18 ns a deck`, `20 ms a case`, or both.
impl fmt::Display for Cost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.deck >= 0.5, self.case >= 0.5) {
            (true, true) => write!(f, "{} ns a deck, {} ms a case", self.deck, self.case),
            (true, false) => write!(f, "{} ns a deck", self.deck),
            (false, true) => write!(f, "{} ms a case", self.case),
            (false, false) => f.write_str("less than 0.5 ns a deck"),
        }
    }
}

/// Nanoseconds a deck and milliseconds a case, by the first test of each metric.
const COSTS: &[(&str, f64, f64)] = &[
    ("degree", 2.0, 0.0),
    ("permutations", 2.0, 0.0),
    ("position", 9.0, 1.0),
    ("drift", 9.0, 0.0),
    ("fixed-points", 1.0, 0.0),
    ("cycles", 1.0, 0.0),
    ("records", 1.0, 0.0),
    ("inversions", 1.0, 0.0),
    ("rising-sequences", 1.0, 0.0),
    ("successions", 1.0, 0.0),
    ("footrule", 1.0, 0.0),
    ("spearman", 2.0, 0.0),
    ("lis", 1.0, 0.0),
    ("poker", 1.0, 0.0),
    ("bridge", 1.0, 0.0),
    ("extremes", 4.0, 0.0),
    ("rare-hands", 17.0, 0.0),
    ("serial-fixed-points", 15.0, 0.0),
    ("adjacency", 9.0, 1.0),
    ("pair-order", 11.0, 1.0),
    ("lehmer", 8.0, 1.0),
    ("prefix", 2.0, 0.0),
    ("collisions", 16.0, 0.0),
    ("known-decks", 3.0, 0.0),
    ("rank-serial", 0.0, 0.0),
    ("batches", 0.0, 0.0),
    ("pairs", 0.0, 16.0),
    ("subsets", 0.0, 39.0),
    ("residues", 0.0, 6.0),
    ("binary-rank", 0.0, 12.0),
    ("lags", 0.0, 34.0),
    ("linear-complexity", 0.0, 22.0),
    ("outcomes", 12.0, 0.0),
    ("same-draw-again", 140.0, 0.0),
    ("gaps", 170.0, 0.0),
    ("levels", 10.0, 0.0),
    ("balls", 15.0, 0.0),
    ("overlap", 110.0, 0.0),
    ("ball-sum", 3.0, 0.0),
    ("ball-spread", 19.0, 0.0),
    ("odd-balls", 3.0, 0.0),
    ("ball-runs", 43.0, 0.0),
    ("bonus-balls", 1.0, 0.0),
    ("symbols", 2.0, 0.0),
    ("symbol-pairs", 6.0, 0.0),
    ("serial-symbols", 5.0, 0.0),
    ("distinct-symbols", 10.0, 0.0),
    ("symbol-poker", 64.0, 0.0),
    ("symbol-runs", 2.0, 0.0),
    ("kinds", 26.0, 0.0),
    ("kind-inversions", 250.0, 0.0),
    ("kind-runs", 22.0, 0.0),
    ("longest-run", 250.0, 0.0),
    ("first-of-kind", 19.0, 0.0),
    ("last-of-kind", 19.0, 0.0),
    ("opening-hand", 16.0, 0.0),
    ("kind-gaps", 67.0, 0.0),
    ("serial-kinds", 280.0, 0.0),
];

/// What the metric that answers a test costs.
#[must_use]
pub fn of(test: &str) -> Option<Cost> {
    let first = catalogue::of_test(test)?.tests.first()?.id;
    let (_, deck, case) = COSTS.iter().copied().find(|(id, ..)| *id == first)?;
    Some(Cost { deck, case })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_metric_has_one_cost_and_each_cost_a_metric() {
        let metrics: Vec<&str> = catalogue::METRICS.iter().map(|it| it.tests[0].id).collect();
        let costs: Vec<&str> = COSTS.iter().map(|(id, ..)| *id).collect();
        assert_eq!(costs, metrics);
    }

    #[test]
    fn costs_are_said_where_they_are_felt() {
        let said = |deck, case| Cost { deck, case }.to_string();
        assert_eq!(said(18.0, 0.1), "18 ns a deck");
        assert_eq!(said(0.1, 20.0), "20 ms a case");
        assert_eq!(said(13.0, 1.0), "13 ns a deck, 1 ms a case");
    }
}
