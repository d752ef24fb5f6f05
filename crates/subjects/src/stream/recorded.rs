//! Decks that were recorded before: a file, or stdin.
//!
//! It has a fixed number of decks. There are no fresh decks for a second look, so a suspicion stays a suspicion.

use crate::{
    Folder,
    stream::{
        Blocks, Hashed, Pipe, StreamFault, coverage,
        file_hash::Fingerprint,
        pipe::{AHEAD, Patience},
    },
};
use shuffle_audit::{
    feed::{Feed, Glance, Halt, Halted},
    source::SourceError,
    subject::Wanted,
};
use shuffle_deck::Shape;
use shuffle_metrics::Decks;
use shuffle_reader::{Compression, DeckError, Kept, Layout, Survey, sniff};
use std::{
    fs::File,
    io::{self, Read, Stdin},
    path::PathBuf,
    sync::Arc,
    time::Duration,
};

/// The path that stands for stdin.
pub const STDIN: &str = "-";

/// The name of stdin in messages.
const STDIN_NAME: &str = "stdin";

/// The wait for a late Ctrl-C after the end of stdin. Ctrl-C in a terminal also ends the program that writes to stdin,
/// and its signal may reach this process after that end: such a recording is incomplete.
const LINGER: Duration = Duration::from_millis(50);

/// A file of decks.
///
/// ```
/// use shuffle_subjects::{PlanFile, Subject, Written};
///
/// let file = PlanFile::parse("log.toml", "[[case]]\nid = \"log\"\nfile = \"log.csv.gz\"\ncards = 52\n")?;
/// let written = Written::of(&file.cases[0]).unwrap();
/// let Subject::Recorded(recorded) = &written.subject else { unreachable!() };
/// assert_eq!(recorded.layout.format.id(), "csv");
/// assert_eq!(file.cases[0].trials, u64::MAX);
/// # Ok::<(), shuffle_subjects::PlanError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Recording {
    /// Its path, or `-` for stdin.
    pub path: String,
    /// The layout of its decks.
    pub layout: Layout,
    /// The folder to which the path is relative.
    pub folder: Folder,
    /// The rows that are judged, if not all are.
    pub kept: Option<Arc<Kept>>,
}

impl Recording {
    /// Its name.
    #[must_use]
    pub fn name(&self) -> &str {
        if self.path == STDIN { STDIN_NAME } else { &self.path }
    }

    /// The file, from the current folder.
    #[must_use]
    pub fn location(&self) -> PathBuf {
        self.folder.join(&self.path)
    }

    /// The same file, of which only the rows are judged that came once in every order. A file that cannot be read, or of
    /// which fewer than two rows came once, stays as it is: its fault is found when it is read.
    pub(crate) fn of_rows_that_came_once(self) -> Self {
        let read = shuffle_reader::open(&self.location());
        let survey = read.and_then(|read| Survey::of(read, &self.layout)).ok();
        let kept = survey.map(|survey| Kept::of(&survey)).filter(|kept| kept.cards() > 1);
        Self { kept: kept.map(Arc::new), ..self }
    }

    /// Starts to read it, up to the number of decks that are wanted.
    pub(crate) fn feed<'a>(
        &self,
        wanted: Wanted,
        halt: &'a Halt<'a>,
    ) -> Result<Box<dyn Feed + 'a>, SourceError> {
        self.start(wanted, halt).map(|reading| Box::new(reading) as Box<dyn Feed + 'a>)
    }

    /// Starts to read it as it is, with all rows.
    pub(super) fn start_whole<'a>(
        &self,
        wanted: Wanted,
        halt: &'a Halt<'a>,
    ) -> Result<RecordingFeed<'a>, SourceError> {
        let shape = match self.kept {
            Some(_) => Shape::whole(self.layout.cards),
            None => wanted.shape,
        };
        Self { kept: None, ..self.clone() }.start(Wanted { shape, ..wanted }, halt)
    }

    pub(super) fn start<'a>(
        &self,
        wanted: Wanted,
        halt: &'a Halt<'a>,
    ) -> Result<RecordingFeed<'a>, SourceError> {
        let path = self.location();
        let is_stdin = self.path == STDIN;
        let name = if is_stdin { STDIN_NAME.to_owned() } else { format!("`{}`", path.display()) };
        let failed = |error: io::Error| SourceError(format!("{name} cannot be read: {error}"));
        let (from, sha256, linger): (Box<dyn Read + Send>, _, _) = if is_stdin {
            let (bytes, sha256) = Hashed::of(io::stdin());
            (Box::new(Sniffed::Not(Some(bytes))), sha256, LINGER)
        } else {
            let (bytes, sha256) = Hashed::of(File::open(&path).map_err(failed)?);
            (
                self.decompressed(bytes).map_err(|error| fault(&name, &error))?,
                sha256,
                Duration::ZERO,
            )
        };
        let patience = Patience::endless(linger, AHEAD);
        let pipe = Pipe::new(from, halt, patience).map_err(failed)?;
        let blocks = Blocks::new(pipe, halt, (wanted.shape, &self.layout), 0);
        let blocks = Blocks { kept: self.kept.clone(), ..blocks };
        let layout = self.layout.clone();
        let path = (!is_stdin).then(|| path.clone());
        Ok(RecordingFeed { name, blocks, left: wanted.trials, sha256, path, layout })
    }

    /// The decompressed contents of a file, which must be compressed as its name says.
    fn decompressed(&self, bytes: Hashed<File>) -> Result<Box<dyn Read + Send>, DeckError> {
        shuffle_reader::decompress(bytes, Compression::of_path(&self.location()))
    }
}

/// A file that is being read.
pub(super) struct RecordingFeed<'a> {
    name: String,
    pub(super) blocks: Blocks<'a>,
    left: u64,
    sha256: Fingerprint,
    /// The path of a file, for the hash of its unread rest; `None` for stdin.
    path: Option<PathBuf>,
    layout: Layout,
}

impl Feed for RecordingFeed<'_> {
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

    fn glance(&mut self) -> Glance {
        let halt = self.blocks.halt;
        let sha256 = self.sha256.finish(self.path.as_deref(), || halt.check().is_err());
        Glance { source_sha256: sha256, ..Glance::default() }
    }
}

impl RecordingFeed<'_> {
    pub(super) fn fault_of(&self, wrong: StreamFault) -> Halted {
        match wrong {
            StreamFault::Pipe(_) => self.blocks.halt.check().err().unwrap_or(Halted::Stopped),
            StreamFault::Deck(error) => {
                let SourceError(first) = fault(&self.name, &error);
                let more =
                    self.coverage(&error).map_or(String::new(), |words| format!("; {words}"));
                Halted::Fault(SourceError(first + &more))
            }
        }
    }

    /// The coverage of the file in words, if the error is one of rows that are missing or come twice. Stdin cannot be read
    /// again.
    fn coverage(&self, error: &DeckError) -> Option<String> {
        let path = self.path.as_ref().filter(|_| coverage::is_of_rows(error, &self.layout))?;
        let survey = Survey::of(shuffle_reader::open(path).ok()?, &self.layout).ok()?;
        coverage::in_words(&survey, &self.layout)
    }
}

fn fault(name: &str, error: &DeckError) -> SourceError {
    SourceError(format!("{name}: {error}"))
}

/// Stdin; the first read, and nothing before it, checks whether the data is compressed.
enum Sniffed {
    Not(Option<Hashed<Stdin>>),
    Done(Box<dyn Read + Send>),
}

impl Read for Sniffed {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if let Self::Not(bytes) = self
            && let Some(bytes) = bytes.take()
        {
            *self = Self::Done(sniff(bytes)?);
        }
        match self {
            Self::Done(plain) => plain.read(into),
            Self::Not(_) => Ok(0),
        }
    }
}
