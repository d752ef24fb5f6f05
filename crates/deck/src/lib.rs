//! Cards and decks, and the layout of many decks in memory: in rows, or 64 side by side in columns of bytes.
#![doc = include_str!("lib.md")]

pub mod blocks;
pub mod buffer;
pub mod card;
pub mod columns;
pub mod counting;
pub mod hands;
pub mod instruction_set;
mod interned;
pub mod pack;
#[cfg(target_arch = "x86_64")]
pub mod register;
pub mod row_check;
pub mod rows;
pub mod rule;
pub mod shape;
pub mod transpose;
pub mod weights;
pub mod words;

pub use blocks::{Blocks, BlocksError};
pub use buffer::Buffer;
pub use card::Card;
pub use columns::Columns;
pub use hands::{Hands, HandsError};
pub use instruction_set::{InstructionSet, InstructionSetError};
pub use pack::{Pack, PackError};
pub use rows::{NARROW, RowBuffer, Rows, RowsMut};
pub use rule::{Rule, RuleParts};
pub use shape::{Bonus, Draw, DrawKind, MOST_COUNTED, Shape, ShapeError};
pub use transpose::{to_columns, to_columns_of, to_rows};
pub use weights::{Weights, WeightsError};

/// The number of decks that lie side by side.
pub const LANES: usize = 64;

/// One byte of every deck: a card, a place, or a rolled number.
pub type Column = [u8; LANES];

/// A value that starts at a multiple of 64 bytes, so that no column lies across two cache lines.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub struct Aligned<T>(pub T);
