//! The files of a pattern, read by several threads as one recording.
//!
//! Each file is read as it would be alone, so that one which would be rejected alone is rejected among others, by its own name and
//! the place in it. A thread reads whole files; their decks are taken in the order of the files, so nothing depends on the number of threads.

use crate::{
    Folder,
    stream::{
        fault::{fault, named, unreadable},
        file_hash::{Fingerprint, Hashed, of_files},
        in_order::{InOrder, Next},
    },
};
use shuffle_audit::{
    block::{Block, trials_per_block},
    feed::{Feed, FilesRead, Glance, Halt, Halted},
    source::SourceError,
    subject::Wanted,
};
use shuffle_deck::{Card, NARROW, RowBuffer, Rows, RowsMut, Shape};
use shuffle_metrics::Decks;
use shuffle_reader::{Compression, DeckError, DeckFault, Heading, Kept, Layout, Levels, Reader};
use std::{
    fs::File,
    io,
    path::{Path, PathBuf},
    sync::Arc,
    thread::{self, JoinHandle},
    time::Duration,
};

/// Cards of the decks that are handed over at once, unless one deck alone has more.
const PIECE: usize = 1 << 18;

/// The same for the first decks of a file, since many files are small.
const FIRST_PIECE: usize = 1 << 14;

/// Bytes of decks that may wait to be counted.
const AHEAD: usize = 32 << 20;

/// The most files that are open at the same time.
const MOST_OPEN: usize = 8;

/// Files that may be begun ahead for each thread; those that are read to their end wait as decks, and are not open.
const BEGUN: usize = 8;

/// The interval at which a wait for decks checks for interrupts.
const TICK: Duration = Duration::from_millis(20);

/// Decks that were read of a file.
struct Piece {
    rows: RowBuffer,
    decks: usize,
    heading: Option<Heading>,
    /// The levels that came in the file so far: the rows have their numbers.
    levels: Vec<String>,
}

/// Why a file cannot be read to its end.
#[derive(Debug)]
enum Wrong {
    /// It cannot be opened.
    Closed(io::Error),
    /// Its contents are at fault.
    Deck(DeckError),
}

/// The data that every thread needs to read a file.
struct Job {
    files: Arc<[PathBuf]>,
    layout: Layout,
    kept: Option<Arc<Kept>>,
    shape: Shape,
    queue: InOrder<Piece, Wrong>,
    hashes: Vec<Fingerprint>,
}

pub(super) struct FilesFeed<'a> {
    job: Arc<Job>,
    threads: Vec<JoinHandle<()>>,
    halt: &'a Halt<'a>,
    block: Block,
    next_trial: u64,
    left: u64,
    /// The file being counted, and the number of its decks already taken.
    piece: Option<(usize, Piece, usize)>,
    /// The header of the first file.
    heading: Option<Heading>,
}

impl<'a> FilesFeed<'a> {
    /// Starts to read the files, up to the number of decks that are wanted.
    pub(super) fn start(
        files: &Arc<[PathBuf]>,
        layout: &Layout,
        kept: Option<&Arc<Kept>>,
        wanted: Wanted,
        halt: &'a Halt<'a>,
    ) -> io::Result<Self> {
        let shape = wanted.shape;
        // If decks are large, few are held.
        let held = AHEAD / row_bytes(shape).max(1);
        let open = wanted.threads.min(MOST_OPEN).min(files.len()).min(held).max(1);
        let job = Arc::new(Job {
            files: Arc::clone(files),
            layout: layout.clone(),
            kept: kept.cloned(),
            shape,
            queue: InOrder::new(files.len(), AHEAD, open * BEGUN),
            hashes: files.iter().map(|_| Fingerprint::default()).collect(),
        });
        let mut feed = Self {
            threads: Vec::new(),
            halt,
            block: Block::new(shape),
            next_trial: 0,
            left: wanted.trials,
            piece: None,
            heading: None,
            job,
        };
        for _ in 0..open {
            let job = Arc::clone(&feed.job);
            feed.threads.push(thread::Builder::new().spawn(move || job.work())?);
        }
        Ok(feed)
    }

    /// Fills the block with at most `wanted` decks; returns their number.
    fn fill(&mut self, wanted: usize) -> Result<usize, Halted> {
        let (mut filled, width) = (0, self.block.shape().width());
        while filled < wanted {
            if self.piece.is_none() && !self.advance()? {
                break;
            }
            let Some((file, piece, taken)) = &mut self.piece else { continue };
            let decks = (wanted - filled).min(piece.decks - *taken);
            let (from, to) = (*taken * width..(*taken + decks) * width, filled * width);
            *taken += decks;
            let (file, is_used) = (*file, *taken == piece.decks);
            let levels = self.job.layout.levels.as_ref();
            let copied = match (self.block.rows_mut(), piece.rows.rows()) {
                (RowsMut::Narrow(rows), Rows::Narrow(read)) => {
                    copy(&mut rows[to..], &read[from], (levels, &piece.levels), width)
                }
                (RowsMut::Wide(rows), Rows::Wide(read)) => {
                    copy(&mut rows[to..], &read[from], (levels, &piece.levels), width)
                }
                _ => unreachable!("both are rows of the same shape"),
            };
            copied.map_err(|fault| self.fault_of_levels(file, fault))?;
            filled += decks;
            if is_used {
                self.piece = None;
            }
        }
        Ok(filled)
    }

    /// Waits for the next piece; false if there is none.
    fn advance(&mut self) -> Result<bool, Halted> {
        loop {
            self.halt.check()?;
            if self.halt.is_over() {
                return Ok(false);
            }
            match self.job.queue.take(TICK) {
                Next::Some(file, mut piece) => {
                    self.compare(file, piece.heading.take())?;
                    self.piece = Some((file, piece, 0));
                    return Ok(true);
                }
                Next::End(file, Err(error)) => return Err(self.fault(file, error)),
                Next::End(_, Ok(())) | Next::Nothing => {}
                Next::Over => return Ok(false),
            }
        }
    }

    /// A fault if the header of a file is not the header of the first.
    fn compare(&mut self, file: usize, heading: Option<Heading>) -> Result<(), Halted> {
        if file == 0 {
            self.heading = heading;
            return Ok(());
        }
        let first = self.job.files[0].display();
        let why = match (&heading, &self.heading) {
            (None, None) => return Ok(()),
            (Some(_), None) => format!("it has a header, but `{first}` has none"),
            (None, Some(_)) => format!("it has no header, but `{first}` has one"),
            (Some(heading), Some(of_first)) => match heading.difference(of_first) {
                None => return Ok(()),
                Some(why) => format!("{why} as in `{first}`"),
            },
        };
        Err(Halted::Fault(SourceError(format!("{}: {why}", named(&self.job.files[file])))))
    }

    fn fault(&self, file: usize, wrong: Wrong) -> Halted {
        let path = &self.job.files[file];
        Halted::Fault(match wrong {
            Wrong::Closed(error) => unreadable(&named(path), &error),
            Wrong::Deck(error) => {
                fault(&named(path), &error, Some((path, &Folder::default())), &self.job.layout)
            }
        })
    }

    /// The fault of a level too many, with its place, which is found by reading the file again.
    fn fault_of_levels(&self, file: usize, found: DeckFault) -> Halted {
        let (path, mut row) = (&self.job.files[file], vec![0_u32; self.job.shape.width()]);
        let again = shuffle_reader::open(path).and_then(|read| {
            let mut reader = Reader::new(read, &self.job.layout);
            while reader.read(&mut row[..])? > 0 {}
            Ok(())
        });
        match again {
            Err(error) => self.fault(file, Wrong::Deck(error)),
            Ok(()) => Halted::Fault(SourceError(format!("{}: {found}", named(path)))),
        }
    }
}

impl Feed for FilesFeed<'_> {
    fn next(&mut self) -> Result<Option<Decks<'_>>, Halted> {
        let most = trials_per_block(self.block.shape().breadth());
        let wanted = self.left.min(most) as usize;
        self.block.prepare(self.next_trial, wanted);
        let decks = self.fill(wanted)?;
        self.block.prepare(self.next_trial, decks);
        self.next_trial += decks as u64;
        self.left -= decks as u64;
        Ok(if decks == 0 { None } else { Some(self.block.decks()) })
    }

    fn glance(&mut self) -> Glance {
        self.job.queue.close();
        // By then the data they read is hashed.
        self.threads.drain(..).for_each(|thread| drop(thread.join()));
        let Job { files, hashes, .. } = &*self.job;
        let (first, last) = (&files[0], &files[files.len() - 1]);
        let read = FilesRead {
            number: files.len() as u64,
            first: first.display().to_string(),
            last: last.display().to_string(),
        };
        let halted = || self.halt.check().is_err() || self.halt.is_over();
        let hash = |(file, hash): (&PathBuf, &Fingerprint)| {
            hash.finish(|after| Folder::default().stored(file, after).ok(), halted)
        };
        let source_sha256 = of_files(files.iter().zip(hashes).map(hash));
        Glance { source_sha256, files: Some(read), ..Glance::default() }
    }
}

impl Drop for FilesFeed<'_> {
    fn drop(&mut self) {
        self.job.queue.close();
    }
}

impl Job {
    /// Reads files until there are none, or no more are wanted.
    fn work(&self) {
        while let Some(file) = self.queue.begin() {
            let ending = Ending(&self.queue, file);
            let how = self.read(file, &self.files[file]);
            ending.0.end(file, how);
        }
    }

    /// Reads a file to its end, or until no more of it is wanted.
    fn read(&self, file: usize, path: &Path) -> Result<(), Wrong> {
        let bytes = File::open(path).map_err(Wrong::Closed)?;
        let bytes = Hashed::with(bytes, self.hashes[file].clone());
        let plain = shuffle_reader::decompress(bytes, Compression::of_path(path));
        let plain = plain.map_err(Wrong::Deck)?;
        // The levels are numbered when their decks are taken.
        let levels = self.layout.levels.as_ref().map(Levels::afresh);
        let layout = Layout { levels, ..self.layout.clone() };
        let (mut reader, width) = (Reader::new(plain, &layout), self.shape.width());
        let mut cards = FIRST_PIECE;
        loop {
            let most = (cards / width.max(1)).max(1);
            cards = PIECE;
            let mut rows = RowBuffer::new(self.shape);
            rows.resize(most * width);
            let (decks, end) = self.decks(&mut reader, &mut rows, most);
            let heading = reader.heading().cloned();
            let levels = layout.levels.as_ref().map_or_else(Vec::new, Levels::names);
            let piece = Piece { rows, decks, heading, levels };
            if decks > 0 && !self.queue.give(file, piece, most * row_bytes(self.shape)) {
                return Ok(());
            }
            if decks < most || end.is_err() {
                return end.map_err(Wrong::Deck);
            }
        }
    }

    /// Reads until there are as many decks as wanted, or no more; returns their number, also that before an error.
    fn decks(
        &self,
        reader: &mut Reader<'_>,
        rows: &mut RowBuffer,
        wanted: usize,
    ) -> (usize, Result<(), DeckError>) {
        let (kept, width) = (self.kept.as_deref(), self.shape.width());
        match rows.rows_mut() {
            RowsMut::Narrow(rows) => super::fill(wanted, |from| {
                super::decks(reader, kept, &mut rows[from * width..], width)
            }),
            RowsMut::Wide(rows) => super::fill(wanted, |from| {
                super::decks(reader, kept, &mut rows[from * width..], width)
            }),
        }
    }
}

/// Ends a file when it is dropped, also after a panic.
struct Ending<'a>(&'a InOrder<Piece, Wrong>, usize);

impl Drop for Ending<'_> {
    fn drop(&mut self) {
        let why = io::Error::other("the thread that reads it has ended");
        self.0.end(self.1, Err(Wrong::Closed(why)));
    }
}

/// Copies rows; their levels are numbered in the order in which they are copied.
fn copy<C: Card>(
    to: &mut [C],
    from: &[C],
    (levels, names): (Option<&Levels>, &[String]),
    width: usize,
) -> Result<(), DeckFault> {
    to[..from.len()].copy_from_slice(from);
    let Some(levels) = levels else { return Ok(()) };
    for row in to[..from.len()].chunks_exact_mut(width) {
        let level = &mut row[width - 1];
        *level = C::new(levels.number(&names[level.index()])?);
    }
    Ok(())
}

fn row_bytes(shape: Shape) -> usize {
    let card = if shape.cards().max(shape.most_values()) <= NARROW { 1 } else { 4 };
    shape.width() * card
}
