//! Tallies of a plan in files: the shards of a run that is shared by many machines, and the checkpoint of one that may be
//! cut off.
//!
//! | module | content |
//! |---|---|
//! | `file` | the format of both: read whole or rejected, written whole or not at all |
//! | `identity` | what a file is of |
//! | `packing` | records as bytes |
//! | `book` | what a shard, or a run with a checkpoint, counts |
//! | `checkpoint` | the file that the same command resumes from |
//! | `study` | the same for a calibration, a measurement, a power |
//! | `merge` | the tallies of all shards, as a run that judges them finds them |
//!
//! A run and a merge judge by the same code: see [`shuffle_audit::tallies::Ledger`].

mod book;
mod checkpoint;
mod file;
mod identity;
mod merge;
mod packing;
mod study;

pub use book::Book;
pub use checkpoint::Checkpoint;
pub use file::{FileError, is_of_study};
pub use identity::{Identity, Kind, LookNumber};
pub use merge::{MergeError, Merger};
pub use study::{Study, StudyBook};
