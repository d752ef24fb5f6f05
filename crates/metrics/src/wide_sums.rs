//! Sums of numbers of more than 64 bits in cells of 64, so that tallies of them merge by addition.
//!
//! A number is cut into limbs of 32 bits, each added to a cell of its own; 2^32 of them fit.

/// Adds a number to limbs that are added up one by one.
pub(crate) fn add(limbs: &mut [u64], mut number: u128) {
    for limb in limbs {
        *limb += number as u64 & u64::from(u32::MAX);
        number >>= 32;
    }
}

/// The sum, which must fit 128 bits.
pub(crate) fn whole(limbs: &[u64]) -> i128 {
    limbs.iter().rev().fold(0, |sum, &limb| (sum << 32) + i128::from(limb))
}

pub(crate) fn float(limbs: &[u64]) -> f64 {
    limbs.iter().rev().fold(0.0, |sum, &limb| sum * f64::from(2.0_f32.powi(32)) + limb as f64)
}
