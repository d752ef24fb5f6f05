//! Bytes from a writer that may be slow, hang, or never stop: a thread reads them, and the reader waits with a timeout.
//!
//! The thread reads as fast as bytes come, but at most [`AHEAD`] bytes ahead of the counting. This large buffer is for
//! Node: it does not wait when a pipe is full, but keeps all further output in memory until its event loop continues.
//! Where there are no threads all bytes are in memory already, and the reader takes them as it needs them.

use crate::stream::read_ahead::{Ahead, CHUNK, Taken};
use shuffle_audit::feed::Halt;
use std::{
    io::{self, Read},
    sync::{Arc, Mutex, PoisonError},
    thread,
    time::{Duration, Instant},
};

/// Bytes that may wait to be counted, in all pipes of a case together.
pub(super) const AHEAD: usize = 64 << 20;

/// The factor by which a program that computes may be silent longer than one that is idle.
pub(super) const BUSY: u32 = 10;

/// The share of a processor, in per cent, from which on a program counts as computing.
const AT_WORK: u32 = 5;

/// The interval at which a waiting reader checks for timeouts and interrupts.
const TICK: Duration = Duration::from_millis(20);

/// The longest wait for the end of a pipe whose writer has ended.
const LEFT_BEHIND: Duration = Duration::from_millis(500);

/// The reason why a pipe gives no more bytes, other than its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Trouble {
    /// The run is to end.
    Halted,
    /// The time of the run is over, which is not an error.
    Over,
    /// Nothing came for too long from a writer that was idle.
    Stalled,
    /// Nothing came for far too long from a writer that computes.
    Busy,
    /// The writer has ended, but another process holds the pipe open.
    LeftBehind,
}

/// The state of a pipe, shared with its owner while a deck reader reads from it.
#[derive(Clone, Debug, Default)]
pub(super) struct Watch(Arc<Mutex<PipeState>>);

#[derive(Debug, Default)]
struct PipeState {
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

/// The time limits for a writer, and the functions that observe it.
pub(super) struct Patience {
    /// The longest time without a byte; no limit if `None`. It is [`BUSY`] times as long for a writer that computes.
    pub(super) stall: Option<Duration>,
    /// Bytes that may wait to be counted.
    pub(super) ahead: usize,
    /// The wait at the end of the input, during which an interrupt of the run is still noticed.
    pub(super) linger: Duration,
    /// Returns true if the writer has ended.
    pub(super) has_exited: Box<dyn Fn() -> bool + Send>,
    /// Returns the processor time that the writer has used so far, if it can be known.
    pub(super) used: Box<dyn Fn() -> Option<Duration> + Send>,
}

impl Patience {
    /// The limits for a file, or for a writer that this program did not start.
    pub(super) fn endless(linger: Duration, ahead: usize) -> Self {
        let (has_exited, used) = (Box::new(|| false), Box::new(|| None));
        Self { stall: None, ahead, linger, has_exited, used }
    }
}

/// A time without bytes, and whether the writer computed meanwhile.
struct Silence {
    since: Instant,
    /// The time of the last measurement, and the processor time used until then.
    asked: Option<(Instant, Option<Duration>)>,
    /// Unknown until there were two measurements.
    at_work: Option<bool>,
}

impl Silence {
    fn begin() -> Self {
        Self { since: Instant::now(), asked: None, at_work: None }
    }

    /// The error, if this silence is too long.
    fn trouble(&mut self, patience: &Patience) -> Option<Trouble> {
        let (stall, silent) = (patience.stall?, self.since.elapsed());
        match self.asked {
            _ if silent < stall / 2 => return None,
            None => self.asked = Some((Instant::now(), (patience.used)())),
            Some((at, before)) if at.elapsed() >= stall / 2 => {
                let now = (patience.used)();
                let used = now.zip(before).map(|(now, before)| now.saturating_sub(before));
                self.at_work = Some(used.is_some_and(|used| used * 100 >= at.elapsed() * AT_WORK));
                self.asked = Some((Instant::now(), now));
            }
            Some(_) => {}
        }
        match self.at_work? {
            true => (silent > stall * BUSY).then_some(Trouble::Busy),
            false => (silent > stall).then_some(Trouble::Stalled),
        }
    }
}

/// Where the bytes of a pipe come from.
enum Bytes {
    /// From a thread that reads ahead.
    Ahead(Arc<Ahead>),
    AtHand(Box<dyn Read + Send>),
}

/// The reading end.
pub(crate) struct Pipe<'a> {
    halt: &'a Halt<'a>,
    patience: Patience,
    watch: Watch,
    bytes: Bytes,
    chunk: Vec<u8>,
    read: usize,
}

impl<'a> Pipe<'a> {
    pub(super) fn new(
        from: impl Read + Send + 'static,
        halt: &'a Halt<'a>,
        patience: Patience,
    ) -> io::Result<(Self, Watch)> {
        let bytes = if cfg!(target_family = "wasm") {
            Bytes::AtHand(Box::new(from))
        } else {
            let ahead = Arc::new(Ahead::new(patience.ahead));
            let filled = Filling(Arc::clone(&ahead));
            // The thread ends with the last byte, or when the queue is closed. It is not joined, since another process
            // may hold the other end open for ever.
            thread::Builder::new().spawn(move || pump(from, &filled))?;
            Bytes::Ahead(ahead)
        };
        let watch = Watch::default();
        let pipe = Self { halt, patience, watch: watch.clone(), bytes, chunk: Vec::new(), read: 0 };
        Ok((pipe, watch))
    }

    /// Waits for the next chunk; false at the end.
    fn advance(&mut self) -> io::Result<bool> {
        let ahead = match &mut self.bytes {
            Bytes::Ahead(ahead) => Arc::clone(ahead),
            Bytes::AtHand(bytes) => {
                self.read = 0;
                self.chunk.resize(CHUNK, 0);
                let length = bytes.read(&mut self.chunk)?;
                self.chunk.truncate(length);
                if length == 0 {
                    self.watch.note_end();
                }
                return Ok(length > 0);
            }
        };
        let mut used = std::mem::take(&mut self.chunk);
        self.read = 0;
        let (mut silence, mut gone) = (Silence::begin(), None);
        loop {
            if self.halt.check().is_err() {
                return Err(self.watch.note(Trouble::Halted));
            }
            if self.halt.is_over() {
                return Err(self.watch.note(Trouble::Over));
            }
            match ahead.take(std::mem::take(&mut used), TICK)? {
                Taken::Chunk(chunk) => {
                    self.chunk = chunk;
                    return Ok(true);
                }
                Taken::End => {
                    thread::sleep(self.patience.linger);
                    if self.halt.check().is_err() {
                        return Err(self.watch.note(Trouble::Halted));
                    }
                    self.watch.note_end();
                    return Ok(false);
                }
                Taken::Nothing => {}
            }
            if gone.is_none() && (self.patience.has_exited)() {
                gone = Some(Instant::now());
            }
            if gone.is_some_and(|gone| gone.elapsed() > LEFT_BEHIND) {
                return Err(self.watch.note(Trouble::LeftBehind));
            }
            if let Some(trouble) = silence.trouble(&self.patience) {
                return Err(self.watch.note(trouble));
            }
        }
    }
}

impl Drop for Pipe<'_> {
    fn drop(&mut self) {
        if let Bytes::Ahead(ahead) = &self.bytes {
            ahead.close();
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

/// The writing end of the queue; it marks the end of the input when it is dropped, also after a panic.
struct Filling(Arc<Ahead>);

impl Drop for Filling {
    fn drop(&mut self) {
        self.0.end(Ok(()));
    }
}

fn pump(mut from: impl Read, Filling(ahead): &Filling) {
    let mut chunk = vec![0; CHUNK];
    loop {
        chunk.resize(CHUNK, 0);
        match from.read(&mut chunk) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return ahead.end(Err(error)),
            Ok(0) => return,
            Ok(length) => {
                chunk.truncate(length);
                match ahead.give(chunk) {
                    Some(next) => chunk = next,
                    None => return,
                }
            }
        }
    }
}
