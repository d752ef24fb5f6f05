//! Recorded orders in which rows are missing or come twice: what is said of them, and how the others are judged.

use crate::support::{Desk, Ended};
use shuffle_algorithms::{Algorithm, RowsMut, Shape, fill::Job, generator::Seed};

/// A sound order of this many rows.
fn order(rows: usize, seed: u8) -> Vec<u32> {
    let mut order = vec![0; rows];
    let job = Job::new(Algorithm::parse("fisher-yates").unwrap(), Shape::whole(rows));
    job.fill(RowsMut::Wide(&mut order), &Seed([seed; 32]));
    order
}

fn wide(orders: &[Vec<u32>]) -> Vec<u8> {
    orders.iter().flatten().flat_map(|row| row.to_le_bytes()).collect()
}

fn text(orders: &[Vec<u32>]) -> String {
    let line =
        |order: &Vec<u32>| order.iter().map(u32::to_string).collect::<Vec<_>>().join(" ") + "\n";
    orders.iter().map(line).collect()
}

fn checked(desk: &Desk, flags: &str, code: i32) -> Ended {
    desk.run(&format!("check {flags}")).expect_code(code)
}

#[test]
fn padding_and_dropped_rows_are_counted_and_named_and_the_rows_that_came_once_are_judged() {
    let desk = Desk::new();
    let mut padded = order(1_000, 1);
    padded.extend_from_within(..24);
    desk.write("padded.u32le", wide(&[padded.clone()]));
    let said = checked(&desk, "--file padded.u32le --cards 1000", 4).only_line().to_owned();
    let first = format!("{} at places 0 and 1000", padded[0]);
    let wanted = [
        "deck 0 (byte 0) has 1,024 cells for 1,000 rows, of which 24 come more than once",
        &first,
        "all that come again are at places 1000 to 1023, the end",
        "--coverage ignore judges the rows that came once",
    ];
    for wanted in wanted {
        assert!(said.contains(wanted), "{wanted}: {said}");
    }

    let dropped: Vec<Vec<u32>> = (1..4).map(|seed| order(1_000, seed)[..990].to_vec()).collect();
    desk.write("dropped.txt", text(&dropped));
    let said = checked(&desk, "--file dropped.txt --cards 1000", 4).only_line().to_owned();
    assert!(said.contains("990 cells for 1,000 rows, of which 10 never come ("), "{said}");
    assert!(said.contains("; 3 of 3 orders are so"), "{said}");

    for (file, rows) in [("padded.u32le", "976"), ("dropped.txt", "97")] {
        let ended = checked(&desk, &format!("--file {file} --cards 1000 --coverage ignore"), 0);
        assert!(ended.out.contains(&format!("(judged: the {rows}")), "{}", ended.out);
        assert!(ended.out.contains("that came once)"), "{}", ended.out);
    }
    // What is found of the other rows is found again.
    let sorted: Vec<u32> = (0..1_000).chain(0..24).collect();
    desk.write("sorted.u32le", wide(&[sorted]));
    let ended = checked(&desk, "--file sorted.u32le --cards 1000 --coverage ignore", 1);
    assert!(ended.out.contains("--cards 1000"), "{}", ended.out);
}

#[test]
fn what_cannot_be_ignored_is_said_in_one_line() {
    let desk = Desk::new();
    let line = |flags: &str, code| checked(&desk, flags, code).only_line().to_owned();
    desk.write("twice.txt", "0 0 1 1\n");
    desk.write("strange.txt", "3 1 7 0\n");
    let said = line("--file twice.txt --cards 2 --coverage ignore", 4);
    assert!(said.contains("2 come more than once"), "{said}");
    let said = line("--file strange.txt --cards 4 --coverage ignore", 4);
    assert!(said.contains("the cell at place 2 is no row, which is not ignored"), "{said}");
    let said = line("--file - --cards 4 --coverage ignore", 2);
    assert!(said.contains("--coverage: to ignore rows a file is read twice"), "{said}");
    let said = line("--file twice.txt --cards 4 --coverage ignored", 2);
    assert!(said.contains("there is no coverage `ignored`; there are strict and ignore"), "{said}");
    let said = line("--file twice.txt --cards 4 --deal 2 --coverage ignore", 2);
    assert!(said.contains("`coverage` is of whole orders; leave `deal` out"), "{said}");
}

#[test]
fn rows_are_missing_by_their_names() {
    let desk = Desk::new();
    desk.write("names.txt", "ada\nbob\neve\nkim\nleo\n");
    desk.write("order.txt", "kim ada bob ada\n");
    let said =
        checked(&desk, "--file order.txt --cards 5 --labels names.txt", 4).only_line().to_owned();
    assert!(said.contains("2 never come (eve, leo)"), "{said}");
    assert!(said.contains("1 come more than once (ada at places 1 and 3)"), "{said}");
}

#[test]
fn a_plan_ignores_rows_as_flags_do() {
    let desk = Desk::new();
    let mut padded = order(500, 1);
    padded.extend_from_within(..12);
    desk.write("padded.u32le", wide(&[padded]));
    let case =
        "[[case]]\nid = \"a\"\nfile = \"padded.u32le\"\ncards = 500\ncoverage = \"ignore\"\n";
    desk.write("plan.toml", case);
    desk.run("run plan.toml").expect_code(0);
}
