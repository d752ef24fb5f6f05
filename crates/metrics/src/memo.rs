//! Values that are worked out once in the life of the program.

use std::{
    collections::HashMap,
    hash::Hash,
    sync::{Arc, Mutex, OnceLock, PoisonError},
};

type Values<K, V> = HashMap<K, Arc<OnceLock<V>>>;

/// Values by their keys.
pub(crate) struct Memo<K, V>(Mutex<Option<Values<K, V>>>);

impl<K: Eq + Hash, V: Clone> Memo<K, V> {
    pub(crate) const fn new() -> Self {
        Self(Mutex::new(None))
    }

    /// The value of this key, which the first caller works out. Meanwhile callers of other keys do not wait.
    pub(crate) fn get(&self, key: K, make: impl FnOnce() -> V) -> V {
        self.cell(key).get_or_init(make).clone()
    }

    fn cell(&self, key: K) -> Arc<OnceLock<V>> {
        let mut values = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(values.get_or_insert_with(HashMap::new).entry(key).or_default())
    }
}
