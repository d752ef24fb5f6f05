//! The threads of a run: one pool for blocks of decks and for all other parallel work. A browser has one thread, which is
//! then all workers, one after the other.

#[cfg(target_family = "wasm")]
#[path = "pool/alone.rs"]
mod threads;
#[cfg(not(target_family = "wasm"))]
#[path = "pool/threads.rs"]
mod threads;

use super::options::RunError;
use crate::{Case, subject::Supply};
use shuffle_metrics::Executor;

pub(super) use threads::ThreadsError;

/// Offers the parts of a judgement to the workers of the pool in which it is made, one by one.
pub(super) struct AmongWorkers;

impl Executor for AmongWorkers {
    fn run(&self, parts: usize, part: &(dyn Fn(usize) + Sync)) {
        threads::each(parts, part);
    }
}

/// The results of `work` for the items, in their order; offered one by one to the workers of the pool of the calling thread.
pub(super) fn one_by_one<T: Sync, U: Send>(
    items: &[T],
    work: impl Fn(&T) -> U + Send + Sync,
) -> Vec<U> {
    threads::map(items, 1, work)
}

/// The threads of a run.
///
/// In addition to the requested threads there is one for each stream of the case with the most streams: a program or
/// a file is read by as many threads as it has streams, and they mostly wait.
#[derive(Debug)]
pub struct Pool {
    workers: threads::Workers,
    /// The number of workers that take blocks; the others read streams.
    pub(super) threads: usize,
}

impl Pool {
    /// A pool of `threads` threads for these cases; 0 means one for each processor.
    ///
    /// # Errors
    ///
    /// [`RunError::Threads`] if the system cannot start them.
    pub fn new(threads: usize, cases: &[Case]) -> Result<Self, RunError> {
        let threads = threads::number(threads);
        let streams = cases.iter().map(|case| match case.subject.supply() {
            Supply::Blocks(_) | Supply::Counts(_) => 0,
            Supply::Streams(streams) => streams.number(),
        });
        let workers = threads::Workers::new(threads + streams.max().unwrap_or(0))?;
        Ok(Self { workers, threads })
    }

    /// Calls `blocks` on each of the workers that take blocks, and `streams` on each of the others.
    pub(super) fn broadcast(&self, blocks: impl Fn() + Sync, streams: impl Fn() + Sync) {
        self.workers.broadcast(self.threads, blocks, streams);
    }

    /// Calls `work` for the items in parallel; the results are in the order of the items.
    pub fn map<T: Sync, U: Send>(
        &self,
        items: &[T],
        work: impl Fn(&T) -> U + Send + Sync,
    ) -> Vec<U> {
        self.workers.install(|| threads::map(items, usize::MAX, work))
    }
}
