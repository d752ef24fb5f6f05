//! A log of moves in place of a board: for deals, which reach few places.
//!
//! Of an untouched deck, place p holds card p, so only what was moved must be noted. Fisher–Yates cut short
//! after k swaps is k moves, and each looks through those before it: k^2 / 2 comparisons instead of 2 k writes
//! to places all over the board, of which those to the rest of the deck are never read.

use super::{board::Board, scatter, sweep};
use shuffle_columns::{Column, InstructionSet, LANES};
use std::ops::Range;

/// More swaps than that are done on the board: looking through them costs more.
pub(super) const MOVES: usize = 32;

/// Swaps of a fixed place with a rolled one, in which no fixed place came up before.
#[derive(Clone, Debug)]
pub(super) struct Log {
    /// The fixed place of each swap.
    at: Vec<u8>,
    /// All fixed places lie in here.
    fixed: Range<usize>,
    /// What was put there.
    taken: Box<[Column; MOVES]>,
    /// The rolled place of each swap.
    places: Box<[Column; MOVES]>,
    /// How the card there changed: what was put there, exclusive-or what was there before. So the card at a
    /// place is the exclusive-or of its number and all changes of it, in any order.
    changes: Box<[Column; MOVES]>,
}

impl Log {
    pub(super) fn new() -> Self {
        let [taken, places, changes] = [(); 3].map(|()| Box::new([[0; LANES]; MOVES]));
        Self { at: Vec::with_capacity(MOVES), fixed: 0..0, taken, places, changes }
    }

    pub(super) fn clear(&mut self) {
        self.at.clear();
    }

    /// Whether a swap of place `at` with one of `range` can be noted.
    ///
    /// Places that were fixed before must not be reached again, so that what was put there stays.
    pub(super) fn takes(&self, at: usize, range: &Range<usize>) -> bool {
        let apart =
            |other: &Range<usize>| other.end <= self.fixed.start || self.fixed.end <= other.start;
        self.at.is_empty() || self.at.len() < MOVES && apart(&(at..at + 1)) && apart(range)
    }

    /// Notes a swap that it [takes](Self::takes).
    pub(super) fn swap(&mut self, set: InstructionSet, at: usize, rolled: &Column) {
        let moves = self.at.len();
        self.fixed = match moves {
            0 => at..at + 1,
            _ => self.fixed.start.min(at)..self.fixed.end.max(at + 1),
        };
        let at = at as u8; // below 256, like all places
        let taken = &mut self.taken[moves];
        sweep::note(set, &mut self.places, &mut self.changes, moves, at, rolled, taken);
        self.at.push(at);
    }

    /// Writes what lies at the first places to the board, and nothing else.
    pub(super) fn deal(&self, set: InstructionSet, dealt: usize, board: &mut Board) {
        let moves = self.at.len();
        let (places, changes) = (&self.places[..moves], &self.changes[..moves]);
        for (place, column) in (0..=u8::MAX).zip(&mut board.columns()[..dealt]) {
            match self.at.iter().position(|&at| at == place) {
                Some(swap) => *column = self.taken[swap],
                None => sweep::look_up(set, places, changes, place, column),
            }
        }
    }

    /// Does to an untouched board what was noted.
    pub(super) fn replay(&self, board: &mut Board) {
        for (swap, &at) in self.at.iter().enumerate() {
            scatter::change(board.bytes(), &self.places[swap], &self.changes[swap]);
            board.columns()[usize::from(at)] = self.taken[swap];
        }
    }
}
