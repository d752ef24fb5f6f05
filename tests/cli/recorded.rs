//! Files of decks, and stdin: as many trials as they hold, and never a verdict on a part.

use crate::support::{Desk, Ended, Table, root};
use shuffle_algorithms::{Algorithm, RowsMut, Shape, fill::Job, generator::Seed};
use shuffle_reader::NameTable;
use std::{fs, io::Write};

/// Decks of a catalogued shuffle, from a fixed seed.
pub(crate) fn decks(algorithm: &str, cards: usize, decks: usize) -> Vec<u8> {
    let algorithm = Algorithm::parse(algorithm).unwrap();
    let job = Job::new(algorithm, Shape::whole(cards));
    let mut rows = vec![0; cards * decks];
    job.fill(RowsMut::Narrow(&mut rows), &Seed([52; 32]));
    rows
}

/// A line a deck.
fn lines(rows: &[u8], cards: usize, name: impl Fn(u8) -> String, separator: &str) -> String {
    let line = |deck: &[u8]| {
        deck.iter().map(|&card| name(card)).collect::<Vec<_>>().join(separator) + "\n"
    };
    rows.chunks(cards).map(line).collect()
}

fn text(algorithm: &str, cards: usize, trials: usize) -> String {
    lines(&decks(algorithm, cards, trials), cards, |card| card.to_string(), " ")
}

fn standard(card: u8) -> String {
    NameTable::standard_52().label(usize::from(card)).to_owned()
}

/// Runs with something on stdin.
fn piped(desk: &Desk, arguments: &str, stdin: &[u8]) -> Ended {
    let mut child = desk.start(arguments);
    // The binary need not read it to its end.
    let _ = child.stdin.take().unwrap().write_all(stdin);
    child.wait_with_output().unwrap().into()
}

#[test]
fn a_hundred_thousand_naive_decks_with_names_fail_by_position_and_cut_short_they_are_refused() {
    let desk = Desk::new();
    let names: Vec<String> = (0..52).map(standard).collect();
    let name = |card: u8| names[usize::from(card)].clone();
    let csv = lines(&decks("naive", 52, 100_000), 52, name, ",");
    desk.write("decks.csv", &csv);
    let flags = "--file decks.csv --labels standard-52 --metrics position";
    let ended = desk.run(&format!("check {flags}")).expect_code(1);
    assert!(ended.out.starts_with("FAIL: `decks.csv` on 52 cards"), "{}", ended.out);

    let middle = csv.len() - 80;
    desk.write("decks.csv", &csv[..middle]);
    let ended = desk.run(&format!("check {flags} --out report")).expect_code(4);
    let line = ended.only_line();
    assert!(line.starts_with("shuffle-audit: `decks.csv`: "), "{line}");
    assert!(line.contains("deck 99999 (line 100000)"), "{line}");
    assert_eq!(desk.names(""), ["decks.csv"], "no report");
}

#[test]
fn a_sound_file_says_what_its_decks_could_show_and_what_not() {
    let desk = Desk::new();
    desk.write("decks.txt", text("fisher-yates", 6, 10_000));
    let metrics = "degree,permutations,position";
    let ended = desk.run(&format!("check --file decks.txt --cards 6 --metrics {metrics}"));
    insta::assert_snapshot!(ended.expect_code(3).out);
    let ended = desk.run("check --file decks.txt --cards 6").expect_code(0);
    let said = "\nWhat the 10,000 decks of `decks.txt` can show, and what not:\n  With probability 0.999 \
                they show a card that lies at some position";
    assert!(ended.out.contains(said), "{}", ended.out);
    assert!(ended.out.contains("too few for permutations (14,400)"), "{}", ended.out);
    desk.write("plan.toml", "[[case]]\nid = \"log\"\nfile = \"decks.txt\"\ncards = 6\n");
    let run = desk.run("run plan.toml").expect_code(0);
    assert!(run.out.contains(said), "{}", run.out);
}

#[test]
fn a_file_gives_the_same_counts_as_stdin_compressed_or_not() {
    let desk = Desk::new();
    let decks = text("fisher-yates", 5, 20_000);
    desk.write("decks", &decks);
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    gzip.write_all(decks.as_bytes()).unwrap();
    let gzip = gzip.finish().unwrap();
    desk.write("decks.gz", &gzip);
    desk.run("check --cards 5 --file decks --out plain").expect_code(0);
    desk.run("check --cards 5 --file decks.gz --out gz").expect_code(0);
    piped(&desk, "check --cards 5 --file - --out stdin", decks.as_bytes()).expect_code(0);
    piped(&desk, "check --cards 5 --file - --out stdin-gz", &gzip).expect_code(0);
    let plain = desk.files("plain");
    for other in ["gz", "stdin", "stdin-gz"] {
        let other = desk.files(other);
        let counts = |name: &&String| name.starts_with("check/") && name.ends_with(".csv");
        assert!(plain.keys().filter(counts).count() > 3);
        for name in plain.keys().filter(counts) {
            assert!(plain[name] == other[name], "{name}");
        }
    }
    desk.write("decks.gz", &gzip[..gzip.len() - 100]);
    desk.run("check --cards 5 --file decks.gz").expect_code(4).only_line();
}

#[test]
fn the_recorded_decks_of_a_shuffle_are_judged_as_the_shuffle_itself() {
    let desk = Desk::new();
    // The blocks of the case below come from seeds of their own; only the report of a file is read here.
    desk.write("decks.u8", decks("sattolo", 10, 20_000));
    let ended = desk.run("check --file decks.u8 --cards 10 --out report").expect_code(1);
    assert!(ended.out.starts_with("FAIL: `decks.u8` on 10 cards"), "{}", ended.out);
    let files = desk.files("report");
    let position = Table::read(&files["check/position.csv"]);
    // A cycle of all cards leaves no card at its place.
    assert_eq!(position.cell("3", "card_3"), "0");
    assert_eq!(Table::read(&files["summary.csv"]).cell("check", "trials"), "20000");
}

#[test]
fn trials_are_the_most_that_are_read_of_a_file() {
    let desk = Desk::new();
    desk.write("decks", text("fisher-yates", 5, 1_000) + "and then something else\n");
    let flags = "check --file decks --cards 5 --metrics degree";
    let ended = desk.run(&format!("{flags} --trials 1_000")).expect_code(0);
    assert!(ended.out.contains(" in 1,000 decks of "), "{}", ended.out);
    desk.run(flags).expect_code(4);
    // Fewer than that are no fault.
    desk.write("decks", text("fisher-yates", 5, 1_000));
    let ended = desk.run(&format!("{flags} --trials 2_000")).expect_code(0);
    assert!(ended.out.contains(" in 1,000 decks of "), "{}", ended.out);
}

#[test]
fn a_suspicious_file_stays_suspicious_since_there_are_no_fresh_decks() {
    let desk = Desk::new();
    // 547 of 1,000: p = 0.003.
    desk.write("decks.txt", "0 1\n".repeat(547) + &"1 0\n".repeat(453));
    let flags = "--cards 2 --metrics permutations";
    let ended = desk.run(&format!("check --file decks.txt {flags}")).expect_code(3);
    assert!(ended.out.starts_with("SUSPICIOUS: `decks.txt`"), "{}", ended.out);
    let advice = "An effect of this size needs about 5,600 decks that are new, judged alone.\n";
    assert!(ended.out.contains(advice), "{}", ended.out);
    assert!(!ended.out.contains("again with") && !ended.out.contains("kept"), "{}", ended.out);

    let case =
        "[[case]]\nid = \"log\"\nfile = \"decks.txt\"\ncards = 2\nmetrics = [\"permutations\"]";
    desk.write("plan.toml", case);
    let ended = desk.run("run plan.toml").expect_code(3);
    assert!(ended.out.contains("new, judged alone"), "{}", ended.out);
    assert!(!ended.out.contains("run it again"), "{}", ended.out);
    let summary = Table::read(&desk.files("reports")["plan/summary.csv"]);
    assert_eq!(summary.column("stage"), ["0"]);
}

#[test]
fn a_recording_gets_one_answer_in_every_run_and_at_every_length() {
    let desk = Desk::new();
    fs::copy(root().join("audits/data/draft-1970.txt"), desk.path("draft.txt")).unwrap();
    // 70 of 99 is p = 4e-5, and so is one row more: below the budget of a recording, above the budget of a run.
    let rows = "0 1\n".repeat(70) + &"1 0\n".repeat(29);
    desk.write("99.txt", &rows);
    desk.write("100.txt", rows.clone() + "0 1\n");
    let flags = "--cards 2 --metrics degree";
    for length in ["99", "100"] {
        let ended = desk.run(&format!("check --file {length}.txt {flags}")).expect_code(1);
        let budget = "any false alarm in this recording is at most 0.001.";
        assert!(ended.out.contains(budget), "{}", ended.out);
        desk.run(&format!("check --file {length}.txt {flags} --alpha 1e-6")).expect_code(3);
    }
    let recordings = [("draft", 366, 1), ("99", 2, 0), ("100", 2, 0)];
    let case = |(id, cards, base): (&str, _, _)| {
        let metrics = if cards == 2 { "metrics = [\"degree\"]\n" } else { "" };
        format!(
            "[[case]]\nid = \"{id}\"\nfile = \"{id}.txt\"\ncards = {cards}\nbase = {base}\n{metrics}"
        )
    };
    let live = "[[case]]\nid = \"live\"\nalgorithm = \"fisher-yates\"\ncards = 8\ntrials = 2_000\n";
    let all: String = recordings.into_iter().map(case).collect();
    desk.write("all.toml", all.clone());
    desk.write("mixed.toml", format!("{live}{all}"));
    for one in recordings {
        desk.write(&format!("only-{}.toml", one.0), case(one));
    }
    let answers = |plan: &str| {
        let out = desk.run(&format!("run {plan}.toml")).expect_code(1).out;
        let summary = Table::read(&desk.files("reports")[&format!("{plan}/summary.csv")]);
        let of = |id: &str| {
            let rows = summary.rows.iter().filter(|row| row.contains(&id.to_owned()));
            rows.cloned().collect::<Vec<_>>()
        };
        (out, recordings.map(|(id, ..)| of(id)))
    };
    let (mixed, rows) = answers("mixed");
    let both = "decks drawn in this run under one error budget (Holm): the probability of any false alarm is at most \
                1e-6, half of it kept for a second look. ";
    assert!(mixed.contains(both), "{mixed}");
    assert!(
        mixed.contains(" tests of 3 recordings, each with its own budget: at most 0.001."),
        "{mixed}"
    );
    let (together, of_all) = answers("all");
    assert!(together.contains("in any one of the 3 recordings is at most 0.001."), "{together}");
    assert_eq!(of_all, rows);
    for (index, (id, ..)) in recordings.into_iter().enumerate() {
        let (_, alone) = answers(&format!("only-{id}"));
        assert!(!rows[index].is_empty());
        assert_eq!(alone[index], rows[index], "{id}");
    }
}

#[test]
fn a_file_may_be_read_only_until_it_is_decided() {
    let desk = Desk::new();
    desk.write("naive", text("naive", 10, 50_000) + "and then something else\n");
    let ended = desk.run("check --until-decided --file naive --cards 10").expect_code(1);
    assert!(ended.out.starts_with("FAIL: `naive` on 10 cards"), "{}", ended.out);
    desk.write("sound", text("fisher-yates", 10, 2_000));
    let ended = desk.run("check --until-decided --file sound --cards 10").expect_code(0);
    assert!(
        ended.out.starts_with("PASS: no bias found in 2,000 decks of `sound`"),
        "{}",
        ended.out
    );
    desk.write("sound", text("fisher-yates", 10, 2_000) + "0 1 2");
    desk.run("check --until-decided --file sound --cards 10").expect_code(4);
}

#[test]
fn a_file_that_holds_no_decks_is_at_fault_and_one_that_is_not_there_a_wrong_flag() {
    let desk = Desk::new();
    let no_deck = "shuffle-audit: stdin: the input holds no deck";
    assert_eq!(piped(&desk, "check --file - --cards 5", b"").expect_code(4).only_line(), no_deck);
    desk.write("empty", "");
    desk.write("folder/file", "");
    assert!(desk.run("check --file empty").expect_code(4).only_line().contains("`empty`"));
    assert!(desk.run("check --file folder").expect_code(4).only_line().contains("`folder`"));
    let absent = "shuffle-audit: there is no file `absent`";
    assert_eq!(desk.run("check --file absent").expect_code(2).only_line(), absent);
}

#[test]
fn names_of_cards_come_from_a_file_in_start_order() {
    let desk = Desk::new();
    desk.write("names", "wolf\ngoat\ncabbage\n");
    desk.write("decks.csv", "first,second,third\n".to_owned() + &"cabbage,wolf,goat\n".repeat(100));
    let flags = "--file decks.csv --labels names --cards 3 --metrics position --out report";
    desk.run(&format!("check {flags}")).expect_code(1);
    let position = Table::read(&desk.files("report")["check/position.csv"]);
    assert_eq!(position.cell("0", "cabbage"), "100");
    desk.write("names", "wolf\ngoat\ngoat\n");
    let ended = desk.run(&format!("check {flags}")).expect_code(2);
    assert!(ended.only_line().starts_with("shuffle-audit: --labels: the labels `names`: "));
}
