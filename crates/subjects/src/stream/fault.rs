//! The faults of files in words.

use super::coverage;
use shuffle_audit::source::SourceError;
use shuffle_reader::{DeckError, Layout, Survey};
use std::{io, path::Path};

/// The fault of a file in words, with its coverage if the error is one of rows that are missing or come twice. Stdin, which has no
/// path, cannot be read again.
pub(super) fn fault(
    name: &str,
    error: &DeckError,
    path: Option<&Path>,
    layout: &Layout,
) -> SourceError {
    let covered = || {
        let path = path.filter(|_| coverage::is_of_rows(error, layout))?;
        let survey = Survey::of(shuffle_reader::open(path).ok()?, layout).ok()?;
        coverage::in_words(&survey, layout)
    };
    let more = covered().map_or(String::new(), |words| format!("; {words}"));
    SourceError(format!("{name}: {error}{more}"))
}

/// A file that cannot be opened.
pub(super) fn unreadable(name: &str, error: &io::Error) -> SourceError {
    SourceError(format!("{name} cannot be read: {error}"))
}

/// The name of a file in messages.
pub(super) fn named(path: &Path) -> String {
    format!("`{}`", path.display())
}
