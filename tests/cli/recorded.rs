//! Files of decks, and stdin: as many trials as they hold, and never a verdict on a part.

use crate::support::{Desk, Table, root};
use shuffle_algorithms::{Algorithm, RowsMut, Shape, fill::Job, generator::Seed};
use std::fs;

/// Decks of a catalogued shuffle, from a fixed seed.
pub(crate) fn decks(algorithm: &str, cards: usize, decks: usize) -> Vec<u8> {
    let algorithm = Algorithm::parse(algorithm).unwrap();
    let job = Job::new(algorithm, Shape::whole(cards));
    let mut rows = vec![0; cards * decks];
    job.fill(RowsMut::Narrow(&mut rows), &Seed([52; 32]));
    rows
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
