//! No evidence is no pass: where no test could have rejected, whatever the decks, the verdict is `inconclusive`.

use crate::support::Desk;
use std::fmt::Write;

/// `decks` decks of `cards` cards, all in order.
fn decks(cards: usize, decks: usize) -> String {
    let row: Vec<String> = (0..cards).map(|card| card.to_string()).collect();
    let mut text = String::new();
    for _ in 0..decks {
        let _ = writeln!(text, "{}", row.join(" "));
    }
    text
}

#[test]
fn a_bet_on_too_few_decks_is_inconclusive() {
    let desk = Desk::new();
    for most in [1, 5] {
        let command =
            format!("check --algorithm fisher-yates --cards 3 --until-decided --max-trials {most}");
        let ended = desk.run(&command).expect_code(3);
        assert!(!ended.out.contains("decks until decided"), "{}", ended.out);
        assert!(ended.out.contains("No test could have reached the error budget"), "{}", ended.out);
    }
    // 64 decks that are all the same would have decided it.
    let enough = "check --algorithm fisher-yates --cards 10 --until-decided --max-trials 64";
    let ended = desk.run(enough).expect_code(0);
    assert!(!ended.out.contains("decks until decided"), "{}", ended.out);
}

#[test]
fn a_bet_on_a_short_file_is_inconclusive() {
    let desk = Desk::new();
    desk.write("one", decks(10, 1));
    desk.run("check --until-decided --file one --cards 10").expect_code(3);
    desk.run("check --file one --cards 10").expect_code(3);
}

#[test]
fn a_budget_that_no_test_can_reach_is_inconclusive() {
    let desk = Desk::new();
    // 100 decks of 2 cards: all in order they are a p of 1e-29 or so.
    let check = |alpha: &str| {
        format!(
            "check --algorithm fisher-yates --cards 2 --trials 200 --alpha {alpha} --metrics degree"
        )
    };
    desk.run(&check("1e-6")).expect_code(0);
    desk.run(&check("1e-300")).expect_code(3);
    let bet =
        "check --algorithm fisher-yates --cards 2 --until-decided --alpha 1e-300 --max-trials";
    desk.run(&format!("{bet} 500")).expect_code(3);
    desk.run(&format!("{bet} 5_000")).expect_code(0);
}

#[test]
fn a_plan_keeps_the_same_rule() {
    let desk = Desk::new();
    let case = |alpha: &str| {
        format!(
            "title = \"two cards\"\n[budget]\nalpha = {alpha}\n[[case]]\nid = \"two\"\n\
             algorithm = \"fisher-yates\"\ncards = 2\ntrials = 200\nmetrics = [\"degree\"]\n"
        )
    };
    desk.write("able.toml", case("1e-6"));
    desk.write("unable.toml", case("1e-300"));
    desk.run("run able.toml").expect_code(0);
    desk.run("run unable.toml").expect_code(3);
}
