//! The tables of counts: their null laws by enumeration, their calibration under sound shuffles, what they
//! see and what they are blind to.

mod calibration;
mod detection;
mod effects;
mod lattice;
mod merging;
mod null;
mod support;
