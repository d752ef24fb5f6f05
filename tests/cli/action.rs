//! `action.yml`, the GitHub Action: its scripts as the steps of a workflow call them, around the binary.

use crate::support::{binary, root, skipped_but_in_ci};
use std::process::Command;

#[test]
fn the_scripts_of_the_action_pass_their_own_tests() {
    for program in ["node", "bash", "curl", "git", "jq"] {
        if Command::new(program).arg("--version").output().is_err() {
            return skipped_but_in_ci(&format!("the action needs {program}"));
        }
    }
    let ended = Command::new("node")
        .arg("--test")
        .arg(root().join("tests/action/action.test.mjs"))
        .env("SHUFFLE_AUDIT", binary())
        .output()
        .unwrap();
    assert!(ended.status.success(), "{}", String::from_utf8_lossy(&ended.stdout));
}
