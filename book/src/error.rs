//! Errors while pages and pictures are made.

use std::{io, path::PathBuf};

/// Why a page or a picture cannot be made.
#[derive(Debug, thiserror::Error)]
pub enum BookError {
    #[error("{path}: {error}", path = .path.display())]
    File { path: PathBuf, error: io::Error },
    /// A place in `SUMMARY.md` that is not there.
    #[error("SUMMARY.md: there is no line `{marker}`")]
    NoMarker { marker: String },
    #[error("{file}: {error}")]
    Table { file: &'static str, error: csv::Error },
    /// A template that cannot be filled in.
    #[error("template: {0:#}")]
    Template(#[from] minijinja::Error),
    #[error("the formula `{formula}`: {why}")]
    Formula { formula: String, why: String },
    #[error("{path}: {why}", path = .path.display())]
    Lesson { path: PathBuf, why: String },
    /// A shuffle or decks that an entry names wrongly.
    #[error("`{id}`: {why}")]
    Entry { id: String, why: String },
    /// Decks that could not be counted.
    #[error(transparent)]
    Run(#[from] shuffle_audit::engine::RunError),
    /// A picture that cannot be drawn.
    #[error(transparent)]
    Plot(#[from] shuffle_charts::PlotError),
    #[error("`{command}`: {why}")]
    Command { command: String, why: String },
}

impl BookError {
    pub(crate) fn entry(id: &str, why: impl ToString) -> Self {
        Self::Entry { id: id.to_owned(), why: why.to_string() }
    }

    /// A file, as an argument of `map_err`.
    pub(crate) fn file(path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> Self {
        let path = path.into();
        move |error| Self::File { path, error }
    }
}
