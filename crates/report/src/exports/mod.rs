//! Files for others: a report as one file, in the format that its ending names.
//!
//! Each format is a source file and a line in [`EXPORTS`]. A format asks a report for its words, its page, its tables or its
//! document, and for nothing else; what the words say is decided in [`crate::digest`]. The main table of a report is the first
//! of its parts that is one.
//!
//! Names come from plans, programs and files: each format makes them harmless in its own way.

mod csv;
mod html;
mod json;
mod junit;
mod markdown;
#[cfg(feature = "xlsx")]
mod xlsx;

pub use crate::page::study::Words;
use crate::{
    digest::Digest,
    files::ReportError,
    formats::{CsvDialect, FormatError},
    page::Beside,
    parts::{Make, Report},
    table::DataTable,
};
use std::path::Path;

/// All formats that this build writes.
pub const EXPORTS: &[ExportFormat] = &[
    html::FORMAT,
    markdown::FORMAT,
    junit::FORMAT,
    json::FORMAT,
    csv::FORMAT,
    #[cfg(feature = "xlsx")]
    xlsx::FORMAT,
];

/// A format of one file.
#[derive(Clone, Copy, Debug)]
pub struct ExportFormat {
    /// The ending of its files, without a dot.
    pub ending: &'static str,
    write: fn(&dyn Source, CsvDialect) -> Result<Vec<u8>, ExportError>,
}

/// What is wrong with the ending of a name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EndingError {
    /// No format has it.
    #[error("must be a name that ends in one of {}", endings())]
    Unknown,
    /// The format is a feature that this build does not have.
    #[error(
        "is a workbook, which this build does not write; build it with \
         `cargo install --locked --path crates/cli --features xlsx`, or take a .csv"
    )]
    NoWorkbooks,
}

/// The reason why a file could not be made. All of these are faults of ours, but for a table that is too large.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// A page or a table could not be made.
    #[error(transparent)]
    Format(#[from] FormatError),
    /// The document could not be made.
    #[error(transparent)]
    Document(#[from] ReportError),
    /// The results for CI could not be made.
    #[error("cannot write JUnit: {0}")]
    Junit(#[from] quick_junit::SerializeError),
    /// The workbook could not be made.
    #[cfg(feature = "xlsx")]
    #[error("cannot write the workbook: {0}")]
    Workbook(#[from] rust_xlsxwriter::XlsxError),
    /// The report lacks what the format writes.
    #[error("there is no {0} to write")]
    Nothing(&'static str),
}

/// What a report says in words.
#[derive(Clone, Debug, PartialEq)]
pub enum Said {
    /// Of a run.
    Run(Digest),
    /// Of a law or a forecast.
    Study(Words),
}

/// A report that is written for others, too.
pub trait Exported: Report {
    /// What it says.
    fn said(&self) -> Said;
}

/// A report, and what its document is: that of a check differs from that of a run.
pub struct Export<'a, R> {
    /// The report.
    pub report: &'a R,
    /// Makes its document, as `--json` prints it.
    pub document: &'a dyn Fn() -> Result<String, ReportError>,
}

/// What formats may ask, whatever the report is of.
trait Source {
    fn said(&self) -> Said;
    fn document(&self) -> Result<String, ReportError>;
    fn page(&self) -> Result<String, ExportError>;
    fn main_table(&self) -> Option<DataTable>;
    #[cfg_attr(not(feature = "xlsx"), expect(dead_code, reason = "only workbooks hold them all"))]
    fn tables(&self) -> Vec<(String, DataTable)>;
}

impl<R: Exported> Source for Export<'_, R> {
    fn said(&self) -> Said {
        self.report.said()
    }

    fn document(&self) -> Result<String, ReportError> {
        (self.document)()
    }

    fn page(&self) -> Result<String, ExportError> {
        let parts = R::parts(self.report.asked());
        let page = parts.iter().find_map(|part| match &part.make {
            Make::Page(make) => Some(make(self.report, Beside::Nothing)),
            _ => None,
        });
        Ok(page.ok_or(ExportError::Nothing("page"))??)
    }

    fn main_table(&self) -> Option<DataTable> {
        R::parts(self.report.asked()).iter().find_map(|part| part.tabled(self.report))
    }

    fn tables(&self) -> Vec<(String, DataTable)> {
        let parts = R::parts(self.report.asked());
        let table = |part: &crate::Part<R>| Some((part.name.clone(), part.tabled(self.report)?));
        parts.iter().filter_map(table).collect()
    }
}

impl ExportFormat {
    /// The format that the name of a file ends with.
    ///
    /// ```
    /// use shuffle_report::exports::{EndingError, ExportFormat};
    /// use std::path::Path;
    ///
    /// assert_eq!(ExportFormat::of(Path::new("reports/audit.MD"))?.ending, "md");
    /// assert_eq!(ExportFormat::of(Path::new("audit.pdf")).unwrap_err(), EndingError::Unknown);
    /// # Ok::<(), EndingError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`EndingError`].
    pub fn of(path: &Path) -> Result<&'static Self, EndingError> {
        let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
        let is = |known: &str| ending.eq_ignore_ascii_case(known);
        let otherwise = if is("xlsx") { EndingError::NoWorkbooks } else { EndingError::Unknown };
        EXPORTS.iter().find(|format| is(format.ending)).ok_or(otherwise)
    }

    /// The report in this format.
    ///
    /// # Errors
    ///
    /// [`ExportError`].
    pub fn write<R: Exported>(
        &self,
        export: &Export<'_, R>,
        dialect: CsvDialect,
    ) -> Result<Vec<u8>, ExportError> {
        (self.write)(export, dialect)
    }
}

/// `.html, .md` and so on.
fn endings() -> String {
    let endings = EXPORTS.iter().map(|format| format.ending);
    let all = endings.chain((!cfg!(feature = "xlsx")).then_some("xlsx"));
    all.map(|ending| format!(".{ending}")).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests;
