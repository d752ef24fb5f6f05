//! The machine output of `--json`.
//!
//! Names once given stay; more fields may come. Numbers have 10 significant digits, p-values are floored
//! at 1e-300 with `ln_p` and `log10_p` next to them, and a value that does not exist is null.

use crate::{
    cause::CauseReport,
    document,
    error::ReportError,
    number::round10,
    tables::{degree_of, z_exact},
};
use serde::Serialize;
use shuffle_algorithms::start::Start;
use shuffle_audit::{
    CaseFindings, Conclusion, Faulted, Findings, Skipped, VERSION, command,
    moved::{Moved, moved},
    names::Names,
    words::{self, limits::Detectable},
};
use shuffle_metrics::{
    Evidence, Interval, LeftInOrder, Outcome, Verdict, catalogue,
    verdict::{POWER, Ruling},
};
use shuffle_subjects::keys::Described;

/// The findings of a `check` as one JSON object, with a line break at its end.
///
/// # Errors
///
/// [`ReportError::Json`].
pub fn check(findings: &Findings) -> Result<String, ReportError> {
    let again = findings.cases.first().and_then(|case| command::see_again(findings, case));
    let headline = findings.cases.first().map(words::headline);
    object(findings, headline.unwrap_or_else(|| words::summary(findings)), again)
}

/// The findings of a `run` as one JSON object, with a line break at its end.
///
/// # Errors
///
/// [`ReportError::Json`].
pub fn run(findings: &Findings, asked: command::RunRequest<'_>) -> Result<String, ReportError> {
    object(findings, words::summary(findings), command::see_plan_again(findings, asked))
}

fn object(
    findings: &Findings,
    headline: String,
    see_again: Option<String>,
) -> Result<String, ReportError> {
    let (budget, tests) = (&findings.plan.budget, findings.tests(0));
    let interruption = words::faults::interruption(
        findings,
        &words::Screen { width: usize::MAX, ..Default::default() },
    );
    let headline = if findings.interrupted { interruption.trim_end().to_owned() } else { headline };
    let report = RunDocument {
        headline,
        see_again,
        verdict: findings.verdict(),
        as_expected: findings.as_expected(),
        interrupted: findings.interrupted,
        plan: &findings.plan.name,
        seed: findings.plan.seed.to_string(),
        fingerprint: findings.plan.fingerprint.clone().unwrap_or_default(),
        version: VERSION,
        profile: budget.profile.name(),
        alpha: if findings.are_recorded() { budget.of_recording().alpha } else { budget.alpha },
        recording_alpha: findings.recordings().next().map(|_| budget.of_recording().alpha),
        tests,
        false_alarm: round10(findings.expected_false_alarms(0).min(1.0)),
        expected_false_alarms: round10(findings.expected_false_alarms(0)),
        cases: findings.cases.iter().map(case).collect(),
        skipped: findings.skipped.iter().map(skipped).collect(),
        faulted: findings.faulted.iter().map(faulted).collect(),
    };
    document::json(&report)
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub(crate) struct RunDocument<'a> {
    headline: String,
    /// The command that reproduces the findings, if there is one.
    see_again: Option<String>,
    #[cfg_attr(test, schemars(with = "crate::schema_types::VerdictWord"))]
    verdict: Verdict,
    as_expected: bool,
    /// True if the run was interrupted: then `cases` are not all cases of the plan.
    interrupted: bool,
    plan: &'a str,
    seed: String,
    fingerprint: String,
    version: &'static str,
    profile: &'static str,
    /// The error budget shared by all cases drawn in the run. If all cases are recordings: the budget of each.
    alpha: f64,
    /// The error budget of each recording, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    recording_alpha: Option<f64>,
    tests: usize,
    false_alarm: f64,
    expected_false_alarms: f64,
    cases: Vec<CaseReport<'a>>,
    skipped: Vec<SkippedReport<'a>>,
    faulted: Vec<FaultedReport<'a>>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
struct FaultedReport<'a> {
    case: &'a str,
    #[cfg_attr(test, schemars(with = "Option<crate::schema_types::Keys>"))]
    subject: Option<Described>,
    algorithm: String,
    /// `absent` or `at_fault`.
    status: &'static str,
    why: String,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
struct SkippedReport<'a> {
    case: &'a str,
    #[cfg_attr(test, schemars(with = "Option<crate::schema_types::Keys>"))]
    subject: Option<Described>,
    algorithm: String,
    why: &'a str,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
struct CaseReport<'a> {
    case: &'a str,
    headline: String,
    /// The sentence under the headline, as on a screen.
    sentence: String,
    /// The likely cause of a rejection that was not expected.
    #[serde(skip_serializing_if = "Option::is_none")]
    cause: Option<CauseReport<'a>>,
    /// Its kind and its keys, as a plan would have them.
    #[cfg_attr(test, schemars(with = "Option<crate::schema_types::Keys>"))]
    subject: Option<Described>,
    algorithm: String,
    /// The version that its probe printed.
    version: Option<&'a str>,
    cards: u64,
    deal: Option<u64>,
    passes: Option<u32>,
    /// The start order, if it is not the identity.
    #[serde(skip_serializing_if = "Option::is_none")]
    start: Option<String>,
    dice: Option<String>,
    rng: Option<&'static str>,
    trials: u64,
    /// The hash of the file that was read; of several files, the hash of their hashes, one on each line.
    #[serde(skip_serializing_if = "Option::is_none")]
    source_sha256: Option<&'a str>,
    /// The files that were read, where a pattern names them.
    #[serde(skip_serializing_if = "Option::is_none")]
    files: Option<FilesOfPattern<'a>>,
    /// For a program: true if it honors its seed.
    #[serde(skip_serializing_if = "Option::is_none")]
    repeatable: Option<bool>,
    stages: usize,
    expected: &'static str,
    as_expected: bool,
    #[cfg_attr(test, schemars(with = "crate::schema_types::VerdictWord"))]
    verdict: Verdict,
    /// The names of the cards, in start order, unless they are numbers.
    labels: Option<Vec<String>>,
    /// The number of the first position, and of the first card if cards are numbers.
    base: usize,
    degree: Option<DegreeReport>,
    would_have_seen: Vec<DetectableReport>,
    /// How far the rows of few orders moved.
    #[serde(skip_serializing_if = "Option::is_none")]
    moved: Option<MovedReport>,
    judgements: Vec<JudgementReport>,
    /// The judgements of the first look, if there was a second.
    first_look: Option<Vec<JudgementReport>>,
}

/// The files of a pattern, in natural order.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
struct FilesOfPattern<'a> {
    number: u64,
    first: &'a str,
    last: &'a str,
}

/// How far the rows of few orders moved, in shares of the order where nothing else is said.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
struct MovedReport {
    mean: f64,
    /// Of half of the rows, nine in ten, and 99 in 100.
    quantiles: [f64; 3],
    /// The shuffle buffer, in rows, that would leave them as near, with its 99 % interval.
    effective_buffer: Option<[f64; 2]>,
    /// The median number of places between rows that were neighbors.
    apart: f64,
    /// Neighbors of the start that stayed together, and how many a fair shuffle leaves.
    together: u64,
    together_if_fair: f64,
    /// Rows in runs of 100 or more in their order at the start.
    in_order: u64,
    /// The first and the last position of the longest part that has nothing but such runs.
    in_order_positions: Option<[usize; 2]>,
}

fn moved_report(moved: Moved, first: usize) -> MovedReport {
    let facts = &moved.facts;
    let ends =
        |left: &LeftInOrder| [left.positions.start, left.positions.end - 1].map(|at| at + first);
    MovedReport {
        mean: round10(moved.mean),
        quantiles: moved.quantiles.map(round10),
        effective_buffer: moved.buffer.map(|it| [it.low, it.high].map(round10)),
        apart: round10(facts.apart),
        together: facts.together,
        together_if_fair: round10(moved.together_if_fair),
        in_order: facts.in_order,
        in_order_positions: facts.left.as_ref().map(ends),
    }
}

/// The smallest bias that a test would have seen with this power.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
struct DetectableReport {
    test: &'static str,
    effect: &'static str,
    value: f64,
    power: f64,
    words: String,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
struct DegreeReport {
    value: f64,
    standard_error: f64,
    z: f64,
    exact: Option<f64>,
    z_exact: Option<f64>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
struct JudgementReport {
    test: &'static str,
    /// The subject of a rejection, in a word.
    about: Option<&'static str>,
    statistic: Option<f64>,
    df: Option<u64>,
    tail: Option<&'static str>,
    p_value: Option<f64>,
    ln_p: Option<f64>,
    log10_p: Option<f64>,
    p_holm: Option<f64>,
    effect: Option<EffectReport>,
    detectable: Option<f64>,
    #[cfg_attr(test, schemars(with = "crate::schema_types::VerdictWord"))]
    verdict: Verdict,
    status: &'static str,
    trials_needed: Option<u64>,
    why: Option<String>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
struct EffectReport {
    name: &'static str,
    value: f64,
    interval: Option<IntervalReport>,
    place: Option<String>,
    /// The most deviating cell; its value is shrunk, since it was selected as the largest.
    peak: Option<PeakReport>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
struct PeakReport {
    name: &'static str,
    place: String,
    value: f64,
    interval: Option<IntervalReport>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
struct IntervalReport {
    low: f64,
    high: f64,
    confidence: f64,
}

fn skipped(skipped: &Skipped) -> SkippedReport<'_> {
    let Skipped { case, why } = skipped;
    let (subject, algorithm) = (Described::of(case), case.subject.name());
    SkippedReport { case: case.id(), subject, algorithm, why }
}

fn faulted(faulted: &Faulted) -> FaultedReport<'_> {
    let Faulted { case, fault, .. } = faulted;
    let (subject, algorithm) = (Described::of(case), case.subject.name());
    let (status, why) = (fault.status(), fault.to_string());
    FaultedReport { case: case.id(), subject, algorithm, status, why }
}

fn case(case: &CaseFindings) -> CaseReport<'_> {
    let (subject, shape) = (&case.case.subject, case.case.shape);
    let (job, degree, names) = (subject.job(), degree_of(case), subject.names());
    let judgements =
        |rulings: &[Ruling]| rulings.iter().map(|ruling| judgement(ruling, &names)).collect();
    CaseReport {
        case: case.case.id(),
        headline: words::headline(case),
        sentence: words::sentence(case),
        cause: case.cause.as_ref().map(CauseReport::of),
        subject: Described::of(&case.case),
        algorithm: case.case.subject.name(),
        version: case.version.as_deref(),
        cards: shape.cards() as u64,
        deal: case.case.deal().map(|deal| deal as u64),
        passes: job.map(|job| job.passes),
        start: job.filter(|job| job.start != Start::Identity).map(|job| job.start.to_string()),
        dice: job.map(|job| job.dice.to_string()),
        rng: job.map(|job| job.rng.id()),
        trials: case.last().trials,
        source_sha256: case.seen().source_sha256.as_deref(),
        files: case.seen().files.as_ref().map(|files| FilesOfPattern {
            number: files.number,
            first: &files.first,
            last: &files.last,
        }),
        repeatable: case.seen().repeatable,
        stages: case.looks.len(),
        expected: case.case.expect.name(),
        as_expected: case.conclusion() == Conclusion::AsExpected,
        verdict: case.verdict(),
        labels: names.labels().map(|labels| labels.into_iter().map(str::to_owned).collect()),
        base: names.base(),
        would_have_seen: words::limits::would_have_seen(case).into_iter().map(detectable).collect(),
        moved: moved(case).map(|it| moved_report(it, case.case.subject.names().position(0))),
        degree: degree.map(|degree| DegreeReport {
            value: round10(degree.value),
            standard_error: round10(degree.standard_error),
            z: round10(degree.z),
            exact: case.exact_degree.map(round10),
            z_exact: case.exact_degree.and_then(|exact| z_exact(case.last(), exact)).map(round10),
        }),
        judgements: judgements(&case.last().rulings),
        first_look: (case.looks.len() > 1).then(|| judgements(&case.looks[0].rulings)),
    }
}

fn detectable(detectable: Detectable) -> DetectableReport {
    let Detectable { test, effect, value, words } = detectable;
    DetectableReport { test, effect: effect.id, value: round10(value), power: POWER, words }
}

fn judgement(ruling: &Ruling, names: &Names) -> JudgementReport {
    let number =
        |value: fn(&Evidence) -> f64| ruling.judgement.evidence().map(|one| round10(value(one)));
    let evidence = ruling.judgement.evidence();
    let (trials_needed, why) = match &ruling.judgement.outcome {
        Outcome::Judged(_) => (None, None),
        Outcome::TooFewTrials { needed, .. } => (Some(*needed), None),
        Outcome::NotApplicable { why } => (None, Some(why.clone())),
    };
    JudgementReport {
        test: ruling.judgement.test,
        about: catalogue::test(ruling.judgement.test).map(|test| test.about.name()),
        statistic: number(|evidence| evidence.statistic),
        df: evidence.and_then(|evidence| evidence.law.df()),
        tail: evidence.map(|evidence| evidence.tail.name()),
        p_value: number(|evidence| evidence.p_value.value()),
        ln_p: number(|evidence| evidence.p_value.ln()),
        log10_p: number(|evidence| evidence.p_value.log10()),
        p_holm: ruling.p_holm.map(|p| round10(p.value())),
        effect: evidence.map(|evidence| EffectReport {
            name: evidence.effect.kind.id,
            value: round10(evidence.effect.value),
            interval: evidence.effect.interval.map(interval),
            place: evidence.effect.place.as_ref().map(|place| names.place(place)),
            peak: evidence.effect.peak.as_ref().map(|peak| PeakReport {
                name: peak.kind.id,
                place: names.place(&peak.place),
                value: round10(peak.value),
                interval: peak.interval.map(interval),
            }),
        }),
        detectable: ruling.detectable.map(round10),
        verdict: ruling.verdict,
        status: ruling.judgement.status(),
        trials_needed,
        why,
    }
}

fn interval(interval: Interval) -> IntervalReport {
    let Interval { low, high, confidence } = interval;
    IntervalReport { low: round10(low), high: round10(high), confidence }
}

/// Several runs: one object for one, an array for more.
#[must_use]
pub fn many(reports: &[String]) -> String {
    match reports {
        [one] => one.clone(),
        _ => format!("[\n{}]\n", reports.join(",\n")),
    }
}
