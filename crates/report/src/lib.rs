//! From findings to bytes: tables, pictures, JSON and words.
//!
//! ```
//! use shuffle_audit::engine::Options;
//! use shuffle_report::{Pictures, files};
//! use shuffle_subjects::PlanFile;
//!
//! let text = "[[case]]\nid = \"naive-5\"\nalgorithm = \"naive\"\ncards = 5\ntrials = 20_000\nexpect = \"fail\"";
//! let results = shuffle_studies::run(&PlanFile::parse("example.toml", text)?, &Options::default())?;
//! let files = files(&results, Pictures::LeftOut)?;
//! let summary = files.iter().find(|file| file.path == "summary.csv").expect("in every report");
//! assert!(String::from_utf8_lossy(&summary.bytes).starts_with("case,algorithm,cards,"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The same findings give the same bytes, on every machine. There is no clock, no host name and no duration in a
//! report; and floats are written with 10 significant digits, so that platforms whose `ln` differs in the last bit
//! agree. Only [`mod@folder`] touches a disk.
//!
//! | module | makes |
//! |---|---|
//! | `parts` | the seam: what is written as a report gives its parts, by name |
//! | `files` | all files of a report, as names and bytes |
//! | `manifest` | what tells the files of a report from those of others |
//! | [`mod@folder`] | a report on disk |
//! | [`exports`] | files for others: a report as one file, by its ending |
//! | `digest` | what the report of a run says, whatever the format |
//! | `page` | pages that are one file |
//! | [`diff`] | two reports compared |
//! | [`calibration`] | the report of a calibration |
//! | [`measured`] | the report of the decks until the defects of a plan are caught |
//! | [`exact`] | the report of an exact law |
//! | [`power`] | the report of a forecast |
//! | `tables` | the tables of a run |
//! | [`pictures`] | the pictures of a case |
//! | `sweeps` | the tables and pictures of sweeps |
//! | `subjects` | versions, and cases that were skipped or at fault |
//! | [`json`] | the machine output |
//! | [`catalogue`] | all that plans and flags can name |
//! | [`trace`] | a shuffle step by step |
//! | [`words`] | verdicts in words, and the table of a run, for a terminal |
//! | [`number`] | how numbers are written |

pub mod calibration;
pub mod catalogue;
mod dialect;
pub mod diff;
mod digest;
mod document;
mod draws;
mod error;
pub mod exact;
pub mod exports;
mod files;
pub mod folder;
pub mod json;
mod manifest;
pub mod measured;
mod page;
mod parts;
pub mod pictures;
pub mod power;
#[cfg(test)]
mod report_schema;
mod run;
#[cfg(test)]
mod schema_types;
mod settings;
mod subjects;
mod sweeps;
mod table;
mod tables;
pub mod trace;

pub use dialect::CsvDialect;
pub use digest::Answer;
pub use error::{FormatError, ReportError};
pub use files::{Making, Pictures, files, files_with, paths};
pub use manifest::{About, File, Headline};
pub use parts::Report;
// Words and numbers for people are needed where an audit fails a test too.
pub use shuffle_audit::{number, words};
