//! The caller's own shuffle as Rust code: a [`Source`], or a function that shuffles one deck.
//!
//! Its faults do not harm the audit, and there is no verdict on a part of its decks: every deck is checked before it
//! is counted, and a panic is a fault of the subject. It can still run forever or end the process. Programs and
//! native libraries cannot: they run in processes of their own.
//!
//! Not for the choice of the subject and of the number of decks; see [`Audit`](crate::Audit).

mod check;
mod each_deck;

pub use each_deck::start_deck;
pub(crate) use each_deck::{EachDeck, Items};

use crate::{
    block::Block,
    source::{Source, SourceError},
    subject::{Kind, Subject, Supply},
};
use check::Check;
use shuffle_algorithms::generator::Seed;
use shuffle_deck::RowsMut;
use std::{
    any::Any,
    fmt,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
};

/// The caller's own shuffle as code, with a name.
///
/// Copies share the code.
#[derive(Clone)]
pub struct Custom {
    name: String,
    source: Arc<dyn Source + Send>,
}

impl Custom {
    /// A source; each of its decks will be checked.
    pub fn new(name: &str, source: impl Source + Send + 'static) -> Self {
        Self::checking_itself(name, Checked(source))
    }

    /// A source that is known to give valid decks only, and not to panic.
    pub(crate) fn checking_itself(name: &str, source: impl Source + Send + 'static) -> Self {
        Self { name: name.to_owned(), source: Arc::new(source) }
    }

    pub(crate) fn set_name(&mut self, name: &str) {
        name.clone_into(&mut self.name);
    }
}

impl Subject for Custom {
    fn kind(&self) -> Kind {
        Kind::Code
    }

    fn name(&self) -> String {
        self.name.clone()
    }

    fn supply(&self) -> Supply<'_> {
        Supply::Blocks(self)
    }
}

impl fmt::Display for Custom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

impl Source for Custom {
    fn fill(&self, block: &mut Block, seed: &Seed) -> Result<(), SourceError> {
        self.source.fill(block, seed)
    }
}

impl fmt::Debug for Custom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Custom").field("name", &self.name).finish_non_exhaustive()
    }
}

/// An untrusted source: its panics are caught and its decks checked.
struct Checked<S>(S);

impl<S: Source> Source for Checked<S> {
    fn fill(&self, block: &mut Block, seed: &Seed) -> Result<(), SourceError> {
        let (shape, first) = (block.shape(), block.first_trial());
        let trials = block.trials() as u64;
        caught(|| self.0.fill(block, seed)).map_err(|message| {
            let last = first + trials - 1;
            SourceError(format!("decks {first} to {last}: it panicked: {message}"))
        })??;
        let mut check = Check::new(shape);
        match block.rows_mut() {
            RowsMut::Narrow(rows) => check.rows(rows, first),
            RowsMut::Wide(rows) => check.rows(rows, first),
        }
    }
}

/// Runs the caller's code; if it panics, the error is its message.
fn caught<T>(code: impl FnOnce() -> T) -> Result<T, String> {
    // Unwind safe: the audit ends after a panic, so half-changed state of the code is never used.
    catch_unwind(AssertUnwindSafe(code)).map_err(|panic| message(panic.as_ref()))
}

fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied();
    let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("no message").to_owned()
}
