//! What a run found. Every report is a pure function of this.

use crate::{Case, Expect, Plan};
use shuffle_metrics::{Verdict, metric::Exhibit, verdict::Ruling};

/// What a run found.
#[derive(Clone, Debug, PartialEq)]
pub struct Findings {
    /// The plan, as it was run.
    pub plan: Plan,
    /// What was found in each of its cases, in their order.
    pub cases: Vec<CaseFindings>,
}

/// What was found in a case.
#[derive(Clone, Debug, PartialEq)]
pub struct CaseFindings {
    /// The case.
    pub case: Case,
    /// What each test said, in the order of the list of tests.
    pub rulings: Vec<Ruling>,
    /// The counts, to be shown.
    pub exhibits: Vec<Exhibit>,
    /// What all of it comes to.
    pub verdict: Verdict,
}

/// A verdict beside what the plan expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Conclusion {
    /// As expected.
    AsExpected,
    /// A sound shuffle was rejected.
    Rejected,
    /// A planted defect was not caught.
    NotCaught,
    /// A planted defect was caught, but not by these tests, which should have.
    MissedBy(Vec<&'static str>),
    /// It could not be decided.
    Undecided,
}

impl Findings {
    /// The number of tests that could judge: the family over which the budget is shared.
    #[must_use]
    pub fn tests(&self) -> usize {
        self.rulings().filter(|ruling| ruling.p_holm.is_some()).count()
    }

    /// All rulings of all cases.
    pub fn rulings(&self) -> impl Iterator<Item = &Ruling> {
        self.cases.iter().flat_map(|case| &case.rulings)
    }

    /// Whether every case came out as the plan expects.
    #[must_use]
    pub fn as_expected(&self) -> bool {
        self.conclusions().all(|conclusion| conclusion == Conclusion::AsExpected)
    }

    /// What each case came to.
    pub fn conclusions(&self) -> impl Iterator<Item = Conclusion> + '_ {
        self.cases.iter().map(|case| case.conclusion(self.plan.alpha))
    }
}

impl CaseFindings {
    /// The verdict beside what the plan expected.
    #[must_use]
    pub fn conclusion(&self, alpha: f64) -> Conclusion {
        match (self.case.spec.expect, self.verdict) {
            (_, Verdict::Inconclusive) => Conclusion::Undecided,
            (Expect::Pass, Verdict::Pass) => Conclusion::AsExpected,
            (Expect::Pass, Verdict::Suspicious) => Conclusion::Undecided,
            (Expect::Pass, Verdict::Fail) => Conclusion::Rejected,
            (Expect::Fail, Verdict::Pass | Verdict::Suspicious) => Conclusion::NotCaught,
            (Expect::Fail, Verdict::Fail) => self.caught(alpha),
        }
    }

    fn caught(&self, alpha: f64) -> Conclusion {
        let rejects = |test: &&&str| {
            self.rulings.iter().any(|ruling| {
                ruling.judgement.test == **test && ruling.verdict(alpha) == Verdict::Fail
            })
        };
        let missed: Vec<_> =
            self.case.caught_by.iter().filter(|test| !rejects(test)).copied().collect();
        if missed.is_empty() { Conclusion::AsExpected } else { Conclusion::MissedBy(missed) }
    }

    /// The ruling of this test, if it was made.
    #[must_use]
    pub fn ruling(&self, test: &str) -> Option<&Ruling> {
        self.rulings.iter().find(|ruling| ruling.judgement.test == test)
    }
}
