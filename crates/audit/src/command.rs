//! The command by which a finding is seen again.

use crate::{CaseFindings, Findings, Subject, number::exactly, subject::CommandSpec};
use shuffle_metrics::verdict::Budget;

/// The `check` that finds the same in this case again; nothing where no command does: of code that was brought along.
#[must_use]
pub fn see_again(findings: &Findings, case: &CaseFindings) -> Option<String> {
    (comes_again(case) && !findings.interrupted).then(|| check(findings, case))
}

/// What a `run` was asked for.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a> {
    /// The path by which the plan was named.
    pub plan: &'a str,
    /// The cases that were asked for by name; none, where all were.
    pub only: &'a [String],
}

/// The `run` that finds the same again; nothing where no case comes again, or the run was cut off.
#[must_use]
pub fn see_plan_again(findings: &Findings, asked: Asked<'_>) -> Option<String> {
    let some_case = findings.cases.is_empty() || findings.cases.iter().any(comes_again);
    (some_case && !findings.interrupted).then(|| {
        let only = match asked.only {
            [] => String::new(),
            cases => format!(" --only {}", quoted(&cases.join(","))),
        };
        format!("shuffle-audit run {}{only} --seed {}", quoted(asked.plan), findings.plan.seed)
    })
}

/// Whether the same decks come of the same command.
fn comes_again(case: &CaseFindings) -> bool {
    !matches!(case.case.subject, Subject::Custom(_)) && case.seen().repeatable != Some(false)
}

fn check(findings: &Findings, case: &CaseFindings) -> String {
    let (plan, spec) = (&findings.plan, &case.case.spec);
    let trials = if spec.sequential { "until-decided --max-trials" } else { "trials" };
    let mut command = String::from("shuffle-audit check");
    let mut add = |flag: &str, value: Option<String>| {
        if let Some(value) = value {
            let space = if value.is_empty() { "" } else { " " };
            command.push_str(&format!(" --{flag}{space}{value}"));
        }
    };
    let word = |word: &Option<String>| word.as_deref().map(quoted);
    add("algorithm", word(&spec.algorithm));
    add("exec", spec.exec.as_ref().map(exec));
    add("file", word(&spec.file));
    add("library", word(&spec.library));
    add("symbol", word(&spec.symbol));
    add("cards", Some(spec.cards.to_string()));
    add(trials, spec.trials.map(|trials| trials.to_string()));
    add("seed", Some(plan.seed.to_string()));
    add("format", word(&spec.format));
    add("base", spec.base.map(|base| base.to_string()));
    add("labels", word(&spec.labels));
    add("columns", word(&spec.columns));
    match spec.header {
        Some(true) => add("header", Some(String::new())),
        Some(false) => add("no-header", Some(String::new())),
        None => {}
    }
    add("jobs", spec.jobs.map(|jobs| jobs.to_string()));
    add("stall", word(&spec.stall));
    add("deal", spec.deal.map(|deal| deal.to_string()));
    add("passes", spec.passes.map(|passes| passes.to_string()));
    let start = case.case.subject.job().filter(|_| spec.start.is_some());
    add("start", start.map(|job| job.start.to_string()));
    add("dice", word(&spec.dice));
    add("rng", word(&spec.rng));
    add("metrics", spec.metrics.as_ref().map(|metrics| metrics.join(",")));
    let alpha = plan.budget.alpha;
    add("alpha", (alpha != Budget::default().alpha).then(|| exactly(alpha)));
    command
}

/// A command as one word of a shell.
fn exec(command: &CommandSpec) -> String {
    match command {
        CommandSpec::Line(line) => quoted(line),
        CommandSpec::Arguments(arguments) => quoted(&shell_words::join(arguments)),
    }
}

/// A word as a shell takes it.
#[must_use]
pub fn quoted(word: &str) -> String {
    let plain = |letter: char| letter.is_alphanumeric() || "/._-:=,".contains(letter);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        shell_words::quote(word).into_owned()
    }
}
