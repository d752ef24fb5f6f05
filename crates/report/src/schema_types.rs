//! Types of JSON Schemas in the place of those that know no schemas.

use serde_json::Value;
use std::collections::BTreeMap;

/// A subject has the keys of plans, which `crates/cli/schemas/plan.json` describes.
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
