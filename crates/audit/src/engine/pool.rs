//! The threads of a run: one pool for blocks of decks and for all other parallel work.

use super::options::RunError;
use crate::{Case, subject::Supply};
use rayon::prelude::*;
use shuffle_metrics::Executor;
use std::sync::{Arc, OnceLock};

/// The bytes of the stack of each thread: who waits for parts of a judgement judges another meanwhile, and so on.
const STACK: usize = 8 << 20;

/// Offers the parts of a judgement to the workers of the pool in which it is made, one by one.
pub(super) struct AmongWorkers;

impl Executor for AmongWorkers {
    fn run(&self, parts: usize, part: &(dyn Fn(usize) + Sync)) {
        (0..parts).into_par_iter().with_max_len(1).for_each(part);
    }
}

/// False where a program has one thread, as in a browser; all workers of a run are then that thread, one after the other.
const HAS_THREADS: bool = cfg!(not(target_family = "wasm"));

/// The threads of a run.
///
/// In addition to the requested threads there is one for each stream of the case with the most streams: a program or
/// a file is read by as many threads as it has streams, and they mostly wait.
#[derive(Debug)]
pub struct Pool {
    pub(super) workers: Arc<rayon::ThreadPool>,
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
        if !HAS_THREADS {
            return Ok(Self { workers: the_only_thread()?, threads: 1 });
        }
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
        let workers = Arc::new(pool.build()?);
        Ok(Self { workers, threads })
    }

    /// Calls `blocks` on each of the workers that take blocks, and `streams` on each of the others.
    pub(super) fn broadcast(&self, blocks: impl Fn() + Sync, streams: impl Fn() + Sync) {
        if !HAS_THREADS {
            blocks();
            return streams();
        }
        self.workers.broadcast(
            |worker| {
                if worker.index() < self.threads { blocks() } else { streams() }
            },
        );
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

/// The pool of the calling thread, which can be in one pool only.
fn the_only_thread() -> Result<Arc<rayon::ThreadPool>, RunError> {
    static POOL: OnceLock<Arc<rayon::ThreadPool>> = OnceLock::new();
    if let Some(pool) = POOL.get() {
        return Ok(Arc::clone(pool));
    }
    let pool =
        Arc::new(rayon::ThreadPoolBuilder::new().num_threads(1).use_current_thread().build()?);
    Ok(Arc::clone(POOL.get_or_init(|| pool)))
}
