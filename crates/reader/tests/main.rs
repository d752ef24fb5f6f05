//! Tests of readers on inputs, whole and broken: one binary, whose modules are in this folder.

mod compressed;
mod fuzzed;
mod messages;
mod npy;
mod reference;
mod round_trips;
mod streams;
