//! The JSON Schema of plans, `crates/cli/schemas/plan.json`: editors use it to complete keys and to mark mistakes.
//!
//! It is generated from the types that read plans and from the lists of names that they check, so it cannot differ
//! from them. It is generated in a test, so that an installation of the binary builds nothing for it:
//!
//! ```sh
//! UPDATE_SCHEMA=1 cargo test -p shuffle-subjects plan_schema
//! ```

use crate::{keys::SubjectKind, plan::Document};
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};
use shuffle_algorithms::{catalogue::ENTRIES, dice::DiceSpec, generator::Generator};
use shuffle_metrics::{
    catalogue::{self, BATTERIES},
    verdict::Profile,
};
use shuffle_reader::Format;

fn schema() -> Value {
    // The draft that editors' TOML plugins understand.
    let generator = SchemaSettings::draft07().into_generator();
    let mut schema = generator.into_root_schema_for::<Document>().to_value();
    tidy(&mut schema);
    let root = schema.as_object_mut().expect("a schema of a struct is an object");
    root.insert("title".to_owned(), json!("A plan of shuffle-audit"));
    root["properties"]["profile"] = with(
        &root["properties"]["profile"],
        "enum",
        [Profile::Ci, Profile::Lab].map(Profile::name),
    );
    let definitions = &mut root["definitions"];
    for kind in ["CaseSpec", "SweepSpec"] {
        names(definitions[kind]["properties"].as_object_mut().expect("it has keys"));
    }
    let case = &mut definitions["CaseSpec"];
    let subjects = SubjectKind::ALL.map(|kind| json!({ "required": [kind.key()] }));
    case["oneOf"] = subjects.to_vec().into();
    let some_of =
        |keys: &[&str]| keys.iter().map(|key| json!({ "required": [key] })).collect::<Vec<_>>();
    case["allOf"] = json!([
        { "anyOf": some_of(&["trials", "file", "counts"]) },
        { "anyOf": some_of(&["cards", "pack", "draw", "counts", "rank-by", "stream", "groups-of"]) }
    ]);
    schema
}

/// The names that a key can have, where there are lists of them.
fn names(keys: &mut Map<String, Value>) {
    let tests: Vec<&str> = catalogue::all_tests().map(|test| test.id).collect();
    let batteries = BATTERIES.iter().map(|battery| battery.id);
    let metrics = tests.iter().copied().chain(batteries).collect();
    for (key, known) in [("metrics", metrics), ("caught_by", tests)] {
        if let Some(list) = keys.get_mut(key) {
            list["items"] = json!({ "type": "string", "enum": known });
        }
    }
    let shuffles: Vec<&str> = ENTRIES.iter().map(|entry| entry.id).collect();
    let dice: Vec<&str> = DiceSpec::ENTRIES.iter().map(|entry| entry.id).collect();
    for (key, known) in [("algorithm", shuffles), ("dice", dice)] {
        // A name for completion, or anything with parameters or by another name of it.
        let any = json!([{ "enum": known }, { "type": "string" }]);
        keys[key] = with(&keys[key], "anyOf", any);
    }
    let generators = Generator::ALL.map(Generator::id);
    let generators: Vec<&str> = std::iter::once(Generator::AUTO).chain(generators).collect();
    keys["rng"] = with(&keys["rng"], "enum", generators);
    if let Some(format) = keys.get_mut("format") {
        *format = with(format, "enum", Format::ALL.map(Format::id));
    }
}

fn with(schema: &Value, key: &str, value: impl serde::Serialize) -> Value {
    let mut schema = schema.clone();
    schema[key] = json!(value);
    schema
}

/// Removes the parts that apply to Rust but not to TOML: `null`, the widths of integers, links and line breaks in
/// descriptions.
fn tidy(schema: &mut Value) {
    match schema {
        Value::Array(items) => items.iter_mut().for_each(tidy),
        Value::Object(keys) => {
            keys.remove("format").filter(|format| format.is_object()).map(|key| {
                // The key of a plan that is called so.
                keys.insert("format".to_owned(), key)
            });
            if let Some(Value::Array(types)) = keys.get_mut("type") {
                types.retain(|one| one != "null");
                if let [only] = types.as_slice() {
                    let only = only.clone();
                    keys.insert("type".to_owned(), only);
                }
            }
            if let Some(Value::Array(kinds)) = keys.get_mut("anyOf") {
                kinds.retain(|one| one["type"] != "null");
                if let [only] = kinds.as_slice() {
                    let only = only.clone();
                    keys.remove("anyOf");
                    keys.insert("allOf".to_owned(), json!([only]));
                }
            }
            if let Some(Value::String(description)) = keys.get_mut("description") {
                let lines = description.replace("[`", "`").replace("`]", "`");
                *description = lines.split_whitespace().collect::<Vec<_>>().join(" ");
            }
            keys.values_mut().for_each(tidy);
        }
        _ => {}
    }
}

#[test]
fn the_committed_schema_is_what_the_types_say() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../cli/schemas/plan.json");
    let text = serde_json::to_string_pretty(&schema()).expect("a schema is JSON") + "\n";
    if std::env::var_os("UPDATE_SCHEMA").is_some() {
        std::fs::create_dir_all(concat!(env!("CARGO_MANIFEST_DIR"), "/../cli/schemas")).unwrap();
        std::fs::write(path, &text).unwrap();
    }
    let committed = std::fs::read_to_string(path).expect("crates/cli/schemas/plan.json is there");
    assert!(committed == text, "run UPDATE_SCHEMA=1 cargo test -p shuffle-subjects plan_schema");
}
