//! The audited subjects with their versions, and those that could not be audited: `subjects.csv`, for plans with probes
//! or recordings, and `faults.csv`, for those whose subjects were at fault.

use crate::{
    number::{cell, text},
    table::DataTable,
    tables::degree_of,
    words::strongest,
};
use shuffle_audit::{CaseFindings, Faulted, Findings, Plan, Skipped};
use std::collections::HashMap;

/// The columns of `faults.csv`: a row for each case without a verdict, since its subject does not exist (`absent`) or
/// misbehaved (`at_fault`).
pub(crate) const FAULTS: [&str; 6] = ["case", "subject", "version", "status", "why", "cards"];

/// The columns of `subjects.csv`. `status` is `ran`, `skipped`, `absent` or `at_fault`, and `why` says why it did not
/// run; `test` is the test that speaks against the subject most clearly, and `log10_p` its p-value, before any correction
/// for the number of tests; `source_sha256` is that of the bytes of a recording.
pub(crate) const SUBJECTS: [&str; 13] = [
    "case",
    "subject",
    "version",
    "status",
    "why",
    "cards",
    "trials",
    "verdict",
    "test",
    "log10_p",
    "degree",
    "standard_error",
    "source_sha256",
];

/// True if a case of the plan has a probe, or is a recording: then the plan alone does not identify its subjects.
pub(crate) fn are_versioned(plan: &Plan) -> bool {
    plan.cases.iter().any(|case| case.subject.probe().is_some() || case.is_recorded())
}

/// One row per case of the plan, including those that were skipped or at fault.
pub(crate) fn table(findings: &Findings) -> DataTable {
    let mut rows: HashMap<&str, Vec<String>> = HashMap::new();
    rows.extend(findings.cases.iter().map(|found| (found.case.id(), ran(found))));
    rows.extend(findings.skipped.iter().map(|one| (one.case.id(), skipped(one))));
    rows.extend(findings.faulted.iter().map(|one| (one.case.id(), faulted(one).to_vec())));
    let rows = findings.plan.cases.iter().filter_map(|case| {
        let mut row = rows.remove(case.id())?;
        row.resize(SUBJECTS.len(), String::new());
        Some(row)
    });
    DataTable::new(SUBJECTS, rows)
}

/// One row per case whose subject is at fault or not there.
pub(crate) fn faults(findings: &Findings) -> DataTable {
    DataTable::new(FAULTS, findings.faulted.iter().map(|one| faulted(one).to_vec()))
}

fn ran(found: &CaseFindings) -> Vec<String> {
    let version = found.version.as_deref().unwrap_or_default();
    let (strongest, degree) = (strongest(found), degree_of(found));
    vec![
        text(found.case.id()),
        text(&found.case.subject.name()),
        text(version),
        "ran".to_owned(),
        String::new(),
        found.case.shape.cards().to_string(),
        found.last().trials.to_string(),
        found.verdict().name().to_owned(),
        strongest.map_or_else(String::new, |(ruling, _)| ruling.judgement.test.to_owned()),
        strongest.map_or_else(String::new, |(_, evidence)| cell(evidence.p_value.log10())),
        degree.as_ref().map_or_else(String::new, |degree| cell(degree.value)),
        degree.as_ref().map_or_else(String::new, |degree| cell(degree.standard_error)),
        found.seen().source_sha256.clone().unwrap_or_default(),
    ]
}

fn skipped(Skipped { case, why }: &Skipped) -> Vec<String> {
    let (id, subject) = (text(case.id()), text(&case.subject.name()));
    let (status, cards) = ("skipped".to_owned(), case.shape.cards().to_string());
    vec![id, subject, String::new(), status, text(why), cards]
}

fn faulted(Faulted { case, version, fault }: &Faulted) -> [String; FAULTS.len()] {
    [
        text(case.id()),
        text(&case.subject.name()),
        text(version.as_deref().unwrap_or_default()),
        fault.status().to_owned(),
        text(&fault.to_string()),
        case.shape.cards().to_string(),
    ]
}
