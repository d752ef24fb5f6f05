//! The faults of files in words.

use super::coverage;
use shuffle_audit::source::SourceError;
use shuffle_reader::{DeckError, Layout, Survey};
use std::{
    io::{self, Read},
    path::Path,
};

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
    if let Some(items) = path.and_then(|path| counted_items(path, error, layout)) {
        return SourceError(format!(
            "{name}: the rows are no draws but a table of counts: {items} items, each once and in order, with a number each; say --counts instead of --file"
        ));
    }
    SourceError(format!("{name}: {error}{more}"))
}

/// The items of a table of counts that was read as draws of several.
fn counted_items(path: &Path, error: &DeckError, layout: &Layout) -> Option<usize> {
    /// Larger files are no tables of counts.
    const MOST: u64 = 1 << 20;
    if layout.drawn.is_none()
        || !layout.format.is_text()
        || !matches!(error, DeckError::Fault { .. })
    {
        return None;
    }
    let mut text = String::new();
    shuffle_reader::open(path).ok()?.take(MOST).read_to_string(&mut text).ok()?;
    shuffle_reader::counted_items(&text)
}

/// A file that cannot be opened.
pub(super) fn unreadable(name: &str, error: &io::Error) -> SourceError {
    SourceError(format!("{name} cannot be read: {error}"))
}

/// The name of a file in messages.
pub(super) fn named(path: &Path) -> String {
    format!("`{}`", path.display())
}
