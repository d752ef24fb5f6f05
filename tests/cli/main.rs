//! The binary `shuffle-audit` from outside, as its users meet it: what it prints, what it writes, how it
//! ends.
//!
//! Every randomized test contains its seed, so it gives the same answer every time; where another seed could have
//! been unlucky, its error budget is noted.
//!
//! "Run this, expect this text and this exit code" is a scenario (`scenarios.rs`); Rust is for what needs a course of events.

mod action;
mod architecture;
mod bags;
mod check;
mod checkpoints;
mod circles;
mod clusters;
mod determinism;
mod exit_codes;
mod export;
mod flags;
mod held;
mod init;
mod interrupt;
mod json;
mod keys;
mod large_ranges;
mod many_files;
mod misbehavior;
mod native;
mod numbers;
mod pages;
mod part_of_a_plan;
mod progress;
mod report_folder;
mod reports;
mod scenarios;
mod schema;
mod screens;
mod shards;
mod shipped;
mod stdout_styles;
mod studies;
mod support;
mod sweeps;
mod trace;
mod wild;
