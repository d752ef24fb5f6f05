//! Lanes: 64 decks at once, from the same bodies that shuffle one.
#![doc = include_str!("lanes.md")]

mod back;
mod board;
mod chain;
pub mod generator;
mod groups;
mod reach;
mod scale;
mod scatter;
mod steps;
mod sweep;
mod table;

pub use groups::Groups;
pub use shuffle_deck::{Column, InstructionSet, InstructionSetError, LANES};

#[cfg(test)]
mod tests;
