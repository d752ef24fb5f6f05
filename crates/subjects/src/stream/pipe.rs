//! Bytes from somebody who may be slow, hang, or never stop: read by a thread, waited for with patience.
//!
//! The thread reads as fast as bytes come, [`AHEAD`] bytes ahead of whoever counts, and no further. That much matters
//! for Node: it does not wait when a pipe is full, but keeps all that follows in memory until its loop returns.

use crate::stream::ahead::{Ahead, CHUNK, Taken};
use shuffle_audit::feed::Halt;
use std::{
    io::{self, Read},
    sync::{Arc, Mutex, PoisonError},
    thread,
    time::{Duration, Instant},
};

/// Bytes that may wait to be counted, in all pipes of a case together.
pub(super) const AHEAD: usize = 64 << 20;

/// A program that computes may be silent so many times as long as one that is idle.
pub(super) const BUSY: u32 = 10;

/// The share of a processor, in per cent, with which a program is at work.
const AT_WORK: u32 = 5;

/// How often somebody who waits looks up.
const TICK: Duration = Duration::from_millis(20);

/// How long bytes may take from a pipe whose writer has ended.
const LEFT_BEHIND: Duration = Duration::from_millis(500);

/// Why a pipe gives no more, other than its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Trouble {
    /// The run is to end.
    Halted,
    /// The time is over, and that is no fault.
    Over,
    /// Nothing came for too long, and nobody was at work.
    Stalled,
    /// Nothing came for far too long from somebody who is at work.
    Busy,
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
    /// The longest time without a byte; any, if there is none. It is [`BUSY`] times as long for whoever is at work.
    pub(super) stall: Option<Duration>,
    /// Bytes that may wait to be counted.
    pub(super) ahead: usize,
    /// How long to wait at the end for word that the run is interrupted.
    pub(super) linger: Duration,
    /// Whether whoever writes has ended.
    pub(super) has_exited: Box<dyn Fn() -> bool + Send>,
    /// The time on processors that whoever writes has used so far, if that can be known.
    pub(super) used: Box<dyn Fn() -> Option<Duration> + Send>,
}

impl Patience {
    /// With a file, or somebody who is not ours to end.
    pub(super) fn endless(linger: Duration, ahead: usize) -> Self {
        let (has_exited, used) = (Box::new(|| false), Box::new(|| None));
        Self { stall: None, ahead, linger, has_exited, used }
    }
}

/// How long nothing has come, and whether whoever writes was at work meanwhile.
struct Silence {
    since: Instant,
    /// When it was last asked, and what had been used then.
    asked: Option<(Instant, Option<Duration>)>,
    /// Unknown until it was asked twice.
    at_work: Option<bool>,
}

impl Silence {
    fn begin() -> Self {
        Self { since: Instant::now(), asked: None, at_work: None }
    }

    /// What is wrong, if this silence is too long.
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

/// The reading end.
pub(crate) struct Pipe<'a> {
    halt: &'a Halt<'a>,
    patience: Patience,
    watch: Watch,
    ahead: Arc<Ahead>,
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
        let ahead = Arc::new(Ahead::new(patience.ahead));
        let filled = Filling(Arc::clone(&ahead));
        // It ends with the last byte, or when nobody takes them any more; nobody waits for that, since a
        // stranger may hold the other end open for ever.
        thread::Builder::new().spawn(move || pump(from, &filled))?;
        let watch = Watch::default();
        let pipe = Self { halt, patience, watch: watch.clone(), ahead, chunk: Vec::new(), read: 0 };
        Ok((pipe, watch))
    }

    /// Waits for the next chunk; false at the end.
    fn advance(&mut self) -> io::Result<bool> {
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
            match self.ahead.take(std::mem::take(&mut used), TICK)? {
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
        self.ahead.close();
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

/// The end that is filled; when it goes, for whatever reason, the other end learns of it.
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
