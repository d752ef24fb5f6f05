//! The queue between the thread that reads bytes and the thread that counts decks.
//!
//! Its size is limited in bytes, not in reads, so a program that writes line by line does not fill it sooner.

use std::{
    collections::VecDeque,
    io,
    sync::{Condvar, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

pub(super) const CHUNK: usize = 1 << 17;

/// The number of emptied chunks that are kept for reuse.
const SPARE: usize = 4;

/// Bytes that wait to be counted.
#[derive(Debug)]
pub(super) struct Ahead {
    state: Mutex<Backlog>,
    /// There is something to take.
    filled: Condvar,
    /// There is room again.
    emptied: Condvar,
    limit: usize,
}

#[derive(Debug, Default)]
struct Backlog {
    chunks: VecDeque<Vec<u8>>,
    bytes: usize,
    spare: Vec<Vec<u8>>,
    end: Option<io::Result<()>>,
    /// True if the reading end is closed.
    closed: bool,
}

/// The result of [`Ahead::take`].
#[derive(Debug)]
pub(super) enum Taken {
    /// Bytes, at least one.
    Chunk(Vec<u8>),
    /// There will be no more.
    End,
    Nothing,
}

impl Ahead {
    /// A queue with room for about `limit` bytes.
    pub(super) fn new(limit: usize) -> Self {
        let (filled, emptied) = (Condvar::new(), Condvar::new());
        Self { state: Mutex::default(), filled, emptied, limit }
    }

    fn state(&self) -> MutexGuard<'_, Backlog> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a chunk, and waits if the queue is full; returns a chunk to read into, or `None` if the queue is closed.
    pub(super) fn give(&self, chunk: Vec<u8>) -> Option<Vec<u8>> {
        let is_full = |state: &mut Backlog| state.bytes >= self.limit && !state.closed;
        let mut state =
            self.emptied.wait_while(self.state(), is_full).unwrap_or_else(PoisonError::into_inner);
        if state.closed {
            return None;
        }
        state.bytes += chunk.len();
        let next = match state.chunks.back_mut() {
            // Small reads share a chunk.
            Some(last) if last.len() + chunk.len() <= CHUNK => {
                last.extend_from_slice(&chunk);
                chunk
            }
            _ => {
                state.chunks.push_back(chunk);
                state.spare.pop().unwrap_or_default()
            }
        };
        self.filled.notify_one();
        Some(next)
    }

    /// Marks the end of the input; only the first call has an effect.
    pub(super) fn end(&self, how: io::Result<()>) {
        self.state().end.get_or_insert(how);
        self.filled.notify_one();
    }

    /// Takes the oldest chunk, or waits for one for at most `patience`; `used` is an emptied chunk, to be reused.
    ///
    /// # Errors
    ///
    /// The error of the reading thread, after all chunks before it were taken.
    pub(super) fn take(&self, used: Vec<u8>, patience: Duration) -> io::Result<Taken> {
        let mut state = self.state();
        if used.capacity() > 0 && state.spare.len() < SPARE {
            state.spare.push(used);
        }
        let is_empty = |state: &mut Backlog| state.chunks.is_empty() && state.end.is_none();
        let waited = self.filled.wait_timeout_while(state, patience, is_empty);
        let (mut state, _) = waited.unwrap_or_else(PoisonError::into_inner);
        if let Some(chunk) = state.chunks.pop_front() {
            state.bytes -= chunk.len();
            self.emptied.notify_one();
            return Ok(Taken::Chunk(chunk));
        }
        match state.end.take() {
            None => Ok(Taken::Nothing),
            Some(how) => {
                state.end = Some(Ok(()));
                how.map(|()| Taken::End)
            }
        }
    }

    /// Closes the queue: no more chunks will be taken.
    pub(super) fn close(&self) {
        self.state().closed = true;
        self.emptied.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread;

    const SOON: Duration = Duration::from_millis(10);

    #[test]
    fn bytes_come_out_as_they_went_in_and_the_error_behind_them() {
        let ahead = Ahead::new(1 << 20);
        for byte in 0..=255_u8 {
            assert!(ahead.give(vec![byte; 1000]).is_some());
        }
        ahead.end(Err(io::ErrorKind::BrokenPipe.into()));
        ahead.end(Ok(()));
        let mut taken = Vec::new();
        let error = loop {
            match ahead.take(Vec::new(), SOON) {
                Ok(Taken::Chunk(chunk)) => taken.extend(chunk),
                Ok(other) => panic!("{other:?}"),
                Err(error) => break error,
            }
        };
        assert!(taken == (0..=255_u8).flat_map(|byte| [byte; 1000]).collect::<Vec<_>>());
        assert_eq!(error.kind(), io::ErrorKind::BrokenPipe);
        assert!(matches!(ahead.take(Vec::new(), SOON), Ok(Taken::End)));
    }

    #[test]
    fn single_bytes_share_a_chunk_and_a_full_queue_waits_for_room() {
        let ahead = Ahead::new(1000);
        for _ in 0..1000 {
            assert!(ahead.give(vec![7]).is_some());
        }
        assert_eq!(ahead.state().chunks.len(), 1);
        thread::scope(|scope| {
            let late = scope.spawn(|| ahead.give(vec![8]).is_some());
            let Ok(Taken::Chunk(first)) = ahead.take(Vec::new(), SOON) else { panic!("no chunk") };
            assert_eq!(first.len(), 1000, "the byte without room waits");
            assert!(late.join().unwrap());
        });
        assert!(matches!(ahead.take(Vec::new(), SOON), Ok(Taken::Chunk(last)) if last == [8]));
        assert!(matches!(ahead.take(Vec::new(), SOON), Ok(Taken::Nothing)));
        ahead.close();
        assert!(ahead.give(vec![9]).is_none(), "both sides are gone");
    }
}
