//! The formats in which a report is written: each is a line in [`FORMATS`].
//!
//! A format turns the parts of a report that it can write into bytes, and gives them its ending. Everything else, such
//! as the paths of a report, its manifest and the files that it may replace, follows from the list.

pub(crate) mod csv;
mod toml;

pub use csv::CsvDialect;

use crate::{
    error::FormatError,
    parts::{Beside, Make, Part},
    settings::Settings,
    table::DataTable,
};
use shuffle_charts::Chart;

/// All formats; every part of a report is written in each that can write it.
pub const FORMATS: &[ReportFormat] = &[
    ReportFormat { table: Some(csv::write), ..ReportFormat::new("csv") },
    ReportFormat { page: Some(|page| Ok(page.into_bytes())), ..ReportFormat::new("html") },
    ReportFormat { picture: Some(|picture| Ok(picture.to_png()?)), ..ReportFormat::new("png") },
    ReportFormat { settings: Some(toml::write), ..ReportFormat::new("toml") },
];

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
