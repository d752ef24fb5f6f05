//! The table with 64 decks, where a roll is a vector of numbers, one a deck.

use super::{
    board::{Board, SAME, octets},
    generator::LaneGenerator,
    log::{Log, MOVES},
    scatter, sweep,
};
use crate::{At, Program, Size, Table, generator::Seed};
use shuffle_columns::{Aligned, Column, InstructionSet, LANES, instruction_set::Level};
use std::ops::Range;

/// What was rolled in every lane: the slot that holds it, and the range that it is in.
#[derive(Debug)]
pub(super) struct LaneRoll {
    slot: usize,
    range: Range<usize>,
}

/// A place or a card for every lane.
#[derive(Debug)]
enum Named {
    Rolled(LaneRoll),
    /// The same in every lane.
    Same(usize),
}

impl Named {
    fn range(&self) -> Range<usize> {
        match self {
            Self::Rolled(roll) => roll.range.clone(),
            Self::Same(number) => *number..number + 1,
        }
    }

    fn column<'a>(&self, slots: &'a [Aligned<Column>]) -> &'a Column {
        match self {
            Self::Rolled(roll) => &slots[roll.slot].0,
            Self::Same(number) => &SAME.0[*number],
        }
    }
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
        Level::Avx512 | Level::IceLake => 6,
    }
}

/// The same for swaps of two rolled places, which take three sweeps.
fn octets_to_sweep_thrice(set: InstructionSet) -> usize {
    match set.level() {
        Level::Portable => 0,
        Level::Avx2 | Level::Avx512 | Level::IceLake => 2,
    }
}

/// The same for programs by value: sweeps over the whole deck, or a note of where each card lies.
fn octets_to_search(set: InstructionSet) -> usize {
    match set.level() {
        Level::Portable => 2,
        Level::Avx2 => 7,
        Level::Avx512 | Level::IceLake => 9,
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
    pub(super) fn dealt(&mut self, dealt: usize) -> &[Column] {
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

    #[inline(never)]
    fn draw(&mut self, range: Range<usize>) -> usize {
        let in_deck = !range.is_empty() && range.end <= self.cards;
        assert!(in_deck, "a roll names only what is in the deck");
        let slot = self.new_slot();
        let (k, first) = (range.len() as u16, range.start as u8); // at most 256, below 256
        self.generator.draw(self.set, k, first, &mut self.slots[slot].0);
        slot
    }

    fn same(&self, number: usize) -> Named {
        assert!(number < self.cards, "a program names only what is in the deck");
        Named::Same(number)
    }

    /// Which card that is, in each lane, if it is one.
    fn card(&self, at: At<LaneRoll>) -> Result<Named, At<LaneRoll>> {
        match at {
            At::Card(card) => Ok(self.same(card)),
            At::RolledCard(roll) => Ok(Named::Rolled(roll)),
            place => Err(place),
        }
    }

    /// Where that card lies, in each lane.
    fn find(&mut self, card: Named) -> Named {
        let (cards, slot) = (*card.column(&self.slots), self.new_slot());
        let places = &mut self.slots[slot].0;
        if self.state == State::Tracked {
            scatter::pick(self.places.bytes(), &cards, places);
        } else {
            sweep::find(self.set, self.board.columns(), self.cards, &cards, places);
        }
        self.spend(card);
        Named::Rolled(LaneRoll { slot, range: 0..self.cards })
    }

    /// Where that is, in each lane.
    fn place(&mut self, at: At<LaneRoll>) -> Named {
        match at {
            At::Position(place) => self.same(place),
            At::Roll(roll) => Named::Rolled(roll),
            At::Card(card) => self.find(self.same(card)),
            At::RolledCard(roll) => self.find(Named::Rolled(roll)),
        }
    }

    /// Swaps a fixed place with a rolled one: the swap of nearly all programs.
    ///
    /// All it takes goes through registers; a whole [`At`] would go through memory, in pieces of one width
    /// and back in those of another.
    #[inline(never)]
    fn swap_fixed(&mut self, at: usize, slot: usize, range: Range<usize>) {
        assert!(at < self.cards, "a program names only what is in the deck");
        if self.state == State::Logged {
            if self.log.takes(at, &range) {
                self.log.swap(self.set, at, &self.slots[slot].0);
                self.spent.push(slot);
                return;
            }
            self.lay_out();
        }
        let with = &self.slots[slot].0;
        if self.state == State::Tracked {
            let at = &SAME.0[at];
            scatter::exchange_tracked(self.board.bytes(), self.places.bytes(), at, with);
        } else if octets(&range).len() <= octets_to_sweep(self.set) {
            sweep::exchange(self.set, self.board.columns(), at, &range, with);
        } else {
            scatter::exchange(self.board.bytes(), at as u8, with); // below 256
        }
        self.spent.push(slot);
    }

    /// Any other swap.
    #[inline(never)]
    fn swap_any(&mut self, a: At<LaneRoll>, b: At<LaneRoll>) {
        self.lay_out();
        match (self.card(a), self.card(b)) {
            (Ok(a), Ok(b)) => self.swap_cards(a, b),
            (Err(a), Err(b)) => {
                let (a, b) = (self.place(a), self.place(b));
                self.swap_places(a, b);
            }
            (Ok(card), Err(place)) | (Err(place), Ok(card)) => {
                let (a, b) = (self.find(card), self.place(place));
                self.swap_places(a, b);
            }
        }
    }

    fn swap_places(&mut self, a: Named, b: Named) {
        let [of_a, of_b] = [&a, &b].map(|named| named.column(&self.slots));
        let [range_a, range_b] = [&a, &b].map(Named::range);
        let most = octets(&range_a).len().max(octets(&range_b).len());
        if self.state == State::Tracked {
            scatter::exchange_tracked(self.board.bytes(), self.places.bytes(), of_a, of_b);
        } else if let (Named::Same(a), Named::Same(b)) = (&a, &b) {
            self.board.columns().swap(*a, *b);
        } else if most <= octets_to_sweep_thrice(self.set) {
            let (a, b) = ((&range_a, of_a), (&range_b, of_b));
            sweep::exchange_both(self.set, self.board.columns(), a, b);
        } else {
            scatter::exchange_both(self.board.bytes(), of_a, of_b);
        }
        self.spend(a);
        self.spend(b);
    }

    fn swap_cards(&mut self, a: Named, b: Named) {
        let [of_a, of_b] = [&a, &b].map(|named| named.column(&self.slots));
        if self.state == State::Tracked {
            scatter::relabel(self.board.bytes(), self.places.bytes(), of_a, of_b);
        } else {
            sweep::relabel(self.set, self.board.columns(), self.cards, of_a, of_b);
        }
        self.spend(a);
        self.spend(b);
    }

    fn spend(&mut self, named: Named) {
        if let Named::Rolled(roll) = named {
            self.spent.push(roll.slot);
        }
    }
}

impl Table for LaneTable {
    type Roll = LaneRoll;

    #[inline]
    fn roll(&mut self, range: Range<usize>) -> LaneRoll {
        LaneRoll { slot: self.draw(range.clone()), range }
    }

    #[inline]
    fn swap(&mut self, a: At<LaneRoll>, b: At<LaneRoll>) {
        match (a, b) {
            (At::Position(at), At::Roll(roll)) | (At::Roll(roll), At::Position(at)) => {
                self.swap_fixed(at, roll.slot, roll.range);
            }
            (a, b) => self.swap_any(a, b),
        }
    }

    fn lift(&mut self, from: At<LaneRoll>, to: usize) {
        assert!(to < self.cards, "a program names only what is in the deck");
        self.lay_out();
        let from = self.place(from);
        let at = from.column(&self.slots);
        sweep::lift(self.set, self.board.columns(), &from.range(), at, to);
        if self.state == State::Tracked {
            scatter::invert(&self.board.columns()[..self.cards], self.places.bytes());
        }
        self.spend(from);
    }
}
