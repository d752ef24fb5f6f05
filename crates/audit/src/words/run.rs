//! The table of a run: a line a case, then the cases that are not as expected, then a summary.

use crate::{
    CaseFindings, Conclusion, Findings,
    command::{self, RunRequest},
    number::{count, counted, p_value},
    words::{
        Screen, explaining, faults,
        layout::{self, Alignment, TextTable, hang, wrap},
        limits, table,
        verdict::{finding, looks, not_reproducible, settled_by, unanswered},
    },
};
use shuffle_metrics::{PValue, Verdict, verdict::Profile};

/// Up to this number of cases each has a line; of more, only those that are not as expected.
const MOST_CASES: usize = 40;

/// A run as a table.
pub fn run(findings: &Findings, asked: RunRequest<'_>, screen: &Screen) -> String {
    let mut text = faults::interruption(findings, screen);
    text.push_str(&cases(findings, screen));
    text.push_str(&versions(findings, screen));
    text.push('\n');
    for (id, wrong) in findings.cases.iter().filter_map(complaint) {
        text.push_str(&hang("", &format!("{id}: {wrong}"), 2, screen.width));
    }
    for case in &findings.cases {
        for note in looks(case).into_iter().chain(not_reproducible(case).map(str::to_owned)) {
            text.push_str(&hang("", &format!("{}: {note}", case.case.id()), 2, screen.width));
        }
    }
    text.push_str(&faults::faults(findings, screen));
    let sum = format!("{}\n{}", summary(findings), limits::budget(findings));
    text.push_str(&wrap(&sum, screen.width));
    let is_recorded = |case: &&CaseFindings| case.case.is_recorded();
    // With several files, a paragraph for each would be too long.
    if screen.verbose || findings.cases.iter().filter(is_recorded).count() == 1 {
        for case in &findings.cases {
            text.push_str(&limits::of_recorded(case, screen));
        }
    }
    let again = command::see_plan_again(findings, asked).filter(|_| !findings.as_expected());
    if let Some(again) = again {
        text.push_str(&layout::command("To see it again:", &again, screen.width));
    }
    text
}

/// "12 of 13 cases as expected, 1 skipped."
pub fn summary(findings: &Findings) -> String {
    let cases = findings.cases.len() + findings.faulted.len();
    let expected =
        findings.cases.iter().filter(|case| case.conclusion() == Conclusion::AsExpected).count();
    let skipped = match findings.skipped.len() {
        0 => String::new(),
        skipped => format!(", {} skipped", count(skipped as u64)),
    };
    format!("{} of {} cases as expected{skipped}.", count(expected as u64), count(cases as u64))
}

fn cases(findings: &Findings, screen: &Screen) -> String {
    let lab = findings.plan.budget.profile == Profile::Lab;
    let all = screen.verbose || findings.cases.len() <= MOST_CASES;
    let is_shown = |case: &&CaseFindings| all || case.conclusion() != Conclusion::AsExpected;
    let shown: Vec<&CaseFindings> = findings.cases.iter().filter(is_shown).collect();
    let mut text = String::new();
    if !shown.is_empty() {
        let p = if lab { "p" } else { "p after Holm" };
        let mut table = TextTable::new(&[
            ("case", Alignment::Left),
            ("decks", Alignment::Right),
            ("verdict", Alignment::Left),
            (p, Alignment::Left),
        ]);
        for &case in &shown {
            table.row(vec![
                case.case.id().to_owned(),
                count(case.last().trials),
                screen.paint(case.verdict().name(), as_color(case)),
                format!("{}{}", smallest(case), flag(case)),
            ]);
        }
        text = table.show(screen.width);
    }
    match findings.cases.len() - shown.len() {
        0 => text,
        hidden => {
            let is_one = hidden == 1;
            let other = if shown.is_empty() { "case" } else { "other case" };
            let hidden = counted(hidden as u64, other);
            let are = if is_one { "is" } else { "are" };
            text + &wrap(
                &format!("{hidden} {are} as expected (--verbose shows all)."),
                screen.width,
            )
        }
    }
}

fn smallest(case: &CaseFindings) -> String {
    explaining(case).map_or_else(String::new, |(ruling, _)| {
        let p = ruling.judged_by.map_or(0.0, PValue::log10);
        format!("{} by {}", p_value(p), ruling.judgement.test)
    })
}

fn flag(case: &CaseFindings) -> &'static str {
    match case.conclusion() {
        Conclusion::AsExpected if case.verdict() == Verdict::Fail => "  (planted)",
        Conclusion::AsExpected => "",
        _ => "  <- not as expected",
    }
}

/// The verdict in whose color a case is shown: green as expected, red if not, its own color if it could not be decided.
fn as_color(case: &CaseFindings) -> Verdict {
    match case.conclusion() {
        Conclusion::AsExpected => Verdict::Pass,
        Conclusion::Undecided => case.verdict(),
        _ => Verdict::Fail,
    }
}

/// A case that did not come out as expected, and the reason.
pub fn complaint(case: &CaseFindings) -> Option<(&str, String)> {
    let wrong = match case.conclusion() {
        Conclusion::AsExpected => return None,
        Conclusion::Rejected => format!("expected to pass, but {}", finding(case)),
        Conclusion::NotCaught => {
            "a planted defect, expected to fail, but no test caught it".to_owned()
        }
        Conclusion::MissedBy(tests) => {
            format!("the planted defect was caught, but not by {}", tests.join(", "))
        }
        Conclusion::Undecided if case.verdict() == Verdict::Suspicious => {
            let help = match case.case.is_recorded() {
                true => settled_by(case),
                false => "run it again with more trials".to_owned(),
            };
            format!("suspicious: {}; {help}", finding(case))
        }
        Conclusion::Undecided => format!("inconclusive: {}", undecided(case)),
    };
    Some((case.case.id(), wrong))
}

fn undecided(case: &CaseFindings) -> String {
    let reasons = table::reasons_asked(case);
    let reasons: Vec<&str> = reasons.iter().map(|reason| reason.trim_end_matches('.')).collect();
    if reasons.is_empty() { unanswered(case) } else { reasons.join("; ") }
}

/// A line for each skipped case, and for each audited version; empty without probes.
fn versions(findings: &Findings, screen: &Screen) -> String {
    let mut words = String::new();
    for skipped in &findings.skipped {
        let line = format!("skipped {}: {}", skipped.case.id(), skipped.why);
        words.push_str(&hang("", &line, 2, screen.width));
    }
    let mut groups: Vec<(&str, Vec<&str>)> = Vec::new();
    for case in &findings.cases {
        let Some(version) = case.version.as_deref().filter(|version| !version.is_empty()) else {
            continue;
        };
        match groups.iter_mut().find(|(other, _)| *other == version) {
            Some((_, cases)) => cases.push(case.case.id()),
            None => groups.push((version, vec![case.case.id()])),
        }
    }
    for (version, cases) in groups {
        words.push_str(&hang("", &format!("{version}: {}", cases.join(", ")), 2, screen.width));
    }
    if words.is_empty() { words } else { format!("\n{words}") }
}
