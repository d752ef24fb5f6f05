//! Runs a plan of shuffles through the metrics, in parallel, and returns what was found.
//!
//! A [`Plan`] is a list of [`Case`]s under one seed and one error budget. The [`engine`] cuts each case into
//! blocks of decks, lets threads fill and count them, and merges the counts. What is audited is a [`Subject`]: a
//! shuffle of the catalogue, or a [`stream`] of decks from a program or a file. Each block has a
//! generator of its own, derived from the seed, the case and its number, so that the same plan gives the
//! same counts whatever the number of threads. From the counts come judgements, and from all
//! judgements together the verdicts: the [`Findings`].
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

pub mod block;
pub mod calibration;
pub mod case;
pub mod engine;
mod exact;
pub mod findings;
pub mod plan;
pub mod power;
pub mod seeds;
pub mod source;
pub mod stream;
pub mod subject;
pub mod sweep;

pub use case::{Case, CaseSpec, Expect};
pub use findings::{CaseFindings, Conclusion, Findings, Skipped, Stage, SweepFindings};
pub use plan::Plan;
pub use source::Source;
pub use subject::Subject;
pub use sweep::{Quantity, Sweep};

/// The version of this crate, which stands in every report.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
