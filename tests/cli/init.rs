//! `shuffle-audit init`: the files that it writes work unchanged, and no file is ever overwritten.

use crate::support::{Desk, skipped};
use std::process::{Command, Stdio};

/// Each language, the tools that run its program, and the files that it gets besides the plan.
const LANGUAGES: [(&str, &str, &[&str]); 8] = [
    ("python", "python3", &["my_shuffle.py"]),
    ("javascript", "node", &["my_shuffle.js"]),
    ("go", "go", &["my_shuffle.go"]),
    ("java", "java", &["MyShuffle.java"]),
    ("ruby", "ruby", &["my_shuffle.rb"]),
    ("php", "php", &["my_shuffle.php"]),
    ("c", "cc", &["my_shuffle.c", "shuffle_subject.h"]),
    ("rust", "cargo", &["Cargo.toml", "src"]),
];

fn is_here(tool: &str) -> bool {
    let version = if tool == "go" { "version" } else { "--version" };
    let mut command = Command::new(tool);
    command.arg(version).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

fn skip(language: &str, why: &str) {
    skipped(&format!("the template in {language}: {why}"));
}

/// Writes the starter, builds it if necessary, and runs the plan as the last lines of `init` say.
fn starter_runs(language: &str) {
    let (_, tool, files) = LANGUAGES.into_iter().find(|one| one.0 == language).unwrap();
    let desk = Desk::new();
    let said = desk.run(&format!("init mine --language {language}")).expect_code(0).out;
    let mut names = desk.names("mine");
    names.retain(|name| name != "audit.toml");
    assert_eq!(names, files, "{language}");
    assert!(said.ends_with("\n  shuffle-audit run mine/audit.toml\n"), "{said}");
    if !is_here(tool) {
        return skip(language, &format!("there is no {tool} here"));
    }
    if language == "rust" && !fetches(&desk) {
        return skip(language, "the crate rand cannot be had");
    }
    let build = said
        .lines()
        .filter_map(|line| line.strip_prefix("  "))
        .find(|line| line.starts_with("cc "));
    if let Some(build) = build {
        let strict = build.replace("cc ", "cc -Wall -Wextra -Werror ");
        let built = Command::new("sh").args(["-c", &strict]).current_dir(desk.path("")).status();
        assert!(built.unwrap().success(), "{build}");
    }
    let ended = desk.run("run mine/audit.toml").expect_code(0);
    assert!(ended.out.contains("3 of 3 cases as expected"), "{}", ended.out);
    // The seed is honored: a second run gives the same counts, and one with another seed does not.
    let mine = "run mine/audit.toml --only mine-5 --no-pictures --out";
    desk.run(&format!("{mine} again")).expect_code(0);
    desk.run(&format!("{mine} other --seed 0x1")).expect_code(0);
    let [first, again, other] = ["reports", "again", "other"]
        .map(|report| desk.files(&format!("{report}/audit"))["mine-5/position.csv"].clone());
    assert!(first == again, "{language}: the seed is not honored");
    assert!(first != other, "{language}: another seed gives other decks");
}

/// True if the crates of the Rust template are here or can be fetched.
fn fetches(desk: &Desk) -> bool {
    let mut command = Command::new("cargo");
    command.arg("fetch").current_dir(desk.path("mine")).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

/// The starter in each language runs as it is: a test for each, so that they run side by side.
macro_rules! starters {
    ($($language:ident)*) => {
        $(#[test]
        fn $language() {
            starter_runs(stringify!($language));
        })*
    };
}

starters! { python javascript go java ruby php c rust }
