//! Bytes from somebody who may be slow, hang, or never stop: read by a thread, waited for with patience.
//!
//! The thread reads ahead of whoever counts, a bounded number of chunks and no further.

use crate::stream::Halt;
use std::{
    io::{self, Read},
    sync::{
        Arc, Mutex, PoisonError,
        mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel},
    },
    thread,
    time::{Duration, Instant},
};

/// The most bytes in a chunk.
const CHUNK: usize = 1 << 17;

/// Chunks that wait to be counted.
const AHEAD: usize = 4;

/// How often somebody who waits looks up.
const TICK: Duration = Duration::from_millis(20);

/// How long bytes may take from a pipe whose writer has ended.
const LEFT_BEHIND: Duration = Duration::from_millis(500);

/// Why a pipe gives no more, other than its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Trouble {
    /// The run is to end.
    Halted,
    /// Nothing came for too long.
    Stalled,
    /// Whoever wrote has ended, but somebody else holds the pipe open.
    LeftBehind,
}

/// What a pipe has come to, for those who have given it away to be read.
#[derive(Clone, Debug, Default)]
pub(super) struct Watch(Arc<Mutex<Watched>>);

#[derive(Debug, Default)]
struct Watched {
    trouble: Option<Trouble>,
    ended: bool,
}

impl Watch {
    pub(super) fn trouble(&self) -> Option<Trouble> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).trouble.clone()
    }

    pub(super) fn has_ended(&self) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).ended
    }

    fn note(&self, trouble: Trouble) -> io::Error {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).trouble = Some(trouble);
        io::Error::other("the pipe is in trouble")
    }

    fn note_end(&self) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).ended = true;
    }
}

/// Patience with whoever writes.
pub(super) struct Patience {
    /// The longest time without a byte; any, if there is none.
    pub(super) stall: Option<Duration>,
    /// How long to wait at the end for word that the run is interrupted.
    pub(super) linger: Duration,
    /// Whether whoever writes has ended.
    pub(super) has_exited: Box<dyn Fn() -> bool + Send>,
}

/// What a thread has read.
type Chunk = io::Result<Vec<u8>>;

/// The reading end.
pub(crate) struct Pipe<'a> {
    halt: &'a Halt<'a>,
    patience: Patience,
    watch: Watch,
    full: Receiver<Chunk>,
    empty: Sender<Vec<u8>>,
    chunk: Vec<u8>,
    read: usize,
}

impl<'a> Pipe<'a> {
    /// Starts to read.
    pub(super) fn new(
        from: impl Read + Send + 'static,
        halt: &'a Halt<'a>,
        patience: Patience,
    ) -> io::Result<(Self, Watch)> {
        let (filled, full) = sync_channel(AHEAD);
        let (empty, emptied) = channel();
        // It ends with the last byte, or when nobody takes them any more; nobody waits for that, since a
        // stranger may hold the other end open for ever.
        thread::Builder::new().spawn(move || pump(from, &filled, &emptied))?;
        let watch = Watch::default();
        let pipe =
            Self { halt, patience, watch: watch.clone(), full, empty, chunk: Vec::new(), read: 0 };
        Ok((pipe, watch))
    }

    /// Waits for the next chunk; false at the end.
    fn advance(&mut self) -> io::Result<bool> {
        let _ = self.empty.send(std::mem::take(&mut self.chunk));
        self.read = 0;
        let (started, mut gone) = (Instant::now(), None);
        loop {
            if self.halt.check().is_err() {
                return Err(self.watch.note(Trouble::Halted));
            }
            match self.full.recv_timeout(TICK) {
                Ok(Ok(chunk)) => {
                    self.chunk = chunk;
                    return Ok(true);
                }
                Ok(Err(error)) => return Err(error),
                Err(RecvTimeoutError::Disconnected) => {
                    thread::sleep(self.patience.linger);
                    if self.halt.check().is_err() {
                        return Err(self.watch.note(Trouble::Halted));
                    }
                    self.watch.note_end();
                    return Ok(false);
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
            if gone.is_none() && (self.patience.has_exited)() {
                gone = Some(Instant::now());
            }
            if gone.is_some_and(|gone| gone.elapsed() > LEFT_BEHIND) {
                return Err(self.watch.note(Trouble::LeftBehind));
            }
            if self.patience.stall.is_some_and(|stall| started.elapsed() > stall) {
                return Err(self.watch.note(Trouble::Stalled));
            }
        }
    }
}

impl Read for Pipe<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        while self.read == self.chunk.len() {
            if !self.advance()? {
                return Ok(0);
            }
        }
        let waiting = &self.chunk[self.read..];
        let length = waiting.len().min(into.len());
        into[..length].copy_from_slice(&waiting[..length]);
        self.read += length;
        Ok(length)
    }
}

fn pump(mut from: impl Read, filled: &SyncSender<Chunk>, emptied: &Receiver<Vec<u8>>) {
    loop {
        let mut chunk = emptied.try_recv().unwrap_or_default();
        chunk.resize(CHUNK, 0);
        let read = loop {
            match from.read(&mut chunk) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                other => break other,
            }
        };
        let chunk = match read {
            Ok(0) => return,
            Ok(length) => {
                chunk.truncate(length);
                Ok(chunk)
            }
            Err(error) => Err(error),
        };
        let last = chunk.is_err();
        if filled.send(chunk).is_err() || last {
            return;
        }
    }
}
