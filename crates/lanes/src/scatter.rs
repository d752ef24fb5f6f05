//! Scattered access: lane by lane, one byte at a place of its own. The cost does not grow with the deck.
//!
//! No lane waits for another, so the processor does many at once. A byte that names a place is always within
//! the board, so that nothing needs to be checked. None of these is inlined, so that the compiler knows that
//! what they are given does not overlap.

use crate::board::{BYTES, PLACES};
use shuffle_deck::{Column, LANES};

/// The index of the byte of this lane at this place.
#[inline(always)]
fn index(place: u8, lane: usize) -> usize {
    usize::from(place) * LANES + lane
}

/// Puts eight bytes together, so that they are written at once.
#[inline(always)]
fn eight(of: impl FnMut(usize) -> u8) -> [u8; 8] {
    let word = (0..8).map(of).zip(0..).fold(0, |word, (byte, k)| word | u64::from(byte) << (8 * k));
    word.to_le_bytes()
}

/// The first lanes of each eight.
fn eights() -> impl Iterator<Item = usize> {
    (0..LANES).step_by(8)
}

/// Swaps the place `at`, the same in all lanes, with a place of each lane.
#[inline(never)]
pub fn exchange(board: &mut [u8; BYTES], at: u8, with: &Column) {
    for first in eights() {
        let there = eight(|k| {
            let (a, b) = (index(at, first + k), index(with[first + k], first + k));
            let card = board[b];
            board[b] = board[a];
            card
        });
        board[index(at, first)..][..8].copy_from_slice(&there);
    }
}

/// Swaps two places of each lane.
#[inline(never)]
pub fn exchange_both(board: &mut [u8; BYTES], a: &Column, b: &Column) {
    for lane in 0..LANES {
        let (a, b) = (index(a[lane], lane), index(b[lane], lane));
        let (of_a, of_b) = (board[a], board[b]);
        board[a] = of_b;
        board[b] = of_a;
    }
}

/// Swaps two places of each lane, and updates `places`, the place of each card.
///
/// With the two boards in each other's place it swaps two cards: they are the places of the inverse deck.
#[inline(never)]
pub fn exchange_tracked(cards: &mut [u8; BYTES], places: &mut [u8; BYTES], a: &Column, b: &Column) {
    for lane in 0..LANES {
        let (a, b) = (a[lane], b[lane]);
        let (of_a, of_b) = (cards[index(a, lane)], cards[index(b, lane)]);
        cards[index(a, lane)] = of_b;
        cards[index(b, lane)] = of_a;
        places[index(of_b, lane)] = a;
        places[index(of_a, lane)] = b;
    }
}

/// Reads the byte at a place of each lane.
#[inline(never)]
pub fn pick(board: &[u8; BYTES], at: &Column, got: &mut Column) {
    for first in eights() {
        let bytes = eight(|k| board[index(at[first + k], first + k)]);
        got[first..first + 8].copy_from_slice(&bytes);
    }
}

/// Puts a byte to a place of each lane.
#[inline(never)]
pub fn put(board: &mut [u8; BYTES], at: &Column, bytes: &Column) {
    for lane in 0..LANES {
        board[index(at[lane], lane)] = bytes[lane];
    }
}

/// Writes the place of each card to `places`.
#[inline(never)]
pub fn invert(cards: &[Column], places: &mut [u8; BYTES]) {
    for (column, place) in cards.iter().zip(0..=u8::MAX) {
        put(places, column, &[place; LANES]);
    }
}

const _: () = assert!(PLACES == u8::MAX as usize + 1, "a byte cannot name a place off the board");
