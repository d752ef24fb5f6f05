//! A case as it is written, in a plan or in flags.

use crate::{
    Folder, count,
    keys::SubjectKind,
    start::StartKey,
    stream::MOST_JOBS,
    subject::{CommandSpec, Subject},
    written::Written,
};
use shuffle_algorithms::{spec::SpecError, start::StartError};
use shuffle_audit::{
    Case, Expect,
    case::{self as audit, Request},
};
use shuffle_reader::LayoutError;
use std::sync::Arc;

/// A case as it is written, in a plan or in flags.
///
/// Its subject is one of `algorithm`, `exec`, `file` and `library`; what each key of it means, and with which of them it
/// makes sense, is told by its entry in [`KEYS`](crate::keys::KEYS). Paths are relative to the folder of the plan, in which
/// programs are run, too.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct CaseSpec {
    /// Its name: lower-case letters, digits and hyphens. Reports have a folder of that name.
    pub id: String,
    /// A shuffle of the catalogue.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub algorithm: Option<String>,
    /// A program that writes decks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exec: Option<CommandSpec>,
    /// A file of decks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// A native library with a shuffle in it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub library: Option<String>,
    /// The name of the shuffle in the library.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub symbol: Option<String>,
    /// How decks are written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub format: Option<String>,
    /// The number of the first card.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub base: Option<u32>,
    /// What the cards are called.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub labels: Option<String>,
    /// The columns that hold the cards.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub columns: Option<String>,
    /// Whether the first line is a header.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub header: Option<bool>,
    /// Copies of a program that run side by side.
    #[serde(
        default,
        deserialize_with = "count::plan::any",
        skip_serializing_if = "Option::is_none"
    )]
    pub jobs: Option<u64>,
    /// How long nothing may be written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stall: Option<String>,
    /// A command that tells the version.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub probe: Option<CommandSpec>,
    /// Cards in the deck.
    #[serde(deserialize_with = "count::plan::one")]
    pub cards: u64,
    /// Cards dealt.
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
    /// How often the whole shuffle is repeated on a deck.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub passes: Option<u32>,
    /// How each deck lies before it is shuffled.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<StartKey>,
    /// The dice.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dice: Option<String>,
    /// The generator under the dice; `auto` by default.
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
    #[cfg_attr(test, schemars(with = "crate::plan_schema::ExpectSchema"))]
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

    /// True if any of its keys can hold a path.
    pub(crate) fn has_paths(&self) -> bool {
        self.exec.is_some() || self.file.is_some() || self.library.is_some()
    }
}

/// An error in a case, with its key.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{problem}")]
pub struct CaseError {
    /// The key: `cards`, `algorithm`, ...
    pub key: &'static str,
    /// The error.
    pub problem: CaseProblem,
}

/// The errors that a case can have.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CaseProblem {
    /// An error in the keys that do not describe its subject.
    #[error(transparent)]
    Case(#[from] audit::CaseProblem),
    /// An algorithm, dice or generator that does not exist, or has wrong parameters.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// A start order that does not exist.
    #[error(transparent)]
    Start(#[from] StartError),
    /// Nothing to be audited.
    #[error("a case needs a subject: one of {}", main_keys("and"))]
    NoSubject,
    /// Too much to be audited.
    #[error("a case has one subject: {}", main_keys("or"))]
    ManySubjects,
    /// A key that makes no sense with another key.
    #[error("`{0}` makes no sense with `{1}`; leave it out")]
    NotWith(&'static str, &'static str),
    /// An invalid command.
    #[error("{0}")]
    Command(String),
    /// A format that does not exist, or a layout that no bytes have.
    #[error(transparent)]
    Layout(#[from] LayoutError),
    /// A file whose first decks do not tell how many cards there are.
    #[error("{0}")]
    UnknownCards(String),
    /// Invalid labels.
    #[error("{0}")]
    Labels(String),
    /// Zero jobs, or too many.
    #[error("{jobs} jobs are impossible; it must be from 1 to {MOST_JOBS}")]
    Jobs {
        /// The number of jobs that was given.
        jobs: u64,
    },
    /// A job with nothing to do.
    #[error("more jobs than trials would leave some without work")]
    IdleJobs,
    /// An invalid time.
    #[error("`{0}` is no time; write it as 30s or 2m")]
    Stall(String),
    /// A number that must not be 0.
    #[error("{0} must be at least 1")]
    Zero(&'static str),
}

fn main_keys(last: &str) -> String {
    SubjectKind::listed(&SubjectKind::ALL, last, |key| format!("`{key}`"))
}

impl From<audit::CaseError> for CaseError {
    fn from(audit::CaseError { key, problem }: audit::CaseError) -> Self {
        Self { key, problem: problem.into() }
    }
}

impl CaseSpec {
    /// Checks a case and makes it ready to run; its paths are relative to this folder.
    ///
    /// # Errors
    ///
    /// [`CaseError`], with the key at fault.
    pub fn case(self, folder: &Folder) -> Result<Case, CaseError> {
        let request = Request {
            id: self.id.clone(),
            cards: self.cards,
            deal: self.deal,
            trials: self.trials,
            metrics: self.metrics.clone(),
            sequential: self.sequential,
            expect: self.expect,
            caught_by: self.caught_by.clone(),
        };
        Case::new(request, |shape| {
            let subject = Subject::of(&self, shape, folder)?;
            let start = subject.job().and_then(|job| StartKey::of(&job.start));
            let spec = Self { start, ..self };
            Ok(Arc::new(Written { spec, subject }) as Arc<dyn shuffle_audit::Subject>)
        })
    }

    /// The case as it would be written; nothing if its subject is not one that can be written.
    #[must_use]
    pub fn of(case: &Case) -> Option<Self> {
        let spec = Written::of(case)?.spec.clone();
        let trials = (case.trials != u64::MAX).then_some(case.trials);
        Some(Self { id: case.id.clone(), trials, ..spec })
    }
}

pub(crate) fn at<E: Into<CaseProblem>>(key: &'static str) -> impl FnOnce(E) -> CaseError {
    move |problem| CaseError { key, problem: problem.into() }
}
