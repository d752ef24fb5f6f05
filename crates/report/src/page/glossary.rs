//! The tests that a page names, each in three lines.

use minijinja::{Value, context};
use shuffle_metrics::catalogue;
use std::collections::BTreeSet;

/// What each of these tests asks, and what it sees and does not, by name.
pub(super) fn of(tests: impl Iterator<Item = &'static str>) -> Vec<Value> {
    let tests: BTreeSet<&str> = tests.collect();
    let tests = tests.into_iter().filter_map(catalogue::test);
    tests
        .map(|test| {
            let (id, title, sees, blind_to) = (test.id, test.title, test.sees, test.blind_to);
            context! { id, title, sees, blind_to }
        })
        .collect()
}
