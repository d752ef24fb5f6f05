//! Exact laws of shuffles, from the very code that shuffles.
#![doc = include_str!("lib.md")]

mod amount;
pub mod closed;
pub mod cost;
mod deal_index;
pub mod derivation;
pub mod drawn;
pub mod error;
mod exhaustive;
pub mod laws;
pub mod masses;
mod moves;
pub mod number;
mod operator;
pub mod pair;
pub mod paths;
pub mod permutation;
pub mod position;
pub mod render;
pub mod script;
mod shares;
pub mod subject;
pub mod summary;
mod tracking;
pub mod tree;
pub mod weights;

pub use cost::Limits;
pub use derivation::{Derivation, DerivedValue};
pub use error::LawError;
pub use laws::Laws;
pub use number::{Fraction, LawValue};
pub use permutation::PermutationLaw;
pub use position::PositionLaw;
pub use subject::Subject;
