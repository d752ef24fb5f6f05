#![doc = include_str!("lib.md")]

mod command;
pub mod demonstration;
mod dice_page;
mod error;
mod example;
mod laws;
pub mod lesson;
mod markdown;
mod needed;
pub mod pages;
pub mod pictures;
mod shuffle_page;
pub mod speed;
mod template;
mod test_page;

use error::BookError;

use std::path::PathBuf;

/// The folder of the repository.
#[must_use]
pub fn root() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

/// The folder of the book's sources.
#[must_use]
pub fn sources() -> PathBuf {
    root().join("docs/src")
}
