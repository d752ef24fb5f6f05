#![doc = include_str!("lib.md")]

pub mod count;
mod counts;
pub mod drawn;
pub mod error;
pub mod exec;
mod folder;
mod gathered;
mod groups;
mod hands;
mod held;
pub mod keys;
mod kind;
mod packed;
mod people;
pub mod plan;
#[cfg(test)]
mod plan_schema;
mod rank;
mod rule;
pub mod single;
pub mod spec;
mod spelling;
pub mod start;
pub mod stream;
pub mod subject;
pub mod sweep;
mod table_file;
pub mod written;

pub use counts::CountTable;
pub use folder::Folder;
pub use held::Held;
pub use packed::PackedPlan;
pub use plan::{PlanError, PlanFile};
pub use spec::CaseSpec;
pub use subject::Subject;
pub use sweep::{Quantity, Sweep};
pub use written::Written;
// Types of this crate appear in the public interface.
pub use shuffle_reader;
