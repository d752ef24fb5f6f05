//! Shuffles that their dice stop in their course.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

/// Thrown by dice to stop a shuffle in its course. No panic hook hears of it.
pub(super) struct Stop;

impl Stop {
    /// Stops the shuffle that is running, which [`until_stopped`] has started.
    pub(super) fn here() -> ! {
        resume_unwind(Box::new(Self))
    }
}

/// Runs a shuffle; false if its dice stopped it. What it was shuffling is left as it lay then.
pub(super) fn until_stopped(shuffle: impl FnOnce()) -> bool {
    match catch_unwind(AssertUnwindSafe(shuffle)) {
        Ok(()) => true,
        Err(thrown) if thrown.is::<Stop>() => false,
        Err(panic) => resume_unwind(panic),
    }
}
