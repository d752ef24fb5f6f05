//! What a run found. Every report is a pure function of this.

use crate::{Case, Expect, Plan, opening::Opening, source::SourceError, subject::Absent};
use shuffle_metrics::{Verdict, metric::Exhibit, verdict::Ruling};
use std::collections::HashMap;

/// What a run found.
#[derive(Clone, Debug, PartialEq)]
pub struct Findings {
    /// The plan, as it was run.
    pub plan: Plan,
    /// What was found in each of its cases, in their order, but for those that were skipped or at fault.
    pub cases: Vec<CaseFindings>,
    /// The cases whose probe failed, in their order.
    pub skipped: Vec<Skipped>,
    /// The cases whose subject is at fault, or not there, in their order: nothing is judged of them.
    pub faulted: Vec<Faulted>,
    /// Whether the run was cut off: then this is a part of what it would have found, and no verdict on the plan.
    pub interrupted: bool,
}

/// A case whose subject is at fault, or not there. There is no verdict on a part of its decks.
#[derive(Clone, Debug, PartialEq)]
pub struct Faulted {
    /// The case.
    pub case: Case,
    /// What its probe said, if it has one.
    pub version: Option<String>,
    /// What is wrong.
    pub fault: Fault,
}

/// What is wrong with a subject.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// Its program or file is not there; nothing was started.
    #[error(transparent)]
    Absent(#[from] Absent),
    /// It died, hung, or gave something that is no deck.
    #[error(transparent)]
    Subject(#[from] SourceError),
}

impl Fault {
    /// The word for it in tables: `absent` or `at_fault`.
    #[must_use]
    pub fn status(&self) -> &'static str {
        match self {
            Self::Absent(_) => "absent",
            Self::Subject(_) => "at_fault",
        }
    }
}

/// A case that was not run, since its probe failed: its subject is not on this machine.
#[derive(Clone, Debug, PartialEq)]
pub struct Skipped {
    /// The case.
    pub case: Case,
    /// What the probe came to, in words.
    pub why: String,
}

/// What was found in a case.
#[derive(Clone, Debug, PartialEq)]
pub struct CaseFindings {
    /// The case.
    pub case: Case,
    /// What its probe said, if it has one.
    pub version: Option<String>,
    /// The first look, and after it the escalation, if there was one.
    pub looks: Vec<Look>,
    /// The exact shuffle degree, where ascents were counted and it is known at a moderate cost.
    pub exact_degree: Option<f64>,
}

/// One look at a case, on decks of its own.
#[derive(Clone, Debug, PartialEq)]
pub struct Look {
    /// The number of decks.
    pub trials: u64,
    /// What each test said, in the order of the list of tests.
    pub rulings: Vec<Ruling>,
    /// The counts, to be shown.
    pub exhibits: Vec<Exhibit>,
    /// What all of it comes to.
    pub verdict: Verdict,
    /// What was seen beside the decks.
    pub seen: Seen,
}

/// What was seen of a program or a file beside its decks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Seen {
    /// The SHA-256 of the file, in hexadecimal digits: of its bytes as they are stored.
    pub source_sha256: Option<String>,
    /// Whether two copies of a program, with a seed each, began with the same decks: it ignores its seed.
    pub same_decks: bool,
    /// Whether a program that did not come out as expected began with the same decks when it was started once more
    /// with the same seed, if that could be told.
    pub repeatable: Option<bool>,
    /// How the decks of the first copy began.
    pub opening: Option<Opening>,
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
    /// The number of tests that could judge in a look (0 is the first): the family over which its budget is shared.
    #[must_use]
    pub fn tests(&self, look: usize) -> usize {
        self.cases
            .iter()
            .filter_map(|case| case.looks.get(look))
            .flat_map(|look| &look.rulings)
            .filter(|ruling| ruling.p_holm.is_some())
            .count()
    }

    /// What was found in the case of this id, if there is one.
    #[must_use]
    pub fn case(&self, id: &str) -> Option<&CaseFindings> {
        self.cases.iter().find(|case| case.case.id() == id)
    }

    /// What was found in each case, by its id.
    #[must_use]
    pub fn by_id(&self) -> HashMap<&str, &CaseFindings> {
        self.cases.iter().map(|found| (found.case.id(), found)).collect()
    }

    /// Whether every case came out as the plan expects. Those that were skipped are no failure, but where all
    /// were, nothing came out at all. Subjects at fault are not as expected, nor is a run that was cut off.
    #[must_use]
    pub fn as_expected(&self) -> bool {
        !self.interrupted
            && self.faulted.is_empty()
            && !self.cases.is_empty()
            && self.cases.iter().all(|case| case.conclusion() == Conclusion::AsExpected)
    }

    /// The verdict of the whole run: the worst of its cases, and inconclusive where all were skipped. A subject
    /// at fault makes a run inconclusive too, and so does its being cut off, unless some case fails.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        let untold = self.cases.is_empty() || !self.faulted.is_empty() || self.interrupted;
        let any = |verdict| match verdict {
            Verdict::Inconclusive if untold => true,
            _ => self.cases.iter().any(|case| case.verdict() == verdict),
        };
        [Verdict::Fail, Verdict::Inconclusive, Verdict::Suspicious]
            .into_iter()
            .find(|&verdict| any(verdict))
            .unwrap_or(Verdict::Pass)
    }
}

impl CaseFindings {
    /// What was seen of its subject beside its decks, when it was looked at last.
    ///
    /// # Panics
    ///
    /// As [`CaseFindings::last`].
    #[must_use]
    pub fn seen(&self) -> &Seen {
        &self.last().seen
    }

    /// The look that decides: the escalation, where there was one.
    ///
    /// # Panics
    ///
    /// If there was no look at all, which no run returns.
    #[must_use]
    pub fn last(&self) -> &Look {
        self.looks.last().expect("every case is looked at")
    }

    /// What all of it comes to.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        self.last().verdict
    }

    /// The verdict beside what the plan expected.
    #[must_use]
    pub fn conclusion(&self) -> Conclusion {
        match (self.case.expect, self.verdict()) {
            (_, Verdict::Inconclusive) => Conclusion::Undecided,
            (Expect::Pass, Verdict::Pass) => Conclusion::AsExpected,
            (Expect::Pass, Verdict::Suspicious) => Conclusion::Undecided,
            (Expect::Pass, Verdict::Fail) => Conclusion::Rejected,
            (Expect::Fail, Verdict::Pass | Verdict::Suspicious) => Conclusion::NotCaught,
            (Expect::Fail, Verdict::Fail) => self.caught(),
        }
    }

    fn caught(&self) -> Conclusion {
        let rejects = |test: &str| {
            self.last().ruling(test).is_some_and(|ruling| ruling.verdict == Verdict::Fail)
        };
        let missed: Vec<_> =
            self.case.caught_by.iter().filter(|test| !rejects(test)).copied().collect();
        if missed.is_empty() { Conclusion::AsExpected } else { Conclusion::MissedBy(missed) }
    }
}

impl Look {
    /// The ruling of this test, if it was made.
    #[must_use]
    pub fn ruling(&self, test: &str) -> Option<&Ruling> {
        self.rulings.iter().find(|ruling| ruling.judgement.test == test)
    }
}
