//! The result of each test of a case, or the reason why it could not be made.

use crate::{
    CaseFindings, Findings,
    names::Names,
    number::{count, counted, p_value},
    words::{
        Screen, different, effects, explaining,
        layout::{Alignment, TextTable, hang},
        listed,
    },
};
use shuffle_metrics::{
    Evidence, Outcome, Verdict,
    verdict::{Profile, Ruling},
};

/// More tests than this are counted instead of named.
const MOST_NAMED: usize = 3;

/// More reasons why tests cannot be made are told only who asks.
const MOST_REASONS: usize = 3;

/// The tests of a case: those that found something and a line for each group of others; all of them where the screen
/// is verbose.
pub fn tests(findings: &Findings, case: &CaseFindings, screen: &Screen) -> String {
    let lab = findings.plan.budget.profile == Profile::Lab;
    if screen.verbose {
        return all(case, screen);
    }
    let others = implied(case).into_iter().chain(others(case, lab)).chain(reasons(case));
    let others: String = others.map(|line| hang("", &line, 2, screen.width)).collect();
    match found(case, lab, screen) {
        found if found.is_empty() || others.is_empty() => found + &others,
        found => format!("{found}\n{others}"),
    }
}

fn found_something(ruling: &Ruling) -> bool {
    matches!(ruling.verdict, Verdict::Fail | Verdict::Suspicious)
}

fn evidence_of(case: &CaseFindings) -> impl Iterator<Item = (&Ruling, &Evidence)> {
    let rulings = case.last().rulings.iter();
    rulings.filter_map(|ruling| Some((ruling, ruling.judgement.evidence()?)))
}

/// A table of the tests that found something, the clearest first; nothing if none did.
fn found(case: &CaseFindings, lab: bool, screen: &Screen) -> String {
    let implied = is_implied(case);
    let mut found: Vec<(&Ruling, &Evidence)> = evidence_of(case)
        .filter(|(ruling, _)| found_something(ruling) && !implied(ruling))
        .collect();
    if found.is_empty() {
        return String::new();
    }
    found.sort_by(|a, b| a.1.p_value.ln().total_cmp(&b.1.p_value.ln()));
    let head = effects::head(found.iter().map(|(_, evidence)| &evidence.effect));
    let p = if lab { "p" } else { "p after Holm" };
    let mut table = TextTable::new(&[
        ("test", Alignment::Left),
        (p, Alignment::Right),
        (&head, Alignment::Left),
    ]);
    let names = case.case.subject.names();
    for (ruling, evidence) in found {
        let p = ruling.judged_by.map_or_else(String::new, |p| p_value(p.log10()));
        let finding = effects::finding_cell(evidence, &names);
        table.row(vec![ruling.judgement.test.to_owned(), p, finding]);
    }
    table.show(screen.width)
}

/// A test that rejects only since decks are all the same, or a few different ones: the strongest one stands for it.
fn is_implied(case: &CaseFindings) -> impl Fn(&Ruling) -> bool {
    let same = different::sameness(case);
    let first = explaining(case).map(|(ruling, _)| ruling.judgement.test);
    move |ruling| {
        let is_first = first == Some(ruling.judgement.test);
        same.is_some_and(|same| !is_first && !same.is_held_by(ruling))
    }
}

/// "41 other tests reject as well, as they must of such decks; --verbose shows them."
fn implied(case: &CaseFindings) -> Option<String> {
    let implied = is_implied(case);
    let is_hidden = |(ruling, _): &(&Ruling, &Evidence)| found_something(ruling) && implied(ruling);
    let tests = evidence_of(case).filter(is_hidden).count();
    let noun = super::noun(case.case.shape);
    let (reject, shows) = match tests {
        0 => return None,
        1 => ("1 other test rejects as well, as it".to_owned(), "it"),
        _ => (format!("{} other tests reject as well, as they", count(tests as u64)), "them"),
    };
    Some(format!("{reject} must with such {noun}s; --verbose shows {shows}."))
}

/// "24 other tests found nothing; smallest p after Holm 0.31 by degree."
fn others(case: &CaseFindings, lab: bool) -> Option<String> {
    let (found, others): (Vec<_>, Vec<_>) =
        evidence_of(case).partition(|(ruling, _)| found_something(ruling));
    let (smallest, _) =
        others.iter().min_by(|a, b| a.1.p_value.ln().total_cmp(&b.1.p_value.ln()))?;
    let p = p_value(smallest.judged_by?.log10());
    let tests = match (found.len(), others.len()) {
        (0, tests) => counted(tests as u64, "test"),
        (_, 1) => "1 other test".to_owned(),
        (_, tests) => format!("{} other tests", count(tests as u64)),
    };
    let which = if lab { "p" } else { "p after Holm" };
    Some(if others.len() == 1 {
        format!("{tests} found nothing: {}, {which} {p}.", smallest.judgement.test)
    } else {
        format!("{tests} found nothing; smallest {which} {p} by {}.", smallest.judgement.test)
    })
}

/// Every test with its numbers.
fn all(case: &CaseFindings, screen: &Screen) -> String {
    let head = effects::head(evidence_of(case).map(|(_, evidence)| &evidence.effect));
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
            + &effects::most_clearly(evidence.effect.peak.as_ref(), names),
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
    let (too_few, cannot) = reasons_of(case.last().rulings.iter(), case);
    too_few.into_iter().chain(cannot).collect()
}

/// The reasons why tests could not be made: a sentence for each. Where they are many, and nobody asked for those
/// tests, only their number.
fn reasons(case: &CaseFindings) -> Vec<String> {
    let rulings = &case.last().rulings;
    let (too_few, cannot) = reasons_of(rulings.iter(), case);
    let is_asked = rulings.iter().any(|ruling| ruling.asked_for);
    let cannot = if cannot.len() <= MOST_REASONS || is_asked {
        cannot
    } else {
        let is_left_out =
            |ruling: &&Ruling| matches!(ruling.judgement.outcome, Outcome::NotApplicable { .. });
        let tests = counted(rulings.iter().filter(is_left_out).count() as u64, "test");
        let noun = super::noun(case.case.shape);
        vec![format!("{tests} cannot be made of such {noun}s; --verbose says why.")]
    };
    too_few.into_iter().chain(cannot).collect()
}

/// The same for the requested tests only, if there are any.
pub(super) fn reasons_asked(case: &CaseFindings) -> Vec<String> {
    let rulings = &case.last().rulings;
    let asked = rulings.iter().any(|ruling| ruling.asked_for);
    let rulings = rulings.iter().filter(|ruling| ruling.asked_for || !asked);
    let (too_few, cannot) = reasons_of(rulings, case);
    too_few.into_iter().chain(cannot).collect()
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
fn reasons_of<'a>(
    rulings: impl Iterator<Item = &'a Ruling>,
    case: &CaseFindings,
) -> (Option<String>, Vec<String>) {
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
    (needs_more(&too_few, case), groups.into_iter().map(cannot).collect())
}

fn needs_more(tests: &[(&str, u64)], case: &CaseFindings) -> Option<String> {
    let needed = tests.iter().map(|(_, needed)| *needed).min()?;
    let names: Vec<&str> = tests.iter().map(|(test, _)| *test).collect();
    let (verb, more) = if tests.len() == 1 { ("needs", "") } else { ("need", " or more") };
    let decks = super::trials(needed, case.case.shape);
    Some(format!("{} {verb} {decks}{more}, not {}.", some(&names), count(case.last().trials)))
}

/// A few tests by name, many by number.
fn some(tests: &[&str]) -> String {
    if tests.len() > MOST_NAMED { counted(tests.len() as u64, "test") } else { listed(tests) }
}
