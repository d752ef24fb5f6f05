//! The committed pages are those that the entries give, and what they show is so.

use shuffle_book::{demonstration::Check, pages::Pages, root, sources};
use shuffle_metrics::catalogue::all_tests;

#[test]
fn the_committed_pages_are_those_of_the_entries() {
    let changes = Pages::make().unwrap().changes(&sources()).unwrap();
    let files: Vec<_> = changes.keys().filter_map(|path| path.strip_prefix(root()).ok()).collect();
    assert!(
        files.is_empty(),
        "these pages differ from their entries: {files:?}\nwrite them by `cargo run --release -p shuffle-book -- pages`, and look at them"
    );
}

#[test]
fn each_test_rejects_what_shows_it_at_work_and_not_a_sound_shuffle() {
    for test in all_tests() {
        let check = Check::of(test);
        let (defect, sound) = (check.run().unwrap(), check.sound().run().unwrap());
        assert_eq!(defect.exit(), 1, "`{}` on {}", test.id, check.algorithm);
        // A second look would have other decks, and more of them, than the page says.
        assert_eq!(defect.found.looks.len(), 1, "`{}` on {}", test.id, check.algorithm);
        // A test of known decks alone proves nothing of the others, so that its sound shuffle is inconclusive.
        assert!([0, 3].contains(&sound.exit()), "`{}` on a sound shuffle", test.id);
    }
}
