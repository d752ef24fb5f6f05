//! Decks that a caller of this library holds in memory: an array, which is read as a file is, or a function, which is run as a
//! program is. A [`Folder`](crate::Folder) knows them by names, and a case names them as it names files and programs.

use std::{
    collections::BTreeMap,
    fmt,
    io::{self, Cursor, Read},
    sync::Arc,
};

/// An array or a function of the caller.
pub trait Held: Send + Sync {
    /// The decks as bytes, from the first one on. A function gets what a program has in its environment, `SHUFFLE_CARDS` and so
    /// on; an array gets nothing. An error while they are read is a fault of the subject.
    ///
    /// # Errors
    ///
    /// If it cannot be read.
    fn open(&self, environment: &[(&str, String)]) -> io::Result<Box<dyn Read + Send>>;
}

/// A text in place of a file.
pub(crate) struct HeldText(Arc<[u8]>);

impl HeldText {
    pub(crate) fn of(text: String) -> Arc<dyn Held> {
        Arc::new(Self(text.into_bytes().into()))
    }
}

impl Held for HeldText {
    fn open(&self, _: &[(&str, String)]) -> io::Result<Box<dyn Read + Send>> {
        Ok(Box::new(Cursor::new(Arc::clone(&self.0))))
    }
}

/// What a caller holds, by names.
#[derive(Clone, Default)]
pub(crate) struct HeldByName(BTreeMap<String, Arc<dyn Held>>);

impl HeldByName {
    pub(crate) fn add(&mut self, name: &str, held: Arc<dyn Held>) {
        self.0.insert(name.to_owned(), held);
    }

    pub(crate) fn get(&self, name: &str) -> Option<&dyn Held> {
        self.0.get(name).map(AsRef::as_ref)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl fmt::Debug for HeldByName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.0.keys()).finish()
    }
}
