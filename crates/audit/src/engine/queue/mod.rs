#![doc = include_str!("queue.md")]

mod bytes;
mod choice;
mod keeping;
mod opening;
mod state;
mod streams;
mod work;

pub use work::{Counted, CountedBy, Counting, Start, Task, Work};

use super::{
    lock::lock,
    options::{Options, RunError},
    pool::Pool,
};
use crate::{
    block::{Block, trials_per_block},
    block_set::BlockSet,
    feed::{Glance, Halt},
    seeds::BlockNumber,
    source::{Source, SourceError},
    subject::Supply,
};
use bytes::SumMemory;
use choice::Open;
use opening::Openings;
use shuffle_metrics::Decks;
use state::{Keeping, Queue, Slot, SumSoFar, TaskState};
use std::{
    ops::ControlFlow,
    sync::{
        Mutex, OnceLock,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
};

/// Counts all tasks on the workers of a pool.
///
/// # Errors
///
/// [`RunError::Interrupted`].
pub fn count<W: Work>(work: &W, pool: &Pool, options: &Options<'_>) -> Result<(), RunError> {
    let halts: Vec<Halt<'_>> = (0..work.tasks())
        .map(|_| {
            Halt::new(options.interrupt).with_deadline(options.deadline).with_enough(options.enough)
        })
        .collect();
    let queue = Queue::new(work, &halts, options, pool.threads);
    queue.keeping(|| {
        pool.broadcast(|| queue.take_blocks(), || queue.take_streams());
    });
    for slot in &queue.slots {
        // All get the signal to end before any is waited for.
        lock(&slot.state).feeds.iter_mut().for_each(|(_, feed)| feed.dismiss());
    }
    if options.interrupt.load(Ordering::Relaxed) { Err(RunError::Interrupted) } else { Ok(()) }
}

impl<'w, W: Work> Queue<'w, W> {
    fn new(work: &'w W, halts: &'w [Halt<'w>], options: &'w Options<'w>, threads: usize) -> Self {
        let slots = halts.iter().map(|halt| Slot {
            halt,
            counting: OnceLock::new(),
            todo: OnceLock::new(),
            next: AtomicU64::new(0),
            is_open: AtomicBool::new(false),
            state: Mutex::default(),
        });
        let has_streams =
            |index: &usize| matches!(work.task(*index).case.subject.supply(), Supply::Streams(_));
        let (by_stream, by_number) = (0..work.tasks()).partition(has_streams);
        Self {
            work,
            options,
            slots: slots.collect(),
            by_number: Openings::new(by_number),
            by_stream: Openings::new(by_stream),
            bytes: SumMemory::default(),
            threads,
            keeping: Keeping::new(work.keep_every()),
        }
    }

    /// Counts blocks by number until there are none.
    fn take_blocks(&self) {
        while !self.is_interrupted() {
            let mut opened = self.by_number.lock();
            if let Some((index, opening)) = self.by_number.take(&mut opened) {
                drop(opened);
                self.open_blocks(index);
                drop(opening);
                self.blocks_of(index);
            } else if let Some(index) = self.help() {
                drop(opened);
                self.blocks_of(index);
            } else if opened.is_one_opening() {
                // There may be blocks to help with.
                self.by_number.wait(opened);
            } else {
                return;
            }
        }
    }

    /// The task with the most blocks left per worker, if one more worker may enter; the worker has entered it.
    fn help(&self) -> Option<usize> {
        let open = |&index: &usize| {
            let slot = &self.slots[index];
            if !slot.is_open.load(Ordering::Acquire) || slot.halt.check().is_err() {
                return None;
            }
            let blocks = slot.left().saturating_sub(slot.next.load(Ordering::Relaxed));
            Some((index, Open { blocks, workers: lock(&slot.state).workers as u64 }))
        };
        let index = choice::to_help(self.by_number.tasks().iter().filter_map(open))?;
        let bytes = self.slots[index].counting.get().map_or(0, Counting::bytes);
        // If memory is short, no further worker enters the task.
        if !self.bytes.fit(bytes) {
            return None;
        }
        if !self.slots[index].enter() {
            self.bytes.free(bytes);
            return self.help();
        }
        Some(index)
    }

    /// Enters a task as its first worker, and lets others help.
    fn open_blocks(&self, index: usize) {
        let slot = &self.slots[index];
        slot.enter();
        let counting = slot.counting.get_or_init(|| self.work.begin(index));
        self.bytes.wait_for(counting.bytes());
        self.start(index, counting);
        let executor = slot.left() > 1 && !counting.in_order();
        slot.is_open.store(executor, Ordering::Release);
    }

    /// Counts blocks of a task that the worker has entered, until none is left, and leaves it.
    fn blocks_of(&self, index: usize) {
        let (slot, task) = (&self.slots[index], self.work.task(index));
        let Some(counting) = slot.counting.get() else { return };
        let mut share = self.share(counting);
        let fault = match task.case.subject.supply() {
            Supply::Blocks(source) => self.fill(index, source, counting, &mut share),
            // Its start is all that there is.
            Supply::Counts(_) => None,
            Supply::Streams(_) => return,
        };
        self.leave(index, counting, share, None, fault);
    }

    fn fill(
        &self,
        index: usize,
        source: &dyn Source,
        counting: &W::Counting,
        share: &mut SumSoFar<<W::Counting as Counting>::Sum>,
    ) -> Option<(u64, SourceError)> {
        let (slot, Task { case, seed, stage }) = (&self.slots[index], self.work.task(index));
        let per_block = trials_per_block(case.shape.breadth());
        let todo = slot.todo.get()?;
        let mut block = Block::on(case.shape, self.options.instruction_set);
        while slot.halt.check().is_ok() {
            if slot.halt.is_over() && slot.next.load(Ordering::Relaxed) > 0 {
                return None;
            }
            let number = todo.nth(slot.next.fetch_add(1, Ordering::Relaxed))?;
            let first = number * per_block;
            block.prepare(first, per_block.min(case.trials - first) as usize);
            if let Err(fault) =
                source.fill(&mut block, &seed.of_block(case.id(), stage, BlockNumber(number)))
            {
                return Some((number, fault));
            }
            if self.observe(index, counting, share, &block.decks()).is_break() {
                return None;
            }
            self.deposit_where_due(index, counting, share, number);
        }
        None
    }

    fn observe(
        &self,
        index: usize,
        counting: &W::Counting,
        share: &mut SumSoFar<<W::Counting as Counting>::Sum>,
        decks: &Decks<'_>,
    ) -> ControlFlow<()> {
        let trials = decks.trials() as u64;
        let more = counting.observe(&mut share.sum, decks);
        share.trials += trials;
        self.work.tell(index, trials);
        more
    }

    /// Adds what a worker has counted, and ends the task if it was the last.
    ///
    /// Blocks are taken in order and each that was taken is filled, so that the first fault does not depend on the
    /// workers.
    fn leave(
        &self,
        index: usize,
        counting: &W::Counting,
        share: SumSoFar<<W::Counting as Counting>::Sum>,
        glance: Option<(usize, Glance)>,
        fault: Option<(u64, SourceError)>,
    ) {
        let slot = &self.slots[index];
        let mut state = lock(&slot.state);
        if state.add(counting, share) {
            self.bytes.free(counting.bytes());
        }
        state.glances.extend(glance);
        if let Some((block, fault)) = fault {
            slot.halt.stop();
            state.feeds.iter_mut().for_each(|(_, feed)| feed.dismiss());
            if state.fault.as_ref().is_none_or(|(first, _)| block < *first) {
                state.fault = Some((block, fault));
            }
        }
        state.workers -= 1;
        // Work cut off by an interrupt stays where it can be kept.
        if state.workers == 0 && state.feeds.is_empty() && !self.is_interrupted() {
            slot.is_open.store(false, Ordering::Release);
            let over = std::mem::take(&mut *state);
            state.is_over = true;
            drop(state);
            self.end(index, counting, over);
        } else if state.workers == 0 && self.is_interrupted() {
            // No thread may wait for memory forever.
            self.bytes.free(counting.bytes());
        }
    }

    fn end(
        &self,
        index: usize,
        counting: &W::Counting,
        state: TaskState<'_, <W::Counting as Counting>::Sum>,
    ) {
        if self.is_interrupted() {
            return;
        }
        let TaskState { sum, trials, mut glances, fault, .. } = state;
        glances.sort_by_key(|(stream, _)| *stream);
        let glances = glances.into_iter().map(|(_, glance)| glance).collect();
        let counted = match (fault, sum) {
            (Some((_, fault)), _) => Err(fault),
            (None, sum) => {
                let sum = sum.unwrap_or_else(|| counting.empty());
                Ok(Counted { sum, trials, glances })
            }
        };
        self.work.end(index, counting, counted);
        self.bytes.free(counting.bytes());
    }

    fn is_interrupted(&self) -> bool {
        self.options.interrupt.load(Ordering::Relaxed)
    }
}

impl<C: Counting> Slot<'_, C> {
    /// The number of blocks to count, taken or not.
    fn left(&self) -> u64 {
        self.todo.get().map_or(0, BlockSet::len)
    }

    /// Enters the task, unless it is over.
    fn enter(&self) -> bool {
        let mut state = lock(&self.state);
        let may = !state.is_over;
        state.workers += usize::from(may);
        may
    }
}
