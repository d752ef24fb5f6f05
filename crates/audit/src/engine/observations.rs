//! The observations of programs and files except their decks: the hash of the file, and if seeds are honored.

use super::options::ESCALATION;
use crate::{
    CaseFindings, Plan,
    feed::Glance,
    findings::Observations,
    seeds::{Stage, StreamNumber},
    subject::{Kind, Wanted},
};
use shuffle_deck::Shape;
use std::sync::atomic::AtomicBool;

impl Observations {
    /// The observations of a case, merged from its streams: copies of a program, or files.
    pub(super) fn of(glances: &[Glance], shape: Shape) -> Self {
        let openings: Vec<_> =
            glances.iter().filter_map(|glance| glance.opening.as_ref()).collect();
        let same_decks = openings.iter().enumerate().any(|(copy, opening)| {
            openings[..copy].iter().any(|other| opening.is_that_of(other, shape) == Some(true))
        });
        let source_sha256 = glances.iter().find_map(|glance| glance.source_sha256.clone());
        let files = glances.iter().find_map(|glance| glance.files.clone());
        let opening = openings.first().map(|&opening| opening.clone());
        let one_a_line = glances.iter().any(|glance| glance.one_a_line);
        let header = glances.iter().find_map(|glance| glance.header.clone());
        let sorted_runs = glances.iter().find_map(|glance| glance.sorted_runs.clone());
        Self {
            source_sha256,
            one_a_line,
            header,
            notes: glances.iter().flat_map(|glance| glance.notes.clone()).collect(),
            sorted_runs,
            sorted_rows: glances.iter().any(|glance| glance.sorted_rows),
            ranked: glances.iter().find_map(|glance| glance.ranked.clone()),
            files,
            same_decks,
            repeatable: None,
            opening,
        }
    }
}

/// Starts a program again, to see if its decks can be reproduced.
pub(super) fn start_again(plan: &Plan, found: &mut CaseFindings, interrupt: &AtomicBool) {
    let subject = &found.case.subject;
    if subject.kind() != Kind::Program {
        return;
    }
    let (stage, factor) = match found.looks.len() {
        1 => (Stage::FirstLook, 1),
        _ => (Stage::SecondLook, ESCALATION),
    };
    let trials = found.case.trials.saturating_mul(factor);
    let seed = plan.seed.of_subject(found.case.id(), stage, StreamNumber(0));
    let wanted = Wanted { shape: found.case.shape, trials, threads: 1 };
    let again = found.last().seen.opening.as_ref();
    let again = again.and_then(|opening| subject.begins_again(wanted, seed, opening, interrupt));
    if let Some(last) = found.looks.last_mut() {
        last.seen.repeatable = again;
    }
}

/// The same for a program that was started again by those who counted its decks.
pub(super) fn as_started_again(found: &mut CaseFindings) {
    let last = found.looks.len().saturating_sub(1);
    for (number, look) in found.looks.iter_mut().enumerate() {
        if number < last {
            look.seen.repeatable = None;
        }
    }
}
