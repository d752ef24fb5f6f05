//! Why a report, or a part of it, could not be made.

use shuffle_charts::PlotError;

/// Why a report could not be made. All of these are faults of ours.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum ReportError {
    #[error("cannot write `{path}`: {source}")]
    File { path: String, source: FormatError },
    /// A document for stdout could not be made.
    #[error("cannot write JSON: {0}")]
    Json(#[from] serde_json::Error),
}

/// The reason why a part cannot be written in a format.
#[derive(Debug, thiserror::Error)]
pub enum FormatError {
    /// A row of a table has more or fewer cells than the header.
    #[error(transparent)]
    Table(#[from] csv::Error),
    /// A picture cannot be drawn.
    #[error(transparent)]
    Picture(#[from] PlotError),
    /// Settings hold a value that has no form in TOML.
    #[error(transparent)]
    Settings(#[from] toml::ser::Error),
    /// A page cannot be filled in.
    #[error(transparent)]
    Page(#[from] minijinja::Error),
}
