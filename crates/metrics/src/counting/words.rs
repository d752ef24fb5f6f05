//! Counts of values below 64, in words of bits, with instructions of Ice Lake and Zen 4.
//!
//! One instruction turns 8 x 8 bits, and so a column into words: word b holds bit b of all 64 values. Eight words side by
//! side tell apart the values that differ in their lower three bits, each takes one AND with the word of the upper
//! three, and the counts of eight values lie side by side in a register: nothing is added up across registers, as it
//! is by the code for every processor.

use shuffle_deck::{Aligned, Column, LANES};
use std::{arch::x86_64::*, mem::transmute};

/// Values are below this.
pub(super) const VALUES: usize = 64;

/// The values that differ in their lower bits only.
const EIGHT: usize = 8;

/// Columns that are turned before they are counted.
const TOGETHER: usize = 64;

/// Eight words for each column.
type Words = Aligned<[[u64; EIGHT]; TOGETHER]>;

/// Columns that were turned: the bits of their values, and which values have each upper three bits.
#[derive(Debug)]
pub(super) struct Turned {
    bits: Words,
    upper: Words,
}

impl Turned {
    pub(super) fn new() -> Self {
        let none = Aligned([[0; EIGHT]; TOGETHER]);
        Self { bits: none, upper: none }
    }
}

/// Adds to `cells[v]` how often value v, below 64, came in columns of 64 decks each, `decks` in all.
///
/// # Panics
///
/// If there are more than 64 cells.
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
        let (bits, upper) = (&mut turned.bits.0[..groups], &mut turned.upper.0[..groups]);
        for ((bits, column), group) in bits.iter_mut().zip(&mut columns).zip(0..) {
            *bits = turn(column, decks - first - group * LANES);
        }
        for (upper, bits) in upper.iter_mut().zip(&*bits) {
            // Values of 64 and more are not counted.
            *upper = words(spelled(!(bits[6] | bits[7]), [bits[3], bits[4], bits[5]]));
        }
        match cells.len().div_ceil(EIGHT) {
            ..=1 => count::<1>(bits, upper, &mut counts),
            2 => count::<2>(bits, upper, &mut counts),
            3 => count::<3>(bits, upper, &mut counts),
            4 => count::<4>(bits, upper, &mut counts),
            5 => count::<5>(bits, upper, &mut counts),
            6 => count::<6>(bits, upper, &mut counts),
            7 => count::<7>(bits, upper, &mut counts),
            _ => count::<8>(bits, upper, &mut counts),
        }
    }
    for (cell, count) in cells.iter_mut().zip(counts.as_flattened()) {
        *cell += count;
    }
}

/// Turns the first lanes of a column: word b holds bit b of their values. The other lanes count as 255.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,gfni")]
#[expect(unsafe_code, reason = "arrays as vectors")]
fn turn(column: &Column, lanes: usize) -> [u64; EIGHT] {
    // SAFETY: both are 64 bytes, and any bits are a vector.
    let values = unsafe { transmute::<Column, __m512i>(*column) };
    let unused = if lanes < LANES { u64::MAX << lanes } else { 0 };
    let values = _mm512_mask_blend_epi8(unused, values, _mm512_set1_epi8(-1));
    // Byte b of each eight becomes bit b of the eight bytes that were there.
    let bits = _mm512_set1_epi64(0x8040_2010_0804_0201_u64 as i64);
    let turned = _mm512_gf2p8affine_epi64_epi8::<0>(bits, values);
    // SAFETY: both are 64 bytes, and any bits are a vector.
    let gather = unsafe { transmute::<Column, __m512i>(GATHER) };
    words(_mm512_permutexvar_epi8(gather, turned))
}

/// A vector as words.
#[inline]
#[target_feature(enable = "avx512f")]
#[expect(unsafe_code, reason = "a vector as an array")]
fn words(vector: __m512i) -> [u64; EIGHT] {
    // SAFETY: both are 64 bytes, and any bits are words.
    unsafe { transmute::<__m512i, [u64; EIGHT]>(vector) }
}

/// Word v has ones where the three bits are those of v, and `among` has a one.
#[inline]
#[target_feature(enable = "avx512f")]
fn spelled(among: u64, bits: [u64; 3]) -> __m512i {
    /// a and (b = c).
    const AND_EQUAL: i32 = 0b1001_0000;
    let [first, second, third] = bits.map(|word| _mm512_set1_epi64(word as i64));
    let among = _mm512_set1_epi64(among as i64);
    // All ones where that bit of the number of the word is 1.
    let with_first = _mm512_setr_epi64(0, -1, 0, -1, 0, -1, 0, -1);
    let with_second = _mm512_setr_epi64(0, 0, -1, -1, 0, 0, -1, -1);
    let with_third = _mm512_setr_epi64(0, 0, 0, 0, -1, -1, -1, -1);
    let among = _mm512_ternarylogic_epi64::<AND_EQUAL>(among, with_first, first);
    let among = _mm512_ternarylogic_epi64::<AND_EQUAL>(among, with_second, second);
    _mm512_ternarylogic_epi64::<AND_EQUAL>(among, with_third, third)
}

/// Byte 8 b + k of the words is byte 8 k + b of what was turned.
const GATHER: [u8; 64] = {
    let mut gather = [0; 64];
    let mut at = 0;
    while at < 64 {
        gather[at] = (at % 8 * 8 + at / 8) as u8;
        at += 1;
    }
    gather
};

/// Adds the counts of H times eight values: those of the same upper bits lie side by side.
#[inline]
#[target_feature(enable = "avx512f,avx512vpopcntdq")]
fn count<const H: usize>(
    bits: &[[u64; EIGHT]],
    upper: &[[u64; EIGHT]],
    counts: &mut [[u64; EIGHT]; EIGHT],
) {
    let mut sums = [_mm512_setzero_si512(); H];
    for (bits, upper) in bits.iter().zip(upper) {
        let lower = spelled(u64::MAX, [bits[0], bits[1], bits[2]]);
        for (sum, &upper) in sums.iter_mut().zip(upper) {
            let here = _mm512_and_si512(lower, _mm512_set1_epi64(upper as i64));
            *sum = _mm512_add_epi64(*sum, _mm512_popcnt_epi64(here));
        }
    }
    for (counts, sum) in counts.iter_mut().zip(sums) {
        counts.iter_mut().zip(words(sum)).for_each(|(count, sum)| *count += sum);
    }
}
