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

#[test]
fn a_page_asks_nothing_of_other_hosts_and_escapes_its_numbers() {
    let desk = Desk::new();
    desk.run("trace --algorithm naive --cards 5 --export page.html").expect_code(0);
    desk.run("exact --algorithm naive --cards 3 --tree html --out law").expect_code(0);
    for page in ["page.html", "law/tree.html"] {
        let page = fs::read_to_string(desk.path(page)).unwrap();
        let without_names = page.replace("http://www.w3.org/2000/svg", "");
        assert!(!without_names.contains("http"), "{page}");
        assert!(!page.contains("src=") && !page.contains("@import"));
    }
}

#[test]
fn what_stood_in_the_place_of_a_file_stays_if_it_cannot_be_written() {
    let desk = Desk::new();
    fs::create_dir(desk.path("steps.png")).unwrap();
    fs::write(desk.path("steps.png/mine"), "mine").unwrap();
    let ended = desk.run("trace --algorithm naive --cards 5 --export steps.png").expect_code(2);
    assert!(ended.err.contains("--export: cannot write `steps.png`"), "{}", ended.err);
    assert_eq!(fs::read_to_string(desk.path("steps.png/mine")).unwrap(), "mine");
    fs::write(desk.path("old.svg"), "old").unwrap();
    desk.run("trace --algorithm naive --cards 201 --export old.svg").expect_code(2);
    assert_eq!(fs::read_to_string(desk.path("old.svg")).unwrap(), "old");
}

#[cfg(unix)]
#[test]
fn a_link_is_followed_and_an_earlier_file_leaves_its_permissions() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let desk = Desk::new();
    fs::create_dir(desk.path("there")).unwrap();
    fs::write(desk.path("there/steps.json"), "old").unwrap();
    fs::set_permissions(desk.path("there/steps.json"), fs::Permissions::from_mode(0o600)).unwrap();
    symlink("there/steps.json", desk.path("link.json")).unwrap();
    desk.run("trace --algorithm naive --cards 3 --export link.json").expect_code(0);
    assert!(fs::symlink_metadata(desk.path("link.json")).unwrap().is_symlink());
    let written = fs::metadata(desk.path("there/steps.json")).unwrap();
    assert!(written.len() > 3 && written.permissions().mode() & 0o777 == 0o600);

    symlink("nowhere/steps.json", desk.path("lost.json")).unwrap();
    let ended = desk.run("trace --algorithm naive --cards 3 --export lost.json").expect_code(2);
    assert!(ended.err.contains("it is a link that leads nowhere"), "{}", ended.err);
    assert!(fs::symlink_metadata(desk.path("lost.json")).unwrap().is_symlink());

    fs::set_permissions(desk.path("there/steps.json"), fs::Permissions::from_mode(0o444)).unwrap();
    let ended = desk.run("trace --algorithm naive --cards 3 --export link.json").expect_code(2);
    assert!(ended.err.contains("it may only be read"), "{}", ended.err);
}

/// What moves where in the player is computed without a page, and Node tests it.
#[test]
fn the_player_passes_its_own_tests() {
    let test = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/browser/player.test.mjs");
    let Ok(ended) = std::process::Command::new("node").args(["--test", test]).output() else {
        return skipped_but_in_ci("there is no node for the tests of the player");
    };
    assert!(ended.status.success(), "{}", String::from_utf8_lossy(&ended.stdout));
}
