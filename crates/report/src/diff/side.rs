//! One side of a comparison: what a report says of each case, whether it is read from a folder, from a document of `--json`, or was
//! made just now.

use shuffle_audit::names::Names;
use shuffle_metrics::Readings;
use std::{collections::BTreeMap, io, path::PathBuf};

/// One of two reports that are compared.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Side {
    /// What it is called: its path, or the shuffle that it is of.
    pub name: String,
    /// The name of its plan.
    pub plan: String,
    /// The seed of its plan.
    pub seed: String,
    /// Its cases, in the order of the report.
    pub cases: Vec<SideCase>,
}

/// A case of a report.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SideCase {
    /// Its id.
    pub id: String,
    /// The shuffle.
    pub subject: String,
    /// Cards, and those that are dealt, as words: two cases are compared if these are equal.
    pub shape: String,
    /// Its verdict, or why it has none: one of `STANDINGS`.
    pub standing: String,
    /// The verdict that its plan expects.
    pub expected: String,
    /// The decks of the look that decides.
    pub trials: u64,
    /// The effect of each test that was made, by its name.
    pub effects: BTreeMap<String, SideEffect>,
    /// What was counted, by the name of the test.
    pub counts: BTreeMap<String, Counts>,
}

/// What becomes of a case, from the best to the worst.
pub(crate) const STANDINGS: [&str; 7] =
    ["pass", "inconclusive", "skipped", "suspicious", "fail", "absent", "at_fault"];

impl SideCase {
    /// The place of its standing in [`STANDINGS`]; one that is not known is the worst.
    pub(super) fn rank(&self) -> usize {
        let known = STANDINGS.iter().position(|known| *known == self.standing);
        known.unwrap_or(STANDINGS.len())
    }

    /// True if it was caught as its plan expects.
    pub(super) fn is_caught(&self) -> bool {
        self.expected == "fail" && self.standing == "fail"
    }

    /// True if there is evidence for or against it.
    pub(super) fn is_decided(&self) -> bool {
        ["pass", "suspicious", "fail"].contains(&self.standing.as_str())
    }

    /// True if its decks were judged.
    pub(super) fn is_judged(&self) -> bool {
        !["skipped", "absent", "at_fault"].contains(&self.standing.as_str())
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct SideEffect {
    /// What it measures, and where: `total_variation`, `first 2 cards`.
    pub what: [String; 2],
    pub value: f64,
    /// Its interval at 99 %, if it has one.
    pub interval: Option<[f64; 2]>,
}

/// The name of what was read off decks, which no single test counts.
pub(super) const READINGS: &str = "readings";

#[derive(Clone, Debug, PartialEq)]
pub enum Counts {
    /// Decks by a number: the first and the last number of each bin, and the decks in it.
    Bins(Vec<([u64; 2], u64)>),
    Orders(BTreeMap<String, u64>),
    /// Cards at positions: the names of the columns and rows, and the cells row by row.
    Matrix {
        cards: Vec<String>,
        /// The first position of each row.
        positions: Vec<String>,
        cells: Vec<u64>,
    },
    /// All that was read off each deck, with the names of the cards.
    Readings(Readings, Names),
}

/// The reason why a side cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum SideError {
    #[error("cannot read `{}`: {source}", path.display())]
    Io { path: PathBuf, source: io::Error },
    #[error(
        "`{}` has no summary.csv and run.csv: name the folder of one report{hint}, or a file that `--json` wrote",
        path.display()
    )]
    NoReport { path: PathBuf, hint: String },
    #[error("`{name}` is no table of a report: {why}; write the report again")]
    Table { name: String, why: String },
    #[error("`{}` {why}", path.display())]
    Document { path: PathBuf, why: String, source: serde_json::Error },
    #[error("`{}` is of a run that was interrupted; run it to its end", path.display())]
    Interrupted { path: PathBuf },
}
