//! The program `shuffle-bench`: its tables can be read, its pictures too. How fast anything is, is tested nowhere: times
//! differ from machine to machine, and the reports of a bench are the only ones whose bytes are compared with nothing.

use assert_cmd::{Command, cargo::cargo_bin};
use std::{
    fs,
    path::Path,
    time::{Duration, Instant},
};

/// A CSV table.
struct Table {
    header: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Table {
    fn read(path: &Path) -> Self {
        let mut reader = csv::Reader::from_path(path).unwrap();
        let cells = |record: &csv::StringRecord| record.iter().map(str::to_owned).collect();
        let header = cells(reader.headers().unwrap());
        Self { header, rows: reader.records().map(|row| cells(&row.unwrap())).collect() }
    }

    #[track_caller]
    fn column(&self, name: &str) -> Vec<&str> {
        let index = self.header.iter().position(|column| column == name);
        let index = index.unwrap_or_else(|| panic!("no column `{name}` in {:?}", self.header));
        self.rows.iter().map(|row| row[index].as_str()).collect()
    }

    #[track_caller]
    fn numbers(&self, name: &str) -> Vec<f64> {
        let number =
            |cell: &str| cell.parse().unwrap_or_else(|_| panic!("{name}: `{cell}` is no number"));
        self.column(name).into_iter().map(number).collect()
    }
}

/// Runs it in a folder and returns stdout and stderr; fails if it ends with another code.
#[track_caller]
fn run(folder: &Path, flags: &str, code: i32) -> (String, String) {
    let output = Command::new(cargo_bin!("shuffle-bench"))
        .args(flags.split_whitespace())
        .current_dir(folder)
        .timeout(Duration::from_secs(120))
        .output()
        .unwrap();
    let [out, err] = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
    assert_eq!(output.status.code(), Some(code), "\n--- stdout\n{out}\n--- stderr\n{err}");
    (out, err)
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
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
    let home = tempfile::tempdir().unwrap();
    let (desk, tables) = (home.path(), home.path().join("tables"));
    let clock = Instant::now();
    let (out, _) = run(desk, "--quick --only shuffles --out tables", 0);
    // A fifth of that on an idle machine; all topics together are to take 20 seconds.
    assert!(clock.elapsed() < Duration::from_secs(60), "{:?}", clock.elapsed());
    assert!(out.contains("lanes on "), "the instruction set is told: {out}");
    assert!(out.ends_with("Report: tables\n"), "{out}");
    let written = ["machine.csv", "manifest.json", "plan.toml", "shuffles.csv", "shuffles.png"];
    assert_eq!(names(&tables), written);
    assert_eq!(names(desk), ["tables"], "nothing is left beside it");

    let table = Table::read(&tables.join("shuffles.csv"));
    let cards = table.numbers("cards");
    for shape in [5.0, 10.0, 52.0, 256.0, 1_000.0, 1_000_000.0] {
        assert!(cards.contains(&shape), "{shape} cards");
    }
    for column in ["dealt", "decks", "rounds", "ns_per_deck", "ns_low", "ns_high"] {
        assert!(table.numbers(column).iter().all(|&number| number > 0.0), "{column}");
    }
    let ratios = ["ratio_low", "ratio", "ratio_high"].map(|column| table.numbers(column));
    for (row, cells) in table.rows.iter().enumerate() {
        let [low, median, high] = [0, 1, 2].map(|column: usize| ratios[column][row]);
        assert!(0.0 < low && low <= median && median <= high, "{cells:?}");
        if cells[2].starts_with("rand ") && cells[3] == "pcg64" {
            assert_eq!([low, median, high], [1.0; 3], "the baseline is its own measure");
        }
    }
    assert!(table.column("generator").contains(&"lanes-xoshiro256pp"));
    assert!(table.column("shuffle").contains(&"fastrand shuffle"));

    let (width, height) = size_of_png(&fs::read(tables.join("shuffles.png")).unwrap());
    assert!(width >= 1000 && height >= 500, "{width} by {height}");
    let machine = Table::read(&tables.join("machine.csv"));
    assert_eq!(machine.column("effort"), ["quick"]);
    assert!(machine.column("rustc")[0].contains("rustc"), "{:?}", machine.rows);
}

#[test]
fn a_report_of_ours_is_written_over_and_anything_else_is_not() {
    let home = tempfile::tempdir().unwrap();
    let (desk, tables) = (home.path(), home.path().join("tables"));
    let table = "--quick --only table --out tables";
    run(desk, table, 0);
    fs::write(tables.join("notes.md"), "mine").unwrap();
    run(desk, table, 0);
    assert_eq!(fs::read_to_string(tables.join("notes.md")).unwrap(), "mine");
    fs::write(tables.join("machine.csv"), "mine").unwrap();
    let (out, err) = run(desk, table, 2);
    assert_eq!(out, "", "it is refused before anything is measured");
    assert!(err.contains("has `machine.csv` in the way"), "{err}");
    assert_eq!(fs::read_to_string(tables.join("machine.csv")).unwrap(), "mine");
    fs::write(desk.join("file"), "").unwrap();
    let (_, err) = run(desk, "--quick --only table --out file", 2);
    assert!(err.contains("`file`: not a directory"), "{err}");
}

#[test]
fn what_cannot_be_measured_is_refused_before_anything_is() {
    let home = tempfile::tempdir().unwrap();
    let (_, err) = run(home.path(), "--only shufles,table --out tables", 2);
    assert!(err.contains("'shuffles'"), "the nearest is named: {err}");
    let (_, err) = run(home.path(), "--only speed --out tables", 2);
    assert!(err.contains("work, table, shuffles, audit, peers"), "{err}");
    // The scripts of the peers lie in the project's folder, and this is another one.
    let (_, err) = run(home.path(), "--quick --only peers --out tables", 2);
    assert!(err.contains("there is no folder `bench/peers` here"), "{err}");
    run(home.path(), "--threads 0", 2);
    assert_eq!(names(home.path()), [""; 0], "and nothing is written");
}
