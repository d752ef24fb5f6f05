//! The table with 64 decks, where a roll is a vector of numbers, one a deck.

use crate::{At, Program, Shape, Table, generator::Seed};
use shuffle_deck::{Aligned, Column, InstructionSet, LANES};
use shuffle_lanes::{
    board::{LazyBoard, SAME},
    chain::Chain,
    generator::{LaneGenerator, Span},
    scatter,
    steps::{self, LaneDecks, MOST, PendingStep, SweepReach},
    sweep,
};
use std::{cell::OnceCell, ops::Range};

/// A roll in every lane, drawn already or not: its number since the table was made, and its range.
#[derive(Debug)]
pub(super) struct LaneRoll {
    number: u64,
    span: Span,
}

/// A place or a card for every lane.
#[derive(Debug)]
enum Named {
    Drawn {
        column: Aligned<Column>,
        span: Span,
    },
    /// The same in every lane.
    Same(u8),
}

impl Named {
    fn column(&self) -> &Column {
        match self {
            Self::Drawn { column, .. } => &column.0,
            Self::Same(number) => &SAME.0[usize::from(*number)],
        }
    }

    fn span(&self) -> Span {
        match self {
            Self::Drawn { span, .. } => *span,
            Self::Same(number) => Span { first: *number, k: 1 },
        }
    }
}

/// 64 decks and the lane generator.
///
/// A roll is held back until it is used, which draws and swaps in one [`PendingStep`], and steps wait for others. Two
/// things do not fit into steps, and first take all steps that wait: a roll that is used after later ones, and a swap
/// of a card with a place.
#[derive(Clone, Debug)]
pub(super) struct LaneTable {
    set: InstructionSet,
    cards: usize,
    decks: LaneDecks,
    steps: Vec<PendingStep>,
    /// The steps as a chain, if they are all steps of the program and can be followed; found when they are first taken.
    chain: OnceCell<Option<Chain>>,
    reach: SweepReach,
    state: Truth,
    /// The inverse of the board, while it is tracked.
    inverse: LazyBoard,
    /// True if steps of this group were taken before all of them were known.
    early: bool,
    /// True if a card was once swapped with a place, so that the next group does not start by value.
    mixed: bool,
    /// The number of rolls so far, and the number of those that are drawn or part of a step.
    rolls: u64,
    drawn: u64,
    /// The other rolls, the oldest first: two at most.
    held: [Span; 2],
    /// Rolls that were drawn before they were used.
    kept: Vec<(u64, Aligned<Column>)>,
}

/// The current representation of the decks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Truth {
    /// On the board.
    Plain,
    /// On the board, which holds the place of each card: for programs by value.
    ByValue,
    /// On the board, with its inverse noted, too.
    Tracked,
}

impl LaneTable {
    pub(super) fn new(seed: &Seed, set: InstructionSet) -> Self {
        let generator = LaneGenerator::new(&seed.0, set);
        Self {
            set,
            cards: 0,
            decks: LaneDecks::new(generator),
            steps: Vec::with_capacity(MOST),
            chain: OnceCell::new(),
            reach: SweepReach::of(set),
            state: Truth::Plain,
            inverse: LazyBoard::default(),
            early: false,
            mixed: false,
            rolls: 0,
            drawn: 0,
            held: [Span { first: 0, k: 1 }; 2],
            kept: Vec::new(),
        }
    }

    pub(super) fn set(&self) -> InstructionSet {
        self.set
    }

    /// Lays down 64 untouched decks.
    pub(super) fn start(&mut self, shape: Shape, by_value: bool) {
        self.draw_held(self.rolls);
        self.steps.clear();
        self.chain.take();
        self.early = false;
        self.kept.clear();
        self.cards = shape.cards();
        self.state = if by_value && !self.mixed {
            Truth::ByValue
        } else if by_value && self.is_tracked() {
            Truth::Tracked
        } else {
            Truth::Plain
        };
        self.push(PendingStep::Reset { cards: self.cards as u16 }); // at most 256
        match self.state {
            Truth::Tracked => self.inverse.get().reset(self.cards),
            Truth::ByValue => self.decks.board.get().reset(self.cards), // a chain leaves alone what lies beyond the cards
            Truth::Plain => {}
        }
    }

    /// The columns of the first cards.
    pub(super) fn dealt(&mut self, dealt: usize) -> &[Column] {
        let by_value = self.state == Truth::ByValue;
        self.find_chain(if by_value { self.cards } else { dealt });
        let LaneDecks { generator, board } = &mut self.decks;
        if let Some(Some(chain)) = self.chain.get_mut() {
            let laid = chain.laid();
            chain.deal(self.set, generator, &mut board.get().columns()[..laid]);
        } else {
            steps::take_all(self.set, &self.steps, self.reach, &mut self.decks);
        }
        if !self.repeats() {
            self.steps.clear();
        }
        if by_value {
            self.invert();
            return self.inverse.get().first(dealt);
        }
        self.decks.board.get().first(dealt)
    }

    /// Writes the columns of the first cards, as many a group as are dealt, of this group and of as many after it as there is
    /// room for; says how many groups these are.
    pub(super) fn deal_to(&mut self, dealt: usize, columns: &mut [Column]) -> usize {
        if self.state != Truth::ByValue {
            self.find_chain(dealt);
            if let Some(Some(chain)) = self.chain.get_mut()
                && chain.laid() == dealt
            {
                chain.deal(self.set, &mut self.decks.generator, columns);
                return columns.len() / dealt.max(1);
            }
        }
        columns[..dealt].copy_from_slice(self.dealt(dealt));
        1
    }

    /// Finds the chain of the steps that fill `laid` columns, if there is one.
    fn find_chain(&self, laid: usize) {
        let (repeats, steps) = (self.repeats(), &self.steps);
        let find = || Chain::of(steps, self.cards, laid, self.set);
        self.chain.get_or_init(|| repeats.then(find).flatten());
    }

    /// True if the steps of the last group are all steps of the program. Then the next [`dealt`](Self::dealt) takes
    /// them once more: a program that never sees what it rolled does the same to every group.
    pub(super) fn repeats(&self) -> bool {
        !self.early && self.drawn == self.rolls && !self.steps.is_empty()
    }

    /// Plays the program on 64 untouched decks.
    pub(super) fn play<P: Program>(&mut self, program: &P, shape: Shape, passes: u32) {
        self.start(shape, P::BY_VALUE);
        (0..passes).for_each(|_| program.run(shape, self));
    }

    fn is_tracked(&self) -> bool {
        self.cards > self.reach.search
    }

    #[inline]
    fn push(&mut self, step: PendingStep) {
        if self.steps.len() == MOST {
            self.take_steps();
        }
        self.steps.push(step);
    }

    #[inline(never)]
    fn take_steps(&mut self) {
        self.early = true;
        steps::take_all(self.set, &self.steps, self.reach, &mut self.decks);
        self.steps.clear();
    }

    /// Draws the held rolls with numbers below `before` and keeps them.
    #[inline]
    fn draw_held(&mut self, before: u64) {
        while self.drawn < before {
            self.keep_oldest();
        }
    }

    #[inline(never)]
    fn keep_oldest(&mut self) {
        self.take_steps();
        let column = Aligned(self.decks.generator.draw(self.held[0]));
        self.kept.push((self.drawn, column));
        self.release();
    }

    /// Releases the oldest held roll.
    #[inline]
    fn release(&mut self) {
        self.held[0] = self.held[1];
        self.drawn += 1;
    }

    /// True if that roll can be drawn in the next step; then it is held no more.
    #[inline]
    fn fresh(&mut self, roll: &LaneRoll) -> bool {
        if roll.number < self.drawn {
            return false;
        }
        self.draw_held(roll.number);
        self.release();
        true
    }

    /// Spends a roll: its numbers in every lane.
    fn spend(&mut self, roll: LaneRoll) -> Named {
        self.draw_held(roll.number + 1);
        let which = self.kept.iter().position(|(number, _)| *number == roll.number);
        let (_, column) = self.kept.swap_remove(which.expect("a roll of the decks on the table"));
        Named::Drawn { column, span: roll.span }
    }

    fn same(&self, number: usize) -> u8 {
        assert!(number < self.cards, "a program names only what is in the deck");
        number as u8 // below 256, like all cards
    }

    /// Makes the inverse of the board.
    fn invert(&mut self) {
        let (board, inverse) = (self.decks.board.get(), self.inverse.get());
        if self.cards <= self.reach.invert {
            sweep::invert(self.set, board.columns(), self.cards, inverse.columns());
        } else {
            scatter::invert(board.first(self.cards), inverse.bytes());
        }
    }

    /// Takes all steps, and changes from the board by value to a state that supports every step.
    fn lay_out(&mut self) {
        self.take_steps();
        if self.state == Truth::ByValue {
            self.inverse.get().reset(self.cards); // what lies beyond the cards, too
            self.invert();
            std::mem::swap(&mut self.decks.board, &mut self.inverse);
            self.state = if self.is_tracked() { Truth::Tracked } else { Truth::Plain };
            self.mixed = true;
        }
    }

    /// Swaps a fixed place with a rolled one: the swap of nearly all programs.
    ///
    /// Its arguments are passed in registers; a whole [`At`] would go through memory, written in pieces of one width
    /// and read in pieces of another.
    #[inline]
    fn swap_fixed(&mut self, at: usize, roll: LaneRoll, state: Truth) {
        let place = self.same(at);
        if self.state == state && self.fresh(&roll) {
            self.push(PendingStep::Exchange { at: place, with: roll.span });
        } else {
            self.swap_fixed_otherwise(place, roll, state);
        }
    }

    #[inline(never)]
    fn swap_fixed_otherwise(&mut self, at: u8, roll: LaneRoll, state: Truth) {
        match state {
            Truth::ByValue => self.swap_any(At::Card(at.into()), At::RolledCard(roll)),
            _ => self.swap_any(At::Position(at.into()), At::Roll(roll)),
        }
    }

    /// Swaps two rolled places.
    fn swap_rolled(&mut self, a: LaneRoll, b: LaneRoll, state: Truth) {
        let (a, b) = if a.number < b.number { (a, b) } else { (b, a) };
        if self.state == state && a.number >= self.drawn && a.number + 1 == b.number {
            self.fresh(&a);
            self.fresh(&b);
            self.push(PendingStep::ExchangeBoth { a: a.span, b: b.span });
        } else if state == Truth::ByValue {
            self.swap_any(At::RolledCard(a), At::RolledCard(b));
        } else {
            self.swap_any(At::Roll(a), At::Roll(b));
        }
    }

    /// The card that `at` names in each lane, if it names one.
    fn card(&mut self, at: At<LaneRoll>) -> Result<Named, At<LaneRoll>> {
        match at {
            At::Card(card) => Ok(Named::Same(self.same(card))),
            At::RolledCard(roll) => Ok(self.spend(roll)),
            place => Err(place),
        }
    }

    /// The place of that card in each lane.
    fn find(&mut self, card: Named) -> Named {
        let mut column = Aligned([0; LANES]);
        if self.state == Truth::Tracked {
            scatter::pick(self.inverse.get().bytes(), card.column(), &mut column.0);
        } else {
            let columns = self.decks.board.get().columns();
            sweep::find(self.set, columns, self.cards, card.column(), &mut column.0);
        }
        Named::Drawn { column, span: Span { first: 0, k: self.cards as u16 } }
    }

    /// The place that `at` names in each lane.
    fn place(&mut self, at: At<LaneRoll>) -> Named {
        match at {
            At::Position(place) => Named::Same(self.same(place)),
            At::Roll(roll) => self.spend(roll),
            At::Card(_) | At::RolledCard(_) => {
                let card = self.card(at).expect("a card was named");
                self.find(card)
            }
        }
    }

    /// Any other swap.
    #[inline(never)]
    fn swap_any(&mut self, a: At<LaneRoll>, b: At<LaneRoll>) {
        self.draw_held(self.rolls);
        self.lay_out();
        match (self.card(a), self.card(b)) {
            (Ok(a), Ok(b)) => self.swap_cards(a.column(), b.column()),
            (Err(a), Err(b)) => {
                let (a, b) = (self.place(a), self.place(b));
                self.swap_places(&a, &b);
            }
            (Ok(card), Err(place)) | (Err(place), Ok(card)) => {
                let (a, b) = (self.find(card), self.place(place));
                self.swap_places(&a, &b);
            }
        }
    }

    fn swap_places(&mut self, a: &Named, b: &Named) {
        let board = self.decks.board.get();
        match (a, b) {
            _ if self.state == Truth::Tracked => {
                let inverse = self.inverse.get().bytes();
                scatter::exchange_tracked(board.bytes(), inverse, a.column(), b.column());
            }
            (Named::Same(a), Named::Same(b)) => board.columns().swap((*a).into(), (*b).into()),
            _ if self.reach.thrice >= a.span().k.max(b.span().k).into() => {
                let [range_a, range_b] = [a.span().range(), b.span().range()];
                let (a, b) = ((&range_a, a.column()), (&range_b, b.column()));
                sweep::exchange_kept(self.set, board.columns(), a, b);
            }
            _ => scatter::exchange_both(board.bytes(), a.column(), b.column()),
        }
    }

    fn swap_cards(&mut self, a: &Column, b: &Column) {
        let board = self.decks.board.get();
        if self.state == Truth::Tracked {
            scatter::exchange_tracked(self.inverse.get().bytes(), board.bytes(), a, b);
        } else {
            sweep::relabel(self.set, board.columns(), self.cards, a, b);
        }
    }
}

impl Table for LaneTable {
    type Roll = LaneRoll;

    #[inline]
    fn roll(&mut self, range: Range<usize>) -> LaneRoll {
        let in_deck = !range.is_empty() && range.end <= self.cards;
        assert!(in_deck, "a roll names only what is in the deck");
        let span = Span { first: range.start as u8, k: range.len() as u16 }; // below 256, at most 256
        if self.rolls - self.drawn == 2 {
            self.keep_oldest();
        }
        self.held[(self.rolls - self.drawn) as usize] = span; // 0 or 1
        self.rolls += 1;
        LaneRoll { number: self.rolls - 1, span }
    }

    #[inline]
    fn swap(&mut self, a: At<LaneRoll>, b: At<LaneRoll>) {
        match (a, b) {
            (At::Position(at), At::Roll(roll)) | (At::Roll(roll), At::Position(at)) => {
                self.swap_fixed(at, roll, Truth::Plain);
            }
            (At::Card(card), At::RolledCard(roll)) | (At::RolledCard(roll), At::Card(card)) => {
                self.swap_fixed(card, roll, Truth::ByValue);
            }
            (At::Roll(a), At::Roll(b)) => self.swap_rolled(a, b, Truth::Plain),
            (At::RolledCard(a), At::RolledCard(b)) => self.swap_rolled(a, b, Truth::ByValue),
            (a, b) => self.swap_any(a, b),
        }
    }

    fn lift(&mut self, from: At<LaneRoll>, to: usize) {
        let to = self.same(to);
        match from {
            At::Roll(roll) if self.state == Truth::Plain && self.fresh(&roll) => {
                self.push(PendingStep::Lift { from: roll.span, to });
            }
            from => self.lift_any(from, to),
        }
    }
}

impl LaneTable {
    #[inline(never)]
    fn lift_any(&mut self, from: At<LaneRoll>, to: u8) {
        self.draw_held(self.rolls);
        self.lay_out();
        let from = self.place(from);
        let columns = self.decks.board.get().columns();
        sweep::lift_kept(self.set, columns, &from.span().range(), from.column(), to.into());
        if self.state == Truth::Tracked {
            scatter::invert(&columns[..self.cards], self.inverse.get().bytes());
        }
    }
}
