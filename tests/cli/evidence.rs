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
    // Not in start order: `known-decks` would have something to say about that.
    desk.write("one", "3 1 4 0 5 9 2 6 8 7\n");
    desk.run("check --until-decided --file one --cards 10").expect_code(3);
    // A single order of ten cards could have failed at the alpha of few orders, one of four cards could not.
    desk.run("check --file one --cards 10").expect_code(0);
    desk.write("short", "3 1 0 2\n");
    desk.run("check --file short --cards 4").expect_code(3);
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

/// That a deck is not as it came from the box says nothing of the shuffle; tests of few orders may say more.
#[test]
fn one_deck_in_its_start_order_fails_and_that_another_is_not_proves_nothing() {
    let desk = Desk::new();
    let check = |subject: &str, trials: u64| {
        format!("check --algorithm {subject} --cards 52 --trials {trials}")
    };
    let failed = desk.run(&check("identity", 1)).expect_code(1);
    for said in [
        "FAIL: the deck of identity on 52 cards is in the start order.",
        "the start order comes, first as deck 1, in 1 of 1",
    ] {
        assert!(failed.out.contains(said), "{}", failed.out);
    }
    desk.run(&format!("{} --start interleaved", check("identity", 1))).expect_code(1);
    desk.run(&format!("{} --deal 10", check("identity", 1))).expect_code(1);
    for trials in [1, 99] {
        let check = check("fisher-yates", trials);
        desk.run(&check).expect_code(0);
        let nothing = desk.run(&format!("{check} --metrics known-decks")).expect_code(3);
        let said = "No test could have reached the error budget on these decks.";
        assert!(nothing.out.contains(said), "{}", nothing.out);
    }
    // Of three cards every sixth deck is in its start order.
    desk.run("check --algorithm identity --cards 3 --trials 1").expect_code(3);
}

/// A file of which deck 7 was not shuffled; positions and decks are counted as people count.
#[test]
fn the_deck_that_was_not_shuffled_is_named() {
    let desk = Desk::new();
    let rotated = |by: usize| (0..52).map(move |place| ((place * 5 + by) % 52).to_string());
    let rows: Vec<String> = (1..10).map(|row| rotated(row).collect::<Vec<_>>().join(" ")).collect();
    let mut rows = rows;
    rows[6] = decks(52, 1).trim().to_owned();
    desk.write("ten", rows.join("\n") + "\n");
    let failed = desk.run("check --file ten --cards 52 --metrics known-decks").expect_code(1);
    let said = "The start order comes, first as deck 7, in 1 of 9 decks";
    assert!(failed.out.contains(said), "{}", failed.out);
}
