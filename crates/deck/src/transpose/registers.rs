//! Rows into columns and back with instructions of Ice Lake and Zen 4: 64 registers of 64 bytes are turned as 8 x 8
//! squares of 8 x 8 bytes, words first, then the bytes of each square, then words again.

use crate::{
    Aligned, Column, LANES,
    register::{self, EIGHT, turn_bytes},
};
use std::arch::x86_64::*;

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
    let none = _mm512_setzero_si512();
    let mut squares = [[none; EIGHT]; EIGHT];
    for (eight, first) in (0..LANES).step_by(EIGHT).enumerate() {
        let mut rows = [none; EIGHT];
        for (number, register) in rows.iter_mut().enumerate() {
            *register = register::of_bytes(row(first + number));
        }
        for (squares, words) in squares.iter_mut().zip(turn_words(rows)) {
            squares[eight] = turn_bytes(words);
        }
    }
    for (squares, columns) in squares.iter().zip(columns.chunks_mut(EIGHT)) {
        for (column, words) in columns.iter_mut().zip(turn_words(*squares)) {
            *column = register::bytes(words);
        }
    }
}

/// The first bytes of up to 64 rows as columns.
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
pub(super) fn to_columns(rows: &[u8], cards: usize, columns: &mut [Column]) {
    turn(|lane| register::first_bytes(rows, lane * cards), columns);
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
