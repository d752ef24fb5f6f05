//! `action.yml`, the GitHub Action: its scripts as the steps of a workflow call them, around the binary.

use crate::support::{binary, root, skipped};
use std::process::Command;

#[test]
fn the_scripts_of_the_action_pass_their_own_tests() {
    for program in ["node", "bash", "git", "jq"] {
        if Command::new(program).arg("--version").output().is_err() {
            assert!(program != "node" || std::env::var_os("CI").is_none(), "CI has node");
            return skipped(&format!("the action needs {program}, which is not installed"));
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
