//! One case of a plan: a subject, the number of its decks, and the expected result.

pub use crate::case_error::{
    CaseError, CaseProblem, MOST_CARDS, MOST_NUMBERS, MOST_RECORDED, MOST_TRIALS,
};

use crate::{
    case_error::{MOST_OF_AN_ID, at, shape_up_to},
    drawn::Drawn,
    subject::{Kind, Subject, Supply},
};
use shuffle_deck::{Shape, words::nearest};
use shuffle_metrics::{
    Metric, MetricEntry, NotApplicable, RowClasses, SEQUENTIAL,
    catalogue::{self, BATTERIES, METRICS},
    verdict::Budget,
};
use std::{iter::empty, mem, sync::Arc};

/// The expected result of a case.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Expect {
    /// A sound shuffle: no bias may be found.
    #[default]
    Pass,
    /// A planted defect: it must be caught.
    Fail,
}

impl Expect {
    /// `pass` or `fail`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Pass => "pass",
            Self::Fail => "fail",
        }
    }
}

/// The settings of a case except its subject, as they were written.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Request {
    /// The name of the case.
    pub id: String,
    /// Cards in the deck.
    pub cards: u64,
    /// Cards dealt; all of them by default.
    pub deal: Option<u64>,
    /// The kind of draw; by default different cards in order.
    pub drawn: Drawn,
    /// Decks; optional only for a recording.
    pub trials: Option<u64>,
    /// The tests to run; all of the battery by default.
    pub metrics: Option<Vec<String>>,
    /// True to look every 64 decks and stop as soon as the case is decided.
    pub sequential: bool,
    /// The expected result.
    pub expect: Expect,
    /// The tests that must catch a planted defect.
    pub caught_by: Vec<String>,
    /// The class of each row, and how many rows a batch has.
    pub classes: Option<Arc<RowClasses>>,
}

/// A case that can be run.
#[derive(Clone, Debug)]
pub struct Case {
    /// Its name: lower-case letters, digits and hyphens.
    pub id: String,
    /// The audited subject.
    pub subject: Arc<dyn Subject>,
    /// The cards in the deck, and how many of them the metrics see.
    pub shape: Shape,
    /// Decks; for a recording the maximum, `u64::MAX` for all that it holds.
    pub trials: u64,
    /// The tests that were requested by name, if any.
    pub tests: Option<Vec<&'static str>>,
    /// The subset of `tests` that came only from a battery name. Such a test is omitted if it cannot be made.
    pub by_battery: Vec<&'static str>,
    /// The requested tests that are gone, each with the test that is made in its place.
    pub replaced: Vec<(String, &'static str)>,
    /// True if it is examined every 64 decks and stops as soon as it is decided; `trials` is then the maximum.
    pub sequential: bool,
    /// The expected result.
    pub expect: Expect,
    /// The tests that must catch it.
    pub caught_by: Vec<&'static str>,
    /// The sweep that this case is a point of, if any.
    pub sweep: Option<String>,
    /// The class of each row, if they have classes.
    pub classes: Option<Arc<RowClasses>>,
}

impl PartialEq for Case {
    fn eq(&self, other: &Self) -> bool {
        *self.subject == *other.subject
            && (&self.id, self.shape, self.trials, &self.tests)
                == (&other.id, other.shape, other.trials, &other.tests)
            && (self.sequential, self.expect, &self.caught_by, &self.sweep, &self.classes)
                == (other.sequential, other.expect, &other.caught_by, &other.sweep, &other.classes)
    }
}

impl Case {
    /// Checks a request and makes the case ready to run. The subject is built from the checked shape.
    ///
    /// # Errors
    ///
    /// [`CaseError`] with the key at fault, or the error of `subject`.
    pub fn new<E: From<CaseError>>(
        mut request: Request,
        subject: impl FnOnce(Shape) -> Result<Arc<dyn Subject>, E>,
    ) -> Result<Self, E> {
        check_id(&request.id).map_err(at("id"))?;
        let &Request { drawn, deal, .. } = &request;
        let cards = drawn.cards(request.cards);
        let most = if drawn.is_of_numbers() { MOST_NUMBERS } else { MOST_RECORDED };
        shape_up_to(most, cards, None)?.shuffled().map_err(at("cards"))?;
        let shape = drawn.shape(most, cards, deal)?.shuffled().map_err(at("deal"))?;
        if request.sequential && !shape.is_order() {
            return Err(at("sequential")(CaseProblem::SequentialDraws(shape.kind())).into());
        }
        if request.sequential && shape.is_by_level() {
            return Err(at("sequential")(CaseProblem::SequentialLevels).into());
        }
        if request.trials == Some(0) {
            return Err(at("trials")(CaseProblem::Zero("trials")).into());
        }
        let subject = subject(shape)?;
        // A shuffle draws a number from the top of a deck of all of them.
        let is_dealt = subject.kind() == Kind::Catalogue || !drawn.is_of_numbers();
        if subject.kind() != Kind::Recording && is_dealt {
            drawn.shape(MOST_CARDS, cards, deal)?;
        }
        let trials = trials(request.trials, subject.kind()).map_err(at("trials"))?;
        let replaced = replace_gone(&mut request);
        let tests = request.metrics.as_deref().map(|names| tests(names, shape));
        let (tests, by_battery) = tests.transpose().map_err(at("metrics"))?.unzip();
        let by_battery = by_battery.unwrap_or_default();
        if request.sequential && tests.is_some() {
            return Err(at("metrics")(CaseProblem::SequentialMetrics).into());
        }
        let tests = if request.sequential { Some(vec![SEQUENTIAL.id]) } else { tests };
        let caught_by = caught_by(&request, tests.as_deref()).map_err(at("caught_by"))?;
        let Request { id, sequential, expect, classes, .. } = request;
        let sweep = None;
        Ok(Self {
            id,
            subject,
            shape,
            trials,
            tests,
            by_battery,
            replaced,
            sequential,
            expect,
            caught_by,
            sweep,
            classes,
        })
    }

    /// Its name.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Cards dealt, if the case is a deal.
    pub fn deal(&self) -> Option<usize> {
        let is_deal = !self.shape.is_whole() && self.shape.blocks().is_none();
        is_deal.then(|| self.shape.dealt())
    }

    /// True if its decks are a recording, so that there are no others.
    pub fn is_recorded(&self) -> bool {
        self.subject.kind() == Kind::Recording
    }

    /// The budget by which this case is judged, in a run with this shared budget: its own if it is a recording.
    pub(crate) fn budget(&self, shared: Budget) -> Budget {
        if self.is_recorded() { shared.of_recording() } else { shared }
    }

    /// True if a test that could not be made is reported.
    pub(crate) fn asks_for(&self, test: &str) -> bool {
        !self.by_battery.contains(&test)
    }

    /// The metrics with at least one test that the case wants.
    pub fn metrics(&self) -> impl Iterator<Item = &'static MetricEntry> + '_ {
        // The number of decks of a recording is known only after reading it.
        let is_open = self.tests.is_some() || self.is_recorded();
        let wanted = move |metric: &MetricEntry| {
            (is_open || metric.scope.allows(self.trials))
                && (self.tests.is_some() || metric.judges(self.shape))
                && metric.tests.iter().any(|test| self.wants(metric, test.id))
        };
        METRICS.iter().filter(move |metric| wanted(metric))
    }

    /// True if this test of the metric is to run: a requested one, or without a request any test of the battery, plus
    /// the tests of classes if there are classes.
    pub fn wants(&self, metric: &MetricEntry, test: &str) -> bool {
        let in_battery = metric.in_battery || (metric.needs_classes() && self.classes.is_some());
        self.tests.as_ref().map_or(in_battery, |tests| tests.contains(&test))
    }

    /// Builds a metric for the decks of this case.
    ///
    /// # Errors
    ///
    /// [`NotApplicable`] as [`MetricEntry::build`].
    pub fn build(&self, metric: &MetricEntry) -> Result<Box<dyn Metric>, NotApplicable> {
        match self.subject.supply() {
            Supply::Counts(_) => metric.build_of_counts(self.shape),
            _ => metric.build_of(self.shape, self.classes.as_deref()),
        }
    }
}

/// Checks the name of a case, which is also the name of a folder.
///
/// # Errors
///
/// [`CaseProblem::Id`] and [`CaseProblem::LongId`].
pub fn check_id(id: &str) -> Result<(), CaseProblem> {
    let letter = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
    let sound = id.bytes().all(|byte| letter(byte) || byte == b'-')
        && id.bytes().next().is_some_and(letter);
    match sound {
        _ if id.len() > MOST_OF_AN_ID => Err(CaseProblem::LongId(id.to_owned())),
        true => Ok(()),
        false => Err(CaseProblem::Id(id.to_owned())),
    }
}

/// The shape of a deck from its keys; it may have only one order.
///
/// # Errors
///
/// [`CaseProblem::TooManyCards`], and [`CaseProblem::Shape`] if more is dealt than there is.
pub fn shape(cards: u64, deal: Option<u64>) -> Result<Shape, CaseError> {
    shape_up_to(MOST_CARDS, cards, deal)
}

fn trials(wanted: Option<u64>, kind: Kind) -> Result<u64, CaseProblem> {
    match wanted {
        None if kind == Kind::Recording => Ok(u64::MAX),
        None => Err(CaseProblem::NoTrials),
        Some(trials) if trials > MOST_TRIALS && kind != Kind::Recording => {
            Err(CaseProblem::Endless(trials))
        }
        Some(trials) => Ok(trials),
    }
}

/// Puts its successor in the place of each test that is gone. Returns each such test once, with its successor.
fn replace_gone(request: &mut Request) -> Vec<(String, &'static str)> {
    let mut replaced = Vec::new();
    for name in request.metrics.iter_mut().flatten().chain(&mut request.caught_by) {
        if let Some(successor) = catalogue::successor(name) {
            let pair = (mem::replace(name, successor.to_owned()), successor);
            if !replaced.contains(&pair) {
                replaced.push(pair);
            }
        }
    }
    replaced
}

/// Resolves names of tests and batteries. Returns all tests, and the tests that came only from a battery. A battery contributes the
/// tests for this kind of draw.
fn tests(
    names: &[String],
    shape: Shape,
) -> Result<(Vec<&'static str>, Vec<&'static str>), CaseProblem> {
    if names.is_empty() {
        return Err(CaseProblem::NoTests);
    }
    let batteries = || BATTERIES.iter().map(|battery| battery.id);
    let named = |name: &String| {
        let mut found =
            catalogue::tests_named(name).ok_or_else(|| unknown_test(name, batteries()))?;
        if BATTERIES.iter().any(|battery| battery.id == name.as_str()) {
            let judges = |test: &&str| catalogue::of_test(test).is_some_and(|it| it.judges(shape));
            found.retain(judges);
        }
        Ok::<_, CaseProblem>(found)
    };
    let named = names.iter().map(named).collect::<Result<Vec<_>, _>>()?;
    let mut tests = Vec::new();
    for test in named.into_iter().flatten() {
        if !tests.contains(&test) {
            tests.push(test);
        }
    }
    let is_named = |test: &&'static str| names.iter().any(|name| name == *test);
    let by_battery = tests.iter().copied().filter(|test| !is_named(test)).collect();
    Ok((tests, by_battery))
}

fn unknown_test(given: &str, others: impl Iterator<Item = &'static str>) -> CaseProblem {
    let nearest = nearest(given, catalogue::all_tests().map(|test| test.id).chain(others));
    CaseProblem::UnknownTest { given: given.to_owned(), nearest }
}

fn caught_by(request: &Request, made: Option<&[&str]>) -> Result<Vec<&'static str>, CaseProblem> {
    if request.caught_by.is_empty() {
        return Ok(Vec::new());
    }
    if request.expect != Expect::Fail {
        return Err(CaseProblem::NothingToCatch);
    }
    let named = |name: &String| {
        catalogue::test(name).map(|test| test.id).ok_or_else(|| unknown_test(name, empty()))
    };
    let tests = request.caught_by.iter().map(named).collect::<Result<Vec<_>, _>>()?;
    match tests.iter().find(|test| made.is_some_and(|made| !made.contains(test))) {
        Some(left_out) => Err(CaseProblem::NotMade(left_out)),
        None => Ok(tests),
    }
}
