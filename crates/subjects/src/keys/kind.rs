//! The kinds of subjects that can be described by keys, and which keys each of them takes.

use super::{KEYS, Key, key};
use crate::{
    CaseSpec,
    spec::{CaseError, CaseProblem, at},
};

/// The kinds of subjects that a plan or flags can describe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SubjectKind {
    /// A shuffle of the catalogue.
    Catalogue,
    /// A program that writes decks.
    Program,
    /// A file of decks.
    File,
    /// A native library with a shuffle in it.
    Library,
}

impl SubjectKind {
    /// All of them, in the order in which messages name them.
    pub const ALL: [Self; 4] = [Self::Catalogue, Self::Program, Self::File, Self::Library];

    /// The kind of a case's subject.
    ///
    /// # Errors
    ///
    /// [`CaseProblem::NoSubject`] and [`CaseProblem::ManySubjects`], the latter at the last key that names one.
    pub fn of(spec: &CaseSpec) -> Result<Self, CaseError> {
        let is_named = |kind: &Self| key(kind.key()).is_some_and(|key| (key.get)(spec).is_some());
        let named: Vec<Self> = Self::ALL.into_iter().filter(is_named).collect();
        match named.as_slice() {
            [] => Err(at(Self::Catalogue.key())(CaseProblem::NoSubject)),
            [kind] => Ok(*kind),
            [.., last] => Err(at(last.key())(CaseProblem::ManySubjects)),
        }
    }

    /// Its name in JSON.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Catalogue => "catalogue",
            Self::Program => "program",
            Self::File => "file",
            Self::Library => "library",
        }
    }

    /// The name of its main key: the one that names the subject.
    #[must_use]
    pub fn key(self) -> &'static str {
        match self {
            Self::Catalogue => "algorithm",
            Self::Program => "exec",
            Self::File => "file",
            Self::Library => "library",
        }
    }

    /// Its keys.
    pub fn keys(self) -> impl Iterator<Item = &'static Key> {
        KEYS.iter().filter(move |key| key.kinds.contains(&self))
    }

    /// Refuses a case with a key of other kinds.
    ///
    /// # Errors
    ///
    /// [`CaseProblem::NotWith`] at the first such key.
    pub(crate) fn refuse_others(self, spec: &CaseSpec) -> Result<(), CaseError> {
        let other = |key: &&Key| !key.kinds.contains(&self) && (key.get)(spec).is_some();
        match KEYS.iter().find(other) {
            Some(key) => Err(at(key.name)(CaseProblem::NotWith(key.name, self.key()))),
            None => Ok(()),
        }
    }

    /// The main keys of some kinds, as sentences have them: "`exec` or `file`".
    pub(crate) fn listed(kinds: &[Self], last: &str, show: impl Fn(&str) -> String) -> String {
        let names: Vec<String> = kinds.iter().map(|kind| show(kind.key())).collect();
        match names.as_slice() {
            [] => String::new(),
            [one] => one.clone(),
            [first @ .., end] => format!("{} {last} {end}", first.join(", ")),
        }
    }
}
