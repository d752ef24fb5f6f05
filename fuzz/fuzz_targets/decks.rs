//! Any bytes, in any layout: no panic, no deck that is none, and both paths agree with the reference of the tests.

#![no_main]

#[path = "../../crates/reader/tests/reference.rs"]
mod reference;

libfuzzer_sys::fuzz_target!(|case: &[u8]| reference::check(case));
