//! What a reader makes of inputs, whole and broken: one binary, whose modules lie beside this file.

mod compressed;
mod fuzzed;
mod messages;
mod npy;
mod reference;
mod round_trips;
mod streams;
