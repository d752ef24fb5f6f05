//! The likely cause of a failed audit: what the decks look like, and what to do about it.
//!
//! Not for how it is found; see [`diagnosis`](crate::diagnosis).

use shuffle_metrics::PValue;

/// The page of the book that explains all causes, in the folder of the project.
pub const PAGE: &str = "docs/src/causes.md";

/// The likely cause of a failed audit.
#[derive(Clone, Debug, PartialEq)]
pub struct Cause {
    /// Section of the [page](PAGE) that explains it and shows the fix: `sattolo`; `unknown` if no known cause fits.
    pub id: &'static str,
    /// A sentence that says what the decks look like.
    pub says: String,
    /// A sentence that says what to do; empty if that is not known.
    pub fix: String,
    /// The p-value of the fit to the named shuffle, if one is named.
    pub fit: Option<PValue>,
}

/// The fix of decks that come again.
pub(crate) const SEED_ONCE: &str =
    "Seed once, before the first deck, from the operating system (128 bits or more).";

/// Id of a case whose cause is not known.
pub const UNKNOWN: &str = "unknown";

impl Cause {
    /// A cause with its fix.
    pub(crate) fn new(id: &'static str, says: impl Into<String>, fix: impl Into<String>) -> Self {
        Self { id, says: says.into(), fix: fix.into(), fit: None }
    }

    /// True if a known cause fits.
    #[must_use]
    pub fn is_known(&self) -> bool {
        self.id != UNKNOWN
    }

    /// Its place in the book: `docs/src/causes.md#sattolo`.
    #[must_use]
    pub fn page(&self) -> String {
        format!("{PAGE}#{}", self.id)
    }
}
