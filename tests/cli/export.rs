//! `--export`: files for others, of `run`, `check`, `exact` and `power`.

use crate::support::{Desk, Table, root, skipped_but_in_ci};
use calamine::{Data, Reader, Xlsx};
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use serde_json::Value;
use std::{fs, io::Cursor, process::Command};

/// All endings, each of which every command writes.
const ENDINGS: [&str; 6] = ["html", "md", "xml", "json", "csv", "xlsx"];

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

fn of_all_endings(name: &str) -> String {
    ENDINGS.map(|ending| format!("--export {name}.{ending}")).join(" ")
}

#[test]
fn every_command_writes_every_format_and_the_same_bytes_again() {
    for (command, code) in [
        ("run plan.toml --no-report", 1),
        ("check --algorithm naive --cards 5 --trials 20_000 --metrics position", 1),
        ("exact --algorithm naive --cards 3", 0),
        ("exact --algorithm naive --cards 5 --deal 2 --unordered", 0),
        ("power --algorithm naive --cards 5 --metrics position", 0),
    ] {
        let desk = hostile();
        let ended = desk.run(&format!("{command} {}", of_all_endings("a"))).expect_code(code);
        let told: Vec<&str> =
            ended.out.lines().filter(|line| line.starts_with("Export: ")).collect();
        assert_eq!(told, ENDINGS.map(|ending| format!("Export: a.{ending}")), "{command}");
        let json = desk.run(&format!("{command} --json {}", of_all_endings("b"))).expect_code(code);
        for ending in ENDINGS {
            let [a, b] =
                ["a", "b"].map(|name| fs::read(desk.path(&format!("{name}.{ending}"))).unwrap());
            assert!(a == b && !a.is_empty(), "{command}: .{ending}");
        }
        assert_eq!(json.out, desk.read("a.json"), "{command}: the document that --json prints");
        assert!(!desk.read("a.html").contains("href=\"naive/"), "the page stands alone");
        assert!(desk.names(".").iter().all(|name| !name.starts_with('.')), "nothing else stays");
    }
}

#[test]
fn a_summary_has_the_verdict_first_and_nothing_hostile() {
    let desk = hostile();
    desk.run("run plan.toml --no-report --export summary.md").expect_code(1);
    let summary = desk.read("summary.md");
    assert!(summary.starts_with("## NOT as expected\n"), "{summary}");
    insta::assert_snapshot!(summary);
    assert_harmless(&summary);
}

/// What a reader of Markdown makes of it: no links, no pictures, no names outside code, and no HTML but ours.
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
fn results_for_ci_have_a_test_for_each_case() {
    let desk = hostile();
    desk.run("run plan.toml --no-report --export results.xml").expect_code(1);
    let results = desk.read("results.xml");
    insta::assert_snapshot!(results);
    assert!(!results.contains("time=") && !results.contains("timestamp="), "{results}");
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
    let schema = fs::read_to_string(root().join("schemas/report.json")).unwrap();
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

#[test]
fn mistakes_are_one_line_and_nothing_runs() {
    let check = "check --algorithm naive --cards 5 --trials 100";
    let known = ".html, .md, .xml, .json, .csv, .xlsx";
    let desk = hostile();
    fs::create_dir(desk.path("there.md")).unwrap();
    let cases = [
        (
            format!("{check} --export a.pdf"),
            format!("--export: `a.pdf` must be a name that ends in one of {known}"),
        ),
        (
            format!("{check} --export a"),
            format!("--export: `a` must be a name that ends in one of {known}"),
        ),
        (
            format!("{check} --export none/a.md"),
            "--export: cannot write `none/a.md`: there is no folder `none`".to_owned(),
        ),
        (
            format!("{check} --export there.md"),
            "--export: cannot write `there.md`: it is a folder".to_owned(),
        ),
        (
            format!("{check} --export a.md --export ./a.md"),
            "--export: `./a.md` is given twice".to_owned(),
        ),
        (
            "run plan.toml plan2.toml --export a.md".to_owned(),
            "--export: 2 plans do not go into one file; run one plan at a time".to_owned(),
        ),
        (
            "exact --algorithm naive --cards 3 --tree text --export a.md".to_owned(),
            "--tree prints a tree, --export writes a law: name a folder for the tree by --out"
                .to_owned(),
        ),
    ];
    desk.write("plan2.toml", HOSTILE);
    desk.write("decks.csv", "0,1,2\n".repeat(200));
    let read = "check --file decks.csv --cards 3 --export ./decks.csv";
    let ended = desk.run(read).expect_code(2);
    let line = "shuffle-audit: --export: `./decks.csv` is read by this command; name another file";
    assert_eq!(ended.only_line(), line);
    fs::remove_file(desk.path("decks.csv")).unwrap();
    for (command, line) in cases {
        let ended = desk.run(&command).expect_code(2);
        assert_eq!(ended.only_line(), format!("shuffle-audit: {line}"), "{command}");
    }
    let ended = desk.run(&format!("{check} --csv-dialect fr")).expect_code(2);
    assert!(ended.err.contains("there are us, eu"), "{}", ended.err);
    assert_eq!(desk.names("."), ["decks.txt", "labels.txt", "plan.toml", "plan2.toml", "there.md"]);
}

/// The folder of a file goes away while the decks are drawn: the verdict and the other file are there all the same.
#[cfg(unix)]
#[test]
fn a_file_that_cannot_be_written_after_the_run_costs_neither_verdict_nor_other_files() {
    let desk = Desk::new();
    fs::create_dir(desk.path("gone")).unwrap();
    desk.write("decks.sh", "rmdir gone\nfor i in 1 2 3 4 5 6 7 8 9 10; do echo 0 1 2; done\n");
    let ended = desk.run_with(&[
        "check",
        "--exec",
        "sh decks.sh",
        "--cards",
        "3",
        "--trials",
        "10",
        "--export",
        "gone/a.md",
        "--export",
        "b.md",
        "--metrics",
        "position",
    ]);
    let ended = ended.expect_code(2);
    assert!(ended.out.contains("Export: b.md\n"), "{}", ended.out);
    assert!(
        ended.err.contains("--export: cannot write `gone/a.md`: there is no folder `gone`"),
        "{}",
        ended.err
    );
    assert!(ended.out.lines().count() > 3, "the verdict is there: {}", ended.out);
    assert_eq!(desk.names("."), ["b.md", "decks.sh"]);
}
