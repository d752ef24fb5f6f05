//! JSON: the document that `--json` prints. That of a run is described by `schemas/report.json`.

use super::ExportFormat;

pub(super) const FORMAT: ExportFormat =
    ExportFormat { ending: "json", write: |source, _| Ok(source.document()?.into_bytes()) };
