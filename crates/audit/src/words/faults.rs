//! Subjects at fault, and runs that were cut off.

use crate::{
    Findings,
    words::{
        Screen,
        layout::{hang, wrap},
    },
};

/// A line for each case whose subject is at fault or absent; empty if all are sound.
#[must_use]
pub fn faults(findings: &Findings, screen: &Screen) -> String {
    let line = |faulted: &crate::Faulted| {
        let fault = format!("{}: not judged: {}", faulted.case.id(), faulted.fault);
        hang("", &fault, 2, screen.width)
    };
    findings.faulted.iter().map(line).collect()
}

/// The note above the findings of a run that was cut off; empty for a whole run.
#[must_use]
pub fn interruption(findings: &Findings, screen: &Screen) -> String {
    if !findings.interrupted {
        return String::new();
    }
    let (judged, all) = (findings.cases.len(), findings.plan.cases.len());
    let cut_off = match findings.without_second_look().count() {
        0 => String::new(),
        some => format!(" ({some} of them without the second look that they need)"),
    };
    let text = format!(
        "INTERRUPTED: {judged} of {all} cases were judged{cut_off}; this is not the whole plan's \
         verdict."
    );
    wrap(&text, screen.width)
}
