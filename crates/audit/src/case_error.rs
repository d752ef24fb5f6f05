//! The faults of a case, and the limits that they name.

use shuffle_deck::{DrawKind, Shape, ShapeError, words::quoted};
use shuffle_metrics::catalogue;

/// Maximum number of cards in a deck: a block of one such deck takes 64 MB a thread.
pub const MOST_CARDS: u64 = 1 << 24;

/// Maximum number of cards in a recorded order: it takes 1 GB, and 8 GB to be counted.
pub const MOST_RECORDED: u64 = 1 << 28;

/// Maximum number of numbers that draws with replacement are drawn from: a number has 32 bits, and no memory is taken for each.
pub const MOST_NUMBERS: u64 = 1 << 32;

/// Maximum number of decks that are shuffled: at three million a second they take a century.
pub const MOST_TRIALS: u64 = 10_000_000_000_000_000;

/// Maximum length of an id: sweeps and file names append to it.
pub(crate) const MOST_OF_AN_ID: usize = 100;

/// A fault in a case, and its key.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{problem}")]
pub struct CaseError {
    /// The key: `cards`, `trials`, ...
    pub key: &'static str,
    /// The fault.
    pub problem: CaseProblem,
}

/// The possible faults of a case, except faults of its subject.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum CaseProblem {
    #[error(
        "case id {} must be lower-case letters, digits and hyphens, and start with a letter or digit",
        quoted(.0)
    )]
    Id(String),
    #[error(
        "case id {} is too long; at most {MOST_OF_AN_ID} letters make a folder everywhere",
        quoted(.0)
    )]
    LongId(String),
    #[error("{0} decks would take more than a century at three million a second; ask for less")]
    Endless(u64),
    /// A deck or deal that does not exist.
    #[error(transparent)]
    Shape(#[from] ShapeError),
    #[error(
        "a deck of {0} cards is too large; the limit is {MOST_CARDS}, and {MOST_RECORDED} in files"
    )]
    TooManyCards(u64),
    #[error("{0} numbers to draw from are too many; the limit is {MOST_NUMBERS}")]
    TooManyNumbers(u64),
    #[error("missing field `trials`: how many decks?")]
    NoTrials,
    #[error("{0} must be at least 1")]
    Zero(&'static str),
    #[error("unknown test `{given}`{}", did_you_mean(nearest.as_deref()))]
    UnknownTest { given: String, nearest: Option<String> },
    #[error(
        "an empty list of tests judges nothing; leave `metrics` out to run all tests that apply"
    )]
    NoTests,
    #[error("a sequential case has a single test, `sequential`; leave `metrics` out")]
    SequentialMetrics,
    #[error("a sequential case takes orders and deals, not {}", .0.name())]
    SequentialDraws(DrawKind),
    #[error("a sequential case compares no levels; leave `by` out")]
    SequentialLevels,
    #[error("`{1}` does not go with `{0}`; use one of them")]
    TwoDraws(&'static str, &'static str),
    #[error("`bonus` needs draws without order; add `unordered`")]
    NeedsUnordered,
    #[error("missing `deal`: draws with `{0}` need the number drawn")]
    NoDeal(&'static str),
    #[error("the pack has {pack} cards, not {cards}; leave `cards` out")]
    PackCards { cards: u64, pack: usize },
    #[error("there are {weights} weights, not {cards}; leave `cards` out")]
    WeightsCards { cards: u64, weights: usize },
    #[error(
        "`caught_by` names the tests that must catch a planted defect; it needs `expect = \"fail\"`"
    )]
    NothingToCatch,
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

pub(crate) fn at<E: Into<CaseProblem>>(key: &'static str) -> impl FnOnce(E) -> CaseError {
    move |problem| CaseError { key, problem: problem.into() }
}

pub(crate) fn shape_up_to(most: u64, cards: u64, deal: Option<u64>) -> Result<Shape, CaseError> {
    let number = |key, given: u64| match usize::try_from(given) {
        Ok(number) if given <= most => Ok(number),
        _ if most == MOST_NUMBERS => Err(at(key)(CaseProblem::TooManyNumbers(given))),
        _ => Err(at(key)(CaseProblem::TooManyCards(given))),
    };
    let cards = number("cards", cards)?;
    let deal = deal.map_or(Ok(cards), |deal| number("deal", deal))?;
    Shape::deal(cards, deal).map_err(at("deal"))
}
