//! A side of a comparison, read from a document of `--json`, which has effects but no counts.

use super::{
    side::{Side, SideCase, SideEffect, SideError},
    tables::{place_words, shape},
};
use serde::Deserialize;
use serde_json::Value;
use std::path::Path;

#[derive(Deserialize)]
struct ReportedRun {
    plan: String,
    seed: String,
    interrupted: bool,
    cases: Vec<ReportedCase>,
    skipped: Vec<NotJudged>,
    faulted: Vec<NotJudged>,
}

#[derive(Deserialize)]
struct ReportedCase {
    case: String,
    algorithm: String,
    cards: u64,
    deal: Option<u64>,
    trials: u64,
    verdict: String,
    expected: String,
    judgements: Vec<Judgement>,
}

#[derive(Deserialize)]
struct Judgement {
    test: String,
    effect: Option<Effect>,
}

#[derive(Deserialize)]
struct Effect {
    name: String,
    value: f64,
    interval: Option<Interval>,
    place: Option<String>,
}

#[derive(Deserialize)]
struct Interval {
    low: f64,
    high: f64,
}

#[derive(Deserialize)]
struct NotJudged {
    case: String,
    algorithm: String,
    status: Option<String>,
}

/// The side that a document is of.
pub(super) fn side(text: &str, path: &Path) -> Result<Side, SideError> {
    let wrong = |source| SideError::Document {
        path: path.to_owned(),
        why: what_it_is(text, path, &source),
        source,
    };
    let document: ReportedRun = serde_json::from_str(text).map_err(wrong)?;
    if document.interrupted {
        return Err(SideError::Interrupted { path: path.to_owned() });
    }
    let skipped = document.skipped.into_iter().map(|one| not_judged(one, "skipped"));
    let faulted = document.faulted.into_iter().map(|one| not_judged(one, "at_fault"));
    let cases = document.cases.into_iter().map(judged).chain(skipped).chain(faulted).collect();
    Ok(Side { name: String::new(), plan: document.plan, seed: document.seed, cases })
}

fn judged(case: ReportedCase) -> SideCase {
    let ReportedCase {
        case: id,
        algorithm: subject,
        cards,
        deal,
        trials,
        verdict,
        expected,
        judgements,
    } = case;
    let deal = deal.map_or_else(String::new, |deal| deal.to_string());
    let effect = |Judgement { test, effect }| {
        let Effect { name, value, interval, place } = effect?;
        let what = [name, place_words(&place.unwrap_or_default())];
        let interval = interval.map(|it: Interval| [it.low, it.high]);
        Some((test, SideEffect { what, value, interval }))
    };
    SideCase {
        id,
        subject,
        shape: shape(&cards.to_string(), &deal),
        standing: verdict,
        expected,
        trials,
        effects: judgements.into_iter().filter_map(effect).collect(),
        ..SideCase::default()
    }
}

fn not_judged(one: NotJudged, otherwise: &str) -> SideCase {
    let standing = one.status.unwrap_or_else(|| otherwise.to_owned());
    SideCase { id: one.case, subject: one.algorithm, standing, ..SideCase::default() }
}

/// What a file is that is no document of a run, as far as that can be told.
fn what_it_is(text: &str, path: &Path, source: &serde_json::Error) -> String {
    let folder = path.parent().filter(|folder| folder.join("summary.csv").is_file());
    let is_plan = path.extension().is_some_and(|it| it == "toml");
    if let Some(folder) = folder.filter(|_| !is_plan) {
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        return format!("is a file of a report; name its folder, `{}`", folder.display());
    }
    match serde_json::from_str::<Value>(text) {
        Ok(Value::Array(plans)) => {
            format!(
                "holds {} plans; run them one at a time with --json, or name the folders of their reports",
                plans.len()
            )
        }
        Ok(value) if value.get("question").is_some() => {
            "is a comparison; name the reports that it compared".to_owned()
        }
        Err(_) if path.extension().is_some_and(|ending| ending == "toml") => {
            "is a plan and no report; run it, and name the folder of its report".to_owned()
        }
        _ => format!("is no document that `run --json` or `check --json` wrote: {source}"),
    }
}
