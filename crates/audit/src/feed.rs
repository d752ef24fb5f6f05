//! Decks that come one after the other, in blocks, and the signal that ends a wait for them.

use crate::{opening::Opening, source::SourceError};
use shuffle_metrics::Decks;
use std::{
    sync::atomic::{AtomicBool, Ordering},
    time::Instant,
};

/// Signals threads that wait for decks to stop.
#[derive(Debug)]
pub struct Halt<'a> {
    interrupt: &'a AtomicBool,
    stop: AtomicBool,
    deadline: Option<Instant>,
    enough: Option<&'a AtomicBool>,
}

/// The reason why a feed ended early.
#[derive(Debug)]
pub enum Halted {
    /// The whole run was interrupted.
    Interrupted,
    /// Another feed of the case is at fault.
    Stopped,
    /// The subject is at fault.
    Fault(SourceError),
}

impl<'a> Halt<'a> {
    /// Feeds end when `interrupt` is set.
    pub fn new(interrupt: &'a AtomicBool) -> Self {
        Self { interrupt, stop: AtomicBool::new(false), deadline: None, enough: None }
    }

    /// The same, but feeds end at this moment, as if all wanted decks had come.
    #[must_use]
    pub fn with_deadline(self, deadline: Option<Instant>) -> Self {
        Self { deadline, ..self }
    }

    /// The same, but feeds end when `enough` is set, as if all wanted decks had come.
    #[must_use]
    pub fn with_enough(self, enough: &'a AtomicBool) -> Self {
        Self { enough: Some(enough), ..self }
    }

    /// True if no more decks are wanted: the deadline has passed, or those that came are enough.
    pub fn is_over(&self) -> bool {
        self.enough.is_some_and(|enough| enough.load(Ordering::Relaxed))
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// Stops all feeds of the case.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// True if the whole run was interrupted.
    pub fn is_interrupted(&self) -> bool {
        self.interrupt.load(Ordering::Relaxed)
    }

    /// `Ok` if feeds are to go on.
    ///
    /// # Errors
    ///
    /// [`Halted::Interrupted`] and [`Halted::Stopped`].
    pub fn check(&self) -> Result<(), Halted> {
        if self.is_interrupted() {
            Err(Halted::Interrupted)
        } else if self.stop.load(Ordering::Relaxed) {
            Err(Halted::Stopped)
        } else {
            Ok(())
        }
    }
}

/// Some of the decks of a case, block after block.
pub trait Feed: Send {
    /// The next block; `None` after the last, if no fault was found in any of them.
    ///
    /// # Errors
    ///
    /// [`Halted`] if it ends early.
    fn next(&mut self) -> Result<Option<Decks<'_>>, Halted>;

    /// The observations of the feed except its decks, after the last block.
    fn glance(&mut self) -> Glance {
        Glance::default()
    }

    /// Says that no more decks are wanted, and does not wait for the feed to end.
    fn dismiss(&mut self) {}
}

/// The observations of a feed except its decks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Glance {
    /// The SHA-256 of the file that it read.
    pub source_sha256: Option<String>,
    /// True if the cards of its decks stood one a line.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "std::ops::Not::not"))]
    pub one_a_line: bool,
    /// The first line of the file, if it was taken for a header and the cards stood one a line.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub header: Option<String>,
    /// Facts of its rows, in words: that the file may not be what it is taken for.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Vec::is_empty"))]
    pub notes: Vec<String>,
    /// The files that it read, if they match a pattern.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub files: Option<FilesRead>,
    /// The lengths of runs of places whose cards are sorted in every deck of a file; of hands of a pack one run.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub sorted_runs: Option<Vec<usize>>,
    /// True if the rows are sorted, as draws are not.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "std::ops::Not::not"))]
    pub sorted_rows: bool,
    /// A description of the ranking by a column, if that made the order.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub ranked: Option<String>,
    /// The first decks of a program.
    pub opening: Option<Opening>,
}

/// The files of a pattern, which were read as one recording.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct FilesRead {
    /// Their number.
    pub number: u64,
    /// The first of them.
    pub first: String,
    /// The last of them.
    pub last: String,
}
