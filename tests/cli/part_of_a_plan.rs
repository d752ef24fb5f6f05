//! `run --only`, `--no-report`, `--no-pictures`, `--quiet` and `--json`: a part of a plan, and a part of its output.

use crate::support::{Desk, EVERY_KIND, REPORT};
use std::time::Instant;

#[test]
fn a_case_by_itself_has_the_counts_that_it_has_in_the_plan() {
    let desk = Desk::new();
    desk.write("every-kind.toml", EVERY_KIND);
    desk.run("run every-kind.toml --only dice,orders --out part").expect_code(0);
    let files = desk.files("part/every-kind");
    let shown: Vec<&String> = files.keys().filter(|path| path.ends_with("position.csv")).collect();
    assert_eq!(shown, ["dice/position.csv", "orders/position.csv"]);
    // Pictures say which test decides the case, which depends on the number of tests of the run.
    let tables = files.iter().filter(|(path, _)| path.contains('/') && path.ends_with(".csv"));
    for (path, bytes) in tables {
        assert!(bytes == &REPORT[path], "{path}");
    }
    // The plan and the fingerprint in the report are those of the cases that ran.
    let whole = String::from_utf8(REPORT["run.csv"].clone()).unwrap();
    let part = String::from_utf8(files["run.csv"].clone()).unwrap();
    let fingerprint =
        |table: &str| table.lines().nth(1).unwrap().split(',').nth(2).unwrap().to_owned();
    assert_ne!(fingerprint(&whole), fingerprint(&part));
    let plan = String::from_utf8(files["plan.toml"].clone()).unwrap();
    assert_eq!(plan.matches("[[case]]").count(), 2, "{plan}");
}

/// Few cards, since scans look at as many subsets of few decks as of many: a case of 52 cards would take 60 ms.
#[test]
fn six_hundred_small_cases_take_ten_times_as_long_as_sixty() {
    let case = |index: usize| {
        let (algorithm, cards) =
            [("fisher-yates", 5), ("inside-out", 6), ("naive", 7), ("wash", 8)][index % 4];
        format!(
            "[[case]]\nid = \"case-{index}\"\nalgorithm = \"{algorithm}\"\ncards = {cards}\ntrials = 300\n"
        )
    };
    let took = |cases: usize, of: &str| {
        let desk = Desk::new();
        desk.write("many.toml", (0..cases).map(case).collect::<String>());
        let started = Instant::now();
        let ended = desk.run("run many.toml --no-report --threads 2");
        assert!(ended.out.contains(of), "{}", ended.err);
        started.elapsed()
    };
    // A machine may become busier on the way, but a quadratic cost would be a hundredfold.
    let (few, many) = (took(60, "of 60 cases"), took(600, "of 600 cases as expected"));
    assert!(many < 40 * few, "{few:?}, {many:?}");
}
