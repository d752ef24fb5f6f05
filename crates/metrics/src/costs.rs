//! The cost of a metric: the type, and the machine it was measured on.
//!
//! The figures stand in the first entry of each metric. They come from one run of `cargo bench -p shuffle-bench --bench metrics`,
//! rounded.

use std::fmt;

/// The machine and the decks of the figures.
pub const MEASURED: &str = "measured on one core of an AMD EPYC with AVX-512, of decks of 52 cards (`permutations`: of 9), or of draws: 6 of 49, 4 digits, 24 + 36 cards; what is said of a case is once, at 4,096 decks. Tests that share their counts cost it once";

/// The cost of a metric.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cost {
    /// Nanoseconds for each deck that is counted.
    pub deck: f64,
    /// Milliseconds to judge 4,096 decks.
    pub case: f64,
}

impl Cost {
    /// Nanoseconds a deck, and milliseconds a case.
    pub(crate) const fn of(deck: f64, case: f64) -> Option<Self> {
        Some(Self { deck, case })
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn costs_are_said_where_they_are_felt() {
        let said = |deck, case| Cost { deck, case }.to_string();
        assert_eq!(said(18.0, 0.1), "18 ns a deck");
        assert_eq!(said(0.1, 20.0), "20 ms a case");
        assert_eq!(said(13.0, 1.0), "13 ns a deck, 1 ms a case");
    }
}
