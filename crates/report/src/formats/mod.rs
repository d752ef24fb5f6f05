//! The formats in which a report is written: each has a source file, and a line in [`FORMATS`].
//!
//! A format turns the parts of a report that it can write into bytes, and gives them its ending. Everything else, such
//! as the paths of a report, its manifest and the files that it may replace, follows from the list.

pub(crate) mod csv;
mod html;
mod png;
mod toml;

pub use csv::CsvDialect;

use crate::{
    page::Beside,
    parts::{Make, Part},
    settings::Settings,
    table::DataTable,
};
use shuffle_charts::{Chart, PlotError};

/// All formats; every part of a report is written in each that can write it.
pub const FORMATS: &[ReportFormat] = &[csv::FORMAT, html::FORMAT, png::FORMAT, toml::FORMAT];

/// A format: its ending, and the kinds of parts that it can write.
#[derive(Clone, Copy, Debug)]
pub struct ReportFormat {
    /// The ending of its files, without a dot.
    pub ending: &'static str,
    table: Option<fn(&DataTable, CsvDialect) -> FileContent>,
    picture: Option<fn(&dyn Chart) -> FileContent>,
    settings: Option<fn(&Settings<'_>) -> FileContent>,
    page: Option<fn(String) -> FileContent>,
}

type FileContent = Result<Vec<u8>, FormatError>;

/// The reason why a part cannot be written in a format.
#[derive(Debug, thiserror::Error)]
pub enum FormatError {
    /// A row of a table has more or fewer cells than the header.
    #[error(transparent)]
    Table(#[from] ::csv::Error),
    /// A picture cannot be drawn.
    #[error(transparent)]
    Picture(#[from] PlotError),
    /// Settings hold a value that has no form in TOML.
    #[error(transparent)]
    Settings(#[from] ::toml::ser::Error),
    /// A page cannot be filled in.
    #[error(transparent)]
    Page(#[from] minijinja::Error),
}

impl ReportFormat {
    /// A format that writes nothing yet.
    const fn new(ending: &'static str) -> Self {
        Self { ending, table: None, picture: None, settings: None, page: None }
    }

    /// True if it writes pictures.
    #[must_use]
    pub fn draws(&self) -> bool {
        self.picture.is_some()
    }

    /// True if it writes parts of this kind.
    pub(crate) fn takes<R>(&self, part: &Part<R>) -> bool {
        match part.make {
            Make::Table(_) => self.table.is_some(),
            Make::Picture(_) => self.picture.is_some(),
            Make::Settings(_) => self.settings.is_some(),
            Make::Page(_) => self.page.is_some(),
        }
    }

    /// The part of this report as bytes: `None` where the format does not write its kind, or the report lacks it.
    pub(crate) fn write<R>(
        &self,
        part: &Part<R>,
        report: &R,
        (beside, dialect): (Beside, CsvDialect),
    ) -> Option<Result<Vec<u8>, FormatError>> {
        match &part.make {
            Make::Table(make) => Some(self.table?(&make(report)?, dialect)),
            Make::Picture(make) => Some(self.picture?(make(report)?.as_ref())),
            Make::Settings(make) => Some(self.settings?(&make(report))),
            Make::Page(make) => {
                let write = self.page?;
                Some(make(report, beside).and_then(write))
            }
        }
    }
}
