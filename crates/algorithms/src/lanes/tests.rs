//! The lanes against one deck: the same rolls must give the same decks, whatever the instruction set.

use super::{
    Column, InstructionSet, LANES,
    table::{LaneRoll, LaneTable},
};
use crate::{
    Algorithm, At, Program, Reading, Shape, Table, card::identity, catalogue::ENTRIES,
    dice::Recorded, generator::Seed, table::Deck,
};
use proptest::prelude::*;
use shuffle_lanes::generator::{LaneGenerator, Span};
use std::ops::Range;

/// Deck sizes around every octet, and around the limits where one set sweeps and another does not.
const SIZES: [usize; 17] = [0, 1, 2, 3, 5, 7, 8, 9, 10, 17, 24, 52, 64, 65, 104, 255, 256];

/// Lanes that note every roll, counted from 0, from a generator of their own: rolls are drawn in this order.
struct Noting<'a> {
    table: &'a mut LaneTable,
    generator: &'a mut LaneGenerator,
    rolls: &'a mut Vec<Column>,
}

impl Table for Noting<'_> {
    type Roll = LaneRoll;

    fn roll(&mut self, range: Range<usize>) -> LaneRoll {
        self.rolls.push(self.generator.draw(Span { first: 0, k: range.len() as u16 }));
        self.table.roll(range)
    }

    fn swap(&mut self, a: At<LaneRoll>, b: At<LaneRoll>) {
        self.table.swap(a, b);
    }

    fn lift(&mut self, from: At<LaneRoll>, to: usize) {
        self.table.lift(from, to);
    }
}

/// A program that any table can play.
trait Played {
    fn run<T: Table>(&self, table: &mut T);
}

/// Plays two groups of a program on lanes, and each lane's rolls once more on one deck. In the second group the table remembers
/// which states failed in the first.
fn assert_lanes(
    program: &impl Played,
    shape: Shape,
    by_value: bool,
    set: InstructionSet,
    what: &str,
) {
    let seed = Seed([9; 32]);
    let (mut table, mut generator) =
        (LaneTable::new(&seed, set), LaneGenerator::new(&seed.0, InstructionSet::PORTABLE));
    for group in 0..2 {
        let mut rolls = Vec::new();
        table.start(shape, by_value);
        let (noted, generator) = (&mut table, &mut generator);
        program.run(&mut Noting { table: noted, generator, rolls: &mut rolls });
        let columns = table.dealt(shape.dealt());
        for lane in 0..LANES {
            let mut deck = identity::<u8>(shape.cards());
            let mut dice = Recorded::new(rolls.iter().map(|roll| usize::from(roll[lane])));
            program.run(&mut Deck::new(&mut deck, &mut dice));
            assert_eq!(dice.left(), 0);
            let of_lane = columns.iter().map(|column| &column[lane]);
            assert!(
                of_lane.eq(&deck[..shape.dealt()]),
                "{what}, {shape:?}, {set}: lane {lane} of group {group}"
            );
        }
    }
}

/// Some passes of a swap program.
struct Passes<'a, P> {
    body: &'a P,
    shape: Shape,
    passes: u32,
}

impl<P: Program> Played for Passes<'_, P> {
    fn run<T: Table>(&self, table: &mut T) {
        (0..self.passes).for_each(|_| self.body.run(self.shape, table));
    }
}

/// The reading that plays a program on lanes, if it is one.
struct Replay<'a> {
    name: &'a str,
    shape: Shape,
    passes: u32,
    set: InstructionSet,
}

impl Reading for Replay<'_> {
    type Out = bool;

    fn program<P: Program>(self, body: &P) -> bool {
        let Self { name, shape, passes, set } = self;
        let what = format!("{name}, {passes} passes");
        assert_lanes(&Passes { body, shape, passes }, shape, P::BY_VALUE, set, &what);
        true
    }

    fn other(self) -> bool {
        false
    }
}

fn replay_all(sizes: impl Fn(usize) -> Vec<Shape>, passes: u32) {
    let mut programs = 0;
    for set in InstructionSet::available() {
        for name in ENTRIES.iter().map(|entry| entry.id) {
            let algorithm = Algorithm::parse(name).unwrap();
            for shape in SIZES.into_iter().flat_map(&sizes) {
                programs += usize::from(algorithm.read(Replay { name, shape, passes, set }));
            }
        }
    }
    assert!(programs >= 17 * SIZES.len(), "the catalogue has 17 swap programs, {programs}");
}

#[test]
fn every_lane_is_the_deck_of_its_rolls() {
    replay_all(|cards| vec![Shape::whole(cards)], 1);
}

#[test]
fn every_lane_is_the_deal_of_its_rolls() {
    let deals = |cards: usize| {
        let deals = [0, 1, 2, 9, 31, 32, 33, cards.saturating_sub(1)];
        deals.into_iter().filter_map(|dealt| Shape::deal(cards, dealt).ok()).collect()
    };
    replay_all(deals, 1);
}

#[test]
fn every_lane_is_the_deck_of_its_rolls_in_several_passes() {
    replay_all(|cards| vec![Shape::whole(cards), Shape::deal(cards, cards / 4).unwrap()], 3);
}

/// A program of any steps, to reach cases that no program of the catalogue reaches.
struct StepProgram<'a> {
    steps: &'a [(u8, u8, usize, usize)],
    cards: usize,
}

impl StepProgram<'_> {
    fn at<T: Table>(&self, table: &mut T, kind: u8, number: usize) -> At<T::Roll> {
        match kind % 4 {
            0 => At::Position(number % self.cards),
            1 => At::Card(number % self.cards),
            2 => At::Roll(table.roll(number % self.cards..self.cards)),
            _ => At::RolledCard(table.roll(0..number % self.cards + 1)),
        }
    }
}

impl Played for StepProgram<'_> {
    /// Rolls go unused, too, or wait until others were rolled and used.
    fn run<T: Table>(&self, table: &mut T) {
        let mut early = Vec::new();
        for &(kind, other, a, b) in self.steps {
            let from = self.at(table, kind, a);
            match other {
                0..8 => {
                    let to = self.at(table, other, b);
                    match b % 3 {
                        0 => table.swap(to, from),
                        _ => table.swap(from, to),
                    }
                }
                8..10 => table.lift(from, b % self.cards),
                10 => early.push(from),
                11 => {
                    let to = early.pop().unwrap_or(At::Position(b % self.cards));
                    table.swap(from, to);
                }
                _ => drop(from),
            }
        }
    }
}

proptest! {
    #[test]
    fn any_steps_do_to_every_lane_what_they_do_to_one_deck(
        steps in prop::collection::vec((0..4_u8, 0..13_u8, 0..256_usize, 0..256_usize), 0..40),
        one_kind in 0..8_u8,
        cards in 1..80_usize,
        by_value in any::<bool>(),
        dealt in 0..80_usize,
    ) {
        let (shape, mut steps) = (Shape::deal(cards, dealt.min(cards)).unwrap(), steps);
        // Half of the programs do all by place or all by value: then steps may wait long.
        if one_kind < 4 {
            let kinds = [[0, 2], [1, 3]][usize::from(one_kind % 2)];
            for (kind, other, ..) in &mut steps {
                *kind = kinds[usize::from(*kind % 2)];
                if *other < 8 {
                    *other = kinds[usize::from(*other % 2)];
                }
            }
        }
        for set in InstructionSet::available() {
            let program = StepProgram { steps: &steps, cards };
            assert_lanes(&program, shape, by_value, set, "any steps");
        }
    }
}

/// A program that swaps each of these places with one of a range.
struct FixedPlaces<'a>(&'a [(usize, Range<usize>)]);

impl Played for FixedPlaces<'_> {
    fn run<T: Table>(&self, table: &mut T) {
        for (at, range) in self.0 {
            let roll = table.roll(range.clone());
            table.swap(At::Position(*at), At::Roll(roll));
        }
    }
}

proptest! {
    #[test]
    fn swaps_of_any_fixed_places_reach_ahead_and_back(
        order in Just((0..40_usize).collect::<Vec<_>>()).prop_shuffle(),
        in_order in 0..3_u8,
        ends in prop::collection::vec((0..40_usize, 1..41_usize), 40),
        swaps in 0..40_usize,
        wide in any::<bool>(),
    ) {
        let mut places = order[..swaps].to_vec();
        match in_order {
            0 => places.sort_unstable(),
            1 => places.sort_unstable_by(|a, b| b.cmp(a)),
            _ => {}
        }
        let range = |&(start, end): &(usize, usize)| {
            if wide { 0..40 } else { start.min(end - 1)..end.max(start + 1) }
        };
        let steps: Vec<_> = places.into_iter().zip(ends.iter().map(range)).collect();
        for set in InstructionSet::available() {
            assert_lanes(&FixedPlaces(&steps), Shape::whole(40), false, set, "fixed places");
        }
    }
}

#[test]
#[should_panic(expected = "a roll names only what is in the deck")]
fn a_roll_beyond_the_deck_is_refused() {
    let mut table = LaneTable::new(&Seed([1; 32]), InstructionSet::PORTABLE);
    table.start(Shape::whole(10), false);
    let _ = table.roll(0..11);
}

#[test]
#[should_panic(expected = "a program names only what is in the deck")]
fn a_place_beyond_the_deck_is_refused() {
    let mut table = LaneTable::new(&Seed([1; 32]), InstructionSet::PORTABLE);
    table.start(Shape::whole(10), false);
    table.swap(At::Position(10), At::Position(0));
}
