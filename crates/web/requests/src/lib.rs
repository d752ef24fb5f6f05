//! What the WebAssembly module is asked, and what it answers, both in JSON.
//!
//! A crate of its own, so that it is optimized for size: the crate of the module must not be.

mod host;
mod request;
mod shards;

pub use request::answer;

use serde::de::{DeserializeOwned, Error};

/// Reads JSON as text, as the reader of decks does: a reader of bytes would be compiled as well.
fn parsed<T: DeserializeOwned>(json: &[u8]) -> serde_json::Result<T> {
    serde_json::from_str(std::str::from_utf8(json).map_err(serde_json::Error::custom)?)
}
