//! A side of a comparison from a folder, from a document, and from a run that was made just now.

use super::{
    document,
    side::{Counts, READINGS, STANDINGS, Side, SideError},
    tables,
};
use crate::{parts::Report, table::DataTable};
use shuffle_metrics::Exhibit;
use shuffle_studies::Results;
use std::{
    collections::HashMap,
    fs,
    path::{Path, PathBuf},
};

/// The report that may be meant: one in the folder, as words.
fn hint(path: &Path) -> String {
    let inside = fs::read_dir(path).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut reports: Vec<PathBuf> =
        inside.filter(|folder| folder.join("summary.csv").is_file()).collect();
    reports.sort();
    reports.first().map_or_else(
        || ", such as reports/gate".to_owned(),
        |it| format!(", such as {}", it.display()),
    )
}

impl Side {
    /// Reads the folder of a report, or a document of `--json`.
    ///
    /// # Errors
    ///
    /// `SideError`.
    pub fn read(path: &Path) -> Result<Self, SideError> {
        let io = |source| SideError::Io { path: path.to_owned(), source };
        let about = fs::metadata(path).map_err(io)?;
        let name = path.display().to_string();
        if !about.is_dir() {
            let text = fs::read_to_string(path).map_err(io)?;
            return document::side(&text, path).map(|side| Self { name, ..side }.harmless());
        }
        let table = |name: &str| tables::read(&path.join(format!("{name}.csv")));
        let side = tables::side(&table)?
            .ok_or(SideError::NoReport { path: path.to_owned(), hint: hint(path) })?;
        Ok(Self { name, ..side }.harmless())
    }

    /// What strangers may have written: without signs that a terminal obeys, and with standings that are known.
    fn harmless(mut self) -> Self {
        let plain = |text: &mut String| text.retain(|sign| !sign.is_control());
        [&mut self.plan, &mut self.seed].into_iter().for_each(plain);
        for case in &mut self.cases {
            [&mut case.id, &mut case.subject, &mut case.shape].into_iter().for_each(plain);
            if !STANDINGS.contains(&case.standing.as_str()) {
                "unknown".clone_into(&mut case.standing);
            }
        }
        self
    }

    /// The side of a run that was made just now, of the same tables that its report has.
    ///
    /// # Panics
    ///
    /// If these tables cannot be read, which would be a fault of ours.
    #[must_use]
    pub fn of(results: &Results, name: &str) -> Self {
        let parts = Results::parts(results.asked());
        let tables = parts.iter().filter(|part| part.is_table());
        let tables: HashMap<&str, _> = tables.map(|part| (part.name(), part)).collect();
        let table = |name: &str| -> Result<Option<DataTable>, SideError> {
            Ok(tables.get(name).and_then(|part| part.tabled(results)))
        };
        let side = tables::side(&table).unwrap_or_else(|why| panic!("{why}"));
        let mut side = side.expect("the report of a run has a summary");
        for case in &results.findings.cases {
            let readings = case.last().exhibits.iter().find_map(|exhibit| match exhibit {
                Exhibit::Readings(readings) => Some(readings.clone()),
                _ => None,
            });
            let known = side.cases.iter_mut().find(|known| known.id == case.case.id);
            if let (Some(known), Some(readings)) = (known, readings) {
                let counts = Counts::Readings(readings, case.case.subject.names());
                known.counts.insert(READINGS.to_owned(), counts);
            }
        }
        Self { name: name.to_owned(), ..side }
    }
}
