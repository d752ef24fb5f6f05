//! Columns: 64 decks side by side. Column p holds the card at place p of every deck, a byte each.

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
        let columns = &mut self.0.0[..cards.next_multiple_of(OCTET)];
        for (place, column) in columns.iter_mut().enumerate() {
            column.fill(place as u8); // below 256, like all places
        }
    }

    pub(super) fn columns(&mut self) -> &mut [Column; PLACES] {
        &mut self.0.0
    }

    /// Some octets, and the place at which they start.
    pub(super) fn octets(&mut self, octets: Range<usize>) -> (&mut [[Column; OCTET]], u8) {
        let first = (octets.start * OCTET) as u8; // below 256, like all places
        (&mut self.0.0.as_chunks_mut().0[octets], first)
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

/// Turns columns, of which there is one for each card of a row, into rows, as many as `rows` has room for.
///
/// # Panics
///
/// If there are no columns, or more rows than lanes.
pub(super) fn transpose(columns: &[u8], rows: &mut [u8]) {
    let columns = columns.as_chunks::<LANES>().0;
    let cards = columns.len();
    assert!(rows.len() <= LANES * cards, "more rows than lanes");
    let mut place = 0;
    while place < cards {
        if let Some(octet) = columns[place..].first_chunk::<OCTET>() {
            spread(octet, rows, cards, place);
            place += OCTET;
        } else if let Some(octet) = columns.last_chunk::<OCTET>() {
            spread(octet, rows, cards, cards - OCTET);
            break;
        } else {
            for (row, lane) in rows.chunks_exact_mut(cards).zip(0..) {
                for (card, column) in row.iter_mut().zip(columns) {
                    *card = column[lane];
                }
            }
            break;
        }
    }
}

/// Writes the bytes of eight columns to every row, at `place`.
fn spread(octet: &[Column; OCTET], rows: &mut [u8], cards: usize, place: usize) {
    let mut eights = Aligned([[0; LANES / 8]; OCTET]);
    for (eight, column) in eights.0.iter_mut().zip(octet) {
        for (word, bytes) in eight.iter_mut().zip(column.as_chunks().0) {
            *word = u64::from_le_bytes(*bytes);
        }
    }
    turn(&mut eights.0);
    for (row, lane) in rows.chunks_exact_mut(cards).zip(0..) {
        row[place..place + OCTET].copy_from_slice(&eights.0[lane % 8][lane / 8].to_le_bytes());
    }
}

/// Transposes eight squares of 8 x 8 bytes: row r of square s is word s of array r.
///
/// Squares of 4, then 2, then 1 byte change places with those across the diagonal (Warren, Hacker's Delight,
/// 2nd edition, section 7-3).
fn turn(squares: &mut [[u64; LANES / 8]; OCTET]) {
    const STEPS: [(usize, u64); 3] =
        [(4, 0x0000_0000_ffff_ffff), (2, 0x0000_ffff_0000_ffff), (1, 0x00ff_00ff_00ff_00ff)];
    for (step, mask) in STEPS {
        for row in (0..OCTET).filter(|row| row & step == 0) {
            for square in 0..LANES / 8 {
                let (upper, lower) = (squares[row][square], squares[row + step][square]);
                let change = (upper >> (8 * step) ^ lower) & mask;
                squares[row][square] = upper ^ change << (8 * step);
                squares[row + step][square] = lower ^ change;
            }
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
                transpose(&columns, &mut rows);
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
