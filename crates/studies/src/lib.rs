//! Studies: what is asked of the audit itself, and of laws beside an audit.
//!
//! ```
//! use shuffle_audit::engine::Options;
//! use shuffle_studies::run;
//! use shuffle_subjects::PlanFile;
//!
//! let file = PlanFile::parse("a.toml", "[[case]]\nid = \"a\"\nalgorithm = \"naive\"\ncards = 5\ntrials = 2_000\n")?;
//! let results = run(&file, &Options::default())?;
//! let degree = results.findings.cases[0].exact_degree;
//! assert!(degree.is_some_and(|degree| (degree - 0.5).abs() < 0.1));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | module | asks |
//! |---|---|
//! | [`run`](mod@run) | the exact values beside what a plan file finds: degrees of its cases, quantities of its sweeps |
//! | [`power`] | the number of decks that a test needs to see a defect |
//! | [`calibration`] | whether p-values are what they claim to be, and how soon the battery sees planted defects |
//!
//! They use the engine; what this crate is not for: running decks by itself, reports.

pub mod calibration;
mod exact;
mod part;
pub mod power;
pub mod run;

pub use run::{Results, SweepFindings, run};
