//! Decks that were written down before: a file, or stdin.
//!
//! There are as many trials as it holds. It cannot be asked for fresh decks, so a suspicion stays one.

use crate::{
    source::SourceError,
    stream::{Blocks, Feed, Halt, Halted, Pipe, Wrong, pipe::{AHEAD, Patience}},
};
use shuffle_decks::{DeckError, Layout, open, sniff};
use shuffle_metrics::{Decks, Shape};
use std::{
    io::{self, Read},
    path::Path,
    time::Duration,
};

/// The name by which stdin goes.
pub const STDIN: &str = "-";

/// What it is called in a sentence.
const STDIN_NAME: &str = "stdin";

/// Ctrl-C in a terminal ends whoever writes to our stdin, and may reach us a moment after that end: what came
/// before it is no whole recording.
const LINGER: Duration = Duration::from_millis(50);

/// A file of decks.
///
/// ```
/// use shuffle_audit::{Plan, Subject};
///
/// let plan = Plan::parse("log.toml", "[[case]]\nid = \"log\"\nfile = \"log.csv.gz\"\ncards = 52\n")?;
/// let Subject::Recorded(recorded) = &plan.cases[0].subject else { unreachable!() };
/// assert_eq!(recorded.layout.format.id(), "csv");
/// assert_eq!(plan.cases[0].trials, u64::MAX);
/// # Ok::<(), shuffle_audit::plan::PlanError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Recorded {
    /// Its path, or `-` for stdin.
    pub path: String,
    /// How decks are written in it.
    pub layout: Layout,
}

impl Recorded {
    /// Its name.
    #[must_use]
    pub fn name(&self) -> &str {
        if self.path == STDIN { STDIN_NAME } else { &self.path }
    }

    /// Starts to read it, up to `most` decks.
    pub(crate) fn feed<'a>(
        &self,
        shape: Shape,
        most: u64,
        halt: &'a Halt<'a>,
    ) -> Result<Box<dyn Feed + 'a>, SourceError> {
        let name =
            if self.path == STDIN { STDIN_NAME.to_owned() } else { format!("`{}`", self.path) };
        let failed = |error: io::Error| SourceError(format!("{name} cannot be read: {error}"));
        let (from, linger): (Box<dyn Read + Send>, _) = if self.path == STDIN {
            (Box::new(Sniffed(None)), LINGER)
        } else {
            let path = Path::new(&self.path);
            (open(path).map_err(|error| fault(&name, &error))?, Duration::ZERO)
        };
        let patience = Patience::endless(linger, AHEAD);
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
        if decks == 0 {
            return Ok(None);
        }
        Ok(Some(self.blocks.block.decks()))
    }
}

impl Reading<'_> {
    fn fault_of(&self, wrong: Wrong) -> Halted {
        match wrong {
            Wrong::Pipe(_) => self.blocks.halt.check().err().unwrap_or(Halted::Stopped),
            Wrong::Deck(error) => Halted::Fault(fault(&self.name, &error)),
        }
    }
}

fn fault(name: &str, error: &DeckError) -> SourceError {
    SourceError(format!("{name}: {error}"))
}

/// Stdin, looked into for compressed data by whoever reads first, and not before.
struct Sniffed(Option<Box<dyn Read + Send>>);

impl Read for Sniffed {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.0.is_none() {
            self.0 = Some(sniff(io::stdin())?);
        }
        self.0.as_mut().map_or(Ok(0), |plain| plain.read(into))
    }
}
