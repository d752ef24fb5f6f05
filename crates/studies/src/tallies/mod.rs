//! Tallies of a plan in files: the shards of a run that is shared by many machines, and the checkpoint of one that may be
//! cut off.
//!
//! | module | content |
//! |---|---|
//! | `file` | the format of both: read whole or refused, written whole or not at all |
//! | `packing` | records as bytes |
//! | `book` | what a shard, or a run with a checkpoint, counts |
//! | `merge` | the tallies of all shards, as a run that judges them finds them |
//!
//! A run and a merge judge by the same code: see [`shuffle_audit::tallies::Ledger`].

mod book;
mod file;
mod merge;
mod packing;

pub use book::Book;
pub use file::{FileError, Identity, Kind, LookNumber};
pub use merge::{MergeError, Merger};
