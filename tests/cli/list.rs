//! `shuffle-audit list`: all names.

use crate::support::Desk;
use shuffle_algorithms::catalogue::ENTRIES;
use shuffle_metrics::catalogue::all_tests;

#[test]
fn every_shuffle_with_its_aliases_is_listed_once() {
    let list = Desk::new().run("list").expect_code(0).out;
    for entry in ENTRIES {
        let heads = list.lines().filter(|line| line.split_whitespace().next() == Some(entry.id));
        // A test may be called after what it sees.
        let tests = all_tests().filter(|test| test.id == entry.id).count();
        assert_eq!(heads.count(), 1 + tests, "{}", entry.id);
        for alias in entry.aliases {
            assert!(list.contains(alias), "{alias}, another name of {}", entry.id);
        }
    }
}
