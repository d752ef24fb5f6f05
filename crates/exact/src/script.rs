//! A swap program written down: its steps, with the rolls left open.
//!
//! A [`Program`] cannot look at its rolls, so it always takes the same steps; a recorder is a
//! [`Table`] that notes them. The exact laws are read from this list, some of them backwards, and their
//! cost can be estimated before any work is done. No body is written a second time: the list is made by the
//! body itself.

use crate::{
    Why,
    cost::{Cost, Limits},
    weights,
};
use num_bigint::BigInt;
use shuffle_algorithms::{At, Program, Shape, Table, dice::DiceSpec};
use std::ops::Range;

/// The places that one end of a swap can reach.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Reach {
    /// A place.
    Place(usize),
    /// Wherever a card lies.
    Card(usize),
    /// A place from this range, rolled.
    RolledPlace(Range<usize>),
    /// Wherever a card from this range lies, rolled.
    RolledCard(Range<usize>),
}

impl Reach {
    /// True if it is reached by position.
    #[must_use]
    pub fn is_place(&self) -> bool {
        matches!(self, Self::Place(_) | Self::RolledPlace(_))
    }
}

/// One step of a program.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// Two places, or the places of two cards, are swapped.
    Swap(Reach, Reach),
    /// A card is taken out and inserted at a place.
    Lift(Reach, usize),
}

/// The side of the deck that a step acts on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// Places: it does the same whatever cards lie there.
    Places,
    /// Cards: it does the same wherever they lie.
    Cards,
    /// A card and a place: what it does depends on where the card lies.
    Both,
}

impl Step {
    /// The side of the deck that it acts on.
    #[must_use]
    pub fn side(&self) -> Side {
        match self {
            Self::Swap(a, b) => match (a.is_place(), b.is_place()) {
                (true, true) => Side::Places,
                (false, false) => Side::Cards,
                _ => Side::Both,
            },
            Self::Lift(from, _) if from.is_place() => Side::Places,
            Self::Lift(..) => Side::Both,
        }
    }
}

/// All steps of a program on a deck of some shape, and the number of passes.
///
/// ```
/// use shuffle_algorithms::{Shape, shuffles::naive::Naive};
/// use shuffle_exact::script::{Reach, Script, Step};
///
/// let script = Script::of(&Naive, Shape::whole(3), 1);
/// assert_eq!(script.steps().len(), 3);
/// assert_eq!(script.steps()[2], Step::Swap(Reach::Place(2), Reach::RolledPlace(0..3)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Script {
    shape: Shape,
    passes: u32,
    steps: Vec<Step>,
    rolls: Vec<usize>,
}

impl Script {
    /// Writes down a program.
    #[must_use]
    pub fn of<P: Program>(program: &P, shape: Shape, passes: u32) -> Self {
        let mut recorder = Recorder::default();
        program.run(shape, &mut recorder);
        Self { shape, passes, steps: recorder.steps, rolls: recorder.rolls }
    }

    /// The cards in the deck and the cards dealt.
    #[must_use]
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The number of times the whole program is repeated.
    #[must_use]
    pub fn passes(&self) -> u32 {
        self.passes
    }

    /// The steps of one pass.
    #[must_use]
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Checks that a law of places is worth an estimate: the estimate alone follows every place through every step
    /// once, and the law takes at least as long as that.
    pub(crate) fn is_thinkable(&self, what: &'static str, limits: &Limits) -> Result<(), Why> {
        let cards = self.shape.cards() as u64;
        let moves = cards.saturating_mul(self.steps.len() as u64);
        if moves <= limits.moves {
            return Ok(());
        }
        let states = cards.saturating_mul(cards);
        let bytes = states.saturating_mul(8);
        let cost = Cost { states, bytes, moves, ..Cost::of_a_walk() };
        Err(Why::Work { what, cost, limit: limits.moves })
    }

    /// The ranges of the rolls of one pass, whether a step uses them or not.
    #[must_use]
    pub fn rolls(&self) -> &[usize] {
        &self.rolls
    }

    /// The number of paths of the dice over all passes; `None` from 2^128 on.
    ///
    /// # Errors
    ///
    /// [`Why::Dependent`] for dice whose rolls are not independent.
    pub fn paths(&self, dice: DiceSpec) -> Result<Option<u128>, Why> {
        let mut pass = Some(1_u128);
        for &values in &self.rolls {
            let reached = u128::from(weights::of(dice, values)?.reached());
            pass = pass.and_then(|paths| paths.checked_mul(reached));
        }
        Ok(if self.passes == 0 || pass == Some(1) {
            Some(1)
        } else {
            pass.and_then(|paths| paths.checked_pow(self.passes))
        })
    }

    /// All steps of all passes in an order in which each of them acts on one place at a time: the steps
    /// that act on places backwards, then those that act on cards forwards.
    ///
    /// For a deck D is a map from places to cards. A step on places makes `D o s` of it, a step on cards
    /// `t o D`, so in the end `D(p) = t_m(...t_1(s_1(...s_l(p))))`: follow a place p through the s from
    /// the last to the first, then through the t from the first to the last, and you hold the card at p.
    /// All the s and t are independent, so what is followed may be a law instead of a place.
    ///
    /// # Errors
    ///
    /// [`Why::MixedWithin`] if a step acts on both sides.
    pub(crate) fn followed(&self) -> Result<impl Iterator<Item = &Step> + '_, Why> {
        if let Some(step) = self.steps.iter().position(|step| step.side() == Side::Both) {
            return Err(Why::MixedWithin { step: step + 1 });
        }
        let on = |side| move |step: &&Step| step.side() == side;
        let places =
            (0..self.passes).flat_map(move |_| self.steps.iter().rev().filter(on(Side::Places)));
        let cards = (0..self.passes).flat_map(move |_| self.steps.iter().filter(on(Side::Cards)));
        Ok(places.chain(cards))
    }

    /// The product of a number of each step, over all passes.
    pub(crate) fn product(
        &self,
        of_step: impl Fn(&Step) -> Result<i128, Why>,
    ) -> Result<BigInt, Why> {
        let mut product = BigInt::from(1);
        for step in &self.steps {
            product *= of_step(step)?;
        }
        Ok(product.pow(self.passes))
    }
}

/// The table that notes what is done on it.
#[derive(Clone, Debug, Default)]
struct Recorder {
    steps: Vec<Step>,
    rolls: Vec<usize>,
}

fn reach(at: At<Range<usize>>) -> Reach {
    match at {
        At::Position(place) => Reach::Place(place),
        At::Card(card) => Reach::Card(card),
        At::Roll(range) => Reach::RolledPlace(range),
        At::RolledCard(range) => Reach::RolledCard(range),
    }
}

impl Table for Recorder {
    type Roll = Range<usize>;

    fn roll(&mut self, range: Range<usize>) -> Range<usize> {
        self.rolls.push(range.len());
        range
    }

    fn swap(&mut self, a: At<Range<usize>>, b: At<Range<usize>>) {
        self.steps.push(Step::Swap(reach(a), reach(b)));
    }

    fn lift(&mut self, from: At<Range<usize>>, to: usize) {
        self.steps.push(Step::Lift(reach(from), to));
    }
}
