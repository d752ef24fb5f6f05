//! Decks that Python holds, as the engine reads them: a callable that returns an iterator over bytes.

use pyo3::{exceptions::PyStopIteration, prelude::*, pybacked::PyBackedBytes, types::PyDict};
use shuffle_audit_cli::Held;
use std::{
    io::{self, Read},
    sync::{Arc, Condvar, Mutex, PoisonError},
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

/// Whose turn it is to run Python: one reader's at most. The thread behind a reader may outlive it, and a function that ran on would
/// draw from the generator of the next audit, or from an interpreter that ends.
#[derive(Clone, Default)]
pub(crate) struct Turn(Arc<(Mutex<TurnState>, Condvar)>);

#[derive(Default)]
struct TurnState {
    reader: u64,
    is_running: bool,
}

impl Turn {
    /// Ends the turn of any reader, waits until no Python of it runs, but at most this long, and returns the number of the next one.
    pub(crate) fn pass_on(&self, patience: Duration) -> u64 {
        let (state, stopped) = &*self.0;
        let mut state = state.lock().unwrap_or_else(PoisonError::into_inner);
        state.reader += 1;
        let reader = state.reader;
        drop(stopped.wait_timeout_while(state, patience, |state| state.is_running));
        reader
    }

    /// Does the work if it is the turn of this reader.
    fn take<T>(&self, reader: u64, work: impl FnOnce() -> T) -> Option<T> {
        let (state, stopped) = &*self.0;
        {
            let mut state = state.lock().unwrap_or_else(PoisonError::into_inner);
            if state.reader != reader {
                return None;
            }
            state.is_running = true;
        }
        let done = work();
        state.lock().unwrap_or_else(PoisonError::into_inner).is_running = false;
        stopped.notify_all();
        Some(done)
    }
}

/// The longest wait for a function that is still making decks which nobody wants.
pub(crate) const LONG: Duration = Duration::from_secs(3600);

/// A callable: it is given the environment of a program as a dict, or an empty one, and returns an iterator over bytes.
pub(crate) struct PythonDecks {
    pub(crate) open: Py<PyAny>,
    pub(crate) raised: Raised,
    pub(crate) turn: Turn,
}

impl Held for PythonDecks {
    fn open(&self, environment: &[(&str, String)]) -> io::Result<Box<dyn Read + Send>> {
        let reader = self.turn.pass_on(LONG);
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
        let next = self.turn.take(self.reader, || Python::attach(next)).unwrap_or(Ok(None));
        next.map_err(|error| self.raised.keep(error))
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
