//! The subjects of audits: shuffles of the catalogue, programs in any language, files of decks and native libraries,
//! and plans of them in TOML.
//!
//! ```
//! use shuffle_audit::engine;
//! use shuffle_subjects::PlanFile;
//!
//! let file = PlanFile::parse(
//!     "example.toml",
//!     r#"
//!     seed = 1
//!
//!     [[case]]
//!     id = "naive-5"
//!     algorithm = "naive"
//!     cards = 5
//!     trials = 20_000
//!     expect = "fail"
//!     caught_by = ["permutations"]
//!     "#,
//! )?;
//! let findings = engine::run(&file.plan(), &engine::Options::default())?;
//! assert!(findings.as_expected());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | module | holds |
//! |---|---|
//! | [`plan`] | plans in TOML |
//! | [`spec`] | a case as it is written, in a plan or in flags |
//! | [`sweep`] | one shuffle at several values of one thing |
//! | [`exec`] | the command of a program as it is written |
//! | [`error`] | what can be wrong with a case, and in which key |
//! | [`subject`] | what a case names |
//! | [`written`] | the same, as the engine takes it |
//! | [`stream`] | decks from programs, files and libraries |
//! | [`start`] | start orders as they are written |
//! | [`count`] | counts as people write them |
//!
//! Counting, judging and reports are not part of this crate.

pub mod count;
pub mod drawn;
pub mod error;
pub mod exec;
mod folder;
mod groups;
pub mod keys;
mod kind;
mod packed;
pub mod plan;
#[cfg(test)]
mod plan_schema;
pub mod spec;
pub mod start;
pub mod stream;
pub mod subject;
pub mod sweep;
pub mod written;

pub use folder::Folder;
pub use packed::PackedPlan;
pub use plan::{PlanError, PlanFile};
pub use spec::CaseSpec;
pub use subject::Subject;
pub use sweep::{Quantity, Sweep};
pub use written::Written;
// Types of this crate appear in the public interface.
pub use shuffle_reader;
