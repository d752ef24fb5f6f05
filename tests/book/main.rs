//! The README and the book are true: commands end as shown, print what is printed, programs run, tables match the
//! reports, and links lead somewhere.
//!
//! `UPDATE_BOOK=1 cargo test --release -p shuffle-audit-cli --test book` writes the outputs and the tables that
//! follow from reports. `page.rs` says what a page must look like for that.

mod code;
mod commands;
mod desk;
mod links;
mod page;
mod readme;
mod tables;
