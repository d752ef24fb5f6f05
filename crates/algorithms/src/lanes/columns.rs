//! Columns: 64 decks side by side. Column p holds the card at place p of every deck, a byte each.

use super::instruction_set::{InstructionSet, on_every_set};
use std::ops::Range;

/// How many decks lie side by side.
pub const LANES: usize = 64;

/// One byte of every deck: a card, a place, or what was rolled.
pub(super) type Column = [u8; LANES];

/// As many places as a byte can name.
pub(super) const PLACES: usize = 256;

/// So many columns are swept in one step.
pub(super) const OCTET: usize = 8;

/// As many bytes as [`PLACES`] columns have.
pub(super) const BYTES: usize = LANES * PLACES;

/// What is in it starts at a multiple of 64 bytes, so that no column lies across two cache lines.
#[derive(Clone, Debug)]
#[repr(C, align(64))]
pub(super) struct Aligned<T>(pub(super) T);

/// 64 decks of up to 256 places.
///
/// Of n places, the columns up to the next multiple of [`OCTET`] belong to the board, too: column p of
/// these holds p, which is no card of the deck, and no roll ever reaches it.
#[derive(Clone, Debug)]
pub(super) struct Board(Box<Aligned<[Column; PLACES]>>);

impl Board {
    pub(super) fn new() -> Self {
        Self(Box::new(Aligned([[0; LANES]; PLACES])))
    }

    /// Lays the untouched deck of so many cards into every lane.
    pub(super) fn reset(&mut self, cards: usize) {
        let columns = ..cards.next_multiple_of(OCTET);
        self.0.0[columns].copy_from_slice(&SAME.0[columns]);
    }

    pub(super) fn columns(&mut self) -> &mut [Column; PLACES] {
        &mut self.0.0
    }

    /// All bytes: that of lane l at place p is number `p * LANES + l`.
    pub(super) fn bytes(&mut self) -> &mut [u8; BYTES] {
        self.0.0.as_flattened_mut().first_chunk_mut().expect("so many bytes has a board")
    }

    /// The first columns, one after the other.
    pub(super) fn first(&self, columns: usize) -> &[u8] {
        self.0.0[..columns].as_flattened()
    }
}

/// Which octets the places of a range are in.
#[inline(always)]
pub(super) fn octets(range: &Range<usize>) -> Range<usize> {
    range.start / OCTET..range.end.div_ceil(OCTET)
}

/// The same number in every lane, for all numbers.
pub(super) static SAME: Aligned<[Column; PLACES]> = {
    let mut columns = [[0; LANES]; PLACES];
    let mut number = 0;
    while number < PLACES {
        columns[number] = [number as u8; LANES];
        number += 1;
    }
    Aligned(columns)
};

/// Turns columns, of which there is one for each card of a row, into rows, as many as `rows` has room for.
///
/// # Panics
///
/// If there are no columns, or more rows than lanes.
pub(super) fn transpose(set: InstructionSet, columns: &[u8], rows: &mut [u8]) {
    let columns = columns.as_chunks().0;
    assert!(rows.len() <= LANES * columns.len(), "more rows than lanes");
    match columns.last_chunk() {
        Some(last) => {
            for (octet, place) in columns.as_chunks().0.iter().zip((0..).step_by(OCTET)) {
                spread(set, octet, rows, columns.len(), place);
            }
            if !columns.len().is_multiple_of(OCTET) {
                spread(set, last, rows, columns.len(), columns.len() - OCTET);
            }
        }
        None => {
            let mut octet = [[0; LANES]; OCTET];
            octet[..columns.len()].copy_from_slice(columns);
            spread(set, &octet, rows, columns.len(), 0);
        }
    }
}

on_every_set! {
    /// Writes the bytes of eight columns to every row, at `place`. A row has so many `cards`; of fewer than eight,
    /// only so many columns count.
    fn spread(octet: &[Column; OCTET], rows: &mut [u8], cards: usize, place: usize) {
        let mut squares = Aligned([[0; LANES / OCTET]; OCTET]);
        for (square, column) in squares.0.iter_mut().zip(octet) {
            for (word, bytes) in square.iter_mut().zip(column.as_chunks().0) {
                *word = u64::from_le_bytes(*bytes);
            }
        }
        turn::<4>(&mut squares.0, 0x0000_0000_ffff_ffff);
        turn::<2>(&mut squares.0, 0x0000_ffff_0000_ffff);
        turn::<1>(&mut squares.0, 0x00ff_00ff_00ff_00ff);
        let words = (0..LANES).map(|lane| squares.0[lane % OCTET][lane / OCTET].to_le_bytes());
        if cards >= OCTET {
            for (row, bytes) in rows.chunks_exact_mut(cards).zip(words) {
                row[place..place + OCTET].copy_from_slice(&bytes);
            }
        } else {
            // What goes beyond a short row is overwritten by the next.
            for (start, bytes) in (0..rows.len()).step_by(cards).zip(words) {
                match rows[start..].first_chunk_mut() {
                    Some(row) => *row = bytes,
                    None => rows[start..][..cards].copy_from_slice(&bytes[..cards]),
                }
            }
        }
    }
}

/// In each of eight squares of 8 x 8 bytes, parts of `STEP` x `STEP` bytes change places across the diagonal.
///
/// Row r of square s is word s of array r. Steps 4, 2, 1 make a transpose (Warren, Hacker's Delight, 2nd
/// edition, section 7-3).
#[inline(always)]
fn turn<const STEP: usize>(squares: &mut [[u64; LANES / OCTET]; OCTET], mask: u64) {
    for part in 0..OCTET / 2 {
        let upper = part / STEP * 2 * STEP + part % STEP;
        let (above, below) = squares.split_at_mut(upper + STEP);
        let (above, below) = (&mut above[upper], &mut below[0]);
        for (upper, lower) in above.iter_mut().zip(below) {
            let change = (*upper >> (8 * STEP) ^ *lower) & mask;
            *upper ^= change << (8 * STEP);
            *lower ^= change;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_the_columns_lane_by_lane() {
        for cards in (1..=40).chain([52, 64, 255, 256]) {
            for lanes in [0, 1, 8, 63, 64] {
                let columns: Vec<u8> =
                    (0..cards * LANES).map(|i| (i * i / 7 + 3 * i) as u8).collect();
                let mut rows = vec![0xee; cards * lanes];
                transpose(InstructionSet::detect(), &columns, &mut rows);
                for (row, lane) in rows.chunks(cards).zip(0..) {
                    let of_lane = columns.iter().skip(lane).step_by(LANES);
                    assert!(row.iter().eq(of_lane), "lane {lane} of {cards} cards");
                }
            }
        }
    }

    #[test]
    fn a_board_is_aligned_and_reset_to_the_identity() {
        let mut board = Board::new();
        board.columns().fill([0xaa; LANES]);
        board.reset(10);
        assert!(board.first(1).as_ptr().addr().is_multiple_of(64));
        for place in 0..16 {
            assert_eq!(board.columns()[place], [place as u8; LANES]);
        }
        assert_eq!(board.columns()[16], [0xaa; LANES]);
    }
}
