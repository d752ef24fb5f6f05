//! CSV: the main table of the report.

use super::{ExportError, ExportFormat};
use crate::formats::csv;

pub(super) const FORMAT: ExportFormat = ExportFormat {
    ending: "csv",
    write: |source, dialect| {
        let table = source.main_table().ok_or(ExportError::Nothing("table"))?;
        Ok(csv::write(&table, dialect)?)
    },
};
