//! From many judgements to one verdict, under one error budget.
//!
//! A run of hundreds of tests at 5 % each always finds something. Here the whole run has one budget: the
//! probability that any sound shuffle in it is called biased is at most alpha. Holm's step-down correction
//! keeps that for tests of any dependence, and loses nothing to Bonferroni. (Holm 1979, Scand. J.
//! Statist. 6(2).) Tests of few decks that can't reach a level don't cost the others anything there (Tarone 1990).

use crate::{Judgement, PValue};
use std::fmt;

pub use crate::p_value::SUSPICIOUS;

/// No adjusted p-value from here on is called suspicious: a sound shuffle comes below it once in a hundred audits.
pub(crate) const SUSPICIOUS_AT_MOST: f64 = 1e-2;

/// The budget of each recording by default. A recording cannot be drawn again, so there is one look, and it must be able to see
/// something.
pub const ALPHA_OF_RECORDING: f64 = 1e-3;

/// The power with which the smallest bias that would have been seen is stated.
pub const POWER: f64 = 0.999;

/// The error budget of a run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Budget {
    /// The meaning of alpha.
    pub profile: Profile,
    /// The error that is allowed to all cases together whose decks are drawn in the run.
    pub alpha: f64,
    /// The alpha of each recording, which is a family of its own, if it is another.
    pub recording_alpha: Option<f64>,
    /// True if suspicious cases are examined again, on fresh decks; half of alpha is kept for that.
    pub escalate: bool,
}

/// The meaning of alpha.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Profile {
    /// The probability of any false alarm in the whole run, kept by Holm's correction.
    #[default]
    Ci,
    /// The level of each single test, uncorrected, as gaming labs ask: tests at 99 % confidence (25 CFR
    /// 547.14). False alarms are to be expected, and how many is stated.
    Lab,
}

impl Profile {
    /// `ci` or `lab`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Ci => "ci",
            Self::Lab => "lab",
        }
    }

    /// The error that is allowed if nothing else is said: 1e-6 a run, or 0.01 a test.
    #[must_use]
    pub fn default_alpha(self) -> f64 {
        match self {
            Self::Ci => 1e-6,
            Self::Lab => 0.01,
        }
    }
}

impl Default for Budget {
    fn default() -> Self {
        Self {
            profile: Profile::Ci,
            alpha: Profile::Ci.default_alpha(),
            recording_alpha: Some(ALPHA_OF_RECORDING),
            escalate: true,
        }
    }
}

impl Budget {
    /// The same with this alpha, whatever is examined; with the default for `None`.
    #[must_use]
    pub fn with_alpha(self, alpha: Option<f64>) -> Self {
        match alpha {
            Some(alpha) => Self { alpha, recording_alpha: None, ..self },
            None => self,
        }
    }

    /// The budget of one recording. It has no second look, so all of the budget is spent at once, and it is the same whatever else
    /// is in the run.
    #[must_use]
    pub fn of_recording(self) -> Self {
        let alpha = self.recording_alpha.unwrap_or(self.alpha);
        Self { alpha, recording_alpha: None, escalate: false, ..self }
    }

    /// Adjusted p-values below this, but not below the budget, are called suspicious: ten times alpha, but from [`SUSPICIOUS`] to
    /// [`SUSPICIOUS_AT_MOST`], and alpha itself where that is larger. So a family of sound shuffles is suspicious or fails in one
    /// look with at most this probability.
    pub fn suspicious(&self) -> f64 {
        (10.0 * self.alpha).clamp(SUSPICIOUS, SUSPICIOUS_AT_MOST).max(self.alpha)
    }

    /// The error that one stage of the run may spend.
    pub fn stage_alpha(&self) -> f64 {
        if self.escalates() { self.alpha / 2.0 } else { self.alpha }
    }

    /// True if suspicious cases are examined again. Labs do not.
    pub fn escalates(&self) -> bool {
        self.escalate && self.profile == Profile::Ci
    }

    /// The level at which a single test of a family of `tests` is sure to reject.
    pub fn test_level(&self, tests: usize) -> f64 {
        match self.profile {
            Profile::Ci => self.stage_alpha() / tests.max(1) as f64,
            Profile::Lab => self.alpha,
        }
    }

    /// The level at which a single test is sure to reject, in a family of tests with these smallest p-values: alpha over
    /// the number of tests that can reach it.
    fn level_among(&self, sorted_least: &[f64]) -> f64 {
        let all = sorted_least.len().max(1);
        let is_enough =
            |&tests: &usize| able_at(sorted_least, self.test_level(tests).ln()) <= tests;
        self.test_level((1..=all).find(is_enough).unwrap_or(all))
    }

    /// The p-value of the two that is compared with the budget.
    fn judged_by(&self, p_value: PValue, p_holm: PValue) -> PValue {
        match self.profile {
            Profile::Ci => p_holm,
            Profile::Lab => p_value,
        }
    }

    /// The verdict of a test, from its p-value and that after Holm.
    pub fn verdict(&self, p_value: PValue, p_holm: PValue) -> Verdict {
        let p = self.judged_by(p_value, p_holm);
        if p.ln() <= self.stage_alpha().ln() {
            Verdict::Fail
        } else if self.profile == Profile::Ci && p.ln() < self.suspicious().ln() {
            Verdict::Suspicious
        } else {
            Verdict::Pass
        }
    }

    /// The expected number of false alarms in a run of `tests` tests of sound shuffles, at most.
    pub fn expected_false_alarms(&self, tests: usize) -> f64 {
        match self.profile {
            Profile::Ci => self.alpha,
            Profile::Lab => self.alpha * tests as f64,
        }
    }
}

/// The verdict on a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Verdict {
    /// No test saw anything that chance does not do.
    Pass,
    /// Something that chance does less often than [`Budget::suspicious`]: not enough for a verdict, too much to forget.
    Suspicious,
    /// Some test rejects within the budget.
    Fail,
    /// Nothing could be judged, or a test that was asked for could not.
    Inconclusive,
}

impl Verdict {
    /// True if something was seen: of a fail and of a suspicion.
    #[must_use]
    pub fn is_finding(self) -> bool {
        matches!(self, Self::Fail | Self::Suspicious)
    }

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
/// The i-th of m sorted p-values (from 0) is multiplied by m - i, then made no smaller than its
/// predecessor and no larger than 1. Rejecting where the adjusted value is at most alpha keeps the
/// family-wise error at alpha.
pub fn holm(p_values: &[PValue]) -> impl Iterator<Item = PValue> + use<> {
    let of_continuous_laws = p_values.iter().map(|&p| (p, PValue::from_ln(f64::MIN)));
    holm_of_discrete(&of_continuous_laws.collect::<Vec<_>>())
}

/// Holm's adjusted p-values of tests that are given with the smallest p-value that each of them can reach.
///
/// A test whose smallest p-value is above p can't be wrong at level p, so it doesn't count there: of the tests
/// left, a p-value is multiplied by the number that can reach it. (Tarone 1990, Biometrics 46(2); step-down by
/// Hommel and Krummenauer 1998, Biometrical J. 40(6).) Where all tests can reach every level this is [`holm`].
///
/// ```
/// use shuffle_metrics::{PValue, verdict::holm_of_discrete};
///
/// let p = |p: f64| PValue::from_ln(p.ln());
/// // The second test can't go below 0.2, so the first pays for itself only.
/// let adjusted: Vec<f64> =
///     holm_of_discrete(&[(p(0.01), p(1e-9)), (p(0.4), p(0.2))]).map(PValue::value).collect();
/// assert!((adjusted[0] - 0.01).abs() < 1e-12 && (adjusted[1] - 0.4).abs() < 1e-12);
/// ```
pub fn holm_of_discrete(tests: &[(PValue, PValue)]) -> impl Iterator<Item = PValue> + use<> {
    let mut order: Vec<usize> = (0..tests.len()).collect();
    order.sort_by(|&a, &b| tests[a].0.ln().total_cmp(&tests[b].0.ln()));
    let least = sorted_least(tests);
    let mut adjusted = vec![PValue::from_ln(0.0); tests.len()];
    let mut running = f64::NEG_INFINITY;
    for (rejected, &index) in order.iter().enumerate() {
        let ln_p = tests[index].0.ln();
        // Whatever came before has reached its own p-value, which is no larger.
        let hypotheses_left = able_at(&least, ln_p).max(rejected + 1) - rejected;
        running = running.max(ln_p + (hypotheses_left as f64).ln());
        adjusted[index] = PValue::from_ln(running);
    }
    adjusted.into_iter()
}

/// The logarithms of the smallest p-values that tests can reach, in ascending order.
fn sorted_least(tests: &[(PValue, PValue)]) -> Vec<f64> {
    let mut least: Vec<f64> = tests.iter().map(|(_, least)| least.ln()).collect();
    least.sort_by(f64::total_cmp);
    least
}

/// The number of tests that can reach this p-value, up to rounding.
fn able_at(sorted_least: &[f64], ln_p: f64) -> usize {
    sorted_least.partition_point(|&least| least <= ln_p + 1e-9 * (1.0 - ln_p))
}

/// A judgement with its place in the family of all judgements of a stage.
#[derive(Clone, Debug, PartialEq)]
pub struct Ruling {
    /// The judgement.
    pub judgement: Judgement,
    /// Its p-value after Holm; `None` where the test could not judge.
    pub p_holm: Option<PValue>,
    /// The p-value that is compared with the budget: that after Holm, and in the lab profile its own.
    pub judged_by: Option<PValue>,
    /// True if the test was asked for by name.
    pub asked_for: bool,
    /// The verdict of this test alone under the budget.
    pub verdict: Verdict,
    /// True if some set of this many decks would make the test reject within the budget.
    pub able: bool,
    /// The smallest effect that the test would have seen with [`POWER`], whatever the other tests say.
    pub detectable: Option<f64>,
}

impl Budget {
    /// Rules on the judgements of all cases of a stage together.
    ///
    /// Each case comes as its judgements and whether they were asked for by name.
    pub fn rule(&self, cases: Vec<(Vec<Judgement>, bool)>) -> Vec<Vec<Ruling>> {
        self.rule_among(cases, 0)
    }

    /// The same for some cases of a stage, while `still_to_be_made` other tests are pending: stopping a run early does not
    /// enlarge the budget of the tests already judged.
    #[must_use]
    pub fn rule_among(
        &self,
        cases: Vec<(Vec<Judgement>, bool)>,
        still_to_be_made: usize,
    ) -> Vec<Vec<Ruling>> {
        let mut tests: Vec<(PValue, PValue)> = cases
            .iter()
            .flat_map(|(judgements, _)| judgements)
            .filter_map(|judgement| judgement.evidence().map(|it| (it.p_value, it.least_p)))
            .collect();
        // They could all come out as well as can be, and reach any level.
        let unknown = (PValue::from_ln(0.0), PValue::from_ln(f64::MIN));
        tests.extend(std::iter::repeat_n(unknown, still_to_be_made));
        let level = self.level_among(&sorted_least(&tests)).ln();
        let mut adjusted = holm_of_discrete(&tests);
        let mut rule = |judgement: Judgement, asked_for| {
            let evidence = judgement.evidence();
            let p_holm = evidence.and_then(|_| adjusted.next());
            let both = evidence.map(|evidence| evidence.p_value).zip(p_holm);
            let judged_by = both.map(|(p_value, p_holm)| self.judged_by(p_value, p_holm));
            let verdict =
                both.map_or(Verdict::Inconclusive, |(p_value, p)| self.verdict(p_value, p));
            let able = evidence.is_some_and(|evidence| evidence.least_p.ln() <= level);
            let detectable = evidence
                .and_then(|evidence| evidence.sensitivity?.smallest(evidence.law, level, POWER));
            Ruling { p_holm, judged_by, asked_for, verdict, able, detectable, judgement }
        };
        cases
            .into_iter()
            .map(|(judgements, asked_for)| {
                judgements.into_iter().map(|judgement| rule(judgement, asked_for)).collect()
            })
            .collect()
    }
}

/// The verdict of a case from its rulings.
///
/// A rejection stands whatever else could not be judged. Without one, a test that was asked for by name
/// and could not judge makes the case inconclusive, and so does a case in which nothing was judged, or in which no
/// test could have rejected within the budget, whatever the decks: no evidence is not a pass.
#[must_use]
pub fn of_case(rulings: &[Ruling]) -> Verdict {
    let said = |wanted| rulings.iter().any(|ruling| ruling.verdict == wanted);
    let unanswered =
        rulings.iter().any(|ruling| ruling.asked_for && ruling.verdict == Verdict::Inconclusive);
    if said(Verdict::Fail) {
        Verdict::Fail
    } else if unanswered || !(said(Verdict::Pass) || said(Verdict::Suspicious)) {
        Verdict::Inconclusive
    } else if said(Verdict::Suspicious) {
        Verdict::Suspicious
    } else if rulings.iter().any(|ruling| ruling.able) {
        Verdict::Pass
    } else {
        Verdict::Inconclusive
    }
}
