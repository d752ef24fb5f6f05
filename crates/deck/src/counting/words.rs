//! Counts of values below 64, in words of bits, with instructions of Ice Lake and Zen 4.
//!
//! The lower three bits of a value become a byte with a single 1, and so do the upper three. One instruction turns 8 x 8
//! bits, and so these bytes into words: word k holds, for all 64 values, whether the three bits are k. Eight words
//! side by side tell apart the values that differ in their lower three bits, each takes one AND with the word of the upper
//! three, and the counts of eight values lie side by side in a register: nothing is added up across registers, as it
//! is by the code for every processor.

use crate::{
    Aligned, Column, LANES,
    register::{EIGHT, of_bytes, of_words, ones_at, turn_bits, turn_bytes, words},
};
use std::arch::x86_64::*;

/// Values are below this.
pub(super) const VALUES: usize = 64;

/// Columns that are turned before they are counted.
const TOGETHER: usize = 64;

/// Eight words for each column.
type Words = Aligned<[[u64; EIGHT]; TOGETHER]>;

/// Columns that were turned: which values have each lower, and each upper three bits.
#[derive(Debug)]
pub(super) struct Turned {
    lower: Words,
    upper: Words,
}

impl Turned {
    pub(super) fn new() -> Self {
        let none = Aligned([[0; EIGHT]; TOGETHER]);
        Self { lower: none, upper: none }
    }
}

/// Adds to `cells[v]` how often value v, below 64, came in columns of 64 decks each, `decks` in all.
/// There are 64 cells at most.
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vpopcntdq,gfni")]
pub(super) fn add<'a>(
    mut columns: impl Iterator<Item = &'a Column>,
    decks: usize,
    turned: &mut Turned,
    cells: &mut [u64],
) {
    assert!(cells.len() <= VALUES, "a count for each value");
    let mut counts = [[0; EIGHT]; EIGHT];
    for first in (0..decks).step_by(TOGETHER * LANES) {
        let groups = (decks - first).div_ceil(LANES).min(TOGETHER);
        let (lower, upper) = (&mut turned.lower.0[..groups], &mut turned.upper.0[..groups]);
        let into = lower.iter_mut().zip(upper.iter_mut());
        for (((lower, upper), column), group) in into.zip(&mut columns).zip(0..) {
            (*lower, *upper) = turn(column, decks - first - group * LANES);
        }
        match cells.len().div_ceil(EIGHT) {
            ..=1 => count::<1>(lower, upper, &mut counts),
            2 => count::<2>(lower, upper, &mut counts),
            3 => count::<3>(lower, upper, &mut counts),
            4 => count::<4>(lower, upper, &mut counts),
            5 => count::<5>(lower, upper, &mut counts),
            6 => count::<6>(lower, upper, &mut counts),
            7 => count::<7>(lower, upper, &mut counts),
            _ => count::<8>(lower, upper, &mut counts),
        }
    }
    for (cell, count) in cells.iter_mut().zip(counts.as_flattened()) {
        *cell += count;
    }
}

/// Transposes the first lanes of a column: word k marks the lanes whose lower, and whose upper, three bits are k.
/// Other lanes, and values of 64 and more, are marked in no word.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,gfni")]
fn turn(column: &Column, lanes: usize) -> ([u64; EIGHT], [u64; EIGHT]) {
    /// Bit i of the result is bit 0, 1 or 2.
    const LOWER: i64 = 0x0102_0400_0000_0000;
    /// Bit i of the result is bit i + 3, for i below 4; bit 7 stays.
    const UPPER: i64 = 0x0810_2040_0000_0080;
    let values = of_bytes(*column);
    let used = if lanes < LANES { !(u64::MAX << lanes) } else { u64::MAX };
    let lower = _mm512_gf2p8affine_epi64_epi8::<0>(values, _mm512_set1_epi64(LOWER));
    let upper = _mm512_gf2p8affine_epi64_epi8::<0>(values, _mm512_set1_epi64(UPPER));
    let upper = _mm512_mask_blend_epi8(used, _mm512_set1_epi8(-1), upper);
    let [lower, upper] = [lower, upper].map(|bits| turn_bytes(turn_bits(ones_at(bits))));
    (words(lower), words(upper))
}

/// Adds the counts of H times eight values. Counts with the same upper bits are neighbors.
#[inline]
#[target_feature(enable = "avx512f,avx512vpopcntdq")]
fn count<const H: usize>(
    lower: &[[u64; EIGHT]],
    upper: &[[u64; EIGHT]],
    counts: &mut [[u64; EIGHT]; EIGHT],
) {
    let mut sums = [_mm512_setzero_si512(); H];
    for (&lower, upper) in lower.iter().zip(upper) {
        let lower = of_words(lower);
        for (sum, &upper) in sums.iter_mut().zip(upper) {
            let here = _mm512_and_si512(lower, _mm512_set1_epi64(upper as i64));
            *sum = _mm512_add_epi64(*sum, _mm512_popcnt_epi64(here));
        }
    }
    for (counts, sum) in counts.iter_mut().zip(sums) {
        counts.iter_mut().zip(words(sum)).for_each(|(count, sum)| *count += sum);
    }
}
