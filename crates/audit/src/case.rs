//! One case of a plan: a subject, how much of it, and what is expected.

use crate::Subject;
use shuffle_algorithms::{
    Algorithm, Size,
    dice::DiceSpec,
    fill::Job,
    generator::Generator,
    spec::{SpecError, nearest},
    start::{Start, StartError},
};
use shuffle_metrics::{
    Shape, decks::ShapeError, metric, metric::MetricEntry, sequential::SEQUENTIAL,
};

/// The most cards in a deck: a block of one such deck takes 64 MB a thread.
const MOST_CARDS: u64 = 1 << 24;

/// What a case is expected to come to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
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
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CaseSpec {
    /// Its name, `[a-z0-9][a-z0-9-]*`; reports have a folder of that name.
    pub id: String,
    /// The shuffle, `id:key=value,...`.
    pub algorithm: String,
    /// Cards in the deck.
    pub cards: u64,
    /// Cards dealt; all of them by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deal: Option<u64>,
    /// Decks.
    pub trials: u64,
    /// How often the whole shuffle is repeated on a deck; once by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub passes: Option<u32>,
    /// How each deck lies before it is shuffled: `identity` (the default), `reverse`, `random`, `interleaved`, or
    /// an order as an array; see [`shuffle_algorithms::start`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<StartKey>,
    /// The dice, `id:key=value,...`; exact by default.
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
    /// What is expected.
    #[serde(default)]
    pub expect: Expect,
    /// The tests that must catch a planted defect.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub caught_by: Vec<String>,
}

/// A start order as a plan writes it.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(
    untagged,
    expecting = "a start is a name such as \"reverse\" or an order such as [2, 0, 1]"
)]
pub enum StartKey {
    /// A name, or, in flags, an order as `2,0,1`.
    Name(String),
    /// An order.
    Order(Vec<u32>),
}

impl StartKey {
    fn read(&self) -> Result<Start, StartError> {
        match self {
            Self::Name(name) => Start::parse(name),
            Self::Order(order) => Ok(Start::Order(order.clone())),
        }
    }

    /// The key that is written for a start: none for the identity.
    fn of(start: &Start) -> Option<Self> {
        match start {
            Start::Identity => None,
            Start::Order(order) => Some(Self::Order(order.clone())),
            named => Some(Self::Name(named.to_string())),
        }
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
    /// The tests asked for by name, if any were.
    pub tests: Option<Vec<&'static str>>,
    /// The tests that must catch it.
    pub caught_by: Vec<&'static str>,
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
        "case id `{0}` must be lower-case letters, digits and hyphens, and start with a letter or digit"
    )]
    Id(String),
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
            metric::tests().map(|test| test.id).collect::<Vec<_>>().join(", ")
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
        check_id(&spec.id).map_err(at("id"))?;
        let shape = shape(&spec)?;
        let algorithm = Algorithm::parse(&spec.algorithm).map_err(at("algorithm"))?;
        let dice = spec
            .dice
            .as_deref()
            .map_or(Ok(DiceSpec::Exact), DiceSpec::parse)
            .map_err(at("dice"))?;
        let rng = spec
            .rng
            .as_deref()
            .map_or(Ok(Generator::default()), Generator::parse)
            .map_err(at("rng"))?;
        let passes = spec.passes.unwrap_or(1);
        if passes == 0 {
            return Err(CaseError { key: "passes", problem: CaseProblem::Zero("passes") });
        }
        if spec.trials == 0 {
            return Err(CaseError { key: "trials", problem: CaseProblem::Zero("trials") });
        }
        let size = Size::deal(shape.cards(), shape.dealt()).map_err(at("deal"))?;
        let start = spec.start.as_ref().map_or(Ok(Start::Identity), StartKey::read);
        let start = start.map_err(at("start"))?;
        start.check(shape.cards()).map_err(at("start"))?;
        let spec = CaseSpec { start: StartKey::of(&start), ..spec };
        let job = Job { algorithm, size, dice, rng, passes, start };
        job.check().map_err(at("dice"))?;
        let tests = spec.metrics.as_deref().map(tests).transpose().map_err(at("metrics"))?;
        if spec.sequential && tests.is_some() {
            return Err(at("metrics")(CaseProblem::SequentialMetrics));
        }
        let tests = if spec.sequential { Some(vec![SEQUENTIAL.id]) } else { tests };
        let caught_by = caught_by(&spec, tests.as_deref()).map_err(at("caught_by"))?;
        let subject = Subject::Catalogued(job);
        Ok(Self { spec, subject, shape, tests, caught_by })
    }

    /// Its name.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.spec.id
    }

    /// Whether a test of this metric is to be made: one that is asked for, or else any of the battery.
    #[must_use]
    pub fn wants(&self, metric: &MetricEntry, test: &str) -> bool {
        self.tests.as_ref().map_or(metric.in_battery, |tests| tests.contains(&test))
    }
}

fn at<E: Into<CaseProblem>>(key: &'static str) -> impl FnOnce(E) -> CaseError {
    move |problem| CaseError { key, problem: problem.into() }
}

fn check_id(id: &str) -> Result<(), CaseProblem> {
    let letter = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
    let sound = id.bytes().all(|byte| letter(byte) || byte == b'-')
        && id.bytes().next().is_some_and(letter);
    if sound { Ok(()) } else { Err(CaseProblem::Id(id.to_owned())) }
}

fn shape(spec: &CaseSpec) -> Result<Shape, CaseError> {
    let too_many = |cards| CaseProblem::TooManyCards(cards);
    let number = |key, given: u64| match usize::try_from(given) {
        Ok(number) if given <= MOST_CARDS => Ok(number),
        _ => Err(CaseError { key, problem: too_many(given) }),
    };
    let cards = number("cards", spec.cards)?;
    Shape::whole(cards).map_err(at("cards"))?;
    let deal = spec.deal.map_or(Ok(cards), |deal| number("deal", deal))?;
    Shape::deal(cards, deal).map_err(at("deal"))
}

fn test_named(given: &str) -> Result<&'static str, CaseProblem> {
    let names = || metric::tests().map(|test| test.id).chain([SEQUENTIAL.id]);
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
