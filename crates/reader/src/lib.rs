//! Reads decks that other programs wrote: from any stream of bytes to validated decks.
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
//! A [`Reader`] takes a stream of bytes, such as the standard output of a program or a file, and a [`Layout`] that
//! gives the meaning of the bytes. It fills rows with decks. It returns a row only if it is a permutation of
//! `0..cards` (or, for deals, `dealt` distinct cards of the deck), whatever the input. Everything else is a
//! [`DeckError`] that names the deck, its place, its fault and the remedy.
//!
//! - Memory is bounded for any input: a buffer of up to 256 KiB that grows at most to the
//!   [longest line](Layout::longest_line) that a deck can have, or to one binary deck; for a compressed input its
//!   window too ([`compression`]).
//! - Well-formed numbers take a fast path; the slow path reads a refused line again to find its fault. Both accept the
//!   same decks: the tests compare them with each other, and with a third reader that is written for clarity only.
//! - Decks are counted from 0, lines from 1, bytes from 0.
//!
//! It starts no program, counts nothing and judges nothing.

mod binary;
mod bytes;
mod card_count;
mod cell_by_cell;
mod cells;
mod check;
mod columns;
pub mod compression;
mod drawn;
pub mod error;
mod format;
mod heading;
mod json_lines;
pub mod kept;
pub mod layout;
mod layout_error;
pub mod levels;
mod lines;
pub mod names;
mod ndjson;
pub mod npy;
mod numbers;
pub mod reader;
mod span;
mod standard;
pub mod survey;
mod two_digits;
mod utf16;

pub use card_count::{
    Asked, Guess, GuessError, ItemKind, LoneColumn, guess, line_items, lone_column, lone_items,
};
pub use columns::{ColumnChoice, Header, Range};
pub use compression::{Compression, decompress, open, sniff};
pub use error::{Advice, DeckError, DeckFault, DeckLocation, Offset};
pub use heading::Heading;
pub use kept::Kept;
pub use layout::{Format, Labels, Layout, LayoutError};
pub use levels::Levels;
pub use names::{LabelError, NameTable};
pub use npy::NpyError;
pub use reader::Reader;
pub use span::guess_in_one_pass;
pub use survey::{Survey, Uneven};
