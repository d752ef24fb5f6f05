//! Workers that are threads.

use rayon::prelude::*;

/// Why threads could not be started.
pub(crate) type ThreadsError = rayon::ThreadPoolBuildError;

/// The bytes of the stack of each thread: who waits for parts of a judgement judges another meanwhile, and so on.
const STACK: usize = 8 << 20;

/// How many workers take blocks: as many as are wanted, or one for each processor if that is 0.
pub(super) fn number(wanted: usize) -> usize {
    match wanted {
        0 => std::thread::available_parallelism().map_or(1, usize::from),
        wanted => wanted,
    }
}

pub(super) fn each(parts: usize, part: &(dyn Fn(usize) + Sync)) {
    (0..parts).into_par_iter().with_max_len(1).for_each(part);
}

/// At most `at_once` items are taken by a worker at a time.
pub(super) fn map<T: Sync, U: Send>(
    items: &[T],
    at_once: usize,
    work: impl Fn(&T) -> U + Send + Sync,
) -> Vec<U> {
    items.par_iter().with_max_len(at_once).map(work).collect()
}

#[derive(Debug)]
pub(super) struct Workers(rayon::ThreadPool);

impl Workers {
    pub(super) fn new(number: usize) -> Result<Self, ThreadsError> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(number).stack_size(STACK);
        pool.build().map(Self)
    }

    /// Calls `first` on the first `number` of them, and `others` on the others.
    pub(super) fn broadcast(
        &self,
        number: usize,
        first: impl Fn() + Sync,
        others: impl Fn() + Sync,
    ) {
        self.0.broadcast(|worker| if worker.index() < number { first() } else { others() });
    }

    /// Runs `work`; what it does in parallel, these workers do.
    pub(super) fn install<U: Send>(&self, work: impl FnOnce() -> U + Send) -> U {
        self.0.install(work)
    }
}
