//! Workers that read programs and files.

use super::{
    opening::Opening,
    state::{NumberedFeed, Queue, SumSoFar},
    work::{Counting, Task, Work},
};
use crate::{
    engine::lock::lock,
    feed::{Feed, Halted},
    seeds::StreamNumber,
    source::SourceError,
    subject::{Supply, Wanted},
};
impl<'w, W: Work> Queue<'w, W> {
    /// Reads streams until there are none. The streams of a task that is begun come before the next task.
    pub(super) fn take_streams(&self) {
        while !self.is_interrupted() {
            let mut opened = self.by_stream.lock();
            if let Some((index, (stream, feed))) = self.waiting_stream() {
                drop(opened);
                self.read(index, stream, feed);
            } else if opened.is_one_opening() {
                // There may be streams to read.
                self.by_stream.wait(opened);
            } else {
                let Some((index, opening)) = self.by_stream.take(&mut opened) else { return };
                drop(opened);
                self.open(index, opening);
            }
        }
    }

    /// An open stream without a reader; the worker has entered its task.
    fn waiting_stream(&self) -> Option<(usize, NumberedFeed<'w>)> {
        self.by_stream.tasks().iter().find_map(|&index| {
            let mut state = lock(&self.slots[index].state);
            let feed = state.feeds.pop_front()?;
            state.workers += 1;
            Some((index, feed))
        })
    }

    /// Opens the streams of a task, and reads the first of them, or all in turn if their order matters.
    fn open(&self, index: usize, opening: Opening<'_>) {
        let (slot, Task { case, seed, stage }) = (&self.slots[index], self.work.task(index));
        let Supply::Streams(streams) = case.subject.supply() else { return };
        let counting = slot.counting.get_or_init(|| self.work.begin(index));
        self.bytes.add(counting.bytes());
        slot.enter();
        let share = self.share(counting);
        if !self.start(index, counting) {
            drop(opening);
            return self.leave(index, counting, share, None, None);
        }
        let wanted = Wanted { shape: case.shape, trials: case.trials, threads: self.threads };
        let seed_of = |stream| seed.of_subject(case.id(), stage, StreamNumber(stream));
        match streams.open(wanted, &seed_of, slot.halt) {
            Err(fault) => {
                drop(opening);
                self.leave(index, counting, share, None, Some((0, fault)));
            }
            Ok(feeds) if counting.in_order() => {
                drop(opening);
                self.read_in_turn(index, counting, share, feeds);
            }
            Ok(feeds) => {
                let mut state = lock(&slot.state);
                state.feeds.extend(feeds.into_iter().enumerate());
                let first = state.feeds.pop_front();
                drop(state);
                drop(opening);
                match first {
                    None => self.leave(index, counting, share, None, None),
                    Some((stream, feed)) => self.read_into(index, counting, share, stream, feed),
                }
            }
        }
    }

    fn read(&self, index: usize, stream: usize, feed: Box<dyn Feed + '_>) {
        let slot = &self.slots[index];
        let Some(counting) = slot.counting.get() else { return };
        self.bytes.add(counting.bytes());
        let share = self.share(counting);
        self.read_into(index, counting, share, stream, feed);
    }

    fn read_into(
        &self,
        index: usize,
        counting: &W::Counting,
        mut share: SumSoFar<<W::Counting as Counting>::Sum>,
        stream: usize,
        mut feed: Box<dyn Feed + '_>,
    ) {
        let mut fault = None;
        loop {
            match feed.next() {
                Ok(None) => break,
                Ok(Some(decks)) => {
                    let _ = self.observe(index, counting, &mut share, &decks);
                }
                Err(halted) => {
                    fault = fault_of(halted);
                    break;
                }
            }
        }
        if fault.is_some() {
            // The other streams are stopped now, before this one has ended.
            self.slots[index].halt.stop();
        }
        let glance = fault.is_none().then(|| (stream, feed.glance()));
        drop(feed);
        self.leave(index, counting, share, glance, fault);
    }

    /// Reads a block of each stream in turn, so that their order does not depend on timing.
    fn read_in_turn(
        &self,
        index: usize,
        counting: &W::Counting,
        mut share: SumSoFar<<W::Counting as Counting>::Sum>,
        mut feeds: Vec<Box<dyn Feed + '_>>,
    ) {
        let (mut open, mut fault) = (vec![true; feeds.len()], None);
        'all: while open.contains(&true) {
            for (feed, open) in feeds.iter_mut().zip(&mut open).filter(|(_, open)| **open) {
                match feed.next() {
                    Ok(None) => *open = false,
                    Ok(Some(decks)) => {
                        if self.observe(index, counting, &mut share, &decks).is_break() {
                            break 'all;
                        }
                    }
                    Err(halted) => {
                        fault = fault_of(halted);
                        break 'all;
                    }
                }
            }
        }
        let glances = feeds.iter_mut().map(|feed| feed.glance()).enumerate().collect::<Vec<_>>();
        // All get the signal to end before any is waited for.
        feeds.iter_mut().for_each(|feed| feed.dismiss());
        drop(feeds);
        lock(&self.slots[index].state).glances = glances;
        self.leave(index, counting, share, None, fault);
    }
}

/// The fault that halted a stream; `None` if it was halted for another reason.
fn fault_of(halted: Halted) -> Option<(u64, SourceError)> {
    match halted {
        Halted::Fault(fault) => Some((0, fault)),
        Halted::Interrupted | Halted::Stopped => None,
    }
}
