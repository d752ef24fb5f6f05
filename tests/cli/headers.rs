//! Files as people have them: the number of cards, the columns that hold them, and the hash of the file.

use crate::{
    recorded::decks,
    support::{Desk, Ended},
};
use serde_json::Value;
use std::{fmt::Write as _, io::Write as _};

const RANKS: &str = "A23456789TJQK";

/// Orders of `cards` numbers from `base`.
fn orders(cards: usize, base: usize, lines: usize) -> Vec<Vec<usize>> {
    let decks = decks("fisher-yates", cards, lines);
    let order = |deck: &[u8]| deck.iter().map(|&card| usize::from(card) + base).collect();
    decks.chunks(cards).map(order).collect()
}

fn text(decks: &[Vec<usize>], before: &str) -> String {
    decks.iter().enumerate().fold(String::new(), |mut text, (line, deck)| {
        let cards: Vec<String> = deck.iter().map(usize::to_string).collect();
        let before = before.replace("ID", &(300 + line).to_string());
        writeln!(text, "{before}{}", cards.join(",")).unwrap();
        text
    })
}

/// Hands of five under names.
fn hands(lines: usize) -> Vec<Vec<String>> {
    let name = |card: &usize| format!("{}{}", &RANKS[card % 13..][..1], &"shdc"[card / 13..][..1]);
    orders(52, 0, lines).iter().map(|deck| deck[..5].iter().map(name).collect()).collect()
}

#[test]
fn the_number_of_cards_is_read_off_the_first_deck() {
    let desk = Desk::new();
    desk.write("zero.csv", text(&orders(9, 0, 300), ""));
    desk.write("one.txt", format!("\n# dealt\n{}", text(&orders(9, 1, 300), "")));
    let zero = desk.run("check --file zero.csv --metrics position").expect_code(0);
    assert!(zero.out.contains("300 decks of `zero.csv` on 9 cards"), "{}", zero.out);
    let one = desk.run("check --file one.txt --metrics position --json").expect_code(0);
    let one: Value = serde_json::from_str(&one.out).unwrap();
    assert_eq!(one["cases"][0]["cards"], 9);
    // A pipe can be read only once, so it is not looked at beforehand.
    let piped = |flags: &str| -> Ended {
        let mut child = desk.start(&format!("check --file - --metrics position {flags}"));
        let _ = child.stdin.take().unwrap().write_all(desk.read("zero.csv").as_bytes());
        child.wait_with_output().unwrap().into()
    };
    assert!(piped("--cards 9").expect_code(0).out.contains("300 decks of stdin on 9 cards"));
    let said = piped("").expect_code(2);
    assert!(said.only_line().starts_with("shuffle-audit: --cards: how many cards"), "{said:?}");
}

#[test]
fn where_the_first_deck_does_not_tell_the_flags_that_do_are_named() {
    let desk = Desk::new();
    desk.write("deals.txt", "17 3 40 2 9\n51 50 2 1 0\n");
    desk.write("ids.csv", text(&orders(5, 0, 3), "ID,"));
    desk.write("later.txt", text(&orders(5, 0, 101), "") + "9,1,2,3,4\n");
    desk.write("hands.csv", "hand_id,c1,c2\n305,As,Kd\n");
    desk.write("decks.u8", [7, 30, 2]);
    let mut said = String::new();
    for (flags, code) in [
        ("deals.txt", 2),
        ("ids.csv", 2),
        ("hands.csv", 2),
        ("hands.csv --labels standard-52", 2),
        ("decks.u8", 4),
        ("later.txt", 4),
    ] {
        let ended = desk.run(&format!("check --file {flags}")).expect_code(code);
        writeln!(said, "{flags}\n    {}", ended.only_line()).unwrap();
    }
    insta::assert_snapshot!(said);
}

#[test]
fn columns_and_headers_mean_the_same_in_flags_and_plans() {
    let desk = Desk::new();
    let plain = hands(400);
    let row =
        |(line, hand): (usize, &Vec<String>)| format!("{},{},x\n", line + 300, hand.join(","));
    let table: String = plain.iter().enumerate().map(row).collect();
    desk.write("hands.csv", format!("hand_id,c1,c2,c3,c4,c5,table\n{table}"));
    desk.write("bare.csv", &table);
    let same: String = plain.iter().map(|hand| hand.join(" ") + "\n").collect();
    desk.write("plain.txt", same);
    let hands = "--labels standard-52 --deal 5 --metrics position --json";
    let statistic = |flags: &str| {
        let ended = desk.run(&format!("check --file {flags} {hands}")).expect_code(0);
        serde_json::from_str::<Value>(&ended.out).unwrap()["cases"][0]["judgements"][0]["statistic"]
            .clone()
    };
    let wanted = statistic("plain.txt");
    assert!(wanted.is_f64(), "{wanted}");
    for flags in [
        "hands.csv --columns 2-6",
        "hands.csv --columns c1-c5",
        "hands.csv --columns c1,c2,c3,c4,c5 --header",
        "bare.csv --columns 2-6",
        "bare.csv --columns 2-6 --no-header",
    ] {
        assert_eq!(statistic(flags), wanted, "{flags}");
    }
    desk.write(
        "plan.toml",
        "[[case]]\nid = \"hands\"\nfile = \"hands.csv\"\ncards = 52\ndeal = 5\nlabels = \"standard-52\"\n\
         columns = \"2-6\"\nheader = true\nmetrics = [\"position\"]\n",
    );
    let ended = desk.run("run plan.toml --json").expect_code(0);
    let ended: Value = serde_json::from_str(&ended.out).unwrap();
    let cases = ended.get("cases").unwrap_or_else(|| &ended[0]["cases"]);
    assert_eq!(cases[0]["judgements"][0]["statistic"], wanted);
}

#[test]
fn the_first_five_of_recorded_decks_are_a_deal() {
    let desk = Desk::new();
    let decks = orders(52, 0, 400);
    desk.write("decks.csv", text(&decks, ""));
    let dealt: Vec<Vec<usize>> = decks.iter().map(|deck| deck[..5].to_vec()).collect();
    desk.write("hands.csv", text(&dealt, ""));
    let check = |flags: &str| {
        let ended = desk.run(&format!("check {flags} --deal 5 --metrics position --json"));
        serde_json::from_str::<Value>(&ended.expect_code(0).out).unwrap()["cases"][0]["judgements"]
            .clone()
    };
    assert_eq!(check("--file decks.csv"), check("--file hands.csv --cards 52"));
}

#[test]
fn the_report_names_the_file_by_its_hash() {
    let desk = Desk::new();
    desk.write("abc.txt", "0 1\n1 0\n".repeat(1000));
    // As sha256sum(1) says.
    const SUM: &str = "2752dee7b4d2b0a88f31a570525c215eb3155b465a8e8cf35b889f86040ec380";
    let hash = |flags: &str| {
        let ended = desk.run(&format!("check --file {flags} --metrics position --json"));
        let said: Value = serde_json::from_str(&ended.out).unwrap();
        said["cases"][0]["source_sha256"].as_str().unwrap().to_owned()
    };
    let whole = hash("abc.txt");
    assert_eq!(whole, SUM);
    assert_eq!(hash("abc.txt --trials 70"), whole, "of the file, however much of it was wanted");
    desk.write("abc.txt", "1 0\n0 1\n".repeat(1000));
    assert_ne!(hash("abc.txt"), whole);
}

#[test]
fn a_column_that_is_not_chosen_is_no_card_whatever_its_name() {
    let desk = Desk::new();
    let hand = |hand: usize| format!("{hand},2026-01-02,8h,Ts,Kh,3c,4s\n");
    let hands: String = (0..3).map(hand).collect();
    desk.write("hands.csv", format!("hand_id,ts,c1,c2,c3,c4,c5\n{hands}"));
    let flags = "check --file hands.csv --labels standard-52 --deal 5 --columns 3-7 --show 3";
    let shown = desk.run(flags).expect_code(0);
    assert!(shown.out.contains("8h") && shown.out.matches("    is ").count() == 3, "{}", shown.out);
}

#[test]
fn a_pipe_is_read_once() {
    let desk = Desk::new();
    desk.write("decks.txt", text(&orders(9, 0, 300), ""));
    let Ok(made) = std::process::Command::new("mkfifo").arg(desk.path("pipe")).status() else {
        return;
    };
    assert!(made.success());
    let said = desk.run("check --file pipe").expect_code(2);
    assert!(said.only_line().contains("--cards"), "{said:?}");
}
