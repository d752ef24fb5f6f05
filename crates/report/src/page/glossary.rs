//! The tests that a page names, each in three lines.

use serde::Serialize;
use shuffle_metrics::catalogue;
use std::collections::BTreeSet;

/// What a test asks, and what it sees and does not.
#[derive(Serialize)]
pub(super) struct Entry {
    id: &'static str,
    title: &'static str,
    sees: &'static str,
    blind_to: &'static str,
}

/// An entry for each of these tests, by name.
pub(super) fn of(tests: impl Iterator<Item = &'static str>) -> Vec<Entry> {
    let tests: BTreeSet<&str> = tests.collect();
    let entry = |id: &&'static str| {
        let test = catalogue::test(id)?;
        Some(Entry { id: test.id, title: test.title, sees: test.sees, blind_to: test.blind_to })
    };
    tests.iter().filter_map(entry).collect()
}
