//! Sharing the parts of one judgement among threads that the caller provides. This crate starts none.
//!
//! Parts are numbered, and what they make is put together in the order of their numbers, so that no result depends on who ran
//! which part.

use std::sync::{Mutex, PoisonError};

/// Who runs the parts of a judgement.
///
/// While it waits for its parts, a thread may run other parts, even of another judgement. So do not hold a lock that
/// a part could ask for, and a law that is [computed once](crate::number) must have no parts.
pub trait Executor: Sync {
    /// Calls `part` once with each number below `parts`, in any order and on any thread, and returns when all calls have. A part
    /// may share its own parts again.
    fn run(&self, parts: usize, part: &(dyn Fn(usize) + Sync));
}

/// Runs one part after the other, on the thread that asks.
#[derive(Clone, Copy, Debug)]
pub struct Serial;

impl Executor for Serial {
    fn run(&self, parts: usize, part: &(dyn Fn(usize) + Sync)) {
        (0..parts).for_each(part);
    }
}

/// The results of the parts, in order.
pub(crate) fn map<T: Send>(
    executor: &dyn Executor,
    parts: usize,
    part: impl Fn(usize) -> T + Sync,
) -> Vec<T> {
    map_dyn(executor, parts, &part)
}

// Compiled once for all parts that make the same type.
fn map_dyn<T: Send>(
    executor: &dyn Executor,
    parts: usize,
    part: &(dyn Fn(usize) -> T + Sync),
) -> Vec<T> {
    let made: Vec<Mutex<Option<T>>> = (0..parts).map(|_| Mutex::new(None)).collect();
    executor.run(parts, &|number| {
        let one = part(number);
        *made[number].lock().unwrap_or_else(PoisonError::into_inner) = Some(one);
    });
    let taken = made.into_iter().map(|it| it.into_inner().unwrap_or_else(PoisonError::into_inner));
    taken.map(|it| it.expect("each part is run")).collect()
}

/// The results for these inputs, in order.
pub(crate) fn map_each<I: Send, T: Send>(
    executor: &dyn Executor,
    of: Vec<I>,
    part: impl Fn(I) -> T + Sync,
) -> Vec<T> {
    let each: Vec<Mutex<Option<I>>> = of.into_iter().map(|it| Mutex::new(Some(it))).collect();
    map(executor, each.len(), |number| {
        let it = each[number].lock().unwrap_or_else(PoisonError::into_inner).take();
        part(it.expect("each part is run once"))
    })
}
