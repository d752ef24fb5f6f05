//! Exit codes are part of the interface: a script must be able to trust them.
//!
//! 2 has its own modules, `plan_errors` and `flags`, and so have 4, `misbehavior`, and 130, `interrupt`.

use crate::support::Desk;

/// One case of 20,000 decks of five cards, whose verdict no seed in its senses would change: p is below
/// 1e-140 for `naive` and `sattolo`, and above 1e-3 after Holm for `fisher-yates` with probability 0.999.
fn plan(case: &str) -> String {
    format!("[[case]]\nid = \"subject\"\ncards = 5\ntrials = 20_000\n{case}\n")
}

#[cfg(target_os = "linux")]
#[test]
fn an_output_that_cannot_be_written_is_no_fault_of_ours_and_exits_2() {
    use std::{fs::OpenOptions, process};
    let desk = Desk::new();
    desk.write("one.toml", plan("algorithm = \"fisher-yates\""));
    desk.write("two.toml", plan("algorithm = \"fisher-yates\""));
    for command in [
        "list",
        "run one.toml two.toml",
        "run one.toml --json",
        "check --algorithm fisher-yates --cards 5 --trials 500",
        "exact --algorithm naive --cards 3",
        "power --algorithm naive --cards 3",
    ] {
        let full = OpenOptions::new().write(true).open("/dev/full").unwrap();
        let output = process::Command::new(crate::support::binary())
            .args(command.split(' '))
            .current_dir(desk.path(""))
            .stdout(full)
            .stderr(process::Stdio::piped())
            .output()
            .unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{command}: {said}");
        assert!(said.starts_with("shuffle-audit: cannot write to stdout: "), "{command}: {said}");
        assert_eq!(said.lines().count(), 1, "{command}: {said}");
    }
    // The verdict is lost, but not the report.
    assert_eq!(desk.names("reports"), ["index.html", "manifest.json", "one", "two"]);
}

#[cfg(target_os = "linux")]
#[test]
fn messages_that_cannot_be_written_change_no_exit_code() {
    use std::{fs::OpenOptions, process};
    for (command, code) in [
        ("check --file nowhere.txt", 2),
        ("check --algorithm naive --cards 3 --trials 20_000 --json", 1),
    ] {
        let full = OpenOptions::new().write(true).open("/dev/full").unwrap();
        let mut check = process::Command::new(crate::support::binary());
        let check = check.args(command.split(' ')).stdout(process::Stdio::null()).stderr(full);
        assert_eq!(check.status().unwrap().code(), Some(code), "{command}");
    }
}

#[cfg(unix)]
#[test]
fn a_reader_who_goes_away_is_no_error() {
    use std::process;
    let mut child = process::Command::new(crate::support::binary())
        .arg("list")
        .stdout(process::Stdio::piped())
        .stderr(process::Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
}
