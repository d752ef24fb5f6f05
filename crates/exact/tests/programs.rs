//! Random little programs: all readings of one body agree.

use crate::readings::{parts_agree, wholes_agree};
use proptest::prelude::*;
use shuffle_algorithms::{At, Program, Shape, Table, dice::DiceSpec};
use shuffle_exact::{
    LawError, Limits,
    paths::{self, Route},
    permutation::{self, Steps},
    script::Script,
};

/// One end of a swap: a constant, or a roll from `low` on.
#[derive(Clone, Copy, Debug)]
enum End {
    Place(usize),
    Card(usize),
    Roll(usize),
    RolledCard(usize),
}

#[derive(Clone, Copy, Debug)]
enum Step {
    Swap(End, End),
    Lift(End, usize),
    /// A roll that nothing uses.
    Idle,
}

#[derive(Clone, Debug)]
struct Little(Vec<Step>);

impl Program for Little {
    fn run<T: Table>(&self, shape: Shape, table: &mut T) {
        let n = shape.cards();
        let end = |table: &mut T, end| match end {
            End::Place(place) => At::Position(place % n),
            End::Card(card) => At::Card(card % n),
            End::Roll(low) => At::Roll(table.roll(low % n..n)),
            End::RolledCard(low) => At::RolledCard(table.roll(low % n..n)),
        };
        for &step in &self.0 {
            match step {
                Step::Swap(a, b) => {
                    let (a, b) = (end(table, a), end(table, b));
                    table.swap(a, b);
                }
                Step::Lift(from, to) => {
                    let from = end(table, from);
                    table.lift(from, to % n);
                }
                Step::Idle => drop(table.roll(0..n)),
            }
        }
    }
}

fn end() -> impl Strategy<Value = End> {
    let number = 0..5_usize;
    prop_oneof![
        number.clone().prop_map(End::Place),
        number.clone().prop_map(End::Card),
        number.clone().prop_map(End::Roll),
        number.prop_map(End::RolledCard),
    ]
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        4 => (end(), end()).prop_map(|(a, b)| Step::Swap(a, b)),
        2 => (end(), 0..5_usize).prop_map(|(from, to)| Step::Lift(from, to)),
        1 => Just(Step::Idle),
    ]
}

/// Steps that act on places alone or on cards alone.
fn pure_step() -> impl Strategy<Value = Step> {
    let place = || prop_oneof![(0..5_usize).prop_map(End::Place), (0..5_usize).prop_map(End::Roll)];
    let card =
        || prop_oneof![(0..5_usize).prop_map(End::Card), (0..5_usize).prop_map(End::RolledCard)];
    prop_oneof![
        (place(), place()).prop_map(|(a, b)| Step::Swap(a, b)),
        (card(), card()).prop_map(|(a, b)| Step::Swap(a, b)),
        (place(), 0..5_usize).prop_map(|(from, to)| Step::Lift(from, to)),
    ]
}

fn dice() -> impl Strategy<Value = DiceSpec> {
    prop::sample::select(crate::DICE.to_vec())
}

/// The law by paths, held against the law by steps, and where there is one against the laws of places and
/// pairs.
fn readings_agree(program: &Little, shape: Shape, dice: DiceSpec, passes: u32) {
    let route = Route { shape, dice, passes, limit: 20_000 };
    let walk = |each: &mut dyn FnMut(paths::Path<'_>)| paths::of_program(program, &route, each);
    let by_paths = match permutation::of_paths(shape, walk) {
        Ok(law) => law,
        Err(LawError::Paths { .. }) => return,
        Err(why) => panic!("{why}"),
    };
    let script = Script::of(program, shape, passes);
    let law = Steps::new(&script, dice).unwrap().law(&Limits::default()).unwrap();
    wholes_agree(&law, &by_paths, "by steps and by paths");
    if let Err(why) = parts_agree(&script, dice, &by_paths, "by cards and by paths") {
        assert!(matches!(why, LawError::MixedWithin { .. }), "{why}");
    }
}

proptest! {
    #[test]
    fn every_reading_of_a_program_tells_the_same(
        steps in prop::collection::vec(step(), 0..5),
        cards in 1..5_usize,
        dealt in 0..5_usize,
        dice in dice(),
        passes in 1..3_u32,
    ) {
        let shape = Shape::deal(cards, dealt.min(cards)).unwrap();
        readings_agree(&Little(steps), shape, dice, passes);
    }

    #[test]
    fn every_reading_of_an_unmixed_program_tells_the_same(
        steps in prop::collection::vec(pure_step(), 0..6),
        cards in 2..6_usize,
        dealt in 0..6_usize,
        dice in dice(),
        passes in 1..3_u32,
    ) {
        let shape = Shape::deal(cards, dealt.min(cards)).unwrap();
        readings_agree(&Little(steps), shape, dice, passes);
    }
}
