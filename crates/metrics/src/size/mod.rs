//! The size of a bias: estimates that are not larger than the truth.
//!
//! A table of thousands of cells looks biased whatever the shuffle: noise alone makes every cell deviate, and the
//! cell that deviates most was picked for it. So two sizes are stated of a table.
//!
//! - The size of the whole table is the root mean square of its cells' deviations, without what noise adds to
//!   it. Nothing is picked.
//! - The peak is the cell that stands out most clearly, with an estimate that is shrunk for having been picked,
//!   as much as the other cells say that it must be.
//!
//! Both come with intervals of 99 %, which are checked over shuffles whose laws are known
//! (`crates/audit/tests/sizes.rs`).

mod crossing;
pub(crate) mod grouped;
pub(crate) mod peak;
pub(crate) mod rms;

pub(crate) use crossing::Crossing;
pub(crate) use peak::peak;
