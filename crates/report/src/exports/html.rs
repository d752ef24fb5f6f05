//! HTML: the page of the report, which stands alone.

use super::ExportFormat;

pub(super) const FORMAT: ExportFormat =
    ExportFormat { ending: "html", write: |source, _| Ok(source.page()?.into_bytes()) };
