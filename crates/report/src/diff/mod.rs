//! Two reports compared: cases that are new, gone or changed in verdict, and tests whose counts differ by more than chance.
//!
//! | module | is |
//! |---|---|
//! | `side` | one of the two reports: a folder, a document, a run |
//! | `reading`, `tables`, `document` | how a side is read |
//! | `compare` | a test of one side against the same test of the other |
//! | `words`, `json`, `page`, `parts` | what was found, for people and programs |

mod compare;
mod document;
pub(crate) mod json;
mod page;
mod parts;
mod reading;
mod side;
mod tables;
mod words;

use compare::{TestDiff, Way};
pub use json::json;
pub use words::words;

use crate::digest::Answer;
use serde::Serialize;
use shuffle_metrics::{PValue, two_sample::Pairing, verdict::holm};
use side::Counts;
pub use side::{Side, SideCase};
use std::collections::VecDeque;

/// The error budget of a comparison, if no other is asked for: the probability that it calls two runs of one shuffle different.
pub const ALPHA: f64 = 1e-6;

/// What is compared, which says what a difference means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// Is the new report worse than the old one?
    Regression,
    /// Do two shuffles have the same law?
    SameLaw,
}

/// Two reports compared.
#[derive(Clone, Debug, PartialEq)]
pub struct Diff {
    pub(crate) question: Question,
    /// Both sides: the old one, then the new one.
    pub(crate) sides: [SideFacts; 2],
    /// What the decks of both have to do with each other.
    pub(crate) pairing: Pairing,
    pub(crate) alpha: f64,
    /// The tests that were compared, of all cases.
    pub(crate) tests: usize,
    /// All cases, the most changed first.
    pub(crate) cases: Vec<CaseDiff>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct SideFacts {
    pub(crate) name: String,
    pub(crate) plan: String,
    pub(crate) seed: String,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct CaseDiff {
    pub(crate) id: String,
    pub(crate) change: Change,
    /// The case in the old report and in the new one.
    pub(crate) cases: [Option<SideCase>; 2],
    /// The tests that were compared, the clearest difference first.
    pub(crate) tests: Vec<TestDiff>,
}

/// What became of a case, from the worst to the least.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Change {
    Gone,
    /// Its verdict is worse, it has none any more, or a planted defect is no longer caught.
    Worse,
    /// It is of other cards, or of another number of them: nothing can be compared.
    OtherCards,
    /// It made tests that can be compared, and now none of them can be.
    NotCompared,
    Differs,
    Fixed,
    Better,
    New,
    /// Nothing differs, but it is another shuffle, expects another verdict, or makes fewer tests or half as many decks.
    Altered,
    /// Nothing changed that chance does not explain.
    Same,
}

impl Change {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Gone => "gone",
            Self::Worse => "worse",
            Self::OtherCards => "other_cards",
            Self::NotCompared => "not_compared",
            Self::Differs => "differs",
            Self::Fixed => "mended",
            Self::Better => "better",
            Self::New => "new",
            Self::Altered => "altered",
            Self::Same => "same",
        }
    }

    /// True if it makes the new report a regression. A case that was fixed counts as one: the fix is probably meant, but a
    /// person must say so.
    pub(crate) fn is_regression(self) -> bool {
        self <= Self::Fixed
    }
}

impl CaseDiff {
    /// The tests that differ at the budget.
    pub(crate) fn differing(&self, alpha: f64) -> impl Iterator<Item = &TestDiff> {
        self.tests.iter().filter(move |test| test.differs(alpha))
    }

    pub(crate) fn clearest(&self, alpha: f64) -> Option<&TestDiff> {
        self.differing(alpha).next()
    }

    /// True if it was judged on both sides, and no test of it is compared.
    fn is_uncompared(&self) -> bool {
        let is_there = |case: &Option<SideCase>| case.as_ref().is_some_and(SideCase::is_judged);
        self.cases.iter().all(is_there) && self.tests.is_empty()
    }

    /// The decks of both sides; none where a case is not there.
    fn decks(&self) -> [u64; 2] {
        self.cases.each_ref().map(|case| case.as_ref().map_or(0, |case| case.trials))
    }

    /// The counts of cards at positions of both sides, if they can be compared.
    fn matrices(&self) -> Option<[(&SideCase, &Counts); 2]> {
        let [Some(old), Some(new)] = &self.cases else { return None };
        let [a, b] = [old, new].map(|case| Some((case, compare::matrix_of(case)?)));
        let (a, b) = (a?, b?);
        compare::are_alike(a.1, b.1).then_some([a, b])
    }
}

impl Diff {
    /// Compares two sides, at a budget of `alpha` for all tests together.
    ///
    /// Null hypothesis of each test: the decks of both sides are of the same law, whatever it is (see
    /// [`shuffle_metrics::two_sample`]). P-values are adjusted by Holm over all tests of all cases.
    pub fn of(old: Side, new: Side, question: Question, alpha: f64) -> Self {
        let pairing = match old.seed == new.seed && question == Question::Regression {
            true => Pairing::SameSeed,
            false => Pairing::Independent,
        };
        let facts = |side: &Side| SideFacts {
            name: side.name.clone(),
            plan: side.plan.clone(),
            seed: side.seed.clone(),
        };
        let sides = [facts(&old), facts(&new)];
        let mut cases = paired(old, new, pairing, alpha);
        let p_values: Vec<PValue> =
            cases.iter().flat_map(|case| &case.tests).map(|test| test.p_value).collect();
        let mut adjusted = holm(&p_values);
        for test in cases.iter_mut().flat_map(|case| &mut case.tests) {
            test.p_holm = adjusted.next().unwrap_or(test.p_holm);
        }
        for case in &mut cases {
            case.tests.sort_by(|a, b| a.p_value.ln().total_cmp(&b.p_value.ln()));
            case.change = change(case, alpha);
        }
        let least = |case: &CaseDiff| case.tests.first().map_or(0.0, |test| test.p_value.ln());
        cases.sort_by(|a, b| a.change.cmp(&b.change).then(least(a).total_cmp(&least(b))));
        Self { question, sides, pairing, alpha, tests: p_values.len(), cases }
    }

    /// True if anything is worse, different or gone.
    pub fn is_regression(&self) -> bool {
        self.cases.iter().any(|case| case.change.is_regression())
    }

    /// Whether all is fine, which of two laws is open if nothing could be compared.
    pub fn answer(&self) -> Answer {
        match self.question {
            _ if self.is_regression() => Answer::Wrong,
            Question::SameLaw if self.tests == 0 => Answer::Open,
            Question::SameLaw | Question::Regression => Answer::Fine,
        }
    }

    pub(crate) fn count(&self, change: Change) -> usize {
        self.cases.iter().filter(|case| case.change == change).count()
    }
}

/// The cases of both sides by their ids, in the order of the old report, then of the new one; each with its tests.
fn paired(old: Side, new: Side, pairing: Pairing, alpha: f64) -> Vec<CaseDiff> {
    // Both mostly come in the same order, so that the one that is looked for is the first.
    let mut rest = VecDeque::from(new.cases);
    let mut cases: Vec<CaseDiff> = Vec::new();
    for case in old.cases {
        let place = rest.iter().position(|other| other.id == case.id);
        cases.push(CaseDiff {
            id: case.id.clone(),
            change: Change::Same,
            cases: [Some(case), place.and_then(|place| rest.remove(place))],
            tests: Vec::new(),
        });
    }
    cases.extend(rest.into_iter().map(|case| CaseDiff {
        id: case.id.clone(),
        change: Change::Same,
        cases: [None, Some(case)],
        tests: Vec::new(),
    }));
    for case in &mut cases {
        if let [Some(old), Some(new)] = &case.cases {
            case.tests = compare::tests([old, new], pairing, alpha);
        }
    }
    cases
}

fn change(case: &CaseDiff, alpha: f64) -> Change {
    let [old, new] = match &case.cases {
        [Some(old), Some(new)] => [old, new],
        [Some(_), None] => return Change::Gone,
        _ => return Change::New,
    };
    let is_uncaught = old.is_caught() && new.expected == "fail" && !new.is_caught();
    let is_silent = old.is_decided() && !new.is_decided();
    let is_other = old.is_judged() && new.is_judged() && !compare::are_of_same_cards(old, new);
    let is_better = new.rank() < old.rank();
    if new.rank() > old.rank() || is_uncaught || is_silent {
        Change::Worse
    } else if is_other {
        Change::OtherCards
    } else if case.clearest(alpha).is_some() {
        if is_better { Change::Fixed } else { Change::Differs }
    } else if case.tests.is_empty() && is_silenced(old, new) {
        Change::NotCompared
    } else if is_better {
        Change::Better
    } else if is_altered(old, new) {
        Change::Altered
    } else {
        Change::Same
    }
}

/// True if tests could be compared, and now there are fewer of them, or fewer decks.
fn is_silenced(old: &SideCase, new: &SideCase) -> bool {
    let [tests, now] = [old, new].map(compare::comparable);
    tests > now || (tests > 0 && new.trials < old.trials)
}

/// True if the case asks less than before, or something else.
fn is_altered(old: &SideCase, new: &SideCase) -> bool {
    let is_less =
        compare::comparable(new) < compare::comparable(old) || new.trials < old.trials / 2;
    old.subject != new.subject || old.expected != new.expected || is_less
}

#[cfg(test)]
mod tests;
