//! Rows into columns and columns into rows.
//!
//! Eight columns of 64 bytes are eight squares of 8 x 8 bytes side by side, and each square is turned in three
//! steps of masks and shifts (Warren, Hacker's Delight, 2nd edition, section 7-3).

#[cfg(target_arch = "x86_64")]
mod registers;

#[cfg(target_arch = "x86_64")]
use crate::instruction_set::Level;
use crate::{Aligned, Column, LANES, instruction_set::InstructionSet, on_every_set};
use std::hint::black_box;

/// From this many columns on, columns are transposed in registers, where there are instructions for it.
#[cfg(target_arch = "x86_64")]
const FEWEST_IN_REGISTERS: usize = 17;

/// The number of columns turned at a time.
const OCTET: usize = 8;

/// The number of groups of eight columns that are made together.
const TOGETHER: usize = 7;

/// Eight squares of 8 x 8 bytes: row r of square s is word s of array r.
type Squares = [[u64; LANES / OCTET]; OCTET];

/// Turns columns, one for each card of a row, into rows, as many as `rows` has room for.
///
/// # Panics
///
/// If there are no columns, more rows than lanes, or a part of a row.
///
/// ```
/// use shuffle_deck::{InstructionSet, LANES, to_rows};
///
/// let columns = [[7; LANES], [8; LANES], [9; LANES]];
/// let mut rows = [0; 6];
/// to_rows(InstructionSet::detect(), &columns, &mut rows);
/// assert_eq!(rows, [7, 8, 9, 7, 8, 9]);
/// ```
pub fn to_rows(set: InstructionSet, columns: &[Column], rows: &mut [u8]) {
    let cards = columns.len();
    assert!(cards > 0 && rows.len() <= LANES * cards, "more rows than lanes");
    assert!(rows.len().is_multiple_of(cards), "whole rows");
    #[cfg(target_arch = "x86_64")]
    if set.level() == Level::IceLake && (FEWEST_IN_REGISTERS..=LANES).contains(&cards) {
        // SAFETY: an `InstructionSet` of this level exists only if all its instructions were detected.
        #[expect(unsafe_code, reason = "a call into code for instructions that were detected")]
        return unsafe { registers::to_rows(columns, rows) };
    }
    match columns.last_chunk() {
        Some(last) => {
            for (octet, place) in columns.as_chunks().0.iter().zip((0..).step_by(OCTET)) {
                spread(set, octet, rows, cards, place);
            }
            if !cards.is_multiple_of(OCTET) {
                spread(set, last, rows, cards, cards - OCTET);
            }
        }
        None => {
            let mut octet = [[0; LANES]; OCTET];
            octet[..cards].copy_from_slice(columns);
            spread(set, &octet, rows, cards, 0);
        }
    }
}

/// Turns up to 64 rows into columns, one for each card of a row. Lanes without a row become 0.
///
/// # Panics
///
/// If there are no columns, more rows than lanes, or a part of a row.
///
/// ```
/// use shuffle_deck::{InstructionSet, LANES, to_columns};
///
/// let mut columns = [[1; LANES]; 3];
/// to_columns(InstructionSet::detect(), &[7, 8, 9, 10, 11, 12], &mut columns);
/// assert_eq!(columns[2][..3], [9, 12, 0]);
/// ```
pub fn to_columns(set: InstructionSet, rows: &[u8], columns: &mut [Column]) {
    to_columns_of(set, rows, columns.len(), columns);
}

/// Turns the first bytes of up to 64 rows of `cards` bytes into columns, as many as there are. Lanes without a row become 0.
///
/// # Panics
///
/// If there are no columns, more than a row has bytes, more rows than lanes, or a part of a row.
pub fn to_columns_of(set: InstructionSet, rows: &[u8], cards: usize, columns: &mut [Column]) {
    let width = columns.len();
    assert!((1..=cards).contains(&width), "a column for each of the first bytes");
    assert!(rows.len() <= LANES * cards, "more rows than lanes");
    assert!(rows.len().is_multiple_of(cards), "whole rows");
    #[cfg(target_arch = "x86_64")]
    if set.level() == Level::IceLake && (FEWEST_IN_REGISTERS..=LANES).contains(&width) {
        // SAFETY: an `InstructionSet` of this level exists only if all its instructions were detected.
        #[expect(unsafe_code, reason = "a call into code for instructions that were detected")]
        return unsafe { registers::to_columns(rows, cards, columns) };
    }
    if width < OCTET {
        let mut square = [[[0; LANES / OCTET]; OCTET]];
        for (lane, row) in rows.chunks_exact(cards).enumerate() {
            let word = row[..width].iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte));
            square[0][lane % OCTET][lane / OCTET] = word;
        }
        let mut octet = [[0; LANES]; OCTET];
        turn_squares(set, &mut square, &mut octet);
        columns.copy_from_slice(&octet[..width]);
        return;
    }
    for (columns, place) in
        columns.chunks_mut(TOGETHER * OCTET).zip((0..).step_by(TOGETHER * OCTET))
    {
        // Fewer than eight columns at the end are turned with some before them, once more.
        let octets = columns.len() / OCTET;
        let mut squares = [[[0; LANES / OCTET]; OCTET]; TOGETHER];
        gather(rows, cards, place, &mut squares[..octets]);
        turn_squares(set, &mut squares[..octets], columns);
    }
    if let Some(last) = columns.last_chunk_mut::<OCTET>()
        && !width.is_multiple_of(OCTET)
    {
        let mut square = [[[0; LANES / OCTET]; OCTET]];
        gather(rows, cards, width - OCTET, &mut square);
        turn_squares(set, &mut square, last);
    }
}

/// Reads eights of bytes of every row, from `place` on, into a square each.
///
/// All bytes that are turned together are read first, because a wide read of bytes that were just written in narrow
/// pieces takes longer than the turn itself.
fn gather(rows: &[u8], cards: usize, place: usize, squares: &mut [Squares]) {
    for (lane, row) in rows.chunks_exact(cards).enumerate() {
        for (square, bytes) in squares.iter_mut().zip(row[place..].as_chunks().0) {
            square[lane % OCTET][lane / OCTET] = u64::from_le_bytes(*bytes);
        }
    }
}

on_every_set! {
    /// Writes the bytes of eight columns to every row, at `place`. A row has `cards` cards; if these are fewer than
    /// eight, only the first `cards` columns count.
    fn spread(octet: &[Column; OCTET], rows: &mut [u8], cards: usize, place: usize) {
        let mut squares = Aligned([[0; LANES / OCTET]; OCTET]);
        for (square, column) in squares.0.iter_mut().zip(octet) {
            for (word, bytes) in square.iter_mut().zip(column.as_chunks().0) {
                *word = u64::from_le_bytes(*bytes);
            }
        }
        turn_all(&mut squares.0);
        let words = (0..LANES).map(|lane| squares.0[lane % OCTET][lane / OCTET].to_le_bytes());
        if cards >= OCTET {
            for (row, bytes) in rows.chunks_exact_mut(cards).zip(words) {
                row[place..place + OCTET].copy_from_slice(&bytes);
            }
        } else {
            // The bytes beyond the end of a short row are overwritten by the next row.
            for (start, bytes) in (0..rows.len()).step_by(cards).zip(words) {
                match rows[start..].first_chunk_mut() {
                    Some(row) => *row = bytes,
                    None => rows[start..][..cards].copy_from_slice(&bytes[..cards]),
                }
            }
        }
    }

    /// Turns squares into eight columns each.
    fn turn_squares(squares: &mut [Squares], columns: &mut [Column]) {
        for (squares, octet) in squares.iter_mut().zip(columns.as_chunks_mut::<OCTET>().0) {
            turn_all(squares);
            for (square, column) in squares.iter().zip(octet) {
                for (word, bytes) in square.iter().zip(column.as_chunks_mut().0) {
                    *bytes = word.to_le_bytes();
                }
            }
        }
    }
}

/// Turns each square along its diagonal.
#[inline(always)]
fn turn_all(squares: &mut Squares) {
    // Compilers that know how short the loops are unroll them, and make worse vectors of what is left.
    let words = black_box(LANES / OCTET);
    turn::<4>(squares, words, 0x0000_0000_ffff_ffff);
    turn::<2>(squares, words, 0x0000_ffff_0000_ffff);
    turn::<1>(squares, words, 0x00ff_00ff_00ff_00ff);
}

/// In each square, parts of `STEP` x `STEP` bytes change places across the diagonal.
#[inline(always)]
fn turn<const STEP: usize>(squares: &mut Squares, words: usize, mask: u64) {
    for part in 0..OCTET / 2 {
        let upper = part / STEP * 2 * STEP + part % STEP;
        let (above, below) = squares.split_at_mut(upper + STEP);
        let (above, below) = (&mut above[upper], &mut below[0]);
        for (upper, lower) in above.iter_mut().zip(below).take(words) {
            let change = (*upper >> (8 * STEP) ^ *lower) & mask;
            *upper ^= change << (8 * STEP);
            *lower ^= change;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        // Miri takes seconds for each.
        #![proptest_config(ProptestConfig::with_cases(if cfg!(miri) { 4 } else { 256 }))]

        #[test]
        fn rows_are_the_columns_lane_by_lane(cards in 1..80_usize, lanes in 0..=LANES, salt: u8) {
            for set in InstructionSet::available() {
                let byte = |place: usize, lane: usize| (place * place * 7 + lane * 3) as u8 ^ salt;
                let columns: Vec<Column> = (0..cards)
                    .map(|place| std::array::from_fn(|lane| byte(place, lane)))
                    .collect();
                let mut rows = vec![0xee; cards * lanes];
                to_rows(set, &columns, &mut rows);
                for (lane, row) in rows.chunks(cards).enumerate() {
                    prop_assert!(row.iter().enumerate().all(|(place, &card)| card == byte(place, lane)));
                }
                let mut again = vec![[0xdd; LANES]; cards];
                to_columns(set, &rows, &mut again);
                for (place, (again, column)) in again.iter().zip(&columns).enumerate() {
                    prop_assert_eq!(&again[..lanes], &column[..lanes], "place {} of {}", place, set);
                    prop_assert!(again[lanes..].iter().all(|&byte| byte == 0), "{}", set);
                }
                let mut first = vec![[0xcc; LANES]; cards.div_ceil(3)];
                to_columns_of(set, &rows, cards, &mut first);
                prop_assert_eq!(&first, &again[..first.len()], "the first of {}", set);
            }
        }
    }
}
