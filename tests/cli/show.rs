//! `check --show N`: the first decks as they were read.

use crate::support::Desk;
use std::fmt::Write;

#[test]
fn the_first_decks_are_shown_as_written_and_as_read() {
    let desk = Desk::new();
    desk.write("decks.txt", "# mine\n2 1 3\n[3, 1, 2]\n1 2 3\n");
    desk.write("hands.csv", "hand_id,c1,c2\n305,As,10h\n306,Kd,2c\n");
    desk.write("glued.txt", "AsKd\u{1b}[31m\n");
    desk.write("decks.u8", [2, 0, 1, 0, 1, 2]);
    desk.write("broken.txt", "0 1 2\n0 1 1\n");
    let mut said = String::new();
    for (flags, code) in [
        ("--file decks.txt --show 2", 0),
        ("--file decks.txt --show 50", 0),
        ("--file hands.csv --labels standard-52 --deal 2 --columns 2-3 --show 1", 0),
        ("--file decks.u8 --cards 3 --show 1", 0),
        ("--file broken.txt --show 5", 4),
        ("--file glued.txt --labels standard-52 --deal 2 --show 1", 4),
        ("--file absent --show 1", 2),
    ] {
        let ended = desk.run(&format!("check {flags}")).expect_code(code);
        writeln!(said, "$ check {flags}\n{}{}", ended.out, ended.err).unwrap();
    }
    insta::assert_snapshot!(said);
}

#[cfg(unix)]
#[test]
fn a_program_is_shown_without_being_run_to_its_end() {
    let desk = Desk::new();
    let exec = "sh -c 'echo $SHUFFLE_TRIALS > trials; yes [1 0 2]'";
    let ended =
        desk.run_with(&["check", "--exec", exec, "--cards", "3", "--trials", "1M", "--show", "2"]);
    let shown = ended.expect_code(0).out;
    assert!(shown.ends_with("deck 1 (line 2): [1 0 2]\n    is 1 0 2\n"), "{shown}");
    assert_eq!(desk.read("trials").trim(), "1000000", "it is told what an audit would tell it");
}
