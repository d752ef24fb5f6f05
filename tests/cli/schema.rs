//! The keys of plans in the parser, in `crates/cli/schemas/plan.json` and in the book are the same, and the schema accepts every
//! plan that is shipped and no wrong one.

use crate::support::{Desk, root};
use jsonschema::Validator;
use serde_json::Value;
use std::{fs, path::PathBuf};

/// The tables of a plan: how it is opened in TOML, where its keys stand in the schema, its heading in the book.
const TABLES: [(&str, &str, &str); 4] = [
    ("", "/properties", "at the top of a plan"),
    ("[budget]", "/definitions/BudgetKeys/properties", "in `[budget]`"),
    ("[[case]]", "/definitions/CaseSpec/properties", "in a `[[case]]`"),
    ("[[sweep]]", "/definitions/SweepSpec/properties", "in a `[[sweep]]`"),
];

/// Written by reports, not by people.
const NOT_FOR_PEOPLE: [&str; 1] = ["provenance"];

fn schema() -> Value {
    let text = fs::read_to_string(root().join("crates/cli/schemas/plan.json")).unwrap();
    serde_json::from_str(&text).unwrap()
}

fn keys(schema: &Value, pointer: &str) -> Vec<String> {
    let mut keys: Vec<String> =
        schema.pointer(pointer).unwrap().as_object().unwrap().keys().cloned().collect();
    keys.sort();
    keys
}

#[test]
fn the_schemas_are_printed_without_a_clone() {
    for (document, file) in [("", "plan"), ("plan", "plan"), ("report", "report"), ("diff", "diff")]
    {
        let said = Desk::new().run(&format!("schema {document}")).expect_code(0).out;
        let file =
            fs::read_to_string(root().join(format!("crates/cli/schemas/{file}.json"))).unwrap();
        assert_eq!(said, file);
    }
}

#[test]
fn the_schema_knows_the_keys_that_are_read_and_no_others() {
    let schema = schema();
    for (table, pointer, _) in TABLES {
        let desk = Desk::new();
        desk.write("plan.toml", format!("{table}\nqqqqqqqqqqqqqqqq = 1\n"));
        let ended = desk.run("run plan.toml").expect_code(2);
        let (_, known) = ended.only_line().split_once("; there are ").unwrap();
        let mut known: Vec<&str> = known.split(", ").map(|key| key.trim_matches('`')).collect();
        known.sort_unstable();
        assert_eq!(keys(&schema, pointer), known, "{table}");
    }
}

/// The plans of this project, and those in its reports.
fn shipped() -> Vec<PathBuf> {
    let toml = |path: &PathBuf| path.extension().is_some_and(|end| end == "toml");
    let audits = fs::read_dir(root().join("audits")).unwrap().map(|entry| entry.unwrap().path());
    let reports = ["gate", "articles", "lab", "literature", "wild"];
    let reports = reports.map(|name| root().join("reports").join(name).join("plan.toml"));
    audits.filter(toml).chain(reports).collect()
}

fn json(plan: &str) -> Value {
    serde_json::to_value(plan.parse::<toml::Table>().unwrap()).unwrap()
}

fn validator() -> Validator {
    jsonschema::validator_for(&schema()).unwrap()
}

#[test]
fn every_shipped_plan_is_valid_under_the_schema_and_names_it() {
    let validator = validator();
    for path in shipped() {
        let text = fs::read_to_string(&path).unwrap();
        let wrong: Vec<String> =
            validator.iter_errors(&json(&text)).map(|error| error.to_string()).collect();
        assert!(wrong.is_empty(), "{}: {wrong:?}", path.display());
        if path.starts_with(root().join("audits")) {
            let names_it = text.starts_with("#:schema ../crates/cli/schemas/plan.json\n");
            assert!(names_it, "{}: editors find no schema", path.display());
        }
    }
}

#[test]
fn the_starter_plan_of_every_language_is_valid_under_the_schema() {
    for language in ["python", "javascript", "go", "java", "ruby", "php", "c", "rust"] {
        let desk = Desk::new();
        desk.run(&format!("init . --language {language}")).expect_code(0);
        let wrong: Vec<String> = validator()
            .iter_errors(&json(&desk.read("audit.toml")))
            .map(|error| error.to_string())
            .collect();
        assert!(wrong.is_empty(), "{language}: {wrong:?}");
    }
}

const SOUND: &str = "[[case]]\nid = \"a\"\nalgorithm = \"naive\"\ncards = 52\ntrials = 1_000\n";

#[test]
fn what_a_plan_may_not_say_is_invalid_under_the_schema() {
    let validator = validator();
    assert!(validator.is_valid(&json(SOUND)));
    for (right, wrong) in [
        ("algorithm", "algoritm"),
        ("id = \"a\"\n", ""),
        ("\"a\"", "\"A b\""),
        ("cards = 52\n", ""),
        ("= 52", "= \"many\""),
        ("= 52", "= 52.5"),
        ("= 52", "= 1"),
        ("trials = 1_000\n", ""),
        ("1_000", "0"),
        ("algorithm = \"naive\"\n", ""),
        ("\"naive\"\n", "\"naive\"\nexec = \"true\"\n"),
        ("\"naive\"\n", "\"naive\"\nexpect = \"biased\"\n"),
        ("\"naive\"\n", "\"naive\"\nmetrics = [\"postion\"]\n"),
        ("\"naive\"\n", "\"naive\"\nmetrics = \"position\"\n"),
        ("\"naive\"\n", "\"naive\"\nrng = \"mt19937\"\n"),
        ("algorithm = \"naive\"", "exec = \"a\"\njobs = 0"),
        ("algorithm = \"naive\"", "exec = \"a\"\nformat = \"xml\""),
        ("[[case]]", "profile = \"labs\"\n[[case]]"),
        ("[[case]]", "seed = -1\n[[case]]"),
        ("[[case]]", "[budget]\nalhpa = 1e-6\n[[case]]"),
        ("[[case]]", "[budget]\nescalate = \"yes\"\n[[case]]"),
        ("[[case]]", "[case]"),
    ] {
        assert_eq!(SOUND.matches(right).count(), 1, "`{right}` stands once in the plan");
        let plan = SOUND.replace(right, wrong);
        assert!(!validator.is_valid(&json(&plan)), "{plan}");
        // The program refuses it, too.
        let desk = Desk::new();
        desk.write("plan.toml", &plan);
        desk.run("run plan.toml").expect_code(2);
    }
}

/// The values that a key may have, in words.
fn kind(schema: &Value, key: &Value) -> String {
    if let Some(reference) = key["allOf"][0]["$ref"].as_str().or(key["$ref"].as_str()) {
        return kind(schema, schema.pointer(&reference[1..]).unwrap());
    }
    let list = |items: &Value| format!("list of {}s", kind(schema, items));
    match key["type"].as_str() {
        Some("string") => "text".to_owned(),
        Some("integer") => "whole number".to_owned(),
        Some("number") => "number".to_owned(),
        Some("boolean") => "`true` or `false`".to_owned(),
        Some("array") if key["items"]["$ref"].as_str().is_some_and(|to| to.ends_with("Spec")) => {
            "tables".to_owned()
        }
        Some("array") => list(&key["items"]),
        Some("object") => "table".to_owned(),
        _ => {
            let kinds = key["anyOf"].as_array().or(key["oneOf"].as_array()).unwrap();
            let mut kinds: Vec<String> = kinds.iter().map(|one| kind(schema, one)).collect();
            kinds.dedup();
            kinds.join(" or ")
        }
    }
}

/// A table of the book, from the schema.
fn table(schema: &Value, pointer: &str, heading: &str) -> String {
    let mut text = format!("| {heading} | is | |\n|---|---|---|\n");
    for (name, key) in schema.pointer(pointer).unwrap().as_object().unwrap() {
        if NOT_FOR_PEOPLE.contains(&name.as_str()) {
            continue;
        }
        let required = schema.pointer(&pointer.replace("/properties", "/required"));
        let required = required
            .and_then(Value::as_array)
            .is_some_and(|names| names.contains(&name.as_str().into()));
        let needed = if required { " Needed." } else { "" };
        let said =
            key["description"].as_str().unwrap_or_else(|| panic!("{name} has no description"));
        text.push_str(&format!("| `{name}` | {} | {said}{needed} |\n", kind(schema, key)));
    }
    text
}

/// The chapter with its tables of keys as the schema has them.
fn with_tables(chapter: &str, schema: &Value) -> String {
    let mut chapter = chapter.to_owned();
    for (_, pointer, heading) in TABLES {
        let start = chapter.find(&format!("| {heading} | is | |\n"));
        let start = start.unwrap_or_else(|| panic!("the book has no table of the keys {heading}"));
        let end = chapter[start..].find("\n\n").map_or(chapter.len(), |length| start + length + 1);
        chapter.replace_range(start..end, &table(schema, pointer, heading));
    }
    chapter
}

/// `UPDATE_SCHEMA=1 cargo test -p shuffle-audit-cli --test cli the_book_documents` writes the tables.
#[test]
fn the_book_documents_every_key_of_a_plan() {
    let path = root().join("docs/src/plans.md");
    let chapter = fs::read_to_string(&path).unwrap();
    let wanted = with_tables(&chapter, &schema());
    if std::env::var_os("UPDATE_SCHEMA").is_some() {
        fs::write(&path, &wanted).unwrap();
    } else {
        assert!(
            chapter == wanted,
            "set UPDATE_SCHEMA=1 and test again, and look at what changed in docs/src/plans.md"
        );
    }
}
