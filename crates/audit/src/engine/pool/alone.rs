//! Workers that are all the calling thread.

/// No thread is started here, so that nothing can go wrong.
pub(crate) type ThreadsError = std::convert::Infallible;

/// How many workers take blocks, however many are wanted.
pub(super) fn number(_: usize) -> usize {
    1
}

pub(super) fn each(parts: usize, part: &(dyn Fn(usize) + Sync)) {
    (0..parts).for_each(part);
}

pub(super) fn map<T: Sync, U: Send>(
    items: &[T],
    _: usize,
    work: impl Fn(&T) -> U + Send + Sync,
) -> Vec<U> {
    items.iter().map(work).collect()
}

#[derive(Debug)]
pub(super) struct Workers;

impl Workers {
    pub(super) fn new(_: usize) -> Result<Self, ThreadsError> {
        Ok(Self)
    }

    pub(super) fn broadcast(&self, _: usize, first: impl Fn() + Sync, others: impl Fn() + Sync) {
        first();
        others();
    }

    pub(super) fn install<U: Send>(&self, work: impl FnOnce() -> U + Send) -> U {
        work()
    }
}
