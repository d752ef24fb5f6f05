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
//! Below it is the engine that runs whole plans of shuffles through the metrics, in parallel.
//! A [`Plan`] is a list of [`Case`]s under one seed and one error budget. The [`engine`] cuts each case into
//! blocks of decks, lets the workers of one pool fill and count them, and merges the counts. A case audits a
//! [`Subject`], which gives decks by blocks ([`Source`]) or as streams ([`feed`]). Each block has a
//! generator of its own, derived from the seed, the case and its number, so that the same plan gives the
//! same counts whatever the number of threads. The counts are judged by tests, and all judgements together
//! give the verdicts: the [`Findings`], which [`words`] describes in words.
//!
//! This crate is not for plans in TOML, programs and files (`shuffle-subjects`), exact laws, drawing, writing files,
//! or talking to a terminal.

mod audit;
pub mod block;
pub mod block_set;
pub mod case;
mod case_error;
pub mod command;
pub mod custom;
pub mod drawn;
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
pub use custom::Custom;
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
