//! Decks that Python holds, as the engine reads them: a callable that returns an iterator over bytes.

use pyo3::{exceptions::PyStopIteration, prelude::*, pybacked::PyBackedBytes, types::PyDict};
use shuffle_audit_cli::Held;
use std::{
    io::{self, Read},
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

/// The first exception of a callable, to be raised again where the audit was asked for.
#[derive(Clone, Default)]
pub(crate) struct Raised(Arc<Mutex<Option<PyErr>>>);

impl Raised {
    pub(crate) fn take(&self) -> Option<PyErr> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    fn keep(&self, error: PyErr) -> io::Error {
        let said = io::Error::other(error.to_string());
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
        said
    }
}

/// Lets at most one reader run Python. The thread behind a reader may outlive it, and a function that ran on would draw from the
/// generator of the next audit, or from an interpreter that ends.
#[derive(Clone, Default)]
pub(crate) struct Turn(Arc<(Mutex<TurnState>, Condvar)>);

#[derive(Default)]
struct TurnState {
    reader: u64,
    is_running: bool,
    is_over: bool,
}

/// Says that a reader runs no Python any more, also after a panic.
struct Running<'a>(&'a Turn);

impl Drop for Running<'_> {
    fn drop(&mut self) {
        self.0.lock().is_running = false;
        self.0.0.1.notify_all();
    }
}

impl Turn {
    fn lock(&self) -> MutexGuard<'_, TurnState> {
        self.0.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends the turn of any reader, and waits until no Python of it runs. Returns the number of the next reader; `None` if there is
    /// to be none.
    fn next(&self) -> Option<u64> {
        let mut state = self.lock();
        state.reader += 1;
        let reader = state.reader;
        let is_busy = |state: &mut TurnState| state.is_running && !state.is_over;
        let state = self.0.1.wait_while(state, is_busy).unwrap_or_else(PoisonError::into_inner);
        (!state.is_over).then_some(reader)
    }

    /// Ends all turns. Readers that wait give up.
    pub(crate) fn close(&self) {
        let mut state = self.lock();
        state.reader += 1;
        state.is_over = true;
        self.0.1.notify_all();
    }

    /// Waits until no Python runs, but at most this long; true if none does.
    pub(crate) fn is_quiet(&self, patience: Duration) -> bool {
        let waited = self.0.1.wait_timeout_while(self.lock(), patience, |state| state.is_running);
        !waited.unwrap_or_else(PoisonError::into_inner).0.is_running
    }

    /// Does the work if it is the turn of this reader.
    fn take<T>(&self, reader: u64, work: impl FnOnce() -> T) -> Option<T> {
        {
            let mut state = self.lock();
            if state.reader != reader {
                return None;
            }
            state.is_running = true;
        }
        let _running = Running(self);
        Some(work())
    }
}

/// A callable: it is given the environment of a program as a dict, or an empty one, and returns an iterator over bytes.
pub(crate) struct PythonDecks {
    pub(crate) open: Py<PyAny>,
    pub(crate) raised: Raised,
    pub(crate) turn: Turn,
}

impl Held for PythonDecks {
    fn open(&self, environment: &[(&str, String)]) -> io::Result<Box<dyn Read + Send>> {
        let reader = self.turn.next().ok_or(io::ErrorKind::Interrupted)?;
        let opened = Python::attach(|py| {
            let given = PyDict::new(py);
            for (name, value) in environment {
                given.set_item(name, value)?;
            }
            self.open.call1(py, (given,))?.call_method0(py, "__iter__")
        });
        let chunks = opened.map_err(|error: PyErr| self.raised.keep(error))?;
        let (raised, turn) = (self.raised.clone(), self.turn.clone());
        Ok(Box::new(Chunks { chunks, raised, turn, reader, chunk: None, read: 0 }))
    }
}

/// The bytes of an iterator. Python runs only while the next chunk is made.
struct Chunks {
    chunks: Py<PyAny>,
    raised: Raised,
    turn: Turn,
    reader: u64,
    chunk: Option<PyBackedBytes>,
    read: usize,
}

impl Chunks {
    fn next(&mut self) -> io::Result<Option<PyBackedBytes>> {
        let next = |py: Python<'_>| match self.chunks.call_method0(py, "__next__") {
            Ok(chunk) => Ok(Some(chunk.extract::<PyBackedBytes>(py)?)),
            Err(error) if error.is_instance_of::<PyStopIteration>(py) => Ok(None),
            Err(error) => Err(error),
        };
        let next = |py: Python<'_>| next(py).map_err(|error| self.raised.keep(error));
        // No one reads on from a reader whose turn is over; to end here would make what it read look complete.
        let over = || io::Error::other("another reader has taken over");
        self.turn.take(self.reader, || Python::attach(next)).ok_or_else(over)?
    }
}

impl Read for Chunks {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        while self.chunk.as_ref().is_none_or(|chunk| chunk.len() == self.read) {
            self.read = 0;
            self.chunk = self.next()?;
            if self.chunk.is_none() {
                return Ok(0);
            }
        }
        let waiting = self.chunk.as_ref().map_or(&[][..], |chunk| &chunk[self.read..]);
        let length = waiting.len().min(into.len());
        into[..length].copy_from_slice(&waiting[..length]);
        self.read += length;
        Ok(length)
    }
}
