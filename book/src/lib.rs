//! The pages of the book that are written from entries: one a test, one a shuffle, one for all dice; and their pictures.
//!
//! `docs/build` copies `docs/src` to `target/book-source`, and `shuffle-book FOLDER` writes the pages into that copy, lists them in its
//! `SUMMARY.md` and makes the pictures that they show. None of them is committed; `tests/book` reads the pages as they are made.
//! Pages have no clock, host or random seed: the same entries give the same bytes on every machine.
//!
//! | module | holds |
//! |---|---|
//! | [`pages`] | all pages, and the list of chapters |
//! | `test_page`, `shuffle_page`, `dice_page` | what each kind of page says |
//! | [`lesson`] | what the page of a test teaches, from the Markdown next to its code |
//! | [`demonstration`] | the decks on which a page shows a test at work |
//! | `laws`, `example` | exact numbers of a shuffle, and one run step by step |
//! | `needed` | the decks that planted defects take, from the report of the calibration |
//! | `command` | a command that a page prints, and by which its picture is made |
//! | [`pictures`] | the pictures |
//! | `markdown` | formulas as MathML |
//!
//! The words stand in the entries, in the Markdown next to their code and in the templates of this crate. Chapters that people
//! write are not this crate's business.

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
mod template;
mod test_page;

pub use error::BookError;

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
