//! Decks that a caller of the library holds in memory are judged as files and programs are.

use shuffle_audit::engine::Options;
use shuffle_audit_cli::{Check, Folder, Held, NoVerdict, save};
use shuffle_report::json;
use shuffle_studies::Results;
use std::{
    fs,
    io::{self, Cursor, Read},
    sync::Arc,
};

type Make = fn(&[(&str, String)]) -> io::Result<Vec<u8>>;

/// Bytes, or for a function decks that it makes.
struct Bytes(Make);

impl Held for Bytes {
    fn open(&self, environment: &[(&str, String)]) -> io::Result<Box<dyn Read + Send>> {
        Ok(Box::new(Cursor::new(self.0(environment)?)))
    }
}

fn judged(flags: &[&str], folder: Folder) -> Result<Results, NoVerdict> {
    let check = Check::of(flags, folder)?;
    let results = shuffle_studies::run(&check.plan, &Options::default()).unwrap();
    check.no_verdict(&results.findings).map_or(Ok(results), Err)
}

fn document(results: &Results) -> String {
    json::check(&results.findings).unwrap()
}

/// 120 decks of 4 cards, each turned by one card more than the one before.
fn turned(_: &[(&str, String)]) -> io::Result<Vec<u8>> {
    let deck = |trial: usize| (0..4).map(move |place| ((place + trial) % 4).to_string());
    let lines = (0..120).map(|trial| deck(trial).collect::<Vec<_>>().join(" ") + "\n");
    Ok(lines.collect::<String>().into_bytes())
}

/// As many decks as are wanted: a deck of two cards, with the lower bits of the seed as order of the next ones.
fn by_seed(environment: &[(&str, String)]) -> io::Result<Vec<u8>> {
    let of = |name: &str| {
        let found = environment.iter().find(|(key, _)| *key == name);
        found.and_then(|(_, value)| value.parse::<u64>().ok()).unwrap()
    };
    let bit = |trial: u64| (of("SHUFFLE_SEED") >> (trial % 64)) as u8 & 1;
    Ok((0..of("SHUFFLE_TRIALS")).flat_map(|trial| [bit(trial), 1 - bit(trial)]).collect())
}

#[test]
fn an_array_is_judged_as_the_file_with_its_bytes() {
    let home = tempfile::tempdir().unwrap();
    let path = home.path().join("decks.txt");
    let name = path.to_str().unwrap();
    for flags in [&[][..], &["--deal", "2"], &["--trials", "100"], &["--coverage", "ignore"]] {
        let flags = [&["--file", name][..], flags].concat();
        fs::write(&path, turned(&[]).unwrap()).unwrap();
        let of_file = document(&judged(&flags, Folder::default()).unwrap());
        fs::write(&path, "what is held comes before what is on the disk").unwrap();
        let held = Folder::default().holding(name, Arc::new(Bytes(turned)));
        assert!(document(&judged(&flags, held).unwrap()) == of_file, "{flags:?}");
    }
}

#[test]
fn labels_can_be_held_too() {
    let folder = Folder::default().holding("held.txt", Arc::new(Bytes(turned)));
    let folder = folder.holding_text("names", "3\n2\n1\n0\n");
    let results = judged(&["--file", "held.txt", "--labels", "names"], folder).unwrap();
    assert!(document(&results).contains(r#""labels": ["#));
}

#[test]
fn a_function_is_run_as_a_program_and_no_command_is_said_to_run_it() {
    let flags = ["--exec", "mine", "--format", "u8", "--cards", "2", "--trials", "6400"];
    let of = |seed: &str| {
        let folder = Folder::default().holding("mine", Arc::new(Bytes(by_seed)));
        judged(&[&flags[..], &["--seed", seed]].concat(), folder).unwrap()
    };
    let (one, other) = (of("1"), of("2"));
    let case = &one.findings.cases[0];
    assert_eq!(case.seen().repeatable, Some(true));
    assert_eq!(case.case.subject.name(), "mine");
    assert!(document(&one).contains(r#""see_again": null"#));
    assert_ne!(document(&one), document(&other));
    let home = tempfile::tempdir().unwrap();
    save(&one, &home.path().join("report")).unwrap();
    assert!(home.path().join("report/index.html").exists());
}

#[test]
fn the_faults_of_a_function_are_those_of_a_subject() {
    let flags = ["--exec", "mine", "--format", "u8", "--cards", "2", "--trials", "100"];
    let cases: [(Make, &str); 4] = [
        (|_| Err(io::Error::other("no decks today")), "no decks today"),
        (|_| Ok(vec![0, 1, 1, 0]), "ended after 2 of 100 decks"),
        (|_| Ok(vec![0, 0]), "card 0 twice"),
        (|_| Ok([0, 1].repeat(101)), "continues after all 100 decks"),
    ];
    for (make, said) in cases {
        let folder = Folder::default().holding("mine", Arc::new(Bytes(make)));
        let no_verdict = judged(&flags, folder).unwrap_err();
        assert_eq!(no_verdict.exit, 4, "{no_verdict}");
        assert!(no_verdict.why.contains(said), "{no_verdict}");
    }
    let wrong = Check::of(&["--exec", "mine", "--card", "2"], Folder::default()).unwrap_err();
    assert_eq!((wrong.exit, &*wrong.why), (2, "unexpected argument '--card' found"));
}
