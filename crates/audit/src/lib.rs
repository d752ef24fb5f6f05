#![doc = include_str!("lib.md")]

mod audit;
pub mod block;
pub mod block_set;
pub mod case;
mod case_error;
pub mod cause;
pub mod command;
pub mod custom;
pub mod diagnosis;
pub mod drawn;
mod effective_buffer;
pub mod engine;
pub mod feed;
pub mod findings;
pub mod memory;
pub mod moved;
pub mod names;
pub mod number;
pub mod opening;
pub mod plan;
pub mod seeds;
pub mod source;
pub mod subject;
pub mod tallies;
pub mod words;

pub use audit::{Audit, AuditError};
pub use case::{Case, Expect};
pub use cause::Cause;
pub use custom::{Custom, start_deck};
pub use findings::{
    CaseFindings, Conclusion, Fault, Faulted, Findings, Look, Observations, Skipped,
};
pub use plan::Plan;
pub use source::Source;
pub use subject::Subject;
// The arguments of a [`Source`] and of a closure come from these crates.
pub use rand;
pub use shuffle_algorithms;
pub use shuffle_deck;
pub use shuffle_deck::{Bonus, Pack};

/// The version of this crate, which every report states.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
