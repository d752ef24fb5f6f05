//! A queue of several inputs that are read at the same time and taken one after the other.
//!
//! The waiting data is bounded in bytes, and so is the lead of the inputs that are read over the one that is
//! consumed.

use std::{
    collections::VecDeque,
    sync::{Condvar, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

/// Data read from inputs 0, 1, 2, ... that is not consumed yet.
#[derive(Debug)]
pub(super) struct InOrder<T, E> {
    state: Mutex<Backlog<T, E>>,
    /// There is something to take.
    filled: Condvar,
    /// There is room again.
    emptied: Condvar,
    inputs: usize,
    /// Bytes that may wait.
    limit: usize,
    /// Inputs that may be begun before the first of them is taken to its end.
    ahead: usize,
}

#[derive(Debug)]
struct Backlog<T, E> {
    /// The input that is taken from.
    front: usize,
    /// This input, and later ones that were begun.
    begun: VecDeque<Input<T, E>>,
    bytes: usize,
    /// True if the taking end is closed.
    closed: bool,
}

#[derive(Debug)]
struct Input<T, E> {
    waiting: VecDeque<(T, usize)>,
    end: Option<Result<(), E>>,
}

/// The result of [`InOrder::take`].
#[derive(Debug, PartialEq)]
pub(super) enum Next<T, E> {
    Some(usize, T),
    End(usize, Result<(), E>),
    /// The end of the last input.
    Over,
    Nothing,
}

impl<T, E> InOrder<T, E> {
    /// A queue of `inputs` inputs, with room for about `limit` bytes.
    pub(super) fn new(inputs: usize, limit: usize, ahead: usize) -> Self {
        let backlog = Backlog { front: 0, begun: VecDeque::new(), bytes: 0, closed: false };
        let (filled, emptied) = (Condvar::new(), Condvar::new());
        Self { state: Mutex::new(backlog), filled, emptied, inputs, limit, ahead }
    }

    fn state(&self) -> MutexGuard<'_, Backlog<T, E>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next input that no thread reads, once it may be begun; `None` if there is none, or the queue is closed.
    pub(super) fn begin(&self) -> Option<usize> {
        let is_ahead = |state: &mut Backlog<T, E>| state.begun.len() >= self.ahead && !state.closed;
        let waited = self.emptied.wait_while(self.state(), is_ahead);
        let mut state = waited.unwrap_or_else(PoisonError::into_inner);
        let input = state.front + state.begun.len();
        if state.closed || input == self.inputs {
            return None;
        }
        state.begun.push_back(Input { waiting: VecDeque::new(), end: None });
        Some(input)
    }

    /// Adds a piece of `bytes` bytes to an input, and waits if there is no room; false if the queue is closed.
    ///
    /// The input being consumed always has room for one piece, so it never waits for later inputs.
    pub(super) fn give(&self, input: usize, piece: T, bytes: usize) -> bool {
        let has_no_room = |state: &mut Backlog<T, E>| {
            let is_awaited = input == state.front
                && state.begun.front().is_none_or(|input| input.waiting.is_empty());
            state.bytes >= self.limit && !is_awaited && !state.closed
        };
        let waited = self.emptied.wait_while(self.state(), has_no_room);
        let mut state = waited.unwrap_or_else(PoisonError::into_inner);
        if state.closed {
            return false;
        }
        state.bytes += bytes;
        let at = input - state.front;
        state.begun[at].waiting.push_back((piece, bytes));
        self.filled.notify_one();
        true
    }

    /// Marks the end of an input; only the first call has an effect.
    pub(super) fn end(&self, input: usize, how: Result<(), E>) {
        let mut state = self.state();
        let at = input.checked_sub(state.front);
        if let Some(input) = at.and_then(|at| state.begun.get_mut(at)) {
            input.end.get_or_insert(how);
        }
        self.filled.notify_one();
    }

    /// Takes the next piece, in the order of the inputs and within each in its order, or waits for it for at most `patience`.
    pub(super) fn take(&self, patience: Duration) -> Next<T, E> {
        let is_empty = |state: &mut Backlog<T, E>| match state.begun.front() {
            None => state.front < self.inputs,
            Some(input) => input.waiting.is_empty() && input.end.is_none(),
        };
        let waited = self.filled.wait_timeout_while(self.state(), patience, is_empty);
        let (mut state, _) = waited.unwrap_or_else(PoisonError::into_inner);
        let (front, is_over) = (state.front, state.front == self.inputs);
        let Some(input) = state.begun.front_mut() else {
            return if is_over { Next::Over } else { Next::Nothing };
        };
        let next = match (input.waiting.pop_front(), input.end.take()) {
            (Some((piece, bytes)), end) => {
                input.end = end;
                state.bytes -= bytes;
                Next::Some(front, piece)
            }
            (None, Some(how)) => {
                state.begun.pop_front();
                state.front += 1;
                Next::End(front, how)
            }
            (None, None) => return Next::Nothing,
        };
        self.emptied.notify_all();
        next
    }

    /// Closes the queue: nothing more will be taken.
    pub(super) fn close(&self) {
        self.state().closed = true;
        self.emptied.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread;

    const LONG: Duration = Duration::from_secs(60);
    const SHORT: Duration = Duration::from_millis(10);

    /// Input i gives i pieces of 10 bytes each; every seventh fails at its end.
    fn read_all(queue: &InOrder<usize, &'static str>) {
        while let Some(input) = queue.begin() {
            for piece in 0..input {
                assert!(queue.give(input, piece, 10));
            }
            queue.end(input, if input % 7 == 6 { Err("seven") } else { Ok(()) });
            queue.end(input, Err("once is enough"));
        }
    }

    #[test]
    fn pieces_come_in_the_order_of_the_inputs_whoever_reads_them_and_bytes_are_bounded() {
        for (threads, limit, ahead) in [(1, 1, 1), (2, 1, 2), (4, 35, 3), (3, 1 << 20, 100)] {
            let queue = InOrder::new(30, limit, ahead);
            thread::scope(|scope| {
                for _ in 0..threads {
                    scope.spawn(|| read_all(&queue));
                }
                for input in 0..30 {
                    for piece in 0..input {
                        assert_eq!(queue.take(LONG), Next::Some(input, piece));
                        // On top of what was let in below the limit there is one piece of the input that is taken from.
                        assert!(queue.state().bytes < limit + 20);
                        assert!(queue.state().begun.len() <= ahead);
                    }
                    let how = if input % 7 == 6 { Err("seven") } else { Ok(()) };
                    assert_eq!(queue.take(LONG), Next::End(input, how));
                }
                assert_eq!(queue.take(LONG), Next::Over);
            });
        }
    }

    #[test]
    fn who_waits_for_room_is_let_go_when_nothing_more_is_taken() {
        let queue = InOrder::<usize, ()>::new(5, 10, 5);
        let (first, second) = (queue.begin().unwrap(), queue.begin().unwrap());
        thread::scope(|scope| {
            assert!(queue.give(second, 7, 10));
            assert_eq!(queue.take(SHORT), Next::Nothing, "the first comes first");
            let waiting = scope.spawn(|| queue.give(second, 8, 10));
            assert!(queue.give(first, 9, 10), "it is awaited");
            assert_eq!(queue.take(LONG), Next::Some(first, 9));
            queue.close();
            assert!(!waiting.join().unwrap());
            assert!(!queue.give(first, 9, 10));
            assert_eq!(queue.begin(), None);
        });
    }
}
