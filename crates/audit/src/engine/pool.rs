//! The threads of a run: one pool for blocks of decks and for all other parallel work.

use super::options::RunError;
use crate::{Case, subject::Supply};
use rayon::prelude::*;
use shuffle_metrics::Executor;

/// The bytes of the stack of each thread: who waits for parts of a judgement judges another meanwhile, and so on.
const STACK: usize = 8 << 20;

/// Offers the parts of a judgement to the workers of the pool in which it is made, one by one.
pub(super) struct AmongWorkers;

impl Executor for AmongWorkers {
    fn run(&self, parts: usize, part: &(dyn Fn(usize) + Sync)) {
        (0..parts).into_par_iter().with_max_len(1).for_each(part);
    }
}

/// The threads of a run.
///
/// In addition to the requested threads there is one for each stream of the case with the most streams: a program or
/// a file is read by as many threads as it has streams, and they mostly wait.
#[derive(Debug)]
pub struct Pool {
    pub(super) workers: rayon::ThreadPool,
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
        let threads = match threads {
            0 => std::thread::available_parallelism().map_or(1, usize::from),
            threads => threads,
        };
        let streams = cases.iter().map(|case| match case.subject.supply() {
            Supply::Blocks(_) | Supply::Counts(_) => 0,
            Supply::Streams(streams) => streams.number(),
        });
        let all = threads + streams.max().unwrap_or(0);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(all).stack_size(STACK);
        let workers = pool.build()?;
        Ok(Self { workers, threads })
    }

    /// Calls `work` for the items in parallel; the results are in the order of the items.
    pub fn map<T: Sync, U: Send>(
        &self,
        items: &[T],
        work: impl Fn(&T) -> U + Send + Sync,
    ) -> Vec<U> {
        self.workers.install(|| items.par_iter().map(work).collect())
    }
}
