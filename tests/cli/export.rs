//! `--export`: files for others, of `run`, `check`, `exact` and `power`.

use crate::support::{Desk, Table, root, skipped_but_in_ci};
use calamine::{Data, Reader, Xlsx};
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use serde_json::Value;
use std::{fs, io::Cursor, process::Command};

/// A plan whose labels, title and program say what others could take for markup.
const HOSTILE: &str = r#"
title = "</title> | **@all** [x](https://x.y) =1+1"
seed = "0x5eed"

[[case]]
id = "naive"
algorithm = "naive"
cards = 5
trials = 20_000
metrics = ["position", "degree"]

[[case]]
id = "labels"
file = "decks.txt"
cards = 3
labels = "labels.txt"
metrics = ["position"]

[[case]]
id = "planted"
algorithm = "sattolo"
cards = 5
trials = 20_000
expect = "fail"
metrics = ["position"]
"#;

fn hostile() -> Desk {
    let desk = Desk::new();
    desk.write("labels.txt", "</details>,=1+1,@all|`x`");
    desk.write("decks.txt", "</details> =1+1 @all|`x`\n=1+1 </details> @all|`x`\n".repeat(1_000));
    desk.write("plan.toml", HOSTILE);
    desk
}

#[test]
fn a_summary_has_nothing_hostile() {
    let desk = hostile();
    desk.run("run plan.toml --no-report --export summary.md").expect_code(1);
    assert_harmless(&desk.read("summary.md"));
}

/// Checks Markdown as a reader shows it: no links, no pictures, no names outside code, and no HTML but ours.
#[track_caller]
fn assert_harmless(summary: &str) {
    let options = Options::ENABLE_TABLES;
    let mut is_code = false;
    for event in Parser::new_ext(summary, options) {
        match event {
            Event::Start(Tag::Link { .. } | Tag::Image { .. }) => panic!("a link: {event:?}"),
            Event::Start(Tag::CodeBlock(_)) => is_code = true,
            Event::End(TagEnd::CodeBlock) => is_code = false,
            Event::Html(html) => {
                let is_ours =
                    html.starts_with("<details><summary><code>") || html.trim() == "</details>";
                assert!(is_ours && !html.contains("@all"), "{html}");
            }
            Event::InlineHtml(html) => assert_eq!(&*html, "<!-- -->"),
            Event::Text(text) => assert!(is_code || !text.contains("@all"), "{text}"),
            _ => {}
        }
    }
}

#[test]
fn another_reader_of_xml_finds_the_same_in_the_results() {
    let desk = hostile();
    let words = "import xml.etree.ElementTree as t; r = t.parse('results.xml').getroot(); s = r[0]; \
                 print(r.tag, s.tag, s.get('name'), s.get('tests'), s.get('failures'), s.get('errors'), \
                 [[c.get('name')] + [e.tag for e in c] for c in s if c.tag == 'testcase'])";
    desk.run("run plan.toml --no-report --export results.xml").expect_code(1);
    let Ok(read) = Command::new("python3").args(["-c", words]).current_dir(desk.path(".")).output()
    else {
        return skipped_but_in_ci("there is no python3");
    };
    let read = String::from_utf8(read.stdout).unwrap();
    let expected = "testsuites testsuite plan 3 2 0 [['labels', 'failure', 'system-out'], \
                    ['naive', 'failure', 'system-out'], ['planted', 'system-out']]\n";
    assert_eq!(read, expected);
}

#[cfg(unix)]
#[test]
fn a_case_without_a_verdict_is_an_error_and_its_last_words_are_harmless() {
    let desk = Desk::new();
    let exec = r#"sh -c 'printf "<b>\033[31m@all\001</b>" >&2; exit 3'"#;
    let check = ["check", "--exec", exec, "--cards", "5", "--trials", "1000"];
    let exports = ["--export", "a.xml", "--export", "a.md"];
    desk.run_with(&[&check[..], &exports].concat()).expect_code(4);
    let results = desk.read("a.xml");
    assert!(results.contains("<error ") && results.contains("errors=\"1\""), "{results}");
    let allowed = |it: char| it == '\n' || !it.is_control();
    assert!(results.chars().all(allowed) && !results.contains("<b>"), "{results}");
    let summary = desk.read("a.md");
    assert!(summary.contains("NOT JUDGED") && !summary.contains('\u{1b}'), "{summary}");
    assert_harmless(&summary);
}

fn validator() -> jsonschema::Validator {
    let schema = fs::read_to_string(root().join("crates/cli/schemas/report.json")).unwrap();
    jsonschema::validator_for(&serde_json::from_str(&schema).unwrap()).unwrap()
}

#[test]
fn the_document_is_what_its_schema_says() {
    let validator = validator();
    let desk = hostile();
    desk.write("every.toml", crate::support::EVERY_KIND);
    for (command, code) in [
        ("run plan.toml --no-report", 1),
        ("run every.toml --no-report", 0),
        ("check --algorithm naive --cards 52 --trials 1", 0),
        ("check --exec false --cards 5 --trials 10", 4),
        ("check --exec ./absent --cards 5 --trials 10", 2),
        ("check --file few.txt --cards 200", 1),
    ] {
        let deck: Vec<String> = (0..200).map(|card| card.to_string()).collect();
        desk.write("few.txt", deck.join(" ") + "\n");
        desk.run(&format!("{command} --export a.json")).expect_code(code);
        let document: Value = serde_json::from_str(&desk.read("a.json")).unwrap();
        let wrong: Vec<String> =
            validator.iter_errors(&document).map(|error| error.to_string()).collect();
        assert!(wrong.is_empty(), "{command}: {wrong:?}");
        let mut more = document.clone();
        more["more"] = true.into();
        assert!(!validator.is_valid(&more), "a field that it does not know");
        let mut less = document;
        less.as_object_mut().unwrap().remove("verdict");
        assert!(!validator.is_valid(&less), "a field is missing");
    }
}

#[test]
fn the_table_is_the_summary_in_the_signs_that_are_asked_for() {
    let desk = hostile();
    let run = "run plan.toml --out us --export us.csv";
    desk.run(run).expect_code(1);
    assert_eq!(desk.read("us.csv"), desk.read("us/plan/summary.csv"));
    desk.run("run plan.toml --out eu --export eu.csv --csv-dialect eu").expect_code(1);
    assert_eq!(desk.read("eu.csv"), desk.read("eu/plan/summary.csv"));
    let us = Table::read(desk.read("us.csv").as_bytes());
    let eu = desk.read("eu.csv");
    let mut eu = csv::ReaderBuilder::new().delimiter(b';').from_reader(eu.as_bytes());
    assert_eq!(eu.headers().unwrap().iter().collect::<Vec<_>>(), us.header);
    let rows: Vec<csv::StringRecord> = eu.records().map(Result::unwrap).collect();
    assert_eq!(rows.len(), us.rows.len());
    for (eu, us) in rows.iter().zip(&us.rows) {
        let numbers = us.iter().map(|us| match us.parse::<f64>() {
            Ok(_) => us.replace('.', ","),
            Err(_) => us.clone(),
        });
        assert_eq!(eu.iter().collect::<Vec<_>>(), numbers.collect::<Vec<_>>());
    }
    assert!(desk.read("eu/plan/run.csv").contains(";0x5eed;"), "seeds stay");
    assert!(desk.read("eu/plan/labels/position.csv").contains("'=1+1"), "formulas stay harmless");
}

#[test]
fn a_workbook_has_a_sheet_for_each_table_and_no_formula() {
    let desk = hostile();
    desk.run("run plan.toml --out out --export book.xlsx").expect_code(1);
    let bytes = fs::read(desk.path("book.xlsx")).unwrap();
    let mut book: Xlsx<_> = calamine::open_workbook_from_rs(Cursor::new(bytes)).unwrap();
    let names = book.sheet_names();
    assert_eq!(names[..3], ["index", "summary", "run"]);
    let index = book.worksheet_range("index").unwrap();
    assert_eq!(index.height(), names.len());
    for row in index.rows().skip(1) {
        let [sheet, table] = [0, 1].map(|column| row[column].to_string());
        let written = Table::read(desk.read(&format!("out/plan/{table}.csv")).as_bytes());
        let range = book.worksheet_range(&sheet).unwrap();
        assert_eq!(range.height(), written.rows.len() + 1, "{sheet}");
        for (cells, texts) in range.rows().skip(1).zip(&written.rows) {
            for (cell, text) in cells.iter().zip(texts) {
                match cell {
                    Data::Float(number) => assert_eq!(*number, text.parse::<f64>().unwrap()),
                    Data::Empty => assert_eq!(text, ""),
                    Data::String(cell) => assert_eq!(cell, text),
                    other => panic!("{sheet}: {other:?}"),
                }
            }
        }
        let formulas = book.worksheet_formula(&sheet).unwrap();
        assert!(formulas.cells().all(|(.., formula)| formula.is_empty()), "{sheet}");
    }
    let position = book.worksheet_range("naive position").unwrap();
    assert!(matches!(position.get((1, 1)), Some(Data::Float(_))), "counts are numbers");
}
