//! One case of a plan: a subject, how much of it, and what is expected.

use crate::{
    Custom, Folder, Subject,
    count::{self, MOST_TRIALS},
    start::StartKey,
    stream::MOST_JOBS,
    subject::CommandSpec,
};
use shuffle_algorithms::{spec::SpecError, start::StartError};
use shuffle_deck::words::nearest;
use shuffle_metrics::{
    Shape, ShapeError,
    catalogue::{self, METRICS},
    metric::MetricEntry,
    sequential::SEQUENTIAL,
};
use shuffle_reader::{LayoutError, error::quoted};

/// The most cards in a deck: a block of one such deck takes 64 MB a thread.
const MOST_CARDS: u64 = 1 << 24;

/// Letters of an id: a sweep adds to them, and so does the name of a file.
const MOST_OF_AN_ID: usize = 100;

/// What a case is expected to come to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Expect {
    /// A sound shuffle: nothing may be found.
    #[default]
    Pass,
    /// A planted defect: it must be caught.
    Fail,
}

impl Expect {
    /// `pass` or `fail`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Pass => "pass",
            Self::Fail => "fail",
        }
    }
}

/// A case as it is written, in a plan or in flags.
///
/// Its subject is one of `algorithm`, `exec`, `file` and `library`. Paths are relative to the folder of the plan, in
/// which programs are run, too.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct CaseSpec {
    /// Its name: lower-case letters, digits and hyphens. Reports have a folder of that name.
    pub id: String,
    /// A shuffle of the catalogue, as `id` or `id:key=value,...`; `shuffle-audit list` shows them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub algorithm: Option<String>,
    /// A program that writes decks on stdout: a line, or a list of its words. No shell reads it. It is run in the
    /// folder of the plan.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exec: Option<CommandSpec>,
    /// A file of decks, relative to the folder of the plan, or `-` for stdin.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// A native library with a shuffle in it, as `shuffle_subject.h` says; relative to the folder of the plan.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub library: Option<String>,
    /// The name of the shuffle in the library; `shuffle` by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub symbol: Option<String>,
    /// How a program or file writes decks; by default as the ending of the file says, or `text`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub format: Option<String>,
    /// The number of the first card, as a program or file writes it: 0 by default, or 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub base: Option<u32>,
    /// What a program or file calls the cards: `standard-52`, or a file of names in start order, relative to the
    /// folder of the plan.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub labels: Option<String>,
    /// The columns of text or CSV that hold the cards, such as `2-6`, or by the names in its header, `c1-c5`; all of
    /// them by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub columns: Option<String>,
    /// Whether the first line of text or CSV is a header; by default as it looks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub header: Option<bool>,
    /// How many copies of a program run side by side; one by default.
    #[serde(
        default,
        deserialize_with = "count::plan::any",
        skip_serializing_if = "Option::is_none"
    )]
    pub jobs: Option<u64>,
    /// How long a program may write nothing before it is given up, such as `2m`; `30s` by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stall: Option<String>,
    /// A command that tells the version of what a program audits, or fails where that is missing. It is run in the
    /// folder of the plan before anything else; if it fails or takes longer than `stall` (30 seconds at most) the
    /// case is skipped.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub probe: Option<CommandSpec>,
    /// Cards in the deck.
    #[serde(deserialize_with = "count::plan::one")]
    pub cards: u64,
    /// Cards dealt; all of them by default.
    #[serde(
        default,
        deserialize_with = "count::plan::any",
        skip_serializing_if = "Option::is_none"
    )]
    pub deal: Option<u64>,
    /// How many decks; of a file at most this many, or all that it holds.
    #[serde(
        default,
        deserialize_with = "count::plan::any",
        skip_serializing_if = "Option::is_none"
    )]
    pub trials: Option<u64>,
    /// How often the whole shuffle is repeated on a deck; once by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub passes: Option<u32>,
    /// How each deck lies before it is shuffled: `identity` (the default), `reverse`, `random`, `interleaved`, or
    /// an order as an array of cards from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<StartKey>,
    /// The dice, as `id` or `id:key=value,...`; `exact` by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dice: Option<String>,
    /// The generator under the dice; `pcg64` by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rng: Option<String>,
    /// The tests to be made; by default all that can judge.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub metrics: Option<Vec<String>>,
    /// Whether to look every 64 decks and stop as soon as the case is decided; `trials` is then the most.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub sequential: bool,
    /// What is expected: `pass` (the default) of a sound shuffle, `fail` of a planted defect.
    #[serde(default)]
    pub expect: Expect,
    /// The tests that must catch a planted defect, with `expect = "fail"`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub caught_by: Vec<String>,
}

impl CaseSpec {
    /// One deck of a shuffle that is expected to pass, with nothing special about it.
    #[must_use]
    pub fn new(id: &str, algorithm: &str, cards: u64) -> Self {
        Self {
            id: id.to_owned(),
            algorithm: Some(algorithm.to_owned()),
            cards,
            trials: Some(1),
            ..Self::default()
        }
    }

    /// Whether any of its keys can hold a path.
    pub(crate) fn has_paths(&self) -> bool {
        self.exec.is_some() || self.file.is_some() || self.library.is_some()
    }
}

/// A case that can be run.
#[derive(Clone, Debug, PartialEq)]
pub struct Case {
    /// As it was written.
    pub spec: CaseSpec,
    /// What is shuffled, and how.
    pub subject: Subject,
    /// What the metrics see of it.
    pub shape: Shape,
    /// Decks; of a file at most so many, `u64::MAX` for all that it holds.
    pub trials: u64,
    /// The tests asked for by name, if any were.
    pub tests: Option<Vec<&'static str>>,
    /// The tests that must catch it.
    pub caught_by: Vec<&'static str>,
    /// The sweep that it is a point of, if it is one.
    pub sweep: Option<String>,
}

/// What is wrong with a case, and in which key.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{problem}")]
pub struct CaseError {
    /// The key: `cards`, `algorithm`, ...
    pub key: &'static str,
    /// What is wrong.
    pub problem: CaseProblem,
}

/// What can be wrong with a case.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CaseProblem {
    /// An id that cannot be a folder.
    #[error(
        "case id {0} must be lower-case letters, digits and hyphens, and start with a letter or digit"
    )]
    Id(String),
    /// An id that no file system takes.
    #[error("case id {0} is too long; at most {MOST_OF_AN_ID} letters make a folder everywhere")]
    LongId(String),
    /// More decks than anybody will see.
    #[error("{0} decks would take more than a century at three million a second; ask for less")]
    Endless(u64),
    /// An algorithm, dice or generator that does not exist, or not so.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// A start order that does not exist.
    #[error(transparent)]
    Start(#[from] StartError),
    /// A deck or deal that does not exist.
    #[error(transparent)]
    Shape(#[from] ShapeError),
    /// A deck that no card type holds.
    #[error("a deck of {0} cards is too large; the limit is {MOST_CARDS}")]
    TooManyCards(u64),
    /// Nothing to be audited.
    #[error("a case needs a subject: one of `algorithm`, `exec` and `file`")]
    NoSubject,
    /// Too much to be audited.
    #[error("a case has one subject: `algorithm`, `exec`, `file` or `library`")]
    ManySubjects,
    /// A key that says nothing about this kind of subject.
    #[error("`{0}` makes no sense with {1}; leave it out")]
    NotWith(&'static str, &'static str),
    /// A command that is none.
    #[error("{0}")]
    Command(String),
    /// A format that does not exist, or a layout that no bytes have.
    #[error(transparent)]
    Layout(#[from] LayoutError),
    /// A file whose first decks do not tell how many cards there are.
    #[error("{0}")]
    UnknownCards(String),
    /// Labels that are none.
    #[error("{0}")]
    Labels(String),
    /// No job, or too many.
    #[error("{jobs} jobs are impossible; it must be from 1 to {MOST_JOBS}")]
    Jobs {
        /// What was asked for.
        jobs: u64,
    },
    /// A job with nothing to do.
    #[error("more jobs than trials would leave some without work")]
    IdleJobs,
    /// No time.
    #[error("`{0}` is no time; write it as 30s or 2m")]
    Stall(String),
    /// Only a file knows itself how many decks it has.
    #[error("missing field `trials`: how many decks?")]
    NoTrials,
    /// Nothing to do.
    #[error("{0} must be at least 1")]
    Zero(&'static str),
    /// A test that does not exist.
    #[error("unknown test `{given}`{}", did_you_mean(nearest.as_deref()))]
    UnknownTest {
        /// What was written.
        given: String,
        /// What was probably meant.
        nearest: Option<String>,
    },
    /// An empty list of tests.
    #[error(
        "an empty list of tests judges nothing; leave `metrics` out to have all that can judge"
    )]
    NoTests,
    /// `metrics` for a sequential case.
    #[error("a sequential case has one test of its own, `sequential`; leave `metrics` out")]
    SequentialMetrics,
    /// `caught_by` for a sound shuffle.
    #[error(
        "`caught_by` names the tests that must catch a planted defect; it needs `expect = \"fail\"`"
    )]
    NothingToCatch,
    /// `caught_by` names a test that `metrics` leaves out.
    #[error("`caught_by` names the test `{0}`, which `metrics` leaves out")]
    NotMade(&'static str),
}

fn did_you_mean(nearest: Option<&str>) -> String {
    match nearest {
        Some(name) => format!("; did you mean `{name}`?"),
        None => format!(
            "; there are {}",
            catalogue::tests().map(|test| test.id).collect::<Vec<_>>().join(", ")
        ),
    }
}

impl Case {
    /// Checks a case and makes it ready to run.
    ///
    /// # Errors
    ///
    /// [`CaseError`], with the key at fault.
    pub fn new(spec: CaseSpec) -> Result<Self, CaseError> {
        Self::in_folder(spec, &Folder::default())
    }

    /// The same, where its paths are relative to another folder than the current one.
    ///
    /// # Errors
    ///
    /// [`CaseError`], with the key at fault.
    pub fn in_folder(spec: CaseSpec, folder: &Folder) -> Result<Self, CaseError> {
        Self::with(spec, |spec, shape| Subject::of(spec, shape, folder))
    }

    /// A case whose subject is brought along; none may be written in `spec`.
    pub(crate) fn custom(spec: CaseSpec, custom: Custom) -> Result<Self, CaseError> {
        Self::with(spec, |_, _| Ok(Subject::Custom(custom)))
    }

    fn with(
        spec: CaseSpec,
        subject: impl FnOnce(&CaseSpec, Shape) -> Result<Subject, CaseError>,
    ) -> Result<Self, CaseError> {
        check_id(&spec.id).map_err(at("id"))?;
        let shape = shape(&spec)?;
        if spec.trials == Some(0) {
            return Err(at("trials")(CaseProblem::Zero("trials")));
        }
        let subject = subject(&spec, shape)?;
        if let Some(trials) = spec.trials
            && trials > MOST_TRIALS
            && subject.recorded().is_none()
        {
            return Err(at("trials")(CaseProblem::Endless(trials)));
        }
        let start = subject.job().and_then(|job| StartKey::of(&job.start));
        let spec = CaseSpec { start, ..spec };
        let trials = match spec.trials {
            Some(trials) => trials,
            None if subject.recorded().is_some() => u64::MAX,
            None => return Err(at("trials")(CaseProblem::NoTrials)),
        };
        let tests = spec.metrics.as_deref().map(tests).transpose().map_err(at("metrics"))?;
        if spec.sequential && tests.is_some() {
            return Err(at("metrics")(CaseProblem::SequentialMetrics));
        }
        let tests = if spec.sequential { Some(vec![SEQUENTIAL.id]) } else { tests };
        let caught_by = caught_by(&spec, tests.as_deref()).map_err(at("caught_by"))?;
        Ok(Self { spec, subject, shape, trials, tests, caught_by, sweep: None })
    }

    /// Its name.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.spec.id
    }

    /// The metrics of which it wants some test.
    pub(crate) fn metrics(&self) -> impl Iterator<Item = &'static MetricEntry> + '_ {
        let wanted =
            |metric: &MetricEntry| metric.tests.iter().any(|test| self.wants(metric, test.id));
        METRICS.iter().filter(move |metric| wanted(metric))
    }

    /// Whether a test of this metric is to be made: one that is asked for, or else any of the battery.
    #[must_use]
    pub fn wants(&self, metric: &MetricEntry, test: &str) -> bool {
        self.tests.as_ref().map_or(metric.in_battery, |tests| tests.contains(&test))
    }
}

pub(crate) fn at<E: Into<CaseProblem>>(key: &'static str) -> impl FnOnce(E) -> CaseError {
    move |problem| CaseError { key, problem: problem.into() }
}

pub(crate) fn check_id(id: &str) -> Result<(), CaseProblem> {
    let letter = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
    let sound = id.bytes().all(|byte| letter(byte) || byte == b'-')
        && id.bytes().next().is_some_and(letter);
    match sound {
        _ if id.len() > MOST_OF_AN_ID => Err(CaseProblem::LongId(quoted(id))),
        true => Ok(()),
        false => Err(CaseProblem::Id(quoted(id))),
    }
}

fn shape(spec: &CaseSpec) -> Result<Shape, CaseError> {
    let too_many = |cards| CaseProblem::TooManyCards(cards);
    let number = |key, given: u64| match usize::try_from(given) {
        Ok(number) if given <= MOST_CARDS => Ok(number),
        _ => Err(CaseError { key, problem: too_many(given) }),
    };
    let cards = number("cards", spec.cards)?;
    Shape::whole(cards).shuffled().map_err(at("cards"))?;
    let deal = spec.deal.map_or(Ok(cards), |deal| number("deal", deal))?;
    Shape::deal(cards, deal).and_then(Shape::shuffled).map_err(at("deal"))
}

fn test_named(given: &str) -> Result<&'static str, CaseProblem> {
    let names = || catalogue::all_tests().map(|test| test.id);
    names().find(|id| *id == given).ok_or_else(|| {
        let nearest = nearest(given, names());
        CaseProblem::UnknownTest { given: given.to_owned(), nearest }
    })
}

fn tests(names: &[String]) -> Result<Vec<&'static str>, CaseProblem> {
    if names.is_empty() {
        return Err(CaseProblem::NoTests);
    }
    names.iter().map(|name| test_named(name)).collect()
}

fn caught_by(spec: &CaseSpec, made: Option<&[&str]>) -> Result<Vec<&'static str>, CaseProblem> {
    if spec.caught_by.is_empty() {
        return Ok(Vec::new());
    }
    if spec.expect != Expect::Fail {
        return Err(CaseProblem::NothingToCatch);
    }
    let tests = tests(&spec.caught_by)?;
    match tests.iter().find(|test| made.is_some_and(|made| !made.contains(test))) {
        Some(left_out) => Err(CaseProblem::NotMade(left_out)),
        None => Ok(tests),
    }
}
