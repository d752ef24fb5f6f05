//! A report of every section, from made-up measurements.

use super::*;
use shuffle_report::{File, Pictures, files};

fn cost(factor: f64) -> Cost {
    Cost::paired(100, &[factor, 3.0 * factor, 2.0 * factor], &[2.0, 4.0, 4.0])
}

fn bench() -> Bench {
    let machine = Machine {
        processor: "A Processor".to_owned(),
        threads: 2,
        instruction_set: "portable".to_owned(),
        rustc: "rustc 1.95.0".to_owned(),
        effort: "quick",
    };
    let deal = |what: &str, how: &str, article| DealRow {
        what: what.to_owned(),
        how: how.to_owned(),
        generator: String::new(),
        deals: 300,
        cost: cost(1.0),
        article,
    };
    let shuffle = |cards, whose| ShuffleRow {
        cards,
        dealt: 5,
        shuffle: "shuffle".to_owned(),
        generator: "pcg64".to_owned(),
        whose,
        cost: cost(0.1),
    };
    let audit = |counted, threads| AuditRow {
        cards: 10,
        subject: "naive".to_owned(),
        generator: "pcg64".to_owned(),
        counted,
        threads,
        cost: cost(10.0),
        own: Spread::of([1.5]),
        speedup: Spread::of([1.0]),
        fixed_millis: 20.5,
    };
    let work = |vary, cards, trials, seconds: f64| WorkRow {
        vary,
        what: "audited".to_owned(),
        cards,
        trials,
        rounds: 1,
        seconds: Spread::of([seconds + 0.5]),
        fixed_seconds: 0.5,
        peak_memory: (trials > 10).then_some(9_000_000),
    };
    let peer = |whose| PeerRow {
        what: "peer".to_owned(),
        version: "1.2".to_owned(),
        whose,
        cost: cost(50.0),
    };
    let sections = vec![
        Section::Table(vec![
            deal("fy-slice", "one by one", Some(16.0)),
            deal("fyp", "on lanes", None),
            deal("draws", "overhead", Some(8.0)),
        ]),
        Section::Shuffles(vec![shuffle(5, Whose::Baseline), shuffle(52, Whose::Ours)]),
        Section::Audit(vec![audit(Counted::Nothing, 1), audit(Counted::Battery, 2)]),
        Section::Work(vec![
            work(Vary::Trials, 52, 10, 1.0),
            work(Vary::Trials, 52, 1_000, 100.0),
            work(Vary::Cards, 4, 10, 1.0),
            work(Vary::Cards, 400, 10, 10_000.0),
        ]),
        Section::Peers(vec![peer(Whose::Baseline), peer(Whose::Others)]),
    ];
    Bench { machine, sections }
}

fn text<'a>(files: &'a [File], path: &str) -> &'a str {
    let file = files.iter().find(|file| file.path == path).expect("it is there");
    std::str::from_utf8(&file.bytes).expect("it is text")
}

#[test]
fn every_section_has_a_table_and_a_picture() {
    let files = files(&bench(), Pictures::Drawn).unwrap();
    let paths: Vec<&str> = files.iter().map(|file| file.path.as_str()).collect();
    let expected = [
        "audit-10.png",
        "audit.csv",
        "machine.csv",
        "peers.csv",
        "peers.png",
        "plan.toml",
        "shuffles.csv",
        "shuffles.png",
        "table.csv",
        "table.png",
        "work-cards.png",
        "work-trials.png",
        "work.csv",
    ];
    assert_eq!(paths, expected);
    assert!(text(&files, "plan.toml").contains("\n[provenance]\n"), "known as a report by that");
}

#[test]
fn costs_are_medians_with_quartiles_and_ratios_are_taken_inside_a_round() {
    let files = files(&bench(), Pictures::Drawn).unwrap();
    // Ratios 1/2, 3/4 and 2/4, from times of 1, 3 and 2; three hundred deals at 2 ns.
    let row = "fy-slice,one by one,,300,6e-7,100,3,2,2,3,0.5,0.5,0.75,16,1";
    assert!(text(&files, "table.csv").contains(row), "{}", text(&files, "table.csv"));
    assert!(text(&files, "table.csv").contains(",8,0.5\n"), "the article's own ratio");
}

#[test]
fn what_an_audit_does_once_stands_apart_from_the_time_of_a_deck() {
    let files = files(&bench(), Pictures::Drawn).unwrap();
    assert!(text(&files, "audit.csv").lines().next().unwrap().ends_with(",fixed_ms"));
    assert!(text(&files, "audit.csv").lines().nth(1).unwrap().ends_with(",20.5"));
    // 1.5 seconds for ten decks, half a second of them whatever the decks.
    let row = "trials,audited,52,10,1,1.5,1.5,1.5,0.5,100000000,";
    assert!(text(&files, "work.csv").contains(row), "{}", text(&files, "work.csv"));
}

#[test]
fn slopes_are_those_of_the_logarithms() {
    let files = files(&bench(), Pictures::Drawn).unwrap();
    let table = text(&files, "work.csv");
    let slopes: Vec<f64> = table
        .lines()
        .skip(1)
        .map(|line| line.rsplit(',').next().unwrap().parse().unwrap())
        .collect();
    // A hundred times the trials take a hundred times as long, a hundred times the cards ten thousand times.
    for (found, expected) in slopes.iter().zip([1.0, 1.0, 2.0, 2.0]) {
        assert!((found - expected).abs() < 1e-9, "{slopes:?}");
    }
    assert!(section(&bench().sections[3]).contains("to the power of 2.000"));
}

#[test]
fn words_name_what_was_measured_and_on_what() {
    let bench = bench();
    assert!(
        machine(&bench.machine).starts_with("A Processor, 2 threads; lanes on portable; rustc")
    );
    let said: Vec<String> = bench.sections.iter().map(section).collect();
    for (words, expected) in said.iter().zip([
        "fy-slice",
        "shuffle, pcg64",
        "naive, pcg64: battery",
        "audited",
        "peer (1.2)",
    ]) {
        assert!(words.contains(expected), "{words}");
    }
}
