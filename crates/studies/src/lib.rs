#![doc = include_str!("lib.md")]

pub mod calibration;
mod exact;
mod levels;
pub mod outcomes;
mod part;
mod poison;
pub mod power;
mod results;
pub mod run;
pub mod tallies;

pub use run::{Results, SweepFindings, run};
