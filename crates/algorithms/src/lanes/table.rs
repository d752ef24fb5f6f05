//! The table with 64 decks, where a roll is a vector of numbers, one a deck.

use super::{
    columns::{Aligned, Board, Column, LANES, OCTET},
    generator::LaneGenerator,
    instruction_set::{InstructionSet, Level},
    log::{Log, MOVES},
    scatter, sweep,
};
use crate::{At, Program, Size, Table, generator::Seed};
use std::ops::Range;

/// What was rolled in every lane: the slot that holds it, and the range that it is in.
#[derive(Debug)]
pub(super) struct LaneRoll {
    slot: usize,
    range: Range<usize>,
}

/// 64 decks and the lane generator.
#[derive(Clone, Debug)]
pub(super) struct LaneTable {
    set: InstructionSet,
    generator: LaneGenerator,
    cards: usize,
    /// Which card lies where, unless the log is in use.
    board: Board,
    /// Where each card lies, while it is tracked.
    places: Board,
    state: State,
    log: Log,
    /// The log once ran full, so that another group does not try it again.
    spilled: bool,
    /// Rolls, and which of them are spent.
    slots: Vec<Aligned<Column>>,
    spent: Vec<usize>,
    held: Aligned<Column>,
    got: Aligned<Column>,
}

/// Where the truth about the decks is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// In the log; the board holds nothing.
    Logged,
    /// On the board.
    Plain,
    /// On the board, and its inverse in `places`.
    Tracked,
}

/// Up to how many octets a sweep costs less than scattered access, as `benches/lanes.rs` measured.
fn octets_to_sweep(set: InstructionSet) -> usize {
    match set.level() {
        Level::Portable => 1,
        Level::Avx2 => 5,
        Level::Avx512 => 6,
    }
}

/// The same for swaps of two rolled places, which take three sweeps.
fn octets_to_sweep_thrice(set: InstructionSet) -> usize {
    match set.level() {
        Level::Portable => 0,
        Level::Avx2 | Level::Avx512 => 2,
    }
}

/// The same for programs by value: sweeps over the whole deck, or a note of where each card lies.
fn octets_to_search(set: InstructionSet) -> usize {
    match set.level() {
        Level::Portable => 2,
        Level::Avx2 => 7,
        Level::Avx512 => 9,
    }
}

impl LaneTable {
    pub(super) fn new(seed: &Seed, set: InstructionSet) -> Self {
        Self {
            set,
            generator: LaneGenerator::new(seed),
            cards: 0,
            board: Board::new(),
            places: Board::new(),
            state: State::Plain,
            log: Log::new(),
            spilled: false,
            slots: Vec::new(),
            spent: Vec::new(),
            held: Aligned([0; LANES]),
            got: Aligned([0; LANES]),
        }
    }

    /// Lays down 64 untouched decks.
    pub(super) fn start(&mut self, size: Size, by_value: bool) {
        self.cards = size.cards();
        self.spent.clear();
        self.spent.extend(0..self.slots.len());
        self.log.clear();
        let octets = self.cards.div_ceil(OCTET);
        self.state = if by_value && octets > octets_to_search(self.set) {
            State::Tracked
        } else if by_value || size.is_whole() || size.dealt() > MOVES || self.spilled {
            State::Plain
        } else {
            State::Logged
        };
        if self.state != State::Logged {
            self.board.reset(self.cards);
        }
        if self.state == State::Tracked {
            self.places.reset(self.cards);
        }
    }

    /// The columns of the first cards.
    pub(super) fn dealt(&mut self, dealt: usize) -> &[u8] {
        if self.state == State::Logged {
            self.log.deal(self.set, dealt, &mut self.board);
        }
        self.board.first(dealt)
    }

    /// Plays the program on 64 untouched decks.
    pub(super) fn play<P: Program>(&mut self, program: &P, size: Size, passes: u32) {
        self.start(size, P::BY_VALUE);
        (0..passes).for_each(|_| program.run(size, self));
    }

    /// What was rolled, lane by lane.
    #[cfg(test)]
    pub(super) fn values(&self, roll: &LaneRoll) -> &Column {
        &self.slots[roll.slot].0
    }

    /// Leaves the log for the board.
    fn lay_out(&mut self) {
        if self.state == State::Logged {
            self.board.reset(self.cards);
            self.log.replay(&mut self.board);
            (self.state, self.spilled) = (State::Plain, true);
        }
    }

    fn new_slot(&mut self) -> usize {
        self.spent.pop().unwrap_or_else(|| {
            self.slots.push(Aligned([0; LANES]));
            self.slots.len() - 1
        })
    }

    fn whole(&self, slot: usize) -> LaneRoll {
        LaneRoll { slot, range: 0..self.cards }
    }

    /// The same number in every lane: a place of the deck, or a card.
    fn constant(&mut self, number: usize) -> LaneRoll {
        assert!(number < self.cards, "a program names only what is in the deck");
        let slot = self.new_slot();
        self.slots[slot].0.fill(number as u8); // below 256
        LaneRoll { slot, range: number..number + 1 }
    }

    /// Where that is, in each lane.
    fn place(&mut self, at: At<LaneRoll>) -> LaneRoll {
        let card = match at {
            At::Position(place) => return self.constant(place),
            At::Roll(roll) => return roll,
            At::Card(card) => self.constant(card),
            At::RolledCard(roll) => roll,
        };
        let (named, got) = (&mut self.slots[card.slot].0, &mut self.got.0);
        if self.state == State::Tracked {
            scatter::pick(self.places.bytes(), named, got);
        } else {
            sweep::find(self.set, self.board.octets(0..self.cards.div_ceil(OCTET)).0, named, got);
        }
        *named = *got;
        self.whole(card.slot)
    }

    fn swap_fixed(&mut self, at: usize, roll: &LaneRoll) {
        assert!(at < self.cards, "a program names only what is in the deck");
        if self.state == State::Logged {
            if self.log.takes(at, &roll.range) {
                self.log.swap(self.set, at, &self.slots[roll.slot].0);
                return;
            }
            self.lay_out();
        }
        let (with, octets) = (&self.slots[roll.slot].0, octets(&roll.range));
        if octets.len() <= octets_to_sweep(self.set) {
            // A fixed place among the octets is no special case: a lane that rolled it gets what it puts.
            self.held.0 = self.board.columns()[at];
            let (swept, first) = self.board.octets(octets);
            sweep::exchange(self.set, swept, first, with, &self.held.0, &mut self.got.0);
            self.board.columns()[at] = self.got.0;
        } else {
            scatter::exchange(self.board.bytes(), at as u8, with); // below 256
        }
    }

    fn swap_rolled(&mut self, a: &LaneRoll, b: &LaneRoll) {
        self.lay_out();
        let (set, [octets_a, octets_b]) = (self.set, [a, b].map(|roll| octets(&roll.range)));
        let [a, b] = [a, b].map(|roll| &self.slots[roll.slot].0);
        if octets_a.len().max(octets_b.len()) <= octets_to_sweep_thrice(set) {
            let (held, got) = (&mut self.held.0, &mut self.got.0);
            let (swept, first) = self.board.octets(octets_a.clone());
            sweep::pick(set, swept, first, a, held);
            let (swept, first) = self.board.octets(octets_b);
            sweep::exchange(set, swept, first, b, held, got);
            let (swept, first) = self.board.octets(octets_a);
            sweep::exchange(set, swept, first, a, got, held);
        } else {
            scatter::exchange_both(self.board.bytes(), a, b);
        }
    }

    fn swap_tracked(&mut self, a: &LaneRoll, b: &LaneRoll) {
        let [a, b] = [a, b].map(|roll| &self.slots[roll.slot].0);
        scatter::exchange_tracked(self.board.bytes(), self.places.bytes(), a, b);
    }

    fn swap_cards(&mut self, a: &LaneRoll, b: &LaneRoll) {
        let [a, b] = [a, b].map(|roll| &self.slots[roll.slot].0);
        sweep::relabel(self.set, self.board.octets(0..self.cards.div_ceil(OCTET)).0, a, b);
    }

    fn spend(&mut self, rolls: impl IntoIterator<Item = LaneRoll>) {
        self.spent.extend(rolls.into_iter().map(|roll| roll.slot));
    }
}

impl Table for LaneTable {
    type Roll = LaneRoll;

    fn roll(&mut self, range: Range<usize>) -> LaneRoll {
        assert!(
            !range.is_empty() && range.end <= self.cards,
            "a roll names only what is in the deck"
        );
        let slot = self.new_slot();
        let (k, first) = (range.len() as u16, range.start as u8); // at most 256, below 256
        self.generator.draw(self.set, k, first, &mut self.slots[slot].0);
        LaneRoll { slot, range }
    }

    fn swap(&mut self, a: At<LaneRoll>, b: At<LaneRoll>) {
        use At::{Card, Position, Roll, RolledCard};
        match (a, b) {
            (Position(a), Position(b)) if self.state != State::Tracked => {
                assert!(a.max(b) < self.cards, "a program names only what is in the deck");
                self.lay_out();
                self.board.columns().swap(a, b);
            }
            (Position(at), Roll(roll)) | (Roll(roll), Position(at))
                if self.state != State::Tracked =>
            {
                self.swap_fixed(at, &roll);
                self.spend([roll]);
            }
            (a @ (Card(_) | RolledCard(_)), b @ (Card(_) | RolledCard(_)))
                if self.state != State::Tracked =>
            {
                self.lay_out();
                let [a, b] = [a, b].map(|card| match card {
                    Card(card) | Position(card) => self.constant(card),
                    RolledCard(roll) | Roll(roll) => roll,
                });
                self.swap_cards(&a, &b);
                self.spend([a, b]);
            }
            (a, b) => {
                self.lay_out();
                let [a, b] = [a, b].map(|at| self.place(at));
                match self.state {
                    State::Tracked => self.swap_tracked(&a, &b),
                    _ => self.swap_rolled(&a, &b),
                }
                self.spend([a, b]);
            }
        }
    }

    fn lift(&mut self, from: At<LaneRoll>, to: usize) {
        assert!(to < self.cards, "a program names only what is in the deck");
        self.lay_out();
        let from = self.place(from);
        let (at, Range { start, end }) = (&self.slots[from.slot].0, from.range.clone());
        scatter::pick(self.board.bytes(), at, &mut self.got.0);
        let columns = self.board.columns();
        if end > to + 1 {
            sweep::shift_up(self.set, &mut columns[to..end], to as u8, at);
        }
        if start < to {
            sweep::shift_down(self.set, &mut columns[start..=to], start as u8, at);
        }
        columns[to] = self.got.0;
        if self.state == State::Tracked {
            scatter::invert(&columns[..self.cards], self.places.bytes());
        }
        self.spend([from]);
    }
}

/// Which octets the places of a range are in.
fn octets(range: &Range<usize>) -> Range<usize> {
    range.start / OCTET..range.end.div_ceil(OCTET)
}
