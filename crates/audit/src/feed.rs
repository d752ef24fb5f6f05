//! Decks that come one after the other, block after block, and how whoever waits for them is told to stop.

use crate::{opening::Opening, source::SourceError};
use shuffle_metrics::Decks;
use std::{
    sync::atomic::{AtomicBool, Ordering},
    time::Instant,
};

/// Tells whoever waits for decks to wait no more.
#[derive(Debug)]
pub struct Halt<'a> {
    interrupt: &'a AtomicBool,
    stop: AtomicBool,
    deadline: Option<Instant>,
}

/// Why a feed gives no more, other than its end.
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
    #[must_use]
    pub fn new(interrupt: &'a AtomicBool) -> Self {
        Self { interrupt, stop: AtomicBool::new(false), deadline: None }
    }

    /// The same, but feeds end after this moment, as if those were all the decks that were wanted.
    #[must_use]
    pub fn with_deadline(self, deadline: Option<Instant>) -> Self {
        Self { deadline, ..self }
    }

    /// Whether the time for more decks is over.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// Stops all feeds of the case.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Whether the whole run was interrupted.
    #[must_use]
    pub fn is_interrupted(&self) -> bool {
        self.interrupt.load(Ordering::Relaxed)
    }

    /// Whether to go on.
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
    /// The next block; `None` after the last, and then nothing was wrong with any of them.
    ///
    /// # Errors
    ///
    /// [`Halted`] if it ends before its end.
    fn next(&mut self) -> Result<Option<Decks<'_>>, Halted>;

    /// What it saw beside the decks, once they are through.
    fn glance(&mut self) -> Glance {
        Glance::default()
    }

    /// Says that no more decks are wanted, without waiting for what comes of it.
    fn dismiss(&mut self) {}
}

/// What a feed saw beside its decks.
#[derive(Clone, Debug, Default)]
pub struct Glance {
    /// The SHA-256 of the file that it read.
    pub source_sha256: Option<String>,
    /// How the decks of a program began.
    pub opening: Option<Opening>,
}
