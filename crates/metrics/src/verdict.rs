//! From many judgements to one verdict, under one error budget.
//!
//! A run of hundreds of tests at 5 % each always finds something. Here the whole run has one budget: the
//! probability that any sound shuffle in it is called biased is at most alpha. Holm's step-down correction
//! keeps that for tests of any dependence, and loses nothing to Bonferroni. (Holm 1979, Scand. J.
//! Statist. 6(2).)

use crate::{Judgement, PValue, judgement::Outcome};
use std::fmt;

/// Adjusted p-values below this, but not below the budget, are called suspicious.
pub const SUSPICIOUS: f64 = 1e-3;

/// What is said of a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// No test saw anything that chance does not do.
    Pass,
    /// Something that chance does once in a thousand runs: not enough for a verdict, too much to forget.
    Suspicious,
    /// Some test rejects within the budget.
    Fail,
    /// Nothing could be judged, or a test that was asked for could not.
    Inconclusive,
}

impl Verdict {
    /// `pass`, `suspicious`, `fail` or `inconclusive`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Pass => "pass",
            Self::Suspicious => "suspicious",
            Self::Fail => "fail",
            Self::Inconclusive => "inconclusive",
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Holm's adjusted p-values, in the order of the input.
///
/// Of m sorted p-values the i-th (from 0) is multiplied by m - i, then made no smaller than its
/// predecessor and no larger than 1. Rejecting where the adjusted value is at most alpha keeps the
/// family-wise error at alpha.
///
/// ```
/// use shuffle_metrics::{PValue, verdict::holm};
///
/// let ps = [0.01, 0.04, 0.03].map(|p: f64| PValue::from_ln(p.ln()));
/// let adjusted = holm(&ps).map(|p| (p.value() * 1000.0).round() / 1000.0).collect::<Vec<_>>();
/// assert_eq!(adjusted, [0.03, 0.06, 0.06]);
/// ```
pub fn holm(p_values: &[PValue]) -> impl Iterator<Item = PValue> + use<> {
    let mut order: Vec<usize> = (0..p_values.len()).collect();
    order.sort_by(|&a, &b| p_values[a].ln().total_cmp(&p_values[b].ln()));
    let mut adjusted = vec![PValue::from_ln(0.0); p_values.len()];
    let mut running = f64::NEG_INFINITY;
    for (rejected, &index) in order.iter().enumerate() {
        let hypotheses_left = (p_values.len() - rejected) as f64;
        running = running.max(p_values[index].ln() + hypotheses_left.ln());
        adjusted[index] = PValue::from_ln(running);
    }
    adjusted.into_iter()
}

/// A judgement with its place in the family of all judgements of the run.
#[derive(Clone, Debug, PartialEq)]
pub struct Ruling {
    /// The judgement.
    pub judgement: Judgement,
    /// Its p-value after Holm; `None` where the test could not judge.
    pub p_holm: Option<PValue>,
    /// Whether the test was asked for by name.
    pub asked_for: bool,
}

impl Ruling {
    /// What this test alone says under the budget.
    #[must_use]
    pub fn verdict(&self, alpha: f64) -> Verdict {
        match self.p_holm {
            None => Verdict::Inconclusive,
            Some(p) if p.ln() <= alpha.ln() => Verdict::Fail,
            Some(p) if p.ln() < SUSPICIOUS.ln() => Verdict::Suspicious,
            Some(_) => Verdict::Pass,
        }
    }
}

/// The verdict of a case from its rulings.
///
/// A rejection stands whatever else could not be judged. Without one, a test that was asked for by name
/// and could not judge makes the case inconclusive, and so does a case in which nothing was judged.
#[must_use]
pub fn of_case(rulings: &[Ruling], alpha: f64) -> Verdict {
    let said = |wanted| rulings.iter().any(|ruling| ruling.verdict(alpha) == wanted);
    let unanswered = rulings
        .iter()
        .any(|ruling| ruling.asked_for && !matches!(ruling.judgement.outcome, Outcome::Judged(_)));
    if said(Verdict::Fail) {
        Verdict::Fail
    } else if unanswered || !(said(Verdict::Pass) || said(Verdict::Suspicious)) {
        Verdict::Inconclusive
    } else if said(Verdict::Suspicious) {
        Verdict::Suspicious
    } else {
        Verdict::Pass
    }
}
