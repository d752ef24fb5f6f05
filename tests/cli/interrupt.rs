//! Ctrl-C, or SIGTERM: the run ends soon, with 130, and nothing is half written.
#![cfg(unix)]

use crate::support::{Desk, expect_gone, signal as send};
use std::{
    fs,
    os::unix::fs::PermissionsExt,
    process::Child,
    thread,
    time::{Duration, Instant},
};

/// The maximum time from the signal to the end of the run. A busy machine needs more than the second that is promised; without the
/// signal these runs would take days.
const MOST: Duration = Duration::from_secs(20);

/// The stdout and stderr of a run that has nothing to judge.
const NO_VERDICT: [&str; 2] = ["", "shuffle-audit: interrupted\n"];

/// Days of work in blocks of milliseconds.
const LONG: &str = "[[case]]\nid = \"long\"\nalgorithm = \"fisher-yates\"\ncards = 52\n\
                    trials = 1_000_000_000_000\n";

/// Starts the binary on a desk, waits until it is at work, and interrupts it; returns stdout and stderr.
fn interrupt(desk: &Desk, arguments: &str) -> [String; 2] {
    interrupt_by("-INT", desk, arguments)
}

fn interrupt_by(signal: &str, desk: &Desk, arguments: &str) -> [String; 2] {
    let child = desk.start(arguments);
    wait_until_at_work(&child);
    // A program starts after the signal is caught.
    while arguments.contains("--exec") && !desk.path("pid").exists() {
        thread::sleep(Duration::from_millis(5));
    }
    send(&child, signal);
    let signalled = Instant::now();
    let output = child.wait_with_output().unwrap();
    let took = signalled.elapsed();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(130), "{said}");
    assert!(took < MOST, "it took {took:?}");
    let verdict = String::from_utf8(output.stdout).unwrap();
    assert!(verdict.is_empty() || verdict.starts_with("INTERRUPTED: "), "{verdict}");
    [verdict, said]
}

/// Waits until the program catches the signal: Linux shows that, elsewhere a second must do.
fn wait_until_at_work(child: &Child) {
    let status = format!("/proc/{}/status", child.id());
    let catches = || {
        let text = fs::read_to_string(&status).unwrap_or_default();
        let mask = text.lines().find_map(|line| line.strip_prefix("SigCgt:"));
        // Bit 1 is SIGINT, number 2.
        mask.is_some_and(|mask| u64::from_str_radix(mask.trim(), 16).unwrap() & 0b10 != 0)
    };
    let started = Instant::now();
    if cfg!(target_os = "linux") {
        while !catches() {
            assert!(started.elapsed() < Duration::from_secs(30), "it never catches the signal");
            thread::sleep(Duration::from_millis(5));
        }
        thread::sleep(Duration::from_millis(200));
    } else {
        thread::sleep(Duration::from_secs(1));
    }
}

#[test]
fn a_long_run_ends_soon_after_the_signal_and_writes_nothing() {
    let desk = Desk::new();
    desk.write("long.toml", LONG);
    let said = interrupt(&desk, "run long.toml --out reports");
    assert_eq!(said, NO_VERDICT);
    assert_eq!(desk.names(""), ["long.toml"], "nothing is written");
}

/// Interrupts a check that would go on for days; returns what is on stdout.
fn interrupted_check(desk: &Desk, signal: &str, arguments: &str) -> String {
    let child = desk.start(arguments);
    wait_until_at_work(&child);
    // A program starts later, and is sized up first.
    thread::sleep(Duration::from_millis(if arguments.contains("--exec") { 3_000 } else { 500 }));
    // Twice at once, as `timeout` does: to the program, and to its group.
    for _ in 0..2 {
        send(&child, signal);
    }
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(130), "{said}");
    assert!(said.ends_with("shuffle-audit: interrupted\n"), "{said}");
    assert!(!desk.path("mine").exists(), "no report of a part");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn an_interrupted_check_judges_the_decks_that_came() {
    let desk = Desk::new();
    let of = |subject: &str| format!("check {subject} --cards 5 --metrics position --out mine");
    let endless = "--algorithm naive --trials 1_000_000_000_000";
    for (signal, flags) in [("-INT", of(endless)), ("-TERM", of(endless))] {
        let said = interrupted_check(&desk, signal, &flags);
        assert!(said.starts_with("INTERRUPTED: the verdict is on the "), "{said}");
        assert!(said.contains(" of 1,000,000,000,000 decks that came. --for 60s "), "{said}");
        assert!(said.contains("FAIL: naive on 5 cards"), "{said}");
        assert!(!said.contains("To see it again"), "{said}");
    }
    desk.write("subject.sh", "#!/bin/sh\nexec yes '0 1 2 3 4'\n");
    let executable = fs::Permissions::from_mode(0o755);
    fs::set_permissions(desk.path("subject.sh"), executable).unwrap();
    let program = of("--exec ./subject.sh --trials 1_000_000_000_000");
    let said = interrupted_check(&desk, "-INT", &program);
    assert!(said.starts_with("INTERRUPTED: the verdict is on the "), "{said}");
    assert!(said.contains("FAIL: `./subject.sh` on 5 cards"), "{said}");
    let said = interrupted_check(&desk, "-INT", &format!("{} --json", of(endless)));
    let found: serde_json::Value = serde_json::from_str(&said).unwrap();
    assert_eq!((&found["interrupted"], &found["as_expected"]), (&true.into(), &false.into()));
}

#[test]
fn a_block_that_never_ends_is_not_waited_for() {
    // One block is 4,096 decks of four thousand million passes each.
    let desk = Desk::new();
    interrupt(&desk, "check --algorithm fisher-yates --passes 4000000000 --trials 5000 --out mine");
    assert!(desk.names("").is_empty(), "nothing is written");
}

/// Interrupts a plan of a case that is soon judged, and one that never is; returns what is on stdout.
fn interrupt_second(desk: &Desk, second: &str, flags: &str) -> String {
    let first = "[[case]]\nid = \"first\"\nalgorithm = \"naive\"\ncards = 5\ntrials = 5_000\n";
    // The duration of the first case depends on the machine and its load.
    desk.write("one.toml", first);
    let started = Instant::now();
    desk.run("run one.toml --no-report");
    let enough = Duration::from_millis(500) + 4 * started.elapsed();
    fs::remove_file(desk.path("one.toml")).unwrap();
    desk.write("two.toml", format!("{first}{second}"));
    let child = desk.start(&format!("run two.toml {flags}"));
    wait_until_at_work(&child);
    thread::sleep(enough);
    send(&child, "-INT");
    let signalled = Instant::now();
    let output = child.wait_with_output().unwrap();
    let took = signalled.elapsed();
    assert_eq!(output.status.code(), Some(130));
    assert!(took < MOST, "it took {took:?}");
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "shuffle-audit: interrupted\n");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn what_is_judged_is_printed_as_partial_and_replaces_no_report() {
    // The second is cut off between two blocks, in a block that never ends, and in a program that hangs.
    let endless = "[[case]]\nid = \"long\"\nalgorithm = \"fisher-yates\"\ncards = 52\n\
                   passes = 4_000_000_000\ntrials = 5_000\n";
    let hangs = "[[case]]\nid = \"long\"\nexec = \"sleep 60\"\ncards = 5\ntrials = 5_000\n";
    for second in [LONG, endless, hangs] {
        let desk = Desk::new();
        desk.write("reports/two/notes.txt", "mine");
        let said = interrupt_second(&desk, second, "");
        let start =
            "INTERRUPTED: 1 of 2 cases were judged; this is not the whole plan's verdict.\n";
        assert!(said.starts_with(start), "{said}");
        assert!(said.contains("\nfirst: expected to pass, but "), "{said}");
        assert!(!said.contains("Report: ") && !said.contains("\nlong"), "{said}");
        assert_eq!(desk.names("reports/two"), ["notes.txt"]);
    }
}

#[test]
fn a_partial_run_says_so_in_json_and_is_never_a_pass() {
    let desk = Desk::new();
    let said = interrupt_second(&desk, LONG, "--json --out reports");
    let found: serde_json::Value = serde_json::from_str(&said).unwrap();
    assert_eq!(found["interrupted"], true);
    assert_eq!(found["as_expected"], false);
    assert_eq!(found["cases"].as_array().unwrap().len(), 1);
    assert_eq!(found["cases"][0]["verdict"], "fail");
    assert_eq!(desk.names(""), ["two.toml"]);
}

#[test]
fn the_report_of_an_earlier_run_stays_as_it_was() {
    let desk = Desk::new();
    desk.write("long.toml", LONG.replace("_000_000_000", ""));
    desk.run("run long.toml").expect_code(0);
    let before = desk.files("reports");
    desk.write("long.toml", LONG);
    assert_eq!(interrupt(&desk, "run long.toml"), NO_VERDICT);
    assert!(desk.files("reports") == before);
    let names = ["index.html", "long", "manifest.json"];
    assert_eq!(desk.names("reports"), names, "no temporary folder is left");
}

#[test]
fn the_reports_of_plans_that_were_done_before_are_whole() {
    let desk = Desk::new();
    desk.write("short.toml", LONG.replace("_000_000_000", ""));
    desk.write("long.toml", LONG);
    let child = desk.start("run short.toml long.toml");
    let started = Instant::now();
    while !desk.path("reports/short").exists() {
        assert!(started.elapsed() < Duration::from_secs(30), "the short plan is never done");
        thread::sleep(Duration::from_millis(5));
    }
    send(&child, "-INT");
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    assert_eq!(desk.names("reports"), ["index.html", "manifest.json", "short"]);
    let alone = Desk::new();
    alone.write("short.toml", LONG.replace("_000_000_000", ""));
    alone.run("run short.toml").expect_code(0);
    assert!(desk.files("reports/short") == alone.files("reports/short"));
}

#[test]
fn a_subject_from_outside_ends_with_the_run_even_if_it_does_not_listen() {
    let deaf = "trap '' TERM; echo $$ > pid; while :; do sleep 0.1; done";
    for (signal, script, flags) in [
        ("-INT", "echo $$ > pid; exec sleep 60", ""),
        ("-INT", deaf, ""),
        ("-INT", deaf, "--until-decided"),
        ("-INT", "echo $$ > pid; exec yes '1 0'", "--trials 1_000_000_000_000"),
        ("-TERM", deaf, ""),
    ] {
        let desk = Desk::new();
        desk.write("subject.sh", format!("#!/bin/sh\n{script}\n"));
        let executable = fs::Permissions::from_mode(0o755);
        fs::set_permissions(desk.path("subject.sh"), executable).unwrap();
        let flags = format!("check --exec ./subject.sh --cards 2 --out mine {flags}");
        let [_, said] = interrupt_by(signal, &desk, &flags);
        assert_eq!(said, "shuffle-audit: interrupted\n");
        assert_eq!(desk.names(""), ["pid", "subject.sh"], "nothing is written");
        expect_gone(&desk.read("pid"));
    }
}

#[test]
fn a_stdin_that_never_comes_is_not_waited_for_and_what_came_is_no_verdict() {
    // Stdin ends with the signal, as it does when Ctrl-C ends a whole pipeline.
    let desk = Desk::new();
    assert_eq!(interrupt(&desk, "check --file - --cards 2 --out mine"), NO_VERDICT);
    assert!(desk.names("").is_empty(), "nothing is written");
}
