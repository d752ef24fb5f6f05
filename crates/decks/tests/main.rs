//! What a reader makes of inputs, whole and broken: one binary, whose modules lie beside this file.

mod fuzzed;

mod reference;
mod round_trips;
