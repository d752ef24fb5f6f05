//! The page of a law, a forecast or a calibration: what was found in words, then its pictures and its tables.

use super::render_with_script;
use crate::{
    digest::Answer, error::FormatError, manifest::Headline, parts::Report, table::DataTable,
    words::Screen,
};
use minijinja::{Value, context};

/// Tables of more rows have the first of them on a page.
const MOST_ROWS: usize = 300;

/// Tables of more columns, such as matrices, are no table for a page.
const MOST_COLUMNS: usize = 16;

/// The width of what is shown as on a screen.
pub(crate) const SCREEN: Screen = Screen { width: 100, color: false, verbose: false };

/// What a study says before its pictures and tables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Words {
    pub(crate) title: String,
    pub(crate) sentence: String,
    /// The same as on a screen.
    pub(crate) text: String,
    /// How its pictures and tables are to be read.
    pub(crate) reading: Vec<&'static str>,
    /// What is wrong, where it may be: a law is neither right nor wrong.
    pub(crate) wrong: Option<String>,
}

impl Words {
    /// The same, for a list of reports.
    pub(crate) fn headline(self, answer: Option<Answer>) -> Headline {
        Headline { title: self.title, answer, sentence: self.sentence }
    }
}

pub(crate) fn page<R: Report>(report: &R, words: Words) -> Result<String, FormatError> {
    let parts = R::parts(report.asked());
    let tables = parts.iter().filter_map(|part| of_table(part.name(), part.tabled(report)?));
    let Words { title, sentence, text, reading, wrong: _ } = words;
    let figures = super::figures(report, |_| true)?;
    let tables: Vec<Value> = tables.collect();
    let values = context! { title, sentence, text, reading, figures, tables };
    render_with_script("study.html", &["page.css", "study.css"], &[], values)
}

fn of_table(name: &str, table: DataTable) -> Option<Value> {
    if table.header.len() > MOST_COLUMNS {
        return None;
    }
    let left_out = table.rows.len().saturating_sub(MOST_ROWS);
    let rows: Vec<_> = table.rows.into_iter().take(MOST_ROWS).collect();
    Some(context! { name, header => table.header, rows, more => left_out })
}
