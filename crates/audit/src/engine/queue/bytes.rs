//! The memory that all sums share.

use crate::engine::lock::lock;
use std::sync::{Condvar, Mutex, PoisonError};

/// Maximum number of bytes that the sums of all workers take together, unless a single one takes more.
const MOST_BYTES: usize = 1 << 30;

#[derive(Default)]
pub(super) struct SumMemory {
    used: Mutex<usize>,
    freed: Condvar,
}

impl SumMemory {
    /// Takes bytes as soon as they are free, or if no other thread holds any.
    pub(super) fn wait_for(&self, bytes: usize) {
        let mut used = lock(&self.used);
        while *used > 0 && *used + bytes > MOST_BYTES {
            used = self.freed.wait(used).unwrap_or_else(PoisonError::into_inner);
        }
        *used += bytes;
    }

    /// Takes bytes if they are free.
    pub(super) fn fit(&self, bytes: usize) -> bool {
        let mut used = lock(&self.used);
        let fits = *used + bytes <= MOST_BYTES;
        *used += if fits { bytes } else { 0 };
        fits
    }

    pub(super) fn add(&self, bytes: usize) {
        *lock(&self.used) += bytes;
    }

    pub(super) fn free(&self, bytes: usize) {
        let mut used = lock(&self.used);
        *used = used.saturating_sub(bytes);
        self.freed.notify_all();
    }
}
