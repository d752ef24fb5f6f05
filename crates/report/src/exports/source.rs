//! What formats may ask of a report, and why a file cannot be made of it.

use crate::{
    digest::Digest,
    error::{FormatError, ReportError},
    page::study::Words,
    parts::{Make, Neighbors, Report},
    table::DataTable,
};

/// The reason why a file could not be made. All of these are faults of ours, but for a table that is too large.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    #[error(transparent)]
    Format(#[from] FormatError),
    #[error(transparent)]
    Document(#[from] ReportError),
    #[error("cannot write JUnit: {0}")]
    Junit(#[from] quick_junit::SerializeError),
    #[cfg(feature = "xlsx")]
    #[error("cannot write the workbook: {0}")]
    Workbook(#[from] rust_xlsxwriter::XlsxError),
    #[error("there is no {0} to write")]
    Nothing(&'static str),
}

#[derive(Clone, Debug, PartialEq)]
pub enum Said {
    Run(Digest),
    Study(Words),
}

/// A report that is written for others, too.
pub trait Exported: Report {
    /// What it says.
    fn said(&self) -> Said;
}

/// A report, and what its document is: a check has another document than a run.
pub struct Export<'a, R> {
    /// The report.
    pub report: &'a R,
    /// Makes its document, as `--json` prints it.
    pub document: &'a dyn Fn() -> Result<String, ReportError>,
}

/// What formats may ask, whatever the report is of.
pub(super) trait Source {
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
            Make::Page(make) => Some(make(self.report, Neighbors::Nothing)),
            _ => None,
        });
        Ok(page.ok_or(ExportError::Nothing("page"))??)
    }

    fn main_table(&self) -> Option<DataTable> {
        R::parts(self.report.asked()).iter().find_map(|part| part.tabled(self.report))
    }

    fn tables(&self) -> Vec<(String, DataTable)> {
        let parts = R::parts(self.report.asked());
        let table =
            |part: &crate::parts::Part<R>| Some((part.name.clone(), part.tabled(self.report)?));
        parts.iter().filter_map(table).collect()
    }
}
