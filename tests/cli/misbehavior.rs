//! Subjects from outside that misbehave: each has one clear message, exit 4, and leaves nothing behind: no
//! report, no process, and above all no verdict.
//!
//! They are shell scripts, since every Unix has a shell; decks need not be random to be rejected.
#![cfg(unix)]

use crate::support::{Desk, Ended, binary, expect_gone};
use std::{fmt::Write, process::Command, thread};

/// 1,000 decks of five, all the same: each of them is sound by itself.
const DECKS: &str = "yes '0 1 2 3 4' | head -n 1000";

/// The misbehavior of a subject, and its shell script.
const MISDEEDS: &[(&str, &str)] = &[
    ("dies at once", "exit 3"),
    ("dies later", "yes '0 1 2 3 4' | head -n 7; echo 'out of luck' >&2; exit 1"),
    ("dies in the middle of a deck", "yes '0 1 2 3 4' | head -n 7; printf '0 1 2'; exit 1"),
    ("is killed", "yes '0 1 2 3 4' | head -n 7; kill -KILL $$"),
    ("fails after its last deck", "DECKS; exit 3"),
    ("says nothing", "exit 0"),
    ("writes too little", "DECKS | head -n 999"),
    ("stops in the middle of a deck", "yes '0 1 2 3 4' | head -n 7; printf '0 1 2'"),
    ("writes too much", "DECKS; echo 4 3 2 1 0"),
    ("writes something else at the end", "DECKS; echo done"),
    ("never ends", "yes '0 1 2 3 4'"),
    ("writes a card twice", "echo 0 1 2 3 4; echo 0 1 1 3 4; DECKS"),
    ("counts from 1", "yes '1 2 3 4 5'"),
    ("writes short decks", "yes '0 1 2 3'"),
    ("writes long decks", "yes '0 1 2 3 4 5'"),
    ("says what is wrong on stdout and dies", "echo 'usage: shuffle FILE'; exit 2"),
    ("greets", "echo 'Welcome to my shuffle!'; DECKS"),
    ("writes negative cards", "yes '0 1 2 3 -4'"),
    ("writes huge cards", "yes '0 1 2 3 99999999999999999999999'"),
    ("writes bytes", r"printf '\001\000\002\004\003'; sleep 60"),
    ("writes zeros", "cat /dev/zero"),
    ("writes an endless line", "yes 0 | tr '\\n' ' '"),
    ("writes invalid UTF-8", r"printf '0 1 2 3 4\n\377\376 0\n'; DECKS"),
    ("hangs", "yes '0 1 2 3 4' | head -n 7; exec sleep 60"),
    ("hangs at the end", "DECKS; exec sleep 60"),
    ("closes its output and lives on", "DECKS; exec >&-; exec sleep 60"),
    ("closes its output too early", "yes '0 1 2 3 4' | head -n 7; exec >&-; exec sleep 60"),
    ("leaves a child with its output", "sleep 60 & DECKS"),
    ("floods stderr", "yes 'oh no' | head -n 1000000 >&2; echo 'that was it' >&2; exit 1"),
    ("says strange things", r"printf 'a \033[31mred\007 \377 word\n' >&2; exit 1"),
    ("does not listen", "trap '' TERM; echo 0 0 0 0 0; while :; do sleep 0.1; done"),
];

/// Audits a script as 1,000 decks of five cards; the report would lie in `report`.
fn audit(desk: &Desk, script: &str, flags: &str) -> Ended {
    let exec = format!("sh -c {}", quoted(&script.replace("DECKS", DECKS)));
    let mut arguments = vec!["check", "--exec", &exec, "--out", "report"];
    arguments.extend("--cards 5 --trials 1000".split(' '));
    arguments.extend(flags.split_whitespace());
    desk.run_with(&arguments)
}

fn quoted(word: &str) -> String {
    format!("'{}'", word.replace('\'', r"'\''"))
}

#[test]
fn every_misdeed_has_one_clear_message_and_exits_4() {
    let mut said = String::new();
    thread::scope(|scope| {
        let run = |&(what, script): &(&'static str, &'static str)| {
            scope.spawn(move || {
                let desk = Desk::new();
                let script = format!("echo $$ > pid; {script}");
                let ended = audit(&desk, &script, "--stall 2s");
                (what, script, desk, ended)
            })
        };
        // A few at a time: some of them keep a processor busy until they are ended.
        for some in MISDEEDS.chunks(6) {
            let threads: Vec<_> = some.iter().map(run).collect();
            for thread in threads {
                let (what, script, desk, ended) = thread.join().unwrap();
                let ended = ended.expect_code(4);
                assert_eq!(ended.out, "", "{what}: no verdict");
                assert_eq!(desk.names(""), ["pid"], "{what}: no report");
                expect_gone(&desk.read("pid"));
                let command = format!("sh -c {}", quoted(&script.replace("DECKS", DECKS)));
                let message = ended.err.replace(&command, "SUBJECT");
                let start = "shuffle-audit: `SUBJECT`";
                let message = message.strip_prefix(start).unwrap_or_else(|| panic!("{message}"));
                write!(said, "{what}\n    SUBJECT{message}").unwrap();
            }
        }
    });
    snapbox::assert_data_eq!(said, snapbox::file!["misbehavior.txt"].raw());
}

#[test]
fn a_job_at_fault_is_named_and_ends_the_others() {
    let desk = Desk::new();
    // The seeds of the two jobs tell them apart: the first to make the folder hangs, the other dies.
    let script = "if mkdir first 2>/dev/null; then echo $$ > pid; exec sleep 60; \
                  else until [ -s pid ]; do sleep 0.01; done; exit 7; fi";
    let ended = audit(&desk, script, "--jobs 2 --stall 50s").expect_code(4);
    assert!(ended.err.contains(" of 2 of `sh "), "{}", ended.err);
    assert!(ended.err.contains("failed (exit status: 7) after 0 of 500 decks"), "{}", ended.err);
    expect_gone(&desk.read("pid"));
}

#[test]
fn a_subject_that_is_decided_is_stopped_and_its_broken_pipe_is_no_fault() {
    for script in [
        "yes '0 1 2 3 4'",
        // Its messages, its status and its handling of signals do not matter then.
        "yes '0 1 2 3 4'; echo 'broken pipe' >&2; exit 1",
        "trap '' TERM PIPE; echo $$ > pid; yes '0 1 2 3 4'; while :; do sleep 0.1; done",
    ] {
        let desk = Desk::new();
        let script = format!("echo $$ > pid; {script}");
        let exec = format!("sh -c {}", quoted(&script));
        let ended = desk
            .run_with(&["check", "--until-decided", "--cards", "5", "--exec", &exec])
            .expect_code(1);
        assert!(ended.out.starts_with("FAIL: "), "{}", ended.out);
        assert_eq!(ended.err, "");
        expect_gone(&desk.read("pid"));
    }
}

#[test]
fn children_that_hold_nothing_open_end_with_their_parent() {
    let desk = Desk::new();
    // Decks that are all the same are biased; it is the child that matters.
    let script = "sleep 60 >/dev/null 2>&1 & echo $! > child; DECKS";
    audit(&desk, script, "").expect_code(1);
    expect_gone(&desk.read("child"));
}

#[test]
fn children_of_a_subject_that_is_stopped_are_stopped_too() {
    let desk = Desk::new();
    audit(&desk, "sleep 60 & echo $! > child; echo 0 0 0 0 0; sleep 60", "").expect_code(4);
    expect_gone(&desk.read("child"));
}

#[cfg(target_os = "linux")]
#[test]
fn a_flood_of_a_gigabyte_takes_no_memory() {
    let desk = Desk::new();
    // In kilobytes, of addresses: threads reserve many more of them than they use, and glibc reserves more arenas on a busy machine, so
    // their number is limited, too.
    let limit = 600_000;
    for (flood, says) in [
        ("head -c 1000000000 /dev/zero >&2; exit 5", "failed (exit status: 5) after 0 of 1000000"),
        ("head -c 1000000000 /dev/zero", "deck 0 (line 1)"),
    ] {
        let exec = format!("sh -c {}", quoted(flood));
        let command = format!(
            "ulimit -v {limit}; MALLOC_ARENA_MAX=2 exec {} check --cards 5 --exec {}",
            quoted(binary().to_str().unwrap()),
            quoted(&exec)
        );
        let output =
            Command::new("sh").args(["-c", &command]).current_dir(desk.path("")).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(4), "{said}");
        assert!(said.contains(says), "{said}");
    }
}
