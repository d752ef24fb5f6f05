//! Decks that come one after the other, from a program or a file, and are cut into blocks in their order.
//!
//! The blocks are those that a catalogued shuffle would fill, so where one ends does not depend on when the bytes
//! arrived, and neither do the counts.

mod ahead;
mod busy;
mod hashed;
mod last_words;
mod opening;
mod pipe;
mod probe;
mod process;
mod program;
mod recorded;
mod service;
mod show;
mod size;

pub use program::Program;
pub use recorded::{Recorded, STDIN};
pub use service::{Service, serve_libraries};
pub use show::{Shown, ShownDeck, show};
pub use size::sized;

pub(crate) use opening::Opening;
pub(crate) use pipe::Pipe;
pub(crate) use probe::{MOST_PATIENCE, NoVersion, version};
pub(crate) use program::MOST_JOBS;

use crate::{
    block::{Block, trials_per_block},
    source::SourceError,
};
use hashed::Hashed;
use pipe::{Trouble, Watch};
use shuffle_deck::RowsMut;
use shuffle_metrics::{Decks, Shape};
use shuffle_reader::{DeckError, Layout, Reader};
use std::{
    sync::atomic::{AtomicBool, Ordering},
    time::Instant,
};

/// How whoever waits is told to wait no more.
#[derive(Debug)]
pub(crate) struct Halt<'a> {
    interrupt: &'a AtomicBool,
    stop: AtomicBool,
    deadline: Option<Instant>,
}

/// Why a feed gives no more, other than its end.
#[derive(Debug)]
pub(crate) enum Halted {
    /// The whole run was interrupted.
    Interrupted,
    /// Another feed of the case is at fault.
    Stopped,
    /// The subject is at fault.
    Fault(SourceError),
    /// The subject is at fault, in the block of this number.
    FaultIn {
        /// The block.
        block: u64,
        /// What is wrong.
        fault: SourceError,
    },
}

impl<'a> Halt<'a> {
    pub(crate) fn new(interrupt: &'a AtomicBool) -> Self {
        Self { interrupt, stop: AtomicBool::new(false), deadline: None }
    }

    /// The same, but feeds end after this moment, as if those were all the decks that were wanted.
    pub(crate) fn with_deadline(self, deadline: Option<Instant>) -> Self {
        Self { deadline, ..self }
    }

    /// Whether the time for more decks is over.
    pub(crate) fn is_over(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// Stops all feeds of the case.
    pub(crate) fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    pub(crate) fn is_interrupted(&self) -> bool {
        self.interrupt.load(Ordering::Relaxed)
    }

    pub(crate) fn check(&self) -> Result<(), Halted> {
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
pub(crate) trait Feed: Send {
    /// The next block; `None` after the last, and then nothing was wrong with any of them.
    fn next(&mut self) -> Result<Option<Decks<'_>>, Halted>;

    /// What was seen beside the decks, once they are through.
    fn glance(&mut self) -> Glance {
        Glance::default()
    }

    /// Says that no more decks are wanted, without waiting for what comes of it.
    fn dismiss(&mut self) {}
}

/// What a feed has seen beside its decks.
#[derive(Clone, Debug, Default)]
pub(crate) struct Glance {
    /// The SHA-256 of the file that it read.
    pub(crate) source_sha256: Option<String>,
    /// How the decks of a program began.
    pub(crate) opening: Option<Opening>,
}

/// Decks as they come out of a pipe, put into blocks.
struct Blocks<'a> {
    reader: Reader<Pipe<'a>>,
    watch: Watch,
    halt: &'a Halt<'a>,
    shape: Shape,
    block: Block,
    next_trial: u64,
}

/// What went wrong in a stream of decks.
enum Wrong {
    /// With the pipe.
    Pipe(Trouble),
    /// With what came out of it.
    Deck(DeckError),
}

impl<'a> Blocks<'a> {
    fn new(
        (pipe, watch): (Pipe<'a>, Watch),
        halt: &'a Halt<'a>,
        (shape, layout): (Shape, &Layout),
        first_trial: u64,
    ) -> Self {
        let (reader, block) = (Reader::new(pipe, layout), Block::new(shape));
        Self { reader, watch, halt, shape, block, next_trial: first_trial }
    }

    /// Reads a block, but no more than `most` decks; returns how many there were.
    fn read(&mut self, most: u64) -> Result<u64, Wrong> {
        let wanted = most.min(trials_per_block(self.shape.cards())) as usize;
        self.block.prepare(self.next_trial, wanted);
        let (reader, dealt) = (&mut self.reader, self.shape.dealt());
        let (read, end) = match self.block.rows_mut() {
            RowsMut::Narrow(rows) => fill(wanted, |from| reader.read(&mut rows[from * dealt..])),
            RowsMut::Wide(rows) => fill(wanted, |from| reader.read(&mut rows[from * dealt..])),
        };
        match (end, self.watch.trouble()) {
            (Ok(()), _) | (Err(_), Some(Trouble::Over)) => {}
            (Err(_), Some(trouble)) => return Err(Wrong::Pipe(trouble)),
            (Err(error), None) => return Err(Wrong::Deck(error)),
        }
        self.block.prepare(self.next_trial, read);
        self.next_trial += read as u64;
        Ok(read as u64)
    }
}

/// Reads until there are as many decks as wanted, or no more; says how many there were, also before an error.
fn fill(
    wanted: usize,
    mut read: impl FnMut(usize) -> Result<usize, DeckError>,
) -> (usize, Result<(), DeckError>) {
    let mut filled = 0;
    while filled < wanted {
        match read(filled) {
            Ok(0) => break,
            Ok(decks) => filled += decks,
            Err(error) => return (filled, Err(error)),
        }
    }
    (filled, Ok(()))
}
