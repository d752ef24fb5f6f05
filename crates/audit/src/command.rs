//! The command that reproduces a finding.

use crate::{CaseFindings, Conclusion, Findings, number::exactly, subject::Flags};
use shuffle_metrics::verdict::Budget;

/// The `check` that reproduces the finding of this case; `None` if no command can, as for the caller's own code.
pub fn see_again(findings: &Findings, case: &CaseFindings) -> Option<String> {
    let flags = case.case.subject.flags()?;
    (comes_again(case) && !findings.interrupted).then(|| check(findings, case, flags))
}

/// The plan and the cases of a `run` command.
#[derive(Clone, Copy, Debug)]
pub struct RunRequest<'a> {
    /// The path of the plan, as it was given.
    pub plan: &'a str,
    /// The cases that were requested by name; empty for all.
    pub only: &'a [String],
}

/// The `run` that reproduces the findings; `None` if no case can be reproduced, or the run was cut off.
pub fn see_plan_again(findings: &Findings, asked: RunRequest<'_>) -> Option<String> {
    let is_unexpected = |case: &CaseFindings| case.conclusion() != Conclusion::AsExpected;
    let has_unexpected = findings.cases.iter().any(is_unexpected);
    // If some cases came out unexpectedly, the reader wants to repeat those.
    let is_asked_for = |case: &CaseFindings| is_unexpected(case) || !has_unexpected;
    let some_case = findings.cases.is_empty()
        || findings.cases.iter().any(|case| comes_again(case) && is_asked_for(case));
    (some_case && !findings.interrupted).then(|| {
        let only = match asked.only {
            [] => String::new(),
            cases => format!(" --only {}", quoted(&cases.join(","))),
        };
        format!("shuffle-audit run {}{only} --seed {}", quoted(asked.plan), findings.plan.seed)
    })
}

/// True if the same command gives the same decks.
fn comes_again(case: &CaseFindings) -> bool {
    case.case.subject.flags().is_some() && case.seen().repeatable != Some(false)
}

fn check(findings: &Findings, found: &CaseFindings, flags: Flags) -> String {
    let (plan, case) = (&findings.plan, &found.case);
    let trials = if case.sequential { "until-decided --max-trials" } else { "trials" };
    let mut command = String::from("shuffle-audit check");
    let mut add = |flag: &str, value: &str| {
        let space = if value.is_empty() { "" } else { " " };
        command.push_str(&format!(" --{flag}{space}{value}"));
    };
    flags.names.iter().for_each(|(flag, value)| add(flag, value));
    // A subject of which not all cards are judged says itself how many it has.
    let says_cards = |flag: &str| matches!(flag, "cards" | "pack");
    if !flags.settings.iter().any(|(flag, _)| says_cards(flag)) {
        add("cards", &case.shape.cards().to_string());
    }
    if let Some(deal) = case.deal() {
        add("deal", &deal.to_string());
    }
    if case.trials != u64::MAX {
        add(trials, &case.trials.to_string());
    }
    add("seed", &plan.seed.to_string());
    flags.settings.iter().for_each(|(flag, value)| add(flag, value));
    if let Some(tests) = case.tests.as_ref().filter(|_| !case.sequential) {
        let is_made =
            |test: &&str| found.last().rulings.iter().any(|ruling| ruling.judgement.test == *test);
        let made: Vec<&str> = tests.iter().copied().filter(is_made).collect();
        add("metrics", &if made.is_empty() { tests } else { &made }.join(","));
    }
    let alpha = plan.budget_of(case).alpha;
    if alpha != case.budget(Budget::default()).alpha {
        add("alpha", &exactly(alpha));
    }
    command
}

/// A word, quoted for a shell if necessary.
pub fn quoted(word: &str) -> String {
    let plain = |letter: char| letter.is_alphanumeric() || "/._-:=,".contains(letter);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        shell_words::quote(word).into_owned()
    }
}
