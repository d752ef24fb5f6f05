//! Decks that were written down before: a file, or stdin.
//!
//! There are as many trials as it holds. It cannot be asked for fresh decks, so a suspicion stays one.

use crate::{
    source::SourceError,
    standin::{self, Layout},
    stream::{
        Blocks, Feed, Halt, Halted, Pipe, Wrong,
        pipe::{Patience, Trouble},
    },
};
use shuffle_metrics::{Decks, Shape};
use std::io::{self, Read};

/// The name by which stdin goes.
pub const STDIN: &str = "-";

/// A file of decks.
#[derive(Clone, Debug, PartialEq)]
pub struct Recorded {
    /// Its path, or `-` for stdin.
    pub path: String,
    /// How decks are written in it.
    pub layout: Layout,
}

impl Recorded {
    /// Its name in a sentence.
    #[must_use]
    pub fn name(&self) -> &str {
        if self.path == STDIN { "stdin" } else { &self.path }
    }

    /// Starts to read it, up to `most` decks.
    pub(crate) fn feed<'a>(
        &self,
        shape: Shape,
        most: u64,
        halt: &'a Halt<'a>,
    ) -> Result<Box<dyn Feed + 'a>, SourceError> {
        let name = self.name().to_owned();
        let failed = |error: io::Error| SourceError(format!("`{name}` cannot be read: {error}"));
        let from: Box<dyn Read + Send> = if self.path == STDIN {
            Box::new(io::stdin())
        } else {
            standin::open(&self.path).map_err(failed)?
        };
        let patience = Patience { stall: None, has_exited: Box::new(|| false) };
        let pipe = Pipe::new(from, halt, patience).map_err(failed)?;
        let blocks = Blocks::new(pipe, halt, (shape, &self.layout), 0);
        Ok(Box::new(Reading { name, blocks, left: most }))
    }
}

/// A file that is being read.
struct Reading<'a> {
    name: String,
    blocks: Blocks<'a>,
    left: u64,
}

impl Feed for Reading<'_> {
    fn next(&mut self) -> Result<Option<Decks<'_>>, Halted> {
        let decks = match self.blocks.read(self.left) {
            Ok(decks) => decks,
            Err(wrong) => return Err(self.fault_of(wrong)),
        };
        self.left -= decks;
        if self.blocks.next_trial == 0 {
            return Err(self.fault("holds no deck"));
        }
        if decks == 0 {
            return Ok(None);
        }
        Ok(Some(self.blocks.block.decks()))
    }
}

impl Reading<'_> {
    fn fault_of(&self, wrong: Wrong) -> Halted {
        match wrong {
            Wrong::Pipe(Trouble::Unreadable(error)) => {
                self.fault(&format!("cannot be read: {error}"))
            }
            Wrong::Pipe(_) => self.blocks.halt.check().err().unwrap_or(Halted::Stopped),
            Wrong::Deck(error) => self.fault(&error.to_string()),
        }
    }

    fn fault(&self, what: &str) -> Halted {
        let verb = if what.starts_with("deck") { ":" } else { "" };
        Halted::Fault(SourceError(format!("`{}`{verb} {what}", self.name)))
    }
}
