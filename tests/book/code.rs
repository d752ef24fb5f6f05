//! The programs and the Rust of the pages: they are run, or part of what is compiled.

use crate::{
    commands::commands,
    page::{all, read, root},
};
use std::{fs, path::PathBuf};

#[test]
fn every_file_that_a_page_shows_is_used_by_a_command_of_it() {
    let mut seen = 0;
    for page in all() {
        for name in page.blocks().into_iter().filter_map(|block| block.file) {
            if name == "src/lib.rs" {
                continue; // the test of a user, which `cargo test` runs
            }
            let uses = |(line, _): &(String, i32)| line.contains(&name);
            assert!(commands(&page).iter().any(uses), "{}: no command uses {name}", page.path);
            seen += 1;
        }
    }
    assert!(seen >= 8, "the pages show {seen} files");
}

#[test]
fn the_test_of_a_user_is_the_one_that_is_run() {
    let files: Vec<String> = all()
        .iter()
        .flat_map(crate::page::Page::blocks)
        .filter(|block| block.file.as_deref() == Some("src/lib.rs"))
        .map(|block| block.text)
        .collect();
    assert!(!files.is_empty(), "a page shows the test of a user");
    for file in files {
        assert_eq!(file, read("tests/rust-user/src/lib.rs"));
    }
}

/// The lines of a program without their indent.
fn dedented(text: &str) -> String {
    text.lines().map(str::trim).collect::<Vec<_>>().join("\n")
}

/// All that is compiled, without indents.
fn sources() -> Vec<String> {
    let mut folders: Vec<PathBuf> =
        ["crates", "tests", "bench"].iter().map(|folder| root().join(folder)).collect();
    let mut sources = Vec::new();
    while let Some(folder) = folders.pop() {
        for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|end| end == "rs") {
                sources.push(dedented(&fs::read_to_string(path).unwrap()));
            }
        }
    }
    sources
}

#[test]
fn all_rust_of_the_pages_is_part_of_a_file_that_is_compiled() {
    let sources = sources();
    let mut seen = 0;
    for page in all() {
        for block in page.blocks().iter().filter(|block| block.language == "rust") {
            let shown = dedented(block.text.trim());
            let is_compiled = sources.iter().any(|source| source.contains(&shown));
            assert!(is_compiled, "{}: not compiled:\n{}", page.path, block.text);
            seen += 1;
        }
    }
    assert!(seen >= 2, "the pages show {seen} pieces of Rust");
}
