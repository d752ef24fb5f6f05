//! The JSON Schema of what `run` and `check` say as JSON, `schemas/report.json`.
//!
//! It is generated from the types that are written, in a test, so that an installation builds nothing for it:
//!
//! ```sh
//! UPDATE_SCHEMA=1 cargo test -p shuffle-report report_schema
//! ```

use crate::json::RunDocument;
use schemars::generate::SchemaSettings;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The keys of a subject are those of plans, which `schemas/plan.json` describes.
pub(crate) type Keys = BTreeMap<String, Value>;

/// The words of [`shuffle_metrics::Verdict`], which knows no schemas.
#[derive(schemars::JsonSchema)]
#[schemars(rename = "Verdict", rename_all = "lowercase")]
#[expect(dead_code, reason = "only its schema is asked for")]
/// What was found.
pub(crate) enum VerdictWord {
    Pass,
    Fail,
    Suspicious,
    Inconclusive,
}

#[test]
fn the_committed_schema_is_what_the_types_say() {
    let generator = SchemaSettings::draft07().for_serialize().into_generator();
    let mut schema = generator.into_root_schema_for::<RunDocument<'_>>().to_value();
    schema["title"] = json!("What shuffle-audit found in a run or a check");
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../schemas/report.json");
    let text = serde_json::to_string_pretty(&schema).unwrap() + "\n";
    if std::env::var_os("UPDATE_SCHEMA").is_some() {
        std::fs::write(path, &text).unwrap();
    }
    let committed = std::fs::read_to_string(path).expect("schemas/report.json is there");
    assert!(committed == text, "run UPDATE_SCHEMA=1 cargo test -p shuffle-report report_schema");
}
