//! The start of a task, and the keeping of its counts while it runs.
//!
//! Periodically each worker adds its sum to the task's sum and starts a new one. The sum of a task, and the set of
//! the blocks in it, are under one lock, so whatever is kept is consistent, however late a worker comes.

use super::{
    state::{Queue, SumSoFar, TaskState},
    work::{Counting, Work},
};
use crate::{block_set::BlockSet, engine::lock::lock, tallies::all_blocks};
use std::{
    sync::{
        atomic::Ordering,
        mpsc::{self, RecvTimeoutError},
    },
    time::Duration,
};

/// The time that workers have to add their sums before they are kept. A worker with a longer block is included the
/// next time.
const ADDING: Duration = Duration::from_millis(300);

impl<S> TaskState<'_, S> {
    /// Adds the counts of a worker; true if there is one sum less.
    pub(super) fn add<C: Counting<Sum = S>>(&mut self, counting: &C, share: SumSoFar<S>) -> bool {
        self.trials += share.trials;
        self.done.add(share.done);
        match &mut self.sum {
            Some(sum) => counting.merge(sum, share.sum),
            none => {
                *none = Some(share.sum);
                return false;
            }
        }
        true
    }
}

impl<W: Work> Queue<'_, W> {
    /// An empty sum for a worker.
    pub(super) fn share(&self, counting: &W::Counting) -> SumSoFar<<W::Counting as Counting>::Sum> {
        let round = self.keeping.round.load(Ordering::Relaxed);
        SumSoFar { sum: counting.empty(), trials: 0, done: BlockSet::default(), round }
    }

    /// Takes over what was counted of a task before. Returns true if its streams are to be read.
    pub(super) fn start(&self, index: usize, counting: &W::Counting) -> bool {
        let (slot, case) = (&self.slots[index], self.work.task(index).case);
        let start = self.work.start(index, counting);
        let has_streams = start.todo.is_none();
        slot.todo.get_or_init(|| start.todo.unwrap_or_else(|| all_blocks(case)));
        let mut state = lock(&slot.state);
        match start.before {
            None => {}
            Some(Err(fault)) => state.fault = Some((0, fault)),
            Some(Ok(counted)) => {
                self.bytes.add(counting.bytes());
                (state.sum, state.trials) = (Some(counted.sum), counted.trials);
                state.glances = counted.glances.into_iter().enumerate().collect();
            }
        }
        state.done = start.done;
        has_streams
    }

    /// Records a counted block, and adds the worker's counts to the task's if a round of keeping has begun.
    pub(super) fn deposit_where_due(
        &self,
        index: usize,
        counting: &W::Counting,
        share: &mut SumSoFar<<W::Counting as Counting>::Sum>,
        block: u64,
    ) {
        if self.keeping.every.is_none() {
            return;
        }
        share.done.push(block);
        if self.keeping.round.load(Ordering::Relaxed) == share.round || counting.in_order() {
            return;
        }
        let full = std::mem::replace(share, self.share(counting));
        let merged = lock(&self.slots[index].state).add(counting, full);
        if !merged {
            // The worker's sum was merged into the task's, and there is a new one.
            self.bytes.add(counting.bytes());
        }
    }

    /// Does the work, and keeps what is counted meanwhile, as often as is wanted, and after an interrupt.
    pub(super) fn keeping(&self, work: impl FnOnce()) {
        let Some(every) = self.keeping.every else { return work() };
        let (over, is_over) = mpsc::channel::<()>();
        std::thread::scope(|scope| {
            scope.spawn(move || {
                while is_over.recv_timeout(every) == Err(RecvTimeoutError::Timeout) {
                    self.keeping.round.fetch_add(1, Ordering::Relaxed);
                    if is_over.recv_timeout(ADDING.min(every)) != Err(RecvTimeoutError::Timeout) {
                        break;
                    }
                    self.keep();
                }
            });
            work();
            drop(over);
        });
        if self.is_interrupted() { self.keep() } else { self.work.kept() }
    }

    /// Keeps what was added so far of all tasks whose blocks may come in any order.
    fn keep(&self) {
        for &index in self.by_number.tasks() {
            let slot = &self.slots[index];
            let mut state = lock(&slot.state);
            let TaskState { sum, done, trials, fault, is_over, .. } = &mut *state;
            let in_order = slot.counting.get().is_none_or(Counting::in_order);
            if let Some(sum) = sum
                && !*is_over
                && !in_order
                && fault.is_none()
            {
                self.work.keep(index, sum, done, *trials);
            }
        }
        self.work.kept();
    }
}
