//! The cost of a law, estimated before it is computed, and the limits on it.

use std::fmt;

/// The numbers in which a law is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Arithmetic {
    /// Whole numbers of 64 bits over one denominator: exact.
    Words,
    /// Whole numbers of 128 bits over one denominator: exact.
    DoubleWords,
    /// Whole numbers of any length over one denominator: exact.
    Big,
    /// Floats, with their error stated.
    Floats,
}

/// The cost of a law.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cost {
    /// The number of probabilities kept.
    pub states: u64,
    /// The peak memory.
    pub bytes: u64,
    /// The number of times that a probability is moved or added to another.
    pub moves: u64,
    /// The numbers in which it is counted.
    pub arithmetic: Arithmetic,
    /// A rough time, on one core of a server of 2020.
    pub seconds: f64,
}

impl Cost {
    /// The cost of a walk of all paths, without its size.
    pub(crate) fn of_a_walk() -> Self {
        Self { states: 0, bytes: 0, moves: 0, arithmetic: Arithmetic::Big, seconds: 0.0 }
    }
}

impl fmt::Display for Cost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} probabilities, {} and {} moves, about {} seconds",
            self.states,
            in_bytes(self.bytes),
            self.moves,
            self.seconds.ceil()
        )
    }
}

/// A size in memory as people read it: `58.1 MB`.
#[must_use]
pub fn in_bytes(bytes: u64) -> String {
    let mut size = bytes as f64;
    for unit in ["bytes", "kB", "MB", "GB", "TB", "PB"] {
        if size < 1000.0 {
            return if unit == "bytes" {
                format!("{size} {unit}")
            } else {
                format!("{size:.1} {unit}")
            };
        }
        size /= 1000.0;
    }
    format!("{size:.0} EB")
}

/// The limits on the cost of a law. Above them the law is rejected, and the error has the cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of memory.
    pub bytes: u64,
    /// Moves of a probability.
    pub moves: u64,
    /// Paths of the dice walked for a law. A path takes about a microsecond, and some more for each card; the
    /// orders that are reached count as memory.
    pub paths: u64,
}

impl Default for Limits {
    /// 2 GB, some ten minutes, and four million paths.
    fn default() -> Self {
        Self { bytes: 2_000_000_000, moves: 60_000_000_000, paths: 4_000_000 }
    }
}
