//! The numbers that are read off decks, one family a file. The line in [`crate::catalogue::METRICS`]
//! makes a number known to everything else.
//!
//! All laws are sums of positive terms, so none loses digits to cancellation. Where a law has no table,
//! it comes from its cumulants, and values are counted in [classes](crate::classes).

pub mod footrule;
pub mod inversions;
mod lis;
mod longest_law;
pub mod poker;
pub(crate) mod rencontres;
pub(crate) mod rising_sequences;
pub(crate) mod stirling;
pub mod suit_pairs;

#[cfg(test)]
mod tests;

pub use footrule::Footrule;
pub use inversions::Inversions;
pub use lis::Lis;
pub use poker::Poker;
pub use rencontres::{FixedPoints, Successions};
pub use rising_sequences::RisingSequences;
pub use stirling::{Cycles, Records};
pub use suit_pairs::SuitPairs;

use shuffle_deck::{Column, LANES};

/// The most columns that bytes can count.
const MOST_IN_BYTES: usize = u8::MAX as usize;

/// Adds what bytes have counted, lane by lane.
#[inline(always)]
fn add(numbers: &mut [u16; LANES], counts: &Column) {
    for lane in 0..LANES {
        numbers[lane] += u16::from(counts[lane]);
    }
}

/// Most cells of a law that could have as many as there are cards.
///
/// The rest of it is far below any p-value that is printed: more than 63 fixed points come once in
/// 10^89 decks. It is counted in the last cell.
pub(crate) const MOST_CELLS: usize = 64;

/// The cells of a law, the last of which collects what is beyond it.
fn collected(law: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut cells: Vec<f64> = Vec::new();
    for p in law {
        match cells.get_mut(MOST_CELLS - 1) {
            Some(last) => *last += p,
            None => cells.push(p),
        }
    }
    cells
}
