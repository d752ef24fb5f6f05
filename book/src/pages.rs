//! All pages that are written from entries, and their places in the list of chapters.

use crate::{BookError, dice_page, needed, shuffle_page, test_page};
use shuffle_algorithms::catalogue::ENTRIES;
use shuffle_audit::engine::Pool;
use shuffle_metrics::catalogue::all_tests;
use std::{
    collections::BTreeMap,
    fs, io,
    path::{Path, PathBuf},
};

/// The folders that hold written pages, and the marker of each in `SUMMARY.md`.
const FOLDERS: [&str; 2] = ["tests", "shuffles"];

/// The list of chapters.
const SUMMARY: &str = "SUMMARY.md";

/// What ends a list in it.
const END: &str = "<!-- end -->";

/// The page of all dice.
const DICE: &str = "dice";

/// The beginning of the first line of each written page.
const WRITTEN: &str = "<!-- Written by `shuffle-book pages`";

/// The first line of a written page, so that nobody mends it by hand.
pub(crate) fn written(from: &str) -> String {
    format!("{WRITTEN} from {from} and a template in book/templates. -->")
}

/// All written pages: file, as from `docs/src`, and text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pages(BTreeMap<String, String>);

impl Pages {
    /// Makes all pages.
    ///
    /// # Errors
    ///
    /// The first page that cannot be made.
    pub fn make() -> Result<Self, BookError> {
        let needed = needed::all()?;
        let pool = Pool::new(0, &[])?;
        let tests: Vec<_> = all_tests().collect();
        let entries: Vec<_> = ENTRIES.iter().collect();
        let tests = pool.map(&tests, |test| {
            test_page::page(test, &needed).map(|page| (file("tests", test.id), page))
        });
        let shuffles = pool.map(&entries, |entry| {
            shuffle_page::page(entry, &needed).map(|page| (file("shuffles", entry.id), page))
        });
        let dice = dice_page::page(&needed).map(|page| (file("shuffles", DICE), page));
        tests.into_iter().chain(shuffles).chain([dice]).collect::<Result<_, _>>().map(Self)
    }

    /// The number of pages.
    #[must_use]
    pub fn number(&self) -> usize {
        self.0.len()
    }

    /// The files below a folder of sources that are not as they should be: those to be written, with their text, and
    /// those to be removed, with none.
    ///
    /// # Errors
    ///
    /// [`BookError::File`], [`BookError::NoMarker`].
    pub fn changes(&self, sources: &Path) -> Result<BTreeMap<PathBuf, Option<String>>, BookError> {
        let mut changes = BTreeMap::new();
        let summary = sources.join(SUMMARY);
        let old = fs::read_to_string(&summary).map_err(BookError::file(&summary))?;
        let wanted = [(SUMMARY.to_owned(), with_lists(&old)?)];
        for (file, text) in wanted.iter().map(|(file, text)| (file, text)).chain(&self.0) {
            let path = sources.join(file);
            if fs::read_to_string(&path).ok().as_ref() != Some(text) {
                changes.insert(path, Some(text.clone()));
            }
        }
        for folder in FOLDERS {
            for path in written_pages(&sources.join(folder)) {
                let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
                let file = format!("{folder}/{}", name.unwrap_or_default());
                if !self.0.contains_key(&file) {
                    changes.insert(path, None);
                }
            }
        }
        Ok(changes)
    }

    /// Writes and removes what is not as it should be, and says how many files that were.
    ///
    /// # Errors
    ///
    /// As [`Pages::changes`].
    pub fn write(&self, sources: &Path) -> Result<usize, BookError> {
        let changes = self.changes(sources)?;
        for (path, text) in &changes {
            let written = match text {
                Some(text) => write(path, text),
                None => fs::remove_file(path),
            };
            written.map_err(BookError::file(path))?;
        }
        Ok(changes.len())
    }
}

fn write(path: &Path, text: &str) -> io::Result<()> {
    path.parent().map_or(Ok(()), fs::create_dir_all)?;
    fs::write(path, text)
}

fn file(folder: &str, id: &str) -> String {
    format!("{folder}/{id}.md")
}

/// The pages in a folder that this crate wrote, by their first line.
fn written_pages(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let is_written =
        |path: &PathBuf| fs::read_to_string(path).is_ok_and(|text| text.starts_with(WRITTEN));
    entries.map(|entry| entry.path()).filter(is_written).collect()
}

/// `SUMMARY.md` with the lists of the written pages between their markers.
fn with_lists(summary: &str) -> Result<String, BookError> {
    let [tests, shuffles] = FOLDERS;
    let tests_listed: String = all_tests().map(|test| line(tests, test.id)).collect();
    let summary = with_list(summary, tests, &tests_listed)?;
    let of = |are_adversaries: bool| {
        let entries = ENTRIES.iter();
        entries.filter(move |entry| entry.family.is_made_for_tests() == are_adversaries)
    };
    let mut listed: String = of(false).map(|entry| line(shuffles, entry.id)).collect();
    listed += ADVERSARIES;
    listed.extend(of(true).map(|entry| format!("  {}", line(shuffles, entry.id))));
    listed += &format!("- [The dice, one by one](shuffles/{DICE}.md)\n");
    with_list(&summary, shuffles, &listed)
}

/// The chapter under which adversaries are listed.
const ADVERSARIES: &str = "- [Adversaries](adversaries.md)\n";

fn line(folder: &str, id: &str) -> String {
    format!("- [`{id}`]({folder}/{id}.md)\n")
}

/// The list of a folder, indented as its marker is.
fn with_list(summary: &str, folder: &str, listed: &str) -> Result<String, BookError> {
    let marker = format!("<!-- {folder}: written by the page maker -->");
    let no_marker = || BookError::NoMarker { marker: marker.clone() };
    let (before, rest) = summary.split_once(&marker).ok_or_else(no_marker)?;
    let (_, after) = rest.split_once(END).ok_or_else(no_marker)?;
    let indent = before.rsplit('\n').next().unwrap_or_default();
    let lines: String = listed.lines().map(|line| format!("{indent}{line}\n")).collect();
    Ok(format!("{before}{marker}\n{lines}{indent}{END}{after}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIST: &str = "# Book\n\n- [Tests](tests/README.md)\n  <!-- tests: written by the page maker -->\n  - [`old`](tests/old.md)\n  <!-- end -->\n- [Shuffles](shuffles/README.md)\n  <!-- shuffles: written by the page maker -->\n  <!-- end -->\n";

    #[test]
    fn a_list_stands_between_its_markers() {
        let text = with_list(LIST, "tests", "- [`a`](tests/a.md)\n- [`b`](tests/b.md)\n").unwrap();
        assert!(
            text.contains("maker -->\n  - [`a`](tests/a.md)\n  - [`b`](tests/b.md)\n  <!-- end")
        );
        assert!(!text.contains("old") && text.starts_with("# Book") && text.ends_with("end -->\n"));
        assert!(matches!(with_list("# Book\n", "tests", ""), Err(BookError::NoMarker { .. })));
    }

    #[test]
    fn what_is_gone_is_removed_and_what_people_wrote_is_left() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        fs::create_dir(path("tests")).unwrap();
        fs::write(path(SUMMARY), LIST).unwrap();
        fs::write(path("tests/old.md"), written("old.rs")).unwrap();
        fs::write(path("tests/README.md"), "# By hand\n").unwrap();
        let pages = Pages([("tests/new.md".to_owned(), "# New\n".to_owned())].into());
        assert_eq!(pages.write(folder.path()).unwrap(), 3);
        assert!(path("tests/new.md").exists() && path("tests/README.md").exists());
        assert!(!path("tests/old.md").exists());
        assert!(pages.changes(folder.path()).unwrap().is_empty());
    }
}
