//! The program `shuffle-bench`: its tables can be read. No test checks how fast anything is: times differ from machine to
//! machine.

use assert_cmd::{Command, cargo::cargo_bin};
use std::{
    collections::HashMap,
    fs,
    path::Path,
    time::{Duration, Instant},
};

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

#[test]
fn shuffles_are_measured_and_written_whole() {
    let home = tempfile::tempdir().unwrap();
    let clock = Instant::now();
    let (out, _) = run(home.path(), "--quick --only shuffles --csv bench.csv", 0);
    // A fifth of that on an idle machine; all topics together are to take 20 seconds.
    assert!(clock.elapsed() < Duration::from_secs(60), "{:?}", clock.elapsed());
    assert!(out.contains("lanes on ") && out.contains("a quick look"), "{out}");
    assert_eq!(fs::read_dir(home.path()).unwrap().count(), 1, "nothing is left next to it");

    let mut reader = csv::Reader::from_path(home.path().join("bench.csv")).unwrap();
    let rows: Vec<HashMap<String, String>> = reader.deserialize().map(Result::unwrap).collect();
    assert!(rows.iter().all(|row| row["topic"] == "shuffles"));
    for cards in ["5", "10", "52", "256", "1000", "1000000"] {
        assert!(rows.iter().any(|row| row["cards"] == cards), "{cards} cards");
    }
    for row in &rows {
        let number = |column: &str| -> f64 {
            row[column].parse().unwrap_or_else(|_| panic!("{column}: {row:?}"))
        };
        for column in ["dealt", "decks", "rounds", "ns_low"] {
            assert!(number(column) > 0.0, "{column}: {row:?}");
        }
        assert!(number("ns_low") <= number("ns_per_deck"), "{row:?}");
        assert!(number("ns_per_deck") <= number("ns_high"), "{row:?}");
        let ratios = ["ratio_low", "ratio", "ratio_high"].map(number);
        assert!(0.0 < ratios[0] && ratios.is_sorted(), "{row:?}");
        if row["what"].starts_with("rand ") && row["what"].ends_with(" on pcg64") {
            assert_eq!(ratios, [1.0; 3], "the reference is its own measure");
        }
        assert!(row["machine"].contains("rustc") && row["machine"].contains("quick"), "{row:?}");
    }
    for what in
        ["52 draws alone", "fisher-yates on lanes-xoshiro256pp", "fastrand shuffle on wyrand"]
    {
        assert!(rows.iter().any(|row| row["what"] == what), "{what}");
    }
}

#[test]
fn what_cannot_be_measured_is_refused_before_anything_is() {
    let home = tempfile::tempdir().unwrap();
    let refused = |flags: &str, why: &str| {
        let (out, err) = run(home.path(), flags, 2);
        assert_eq!(out, "", "before anything is measured");
        assert!(err.contains(why), "{err}");
    };
    refused("--only shufles,audit --csv bench.csv", "'shuffles'");
    refused("--only speed --csv bench.csv", "shuffles, lanes, audit, peers");
    // The scripts of the peers lie in the project's folder, and this is another one.
    let scripts = "there is no folder `bench/peers` here";
    refused("--quick --only peers --csv bench.csv", scripts);
    refused("--threads 0", "--threads");
    refused("--quick --only shuffles --csv no/such/folder.csv", "`no/such/folder.csv`");
    assert_eq!(fs::read_dir(home.path()).unwrap().count(), 0, "and nothing is written");
}
