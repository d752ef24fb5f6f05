//! The bytes of a report depend on the plan, its seed and the version, and on nothing else.

use crate::support::{Desk, EVERY_KIND, Files, REPORT, Table};

/// The report on a plan, with more flags.
fn report(plan: &str, flags: &str) -> Files {
    let desk = Desk::new();
    desk.write("every-kind.toml", plan);
    let ended = desk.run(&format!("run every-kind.toml {flags}"));
    assert!(matches!(ended.code, Some(0 | 1 | 3)), "{ended:?}");
    desk.files("reports/every-kind")
}

/// The paths at which two reports differ.
fn differences<'a>(a: &'a Files, b: &'a Files) -> Vec<&'a str> {
    let mut paths: Vec<&str> = a.keys().chain(b.keys()).map(String::as_str).collect();
    paths.sort_unstable();
    paths.dedup();
    paths.retain(|&path| a.get(path) != b.get(path));
    paths
}

/// The counts of each case: a table can change without them, as p after Holm does.
fn counts(report: &Files) -> Files {
    let is_count = |path: &str| path.contains('/') && path.ends_with(".csv");
    report
        .iter()
        .filter(|(path, _)| is_count(path))
        .map(|(path, bytes)| (path.clone(), bytes.clone()))
        .collect()
}

#[test]
fn one_thread_two_and_seven_write_the_same_bytes() {
    for flags in ["--threads 1", "--threads 2", "--threads 7"] {
        let report = report(EVERY_KIND, flags);
        assert_eq!(differences(&report, &REPORT), [""; 0], "{flags}");
    }
}

#[test]
fn json_and_words_do_not_depend_on_threads_either() {
    let desk = Desk::new();
    desk.write("every-kind.toml", EVERY_KIND);
    let one = desk.run("run every-kind.toml --json --threads 1").expect_code(0);
    let seven = desk.run("run every-kind.toml --json --threads 7").expect_code(0);
    assert_eq!(one.out, seven.out);
    let one = desk.run("run every-kind.toml --threads 1").expect_code(0);
    let seven = desk.run("run every-kind.toml --threads 7").expect_code(0);
    assert_eq!(one.out, seven.out);
}

#[test]
fn a_second_run_over_the_first_writes_the_same_bytes() {
    let desk = Desk::new();
    desk.write("every-kind.toml", EVERY_KIND);
    for _ in 0..2 {
        desk.run("run every-kind.toml").expect_code(0);
        assert_eq!(differences(&desk.files("reports/every-kind"), &REPORT), [""; 0]);
    }
}

#[test]
fn another_seed_gives_other_counts_in_every_case() {
    let other = report(EVERY_KIND, "--seed 0xd1cf");
    let (mine, other) = (counts(&REPORT), counts(&other));
    assert!(mine.keys().eq(other.keys()));
    assert_eq!(differences(&mine, &other).len(), mine.len(), "no table of counts is the same");
}

#[test]
fn the_seed_of_the_flag_is_as_good_as_that_of_the_plan() {
    let plan = EVERY_KIND.replace("0xd1ce", "0xd1cf");
    assert_eq!(differences(&report(EVERY_KIND, "--seed 0xd1cf"), &report(&plan, "")), [""; 0]);
}

#[test]
fn a_case_more_or_another_order_changes_no_counts() {
    let case = "[[case]]\nid = \"new\"\nalgorithm = \"naive\"\ncards = 5\ntrials = 5_000\n";
    let (head, cases) = EVERY_KIND.split_once("[[case]]").unwrap();
    let before = report(&format!("{head}{case}\n[[case]]{cases}"), "");
    let mut without_it = counts(&before);
    without_it.retain(|path, _| !path.starts_with("new/"));
    assert!(without_it.len() < counts(&before).len());
    assert_eq!(differences(&without_it, &counts(&REPORT)), [""; 0]);

    let reversed: String = cases.split("[[case]]").fold(String::new(), |text, case| {
        let case = case.trim();
        format!("[[case]]\n{case}\n\n{text}")
    });
    let reversed = report(&format!("{head}{reversed}"), "");
    assert_eq!(differences(&counts(&reversed), &counts(&REPORT)), [""; 0]);
}

#[test]
fn cases_that_differ_in_nothing_but_their_ids_are_independent() {
    let case = |id| {
        format!(
            "[[case]]\nid = \"{id}\"\nalgorithm = \"fisher-yates\"\ncards = 5\ntrials = 20_000\n"
        )
    };
    let report = report(&format!("{}{}", case("one"), case("two")), "");
    for name in ["position.csv", "ascents.csv", "permutations.csv"] {
        assert_ne!(report[&format!("one/{name}")], report[&format!("two/{name}")], "{name}");
    }
}

#[test]
fn the_blocks_of_a_case_are_independent() {
    // 8,192 decks are two blocks. Were the second a copy of the first, every count would be even; of fair
    // counts of 120 orders, all are even with probability 2^-120.
    let case = "[[case]]\nid = \"a\"\nalgorithm = \"fisher-yates\"\ncards = 5\ntrials = 8_192\n";
    let report = report(case, "");
    let table = Table::read(&report["a/permutations.csv"]);
    let counts = table.column("count");
    let odd = counts.iter().filter(|count| count.parse::<u64>().unwrap() % 2 == 1);
    assert!(odd.count() > 0);
}

#[test]
fn nothing_of_the_folders_is_in_the_report() {
    let desk = Desk::new();
    desk.write("elsewhere/every-kind.toml", EVERY_KIND);
    desk.run("run elsewhere/every-kind.toml --out deep/in/a/folder").expect_code(0);
    assert_eq!(differences(&desk.files("deep/in/a/folder/every-kind"), &REPORT), [""; 0]);
}
