//! `run --only`, `--no-report`, `--no-pictures`, `--quiet` and `--json`: a part of a plan, and a part of its output.

use crate::support::{Desk, EVERY_KIND, REPORT, SMALL};
use serde_json::Value;
use std::time::Instant;

/// A sweep of three points, and a case.
const SWEEP: &str = r#"
[[case]]
id = "alone"
algorithm = "fisher-yates"
cards = 5
trials = 500

[[sweep]]
id = "passes"
algorithm = "sattolo"
cards = 3
vary = "passes"
values = [1, 2, 3]
show = ["degree"]
trials = 2_000
"#;

fn json(desk: &Desk, arguments: &str, code: i32) -> Value {
    serde_json::from_str(&desk.run(arguments).expect_code(code).out).unwrap()
}

fn ids(found: &Value) -> Vec<&str> {
    found["cases"].as_array().unwrap().iter().map(|case| case["case"].as_str().unwrap()).collect()
}

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

#[test]
fn an_unknown_case_is_refused_with_the_one_that_was_meant() {
    let desk = Desk::new();
    desk.write("small.toml", SMALL);
    let ended = desk.run("run small.toml --only smal").expect_code(2);
    let line = "shuffle-audit: --only: no case is called `smal`; did you mean `small`?";
    assert_eq!(ended.only_line(), line);
    assert_eq!(desk.names(""), ["small.toml"]);
}

#[test]
fn a_sweep_is_chosen_by_its_id_and_a_point_of_it_by_its_own() {
    let desk = Desk::new();
    desk.write("sweep.toml", SWEEP);
    let whole = json(&desk, "run sweep.toml --json", 1);
    let all = ids(&whole);
    assert_eq!(all.len(), 4, "{all:?}");
    let sweep = json(&desk, "run sweep.toml --json --only passes", 1);
    assert_eq!(ids(&sweep), all[1..]);
    let point = json(&desk, &format!("run sweep.toml --json --only {}", all[2]), 1);
    assert_eq!(ids(&point), [all[2]]);
    let statistic = |case: &Value| case["judgements"][0]["statistic"].clone();
    assert_eq!(statistic(&point["cases"][0]), statistic(&whole["cases"][2]), "the same decks");
}

#[test]
fn of_several_plans_those_are_run_that_have_the_case() {
    let desk = Desk::new();
    desk.write("small.toml", SMALL);
    desk.write("sweep.toml", SWEEP);
    let ended = desk.run("run small.toml sweep.toml --only alone --only alone").expect_code(0);
    assert!(ended.out.contains("1 of 1 cases as expected"), "{}", ended.out);
    assert!(!ended.out.contains("small  "), "{}", ended.out);
}

#[test]
fn a_part_of_a_plan_writes_a_report_only_where_it_is_told_to_and_replaces_none_of_the_whole() {
    let desk = Desk::new();
    desk.write("sweep.toml", SWEEP);
    desk.run("run sweep.toml --only alone").expect_code(0);
    assert_eq!(desk.names(""), ["sweep.toml"]);
    desk.run("run sweep.toml").expect_code(1);
    let before = desk.files("reports");
    desk.run("run sweep.toml --only alone").expect_code(0);
    assert!(desk.files("reports") == before);
    let ended = desk.run("run sweep.toml --only alone --out reports").expect_code(2);
    let line = ended.only_line();
    assert!(line.contains("`reports/sweep` holds the report of another plan or of more cases"));
    assert!(desk.files("reports") == before);
    // But it may replace its own report.
    desk.run("run sweep.toml --only alone --out part").expect_code(0);
    desk.run("run sweep.toml --only alone --out part").expect_code(0);
    assert!(desk.path("part/sweep/alone/position.csv").exists());
}

#[test]
fn the_command_to_see_it_again_names_the_part() {
    let desk = Desk::new();
    desk.write("sweep.toml", SWEEP);
    let ended = desk.run("run sweep.toml --only passes").expect_code(1);
    assert_eq!(ended.again(), "run sweep.toml --only passes --seed 0x5eed");
    let again = desk.run(ended.again()).expect_code(1);
    assert_eq!(again.out, ended.out);
}

#[test]
fn no_report_writes_none() {
    let desk = Desk::new();
    desk.write("small.toml", SMALL);
    let ended = desk.run("run small.toml --no-report").expect_code(0);
    assert!(!ended.out.contains("Report"), "{}", ended.out);
    assert_eq!(desk.names(""), ["small.toml"]);
    desk.run("run small.toml --no-report --out reports").expect_code(2);
}

#[test]
fn json_writes_no_folder_unless_it_is_asked_for() {
    let desk = Desk::new();
    desk.write("small.toml", SMALL);
    json(&desk, "run small.toml --json", 0);
    assert_eq!(desk.names(""), ["small.toml"]);
    json(&desk, "run small.toml --json --out here", 0);
    assert!(desk.path("here/small/summary.csv").exists());
}

#[test]
fn a_report_without_pictures_has_the_same_tables() {
    let desk = Desk::new();
    desk.write("small.toml", SMALL);
    desk.run("run small.toml --out with").expect_code(0);
    desk.run("run small.toml --out without --no-pictures").expect_code(0);
    let (mut with, mut without) = (desk.files("with/small"), desk.files("without/small"));
    assert!(with.keys().any(|path| path.ends_with(".png")));
    // The page links what lies beside it.
    let is_table = |path: &str| !["manifest.json", "index.html"].contains(&path);
    with.retain(|path, _| !path.ends_with(".png") && is_table(path));
    assert!(!String::from_utf8_lossy(&without["index.html"]).contains(".png"));
    without.retain(|path, _| is_table(path));
    assert!(with == without);
}

/// Twenty seconds of one processor: a case of 52 cards takes 60 ms, nearly all of it for scans, which look at as many subsets
/// of few decks as of many.
#[test]
fn a_thousand_small_cases_take_ten_times_as_long_as_a_hundred() {
    let case = |index: usize| {
        let (algorithm, cards) =
            [("fisher-yates", 5), ("inside-out", 52), ("naive", 10), ("wash", 8)][index % 4];
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
    let (few, many) = (took(100, "of 100 cases"), took(1_000, "of 1,000 cases as expected"));
    assert!(many < 40 * few, "{few:?}, {many:?}");
}
