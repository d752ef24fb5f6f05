//! Scenarios: Markdown files with commands, their exit codes and their output, each run in an empty folder.
//!
//! In a block of `console`, `$` starts a command, which `sh` reads, and `>` continues it. `? N` is its exit code if that is not
//! 0, and the lines that follow are stdout, then stderr after `! `. A line `...` stands for any lines, and `[..]` for any part
//! of a line. A block of any other kind that names a file (as `toml plan.toml` does) is that file.
//! What holds a block itself stands between four backticks. Commands find `shuffle-audit` and what is in `scenarios/bin`.
//!
//! `SNAPSHOTS=overwrite` rewrites the outputs, and keeps elided parts where they still fit.
#![cfg(unix)]

use crate::support::{Desk, Ended, binary, files_under, root};
use snapbox::{Assert, Data, assert::DEFAULT_ACTION_ENV, filter::NormalizeToExpected};
use std::{env, fs, path::Path};

/// A test for each folder, so that they run side by side and have a name.
macro_rules! topics {
    ($($topic:ident)*) => {
        $(#[test]
        fn $topic() {
            replay_all(stringify!($topic));
        })*

        const TOPICS: &[&str] = &[$(stringify!($topic)),*];
    };
}

topics! {
    calibrate
    check
    diff
    draws
    evidence
    exact
    export
    files
    flags
    folder
    init
    list
    odds
    plans
    power
    programs
    run
    screens
    shards
    trace
}

fn home() -> std::path::PathBuf {
    root().join("tests/cli/scenarios")
}

#[test]
fn every_folder_of_scenarios_is_run() {
    let mut folders: Vec<String> = fs::read_dir(home())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name != "bin")
        .collect();
    folders.sort();
    assert_eq!(folders, TOPICS);
}

/// Runs the scenarios of a folder; all that differ are shown.
fn replay_all(topic: &str) {
    let files = files_under(&home().join(topic));
    assert!(!files.is_empty(), "{topic} has no scenario");
    let assert = Assert::new().action_env(DEFAULT_ACTION_ENV);
    let differ: Vec<String> = files
        .iter()
        .filter_map(|file| {
            let expected = Data::read_from(file, None).raw();
            let scenario = fs::read_to_string(file).unwrap();
            let actual = Data::text(replay(&scenario, file));
            assert.try_eq(None, actual, expected).err().map(|error| error.to_string())
        })
        .collect();
    assert!(differ.is_empty(), "{}", differ.concat());
}

fn replay(scenario: &str, file: &Path) -> String {
    let desk = Desk::new();
    let mut actual = String::new();
    let mut lines = scenario.lines().peekable();
    while let Some(line) = lines.next() {
        actual += &format!("{line}\n");
        let (fence, info) = line.split_at(line.bytes().take_while(|&byte| byte == b'`').count());
        if fence.len() < 3 {
            continue;
        }
        let mut block = Vec::new();
        let end = loop {
            let line = lines.next().unwrap_or_else(|| panic!("{}: an open block", file.display()));
            if line == fence {
                break line;
            }
            block.push(line);
        };
        match info.split_once(' ') {
            Some((_, name)) => {
                desk.write(name, block.join("\n") + "\n");
                block.iter().for_each(|line| actual += &format!("{line}\n"));
            }
            None if info == "console" => actual += &session(&desk, &block, file),
            None => panic!("{}: a block without a file's name", file.display()),
        }
        actual += &format!("{end}\n");
    }
    actual
}

/// The commands of a block, each with its output.
fn session(desk: &Desk, block: &[&str], file: &Path) -> String {
    let mut actual = String::new();
    let mut lines = block.iter().peekable();
    while let Some(line) = lines.next() {
        let command = line.strip_prefix("$ ");
        let mut command = command
            .unwrap_or_else(|| panic!("{}: no command before `{line}`", file.display()))
            .to_owned();
        actual += &format!("{line}\n");
        while let Some(line) = lines.next_if(|line| line.starts_with("> ")) {
            command += &format!("\n{}", &line[2..]);
            actual += &format!("{line}\n");
        }
        lines.next_if(|line| line.starts_with("? "));
        let mut expected = String::new();
        while let Some(line) = lines.next_if(|line| !line.starts_with("$ ")) {
            expected += &format!("{line}\n");
        }
        let (code, output) = shell(desk, &command);
        if code != 0 {
            actual += &format!("? {code}\n");
        }
        let pattern = NormalizeToExpected::new().redact();
        let output = pattern.normalize(Data::text(output), &Data::text(expected));
        actual += &output.to_string();
    }
    actual
}

/// The exit code of a command, and its stdout and its stderr, line by line.
fn shell(desk: &Desk, command: &str) -> (i32, String) {
    let binary = binary();
    let mut folders = vec![binary.parent().unwrap().to_owned(), home().join("bin")];
    folders.extend(env::split_paths(&env::var_os("PATH").unwrap()));
    let output = desk
        .command("sh")
        .args(["-c", command])
        .env("PATH", env::join_paths(folders).unwrap())
        .env("LC_ALL", "C") // the order of `sort` and `ls`
        .output()
        .unwrap();
    let ended = Ended::from(output);
    let mut said = ended.out;
    if !said.is_empty() && !said.ends_with('\n') {
        said += "\n";
    }
    // The duration of a run depends on the machine.
    let errors = ended.err.lines().filter(|line| !line.starts_with("progress: "));
    said.extend(errors.map(|line| format!("! {line}").trim_end().to_owned() + "\n"));
    (ended.code.unwrap(), said)
}
