//! Progress: for people, on stderr, never in output that a program reads.
#![cfg(unix)]

use crate::support::{Desk, Ended, SMALL, binary, skipped};
use std::process::Command;

/// A second or two of work.
const WORK: &str =
    "check --algorithm fisher-yates --cards 52 --trials 3_000_000 --metrics position --rng pcg64";

/// Runs the binary on a terminal of this number of columns and returns its output; `None` without `script`.
fn on_terminal(desk: &Desk, columns: usize, arguments: &str) -> Option<String> {
    let command = format!("stty cols {columns} rows 24; {} {arguments}", binary().display());
    let script = Command::new("script")
        .args(["-qec", &command, "/dev/null"])
        .env("TERM", "xterm")
        .env_remove("COLUMNS")
        .current_dir(desk.path(""))
        .output();
    match script {
        Ok(output) if output.status.success() => Some(String::from_utf8(output.stdout).unwrap()),
        Ok(output) => {
            let why = String::from_utf8_lossy(&output.stderr);
            assert!(why.contains("pseudo-terminal"), "{output:?}");
            skipped(&format!("no terminal can be had here: {why}"));
            None
        }
        Err(why) => {
            skipped(&format!("no terminal can be had here: {why}"));
            None
        }
    }
}

/// The lines that were drawn one over the other, without control sequences.
fn drawn(screen: &str) -> Vec<String> {
    let mut plain = String::new();
    let mut letters = screen.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '\u{1b}' => {
                let _ = letters.next();
                let _ = letters.find(|letter| letter.is_ascii_alphabetic());
                plain.push('\n');
            }
            '\r' => plain.push('\n'),
            other => plain.push(other),
        }
    }
    plain.lines().filter(|line| !line.trim().is_empty()).map(str::to_owned).collect()
}

#[test]
fn on_a_terminal_it_is_one_line_of_any_width_with_per_cent_rate_and_time_left() {
    let desk = Desk::new();
    for columns in [120, 80, 50, 30, 10] {
        let Some(screen) = on_terminal(&desk, columns, &format!("{WORK} --json")) else { return };
        let lines = drawn(&screen);
        let bars: Vec<&String> = lines
            .iter()
            .filter(|line| line.contains("decks/s") || line.trim().ends_with('%'))
            .collect();
        assert!(!bars.is_empty(), "{columns}: {screen}");
        for bar in &bars {
            assert!(bar.chars().count() <= columns, "{columns}: {bar}");
            assert_eq!(bar.contains("decks/s"), columns >= 24, "{columns}: {bar}");
            assert_eq!(bar.contains(" left"), columns >= 44, "{columns}: {bar}");
        }
        let names_case = bars.iter().any(|bar| bar.contains("fisher-yates"));
        assert_eq!(names_case, columns >= 72, "{columns}: {screen}");
    }
}

#[test]
fn without_a_terminal_there_is_a_plain_line_now_and_then() {
    let ended = Desk::new().run(&format!("{WORK} --news-every 50")).expect_code(0);
    let lines: Vec<&str> = ended.err.lines().collect();
    assert!(lines.len() >= 2, "{}", ended.err);
    for line in &lines {
        let rest = line.strip_prefix("progress: ").unwrap_or_else(|| panic!("{line}"));
        // On a busy machine, judging can take long enough to print a line.
        let counts = rest.contains(" % of 3,000,000 decks, ") && rest.contains(" decks/s");
        assert!(counts || rest.starts_with("all 3,000,000 decks are counted"), "{line}");
        assert!(rest.ends_with("; at fisher-yates") && !rest.contains('\u{1b}'), "{line}");
    }
}

#[test]
fn a_run_of_less_than_half_a_minute_says_nothing_without_a_terminal() {
    let ended = Desk::new().run(WORK).expect_code(0);
    assert_eq!(ended.err, "");
}

#[test]
fn quiet_silences_progress_and_news_but_nothing_that_is_wrong() {
    let quiet = |arguments: &str| -> Ended { Desk::new().run(&format!("{arguments} --quiet")) };
    let ended = quiet(&format!("{WORK} --news-every 50")).expect_code(0);
    assert_eq!(ended.err, "");
    // A deck of this size is reported.
    let large = "check --algorithm fisher-yates --cards 200_000 --trials 1";
    assert!(Desk::new().run(large).err.contains("a deck of 200000 cards"));
    assert_eq!(quiet(large).err, "");
    assert!(quiet("run no-such.toml").expect_code(2).err.contains("cannot read the plan"));
    let desk = Desk::new();
    desk.write("small.toml", SMALL);
    assert_eq!(desk.run("run small.toml --quiet").expect_code(0).err, "");
}
