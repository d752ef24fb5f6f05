//! What the report of a run says, whatever the format: its answer, its closest calls or its worst case, and each case in words.
//!
//! Pages, step summaries and test reports are written from a digest; none of them reads findings for itself.

mod case;
mod closest;
mod margin;

#[cfg(test)]
pub(crate) use case::Standing;
pub(crate) use case::{CaseDigest, Conclusion};
pub(crate) use closest::Call;

use crate::words::{self, limits};
use serde::{Deserialize, Serialize};
use shuffle_audit::{
    VERSION,
    number::{count, counted},
};
use shuffle_studies::Results;

/// What the report of a run says.
#[derive(Clone, Debug, PartialEq)]
pub struct Digest {
    pub(crate) plan: String,
    /// Its purpose.
    pub(crate) title: String,
    pub(crate) answer: Answer,
    /// The same in a sentence.
    pub(crate) sentence: String,
    /// What it rests on: a name and words for each.
    pub(crate) facts: Vec<(&'static str, String)>,
    pub(crate) cases: Vec<CaseDigest>,
}

/// Whether the build is fine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Answer {
    /// Every case came out as the plan expects.
    Fine,
    /// Some case did not.
    Wrong,
    /// Some case could not be decided, and none came out wrong.
    Open,
}

impl Answer {
    /// `fine`, `wrong` or `open`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Fine => "fine",
            Self::Wrong => "wrong",
            Self::Open => "open",
        }
    }
}

impl Digest {
    pub(crate) fn of(results: &Results) -> Self {
        let (file, findings) = (&results.file, &results.findings);
        let mut cases: Vec<CaseDigest> = findings
            .cases
            .iter()
            .map(|case| CaseDigest::of(findings, case))
            .chain(findings.faulted.iter().map(CaseDigest::of_faulted))
            .chain(findings.skipped.iter().map(CaseDigest::of_skipped))
            .collect();
        // A stable sort: equals stay in the order of the plan.
        cases.sort_by(|a, b| a.severity().total_cmp(&b.severity()));
        let answer = answer(results, &cases);
        Self {
            plan: file.name.clone(),
            title: file.title.clone(),
            answer,
            sentence: sentence(results, answer, &cases),
            facts: facts(results),
            cases,
        }
    }

    /// The cases that came nearest to another verdict, where all is fine and there are several.
    pub(crate) fn closest_calls(&self) -> Vec<Call<'_>> {
        match self.answer {
            Answer::Fine if self.cases.len() > 1 => closest::calls(&self.cases),
            _ => Vec::new(),
        }
    }

    /// The worst of the cases that did not come out as expected, and what is wrong with it; `None` of a single case, of which the
    /// sentence speaks.
    pub(crate) fn worst(&self) -> Option<(&CaseDigest, &str)> {
        let worst = self.unexpected().next().filter(|_| self.cases.len() > 1)?;
        Some((worst, worst.complaint.as_ref().unwrap_or(&worst.headline)))
    }

    /// The cases that did not come out as expected, skipped ones aside.
    pub(crate) fn unexpected(&self) -> impl Iterator<Item = &CaseDigest> {
        self.cases.iter().filter(|case| case.is_unexpected())
    }
}

fn answer(results: &Results, cases: &[CaseDigest]) -> Answer {
    let is_wrong = |case: &CaseDigest| case.conclusion.is_wrong();
    match results.findings.as_expected() {
        true => Answer::Fine,
        false if cases.iter().any(is_wrong) => Answer::Wrong,
        false => Answer::Open,
    }
}

/// "The build is fine: all 65 cases came out as the plan expects." Of a single case it is the verdict on it.
fn sentence(results: &Results, answer: Answer, cases: &[CaseDigest]) -> String {
    let findings = &results.findings;
    if findings.interrupted {
        let screen = words::Screen { width: usize::MAX, ..Default::default() };
        return words::faults::interruption(findings, &screen).trim_end().to_owned();
    }
    match (cases, answer) {
        ([one], Answer::Fine) if one.conclusion == Conclusion::Caught => {
            return format!("A bias is expected, and was found. {}", one.headline);
        }
        ([one], Answer::Fine | Answer::Wrong) => return one.headline.clone(),
        _ => {}
    }
    let ran = cases.iter().filter(|case| case.conclusion != Conclusion::Skipped).count();
    let off = cases.iter().filter(|case| case.is_unexpected()).count();
    let of = format!("{} of {}", count(off as u64), counted(ran as u64, "case"));
    match answer {
        Answer::Fine if ran == 1 => "The build is fine: its case came out as expected.".to_owned(),
        Answer::Fine => {
            format!("The build is fine: all {} cases came out as expected.", count(ran as u64))
        }
        Answer::Wrong => format!("The build is NOT fine: {of} did not come out as expected."),
        Answer::Open if ran == 0 => "Nothing is decided: no case was judged.".to_owned(),
        Answer::Open => format!("Not decided: there is no answer to {of}."),
    }
}

fn facts(results: &Results) -> Vec<(&'static str, String)> {
    let (file, findings) = (&results.file, &results.findings);
    let decks: u64 =
        findings.cases.iter().flat_map(|case| &case.looks).map(|look| look.trials).sum();
    let tests = findings.tests(0).max(findings.tests(1));
    let mut facts = vec![
        ("cases", words::summary(findings)),
        ("tests", count(tests as u64)),
        ("decks", count(decks)),
        ("error budget", limits::budget(findings)),
        ("seed", findings.plan.seed.to_string()),
    ];
    if findings.plan.fingerprint.is_some() {
        facts.push(("plan", file.fingerprint()));
    }
    facts.push(("version", format!("shuffle-audit {VERSION}")));
    facts
}
