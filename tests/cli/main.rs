//! The binary `shuffle-audit` from outside, as its users meet it: what it prints, what it writes, how it
//! ends.
//!
//! Every randomized test has its seed in it, so that each of them gives the same answer every time;
//! where one could have been unlucky with another seed, its error budget stands beside it.

mod architecture;
mod battery;
mod bench;
mod check;
mod determinism;
mod evidence;
mod exact;
mod exit_codes;
mod flags;
mod huge;
mod interrupt;
mod list;
mod misbehaviour;
mod native;
mod plan_errors;
mod power;
mod programs;
mod recorded;
mod reports;
mod shipped;
mod starts;
mod support;
mod sweeps;
mod wild;
