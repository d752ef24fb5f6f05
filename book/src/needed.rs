//! The decks until an audit catches a planted defect, from the committed report of the calibration.

use crate::{BookError, root};
use minijinja::{Value, context};
use serde::Deserialize;
use shuffle_algorithms::catalogue::{ENTRIES, Entry};
use shuffle_audit::number::count;

/// The report.
const FILE: &str = "reports/calibration/power.csv";

#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Needed {
    pub(crate) defect: String,
    cards: u64,
    median_decks: Option<u64>,
    decks_90: Option<u64>,
    /// The test that caught it first most often.
    pub(crate) caught_by: String,
}

pub(crate) fn all() -> Result<Vec<Needed>, BookError> {
    let table = |error| BookError::Table { file: FILE, error };
    let mut reader = csv::Reader::from_path(root().join(FILE)).map_err(table)?;
    reader.deserialize().map(|row| row.map_err(table)).collect()
}

impl Needed {
    /// The row of a table on a page of a test, a shuffle or the dice.
    pub(crate) fn row(&self) -> Value {
        let number = |decks: Option<u64>| decks.map_or_else(|| "more".to_owned(), count);
        let page = match self.shuffle() {
            Some(entry) => entry.id,
            None => "dice",
        };
        context! {
            defect => format!("[`{}`](../shuffles/{page}.md)", self.defect),
            cards => self.cards,
            median => number(self.median_decks),
            most => number(self.decks_90),
            by => format!("[`{0}`](../tests/{0}.md)", self.caught_by),
        }
    }

    /// The shuffle that has the defect; `None` if the dice have it.
    pub(crate) fn shuffle(&self) -> Option<&'static Entry> {
        let has = |entry: &&Entry| {
            entry.planted_defects().iter().any(|planted| planted.id == self.defect)
        };
        ENTRIES.iter().find(has)
    }
}
