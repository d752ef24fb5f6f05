//! Rows into columns and back with instructions of Ice Lake and Zen 4: 64 registers of 64 bytes are turned as 8 x 8
//! squares of 8 x 8 bytes, words first, then the bytes of each square, then words again.

use crate::{
    Column, LANES,
    register::{self, EIGHT, turn_bytes, turn_words},
};
use std::arch::x86_64::*;

/// Eight registers from `first` on, with their words turned, and then the bytes of each square.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
fn squares(row: &impl Fn(usize) -> Column, first: usize) -> [__m512i; EIGHT] {
    let row = |number: usize| register::of_bytes(row(first + number));
    let rows = [row(0), row(1), row(2), row(3), row(4), row(5), row(6), row(7)];
    let [a, b, c, d, e, f, g, h] = turn_words(rows);
    [
        turn_bytes(a),
        turn_bytes(b),
        turn_bytes(c),
        turn_bytes(d),
        turn_bytes(e),
        turn_bytes(f),
        turn_bytes(g),
        turn_bytes(h),
    ]
}

/// Turns 64 registers, of which each is asked for once; of what they become the first `columns` are written, in their order.
///
/// All is spelled out, so that no memory is cleared before it is written.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
fn turn(row: impl Fn(usize) -> Column, columns: usize, mut write: impl FnMut(usize, Column)) {
    let eight = |number: usize| squares(&row, number * EIGHT);
    let eights = [eight(0), eight(1), eight(2), eight(3), eight(4), eight(5), eight(6), eight(7)];
    for (number, first) in (0..columns).step_by(EIGHT).enumerate() {
        let [a, b, c, d, e, f, g, h] = &eights;
        let [a, b, c, d] = [a[number], b[number], c[number], d[number]];
        let [e, f, g, h] = [e[number], f[number], g[number], h[number]];
        for (column, words) in (first..columns).zip(turn_words([a, b, c, d, e, f, g, h])) {
            write(column, register::bytes(words));
        }
    }
}

/// The first bytes of up to 64 rows as columns.
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
pub(super) fn to_columns(rows: &[u8], cards: usize, columns: &mut [Column]) {
    let row = |lane: usize| register::first_bytes(rows, lane * cards);
    turn(row, columns.len(), |place, column| columns[place] = column);
}

/// Up to 64 columns as rows, as many as there is room for.
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
pub(super) fn to_rows(columns: &[Column], rows: &mut [u8]) {
    let cards = columns.len();
    let column = |place: usize| columns.get(place).copied().unwrap_or([0; LANES]);
    turn(column, rows.len() / cards, |lane, row| {
        let rest = &mut rows[lane * cards..];
        // The next row overwrites everything beyond this row.
        match rest.first_chunk_mut() {
            Some(wide) => *wide = row,
            None => rest[..cards].copy_from_slice(&row[..cards]),
        }
    });
}
