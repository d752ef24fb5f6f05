//! Verdicts in words, for people at a terminal.

use crate::{
    CaseFindings, Conclusion, Findings,
    number::{cell, count, p_value, percent},
};
use shuffle_metrics::{
    Evidence, Outcome, PValue, Verdict,
    judgement::Peak,
    verdict::{POWER, Profile, Ruling},
};
use std::fmt::Write;

/// A run as a table: a line a case, then what is not as expected, then the sum.
#[must_use]
pub fn run(findings: &Findings) -> String {
    let mut text = String::new();
    let lab = findings.plan.budget.profile == Profile::Lab;
    let width = findings.plan.cases.iter().map(|case| case.id().len()).max().unwrap_or(0).max(4);
    let _ = writeln!(
        text,
        "{:width$}  {:>13}  {:12}  smallest p{}",
        "case",
        "decks",
        "verdict",
        if lab { "" } else { " after Holm" },
    );
    for case in &findings.cases {
        let _ = writeln!(
            text,
            "{:width$}  {:>13}  {:12}  {}{}",
            case.case.id(),
            count(case.last().trials),
            case.verdict(),
            strongest(case).map_or_else(String::new, |(ruling, evidence)| {
                let p = if lab { Some(evidence.p_value) } else { ruling.p_holm };
                format!("{} by {}", p_value(p.map_or(0.0, PValue::log10)), ruling.judgement.test)
            }),
            flag(case),
        );
    }
    let unexpected: Vec<String> = findings.cases.iter().filter_map(complaint).collect();
    text.push_str(&versions(findings));
    let _ = writeln!(text);
    for line in &unexpected {
        let _ = writeln!(text, "{line}");
    }
    let _ = writeln!(
        text,
        "{} of {} cases as expected{}.\n{}",
        findings.cases.len() - unexpected.len(),
        findings.cases.len(),
        match findings.skipped.len() {
            0 => String::new(),
            skipped => format!(", {skipped} skipped"),
        },
        budget(findings),
    );
    findings.cases.iter().for_each(|case| text.push_str(&limits(case)));
    text
}

/// How often such a run is wrong.
fn budget(findings: &Findings) -> String {
    let (budget, tests) = (&findings.plan.budget, findings.tests(0));
    let alpha = cell(budget.alpha);
    match budget.profile {
        Profile::Ci => {
            let halves =
                if budget.escalates() { ", half of it kept for a second look" } else { "" };
            let s = if tests == 1 { "" } else { "s" };
            format!(
                "{tests} test{s} under one error budget (Holm): the probability of any false alarm in \
                 the whole run is at most {alpha}{halves}."
            )
        }
        Profile::Lab => format!(
            "Lab profile: {tests} tests, each at level {alpha}, not corrected for their number: {} \
             false alarms are to be expected of sound shuffles.",
            cell(budget.expected_false_alarms(tests))
        ),
    }
}

fn flag(case: &CaseFindings) -> &'static str {
    match case.conclusion() {
        Conclusion::AsExpected if case.verdict() == Verdict::Fail => "  (planted)",
        Conclusion::AsExpected => "",
        _ => "  <- not as expected",
    }
}

/// What is wrong with a case that did not come out as expected.
fn complaint(case: &CaseFindings) -> Option<String> {
    let id = case.case.id();
    Some(match case.conclusion() {
        Conclusion::AsExpected => return None,
        Conclusion::Rejected => format!("{id}: expected to pass, but {}", finding(case)),
        Conclusion::NotCaught => {
            format!("{id}: a planted defect, expected to fail, but no test caught it")
        }
        Conclusion::MissedBy(tests) => {
            format!("{id}: the planted defect was caught, but not by {}", tests.join(", "))
        }
        Conclusion::Undecided if case.verdict() == Verdict::Suspicious => {
            format!("{id}: suspicious: {}; run it again with more trials", finding(case))
        }
        Conclusion::Undecided => format!("{id}: inconclusive: {}", unanswered(case)),
    })
}

/// A line for each case that was skipped, and for each version that was audited; nothing without probes.
fn versions(findings: &Findings) -> String {
    let mut words = String::new();
    for skipped in &findings.skipped {
        let _ = writeln!(words, "skipped {}: {}", skipped.case.id(), skipped.why);
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
        let _ = writeln!(words, "{version}: {}", cases.join(", "));
    }
    if words.is_empty() { words } else { format!("\n{words}") }
}

/// The test that speaks against the case most clearly.
#[must_use]
pub fn strongest(case: &CaseFindings) -> Option<(&Ruling, &Evidence)> {
    case.last()
        .rulings
        .iter()
        .filter_map(|ruling| Some((ruling, ruling.judgement.evidence()?)))
        .min_by(|a, b| a.1.p_value.ln().total_cmp(&b.1.p_value.ln()))
}

/// The strongest finding of a case in half a sentence.
fn finding(case: &CaseFindings) -> String {
    strongest(case).map_or_else(
        || unanswered(case),
        |(ruling, evidence)| {
            let p = p_value(evidence.p_value.log10());
            format!("{} ({} as a whole: p = {p})", effect(evidence), ruling.judgement.test)
        },
    )
}

/// How a bias shows, in plain words.
fn effect(evidence: &Evidence) -> String {
    let value = evidence.effect.value;
    let amount = percent(value.abs()).trim_start_matches('+').to_owned();
    match evidence.effect.name {
        "degree" if value > 0.0 => {
            format!("neighbours stay in ascending order too often: degree {}", cell(round(value)))
        }
        "degree" => {
            format!("neighbours come in descending order too often: degree {}", cell(round(value)))
        }
        "decks_until_decided" => "the bet that it is fair is lost".to_owned(),
        "log10_evidence" => "the bet that it is fair is not lost yet".to_owned(),
        "period" => format!(
            "every deck comes again after {} decks: a short period, or jobs that write the same decks",
            count(value as u64)
        ),
        "lag" => format!("decks come again after exactly {} decks", count(value as u64)),
        "distinct_decks_at_least" | "excess_of_collisions" => {
            "decks come again more often than chance allows".to_owned()
        }
        "distinct_decks" => format!(
            "decks come again that should not: the shuffle seems to know only about {} of them",
            count(value.round() as u64)
        ),
        _ if evidence.tail == shuffle_metrics::judgement::Tail::Lower => {
            "the counts are more even than chance allows".to_owned()
        }
        "total_variation" => {
            format!("about {amount} of all decks would have to change for this count to be fair")
        }
        "rms_place_shift" => format!(
            "cards lie {} places off their mean place (root mean square){}",
            cell(round(value)),
            most_clearly(evidence)
        ),
        "rank_correlation" => {
            format!(
                "cards keep to the order of their places: rank correlation {}",
                cell(round(value))
            )
        }
        name => {
            let what = match name {
                "rms_cell_deviation" => "cards come to positions",
                "rms_pair_deviation" => "cards follow each other",
                "rms_order_deviation" => "cards lie before each other",
                "rms_digit_deviation" => "Lehmer digits come",
                _ => "Lehmer digits come together",
            };
            let clearly = most_clearly(evidence);
            format!("{what} {amount} too often or too rarely (root mean square){clearly}")
        }
    }
}

/// The cell that stands out, where its interval tells it from 0.
fn most_clearly(evidence: &Evidence) -> String {
    let told = |peak: &&Peak| peak.interval.is_some_and(|it| it.low > 0.0 || it.high < 0.0);
    let Some(peak) = evidence.effect.peak.as_ref().filter(told) else { return String::new() };
    let (place, more) = (&peak.place, peak.value > 0.0);
    if peak.name == "largest_place_shift" {
        let direction = if more { "later" } else { "earlier" };
        let places = cell(round(peak.value.abs()));
        return format!(", most clearly {place}: about {places} places {direction}");
    }
    let amount = percent(peak.value.abs()).trim_start_matches('+').to_owned();
    let direction = if more { "more" } else { "less" };
    format!(", most clearly {place}: about {amount} {direction} often than it should be")
}

/// Four significant digits.
fn round(value: f64) -> f64 {
    format!("{value:.3e}").parse().unwrap_or(value)
}

/// Why nothing could be said, and what would help.
fn unanswered(case: &CaseFindings) -> String {
    let reasons: Vec<String> = case.last().rulings.iter().filter_map(reason).collect();
    if !reasons.is_empty() {
        reasons.join("; ")
    } else if case.last().rulings.is_empty() {
        "no test was made".to_owned()
    } else {
        "no test could have rejected within the error budget, whatever these decks were".to_owned()
    }
}

fn reason(ruling: &Ruling) -> Option<String> {
    let test = ruling.judgement.test;
    match &ruling.judgement.outcome {
        Outcome::Judged(_) => None,
        Outcome::TooFewTrials { trials, needed } => {
            Some(format!("{test} needs {} decks, not {}", count(*needed), count(*trials)))
        }
        Outcome::NotApplicable { why } => Some(format!("{test} cannot be made: {why}")),
    }
}

/// A single subject: the verdict for somebody who knows no statistics, with the numbers under it.
#[must_use]
pub fn check(findings: &Findings) -> String {
    findings.cases.iter().map(|case| check_case(findings, case)).collect()
}

fn check_case(findings: &Findings, case: &CaseFindings) -> String {
    let decks = count(case.last().trials);
    let mut text = match case.verdict() {
        Verdict::Fail => format!(
            "BIASED: {} does not give every order equally often.\n{}.\n",
            subject(case),
            capital(&finding(case))
        ),
        Verdict::Pass => format!(
            "NO BIAS FOUND in {decks} decks of {}.\nThat is no proof: a smaller bias than these \
             decks can show would look the same.\n{}",
            subject(case),
            // Of a file this stands at the end.
            case.case.subject.recorded().map_or_else(|| would_have_seen(case), |_| String::new()),
        ),
        Verdict::Suspicious => format!(
            "SUSPICIOUS: {} may be biased, but {decks} decks are not enough to be sure.\n{}. {}\n",
            subject(case),
            capital(&finding(case)),
            match case.case.subject.recorded() {
                Some(_) => "Record ten times as many decks, all of them new, and audit those.",
                None => "Run it again with ten times the decks and another seed.",
            }
        ),
        Verdict::Inconclusive => format!(
            "INCONCLUSIVE: {decks} decks of {} do not answer what was asked.\n{}.\n",
            subject(case),
            capital(&unanswered(case))
        ),
    };
    let _ = writeln!(
        text,
        "\n{:20}{:>16}{:>11}  {:>12}  {:>12}  finding",
        "test", "statistic", "df", "p", "after Holm"
    );
    for ruling in &case.last().rulings {
        text.push_str(&check_line(ruling));
    }
    let _ = writeln!(
        text,
        "\n{}\nSeed {}, plan {}.",
        budget(findings),
        findings.plan.seed,
        findings.plan.fingerprint(),
    );
    text.push_str(&limits(case));
    text
}

/// What the decks of a file can show and what they cannot, since there are no more of them; nothing for any other
/// subject.
fn limits(case: &CaseFindings) -> String {
    let subject = &case.case.subject;
    if subject.recorded().is_none() {
        return String::new();
    }
    let decks = count(case.last().trials);
    let mut text = format!("\nWhat the {decks} decks of {subject} can show, and what not:\n");
    if let Some(seen) = smallest_biases(case) {
        let _ = writeln!(
            text,
            "  With probability {POWER} they show {seen}.\n  Of smaller biases they may show nothing; \
             half the size takes four times the decks."
        );
    }
    let too_few = |ruling: &Ruling| match ruling.judgement.outcome {
        Outcome::TooFewTrials { needed, .. } => {
            Some(format!("{} ({})", ruling.judgement.test, count(needed)))
        }
        _ => None,
    };
    let too_few: Vec<String> = case.last().rulings.iter().filter_map(too_few).collect();
    if !too_few.is_empty() {
        let _ = writeln!(text, "  They are too few for {}.", too_few.join(", "));
    }
    text
}

/// The smallest biases that the tests of the mission would have seen.
fn would_have_seen(case: &CaseFindings) -> String {
    smallest_biases(case).map_or_else(String::new, |seen| {
        format!("They would have shown, with probability {POWER}: {seen}.\n")
    })
}

fn smallest_biases(case: &CaseFindings) -> Option<String> {
    let seen = |ruling: &Ruling| {
        let (evidence, detectable) = (ruling.judgement.evidence()?, ruling.detectable?);
        let name = evidence.sensitivity?.name;
        let amount = match name {
            "degree" => cell(round(detectable)),
            _ => percent(detectable).trim_start_matches('+').to_owned(),
        };
        Some(match name {
            "largest_cell_deviation" => {
                format!("a card that lies at some position {amount} too often or too rarely")
            }
            "degree" => format!("a degree of {amount}"),
            _ => format!("a total variation of {amount} of the {}", ruling.judgement.test),
        })
    };
    let shown = ["position", "permutations", "degree"];
    let seen: Vec<String> =
        shown.iter().filter_map(|test| seen(case.last().ruling(test)?)).collect();
    (!seen.is_empty()).then(|| seen.join("; "))
}

fn check_line(ruling: &Ruling) -> String {
    let test = ruling.judgement.test;
    let Some(evidence) = ruling.judgement.evidence() else {
        let why = reason(ruling).unwrap_or_default();
        let why = why.strip_prefix(test).unwrap_or(&why).trim_start();
        return format!("{test:20}{:>16}{:>11}  {:>12}  {:>12}  {why}\n", "-", "-", "-", "-");
    };
    let statistic = format!("{:.4}", evidence.statistic);
    let df = evidence.law.df().map_or_else(|| evidence.law.name().to_owned(), |df| df.to_string());
    let p = p_value(evidence.p_value.log10());
    let holm = ruling.p_holm.map_or_else(String::new, |p| p_value(p.log10()));
    let finding = numbers(evidence);
    format!("{test:20}{statistic:>16}{df:>11}  {p:>12}  {holm:>12}  {finding}\n")
}

/// The effect as name and number.
fn numbers(evidence: &Evidence) -> String {
    let effect = &evidence.effect;
    let name = effect.name.replace('_', " ");
    let place = effect.place.as_ref().map_or_else(String::new, |place| format!(" ({place})"));
    if effect.value >= 1e4 {
        return format!("{name} {}{place}", count(effect.value.round() as u64));
    }
    let show = |value: f64| match effect.is_relative() {
        true => percent(value),
        false => format!("{value:+.6}"),
    };
    match &effect.interval {
        Some(interval) => format!(
            "{name} {} [{}, {}] at {} %{place}",
            show(effect.value),
            show(interval.low),
            show(interval.high),
            interval.confidence * 100.0
        ),
        None if effect.is_relative() => format!("{name} {}{place}", show(effect.value)),
        None => format!("{name} {}{place}", cell(round(effect.value))),
    }
}

fn subject(case: &CaseFindings) -> String {
    let (spec, subject) = (&case.case.spec, &case.case.subject);
    match spec.deal {
        Some(deal) => format!("{subject}, {deal} of {} cards", spec.cards),
        None => format!("{subject} on {} cards", spec.cards),
    }
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
