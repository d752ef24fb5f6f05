//! The bytes of a report depend on the plan, its seed and the version, and on nothing else.

use crate::support::{Desk, EVERY_KIND, Files, REPORT, SMALL, expect_same};
use shuffle_deck::InstructionSet;

fn report(plan: &str, flags: &str) -> Files {
    let desk = Desk::new();
    desk.write("every-kind.toml", plan);
    let ended = desk.run(&format!("run every-kind.toml {flags}"));
    assert!(matches!(ended.code, Some(0 | 1 | 3)), "{ended:?}");
    desk.files("reports/every-kind")
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
fn one_thread_two_and_seven_write_and_say_the_same_though_over_an_earlier_report() {
    let mut said = Vec::new();
    let desk = Desk::new();
    desk.write("every-kind.toml", EVERY_KIND);
    for threads in [1, 2, 7] {
        let flags = format!("run every-kind.toml --threads {threads}");
        said.push(desk.run(&flags).expect_code(0).out);
        let report = desk.files("reports/every-kind");
        expect_same(&report, &REPORT);
    }
    assert_eq!(said[0], said[1]);
    assert_eq!(said[0], said[2]);
}

/// Every test of the battery, of decks that are dealt in columns and of decks that are not, a deal among them, in
/// numbers that are not multiples of 64.
const LANES_AND_ROWS: &str = r#"
[[case]]
id = "columns-52"
algorithm = "naive"
cards = 52
trials = 20_001
rng = "lanes-xoshiro256pp"

[[case]]
id = "columns-9"
algorithm = "fisher-yates"
cards = 9
deal = 4
trials = 70_063
rng = "lanes-xoshiro256pp"

[[case]]
id = "rows-52"
algorithm = "rand-shuffle"
cards = 52
trials = 20_001
metrics = ["lehmer", "position", "degree"]

[[case]]
id = "rows-7"
algorithm = "hindu"
cards = 7
trials = 110_001
"#;

#[test]
fn every_instruction_set_counts_the_same() {
    let on = |set: &InstructionSet| {
        let desk = Desk::new();
        desk.write("sets.toml", LANES_AND_ROWS);
        desk.run(&format!("run sets.toml --instruction-set {set}")).expect_code(1);
        desk.files("reports/sets")
    };
    let sets = InstructionSet::available();
    let portable = on(&InstructionSet::PORTABLE);
    assert!(portable.len() > 10, "{:?}", portable.keys());
    for set in &sets[1..] {
        expect_same(&on(set), &portable);
    }
}

#[test]
fn shards_of_any_instruction_sets_merge_to_one_run() {
    let desk = Desk::new();
    desk.write("sets.toml", LANES_AND_ROWS);
    desk.run("run sets.toml").expect_code(1);
    let sets = InstructionSet::available();
    for number in 1..=7 {
        let set = sets[number % sets.len()];
        let command = format!("run sets.toml --shard {number}/7 --instruction-set {set} --out t");
        desk.run(&command).expect_code(0);
    }
    let files: Vec<String> = desk.names("t").iter().map(|name| format!("t/{name}")).collect();
    desk.run(&format!("merge {} --out merged", files.join(" "))).expect_code(1);
    let (one, merged) = (desk.files("reports/sets"), desk.files("merged/sets"));
    expect_same(&merged, &one);
}

#[test]
fn another_seed_gives_other_counts_in_every_case() {
    let other = report(EVERY_KIND, "--seed 0xd1cf");
    assert!(REPORT.keys().eq(other.keys()));
    let positions: Vec<_> = REPORT.keys().filter(|path| path.ends_with("/position.csv")).collect();
    assert_eq!(positions.len(), 10, "one of each case");
    for path in positions {
        assert!(REPORT[path] != other[path], "{path}");
    }
}

#[test]
fn one_case_more_and_another_order_change_no_counts() {
    let (head, cases) = EVERY_KIND.split_once("[[case]]").unwrap();
    let (_, new) = SMALL.split_once("[[case]]").unwrap();
    let mut cases: Vec<&str> = cases.split("[[case]]").collect();
    cases.reverse();
    cases.insert(3, new);
    let other = report(&format!("{head}[[case]]{}", cases.join("[[case]]")), "");
    let mut others = counts(&other);
    others.retain(|path, _| !path.starts_with("small/"));
    assert!(others.len() < counts(&other).len(), "the new case has counts too");
    expect_same(&others, &counts(&REPORT));
}
