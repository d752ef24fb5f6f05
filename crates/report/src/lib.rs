//! From findings to bytes: tables, pictures, JSON and words.
//!
//! Every function here is pure: the same findings give the same bytes, on every machine. There is no clock,
//! no host name and no duration in a report, but for those of a [`mod@bench`], which are all about them; and floats
//! are written with 10 significant digits, so that platforms whose `ln` differs in the last bit agree.
//!
//! | module | makes |
//! |---|---|
//! | [`parts`] | the seam: what is written as a report gives its parts, by name |
//! | [`formats`] | the formats that parts are written in, a file and a line each |
//! | [`mod@files`] | all files of a report, as names and bytes |
//! | [`manifest`] | what tells the files of a report from those of others |
//! | [`mod@bench`] | the report of a bench |
//! | [`calibration`] | the report of a calibration |
//! | [`exact`] | the report of an exact law |
//! | [`power`] | the report of a forecast |
//! | [`tables`] | the tables of a run |
//! | [`pictures`] | the pictures of a case |
//! | [`sweeps`] | the tables and pictures of sweeps |
//! | [`subjects`] | versions, and cases that were skipped or at fault |
//! | [`json`] | the machine output |
//! | [`catalogue`] | all that plans and flags can name |
//! | [`words`] | verdicts in words, and the table of a run, for a terminal |
//! | [`number`] | how numbers are written |

pub mod bench;
pub mod calibration;
pub mod catalogue;
mod document;
pub mod exact;
pub mod files;
pub mod formats;
pub mod json;
pub mod manifest;
pub mod parts;
pub mod pictures;
pub mod power;
mod run;
pub mod settings;
pub mod subjects;
pub mod sweeps;
mod table;
pub mod tables;

pub use files::{File, Pictures, ReportError, files, paths};
pub use manifest::{MANIFEST, Manifest};
pub use parts::{Part, Report};
pub use settings::{Provenance, Settings};
pub use table::DataTable;
// Words and numbers for people are needed where an audit fails a test too.
pub use shuffle_audit::{number, words};
