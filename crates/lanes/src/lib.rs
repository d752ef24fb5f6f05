//! 64 decks side by side: their generator, and the steps that roll for all of them and swap their cards.
//!
//! `shuffle_algorithms::lanes` turns a program into these steps. They are a crate of their own because a fast audit spends its
//! time here: the WebAssembly module compiles this crate for speed, and all others for size.

mod back;
pub mod board;
pub mod chain;
pub mod generator;
mod reach;
mod scale;
pub mod scatter;
pub mod steps;
pub mod sweep;
