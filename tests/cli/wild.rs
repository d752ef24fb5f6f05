//! The shuffles in the wild: the programs in `audits/subjects`, their plan, and its report.
//!
//! Programs that are not installed here are skipped, with a message; a run in which all are skipped shows nothing.
#![cfg(unix)]

use crate::support::{Desk, Files, Table, root, skipped};
use shuffle_subjects::{CaseSpec, PlanFile, Written};
use std::{
    collections::BTreeMap,
    fs,
    path::PathBuf,
    process::{Command, Stdio},
};

// The plan.

fn text() -> String {
    fs::read_to_string(root().join("audits/wild.toml")).unwrap()
}

fn wild() -> PlanFile {
    PlanFile::parse("wild.toml", &text()).unwrap()
}

/// The programs of a case: the files in `audits/subjects` that its command names.
fn programs(command: &str) -> impl Iterator<Item = &str> {
    command.split(' ').filter_map(|word| word.strip_prefix("subjects/"))
}

fn source(program: &str) -> String {
    fs::read_to_string(root().join("audits/subjects").join(program)).unwrap()
}

#[test]
fn every_program_in_the_folder_is_in_the_plan_or_used_by_one_that_is() {
    let plan = wild();
    let commands: Vec<String> = plan.cases.iter().map(|case| case.subject.name()).collect();
    let run: Vec<&str> = commands.iter().flat_map(|command| programs(command)).collect();
    assert!(run.len() >= 30, "{run:?}");
    run.iter().for_each(|program| assert!(!source(program).is_empty(), "{program}"));
    for entry in fs::read_dir(root().join("audits/subjects")).unwrap() {
        let path: PathBuf = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        let is_program = path.is_file()
            && !name.starts_with('.')
            && !["md", "json"].contains(&path.extension().unwrap().to_str().unwrap());
        let is_run = || run.contains(&name) || run.iter().any(|by| source(by).contains(name));
        assert!(!is_program || is_run(), "{name} is in no case of audits/wild.toml");
    }
}

#[test]
fn every_case_has_a_probe_and_a_case_of_the_other_size() {
    let plan = wild();
    let mut sizes: BTreeMap<String, Vec<u64>> = BTreeMap::new();
    for case in &plan.cases {
        let program = Written::of(case).unwrap().subject.program().unwrap();
        assert!(program.probe.is_some(), "{}", case.id());
        sizes
            .entry(format!("{} {:?}", program.command(), program.probe))
            .or_default()
            .push(case.shape.cards() as u64);
        assert!(case.id().ends_with(&format!("-{}", case.shape.cards())), "{}", case.id());
    }
    assert!(sizes.len() >= 15);
    assert!(sizes.values().all(|sizes| sizes == &[10, 52]), "{sizes:?}");
}

/// Decks of each program in the test below. Its verdicts hold with a probability of 1 - 1e-6 for the sound ones, and
/// the coin's degree lies 12 standard errors from 0.
const DECKS: u64 = 5_000;

#[test]
fn every_program_that_can_be_run_here_deals_sound_decks_and_the_same_for_the_same_seed() {
    let mut plan: toml::Table = text().parse().unwrap();
    // The programs stay in their folder; the plan and its report are on the desk.
    let folder = root().join("audits").to_str().unwrap().to_owned();
    plan.insert("folder".to_owned(), toml::Value::String(folder));
    let cases = plan["case"].as_array_mut().unwrap();
    cases.retain(|case| case["cards"].as_integer() == Some(10));
    for case in cases {
        let case = case.as_table_mut().unwrap();
        case.insert("trials".to_owned(), toml::Value::Integer(DECKS as i64));
        case.insert("stall".to_owned(), toml::Value::String("2m".to_owned()));
    }
    let desk = Desk::new();
    desk.write("wild.toml", plan.to_string());
    let run = || {
        let ended = desk.run("run wild.toml");
        let is_empty = ended.code == Some(3) && ended.out.contains("0 of 0 cases as expected");
        if !is_empty {
            assert_eq!(ended.code, Some(0), "{}{}", ended.out, ended.err);
        }
        for line in ended.out.lines().filter(|line| line.starts_with("skipped ")) {
            skipped(line);
        }
        desk.files("reports/wild")
    };
    let (first, second) = (run(), run());
    let table = Table::read(&first["subjects.csv"]);
    for case in wild().cases.iter().filter(|case| case.shape.cards() == 10) {
        if table.cell(case.id(), "status") == "skipped" {
            continue;
        }
        let command = case.subject.name();
        let can_be_seeded = !programs(&command).any(|one| source(one).contains("cannot be seeded"));
        let decks = |files: &Files| files[&format!("{}/position.csv", case.id())].clone();
        assert_eq!(decks(&first) == decks(&second), can_be_seeded, "{}", case.id());
    }
}

/// The statement of the plan about mawk: each of its random numbers is the sum, modulo 1, of the 3rd and the
/// 31st before it, and so is less than both or more than both. Of three fair cards each lies between the
/// others in a third of the decks.
#[test]
fn with_mawk_card_31_does_not_lie_between_0_and_28() {
    let version = Command::new("mawk").args(["-W", "version"]).stdin(Stdio::null()).output();
    // It prints its version on stderr.
    let version = version.map(|output| [output.stdout, output.stderr].concat());
    let has_random = |said: Vec<u8>| String::from_utf8_lossy(&said).contains("srandom/random");
    if !version.is_ok_and(has_random) {
        return skipped("there is no mawk that uses random()");
    }
    const TRIALS: usize = 2_000;
    let program = root().join("audits/subjects/awk_sort.sh");
    let output = Command::new("sh")
        .args([program.to_str().unwrap(), "mawk"])
        .envs([("SHUFFLE_CARDS", "32"), ("SHUFFLE_TRIALS", "2000"), ("SHUFFLE_SEED", "7")])
        .output()
        .unwrap();
    let decks = String::from_utf8(output.stdout).unwrap();
    assert_eq!(decks.lines().count(), TRIALS);
    let between = |low: &str, card: &str, high: &str| {
        let lies = |deck: &&str| {
            let cards: Vec<&str> = deck.split(' ').collect();
            let place = |name| cards.iter().position(|card| *card == name).unwrap();
            let (a, b) = (place(low), place(high));
            (a.min(b)..a.max(b)).contains(&place(card))
        };
        decks.lines().filter(lies).count()
    };
    // One deck in a hundred thousand has equal numbers among these three, of which six digits are printed.
    assert!(between("0", "31", "28") <= 2, "{}", between("0", "31", "28"));
    // Other cards do: 5 standard deviations, so 6e-7 for a sound generator under any seed; this one is 7.
    let (mean, deviation) = (TRIALS as f64 / 3.0, (TRIALS as f64 * 2.0 / 9.0).sqrt());
    for (low, card, high) in [("1", "31", "28"), ("0", "31", "27"), ("0", "30", "28")] {
        let count = between(low, card, high) as f64;
        assert!((count - mean).abs() < 5.0 * deviation, "{card}: {count}");
    }
}

// The report.

/// The exact degree of 10 cards sorted by V8 with a comparator that tosses a coin: a run as long as the coin lets it
/// be, reversed if it descends, then a binary insertion of each card that is left. The expected number of ascents
/// follows from the chance of each place, since every card that is inserted is larger than those before it.
const COIN_SORT: f64 = 2_936_393.0 / 150_994_944.0;

fn report(path: &str) -> Vec<u8> {
    fs::read(root().join("reports/wild").join(path)).unwrap()
}

#[test]
fn the_committed_report_is_that_of_the_plan_and_everything_in_it_is_as_expected() {
    let written = String::from_utf8(report("plan.toml")).unwrap();
    let (then, now) = (PlanFile::parse("plan.toml", &written).unwrap(), wild());
    assert_eq!((then.seed, then.cases.len()), (now.seed, now.cases.len()));
    for (then, now) in then.cases.iter().zip(&now.cases) {
        assert_eq!(CaseSpec::of(then), CaseSpec::of(now), "reports/wild is stale: run `just wild`");
    }
    let subjects = Table::read(&report("subjects.csv"));
    for case in &now.cases {
        assert_eq!(subjects.cell(case.id(), "status"), "ran", "{}", case.id());
        assert_ne!(subjects.cell(case.id(), "version"), "", "{}", case.id());
        assert_eq!(subjects.cell(case.id(), "verdict"), case.expect.name(), "{}", case.id());
    }
    let degree = |column| subjects.cell("node-sort-10", column).parse::<f64>().unwrap();
    let deviation = (degree("degree") - COIN_SORT) / degree("standard_error");
    assert!(deviation.abs() < 4.5, "{} is not {COIN_SORT}", degree("degree"));
    for library in ["cpython", "numpy", "lodash", "shuf", "ruby", "java"] {
        let case = format!("{library}-52");
        assert_eq!(subjects.cell(&case, "verdict"), "pass");
        assert_eq!(subjects.cell(&case, "trials"), "1000000");
    }
}
