//! The board: columns for up to 256 places.

use shuffle_deck::{Aligned, Column, LANES};
use std::ops::Range;

/// The most places of a board: as many as a byte can name.
pub const PLACES: usize = 256;

/// The number of columns swept in one step.
pub const OCTET: usize = 8;

/// The number of columns in the step for the rest of a range, if that is enough.
pub const HALF: usize = 4;

/// The number of bytes of [`PLACES`] columns.
pub const BYTES: usize = LANES * PLACES;

/// 64 decks of up to 256 places.
///
/// With n places, the columns up to the next multiple of [`OCTET`] belong to the board, too: such a column p
/// holds p, which is not a card of the deck, and no roll ever reaches it.
#[derive(Clone, Debug)]
pub struct Board(Box<Aligned<[Column; PLACES]>>);

/// A board that is made when it is first needed: a chain needs none, and its decks take less time than a board to make.
#[derive(Clone, Debug, Default)]
pub struct LazyBoard(Option<Board>);

impl LazyBoard {
    /// The board, made when it is first asked for.
    #[inline(always)]
    pub fn get(&mut self) -> &mut Board {
        self.0.get_or_insert_with(Board::new)
    }
}

impl Board {
    fn new() -> Self {
        Self(Box::new(Aligned([[0; LANES]; PLACES])))
    }

    /// Lays the untouched deck of `cards` cards into every lane.
    ///
    /// Column by column, so that the compiler writes each with the same width as it is read later.
    #[inline(always)]
    pub fn reset(&mut self, cards: usize) {
        let columns = ..cards.next_multiple_of(OCTET);
        for (column, same) in self.0.0[columns].iter_mut().zip(&SAME.0[columns]) {
            *column = *same;
        }
    }

    /// One column a place.
    #[inline(always)]
    pub fn columns(&mut self) -> &mut [Column; PLACES] {
        &mut self.0.0
    }

    /// All bytes: lane l at place p is byte `p * LANES + l`.
    #[inline(always)]
    #[expect(clippy::missing_panics_doc, reason = "a board has this many bytes")]
    pub fn bytes(&mut self) -> &mut [u8; BYTES] {
        self.0.0.as_flattened_mut().first_chunk_mut().expect("a board has this many bytes")
    }

    /// The first columns, one after the other.
    pub fn first(&self, columns: usize) -> &[Column] {
        &self.0.0[..columns]
    }
}

/// The octets that contain the places of a range.
#[inline(always)]
pub fn octets(range: &Range<usize>) -> Range<usize> {
    range.start / OCTET..range.end.div_ceil(OCTET)
}

/// The same number in every lane, for all numbers.
pub static SAME: Aligned<[Column; PLACES]> = {
    let mut columns = [[0; LANES]; PLACES];
    let mut number = 0;
    while number < PLACES {
        columns[number] = [number as u8; LANES];
        number += 1;
    }
    Aligned(columns)
};

#[cfg(test)]
mod tests {
    use super::*;

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
