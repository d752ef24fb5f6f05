//! The table with 64 decks, where a roll is a vector of numbers, one a deck.

use super::{
    columns::{Aligned, Board, Column, LANES, SAME, octets},
    generator::LaneGenerator,
    instruction_set::{InstructionSet, Level},
    log::{Log, MOVES},
    scatter, sweep,
};
use crate::{At, Program, Size, Table, generator::Seed};
use std::ops::Range;

/// What was rolled in every lane, and the range that it is in.
#[derive(Debug)]
pub(super) struct LaneRoll {
    source: Source,
    range: Range<usize>,
}

/// Where the numbers of a roll are.
#[derive(Debug)]
enum Source {
    Slot(usize),
    /// Nowhere: it is the same in every lane.
    Same(usize),
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
        }
    }

    pub(super) fn set(&self) -> InstructionSet {
        self.set
    }

    /// Lays down 64 untouched decks.
    pub(super) fn start(&mut self, size: Size, by_value: bool) {
        self.cards = size.cards();
        self.spent.clear();
        self.spent.extend(0..self.slots.len());
        self.log.clear();
        self.state = if by_value && octets(&(0..self.cards)).len() > octets_to_search(self.set) {
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
        numbers(&self.slots, roll)
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

    /// The same number in every lane: a place of the deck, or a card.
    fn constant(&self, number: usize) -> LaneRoll {
        assert!(number < self.cards, "a program names only what is in the deck");
        LaneRoll { source: Source::Same(number), range: number..number + 1 }
    }

    /// Where that is, in each lane.
    fn place(&mut self, at: At<LaneRoll>) -> LaneRoll {
        let named = match at {
            At::Position(place) => return self.constant(place),
            At::Roll(roll) => return roll,
            At::Card(card) => self.constant(card),
            At::RolledCard(roll) => roll,
        };
        let (cards, slot) = (*numbers(&self.slots, &named), self.new_slot());
        let places = &mut self.slots[slot];
        if self.state == State::Tracked {
            scatter::pick(self.places.bytes(), &cards, &mut places.0);
        } else {
            sweep::find(self.set, self.board.columns(), self.cards, &cards, &mut places.0);
        }
        self.spend(named);
        LaneRoll { source: Source::Slot(slot), range: 0..self.cards }
    }

    fn swap_fixed(&mut self, at: usize, roll: &LaneRoll) {
        assert!(at < self.cards, "a program names only what is in the deck");
        let with = numbers(&self.slots, roll);
        if self.state == State::Logged && self.log.takes(at, &roll.range) {
            self.log.swap(self.set, at, with);
            return;
        }
        self.lay_out();
        let with = numbers(&self.slots, roll);
        if octets(&roll.range).len() <= octets_to_sweep(self.set) {
            sweep::exchange(self.set, self.board.columns(), at, &roll.range, with);
        } else {
            scatter::exchange(self.board.bytes(), at as u8, with); // below 256
        }
    }

    fn swap_places(&mut self, a: &LaneRoll, b: &LaneRoll) {
        let [of_a, of_b] = [a, b].map(|roll| numbers(&self.slots, roll));
        let most = octets(&a.range).len().max(octets(&b.range).len());
        if self.state == State::Tracked {
            scatter::exchange_tracked(self.board.bytes(), self.places.bytes(), of_a, of_b);
        } else if most <= octets_to_sweep_thrice(self.set) {
            let (a, b) = ((&a.range, of_a), (&b.range, of_b));
            sweep::exchange_both(self.set, self.board.columns(), a, b);
        } else {
            scatter::exchange_both(self.board.bytes(), of_a, of_b);
        }
    }

    fn swap_cards(&mut self, a: &LaneRoll, b: &LaneRoll) {
        let [a, b] = [a, b].map(|roll| numbers(&self.slots, roll));
        if self.state == State::Tracked {
            scatter::relabel(self.board.bytes(), self.places.bytes(), a, b);
        } else {
            sweep::relabel(self.set, self.board.columns(), self.cards, a, b);
        }
    }

    fn spend(&mut self, roll: LaneRoll) {
        if let Source::Slot(slot) = roll.source {
            self.spent.push(slot);
        }
    }
}

/// The numbers that a roll stands for.
fn numbers<'a>(slots: &'a [Aligned<Column>], roll: &LaneRoll) -> &'a Column {
    match roll.source {
        Source::Slot(slot) => &slots[slot].0,
        Source::Same(number) => &SAME.0[number],
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
        LaneRoll { source: Source::Slot(slot), range }
    }

    fn swap(&mut self, a: At<LaneRoll>, b: At<LaneRoll>) {
        use At::{Card, Position, Roll, RolledCard};
        match (a, b) {
            (Position(at), Roll(roll)) | (Roll(roll), Position(at))
                if self.state != State::Tracked =>
            {
                self.swap_fixed(at, &roll);
                self.spend(roll);
            }
            (Position(a), Position(b)) if self.state != State::Tracked => {
                assert!(a.max(b) < self.cards, "a program names only what is in the deck");
                self.lay_out();
                self.board.columns().swap(a, b);
            }
            (a @ (Card(_) | RolledCard(_)), b @ (Card(_) | RolledCard(_))) => {
                self.lay_out();
                let [a, b] = [a, b].map(|card| match card {
                    Card(card) | Position(card) => self.constant(card),
                    RolledCard(roll) | Roll(roll) => roll,
                });
                self.swap_cards(&a, &b);
                self.spend(a);
                self.spend(b);
            }
            (a, b) => {
                self.lay_out();
                let [a, b] = [a, b].map(|at| self.place(at));
                self.swap_places(&a, &b);
                self.spend(a);
                self.spend(b);
            }
        }
    }

    fn lift(&mut self, from: At<LaneRoll>, to: usize) {
        assert!(to < self.cards, "a program names only what is in the deck");
        self.lay_out();
        let from = self.place(from);
        let at = numbers(&self.slots, &from);
        sweep::lift(self.set, self.board.columns(), &from.range, at, to);
        if self.state == State::Tracked {
            scatter::invert(&self.board.columns()[..self.cards], self.places.bytes());
        }
        self.spend(from);
    }
}
