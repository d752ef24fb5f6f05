//! Steps that wait, and the function that takes them all: it draws and swaps without leaving the registers.
//!
//! A program never sees what it rolled, so no roll has to be drawn before it is used, and no swap has to be done
//! before the cards are read. Steps therefore wait until there are many. Then one function, compiled for each set,
//! takes them all: between a draw and its swap the 64 numbers stay in registers, and the steps share the cost of
//! one call. The draws are made in the order of the rolls.

use crate::{
    board::{LazyBoard, PLACES},
    generator::{LaneGenerator, Span},
    scale::Scale,
    scatter, sweep,
};
use shuffle_deck::{Aligned, InstructionSet, instruction_set::Level, on_every_set};

/// The most pending steps: one pass over the largest deck.
pub const MOST: usize = PLACES;

/// A step on all 64 decks, with numbers that are drawn for it.
#[derive(Clone, Copy, Debug)]
#[expect(missing_docs, reason = "the fields of each step are in its own text")]
pub enum PendingStep {
    /// Lays the untouched deck of `cards` cards into every lane.
    Reset { cards: u16 },
    /// Swaps a place with a drawn one.
    Exchange { at: u8, with: Span },
    /// Swaps two drawn places, of which `a` is drawn first.
    ExchangeBoth { a: Span, b: Span },
    /// Takes out the card at a drawn place and inserts it at another.
    Lift { from: Span, to: u8 },
}

/// The most columns for which sweeps cost less than scattered access, as measured by `shuffle-bench --only lanes`.
#[derive(Clone, Copy, Debug)]
pub struct SweepReach {
    /// For the swap of a fixed place with a rolled one.
    pub once: usize,
    /// For the swap of two rolled places, which takes three sweeps.
    pub thrice: usize,
    /// For the search of a card, in programs that mix cards and places; with more columns, the inverse is noted.
    pub search: usize,
    /// For the inversion of a whole deck.
    pub invert: usize,
}

impl SweepReach {
    /// The limits of an instruction set.
    pub fn of(set: InstructionSet) -> Self {
        match set.level() {
            Level::Portable => Self { once: 24, thrice: 4, search: 16, invert: 8 },
            // By instructions, as counted by `bench/instructions/run`.
            Level::Neon => Self { once: 20, thrice: 4, search: 16, invert: 8 },
            Level::Avx2 => Self { once: 40, thrice: 12, search: 56, invert: 24 },
            Level::Avx512 | Level::IceLake => Self { once: 72, thrice: 28, search: 72, invert: 56 },
        }
    }
}

/// The state that steps act on.
#[derive(Clone, Debug)]
pub struct LaneDecks {
    /// The generator of the rolls.
    pub generator: LaneGenerator,
    /// The board with the cards.
    pub board: LazyBoard,
}

impl LaneDecks {
    /// An empty board, and this generator.
    pub fn new(generator: LaneGenerator) -> Self {
        Self { generator, board: LazyBoard::default() }
    }
}

on_every_set! {
    /// Takes all steps, one after the other.
    ///
    /// Scattered access gets a copy of the drawn numbers, so that the draws themselves stay in registers. The copy is
    /// on the stack: on the heap, the same took up to twice as long.
    pub fn take_all[set](steps: &[PendingStep], reach: SweepReach, decks: &mut LaneDecks) {
        let LaneDecks { generator, board } = decks;
        let board = board.get();
        for step in steps {
            match *step {
                PendingStep::Reset { cards } => board.reset(usize::from(cards)),
                PendingStep::Exchange { at, with } => {
                    let places = generator.draw_on(set, &Scale::of(with));
                    if usize::from(with.k) <= reach.once {
                        sweep::exchange(board.columns(), usize::from(at), &with.range(), &places);
                    } else {
                        let lent = Aligned(places);
                        scatter::exchange(board.bytes(), at, &lent.0);
                    }
                }
                PendingStep::ExchangeBoth { a, b } => {
                    let (of_a, of_b) = (generator.draw_on(set, &Scale::of(a)), generator.draw_on(set, &Scale::of(b)));
                    if usize::from(a.k.max(b.k)) <= reach.thrice {
                        let (a, b) = (a.range(), b.range());
                        sweep::exchange_both(board.columns(), (&a, &of_a), (&b, &of_b));
                    } else {
                        let (a, b) = (Aligned(of_a), Aligned(of_b));
                        scatter::exchange_both(board.bytes(), &a.0, &b.0);
                    }
                }
                PendingStep::Lift { from, to } => {
                    let places = generator.draw_on(set, &Scale::of(from));
                    sweep::lift(board.columns(), &from.range(), &places, usize::from(to));
                }
            }
        }
    }
}

const _: () = assert!(PLACES <= u8::MAX as usize + 1, "a step names its places in bytes");
