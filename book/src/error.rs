//! What can go wrong while pages and pictures are made.

use std::{io, path::PathBuf};

/// Why a page or a picture cannot be made.
#[derive(Debug, thiserror::Error)]
pub enum BookError {
    /// A file that cannot be read or written.
    #[error("{path}: {error}", path = .path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// A place in `SUMMARY.md` that is not there.
    #[error("SUMMARY.md: there is no line `{marker}`")]
    NoMarker {
        /// The line that is looked for.
        marker: String,
    },
    /// A table of measurements that cannot be read.
    #[error("{file}: {error}")]
    Table {
        /// The file.
        file: &'static str,
        /// Why.
        error: csv::Error,
    },
    /// A template that cannot be filled in.
    #[error("template: {0:#}")]
    Template(#[from] minijinja::Error),
    /// A formula that is no LaTeX.
    #[error("the formula `{formula}`: {why}")]
    Formula {
        /// The formula.
        formula: String,
        /// Why.
        why: String,
    },
    /// A lesson without one of its parts.
    #[error("{path}: {why}", path = .path.display())]
    Lesson {
        /// The file.
        path: PathBuf,
        /// The part.
        why: String,
    },
    /// A shuffle or decks that an entry names wrongly.
    #[error("`{id}`: {why}")]
    Entry {
        /// The entry.
        id: String,
        /// Why.
        why: String,
    },
    /// Decks that could not be counted.
    #[error(transparent)]
    Run(#[from] shuffle_audit::engine::RunError),
    /// A picture that cannot be drawn.
    #[error(transparent)]
    Plot(#[from] shuffle_charts::PlotError),
    /// A command that did not do what its page says.
    #[error("`{command}`: {why}")]
    Command {
        /// The command.
        command: String,
        /// What it did.
        why: String,
    },
}

impl BookError {
    /// A fault of an entry.
    pub(crate) fn entry(id: &str, why: impl ToString) -> Self {
        Self::Entry { id: id.to_owned(), why: why.to_string() }
    }

    /// A file, as an argument of `map_err`.
    pub(crate) fn file(path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> Self {
        let path = path.into();
        move |error| Self::File { path, error }
    }
}
