//! Studies of the audit itself, and exact laws beside the findings of an audit.
//!
//! ```
//! use shuffle_audit::engine::Options;
//! use shuffle_studies::run;
//! use shuffle_subjects::PlanFile;
//!
//! let file = PlanFile::parse("a.toml", "[[case]]\nid = \"a\"\nalgorithm = \"naive\"\ncards = 5\ntrials = 2_000\n")?;
//! let results = run(&file, &Options::default())?;
//! let degree = results.findings.cases[0].exact_degree;
//! assert!(degree.is_some_and(|degree| (degree - 109.0 / 12_500.0).abs() < 1e-15));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | module | content |
//! |---|---|
//! | [`run`](mod@run) | exact values for a plan file: degrees of its cases, quantities of its sweeps |
//! | [`power`] | the number of decks that a test needs to see a defect |
//! | [`calibration`] | p-values of sound shuffles, and the number of decks until planted defects, or those of a plan, are caught |
//! | [`outcomes`] | what the tasks of a calibration, or of a power, found out so far |
//! | [`tallies`] | runs that are shared by many machines, or may be cut off |
//!
//! All of them run decks through the engine of `shuffle-audit`. This crate is not for reports.

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
