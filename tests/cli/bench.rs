//! `shuffle-audit bench`: its tables can be read, its pictures too. How fast anything is, is tested nowhere: times
//! differ from machine to machine, and the reports of a bench are the only ones whose bytes are compared with nothing.

use crate::support::{Desk, Table};
use std::time::{Duration, Instant};

fn numbers(table: &Table, column: &str) -> Vec<f64> {
    let cells = table.column(column);
    cells.iter().map(|cell| cell.parse().unwrap_or_else(|_| panic!("{column}: `{cell}`"))).collect()
}

/// Width and height that a PNG says it has.
fn size_of_png(bytes: &[u8]) -> (u32, u32) {
    assert_eq!(&bytes[..8], b"\x89PNG\r\n\x1a\n");
    assert_eq!(&bytes[bytes.len() - 8..][..4], b"IEND", "it is there to its end");
    let number = |at: usize| u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap());
    (number(16), number(20))
}

#[test]
fn shuffles_are_measured_and_written_whole() {
    let desk = Desk::new();
    let clock = Instant::now();
    let ended = desk.run("bench --quick --only shuffles --out tables").expect_code(0);
    // A fifth of that on an idle machine; all sections together are to take 20 seconds.
    assert!(clock.elapsed() < Duration::from_secs(60), "{:?}", clock.elapsed());
    assert!(ended.out.contains("lanes on "), "the instruction set is told: {}", ended.out);
    assert!(ended.out.ends_with("Report: tables\n"), "{}", ended.out);
    let names = ["machine.csv", "manifest.json", "plan.toml", "shuffles.csv", "shuffles.png"];
    assert_eq!(desk.names("tables"), names);
    assert_eq!(desk.names(""), ["tables"], "nothing is left beside it");

    let table = Table::read(desk.read("tables/shuffles.csv").as_bytes());
    let cards = numbers(&table, "cards");
    for size in [5.0, 10.0, 52.0, 256.0, 1_000.0, 1_000_000.0] {
        assert!(cards.contains(&size), "{size} cards");
    }
    for column in ["dealt", "decks", "rounds", "ns_per_deck", "ns_low", "ns_high"] {
        assert!(numbers(&table, column).iter().all(|&number| number > 0.0), "{column}");
    }
    let ratios = ["ratio_low", "ratio", "ratio_high"].map(|column| numbers(&table, column));
    for (row, cells) in table.rows.iter().enumerate() {
        let [low, median, high] = [0, 1, 2].map(|column: usize| ratios[column][row]);
        assert!(0.0 < low && low <= median && median <= high, "{cells:?}");
        if cells[2].starts_with("rand ") && cells[3] == "pcg64" {
            assert_eq!([low, median, high], [1.0; 3], "the baseline is its own measure");
        }
    }
    assert!(table.column("generator").contains(&"lanes-xoshiro256pp"));
    assert!(table.column("shuffle").contains(&"fastrand shuffle"));

    let (width, height) = size_of_png(&desk.files("tables")["shuffles.png"]);
    assert!(width >= 1000 && height >= 500, "{width} by {height}");
    let machine = Table::read(desk.read("tables/machine.csv").as_bytes());
    assert_eq!(machine.column("effort"), ["quick"]);
    assert!(machine.column("rustc")[0].contains("rustc"), "{:?}", machine.rows);

    // A report of ours may be written over, anything else may not.
    desk.write("tables/notes.md", "mine");
    desk.run("bench --quick --only shuffles --out tables").expect_code(0);
    assert_eq!(desk.read("tables/notes.md"), "mine");
    desk.write("tables/machine.csv", "mine");
    let ended = desk.run("bench --quick --only shuffles --out tables").expect_code(2);
    assert!(ended.only_line().contains("machine.csv"), "{}", ended.err);
}

#[test]
fn what_cannot_be_measured_is_refused_before_anything_is() {
    let desk = Desk::new();
    let ended = desk.run("bench --only shufles,table --out tables").expect_code(2);
    assert!(ended.only_line().contains("did you mean `shuffles`?"), "{}", ended.err);
    let ended = desk.run("bench --only speed --out tables").expect_code(2);
    let line = ended.only_line();
    assert!(line.contains("table, shuffles, audit, work, peers"), "{line}");
    // The scripts of the peers lie in the project's folder, and this is another one.
    let ended = desk.run("bench --quick --only peers --out tables").expect_code(2);
    assert!(ended.err.contains("there is no folder `benches/peers` here"), "{}", ended.err);
    desk.run("bench --threads 0").expect_code(2);
    assert_eq!(desk.names(""), [""; 0], "and nothing is written");
}
