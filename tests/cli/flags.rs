//! Flags with a mistake in them, and the help that should prevent it.

use crate::support::Desk;
use std::fmt::Write;

/// Flags of `check` that are understood, but ask for what there is not.
const MISTAKES: &[&str] = &[
    "--algorithm fisher-yate",
    "--algorithm FISCHER-YATES",
    "--algorithm bogosort",
    "--algorithm random-keys:bits=65",
    "--algorithm random-keys:width=8",
    "--algorithm random-keys:8",
    "--algorithm naive --cards 1",
    "--algorithm naive --cards 4294967297",
    "--algorithm naive --deal 53",
    "--algorithm naive --deal 0",
    "--algorithm naive --trials 0",
    "--algorithm naive --passes 0",
    "--algorithm naive --dice tiny-sed",
    "--algorithm naive --dice float:bits=54",
    "--algorithm rand-shuffle --dice modulo",
    "--algorithm naive --rng pcg_64",
    "--algorithm naive --metrics degree,orders",
    "--algorithm naive --metrics degree,",
    "--algorithm naive --alpha 0",
    "--algorithm naive --alpha 1",
    "--algorithm naive --alpha NaN",
];

#[test]
fn every_mistake_in_the_flags_has_one_line_that_names_the_flag() {
    let desk = Desk::new();
    let mut said = String::new();
    for flags in MISTAKES {
        let ended = desk.run(&format!("check --out report {flags}")).expect_code(2);
        writeln!(said, "{flags}\n    {}", ended.only_line()).unwrap();
        assert!(ended.err.starts_with("shuffle-audit: --"), "{}", ended.err);
        assert!(desk.names("").is_empty(), "nothing is written");
    }
    insta::assert_snapshot!(said);
}

#[test]
fn flags_that_cannot_be_read_exit_2_and_say_which() {
    let desk = Desk::new();
    for (flags, culprit) in [
        ("check", "--algorithm"),
        ("check --algorithm", "--algorithm"),
        ("check --algorithm naive --trials many", "--trials"),
        ("check --algorithm naive --trials -1", "-1"),
        ("check --algorithm naive --trials 1e-6", "--trials"),
        ("check --algorithm naive --cards 5.5", "--cards"),
        ("check --algorithm naive --seed 0xg", "--seed"),
        ("check --algorithm naive --seed 18446744073709551616", "--seed"),
        ("check --algorithm naive --threads two", "--threads"),
        ("check --algorithm naive --shuffles 5", "--shuffles"),
        ("check naive", "naive"),
        ("run --seed never", "--seed"),
        ("audit", "audit"),
        ("", "Usage"),
    ] {
        let ended = desk.run(flags).expect_code(2);
        assert_eq!(ended.out, "", "`{flags}` prints nothing on stdout");
        assert!(ended.err.contains(culprit), "`{flags}` does not name {culprit}:\n{}", ended.err);
        assert!(desk.names("").is_empty(), "nothing is written");
    }
}

#[test]
fn a_flag_that_is_nearly_right_is_recognised() {
    let ended = Desk::new().run("check --algoritm naive").expect_code(2);
    assert!(ended.err.contains("--algorithm"), "{}", ended.err);
}

#[test]
fn the_help_of_every_command_shows_an_example_that_can_be_parsed() {
    let desk = Desk::new();
    let help = desk.run("--help").expect_code(0).out;
    let (_, commands) = help.split_once("Commands:\n").unwrap();
    let commands = commands.lines().take_while(|line| !line.is_empty());
    let commands = commands.filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
    let commands: Vec<&str> = commands.filter(|name| !["", "help"].contains(name)).collect();
    for known in ["run", "check", "list"] {
        assert!(commands.contains(&known), "{known} in {commands:?}");
    }
    for command in commands {
        let help = desk.run(&format!("{command} --help")).expect_code(0);
        let example =
            help.out.lines().find_map(|line| line.strip_prefix("Example: shuffle-audit "));
        let example = example.unwrap_or_else(|| panic!("no example:\n{}", help.out));
        assert!(example.starts_with(command), "{example}");
        desk.run(&format!("{example} --help")).expect_code(0);
    }
}

#[test]
fn the_example_of_check_works_as_it_stands() {
    let desk = Desk::new();
    let help = desk.run("check --help");
    let (_, example) = help.out.split_once("Example: shuffle-audit ").unwrap();
    let ended = desk.run(example).expect_code(1);
    assert!(ended.out.starts_with("FAIL: naive on 52 cards"), "{}", ended.out);
}

#[test]
fn the_help_lists_the_commands_and_the_exit_codes() {
    let help = Desk::new().run("--help").expect_code(0).out;
    let words = help.split_whitespace().collect::<Vec<_>>().join(" ");
    for said in
        ["run Run plans", "check Audit one", "list List", "70 a fault of ours", "130 interrupted"]
    {
        assert!(words.contains(said), "no `{said}`:\n{help}");
    }
}

#[test]
fn the_version_is_that_of_the_package() {
    let said = Desk::new().run("--version").expect_code(0).out;
    assert_eq!(said, concat!("shuffle-audit ", env!("CARGO_PKG_VERSION"), "\n"));
}
