//! The JSON Schemas of what `run` and `check` say as JSON, `crates/cli/schemas/report.json`, and `diff`, `crates/cli/schemas/diff.json`.
//!
//! They are generated from the types that are written, in a test, so that an installation builds nothing for it:
//!
//! ```sh
//! UPDATE_SCHEMA=1 cargo test -p shuffle-report report_schema
//! ```

use crate::{diff::json::DiffDocument, json::RunDocument};
use schemars::generate::SchemaSettings;
use serde_json::json;

#[test]
fn the_committed_schemas_are_what_the_types_say() {
    let generator = || SchemaSettings::draft07().for_serialize().into_generator();
    for (name, title, schema) in [
        (
            "report",
            "What shuffle-audit found in a run or a check",
            generator().into_root_schema_for::<RunDocument<'_>>(),
        ),
        (
            "diff",
            "How two reports, or two shuffles, differ by shuffle-audit",
            generator().into_root_schema_for::<DiffDocument<'_>>(),
        ),
    ] {
        let mut schema = schema.to_value();
        schema["title"] = json!(title);
        let path = format!("{}/../cli/schemas/{name}.json", env!("CARGO_MANIFEST_DIR"));
        let text = serde_json::to_string_pretty(&schema).unwrap() + "\n";
        if std::env::var_os("UPDATE_SCHEMA").is_some() {
            std::fs::write(&path, &text).unwrap();
        }
        let committed = std::fs::read_to_string(path).expect("the schema is there");
        assert!(
            committed == text,
            "run UPDATE_SCHEMA=1 cargo test -p shuffle-report report_schema"
        );
    }
}
