//! `shuffle-audit power`: how many decks each test needs, for people and for machines.

use crate::support::{Desk, Table};
use serde_json::Value;

#[test]
fn an_exact_forecast_in_words() {
    let ended = Desk::new().run(
        "power --algorithm naive --cards 3 --metrics degree,ascents,permutations,position,poker",
    );
    insta::assert_snapshot!(ended.expect_code(0).out);
}

#[test]
fn a_forecast_of_all_kinds_in_words() {
    let flags = "power --algorithm fisher-yates --dice modulo:bits=10 --pilot 16_384 --trials 100_000 \
                 --metrics degree,ascents,position,lehmer,repeats";
    let ended = Desk::new().run(flags).expect_code(0);
    assert_eq!(ended.err, "");
    insta::assert_snapshot!(ended.out);
}

/// modulo:bits=15 is a bias that a million decks do not show, and the law says how many do.
#[test]
fn flawed_dice_have_their_exact_number_of_decks() {
    let ended = Desk::new().run(
        "power --json --algorithm fisher-yates --cards 5 --dice modulo:bits=15 --metrics permutations",
    );
    let json: Value = serde_json::from_str(&ended.expect_code(0).out).unwrap();
    let test = &json["tests"][0];
    assert_eq!((&test["test"], &test["way"]), (&"permutations".into(), &"exact".into()));
    assert!(test["trials_needed"].as_u64().unwrap() > 1_000_000_000);
    assert_eq!(json["cheapest"], "permutations");
}

#[test]
fn a_forecast_is_written_whole_and_can_be_written_again() {
    let desk = Desk::new();
    let flags = "power --algorithm naive --cards 4 --out forecast";
    desk.run(flags).expect_code(0);
    let first = desk.files("forecast");
    assert_eq!(
        first.keys().collect::<Vec<_>>(),
        ["index.html", "manifest.json", "plan.toml", "power.csv", "power.png"]
    );
    desk.run(flags).expect_code(0);
    assert_eq!(desk.files("forecast"), first, "the same to the byte, in place of the first");
    let table = Table::read(&first["power.csv"]);
    assert_eq!(table.cell("degree", "way"), "exact");
    assert_eq!(table.cell("poker", "status"), "not_applicable");
    let needed: u64 = table.cell("permutations", "trials_needed").parse().unwrap();
    assert!((1_000..10_000).contains(&needed), "{needed}");
}

/// Their draws are independent; only their code is out of reach.
#[test]
fn draws_with_a_bias_are_not_said_to_depend_on_each_other() {
    let desk = Desk::new();
    for subject in ["missing-symbols", "no-repeats"] {
        for command in ["power", "exact"] {
            let flags =
                format!("{command} --algorithm {subject} --cards 10 --deal 3 --replacement");
            let ended = desk.run(&flags).expect_code(2);
            assert!(!ended.err.contains("depend on each other"), "{}", ended.err);
            assert!(ended.err.contains("code of its own"), "{}", ended.err);
        }
    }
    let lags = desk.run("power --algorithm lag-parity").expect_code(2);
    assert!(lags.err.contains("its decks depend on each other"), "{}", lags.err);
}

#[test]
fn mistakes_are_one_line_that_names_the_flag() {
    let desk = Desk::new();
    for (flags, culprit) in [
        ("--algorithm naiv", "--algorithm: "),
        ("--algorithm naive --power 1", "--power: "),
        ("--algorithm naive --power NaN", "--power: "),
        ("--algorithm naive --alpha 0", "--alpha: "),
        ("--algorithm naive --trials 0", "--trials: "),
        ("--algorithm naive --pilot 0", "--pilot: "),
        ("--algorithm naive --metrics order", "--metrics: "),
        ("--algorithm naive --cards 1", "--cards: "),
        ("--algorithm repeat-deck", "--algorithm: "),
    ] {
        let ended = desk.run(&format!("power --out report {flags}")).expect_code(2);
        let line = ended.only_line();
        assert!(line.starts_with(&format!("shuffle-audit: {culprit}")), "{flags}: {line}");
        assert!(desk.names("").is_empty(), "nothing is written");
    }
}

#[test]
fn of_a_single_test_it_is_not_said_that_no_other_sees_it() {
    let desk = Desk::new();
    let command = "power --algorithm naive --cards 10 --metrics position --pilot 2_000";
    let said = desk.run(command).expect_code(0).out;
    assert!(said.contains("position needs ") && !said.contains("nly position sees it"), "{said}");
}

#[test]
fn a_test_across_blocks_has_no_forecast_and_says_so() {
    let command = "power --algorithm naive --cards 8 --metrics serial-top-card --pilot 2_000";
    let said = Desk::new().run(command).expect_code(0).out;
    assert!(said.contains("serial-top-card"), "{said}");
}
