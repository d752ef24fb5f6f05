//! The size of a bias: estimates that are not larger than the truth.
#![doc = include_str!("README.md")]

mod crossing;
pub(crate) mod grouped;
pub(crate) mod peak;
pub(crate) mod rms;

pub(crate) use crossing::Crossing;
pub(crate) use peak::peak;
