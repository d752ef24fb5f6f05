//! A log of moves in place of a board: for deals, which reach few places.
//!
//! In an untouched deck place p holds card p, so only the moves must be noted. Fisher–Yates cut short after k
//! swaps is k moves, and each looks through those before it. That takes k^2 / 2 comparisons instead of 2 k writes
//! to places all over the board, of which those to the rest of the deck are never read.

use super::{board::Board, scatter, sweep};
use shuffle_deck::{Aligned, Column, InstructionSet, LANES};
use std::ops::Range;

/// The most moves of a log. More swaps are done on the board, because looking through them would cost more.
pub(super) const MOVES: usize = 32;

/// The noted moves, lane by lane.
#[derive(Clone, Debug)]
pub(super) struct Moves(Box<Aligned<[Move; MOVES]>>);

/// A swap of a fixed place with a rolled one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Move {
    /// The rolled place.
    pub(super) place: Column,
    /// The change of the card there: the new card exclusive-or the old card. So the card at a place is the
    /// exclusive-or of the number of the place and all changes of it, in any order.
    pub(super) change: Column,
}

impl Moves {
    pub(super) fn new() -> Self {
        Self(Box::new(Aligned([Move { place: [0; LANES], change: [0; LANES] }; MOVES])))
    }

    #[inline(always)]
    pub(super) fn all(&mut self) -> &mut [Move; MOVES] {
        &mut self.0.0
    }
}

/// Swaps of a fixed place with a rolled one, where no swap reaches a place that was fixed in an earlier swap.
///
/// The cards at the fixed places lie on the board already. The other places of the board are not filled yet.
#[derive(Clone, Debug)]
pub(super) struct Log {
    /// The fixed place of each swap.
    at: Vec<u8>,
    /// All fixed places lie in here.
    fixed: Range<usize>,
}

impl Log {
    pub(super) fn new() -> Self {
        Self { at: Vec::with_capacity(MOVES), fixed: 0..0 }
    }

    pub(super) fn clear(&mut self) {
        self.at.clear();
        self.fixed = 0..0;
    }

    /// The number of the next move, if a swap of place `at` with one of `range` can be noted.
    ///
    /// Places that were fixed before must not be reached again, so that what was put there stays.
    #[inline]
    pub(super) fn note(&mut self, at: usize, range: &Range<usize>) -> Option<u8> {
        let (moves, fixed) = (self.at.len(), &self.fixed);
        let apart = |other: &Range<usize>| other.end <= fixed.start || fixed.end <= other.start;
        if moves == MOVES || moves > 0 && !(apart(&(at..at + 1)) && apart(range)) {
            return None;
        }
        self.fixed = match moves {
            0 => at..at + 1,
            _ => fixed.start.min(at)..fixed.end.max(at + 1),
        };
        self.at.push(at as u8); // below 256, like all places
        Some(moves as u8) // below 32
    }

    /// Completes the board at the first places.
    pub(super) fn deal(
        &self,
        set: InstructionSet,
        dealt: usize,
        moves: &mut Moves,
        board: &mut Board,
    ) {
        if self.fixed == (0..dealt) && self.at.len() == dealt {
            return; // all of them were fixed
        }
        let moves = &moves.all()[..self.at.len()];
        for (place, column) in (0..=u8::MAX).zip(&mut board.columns()[..dealt]) {
            if !self.at.contains(&place) {
                sweep::look_up(set, moves, place, column);
            }
        }
    }

    /// Turns `board` into the board of `cards` cards after all noted swaps.
    pub(super) fn replay(&self, cards: usize, moves: &mut Moves, board: &mut Board) {
        let fixed: Vec<Column> =
            self.at.iter().map(|&at| board.columns()[usize::from(at)]).collect();
        board.reset(cards);
        for Move { place, change } in &moves.all()[..self.at.len()] {
            scatter::change(board.bytes(), place, change);
        }
        for (&at, taken) in self.at.iter().zip(fixed) {
            board.columns()[usize::from(at)] = taken;
        }
    }
}
