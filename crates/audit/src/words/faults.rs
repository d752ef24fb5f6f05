//! Subjects at fault, and runs that were cut off.

use crate::{
    CaseFindings, Findings,
    number::count,
    words::{
        Screen,
        layout::{hang, wrap},
        trials,
    },
};
use shuffle_metrics::Verdict;

/// A line for each case whose subject is at fault or absent; empty if all are sound.
pub fn faults(findings: &Findings, screen: &Screen) -> String {
    let line = |faulted: &crate::Faulted| {
        let fault = format!("{}: not judged: {}", faulted.case.id(), faulted.fault);
        hang("", &fault, 2, screen.width)
    };
    findings.faulted.iter().map(line).collect()
}

/// The note above the findings of a run that was cut off; empty for a whole run.
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

/// The note above the verdict on a case that was cut off; empty for a whole one.
pub(crate) fn cut_off(findings: &Findings, case: &CaseFindings, screen: &Screen) -> String {
    if !findings.interrupted {
        return String::new();
    }
    let (came, planned, shape) = (case.last().trials, case.case.trials, case.case.shape);
    let text = match (case.case.is_recorded(), planned) {
        (true, u64::MAX) => format!(
            "INTERRUPTED: the verdict is on the first {}; the rest was not read. --trials {came} repeats this verdict.",
            trials(came, shape)
        ),
        (true, _) => format!(
            "INTERRUPTED: the verdict is on the first {} of at most {}.",
            count(came),
            trials(planned, shape)
        ),
        (false, _) if case.looks.len() > 1 => {
            "INTERRUPTED: the verdict is on all decks of both looks.".to_owned()
        }
        (false, _) if came == planned && case.verdict() != Verdict::Suspicious => {
            format!("INTERRUPTED: the verdict is on all {}.", trials(planned, shape))
        }
        (false, _) if came == planned => format!(
            "INTERRUPTED: the verdict is on all {}; a second look was cut off.",
            trials(planned, shape)
        ),
        (false, _) => format!(
            "INTERRUPTED: the verdict is on the {} of {} that came. --for 60s stops by itself after a minute.",
            count(came),
            trials(planned, shape)
        ),
    };
    wrap(&text, screen.width)
}
