//! How far a case is from the line between pass and fail.

use crate::words::odds;
use shuffle_audit::{CaseFindings, Expect, Findings};
use shuffle_metrics::{Verdict, verdict::Ruling};

/// The distance of a case from the line between pass and fail, at the test that came nearest to the other side.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Margin {
    /// The test.
    pub(super) test: &'static str,
    /// The p-value by which the test was judged, and the level below which it fails, as decimal logarithms.
    pub(super) log10_p: f64,
    pub(super) log10_level: f64,
    /// The p-value before correction for the other tests of the run, which decides among many that are 1 after it.
    pub(super) log10_raw: f64,
}

impl Margin {
    pub(super) fn of(findings: &Findings, case: &CaseFindings) -> Option<Self> {
        let log10_level = findings.plan.budget_of(&case.case).stage_alpha().log10();
        let margin = |ruling: &Ruling| {
            let evidence = ruling.judgement.evidence()?;
            Some(Self {
                test: ruling.judgement.test,
                log10_p: ruling.judged_by?.log10(),
                log10_level,
                log10_raw: evidence.p_value.log10(),
            })
        };
        let rulings = case.last().rulings.iter();
        let nearest =
            |a: &Self, b: &Self| a.key().partial_cmp(&b.key()).expect("no p-value is NaN");
        match (case.case.expect, case.verdict()) {
            (Expect::Pass, Verdict::Pass) => rulings.filter_map(margin).min_by(nearest),
            // Each of the tests that are named must catch it, and one that does is enough where none is.
            (Expect::Fail, Verdict::Fail) if case.case.caught_by.is_empty() => {
                rulings.filter_map(margin).min_by(nearest)
            }
            (Expect::Fail, Verdict::Fail) => {
                let is_named = |it: &&Ruling| case.case.caught_by.contains(&it.judgement.test);
                rulings.filter(is_named).filter_map(margin).max_by(nearest)
            }
            _ => None,
        }
    }

    /// What margins are ordered by: how far p is above the level, in powers of ten.
    pub(crate) fn key(&self) -> (f64, f64) {
        (self.log10_p - self.log10_level, self.log10_raw)
    }

    /// The level in words.
    pub(super) fn level(&self) -> String {
        odds::once_in(-self.log10_level, f64::round, "audit")
    }
}
