//! The bytes of a report depend on the plan, its seed and the version, and on nothing else.

use crate::support::{Desk, EVERY_KIND, Files, REPORT, SMALL, Table};
use shuffle_deck::InstructionSet;

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
fn one_thread_two_and_seven_write_and_say_the_same() {
    let mut said = Vec::new();
    for threads in [1, 2, 7] {
        let desk = Desk::new();
        desk.write("every-kind.toml", EVERY_KIND);
        let flags = format!("run every-kind.toml --threads {threads}");
        said.push(desk.run(&flags).expect_code(0).out);
        let report = desk.files("reports/every-kind");
        assert_eq!(differences(&report, &REPORT), [""; 0], "{threads} threads");
    }
    assert_eq!(said[0], said[1]);
    assert_eq!(said[0], said[2]);
}

#[test]
fn json_does_not_depend_on_threads_either() {
    let check = "check --algorithm naive --cards 10 --trials 50_000 --json --threads";
    let on = |threads| Desk::new().run(&format!("{check} {threads}")).expect_code(1).out;
    assert_eq!(on(1), on(7));
}

/// Every test of the battery, of decks that are dealt in columns and of decks that are not, a deal among them, in
/// numbers that are no multiple of 64.
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
        assert_eq!(differences(&on(set), &portable), [""; 0], "{set}");
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
    assert_eq!(differences(&merged, &one), [""; 0]);
}

#[test]
fn a_run_over_an_earlier_report_writes_the_same_bytes() {
    let desk = Desk::new();
    desk.write("every-kind.toml", EVERY_KIND);
    for (path, bytes) in REPORT.iter() {
        desk.write(&format!("reports/every-kind/{path}"), bytes);
    }
    desk.run("run every-kind.toml").expect_code(0);
    assert_eq!(differences(&desk.files("reports/every-kind"), &REPORT), [""; 0]);
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
fn the_seed_of_the_flag_is_as_good_as_that_of_the_plan() {
    let plan = SMALL.replace("0x5eed", "0xd1cf");
    let by_flag = report(SMALL, "--seed 0xd1cf");
    assert_eq!(differences(&by_flag, &report(&plan, "")), [""; 0]);
    assert_ne!(differences(&by_flag, &report(SMALL, "")), [""; 0]);
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
    assert_eq!(differences(&others, &counts(&REPORT)), [""; 0]);
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
    desk.write("plan.toml", SMALL);
    desk.write("elsewhere/plan.toml", SMALL);
    desk.run("run plan.toml").expect_code(0);
    desk.run("run elsewhere/plan.toml --out deep/in/a/folder").expect_code(0);
    let (here, there) = (desk.files("reports/plan"), desk.files("deep/in/a/folder/plan"));
    assert_eq!(differences(&here, &there), [""; 0]);
}
