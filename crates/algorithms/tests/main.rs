//! The promises of this crate, checked for every entry of its catalogue.

mod adversaries;
mod articles;
mod bodies;
mod claims;
mod conformance;
mod draws;
mod equality;
mod exact;
mod history;
mod lanes;
mod lotteries;
mod names;
mod pinned;
mod replay;
mod samples;
mod sequences;
mod shuffle_buffer;
mod start;
mod trace;
