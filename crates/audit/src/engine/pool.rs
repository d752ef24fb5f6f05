//! The threads of a run: one pool, for blocks of decks as for all else that is done side by side.

use super::RunError;
use crate::{Case, subject::Supply};
use rayon::prelude::*;

/// The threads of a run.
///
/// Beside the threads that were asked for there is one for each stream of the case that has the most: a program or a file
/// is read by as many threads as it has streams, and most of the time they wait.
#[derive(Debug)]
pub struct Pool {
    pub(super) workers: rayon::ThreadPool,
    /// Workers that take blocks; the others read streams.
    pub(super) threads: usize,
}

impl Pool {
    /// A pool of so many threads, 0 for one for each processor, for these cases.
    ///
    /// # Errors
    ///
    /// [`RunError::Threads`] where the system gives no more.
    pub fn new(threads: usize, cases: &[Case]) -> Result<Self, RunError> {
        let threads = match threads {
            0 => std::thread::available_parallelism().map_or(1, usize::from),
            threads => threads,
        };
        let streams = cases.iter().map(|case| match case.subject.supply() {
            Supply::Blocks(_) => 0,
            Supply::Streams(streams) => streams.number(),
        });
        let all = threads + streams.max().unwrap_or(0);
        let workers = rayon::ThreadPoolBuilder::new().num_threads(all).build()?;
        Ok(Self { workers, threads })
    }

    /// What comes of each item, in their order; the items are worked on side by side.
    pub fn map<T: Sync, U: Send>(
        &self,
        items: &[T],
        work: impl Fn(&T) -> U + Send + Sync,
    ) -> Vec<U> {
        self.workers.install(|| items.par_iter().map(work).collect())
    }
}
