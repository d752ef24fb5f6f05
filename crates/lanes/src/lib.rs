//! 64 decks side by side: their generator, and the steps that roll for all of them and swap their cards.
//!
//! What a program does with them is decided in `shuffle_algorithms::lanes`. This is a crate of its own because it is what a
//! fast audit spends its time on: it is compiled for speed where everything else is compiled for size.

mod back;
pub mod board;
pub mod chain;
pub mod generator;
mod reach;
mod scale;
pub mod scatter;
pub mod steps;
pub mod sweep;
