//! The result of each test of a case, or the reason why it could not be made.

use crate::{
    CaseFindings,
    names::Names,
    number::{count, counted, p_value},
    words::{
        Screen, effects,
        layout::{Alignment, TextTable},
        listed,
    },
};
use shuffle_metrics::{Outcome, Verdict, verdict::Ruling};

/// More tests than this are counted instead of named.
const MOST_NAMED: usize = 3;

/// Every test with its numbers.
pub(super) fn all(case: &CaseFindings, screen: &Screen) -> String {
    let head = effects::head(case.last().judged().map(|(_, evidence)| &evidence.effect));
    let mut table = TextTable::new(&[
        ("test", Alignment::Left),
        ("statistic", Alignment::Right),
        ("df", Alignment::Right),
        ("p", Alignment::Right),
        ("after Holm", Alignment::Right),
        (&head, Alignment::Left),
    ]);
    let names = case.case.subject.names();
    for ruling in &case.last().rulings {
        table.row(row(ruling, &names));
    }
    table.show(screen.width)
}

fn row(ruling: &Ruling, names: &Names) -> Vec<String> {
    let test = ruling.judgement.test.to_owned();
    let Some(evidence) = ruling.judgement.evidence() else {
        let none = || "-".to_owned();
        return vec![test, none(), none(), none(), none(), why(ruling).unwrap_or_default()];
    };
    vec![
        test,
        format!("{:.4}", evidence.statistic),
        evidence.law.df().map_or_else(|| evidence.law.name().to_owned(), |df| df.to_string()),
        p_value(evidence.p_value.log10()),
        ruling.p_holm.map_or_else(String::new, |p| p_value(p.log10())),
        effects::table_cell(&evidence.effect, names)
            + &match effects::worst(evidence.effect.peak.as_ref(), names) {
                none if none.is_empty() => none,
                worst => format!("; worst: {worst}"),
            },
    ]
}

/// The reason why a test could not be made.
fn why(ruling: &Ruling) -> Option<String> {
    match &ruling.judgement.outcome {
        Outcome::Judged(_) => None,
        Outcome::TooFewTrials { trials, needed } => {
            Some(format!("needs {}, not {}", counted(*needed, "deck"), count(*trials)))
        }
        Outcome::NotApplicable { why } => Some(format!("cannot be made: {why}")),
    }
}

/// Why tests could not be made: a sentence for each reason.
pub fn left_out(case: &CaseFindings) -> Vec<String> {
    reasons_of(case.last().rulings.iter(), case)
}

/// Why tests that were asked for, or that an answer waits for, could not be made: a sentence for each reason.
pub(super) fn reasons_not_made(case: &CaseFindings) -> Vec<String> {
    let is_asked = case.last().rulings.iter().any(|ruling| ruling.asked_for);
    match is_asked || case.verdict() == Verdict::Inconclusive {
        true => reasons_asked(case),
        false => Vec::new(),
    }
}

/// Why tests could not be made: of the requested tests only, if there are any.
pub(super) fn reasons_asked(case: &CaseFindings) -> Vec<String> {
    let rulings = &case.last().rulings;
    if case.last().trials == 0 {
        // Without decks no test has a reason of its own.
        return Vec::new();
    }
    let asked = rulings.iter().any(|ruling| ruling.asked_for);
    let rulings = rulings.iter().filter(|ruling| ruling.asked_for || !asked);
    reasons_of(rulings, case)
}

/// The tests with too few decks, and the number that each needs; if there are many, only their number.
pub(super) fn too_few(case: &CaseFindings) -> String {
    let needed = |ruling: &Ruling| match ruling.judgement.outcome {
        Outcome::TooFewTrials { needed, .. } => Some((ruling.judgement.test, needed)),
        _ => None,
    };
    let tests: Vec<(&str, u64)> = case.last().rulings.iter().filter_map(needed).collect();
    if tests.len() <= MOST_NAMED {
        let named = tests.iter().map(|(test, needed)| format!("{test} ({})", count(*needed)));
        return named.collect::<Vec<_>>().join(", ");
    }
    let fewest = tests.iter().map(|(_, needed)| *needed).min().unwrap_or(0);
    format!("{} ({} or more)", counted(tests.len() as u64, "test"), count(fewest))
}

/// Why tests need more decks, and why others cannot be made.
fn reasons_of<'a>(rulings: impl Iterator<Item = &'a Ruling>, case: &CaseFindings) -> Vec<String> {
    let mut too_few: Vec<(&str, u64)> = Vec::new();
    let mut groups: Vec<(&str, Vec<&str>)> = Vec::new();
    for ruling in rulings {
        let test = ruling.judgement.test;
        match &ruling.judgement.outcome {
            Outcome::Judged(_) => {}
            Outcome::TooFewTrials { needed, .. } => too_few.push((test, *needed)),
            Outcome::NotApplicable { why } => {
                match groups.iter_mut().find(|(other, _)| other == why) {
                    Some((_, tests)) => tests.push(test),
                    None => groups.push((why, vec![test])),
                }
            }
        }
    }
    let cannot =
        |(why, tests): (&str, Vec<&str>)| format!("{} cannot be made: {why}.", some(&tests));
    needs_more(&too_few, case).into_iter().chain(groups.into_iter().map(cannot)).collect()
}

fn needs_more(tests: &[(&str, u64)], case: &CaseFindings) -> Option<String> {
    let needed = tests.iter().map(|(_, needed)| *needed).min()?;
    let names: Vec<&str> = tests.iter().map(|(test, _)| *test).collect();
    let (verb, more) = if tests.len() == 1 { ("needs", "") } else { ("need", " or more") };
    let decks = super::trials(needed, case.case.shape);
    Some(format!(
        "{} skipped: {verb} {decks}{more}, not {}.",
        some(&names),
        count(case.last().trials)
    ))
}

/// A few tests by name, many by number.
fn some(tests: &[&str]) -> String {
    if tests.len() > MOST_NAMED { counted(tests.len() as u64, "test") } else { listed(tests) }
}
