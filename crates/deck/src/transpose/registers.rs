//! Rows into columns and back with instructions of Ice Lake and Zen 4: 64 registers of 64 bytes are turned as 8 x 8
//! squares of 8 x 8 bytes, words first, then the bytes of each square, then words again.

use crate::{Aligned, Column, LANES};
use std::{arch::x86_64::*, array, mem::transmute};

/// Rows of a square, and squares side by side.
const EIGHT: usize = 8;

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

#[inline]
#[target_feature(enable = "avx512f")]
#[expect(unsafe_code, reason = "an array as a vector")]
fn register(bytes: Column) -> __m512i {
    // SAFETY: both are 64 bytes, and any bits are a vector.
    unsafe { transmute::<Column, __m512i>(bytes) }
}

#[inline]
#[target_feature(enable = "avx512f")]
#[expect(unsafe_code, reason = "a vector as an array")]
fn bytes(register: __m512i) -> Column {
    // SAFETY: both are 64 bytes, and any bits are bytes.
    unsafe { transmute::<__m512i, Column>(register) }
}

/// Word i of row s becomes word s of row i.
#[inline]
#[target_feature(enable = "avx512f")]
fn turn_words(rows: [__m512i; EIGHT]) -> [__m512i; EIGHT] {
    let [a, b, c, d, e, f, g, h] = rows;
    // Pairs of words: those of two rows stand side by side.
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

/// Turns 64 registers, of which each is asked for once; the first bytes of these become `columns`.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
fn turn(row: impl Fn(usize) -> Column, columns: &mut [Column]) {
    let gather = register(GATHER);
    let mut squares = [[gather; EIGHT]; EIGHT];
    for (eight, first) in (0..LANES).step_by(EIGHT).enumerate() {
        let mut rows = [gather; EIGHT];
        for (number, register_of_row) in rows.iter_mut().enumerate() {
            *register_of_row = register(row(first + number));
        }
        for (squares, words) in squares.iter_mut().zip(turn_words(rows)) {
            squares[eight] = _mm512_permutexvar_epi8(gather, words);
        }
    }
    for (squares, columns) in squares.iter().zip(columns.chunks_mut(EIGHT)) {
        for (column, words) in columns.iter_mut().zip(turn_words(*squares)) {
            *column = bytes(words);
        }
    }
}

/// The first bytes of up to 64 rows as columns.
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
pub(super) fn to_columns(rows: &[u8], cards: usize, columns: &mut [Column]) {
    let row = |lane: usize| {
        let rest = rows.get(lane * cards..).unwrap_or_default();
        match rest.first_chunk() {
            Some(row) => *row,
            None => array::from_fn(|place| rest.get(place).copied().unwrap_or(0)),
        }
    };
    turn(row, columns);
}

/// Up to 64 columns as rows, as many as there is room for.
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
pub(super) fn to_rows(columns: &[Column], rows: &mut [u8]) {
    let mut turned = Aligned([[0; LANES]; LANES]);
    turn(|place| columns.get(place).copied().unwrap_or([0; LANES]), &mut turned.0);
    let cards = columns.len();
    for (start, row) in (0..rows.len()).step_by(cards).zip(&turned.0) {
        // What is beyond the row is overwritten by the next.
        match rows[start..].first_chunk_mut() {
            Some(wide) => *wide = *row,
            None => rows[start..][..cards].copy_from_slice(&row[..cards]),
        }
    }
}
