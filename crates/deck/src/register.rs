//! Columns, rows and words as registers of AVX-512: what code for Ice Lake and Zen 4 has in common.

#![expect(clippy::missing_safety_doc, reason = "they are safe where their instructions are")]

use crate::{Column, LANES};
use std::{arch::x86_64::*, array, mem::transmute};

/// Words of a register, and bytes of a word.
pub const EIGHT: usize = 8;

/// Byte k has a 1 at place k.
const ONES: i64 = 0x8040_2010_0804_0201_u64 as i64;

/// Byte 8 b + k is byte 8 k + b of what is gathered.
const GATHER: Column = {
    let mut gather = [0; LANES];
    let mut at = 0;
    while at < LANES {
        gather[at] = (at % EIGHT * EIGHT + at / EIGHT) as u8;
        at += 1;
    }
    gather
};

/// Bytes as a register.
#[inline]
#[target_feature(enable = "avx512f")]
#[expect(unsafe_code, reason = "an array as a vector")]
pub fn of_bytes(bytes: Column) -> __m512i {
    // SAFETY: both are 64 bytes, and any bits are a vector.
    unsafe { transmute::<Column, __m512i>(bytes) }
}

/// A register as bytes.
#[inline]
#[target_feature(enable = "avx512f")]
#[expect(unsafe_code, reason = "a vector as an array")]
pub fn bytes(register: __m512i) -> Column {
    // SAFETY: both are 64 bytes, and any bits are bytes.
    unsafe { transmute::<__m512i, Column>(register) }
}

/// Words as a register.
#[inline]
#[target_feature(enable = "avx512f")]
#[expect(unsafe_code, reason = "an array as a vector")]
pub fn of_words(words: [u64; EIGHT]) -> __m512i {
    // SAFETY: both are 64 bytes, and any bits are a vector.
    unsafe { transmute::<[u64; EIGHT], __m512i>(words) }
}

/// A register as words.
#[inline]
#[target_feature(enable = "avx512f")]
#[expect(unsafe_code, reason = "a vector as an array")]
pub fn words(register: __m512i) -> [u64; EIGHT] {
    // SAFETY: both are 64 bytes, and any bits are words.
    unsafe { transmute::<__m512i, [u64; EIGHT]>(register) }
}

/// The bytes that begin at `start`, as many as there are of 64; then come zeros.
#[inline(always)]
#[must_use]
pub fn first_bytes(bytes: &[u8], start: usize) -> Column {
    let rest = bytes.get(start..).unwrap_or_default();
    match rest.first_chunk() {
        Some(first) => *first,
        None => array::from_fn(|number| rest.get(number).copied().unwrap_or(0)),
    }
}

/// The first bytes of all words, then the second ones: 8 x 8 bytes are turned along their diagonal.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
#[must_use]
pub fn turn_bytes(register: __m512i) -> __m512i {
    _mm512_permutexvar_epi8(of_bytes(GATHER), register)
}

/// In every word byte k becomes bit k of the eight bytes, the first byte their highest bits.
#[inline]
#[target_feature(enable = "avx512f,gfni")]
#[must_use]
pub fn turn_bits(register: __m512i) -> __m512i {
    _mm512_gf2p8affine_epi64_epi8::<0>(_mm512_set1_epi64(ONES), register)
}

/// Bytes with a single 1, at the place that each byte of `places` names; 0 where that is 8 to 15, or 128 and more.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
#[must_use]
pub fn ones_at(places: __m512i) -> __m512i {
    _mm512_shuffle_epi8(_mm512_set_epi64(0, ONES, 0, ONES, 0, ONES, 0, ONES), places)
}

/// Word i of row s becomes word s of row i.
#[inline]
#[target_feature(enable = "avx512f")]
#[must_use]
pub fn turn_words(rows: [__m512i; EIGHT]) -> [__m512i; EIGHT] {
    let [a, b, c, d, e, f, g, h] = rows;
    // Pairs of words: the pairs of two rows are next to each other.
    let pairs = [(a, b), (c, d), (e, f), (g, h)];
    let even = pairs.map(|(upper, lower)| _mm512_unpacklo_epi64(upper, lower));
    let odd = pairs.map(|(upper, lower)| _mm512_unpackhi_epi64(upper, lower));
    let [[a, c, e, g], [b, d, f, h]] = [even, odd].map(|[ab, cd, ef, gh]| {
        let first = _mm512_shuffle_i64x2::<0b10_00_10_00>(ab, cd);
        let second = _mm512_shuffle_i64x2::<0b11_01_11_01>(ab, cd);
        let third = _mm512_shuffle_i64x2::<0b10_00_10_00>(ef, gh);
        let fourth = _mm512_shuffle_i64x2::<0b11_01_11_01>(ef, gh);
        [
            _mm512_shuffle_i64x2::<0b10_00_10_00>(first, third),
            _mm512_shuffle_i64x2::<0b10_00_10_00>(second, fourth),
            _mm512_shuffle_i64x2::<0b11_01_11_01>(first, third),
            _mm512_shuffle_i64x2::<0b11_01_11_01>(second, fourth),
        ]
    });
    [a, b, c, d, e, f, g, h]
}
