//! Subjects: the audited shuffles, as the engine sees them.
//!
//! The engine knows no program, no file and no catalogue. A subject supplies decks ([`Supply`]), its name, its
//! presence, its version, and whether it begins with the same decks when it is started again.

use crate::{
    Source,
    feed::{Feed, Glance, Halt},
    names::Names,
    opening::Opening,
    source::SourceError,
};
use shuffle_algorithms::fill::Job;
use shuffle_deck::Shape;
use std::{any::Any, fmt, sync::atomic::AtomicBool};

/// A shuffle of any form: the subject of a case.
///
/// `Display` gives the full name for sentences, with everything that distinguishes the subject;
/// [`Subject::name`] is shorter.
pub trait Subject: fmt::Debug + fmt::Display + Any + Send + Sync {
    /// The kind of subject, by which tables and sentences differ.
    fn kind(&self) -> Kind;

    /// Its name in tables. For a shuffle of the catalogue: its id with the parameters, but without dice
    /// and passes, which have columns or words of their own. For other subjects: the command, the path, or
    /// the name given to the code.
    fn name(&self) -> String;

    /// The decks.
    fn supply(&self) -> Supply<'_>;

    /// The shuffle of the catalogue, if it is one: exact laws are computed from it.
    fn job(&self) -> Option<&Job> {
        None
    }

    /// The names of its cards, and the number of its first position.
    fn names(&self) -> Names {
        Names::default()
    }

    /// The flags of `shuffle-audit check` that name it and set how it is read; `None` if no command can reproduce it.
    fn flags(&self) -> Option<Flags> {
        None
    }

    /// Checks that it is there, without starting or reading it.
    ///
    /// # Errors
    ///
    /// [`Absent`] if it is not.
    fn look(&self) -> Result<(), Absent> {
        Ok(())
    }

    /// The key of its probe, if its version is to be asked before the audit. Subjects with
    /// the same key are asked once.
    fn probe(&self) -> Option<String> {
        None
    }

    /// The version, for subjects with a [`Subject::probe`].
    ///
    /// # Errors
    ///
    /// [`NoVersion`] where the case is to be skipped, or the run was interrupted.
    fn version(&self, _interrupt: &AtomicBool) -> Result<String, NoVersion> {
        Ok(String::new())
    }

    /// Starts it again with the same seed. True if its decks begin as before; `None` if that is unknown.
    fn begins_again(
        &self,
        _wanted: Wanted,
        _seed: u64,
        _opening: &Opening,
        _interrupt: &AtomicBool,
    ) -> Option<bool> {
        None
    }
}

/// Subjects with the same description are equal.
impl PartialEq for dyn Subject {
    fn eq(&self, other: &Self) -> bool {
        self.kind() == other.kind()
            && self.to_string() == other.to_string()
            && self.flags() == other.flags()
    }
}

/// The kinds of subjects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A shuffle of the catalogue.
    Catalogue,
    /// A program, or a native library in a process of its own: it draws new decks for every look.
    Program,
    /// Recorded decks: there are no others.
    Recording,
    /// The caller's own code.
    Code,
}

impl Kind {
    /// `catalogue`, `program`, `recording` or `code`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Catalogue => "catalogue",
            Self::Program => "program",
            Self::Recording => "recording",
            Self::Code => "code",
        }
    }
}

/// The source of the decks of a subject.
#[derive(Clone, Copy)]
pub enum Supply<'a> {
    /// Blocks by number, in any order and on any thread.
    Blocks(&'a dyn Source),
    /// Streams of decks, one after the other.
    Streams(&'a dyn Streams),
    /// No decks, but how often each card came in them; or why that is not known.
    Counts(Result<&'a CardCounts, &'a SourceError>),
}

/// The count of each card over all decks, if the decks themselves are unknown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CardCounts {
    /// The number of decks.
    pub trials: u64,
    /// The count of each card.
    pub counts: Vec<u64>,
    /// Facts known in addition to the decks.
    pub glance: Glance,
}

impl fmt::Debug for Supply<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Blocks(_) => "Blocks",
            Self::Streams(_) => "Streams",
            Self::Counts(_) => "Counts",
        })
    }
}

/// Decks that come one after the other.
pub trait Streams: Sync {
    /// The number of streams.
    fn number(&self) -> usize {
        1
    }

    /// Opens all streams; together they give each wanted deck once. `seed` gives the seed of a stream by its number.
    ///
    /// # Errors
    ///
    /// [`SourceError`] if the subject is at fault.
    fn open<'a>(
        &'a self,
        wanted: Wanted,
        seed: &dyn Fn(u64) -> u64,
        halt: &'a Halt<'a>,
    ) -> Result<Vec<Box<dyn Feed + 'a>>, SourceError>;
}

/// The number and the shape of the wanted decks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// The shape of each.
    pub shape: Shape,
    /// The number of decks; `u64::MAX` for all that there are.
    pub trials: u64,
    /// The number of threads on which a recording of many files may be read.
    pub threads: usize,
}

/// The flags of a command that names a subject, each with its value as a shell takes it; empty for a bare flag.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Flags {
    /// The flags that name it.
    pub names: Vec<(&'static str, String)>,
    /// The flags for its shuffling or reading.
    pub settings: Vec<(&'static str, String)>,
}

/// A subject that is not there; the reason in words.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Absent(pub String);

/// The reason why there is no version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoVersion {
    /// The whole run was interrupted.
    Interrupted,
    /// The case is to be skipped, for this reason.
    Skip(String),
}
