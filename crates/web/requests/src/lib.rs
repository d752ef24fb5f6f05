//! What the WebAssembly module is asked, and what it answers, both in JSON.
//!
//! A crate of its own, so that it is optimized for size: the crate of the module must not be.

mod host;
mod request;
mod shards;

pub use request::answer;
