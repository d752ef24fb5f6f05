//! Every catalogued shuffle, and the dice that drive them.
#![doc = include_str!("lib.md")]

pub mod catalogue;
pub mod dice;
mod draws;
pub mod entry;
pub mod fill;
pub mod generator;
pub mod groups;
mod job;
pub mod lanes;
mod orders;
pub mod reading;
mod seed;
pub mod shuffles;
pub mod spec;
pub mod start;
pub mod table;
pub mod trace;

pub use catalogue::Algorithm;
pub use dice::Dice;
pub use reading::{Foreign, Procedure, Program, Reading, Sequence};
// A deck is the same deck in every crate.
pub use shuffle_deck::{Card, RowsMut, Shape, ShapeError, card};
pub use shuffle_deck::{Draw, Pack};
pub use table::{At, Table};
