//! Follows hints to the end: no hint may lead to a wrong verdict or back to itself.

use crate::{
    recorded::decks,
    support::{Desk, Ended},
};
use std::fmt::Write as _;

/// Draws of six of 49 balls, counted from 1, with a bonus ball in the last column.
fn lotto(bonus: impl Fn(&[u8]) -> u8) -> String {
    let row = |mut text: String, deck: &[u8]| {
        let balls: Vec<String> = deck[..6].iter().map(|ball| (ball + 1).to_string()).collect();
        writeln!(text, "{},{}", balls.join(","), bonus(deck)).unwrap();
        text
    };
    decks("fisher-yates", 49, 2_000).chunks(49).fold("n1,n2,n3,n4,n5,n6,bonus\n".to_owned(), row)
}

/// One order of 150 rows, one row a line.
fn column(item: impl Fn(usize) -> String) -> String {
    let order = decks("fisher-yates", 150, 1);
    order.iter().map(|&row| item(usize::from(row)) + "\n").collect()
}

fn hands(separator: &str) -> String {
    let name = |&card: &u8| {
        let (rank, suit) = (usize::from(card) % 13, usize::from(card) / 13);
        format!("{}{}", &"A23456789TJQK"[rank..=rank], &"shdc"[suit..=suit])
    };
    let hand = |deck: &[u8]| deck[..5].iter().map(name).collect::<Vec<_>>().join(separator);
    let rows = decks("fisher-yates", 52, 400);
    rows.chunks(52).map(|deck| format!("2024-05-01,{}\n", hand(deck))).collect()
}

/// Runs a check that must fail with a line that contains the hints.
fn refused(desk: &Desk, flags: &str, code: i32, hints: &[&str]) {
    let ended = desk.run(&format!("check {flags}")).expect_code(code);
    let line = ended.only_line();
    for hint in hints {
        assert!(line.contains(hint), "{flags}: {line}");
    }
}

fn passes(desk: &Desk, flags: &str) -> Ended {
    let ended = desk.run(&format!("check {flags}")).expect_code(0);
    assert!(ended.out.starts_with("PASS: no bias found"), "{flags}: {}", ended.out);
    ended
}

#[test]
fn a_bonus_ball_is_offered_as_such_and_no_columns_are_chosen() {
    let desk = Desk::new();
    let flags = "--cards 49 --deal 6 --unordered --base 1 --file";
    let offered = ["--bonus 1 ", "--bonus M/1", "\"n1\", \"n2\"", "--columns"];
    desk.write("same-drum.csv", lotto(|deck| deck[6] + 1));
    refused(&desk, &format!("{flags} same-drum.csv"), 4, &offered);
    passes(&desk, &format!("{flags} same-drum.csv --bonus 1"));
    passes(&desk, &format!("{flags} same-drum.csv --columns n1-n6"));
    desk.write("own-drum.csv", lotto(|deck| deck[48] % 10 + 1));
    refused(&desk, &format!("{flags} own-drum.csv"), 4, &offered);
    refused(&desk, &format!("{flags} own-drum.csv --bonus 1"), 4, &["twice"]);
    // 49 mod 10 is not 0, but 2,000 draws are too few to show that.
    passes(&desk, &format!("{flags} own-drum.csv --bonus 10/1"));
    passes(&desk, &format!("{flags} own-drum.csv --columns n1-n6"));
    desk.write("from-zero.csv", lotto(|deck| deck[48] % 10));
    let said = "0 is out of range 1..11; the header names \"n1\"";
    refused(&desk, &format!("{flags} from-zero.csv --bonus 10/1"), 4, &[said, "--columns"]);
    passes(&desk, &format!("{flags} from-zero.csv --columns n1-n6"));
}

#[test]
fn one_item_a_line_is_one_order_in_check_and_in_plans() {
    let desk = Desk::new();
    desk.write("numbers.txt", column(|row| (row + 1).to_string()));
    desk.write("songs.txt", column(|row| format!("the song {row}")));
    let table = column(|row| format!("x{row},{}", row % 7));
    desk.write("table.csv", format!("name,length\n{table}"));
    for flags in ["numbers.txt", "songs.txt", "table.csv --columns name"] {
        let out = passes(&desk, &format!("--file {flags}")).out.replace('\n', " ");
        assert!(out.contains("in 1 deck of"), "{out}");
        let said = "all 150 lines are one order. With --deal 1 --replacement each line would be a draw of its own.";
        assert!(out.contains(said), "{out}");
    }
    desk.write(
        "plan.toml",
        "[[case]]\nid = \"numbers\"\nfile = \"numbers.txt\"\n\n[[case]]\nid = \"songs\"\nfile = \"songs.txt\"\n\n\
         [[case]]\nid = \"table\"\nfile = \"table.csv\"\ncolumns = \"name\"\n",
    );
    let run = desk.run("run plan.toml").expect_code(0);
    assert!(run.out.contains("3 cases as expected"), "{}", run.out);
    // A sorted list.
    desk.write("sorted.txt", (0..150).map(|row| format!("{row}\n")).collect::<String>());
    desk.run("check --file sorted.txt").expect_code(1);
    // Draws stay draws, even if all are different.
    refused(&desk, "--file numbers.txt --deal 1", 2, &["say --cards"]);
    let draws = passes(&desk, "--file numbers.txt --deal 1 --cards 150 --base 1").out;
    assert!(draws.contains("in 150 decks of `numbers.txt`, 1 of 150 cards"), "{draws}");
}

#[test]
fn a_column_of_labels_is_called_one() {
    let desk = Desk::new();
    let wheel: String = (1..=37).map(|number| format!("{number}\n")).collect();
    desk.write("wheel.txt", wheel);
    let flags = "check --file wheel.txt --cards 37 --deal 1 --replacement --base 1";
    let out = desk.run(flags).expect_code(1).out.replace('\n', " ");
    let first = "FAIL: each of the 37 values comes exactly once in `wheel.txt`, 1 of 37 with replacement: the rows look \
                 like a list of labels, not like draws.";
    assert!(out.starts_with(first), "{out}");
}

#[test]
fn hands_in_one_cell_are_read_at_the_second_try() {
    let desk = Desk::new();
    desk.write("hands.csv", "when,hand\n".to_owned() + &hands(" "));
    let offered = "say --labels standard-52 --deal 5 --columns 2";
    refused(&desk, "--file hands.csv", 2, &[offered]);
    passes(&desk, "--file hands.csv --labels standard-52 --deal 5 --columns 2");
    let offered = "for hands say --deal 5";
    refused(&desk, "--file hands.csv --labels standard-52 --columns hand", 2, &[offered]);
    passes(&desk, "--file hands.csv --labels standard-52 --columns hand --deal 5");
    desk.write("cells.csv", "when,a,b,c,d,e\n".to_owned() + &hands(","));
    let offered = "say --labels standard-52 --deal 5 --columns 2-6";
    refused(&desk, "--file cells.csv", 2, &[offered]);
    passes(&desk, "--file cells.csv --labels standard-52 --deal 5 --columns 2-6");
}

#[test]
fn what_is_no_list_of_numbers_is_read_or_named() {
    let desk = Desk::new();
    let rows = decks("fisher-yates", 10, 500);
    let arrays: Vec<String> = rows.chunks(10).map(|deck| format!("{deck:?}")).collect();
    let field = |array: &String| format!("{{\"id\": 7, \"cards\": {array}}}\n");
    desk.write("objects.jsonl", arrays.iter().map(field).collect::<String>());
    refused(
        &desk,
        "--file objects.jsonl",
        4,
        &["no field `deck`, but \"id\", \"cards\"", "--field"],
    );
    passes(&desk, "--file objects.jsonl --field cards");
    let pretty = format!("[\n  {}\n]\n", arrays.join(",\n  ").replace(", ", ",\n    "));
    desk.write("array.json", pretty);
    passes(&desk, "--file array.json");
    let letter = |card: &u8| char::from(b'a' + card).to_string();
    let words = |deck: &[u8]| deck.iter().map(letter).collect::<Vec<_>>().join(" ") + "\n";
    desk.write("letters.txt", rows.chunks(10).map(words).collect::<String>());
    desk.write("names.txt", (0..10).map(|card| letter(&card) + "\n").collect::<String>());
    passes(&desk, "--file letters.txt --labels names.txt");
    // NumPy format 1.0, an array of bytes.
    let header = "{'descr': '|u1', 'fortran_order': False, 'shape': (500, 10), }";
    let header = format!("{header:<117}\n");
    let npy = [&b"\x93NUMPY\x01\x00\x76\x00"[..], header.as_bytes(), &rows].concat();
    desk.write("array.npy", npy);
    passes(&desk, "--file array.npy");
    desk.write("plan.toml", "[[case]]\nid = \"array\"\nfile = \"array.npy\"\n");
    desk.run("run plan.toml").expect_code(0);
    for (name, magic, said) in [
        ("a.zip", &b"PK\x03\x04"[..], "this is a zip archive; unpack it first"),
        ("a.xz", b"\xfd7zXZ\x00", "this is an xz file; unpack it first"),
        ("a.bz2", b"BZh91AY&SY", "this is a bzip2 file; unpack it first"),
    ] {
        desk.write(name, [magic, &[0; 40]].concat());
        refused(&desk, &format!("--file {name} --cards 10"), 4, &[said]);
    }
}

#[test]
fn a_header_of_numbers_is_no_draw() {
    let desk = Desk::new();
    let rows = lotto(|deck| deck[48] % 10);
    let rows = rows.lines().skip(1).map(|row| format!("2.5.2020;{}\n", row.replace(',', ";")));
    desk.write("lotto.csv", format!("Datum;1;2;3;4;5;6;Superzahl\n{}", rows.collect::<String>()));
    let flags = "--columns 2-7 --cards 49 --deal 6 --unordered --base 1";
    let ended = passes(&desk, &format!("--file lotto.csv {flags}"));
    assert!(ended.out.contains("in 2,000 draws"), "{}", ended.out);
}

#[test]
fn names_of_two_words_are_one_order_and_names_in_rows_have_a_hint() {
    let desk = Desk::new();
    desk.write("people.txt", column(|row| format!("First{} Last{}", row % 12, row / 12)));
    passes(&desk, "--file people.txt");
    let items = column(|row| format!("item {row}"));
    desk.write("items.csv", &items);
    let out = passes(&desk, "--file items.csv").out.replace('\n', " ");
    let first = items.lines().next().unwrap();
    let said = format!(
        "all 149 lines are one order. The first line, \"{first}\", was taken for a header;"
    );
    assert!(out.contains(&said), "{out}");
    assert!(passes(&desk, "--file items.csv --no-header").out.contains("on 150 cards"));
    desk.write("rows.txt", "ann bob cem dan\nbob ann dan cem\n".repeat(60));
    refused(&desk, "--file rows.txt --cards 4", 4, &["--labels FILE", "--labels sorted"]);
    desk.write("names.txt", "ann\nbob\ncem\ndan\n");
    let ended = desk.run("check --file rows.txt --labels names.txt").expect_code(1);
    assert!(ended.out.contains("only 2 different orders"), "{}", ended.out);
}

#[test]
fn draws_are_not_judged_by_the_items_that_came() {
    let desk = Desk::new();
    desk.write("winners.txt", "ann\nbob\nann\ncem\n".repeat(40));
    refused(&desk, "--file winners.txt", 2, &["--deal 1 --replacement and --labels FILE"]);
    let flags = "--file winners.txt --deal 1 --replacement --labels";
    let said = "name a file with every item that can be drawn";
    refused(&desk, &format!("{flags} sorted"), 2, &[said]);
    desk.write("entrants.txt", "ann\nbob\ncem\ndan\neve\n");
    desk.run(&format!("check {flags} entrants.txt")).expect_code(1);
}

#[test]
fn a_law_of_nearly_one_value_is_no_fault() {
    let desk = Desk::new();
    let row = |seed: usize| {
        let roll = |at: usize| (at * 7_919 + seed * 104_729) % 1_009 % 6 + 1;
        (0..300).map(|at| roll(at).to_string()).collect::<Vec<_>>().join(" ") + "\n"
    };
    desk.write("rolls.txt", (0..3).map(row).collect::<String>());
    let ended = desk.run("check --file rolls.txt --cards 6 --deal 300 --base 1 --replacement");
    assert!(matches!(ended.code, Some(0 | 1 | 3)), "{ended:?}");
}
