//! Is every order of your shuffle equally likely? In five lines, in an ordinary test:
//!
//! ```
//! # fn my_shuffle(deck: &mut [u32], rng: &mut dyn rand::Rng) { rand::seq::SliceRandom::shuffle(deck, rng); }
//! use shuffle_audit::Audit;
//!
//! # /*
//! #[test]
//! # */
//! fn my_shuffle_is_uniform() {
//!     Audit::of(|deck, rng| my_shuffle(deck, rng)).cards(52).trials(100_000).assert_uniform();
//! }
//! # my_shuffle_is_uniform();
//! ```
//!
//! See [`Audit`] for decks of your own type, for other generators than those of `rand`, and for shuffles that
//! are known to be biased.
//!
//! Under it is the engine that runs whole plans of shuffles through the metrics, in parallel.
//! A [`Plan`] is a list of [`Case`]s under one seed and one error budget. The [`engine`] cuts each case into
//! blocks of decks, lets threads fill and count them, and merges the counts. What is audited is a [`Subject`]: a
//! shuffle of the catalogue, a [`stream`] of decks from a program or a file, or [`Custom`] code. Each block has a
//! generator of its own, derived from the seed, the case and its number, so that the same plan gives the
//! same counts whatever the number of threads. From the counts come judgements, and from all
//! judgements together the verdicts: the [`Findings`], which [`words`] puts into words.
//!
//! What this crate is not for: drawing, writing files, talking to a terminal.
//!
//! ```
//! use shuffle_audit::{Plan, engine};
//!
//! let plan = Plan::parse(
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
//! let findings = engine::run(&plan, &engine::Options::default())?;
//! assert!(findings.as_expected());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod audit;
pub mod block;
pub mod calibration;
pub mod case;
pub mod command;
pub mod count;
pub mod custom;
pub mod engine;
mod exact;
pub mod findings;
mod folder;
pub mod memory;
pub mod names;
pub mod number;
pub mod plan;
#[cfg(test)]
mod plan_schema;
pub mod power;
pub mod seeds;
pub mod source;
pub mod start;
pub mod stream;
pub mod subject;
pub mod sweep;
pub mod words;

pub use audit::{Audit, AuditError};
pub use case::{Case, CaseSpec, Expect};
pub use custom::Custom;
pub use findings::{
    CaseFindings, Conclusion, Fault, Faulted, Findings, Seen, Skipped, Stage, SweepFindings,
};
pub use folder::Folder;
pub use plan::Plan;
pub use source::Source;
pub use subject::Subject;
// What a [`Source`] and a closure are given comes from these.
pub use rand;
pub use shuffle_algorithms;

pub use shuffle_deck;
pub use shuffle_reader;
pub use sweep::{Quantity, Sweep};

/// The version of this crate, which stands in every report.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
