//! Cards and decks, and the layout of many decks in memory: in rows, or 64 side by side in columns of bytes.
//!
//! ```
//! use shuffle_deck::{InstructionSet, LANES, Shape, card::identity, to_columns};
//!
//! let shape = Shape::whole(3);
//! let decks = identity::<u8>(shape.cards()).repeat(LANES);
//! let mut columns = vec![[0; LANES]; shape.dealt()];
//! to_columns(InstructionSet::detect(), &decks, &mut columns);
//! assert_eq!(columns[2], [2; LANES], "the last card of 64 decks in start order");
//! ```
//!
//! ```
//! use shuffle_deck::{InstructionSet, LANES, to_columns, to_rows};
//!
//! let set = InstructionSet::detect();
//! let rows = [0, 1, 2, 2, 1, 0]; // two decks of three cards
//! let mut columns = [[0; LANES]; 3];
//! to_columns(set, &rows, &mut columns);
//! assert_eq!(columns[0][..2], [0, 2], "the top cards of both decks");
//! let mut again = [0; 6];
//! to_rows(set, &columns, &mut again);
//! assert_eq!(again, rows);
//! ```
//!
//! Column p holds the card at place p of 64 decks, a byte each: lane l is deck l. A loop over the lanes of a column,
//! without branches, becomes a few vector instructions, so that 64 decks cost little more than one. The
//! shuffles deal into columns and the metrics count from them; this crate holds what both need.
//!
//! | module | holds |
//! |---|---|
//! | [`card`] | cards of one byte and of four |
//! | [`shape`] | what is drawn: the number of cards in a deck, the number that a trial shows, whether order means anything |
//! | [`pack`] | decks in which some cards are equal |
//! | [`row_check`] | the check that a row is one that its shape allows |
//! | [`rows`] | decks one after the other, of either width |
//! | [`buffer`] | memory for many columns |
//! | [`transpose`] | rows of cards into columns and back |
//! | [`instruction_set`] | the vector instructions of the processor, and the macro that compiles a loop for each set |
//! | `register` | columns, rows and words in registers, where there are those of AVX-512 |
//! | [`words`] | plurals and near names, for messages |
//!
//! Out of scope for this crate: shuffles, counts.

pub mod buffer;
pub mod card;
pub mod instruction_set;
pub mod pack;
#[cfg(target_arch = "x86_64")]
pub mod register;
pub mod row_check;
pub mod rows;
pub mod shape;
pub mod transpose;
pub mod words;

pub use buffer::Buffer;
pub use card::Card;
pub use instruction_set::{InstructionSet, InstructionSetError};
pub use pack::{Pack, PackError};
pub use rows::{NARROW, RowBuffer, Rows, RowsMut};
pub use shape::{Bonus, Draw, DrawKind, Shape, ShapeError};
pub use transpose::{to_columns, to_columns_of, to_rows};

/// The number of decks that lie side by side.
pub const LANES: usize = 64;

/// One byte of every deck: a card, a place, or a rolled number.
pub type Column = [u8; LANES];

/// A value that starts at a multiple of 64 bytes, so that no column lies across two cache lines.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub struct Aligned<T>(pub T);
