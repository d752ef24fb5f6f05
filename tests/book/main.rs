//! The README and the book are true: their commands end as they say, what they print is what they print here, their
//! programs run, their tables are those of the reports, and their links lead somewhere.
//!
//! `UPDATE_BOOK=1 cargo test --release -p shuffle-audit-cli --test book` writes the outputs and the tables that follow
//! from reports. What a page must look like for that stands in `page.rs`.

mod code;
mod commands;
mod desk;
mod links;
mod page;
mod readme;
mod tables;
