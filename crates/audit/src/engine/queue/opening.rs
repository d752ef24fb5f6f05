//! The order in which tasks are opened, and the wait for one that is being opened.

use crate::engine::lock::lock;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Tasks that are opened one after the other, each by one worker.
pub(super) struct Openings {
    tasks: Vec<usize>,
    state: Mutex<Opened>,
    ended: Condvar,
}

#[derive(Default)]
pub(super) struct Opened {
    /// The number of tasks that a worker has taken, opened or not.
    taken: usize,
    opening: usize,
}

impl Opened {
    /// True if a worker is about to offer blocks or streams of a task.
    pub(super) fn is_one_opening(&self) -> bool {
        self.opening > 0
    }
}

/// The opening of a task; it ends when this is dropped.
pub(super) struct Opening<'a>(&'a Openings);

impl Openings {
    pub(super) fn new(tasks: Vec<usize>) -> Self {
        Self { tasks, state: Mutex::default(), ended: Condvar::new() }
    }

    /// All tasks, in the order in which they are opened.
    pub(super) fn tasks(&self) -> &[usize] {
        &self.tasks
    }

    /// While this is held, no thread takes a task or ends an opening.
    pub(super) fn lock(&self) -> MutexGuard<'_, Opened> {
        lock(&self.state)
    }

    pub(super) fn take(&self, opened: &mut Opened) -> Option<(usize, Opening<'_>)> {
        let task = *self.tasks.get(opened.taken)?;
        opened.taken += 1;
        opened.opening += 1;
        Some((task, Opening(self)))
    }

    pub(super) fn wait(&self, opened: MutexGuard<'_, Opened>) {
        drop(self.ended.wait(opened).unwrap_or_else(PoisonError::into_inner));
    }
}

impl Drop for Opening<'_> {
    fn drop(&mut self) {
        self.0.lock().opening -= 1;
        self.0.ended.notify_all();
    }
}
