//! What was audited, in which version, and what could not be: for plans whose cases have probes.

use crate::{
    files::ReportError,
    number::{cell, text},
    tables::{self, degree_of},
    words::strongest,
};
use shuffle_audit::{Case, CaseFindings, Findings};

/// The columns of `subjects.csv`. `status` is `ran` or `skipped`, and `why` says why it was; `test` is the test that
/// speaks against the subject most clearly, and `log10_p` its p-value, before any correction for the number of tests.
pub const SUBJECTS: [&str; 12] = [
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
];

/// Whether some case of the plan has a probe.
pub(crate) fn are_probed(findings: &Findings) -> bool {
    findings.plan.cases.iter().any(|case| case.spec.probe.is_some())
}

/// One row per case of the plan, those too that were skipped.
///
/// # Errors
///
/// [`ReportError::Csv`].
pub fn table(findings: &Findings) -> Result<Vec<u8>, ReportError> {
    let rows = findings.plan.cases.iter().map(|case| match findings.case(case.id()) {
        Some(found) => ran(found),
        None => skipped(case, findings),
    });
    tables::table(&SUBJECTS, rows)
}

fn ran(found: &CaseFindings) -> Vec<String> {
    let (spec, version) = (&found.case.spec, found.version.as_deref().unwrap_or_default());
    let (strongest, degree) = (strongest(found), degree_of(found));
    vec![
        text(&spec.id),
        text(&found.case.subject.name()),
        text(version),
        "ran".to_owned(),
        String::new(),
        spec.cards.to_string(),
        found.last().trials.to_string(),
        found.verdict().name().to_owned(),
        strongest.map_or_else(String::new, |(ruling, _)| ruling.judgement.test.to_owned()),
        strongest.map_or_else(String::new, |(_, evidence)| cell(evidence.p_value.log10())),
        degree.as_ref().map_or_else(String::new, |degree| cell(degree.value)),
        degree.as_ref().map_or_else(String::new, |degree| cell(degree.standard_error)),
    ]
}

fn skipped(case: &Case, findings: &Findings) -> Vec<String> {
    let skipped = findings.skipped.iter().find(|skipped| skipped.case.id() == case.id());
    let mut row = vec![String::new(); SUBJECTS.len()];
    row[0] = text(case.id());
    row[1] = text(&case.subject.name());
    row[3] = "skipped".to_owned();
    row[4] = skipped.map_or_else(String::new, |skipped| text(&skipped.why));
    row[5] = case.spec.cards.to_string();
    row
}
