//! Numbers as people write them, and flags that are empty or ask for a run without end.

use crate::support::Desk;
use std::time::{Duration, Instant};

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
    assert!(silent.err.contains("wrote no deck in the time allowed"), "{}", silent.err);
    let plan = "[[case]]\nid = \"a\"\nalgorithm = \"naive\"\ncards = 5\nfor = \"60s\"\n";
    desk.write("plan.toml", plan);
    desk.run("run plan.toml").expect_code(2);
}
