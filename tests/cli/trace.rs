//! `shuffle-audit trace`: the steps of a shuffle in words, as JSON and as files.

use crate::support::{Desk, skipped_but_in_ci};
use std::fs;

#[test]
fn every_format_is_written_and_named() {
    let desk = Desk::new();
    let starts: [(&str, &[u8]); 5] = [
        ("gif", b"GIF89a"),
        ("png", b"\x89PNG"),
        ("svg", b"<svg"),
        ("html", b"<!doctype html>"),
        ("json", b"{"),
    ];
    for style in ["cards", "bars"] {
        for (ending, start) in starts {
            let file = format!("steps.{ending}");
            let flags =
                format!("trace --algorithm naive --cards 9 --style {style} --export {file}");
            assert_eq!(desk.run(&flags).expect_code(0).out, format!("{file}\n"));
            let bytes = fs::read(desk.path(&file)).unwrap();
            assert!(bytes.starts_with(start), "{file}");
            desk.run(&flags).expect_code(0);
            assert_eq!(fs::read(desk.path(&file)).unwrap(), bytes, "the same bytes again");
        }
    }
    let left = fs::read_dir(desk.path(".")).unwrap();
    assert_eq!(left.count(), starts.len(), "no temporary folder stays");
}

/// The moves in the player are computed without a page, and Node tests them.
#[test]
fn the_player_passes_its_own_tests() {
    let test = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/browser/player.test.mjs");
    let Ok(ended) = std::process::Command::new("node").args(["--test", test]).output() else {
        return skipped_but_in_ci("there is no node for the tests of the player");
    };
    assert!(ended.status.success(), "{}", String::from_utf8_lossy(&ended.stdout));
}
