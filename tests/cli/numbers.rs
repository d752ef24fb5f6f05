//! Numbers as people write them, and flags that are empty or ask for a run without end.

use crate::support::Desk;
use serde_json::Value;
use std::time::{Duration, Instant};

#[test]
fn a_million_is_a_million_however_it_is_written() {
    let desk = Desk::new();
    let first = desk.run("check --algorithm naive --cards 5 --trials 10000").expect_code(1).out;
    for written in ["10_000", "10,000", "1e4", "10k", "0.01M"] {
        let ended = desk.run(&format!("check --algorithm naive --cards 5 --trials {written}"));
        assert_eq!(ended.expect_code(1).out, first, "{written}");
    }
    for written in ["1e4", "\"10k\"", "\"10,000\"", "10_000", "10000.0"] {
        let case =
            "[[case]]\nid = \"a\"\nalgorithm = \"naive\"\ncards = \"5\"\nexpect = \"fail\"\n";
        desk.write("plan.toml", format!("{case}trials = {written}\n"));
        let said = desk.run("run plan.toml --json").expect_code(0).out;
        let said: Value = serde_json::from_str(&said).unwrap();
        assert!(said.to_string().contains("\"trials\":10000,"), "{written}: {said}");
    }
}

#[test]
fn what_cannot_end_is_refused_in_one_line() {
    let desk = Desk::new();
    for flags in
        ["--trials 18446744073709551615", "--trials 1e17", "--until-decided --max-trials 1e17"]
    {
        let ended = desk.run(&format!("check --algorithm naive {flags}")).expect_code(2);
        assert!(ended.only_line().contains("would take more than a century"), "{}", ended.err);
    }
    let case = "[[case]]\nid = \"a\"\nalgorithm = \"naive\"\ncards = 5\ntrials = \"1000000G\"\n";
    desk.write("plan.toml", case.replace("1000000G", "100000000G"));
    let ended = desk.run("run plan.toml").expect_code(2);
    assert!(
        ended.only_line().starts_with("shuffle-audit: plan.toml:5: 100000000000000000 decks"),
        "{}",
        ended.err
    );
}

#[test]
fn blanks_behind_commas_are_no_part_of_a_name() {
    let desk = Desk::new();
    let check = |metrics: &str, start: &str| {
        let flags = ["check", "--algorithm", "naive", "--cards", "3", "--trials", "10k"];
        desk.run_with(&[&flags[..], &["--metrics", metrics, "--start", start]].concat())
    };
    let plain = check("degree,position", "2,0,1").expect_code(1);
    assert_eq!(check("degree, position", "2, 0, 1").expect_code(1).out, plain.out);
}

#[test]
fn flags_that_say_nothing_are_refused() {
    let desk = Desk::new();
    desk.write("decks.txt", "0 1\n1 0\n");
    for (flags, culprit) in [
        ("--algorithm naive --max-trials 5", "--until-decided"),
        ("--algorithm naive --jobs 2", "jobs"),
        ("--algorithm naive --stall 2s", "stall"),
        ("--algorithm naive --format csv", "format"),
        ("--algorithm naive --base 1", "base"),
        ("--algorithm naive --labels standard-52", "labels"),
        ("--algorithm naive --columns 2-6", "columns"),
        ("--algorithm naive --header", "header"),
        ("--algorithm naive --symbol f", "symbol"),
        ("--algorithm naive --show 5", "--show"),
        ("--algorithm naive --for 5s --trials 5", "--for"),
        ("--algorithm naive --for soon", "--for"),
        ("--file decks.txt --jobs 2", "jobs"),
        ("--file decks.txt --for 5s", "--for"),
        ("--file decks.txt --dice modulo", "dice"),
        ("--file decks.txt --header --no-header", "--no-header"),
        ("--exec true --passes 2", "passes"),
    ] {
        let ended = desk.run(&format!("check {flags}")).expect_code(2);
        assert!(ended.err.contains(culprit), "{flags}: {}", ended.err);
    }
}

#[test]
fn a_run_for_a_time_judges_what_came_and_says_how_to_see_it_again() {
    let desk = Desk::new();
    let started = Instant::now();
    let ended =
        desk.run("check --algorithm naive --cards 52 --metrics position --for 1s").expect_code(1);
    assert!(started.elapsed() < Duration::from_secs(30));
    let (_, again) = ended.out.split_once("To see it again: shuffle-audit ").unwrap();
    let again = desk.run(again.trim()).expect_code(1);
    let finding = |said: &str| said.lines().nth(1).unwrap().to_owned();
    assert_eq!(finding(&again.out), finding(&ended.out), "the same decks, however many");
}

#[cfg(unix)]
#[test]
fn a_program_is_ended_when_its_time_is_over_and_that_is_no_fault_of_it() {
    let desk = Desk::new();
    // A deck every 2 ms, biased; it would go on for days.
    let script = "while :; do echo 0 1 2 3 4; sleep 0.002; done";
    let exec = format!("sh -c '{script}'");
    let flags = ["--cards", "5", "--for", "1500ms", "--metrics", "position"];
    let ended = desk.run_with(&[&["check", "--exec", &exec], &flags[..]].concat()).expect_code(1);
    assert_eq!(ended.err, "");
    let (_, again) = ended.out.split_once(" --trials ").unwrap();
    let decks: u64 = again.split_once(' ').unwrap().0.parse().unwrap();
    assert!((10..=750).contains(&decks), "{decks} decks in 1.5 s");
    let silent =
        desk.run_with(&[&["check", "--exec", "sleep 60"], &flags[..]].concat()).expect_code(4);
    assert!(silent.err.contains("wrote no deck in the time that it was given"), "{}", silent.err);
    let plan = "[[case]]\nid = \"a\"\nalgorithm = \"naive\"\ncards = 5\nfor = \"60s\"\n";
    desk.write("plan.toml", plan);
    desk.run("run plan.toml").expect_code(2);
}

#[cfg(unix)]
#[test]
fn a_slow_program_is_sized_up_first() {
    let desk = Desk::new();
    // 1,000,000 decks would take half an hour at least; it ends after 2,000, so that this test does.
    let script = "i=0; while [ $i -lt 2000 ]; do echo 0 1 2; i=$((i+1)); sleep 0.001; done";
    let exec = format!("sh -c '{script}'");
    let flags = ["check", "--exec", &exec, "--cards", "3", "--metrics", "position"];
    let said = desk.run_with(&flags).expect_code(4).err;
    assert!(said.starts_with("1,000,000 decks of `sh -c "), "{said}");
    assert!(said.contains(" minutes; for one minute say --trials "), "{said}");
    assert!(said.contains(" or --for 60s\n"), "{said}");
    let said = desk.run_with(&[&flags[..], &["--trials", "2000"]].concat()).err;
    assert!(!said.contains("minute"), "{said}");
}

#[test]
fn more_decks_than_a_file_holds_are_missed_aloud() {
    let desk = Desk::new();
    desk.write("decks.txt", "0 1\n1 0\n".repeat(500));
    let flags = "check --file decks.txt --metrics position";
    let said = desk.run(&format!("{flags} --trials 1M")).out;
    assert!(said.contains("There are no more of them, though 1,000,000 were asked for."), "{said}");
    assert!(!desk.run(&format!("{flags} --trials 1k")).out.contains("asked for"));
    assert!(!desk.run(flags).out.contains("asked for"));
}

#[test]
fn case_ids_are_checked_before_the_run() {
    let desk = Desk::new();
    for (id, says) in [
        ("a".repeat(101), "is too long"),
        ("a\\u001B[31m".to_owned(), "must be lower-case letters"),
        ("con.txt".to_owned(), "must be lower-case letters"),
    ] {
        let case = "\nalgorithm = \"naive\"\ncards = 5\ntrials = 1e4\nexpect = \"fail\"\n";
        desk.write("plan.toml", format!("[[case]]\nid = \"{id}\"{case}"));
        let ended = desk.run("run plan.toml").expect_code(2);
        let line = ended.only_line();
        assert!(line.contains(says) && line.len() < 250, "{line}");
        assert!(!line.contains('\u{1b}'), "{line:?}");
    }
}
