//! The findings of a run. Every report is a pure function of them.

use crate::{
    Case, Cause, Expect, Plan, feed::FilesRead, opening::Opening, source::SourceError,
    subject::Absent,
};
use shuffle_metrics::{
    DifferentDecks, Evidence, Exhibit, PositionMatrix, Verdict, histogram::Histogram,
    verdict::Ruling,
};
use std::collections::HashMap;

/// The findings of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Findings {
    /// The plan, as it was run.
    pub plan: Plan,
    /// The findings of its cases, in their order, without those that were skipped or at fault.
    pub cases: Vec<CaseFindings>,
    /// The cases whose probe failed, in their order.
    pub skipped: Vec<Skipped>,
    /// The cases whose subject is at fault or absent, in their order; they have no verdict.
    pub faulted: Vec<Faulted>,
    /// True if the run was cut off: then the findings are incomplete, and there is no verdict on the plan.
    pub interrupted: bool,
}

/// A case whose subject is at fault or absent. There is no verdict on a part of its decks.
#[derive(Clone, Debug, PartialEq)]
pub struct Faulted {
    /// The case.
    pub case: Case,
    /// The version that its probe returned, if it has a probe.
    pub version: Option<String>,
    /// The fault.
    pub fault: Fault,
}

/// The fault of a subject.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// Its program or file does not exist; nothing was started.
    #[error(transparent)]
    Absent(#[from] Absent),
    /// It died, hung, or gave something that is not a deck.
    #[error(transparent)]
    Subject(#[from] SourceError),
}

impl Fault {
    /// The word for it in tables: `absent` or `at_fault`.
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
    /// The reason: the result of the probe, in words.
    pub why: String,
}

/// The findings of a case.
#[derive(Clone, Debug, PartialEq)]
pub struct CaseFindings {
    /// The case.
    pub case: Case,
    /// The version that its probe returned, if it has a probe.
    pub version: Option<String>,
    /// The first look, then the second look if there was one.
    pub looks: Vec<Look>,
    /// The exact shuffle degree, if ascents were counted and its computation is cheap enough.
    pub exact_degree: Option<f64>,
    /// The likely cause of a rejection, if [`explain`](crate::diagnosis::explain) was asked.
    pub cause: Option<Cause>,
}

/// One look at a case, on decks of its own.
#[derive(Clone, Debug, PartialEq)]
pub struct Look {
    /// The number of decks.
    pub trials: u64,
    /// The ruling on each test, in the order of the list of tests.
    pub rulings: Vec<Ruling>,
    /// The counts to show.
    pub exhibits: Vec<Exhibit>,
    /// The verdict from all rulings.
    pub verdict: Verdict,
    /// The observations except the decks.
    pub seen: Observations,
}

/// The observations of a program or a file except its decks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Observations {
    /// The SHA-256 of the file, in hexadecimal digits: of its bytes as they are stored.
    pub source_sha256: Option<String>,
    /// True if the cards of the decks of a file stood one a line.
    pub one_a_line: bool,
    /// The first line of such a file, if it was taken for a header.
    pub header: Option<String>,
    /// Facts of the rows of a file, in words: that it may not be what it is taken for.
    pub notes: Vec<String>,
    /// The lengths of runs of places whose cards are sorted in every deck of a file; of hands of a pack one run.
    pub sorted_runs: Option<Vec<usize>>,
    /// True if the rows of a file are sorted, as draws are not.
    pub sorted_rows: bool,
    /// A description of the ranking by a column of a file, if that made the order.
    pub ranked: Option<String>,
    /// The files of a pattern, of which `source_sha256` is the SHA-256 of theirs.
    pub files: Option<FilesRead>,
    /// True if two copies of a program, with different seeds, began with the same decks: it ignores its seed.
    pub same_decks: bool,
    /// True if a program began with the same decks when it was started again with the same
    /// seed; `None` if that was not tried or is unknown.
    pub repeatable: Option<bool>,
    /// The first decks of the first copy.
    pub opening: Option<Opening>,
}

/// The verdict, compared with the expectation of the plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Conclusion {
    /// As expected.
    AsExpected,
    /// A sound shuffle was rejected.
    Rejected,
    /// A planted defect was not caught.
    NotCaught,
    /// A planted defect was caught, but not by these tests, which should have caught it.
    MissedBy(Vec<&'static str>),
    /// It could not be decided.
    Undecided,
}

impl Findings {
    /// The number of tests that could judge in a look (0 is the first).
    pub fn tests(&self, look: usize) -> usize {
        self.cases.iter().map(|case| case.tests(look)).sum()
    }

    /// The number of them that share the budget of the run: recordings have budgets of their own.
    pub fn live_tests(&self, look: usize) -> usize {
        let live = self.cases.iter().filter(|case| !case.case.is_recorded());
        live.map(|case| case.tests(look)).sum()
    }

    /// The judged recordings. Each is a family of its own.
    pub fn recordings(&self) -> impl Iterator<Item = &CaseFindings> {
        self.cases.iter().filter(|case| case.case.is_recorded())
    }

    /// True if no case can spend the budget of the run, since all are recordings.
    pub fn are_recorded(&self) -> bool {
        self.recordings().count() == self.cases.len() && !self.cases.is_empty()
    }

    /// The expected number of false alarms in a look at sound shuffles, at most; in the profile `ci` it bounds their probability.
    pub fn expected_false_alarms(&self, look: usize) -> f64 {
        let budget = &self.plan.budget;
        let live = match self.are_recorded() {
            true => 0.0,
            false => budget.expected_false_alarms(self.live_tests(look)),
        };
        let own = budget.of_recording();
        let recorded = self.recordings().filter(|it| it.looks.len() > look);
        live + recorded.map(|it| own.expected_false_alarms(it.tests(look))).sum::<f64>()
    }

    /// The findings of the case with this id, if there is one.
    pub fn case(&self, id: &str) -> Option<&CaseFindings> {
        self.cases.iter().find(|case| case.case.id() == id)
    }

    /// The findings of each case, by its id.
    pub fn by_id(&self) -> HashMap<&str, &CaseFindings> {
        self.cases.iter().map(|found| (found.case.id(), found)).collect()
    }

    /// True if every case came out as the plan expects, and there was at least one. Skipped cases do not count. False
    /// if a subject is at fault, or the run was cut off.
    pub fn as_expected(&self) -> bool {
        !self.interrupted
            && self.faulted.is_empty()
            && !self.cases.is_empty()
            && self.cases.iter().all(|case| case.conclusion() == Conclusion::AsExpected)
    }

    /// The verdict of the whole run: the worst of its cases, and inconclusive if all were skipped. A subject at fault
    /// also makes a run inconclusive, and so does an interrupt, unless some case fails.
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
    /// The value of a flag of its subject.
    pub(crate) fn setting(&self, key: &str) -> Option<String> {
        let settings = self.case.subject.flags()?.settings;
        settings.into_iter().find(|(name, _)| *name == key).map(|(_, value)| value)
    }

    /// The number of its tests that could judge in a look (0 is the first).
    pub fn tests(&self, look: usize) -> usize {
        let rulings = self.looks.get(look).into_iter().flat_map(|look| &look.rulings);
        rulings.filter(|ruling| ruling.p_holm.is_some()).count()
    }

    /// The observations of its subject in the last look.
    ///
    /// # Panics
    ///
    /// As [`CaseFindings::last`].
    pub fn seen(&self) -> &Observations {
        &self.last().seen
    }

    /// The look that decides: the second, if there was one.
    ///
    /// # Panics
    ///
    /// If there was no look at all, which no run returns.
    pub fn last(&self) -> &Look {
        self.looks.last().expect("every case is looked at")
    }

    /// The verdict of the last look.
    pub fn verdict(&self) -> Verdict {
        self.last().verdict
    }

    /// The verdict, compared with the expectation of the plan.
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
        let rejects = |test: &str| self.last().failing(test).is_some();
        let missed: Vec<_> =
            self.case.caught_by.iter().filter(|test| !rejects(test)).copied().collect();
        if missed.is_empty() { Conclusion::AsExpected } else { Conclusion::MissedBy(missed) }
    }
}

impl Look {
    /// The ruling of this test, if it was made.
    pub fn ruling(&self, test: &str) -> Option<&Ruling> {
        self.rulings.iter().find(|ruling| ruling.judgement.test == test)
    }

    /// The evidence of this test, if it fails.
    pub(crate) fn failing(&self, test: &str) -> Option<&Evidence> {
        let ruling = self.ruling(test).filter(|ruling| ruling.verdict == Verdict::Fail);
        ruling.and_then(|ruling| ruling.judgement.evidence())
    }

    /// The tests that could judge, with their evidence.
    pub(crate) fn judged(&self) -> impl Iterator<Item = (&Ruling, &Evidence)> {
        self.rulings.iter().filter_map(|ruling| Some((ruling, ruling.judgement.evidence()?)))
    }

    /// The counts on which this test was made, if they are a histogram.
    pub(crate) fn histogram_of(&self, test: &str) -> Option<&Histogram> {
        self.exhibits.iter().find_map(|exhibit| exhibit.histogram_of(test))
    }

    /// The counts of cards at positions, if they were counted.
    #[must_use]
    pub fn position(&self) -> Option<&PositionMatrix> {
        self.exhibits.iter().find_map(|exhibit| match exhibit {
            Exhibit::Position(matrix) => Some(matrix),
            _ => None,
        })
    }

    /// The number of different decks, if it was counted.
    pub(crate) fn different(&self) -> Option<DifferentDecks> {
        self.exhibits.iter().find_map(Exhibit::different)
    }
}
