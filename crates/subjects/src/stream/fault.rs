//! The faults of files in words.

use super::{bags, coverage};
use crate::Folder;
use shuffle_audit::source::SourceError;
use shuffle_reader::{ColumnChoice, DeckError, Layout, Survey};
use std::{
    io::{self, Read},
    path::Path,
};

/// The fault of a file in words, with its coverage if the error is one of rows that are missing or come twice. Stdin, which has no
/// path, cannot be read again.
pub(super) fn fault(
    name: &str,
    error: &DeckError,
    path: Option<(&Path, &Folder)>,
    layout: &Layout,
) -> SourceError {
    let covered = || {
        let (path, folder) = path.filter(|_| coverage::is_of_rows(error, layout))?;
        let survey = Survey::of(folder.open(path).ok()?, layout).ok()?;
        coverage::in_words(&survey, layout)
    };
    let more = covered().map_or(String::new(), |words| format!("; {words}"));
    if let (true, Some((path, folder))) = (layout.bags, path)
        && let Some(words) = bags::fault_in_words(error, (path, folder), layout)
    {
        return SourceError(format!("{name}: {error}{words}"));
    }
    if path.is_some_and(|path| may_be_counts(path, error, layout)) {
        return SourceError(format!(
            "{name}: {error}; the first column only numbers the lines: if the second has one result per line, use --columns 2; if it is how often \
             each item came, --counts instead of --file"
        ));
    }
    SourceError(format!("{name}: {error}{more}"))
}

/// True if this may be a table of counts, or numbered results, that was read as draws or as orders of two cards. A user who names columns knows
/// what is in them.
fn may_be_counts((path, folder): (&Path, &Folder), error: &DeckError, layout: &Layout) -> bool {
    /// Larger files are not tables of counts.
    const MOST: u64 = 1 << 20;
    if layout.drawn.is_none() && layout.cards != 2
        || !layout.format.is_text()
        || layout.columns != ColumnChoice::All
        || !matches!(error, DeckError::Fault { .. })
    {
        return false;
    }
    let mut text = String::new();
    folder.open(path).is_ok_and(|file| file.take(MOST).read_to_string(&mut text).is_ok())
        && shuffle_reader::counted_items(&text).is_some()
}

/// A file that cannot be opened.
pub(super) fn unreadable(name: &str, error: &io::Error) -> SourceError {
    SourceError(format!("{name} cannot be read: {error}"))
}

/// The name of a file in messages.
pub(super) fn named(path: &Path) -> String {
    format!("`{}`", path.display())
}
