//! The page of a report that was written before reports had pages: its tables, with a title and a summary that follow from them.

use super::{
    overview::OVERVIEW,
    study::{self, Words},
};
use crate::{
    File, Manifest,
    digest::Answer,
    error::FormatError,
    manifest::{Headline, Listed},
    number::{count, counted},
    table::DataTable,
};
use std::collections::{BTreeMap, BTreeSet};

/// What the folder of a report has for its page.
pub(crate) struct Stored {
    /// The name of the folder.
    pub(crate) folder: String,
    /// The title of its plan.
    pub(crate) title: Option<String>,
    /// The tables of the whole report, by name.
    pub(crate) tables: BTreeMap<String, DataTable>,
}

impl Stored {
    /// Makes the page, and adds it and what it says first to the manifest.
    ///
    /// # Errors
    ///
    /// [`FormatError::Page`].
    pub(crate) fn page(self, manifest: &mut Manifest) -> Result<File, FormatError> {
        let headline = manifest.about.headline.get_or_insert_with(|| self.headline());
        let words = Words {
            title: headline.title.clone(),
            sentence: headline.sentence.clone(),
            text: String::new(),
            reading: Vec::new(),
            wrong: None,
        };
        let page = study::render(words, Vec::new(), self.tables)?;
        let file = File { path: OVERVIEW.to_owned(), bytes: page.into_bytes() };
        manifest.files.push(Listed::of(&file));
        manifest.files.sort_by(|a, b| a.path.cmp(&b.path));
        Ok(file)
    }

    fn headline(&self) -> Headline {
        let said = [
            self.tables.get("summary").and_then(of_cases),
            self.tables.get("calibration").and_then(of_rates),
            self.tables.get("power").and_then(of_defects),
        ];
        let said: Vec<Said> = said.into_iter().flatten().collect();
        let title = self.title.clone().or_else(|| said.first()?.title.clone());
        let is_fine = said.iter().all(|said| said.is_fine);
        let sentences: Vec<String> = said.iter().map(|said| said.sentence.clone()).collect();
        Headline {
            title: title.unwrap_or_else(|| format!("The report in {}", self.folder)),
            answer: (!said.is_empty()).then_some(if is_fine {
                Answer::Fine
            } else {
                Answer::Wrong
            }),
            sentence: match &sentences[..] {
                [] => format!("{} without a summary.", counted(self.tables.len() as u64, "table")),
                some => some.join(" "),
            },
        }
    }
}

/// What one table says.
struct Said {
    title: Option<String>,
    sentence: String,
    is_fine: bool,
}

/// The cells of the named columns, row by row; `None` without one of them, or without rows.
fn columns<'a, const N: usize>(
    table: &'a DataTable,
    names: [&str; N],
) -> Option<Vec<[&'a str; N]>> {
    let mut at = [0; N];
    for (at, name) in at.iter_mut().zip(names) {
        *at = table.header.iter().position(|head| head == name)?;
    }
    let rows = table.rows.iter().map(|row| at.map(|column| row[column].as_str()));
    Some(rows.collect()).filter(|rows: &Vec<_>| !rows.is_empty())
}

/// Of `summary.csv`.
fn of_cases(table: &DataTable) -> Option<Said> {
    let rows = columns(table, ["case", "expected", "verdict"])?;
    let cases: BTreeSet<[&str; 3]> = rows.into_iter().collect();
    let off = cases.iter().filter(|[_, expected, verdict]| expected != verdict).count();
    let passed = cases.iter().filter(|[_, _, verdict]| *verdict == "pass").count();
    let all = cases.len() as u64;
    let sentence = match off {
        0 => format!(
            "All {} came out as expected: {} passed.",
            counted(all, "case"),
            count(passed as u64)
        ),
        off => format!(
            "{} of {} did not come out as expected.",
            count(off as u64),
            counted(all, "case")
        ),
    };
    Some(Said { title: None, sentence, is_fine: off == 0 })
}

/// Of `calibration.csv`.
fn of_rates(table: &DataTable) -> Option<Said> {
    let rows = columns(table, ["runs", "status"])?;
    let runs = rows[0][0].parse().ok()?;
    let liberal = rows.iter().filter(|[_, status]| *status == "liberal").count();
    let of = counted(rows.len() as u64, "rate");
    let sentence = match liberal {
        0 => format!("None of {of} of false alarms is higher than it may be."),
        some => {
            format!("{} of {of} of false alarms are higher than they may be.", count(some as u64))
        }
    };
    let title = format!("False alarms in {} of a sound shuffle", counted(runs, "audit"));
    Some(Said { title: Some(title), sentence, is_fine: liberal == 0 })
}

/// Of `power.csv`.
fn of_defects(table: &DataTable) -> Option<Said> {
    let rows = columns(table, ["audits", "caught"])?;
    let always = rows.iter().filter(|[audits, caught]| audits == caught).count();
    let [always, all] = [always, rows.len()].map(|number| number as u64);
    Some(Said {
        title: Some("Decks until defects are caught".to_owned()),
        sentence: format!(
            "{} of {} are caught in every audit.",
            count(always),
            counted(all, "planted defect")
        ),
        is_fine: always == all,
    })
}
