//! The whole battery through the binary: profiles, the second look, sequential stopping, calibration.

use crate::support::Desk;

/// A plan of one case.
fn plan(head: &str, case: &str) -> String {
    format!("{head}\n[[case]]\nid = \"it\"\n{case}")
}

#[test]
fn the_lab_profile_judges_each_test_alone_and_says_how_many_false_alarms_to_expect() {
    let desk = Desk::new();
    let case = "algorithm = \"fisher-yates\"\ncards = 10\ntrials = 20_000\n";
    desk.write("lab.toml", plan("profile = \"lab\"", case));
    let said = desk.run("run lab.toml").out;
    assert!(said.contains("Lab profile: ") && said.contains("not corrected"), "{said}");
    let run = desk.read("reports/lab/run.csv");
    assert!(run.lines().nth(1).unwrap().contains(",lab,0.01,"), "{run}");
    assert!(!desk.read("reports/lab/summary.csv").contains("suspicious"), "labs know no suspicion");
}

/// A bias that is just too small for the first look: `position` needs 112,000 decks to be sure of it. With
/// 45,000 most seeds, 4 among them, leave it between the two limits.
const NEARLY: &str = "algorithm = \"fisher-yates\"\ndice = \"modulo:bits=10\"\ncards = 52\n\
                      trials = 45_000\nmetrics = [\"position\"]\nexpect = \"fail\"\n";

#[test]
fn a_suspicious_case_is_looked_at_again_with_ten_times_the_decks() {
    let desk = Desk::new();
    desk.write("twice.toml", plan("seed = 4", NEARLY));
    desk.run("run twice.toml").expect_code(0);
    let summary = desk.read("reports/twice/summary.csv");
    let stages: Vec<(&str, &str)> = summary
        .lines()
        .skip(1)
        .map(|line| line.split(',').collect::<Vec<_>>())
        .map(|cells| (cells[4], cells[19]))
        .collect();
    assert_eq!(stages, [("45000", "0"), ("450000", "1")], "both looks are shown");
    assert_eq!(desk.read("reports/twice/run.csv").lines().count(), 3, "a row for each look");

    desk.write("once.toml", plan("seed = 4\n[budget]\nescalate = false", NEARLY));
    desk.run("run once.toml").expect_code(1);
    assert_eq!(desk.read("reports/once/summary.csv").lines().count(), 2, "no second look");
}

#[test]
fn until_decided_stops_early_when_it_is_biased_and_at_the_most_when_it_is_not() {
    let desk = Desk::new();
    let biased = desk.run("check --algorithm naive --until-decided").expect_code(1).out;
    assert!(biased.contains("decks until decided 768"), "{biased}");
    let sound = "check --algorithm fisher-yates --cards 10 --until-decided --max-trials 10_000";
    let sound = desk.run(sound).expect_code(0).out;
    assert!(sound.contains("PASS: no bias found in 10,000 decks"), "{sound}");
}

#[test]
fn a_sequential_case_gives_the_same_on_any_number_of_threads() {
    let case = "algorithm = \"naive\"\ncards = 10\ntrials = 100_000\nsequential = true\n\
                expect = \"fail\"\ncaught_by = [\"sequential\"]\n";
    let folder = |threads| {
        let desk = Desk::new();
        desk.write("p.toml", plan("", case));
        desk.run(&format!("run p.toml --threads {threads}")).expect_code(0);
        desk.read("reports/p/summary.csv")
    };
    assert_eq!(folder(1), folder(7));
}

#[test]
fn a_small_calibration_writes_its_report_and_can_be_repeated() {
    let desk = Desk::new();
    let command = "calibrate --runs 40 --cards 4,10 --trials 500 --detections 0 --threads";
    let said = desk.run(&format!("{command} 1 --out a")).expect_code(0).out;
    assert!(said.contains("False alarms in 40 audits"), "{said}");
    desk.run(&format!("{command} 2 --out b")).expect_code(0);
    for file in ["calibration.csv", "p_values.csv", "power.csv", "plan.toml"] {
        assert_eq!(
            desk.read(&format!("a/calibration/{file}")),
            desk.read(&format!("b/calibration/{file}"))
        );
    }
    let names = desk.names("a/calibration");
    assert!(names.iter().any(|name| name.contains("qq-4.png")), "{names:?}");
    let rows = desk.read("a/calibration/calibration.csv");
    assert!(rows.contains("4,position,40,0.05,"), "{rows}");
    desk.run(&format!("{command} 2 --out b")).expect_code(0);
}

#[test]
fn a_battery_by_name_never_includes_tests_that_cannot_be_made() {
    let desk = Desk::new();
    // Of 52 cards the orders are too many to count; of 8 cards they are too many for 3,000 decks.
    for flags in [
        "--algorithm fisher-yates --cards 52 --trials 20k",
        "--algorithm fisher-yates --cards 8 --trials 3000",
    ] {
        let ended = desk.run(&format!("check {flags} --metrics small")).expect_code(0);
        assert!(
            !ended.out.contains("cannot be made") && !ended.out.contains("need"),
            "{}",
            ended.out
        );
        // What is named is missed aloud.
        desk.run(&format!("check {flags} --metrics small,permutations")).expect_code(3);
    }
    // The command that reproduces it names no test that cannot be made.
    let out = desk.run("check --algorithm naive --cards 52 --trials 20k --metrics small").out;
    let (_, again) = out.split_once("To see it again: shuffle-audit ").unwrap();
    assert!(!again.contains("permutations"), "{again}");
    desk.run(again.trim()).expect_code(1);
}
