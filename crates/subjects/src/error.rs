//! The errors of a case that was written down, with the key at fault, and of a subject that is not there.

use crate::{Folder, exec::MOST_JOBS, kind::SubjectKind};
use shuffle_algorithms::{spec::SpecError, start::StartError};
use shuffle_audit::case as audit;
use shuffle_reader::LayoutError;
use std::path::Path;

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
#[expect(missing_docs, reason = "the messages say it")]
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
    #[error("a case needs a subject: one of {}", main_keys("and"))]
    NoSubject,
    #[error("a case has one subject: {}", main_keys("or"))]
    ManySubjects,
    #[error("`{0}` makes no sense with `{1}`; leave it out")]
    NotWith(&'static str, &'static str),
    /// An invalid command.
    #[error("{0}")]
    Command(String),
    /// A format that does not exist, or a layout that no bytes have.
    #[error(transparent)]
    Layout(#[from] LayoutError),
    /// A file whose first decks do not show how many cards there are.
    #[error("{0}")]
    UnknownCards(String),
    /// A coverage that does not exist, or that this file cannot have.
    #[error("{0}")]
    Coverage(String),
    /// Keys that a table of counts cannot have.
    #[error("{0}")]
    Counts(String),
    /// Classes of rows that cannot be had, or that make no sense.
    #[error("{0}")]
    Groups(String),
    /// A pack, or a factor, that cannot be had or makes no sense.
    #[error("{0}")]
    Pack(String),
    #[error("`{0}` is not a draw; write it as 6/49, 6/49+1 or 5/69+1/26")]
    Draw(String),
    #[error("missing field `cards`")]
    NoCards,
    /// Invalid labels.
    #[error("{0}")]
    Labels(String),
    #[error("{jobs} jobs are impossible; it must be from 1 to {MOST_JOBS}")]
    Jobs { jobs: u64 },
    #[error("more jobs than trials would leave some without work")]
    IdleJobs,
    #[error("`{0}` is not a time; write it as 30s or 2m")]
    Stall(String),
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

pub(crate) fn at<E: Into<CaseProblem>>(key: &'static str) -> impl FnOnce(E) -> CaseError {
    move |problem| CaseError { key, problem: problem.into() }
}

/// Refuses the first key that is given of those that make no sense with `key`.
pub(crate) fn refuse_with(
    key: &'static str,
    others: impl IntoIterator<Item = (&'static str, bool)>,
) -> Result<(), CaseError> {
    match others.into_iter().find(|(_, is_given)| *is_given) {
        Some((other, _)) => Err(at(other)(CaseProblem::NotWith(other, key))),
        None => Ok(()),
    }
}

/// A subject that is not there.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum MissingSubject {
    #[error("there is no program `{program}`{}", looked_in(program))]
    Program { program: String },
    #[error("there is no file `{0}`")]
    File(String),
    /// No files of a pattern, or some that make no recording, in words.
    #[error("{0}")]
    Files(String),
    /// No such library, or no such shuffle in it, in the words of the system's loader.
    #[error("{0}")]
    Library(String),
}

impl MissingSubject {
    pub(crate) fn program(program: &str, folder: &Folder) -> Self {
        let program = match program.contains(std::path::is_separator) {
            true => folder.join(program).display().to_string(),
            false => program.to_owned(),
        };
        Self::Program { program }
    }

    pub(crate) fn file(path: &Path) -> Self {
        Self::File(path.display().to_string())
    }
}

fn looked_in(program: &str) -> &'static str {
    if program.contains(std::path::is_separator) { "" } else { " in any folder of PATH" }
}
