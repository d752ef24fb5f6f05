//! Decks that others wrote: from any stream of bytes to validated decks.
//!
//! ```
//! use shuffle_reader::{DeckError, Format, Layout, Reader};
//!
//! let mut reader = Reader::new("0 2 1\n2, 1, 0\n0 1 3\n".as_bytes(), &Layout::whole(Format::Text, 3));
//! let mut rows = [0_u8; 300];
//! let decks = reader.read(&mut rows)?;
//! assert_eq!(rows[..decks * 3], [0, 2, 1, 2, 1, 0]);
//! assert_eq!(
//!     reader.read(&mut rows).unwrap_err().to_string(),
//!     "deck 2 (line 3): 3 is out of range 0..3"
//! );
//! # Ok::<(), DeckError>(())
//! ```
//!
//! A [`Reader`] takes what a program writes to its standard output, or what a file holds, and a [`Layout`]
//! that says what the bytes mean. It fills rows with decks. A row is handed out only if it is a permutation
//! of `0..cards` (or, for deals, so many distinct cards of the deck): whatever the input, nothing else
//! comes out. All else is a [`DeckError`] that says which deck, where it stands, what is wrong with it and what
//! to do.
//!
//! - Memory is bounded, whatever comes: a buffer of up to 256 KiB that grows at most to the
//!   [longest line](Layout::longest_line) that a deck can have, or to one binary deck; for a compressed input its
//!   window too ([`compression`]).
//! - Well-formed numbers take a fast path; the slow path reads the offending line again to say what is wrong. Both
//!   accept the same decks: the tests hold them against each other, and against a third that is written for
//!   clarity only.
//! - Decks are counted from 0, lines from 1, bytes from 0.
//!
//! It starts no program, counts nothing and judges nothing.

mod binary;
mod bytes;
mod cells;
mod check;
mod columns;
pub mod compression;
pub mod error;
mod first;
pub mod layout;
mod lines;
pub mod names;
mod ndjson;
mod numbers;
pub mod reader;
mod short;
mod slow;
mod standard;
mod utf16;

pub use columns::{Columns, Header, Range};
pub use compression::{Compression, decompress, open, sniff};
pub use error::{At, DeckError, Fault, Place};
pub use first::{Asked, Guess, GuessError, guess};
pub use layout::{Format, Labels, Layout, LayoutError};
pub use names::{LabelError, NameTable};
pub use reader::Reader;
