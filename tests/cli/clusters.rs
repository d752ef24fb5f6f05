//! Shards on schedulers that exist: what is in `clusters` and needs no more than a shell. Slurm and Ray are tried by `just clusters`.
#![cfg(target_os = "linux")]

use crate::support::{binary, root};
use std::process::Command;

/// Runs a part of `tests/clusters/run`, which says why it skips what is not installed.
#[expect(clippy::print_stderr, reason = "a test that is skipped says so")]
fn try_on(scheduler: &str) {
    let tried = Command::new("bash")
        .arg(root().join("tests/clusters/run"))
        .arg(scheduler)
        .env("SHUFFLE_AUDIT", binary())
        .output()
        .unwrap();
    let [out, err] = [tried.stdout, tried.stderr].map(|said| String::from_utf8(said).unwrap());
    assert!(tried.status.success(), "{scheduler}\n--- stdout\n{out}\n--- stderr\n{err}");
    if let Some(why) = out.lines().find(|line| line.starts_with("SKIPPED")) {
        eprintln!("{why}");
    } else {
        assert!(out.contains("the report has the bytes of one run"), "{out}");
    }
}

#[test]
fn shards_of_gnu_parallel_come_to_one_run() {
    try_on("parallel");
}

#[test]
fn pods_of_kubernetes_come_to_one_run() {
    try_on("kubernetes");
}

#[test]
fn jobs_of_github_actions_come_to_one_run() {
    try_on("github");
}
