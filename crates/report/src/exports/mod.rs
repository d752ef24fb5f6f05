//! Files for others: a report as one file, in the format that its ending names.
//!
//! Each format is a line in [`EXPORTS`]. A format asks a report for its words, its page, its tables or its
//! document, and for nothing else; what the words say is decided in `crate::digest`. The main table of a report is the first
//! of its parts that is one.
//!
//! Names come from plans, programs and files: each format makes them harmless in its own way.

mod junit;
mod markdown;
mod source;
#[cfg(feature = "xlsx")]
mod xlsx;

use crate::dialect::{self, CsvDialect};
use source::Source;
pub use source::{Export, Exported};
pub(crate) use source::{ExportError, Said};
use std::path::Path;

/// All formats that this build writes.
pub const EXPORTS: &[ExportFormat] = &[
    ExportFormat { ending: "html", write: |source, _| Ok(source.page()?.into_bytes()) },
    ExportFormat { ending: "md", write: |source, _| Ok(markdown::write(source).into_bytes()) },
    ExportFormat { ending: "xml", write: |source, _| Ok(junit::write(source)?.into_bytes()) },
    ExportFormat { ending: "json", write: |source, _| Ok(source.document()?.into_bytes()) },
    ExportFormat {
        ending: "csv",
        write: |source, dialect| {
            let table = source.main_table().ok_or(ExportError::Nothing("table"))?;
            Ok(dialect::write(&table, dialect)?)
        },
    },
    #[cfg(feature = "xlsx")]
    ExportFormat { ending: "xlsx", write: |source, _| xlsx::write(source) },
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
    /// `ExportError`.
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
mod tests {
    use super::*;

    #[test]
    fn a_build_without_workbooks_says_how_to_have_them() {
        assert!(EndingError::NoWorkbooks.to_string().contains("--features xlsx"));
        assert_eq!(ExportFormat::of(Path::new("a.XLSX")).is_ok(), cfg!(feature = "xlsx"));
        assert!(EndingError::Unknown.to_string().ends_with(".csv, .xlsx"));
    }
}
