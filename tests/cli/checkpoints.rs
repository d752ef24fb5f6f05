//! Checkpoints: an interrupted run resumes where it was, and broken checkpoint files are rejected.
#![cfg(unix)]

use crate::support::{Desk, Files, SMALL, binary, expect_same, signal as send};
use std::{
    fs,
    os::unix::fs::MetadataExt,
    process::{Command, Stdio},
    sync::LazyLock,
    thread,
    time::{Duration, Instant},
};

/// Some seconds of work, of which no part may be counted twice or left out.
const PLAN: &str = r#"
title = "to be cut off"
[budget]
alpha = 0.04

[[case]]
id = "orders"
algorithm = "fisher-yates"
cards = 5
trials = 3_000_000
metrics = ["degree", "permutations", "lags"]

[[case]]
id = "keys"
algorithm = "fisher-yates"
cards = 20
trials = 400_000

[[case]]
id = "planted"
algorithm = "naive"
cards = 6
trials = 2_000_000
metrics = ["position", "permutations"]
expect = "fail"

[[case]]
id = "in-order"
algorithm = "fisher-yates"
cards = 5
trials = 60_000
sequential = true
"#;

const RUN: &str = "run p.toml --out reports --checkpoint ck --checkpoint-every 50 --threads 2";

fn desk() -> Desk {
    let desk = Desk::new();
    desk.write("p.toml", PLAN);
    desk
}

/// The reports of a run that is not cut off, and how long it took.
static WHOLE: LazyLock<(Files, Duration)> = LazyLock::new(|| {
    let desk = desk();
    let started = Instant::now();
    let ended = desk.run("run p.toml --out reports --quiet --threads 2");
    assert!(matches!(ended.code, Some(0 | 1 | 3)), "{ended:?}");
    (desk.files("reports"), started.elapsed())
});

#[track_caller]
fn is_the_whole(desk: &Desk) {
    expect_same(&desk.files("reports"), &WHOLE.0);
    assert!(desk.names("ck").is_empty(), "{:?}", desk.names("ck"));
}

/// Kills runs at random moments until one comes to its end.
fn kill(desk: &Desk, command: &str, signal: &str, most: u64, seed: u64) {
    let mut state = seed;
    for _ in 0..most {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let mut child = desk.start(command);
        let until = Instant::now() + WHOLE.1.mul_f64((state >> 40) as f64 / (1 << 24) as f64 / 3.0);
        while Instant::now() < until && child.try_wait().unwrap().is_none() {
            thread::sleep(Duration::from_millis(2));
        }
        if child.try_wait().unwrap().is_none() {
            send(&child, signal);
        }
        let ended = child.wait_with_output().unwrap();
        if matches!(ended.status.code(), Some(0 | 1 | 3)) {
            return;
        }
        assert!(matches!(ended.status.code(), None | Some(130)), "{ended:?}");
    }
}

fn killed(signal: &str, most: u64, seed: u64) {
    let desk = desk();
    kill(&desk, RUN, signal, most, seed);
    // None is left if the last of them came to its end. One without counts, which is written at the start, has 800 bytes.
    let is_left = fs::metadata(desk.path("ck/p.checkpoint")).is_ok_and(|it| it.len() > 2_000);
    let ended = desk.run(RUN);
    assert!(matches!(ended.code, Some(0 | 1 | 3)), "{ended:?}");
    let goes_on = ended.err.lines().any(|line| line.contains("goes on after"));
    assert!(!is_left || goes_on, "{ended:?}");
    is_the_whole(&desk);
}

#[test]
fn a_run_that_is_killed_goes_on_to_the_same_bytes() {
    killed("-KILL", 4, 1);
    killed("-TERM", 4, 2);
}

#[test]
fn a_kill_while_the_report_is_written_leaves_nothing_that_the_next_run_does_not_mend() {
    let desk = Desk::new();
    desk.write("p.toml", SMALL);
    let command = |out, seed| format!("run p.toml --out {out} --quiet --threads 2 --seed {seed}");
    for number in 0..12 {
        // Each seed comes twice, so that its report is made or replaced by the same and by other files.
        let mut child = desk.start(&command("reports", number / 2));
        while child.try_wait().unwrap().is_none() && !is_writing(&desk) {}
        thread::sleep(Duration::from_micros(number * 300));
        child.kill().ok();
        let ended = child.wait_with_output().unwrap();
        assert!(matches!(ended.status.code(), None | Some(0)), "{number}: {ended:?}");
    }
    for out in ["reports", "whole"] {
        desk.run(&command(out, 9)).expect_code(0);
    }
    assert_eq!(desk.names("reports"), desk.names("whole"));
    expect_same(&desk.files("reports"), &desk.files("whole"));
}

/// True while a process makes the files of a report.
fn is_writing(desk: &Desk) -> bool {
    ["reports", "reports/p"].iter().any(|home| {
        let entries = fs::read_dir(desk.path(home)).into_iter().flatten().flatten();
        let mut made = entries.flat_map(|entry| ["new", "whole"].map(|it| entry.path().join(it)));
        made.any(|files| files.is_dir())
    })
}

/// CI does this a few times.
#[test]
#[ignore = "takes minutes: `just kills`"]
fn a_run_that_is_killed_fifty_times_goes_on_to_the_same_bytes() {
    (0..5).for_each(|seed| killed("-KILL", 10, seed));
}

/// Starts a run, and sends it a signal to end after it has written its checkpoint `times` times; returns its exit
/// code and stderr.
fn tell_to_end(desk: &Desk, command: &str, checkpoint: &str, times: u64) -> (Option<i32>, String) {
    let path = desk.path(checkpoint);
    let file = || fs::metadata(&path).map_or((0, None), |it| (it.ino(), it.modified().ok()));
    let (mut seen, mut before) = (0, file());
    let mut child = desk.start(command);
    while seen < times && child.try_wait().unwrap().is_none() {
        let now = file();
        seen += u64::from(now != before);
        before = now;
        thread::sleep(Duration::from_millis(1));
    }
    let end = Command::new("kill")
        .args(["-TERM", &child.id().to_string()])
        .stderr(Stdio::null())
        .status();
    end.unwrap();
    let output = child.wait_with_output().unwrap();
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

#[test]
fn a_shard_that_is_told_to_end_goes_on_to_the_same_tallies() {
    let desk = desk();
    desk.run("run p.toml --shard 2/2 --out whole --quiet").expect_code(0);
    let command = "run p.toml --shard 2/2 --out t --checkpoint ck --checkpoint-every 20";
    let mut is_over = false;
    for times in [2, 3, 5] {
        let (code, said) = tell_to_end(&desk, command, "ck/p-2-of-2.checkpoint", times);
        // A resumed run has less to do, and may finish before the signal.
        is_over = times > 2 && code == Some(0);
        if is_over {
            break;
        }
        assert_eq!(code, Some(130), "{said}");
        assert!(
            said.ends_with("interrupted; the same command goes on from `ck/p-2-of-2.checkpoint`\n"),
            "{said}"
        );
        assert_eq!(kept(&desk), ["p-2-of-2.checkpoint"]);
    }
    if !is_over {
        let said = desk.run(command).expect_code(0).err;
        let goes_on = said.contains("goes on after ");
        assert!(goes_on && said.contains(" decks from `ck/p-2-of-2.checkpoint`"), "{said}");
    }
    assert!(desk.names("ck").is_empty(), "{:?}", desk.names("ck"));
    let bytes = |folder: &str| fs::read(desk.path(&format!("{folder}/p-2-of-2.tallies"))).unwrap();
    assert!(bytes("t") == bytes("whole"), "the same bytes, however often it began");
}

/// The checkpoints; a run that is cut off leaves its lock, which no process holds.
fn kept(desk: &Desk) -> Vec<String> {
    desk.names("ck").into_iter().filter(|name| !name.ends_with(".lock")).collect()
}

/// A run that was asked to end.
fn cut_off() -> Desk {
    let desk = desk();
    let (code, said) = tell_to_end(&desk, RUN, "ck/p.checkpoint", 4);
    assert_eq!(code, Some(130), "{said}");
    assert_eq!(kept(&desk), ["p.checkpoint"]);
    desk
}

#[test]
fn the_checkpoint_of_something_else_is_refused() {
    let desk = cut_off();
    let refused = |arguments: &str, why: &str| {
        let ended = desk.run(arguments).expect_code(2);
        assert!(ended.only_line().contains(why), "{ended:?}");
        assert_eq!(kept(&desk), ["p.checkpoint"]);
    };
    let why = "--checkpoint: the checkpoint `ck/p.checkpoint` belongs to seed 0x5eed, and this has seed 0x7;";
    refused(&format!("{RUN} --seed 7"), why);
    refused("merge ck/p.checkpoint", "`ck/p.checkpoint` is a checkpoint of an unfinished run;");
    desk.write("p.toml", PLAN.replace("400_000", "400_001"));
    refused(RUN, "belongs to another plan, 0x");
    desk.write("p.toml", PLAN);
    let whole = fs::read(desk.path("ck/p.checkpoint")).unwrap();
    for place in [0, 30, whole.len() / 3, whole.len() - 1] {
        fs::write(desk.path("ck/p.checkpoint"), &whole[..place]).unwrap();
        let ended = desk.run(RUN).expect_code(2);
        let said = ended.only_line();
        assert!(
            said.contains("truncated or damaged") || said.contains("is not a file of tallies"),
            "{said}"
        );
        let mut bytes = whole.clone();
        bytes[place] ^= 4;
        fs::write(desk.path("ck/p.checkpoint"), bytes).unwrap();
        desk.run(RUN).expect_code(2);
    }
    fs::write(desk.path("ck/p.checkpoint"), whole).unwrap();
    let ended = desk.run(RUN);
    assert!(ended.err.contains("goes on after "), "{ended:?}");
    is_the_whole(&desk);
}

/// A file may be no longer than a few blocks: as though the disk were full.
#[test]
fn a_full_disk_leaves_the_run_and_the_earlier_checkpoint_as_they_are() {
    let desk = desk();
    let limited = |kilobytes: u64, command: &str| {
        let binary = binary();
        let script =
            format!("trap '' XFSZ; ulimit -f {kilobytes}; exec '{}' {command}", binary.display());
        Command::new("bash").args(["-c", &script]).current_dir(desk.path("")).output().unwrap()
    };
    let ended = limited(8, "run p.toml --no-report --checkpoint ck --checkpoint-every 50");
    let said = String::from_utf8(ended.stderr).unwrap();
    assert!(matches!(ended.status.code(), Some(0 | 1 | 3)), "{said}");
    assert!(
        said.contains("cannot write the tallies `ck/p.checkpoint`: ")
            && said.contains("; the run goes on"),
        "{said}"
    );
    assert!(desk.names("ck").is_empty(), "{:?}", desk.names("ck"));
    let ended = limited(8, "run p.toml --shard 1/1 --out t --quiet");
    let said = String::from_utf8(ended.stderr).unwrap();
    assert_eq!(ended.status.code(), Some(2), "{said}");
    assert!(
        said.starts_with("shuffle-audit: cannot write the tallies `t/p-1-of-1.tallies`: "),
        "{said}"
    );
    assert!(desk.names("t").is_empty(), "{:?}", desk.names("t"));
}

#[test]
fn a_folder_that_cannot_be_used_is_said_before_anything_is_counted() {
    let desk = desk();
    desk.write("file", "mine");
    let ended = desk.run("run p.toml --checkpoint file").expect_code(2);
    assert!(
        ended.only_line().contains("--checkpoint: cannot use the folder `file`: "),
        "{ended:?}"
    );
}

/// Two runs in one checkpoint would undo each other's counts.
#[test]
fn a_checkpoint_is_that_of_one_run_at_a_time() {
    let desk = desk();
    let mut first = desk.start(RUN);
    let until = Instant::now() + Duration::from_secs(60);
    while !desk.path("ck/p.checkpoint").exists() && Instant::now() < until {
        thread::sleep(Duration::from_millis(2));
    }
    // A run that is stopped keeps its lock and cannot end meanwhile.
    send(&first, "-STOP");
    let second = desk.run(RUN).expect_code(2);
    let line = second.only_line();
    assert!(line.contains("another run keeps its counts in `ck/p.checkpoint`; wait"), "{line}");
    send(&first, "-CONT");
    assert!(matches!(first.wait().unwrap().code(), Some(0 | 1 | 3)));
    is_the_whole(&desk);
}
