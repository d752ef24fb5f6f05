//! The audited subjects with their versions, and those that could not be audited: `subjects.csv`, for plans with probes
//! or recordings, and `faults.csv`, for those whose subjects were at fault.

use crate::{
    number::{cell, text},
    table::{Column, DataTable},
    tables::degree_of,
    words::strongest,
};
use shuffle_audit::{Case, CaseFindings, Faulted, Findings, Plan, Skipped};
use std::collections::HashMap;

/// True if a case of the plan has a probe, or is a recording: then the plan alone does not identify its subjects.
pub(crate) fn are_versioned(plan: &Plan) -> bool {
    plan.cases.iter().any(|case| case.subject.probe().is_some() || case.is_recorded())
}

/// A case with its subject, whatever became of it.
struct Audited<'a> {
    case: &'a Case,
    version: &'a str,
    status: &'static str,
    why: String,
    found: Option<&'a CaseFindings>,
}

impl<'a> Audited<'a> {
    fn faulted(Faulted { case, version, fault }: &'a Faulted) -> Self {
        let version = version.as_deref().unwrap_or_default();
        Self { case, version, status: fault.status(), why: fault.to_string(), found: None }
    }

    fn of(&self, cell: impl FnOnce(&CaseFindings) -> Option<String>) -> String {
        self.found.and_then(cell).unwrap_or_default()
    }
}

/// The columns of `faults.csv`. `status` is `ran`, `skipped`, `absent` (the subject does not exist) or `at_fault` (it misbehaved), and
/// `why` says why it did not run.
fn faults_columns<'a>() -> [Column<Audited<'a>>; 6] {
    [
        ("case", |it| text(it.case.id())),
        ("subject", |it| text(&it.case.subject.name())),
        ("version", |it| text(it.version)),
        ("status", |it| it.status.to_owned()),
        ("why", |it| text(&it.why)),
        ("cards", |it| it.case.shape.cards().to_string()),
    ]
}

/// The columns that only `subjects.csv` has: `test` is the test that speaks against the subject most clearly, and `log10_p` its p-value,
/// before any correction for the number of tests; `source_sha256` is the hash of the bytes of a recording.
fn found_columns<'a>() -> [Column<Audited<'a>>; 7] {
    [
        ("trials", |it| it.of(|found| Some(found.last().trials.to_string()))),
        ("verdict", |it| it.of(|found| Some(found.verdict().name().to_owned()))),
        ("test", |it| it.of(|found| Some(strongest(found)?.0.judgement.test.to_owned()))),
        ("log10_p", |it| it.of(|found| Some(cell(strongest(found)?.1.p_value.log10())))),
        ("degree", |it| it.of(|found| Some(cell(degree_of(found)?.value)))),
        ("standard_error", |it| it.of(|found| Some(cell(degree_of(found)?.standard_error)))),
        ("source_sha256", |it| it.of(|found| found.seen().source_sha256.clone())),
    ]
}

/// One row per case of the plan, including those that were skipped or at fault.
pub(crate) fn table(findings: &Findings) -> DataTable {
    let ran = findings.cases.iter().map(|found| Audited {
        case: &found.case,
        version: found.version.as_deref().unwrap_or_default(),
        status: "ran",
        why: String::new(),
        found: Some(found),
    });
    let skipped = findings.skipped.iter().map(|Skipped { case, why }| Audited {
        case,
        version: "",
        status: "skipped",
        why: why.clone(),
        found: None,
    });
    let faulted = findings.faulted.iter().map(Audited::faulted);
    let all = ran.chain(skipped).chain(faulted);
    let mut all: HashMap<&str, Audited<'_>> = all.map(|it| (it.case.id(), it)).collect();
    let audited = findings.plan.cases.iter().filter_map(|case| all.remove(case.id()));
    DataTable::of(audited, &[&faults_columns()[..], &found_columns()].concat())
}

/// One row per case whose subject is at fault or not there.
pub(crate) fn faults(findings: &Findings) -> DataTable {
    DataTable::of(findings.faulted.iter().map(Audited::faulted), &faults_columns())
}
