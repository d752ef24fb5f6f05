//! The state of the queue: its tasks, what was counted of each, and who waits for what.

use super::{
    bytes::SumMemory,
    opening::Openings,
    work::{Counting, Work},
};
use crate::{
    block_set::BlockSet,
    engine::options::Options,
    feed::{Feed, Glance, Halt},
    source::SourceError,
};
use std::{
    collections::VecDeque,
    sync::{
        Mutex, OnceLock,
        atomic::{AtomicBool, AtomicU64},
    },
    time::Duration,
};

/// All tasks and their progress.
pub(super) struct Queue<'w, W: Work> {
    pub(super) work: &'w W,
    pub(super) options: &'w Options<'w>,
    pub(super) slots: Vec<Slot<'w, W::Counting>>,
    /// Tasks with blocks by number, and tasks with streams, each in the order of the tasks.
    pub(super) by_number: Openings,
    pub(super) by_stream: Openings,
    pub(super) bytes: SumMemory,
    /// The number of threads that count blocks, on as many of which files may be read.
    pub(super) threads: usize,
    pub(super) keeping: Keeping,
}

/// A task and its state.
pub(super) struct Slot<'w, C: Counting> {
    pub(super) halt: &'w Halt<'w>,
    pub(super) counting: OnceLock<C>,
    pub(super) todo: OnceLock<BlockSet>,
    /// The index of the next block that is not taken.
    pub(super) next: AtomicU64,
    /// True if others may help: there is more than one block left, and the counting is there.
    pub(super) is_open: AtomicBool,
    pub(super) state: Mutex<TaskState<'w, C::Sum>>,
}

pub(super) type NumberedFeed<'w> = (usize, Box<dyn Feed + 'w>);

pub(super) struct TaskState<'w, S> {
    pub(super) workers: usize,
    /// Open streams without a reader.
    pub(super) feeds: VecDeque<NumberedFeed<'w>>,
    pub(super) is_over: bool,
    pub(super) sum: Option<S>,
    pub(super) trials: u64,
    /// The blocks that are in the sum, where it is kept.
    pub(super) done: BlockSet,
    pub(super) glances: Vec<(usize, Glance)>,
    /// The first fault, by the number of its block.
    pub(super) fault: Option<(u64, SourceError)>,
}

impl<S> Default for TaskState<'_, S> {
    fn default() -> Self {
        Self {
            workers: 0,
            feeds: VecDeque::new(),
            is_over: false,
            sum: None,
            trials: 0,
            done: BlockSet::default(),
            glances: Vec::new(),
            fault: None,
        }
    }
}

/// The counts of one worker in a task, since it last added them.
pub(super) struct SumSoFar<S> {
    pub(super) sum: S,
    pub(super) trials: u64,
    /// The blocks of these counts, where they are kept.
    pub(super) done: BlockSet,
    pub(super) round: u64,
}

/// When sums are kept.
pub(super) struct Keeping {
    pub(super) every: Option<Duration>,
    pub(super) round: AtomicU64,
}

impl Keeping {
    pub(super) fn new(every: Option<Duration>) -> Self {
        Self { every, round: AtomicU64::new(0) }
    }
}
