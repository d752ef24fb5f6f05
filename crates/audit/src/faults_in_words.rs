//! Subjects at fault and runs that were cut off, in words for people at a terminal.

use crate::Findings;
use std::fmt::Write;

/// A line for each case whose subject is at fault or not there; nothing where all are sound.
#[must_use]
pub fn faults(findings: &Findings) -> String {
    let mut text = String::new();
    for faulted in &findings.faulted {
        let _ = writeln!(text, "{}: not judged: {}", faulted.case.id(), faulted.fault);
    }
    text
}

/// What stands above the findings of a run that was cut off; nothing above those of a whole run.
#[must_use]
pub fn interruption(findings: &Findings) -> String {
    if !findings.interrupted {
        return String::new();
    }
    let (judged, all) = (findings.cases.len(), findings.plan.cases.len());
    let cut_off = match findings.without_second_look().count() {
        0 => String::new(),
        some => format!(" ({some} of them without the second look that they need)"),
    };
    format!(
        "INTERRUPTED: {judged} of {all} cases were judged{cut_off}; this is not the whole plan's \
         verdict.\n"
    )
}
