//! Shards on a scheduler that exists, killed on the way. `just clusters` tries all others.
#![cfg(target_os = "linux")]

use crate::support::{binary, root, skipped_but_in_ci};
use std::process::Command;

#[test]
fn pods_of_kubernetes_come_to_one_run() {
    let tried = Command::new("bash")
        .arg(root().join("tests/clusters/run"))
        .arg("kubernetes")
        .env("SHUFFLE_AUDIT", binary())
        .output()
        .unwrap();
    let [out, err] = [tried.stdout, tried.stderr].map(|said| String::from_utf8(said).unwrap());
    assert!(tried.status.success(), "--- stdout\n{out}\n--- stderr\n{err}");
    if let Some(why) = out.lines().find_map(|line| line.strip_prefix("SKIPPED: ")) {
        let can_be_tried = "python3 -c 'import yaml' && command -v pgrep";
        let probe = Command::new("sh").args(["-c", can_be_tried]).output().unwrap();
        assert!(!probe.status.success(), "all that it needs is there, but it was skipped: {why}");
        return skipped_but_in_ci(why);
    }
    assert!(out.contains("the report has the bytes of one run"), "{out}");
}
