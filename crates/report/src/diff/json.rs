//! A comparison as a document.

use super::{CaseDiff, Diff, Question, TestDiff, words::sentence};
use crate::{document, error::ReportError, number::round10};
use serde::Serialize;
use shuffle_metrics::two_sample::Pairing;

/// The comparison as one JSON object, with a line break at its end.
///
/// # Errors
///
/// [`ReportError::Json`].
pub fn json(diff: &Diff) -> Result<String, ReportError> {
    let [old, new] = diff.sides.each_ref().map(|side| SideReport {
        name: &side.name,
        plan: &side.plan,
        seed: &side.seed,
    });
    document::json(&DiffDocument {
        headline: sentence(diff),
        answer: diff.answer().name(),
        question: match diff.question {
            Question::Regression => "regression",
            Question::SameLaw => "same_law",
        },
        regression: diff.is_regression(),
        old,
        new,
        same_seed: diff.pairing == Pairing::SameSeed,
        alpha: diff.alpha,
        tests: diff.tests,
        cases: diff.cases.iter().map(|case| case_report(diff, case)).collect(),
    })
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub(crate) struct DiffDocument<'a> {
    headline: String,
    /// `fine`, `wrong` or `open`.
    answer: &'static str,
    /// `regression` or `same_law`.
    question: &'static str,
    /// True if any case is.
    regression: bool,
    old: SideReport<'a>,
    new: SideReport<'a>,
    same_seed: bool,
    alpha: f64,
    tests: usize,
    cases: Vec<CaseChanges<'a>>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
struct SideReport<'a> {
    name: &'a str,
    plan: &'a str,
    seed: &'a str,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
struct CaseChanges<'a> {
    case: &'a str,
    /// `gone`, `worse`, `other_cards`, `not_compared`, `differs`, `mended`, `better`, `new`, `altered` or `same`.
    change: &'static str,
    regression: bool,
    old: Option<StandingReport<'a>>,
    new: Option<StandingReport<'a>>,
    /// The tests that differ at the budget, the clearest first.
    differing: Vec<TestReport<'a>>,
    /// The tests that were compared.
    compared: usize,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
struct StandingReport<'a> {
    algorithm: &'a str,
    standing: &'a str,
    trials: u64,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
struct TestReport<'a> {
    test: &'a str,
    /// `counts` or `effects`.
    way: &'static str,
    what: &'a str,
    /// A share of decks where counts are compared, else an effect.
    old: f64,
    new: f64,
    p_value: f64,
    log10_p: f64,
    p_holm: f64,
}

fn case_report<'a>(diff: &Diff, case: &'a CaseDiff) -> CaseChanges<'a> {
    let [old, new] = case.cases.each_ref().map(|side| {
        side.as_ref().map(|it| StandingReport {
            algorithm: &it.subject,
            standing: &it.standing,
            trials: it.trials,
        })
    });
    CaseChanges {
        case: &case.id,
        change: case.change.name(),
        regression: case.change.is_regression(),
        old,
        new,
        differing: case.differing(diff.alpha).map(test_report).collect(),
        compared: case.tests.len(),
    }
}

fn test_report(test: &TestDiff) -> TestReport<'_> {
    let [old, new] = test.sizes.map(round10);
    TestReport {
        test: &test.test,
        way: test.way.name(),
        what: &test.what,
        old,
        new,
        p_value: round10(test.p_value.value()),
        log10_p: round10(test.p_value.log10()),
        p_holm: round10(test.p_holm.value()),
    }
}
