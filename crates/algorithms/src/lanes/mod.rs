//! Lanes: 64 decks at once, from the same bodies that shuffle one.
#![doc = include_str!("lanes.md")]

mod groups;
mod table;

pub use groups::Groups;
pub use shuffle_deck::{Column, InstructionSet, InstructionSetError, LANES};

#[cfg(test)]
mod tests;
