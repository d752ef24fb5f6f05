#![doc = include_str!("lib.md")]

pub mod calibration;
pub mod catalogue;
mod cause;
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
pub mod odds;
pub mod one_part;
mod order_view;
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
mod total_variation;
pub mod trace;

pub use dialect::CsvDialect;
pub use digest::Answer;
pub use error::{FormatError, ReportError};
pub use files::{Making, Pictures, files_with, paths};
pub use manifest::{About, File, Headline};
pub use parts::Report;
// Words and numbers for people are needed where an audit fails a test too.
pub use shuffle_audit::{number, words};
