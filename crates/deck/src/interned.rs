//! Values behind handles: equal ones are kept once, as long as the program lives.

use std::sync::{Mutex, PoisonError};

/// All values of a kind of handle.
pub(crate) struct Interned<T: 'static>(Mutex<Vec<&'static T>>);

impl<T: PartialEq> Interned<T> {
    pub(crate) const fn new() -> Self {
        Self(Mutex::new(Vec::new()))
    }

    /// The value that equals this one: an earlier one, if there is one.
    pub(crate) fn get(&self, value: T) -> &'static T {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(same) = all.iter().find(|kept| ***kept == value) {
            return same;
        }
        let kept = &*Box::leak(Box::new(value));
        all.push(kept);
        kept
    }
}
