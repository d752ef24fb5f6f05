//! All pages that are written from entries and lessons, and the list of chapters with them.

use crate::{BookError, dice_page, needed, shuffle_page, sources, test_page};
use shuffle_algorithms::catalogue::ENTRIES;
use shuffle_audit::engine::Pool;
use shuffle_metrics::catalogue::all_tests;
use std::{collections::BTreeMap, fs, path::Path};

/// The list of chapters.
const SUMMARY: &str = "SUMMARY.md";

const DICE: &str = "dice";

/// Makes all pages, and the list of chapters that names them: the text of each file, relative to `docs/src`.
///
/// # Errors
///
/// The first page that cannot be made.
pub fn make() -> Result<BTreeMap<String, String>, BookError> {
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
    let summary = sources().join(SUMMARY);
    let summary = fs::read_to_string(&summary).map_err(BookError::file(summary))?;
    let summary = with_lists(&summary).map(|summary| (SUMMARY.to_owned(), summary));
    tests.into_iter().chain(shuffles).chain([dice, summary]).collect()
}

/// Writes all pages into a copy of `docs/src`, and returns their number.
///
/// # Errors
///
/// As [`make`], and `BookError::File`.
pub fn write(folder: &Path) -> Result<usize, BookError> {
    let pages = make()?;
    for (file, text) in &pages {
        let path = folder.join(file);
        fs::write(&path, text).map_err(BookError::file(path))?;
    }
    Ok(pages.len())
}

fn file(folder: &str, id: &str) -> String {
    format!("{folder}/{id}.md")
}

/// The list of chapters with the pages in place of the two markers.
fn with_lists(summary: &str) -> Result<String, BookError> {
    let tests: String = all_tests().map(|test| line("tests", test.id)).collect();
    let of = |are_adversaries: bool| {
        let entries = ENTRIES.iter();
        entries.filter(move |entry| entry.family.is_made_for_tests() == are_adversaries)
    };
    let mut shuffles: String = of(false).map(|entry| line("shuffles", entry.id)).collect();
    shuffles += "- [Adversaries](adversaries.md)\n";
    shuffles.extend(of(true).map(|entry| format!("  {}", line("shuffles", entry.id))));
    shuffles += &format!("- [The dice, one by one](shuffles/{DICE}.md)\n");
    with_list(&with_list(summary, "tests", &tests)?, "shuffles", &shuffles)
}

fn line(folder: &str, id: &str) -> String {
    format!("- [`{id}`]({folder}/{id}.md)\n")
}

/// A list in place of its marker, indented as that is.
fn with_list(summary: &str, folder: &str, listed: &str) -> Result<String, BookError> {
    let marker = format!("<!-- pages of {folder} -->\n");
    let parts = summary.split_once(&marker);
    let (before, after) = parts.ok_or(BookError::NoMarker { marker })?;
    let above = before.trim_end_matches(' ');
    let indent = &before[above.len()..];
    let lines: String = listed.lines().map(|line| format!("{indent}{line}\n")).collect();
    Ok(format!("{above}{lines}{after}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_stands_in_place_of_its_marker_and_is_indented_as_it_is() {
        let summary =
            "# Book\n\n- [Tests](tests/README.md)\n  <!-- pages of tests -->\n- [Dice](dice.md)\n";
        let text =
            with_list(summary, "tests", "- [`a`](tests/a.md)\n  - [`b`](tests/b.md)\n").unwrap();
        assert_eq!(
            text,
            "# Book\n\n- [Tests](tests/README.md)\n  - [`a`](tests/a.md)\n    - [`b`](tests/b.md)\n- [Dice](dice.md)\n"
        );
        assert!(matches!(with_list("# Book\n", "tests", ""), Err(BookError::NoMarker { .. })));
    }
}
