//! Dice that note what they roll, and can play it back up to a roll.

use super::{TraceError, stop::Stop};
use crate::{Card, Dice, dice::Roll};

/// A roll of a step, or a draw from a generator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StepRoll {
    /// A roll of the dice.
    Dice {
        /// The request and the result.
        roll: Roll,
        /// The first value of the range that the shuffle rolled: `roll` counts from there.
        first: usize,
        /// True if the roll was taken from another trace.
        is_shared: bool,
    },
    /// A word of a generator, which foreign code drew by itself.
    Word(Word),
}

impl StepRoll {
    /// The roll of the dice, if it is one.
    #[must_use]
    pub fn dice(&self) -> Option<Roll> {
        match *self {
            Self::Dice { roll, .. } => Some(roll),
            Self::Word(_) => None,
        }
    }
}

/// A word from a generator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Word {
    /// 32 bits.
    Narrow(u32),
    /// 64 bits.
    Wide(u64),
    /// A filled buffer.
    Bytes(Vec<u8>),
}

/// The source of a tape's rolls.
pub(super) enum Source<'a> {
    /// Dice.
    Dice(&'a mut dyn Dice),
    /// Exactly these rolls.
    Given(&'a [usize]),
    /// The rolls of another trace where they fit, else dice.
    Shared { shared: SharedRolls<'a>, dice: &'a mut dyn Dice },
    /// The notes of another tape, up to its end.
    Noted(&'a [Rolled]),
}

/// The rolls of another trace.
#[derive(Clone, Copy)]
pub(super) struct SharedRolls<'a> {
    pub(super) rolls: &'a [Roll],
    /// True if they were given, and are shared wherever they are in range.
    pub(super) are_given: bool,
}

impl SharedRolls<'_> {
    /// A roll of `of` values for which the other trace's roll of this index serves if that leaves every value equally likely.
    ///
    /// `record` makes a roll of a recorded number, `roll` asks the dice.
    fn next(
        self,
        index: usize,
        of: usize,
        record: impl Fn(usize) -> Roll,
        roll: impl FnOnce(&mut dyn Dice) -> Roll,
        dice: &mut dyn Dice,
    ) -> Rolled {
        let shared = |number| Rolled { roll: record(number), is_shared: true };
        match self.rolls.get(index) {
            Some(other) if self.are_given && other.recorded() < of => shared(other.recorded()),
            Some(&Roll::Below { value, of: values }) if !self.are_given && values < of => {
                // A number below `of` is below `values` as often as `value` may serve.
                match dice.below(of) {
                    low if low < values => shared(value),
                    number => Rolled { roll: record(number), is_shared: false },
                }
            }
            Some(&Roll::Below { value, .. }) if value < of => shared(value),
            Some(coin @ Roll::Chance { .. }) if same_coin(coin, record(coin.recorded())) => {
                shared(coin.recorded())
            }
            _ => Rolled { roll: roll(dice), is_shared: false },
        }
    }
}

/// True if two rolls are of one coin.
fn same_coin(coin: &Roll, roll: Roll) -> bool {
    match (coin, roll) {
        (Roll::Chance { heads, of, .. }, Roll::Chance { heads: p, of: q, .. }) => {
            (*heads, *of) == (p, q)
        }
        _ => false,
    }
}

/// A roll that was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rolled {
    pub(super) roll: Roll,
    pub(super) is_shared: bool,
}

/// What a shuffle told its dice.
pub(super) enum Told {
    /// It cut this deck at these places.
    Cut { deck: Vec<u32>, places: Vec<usize> },
    /// An earlier roll laid a card at a place.
    Lay { place: usize, card: u32 },
}

/// Dice that note.
pub(super) struct Tape<'a> {
    source: Source<'a>,
    /// The rolls so far.
    pub(super) rolled: Vec<Rolled>,
    /// What the shuffle told, and after how many rolls.
    pub(super) told: Vec<(usize, Told)>,
    /// The most rolls.
    most: usize,
    /// The error in the rolls, if any.
    pub(super) fault: Option<TraceError>,
}

impl<'a> Tape<'a> {
    /// A tape on which at most `most` rolls have room.
    pub(super) fn new(source: Source<'a>, most: usize) -> Self {
        Self { source, rolled: Vec::new(), told: Vec::new(), most, fault: None }
    }

    /// Makes the next roll: `record` makes a roll of a recorded number, `roll` asks the dice.
    fn next(
        &mut self,
        of: usize,
        record: impl Fn(usize) -> Roll,
        roll: impl FnOnce(&mut dyn Dice) -> Roll,
    ) -> Roll {
        let index = self.rolled.len();
        if index == self.most && !matches!(self.source, Source::Noted(_)) {
            self.stop(TraceError::TooLarge { what: "rolls", most: self.most });
        }
        let rolled = match &mut self.source {
            Source::Dice(dice) => Rolled { roll: roll(*dice), is_shared: false },
            Source::Shared { shared, dice } => shared.next(index, of, record, roll, *dice),
            Source::Given(rolls) => match rolls.get(index) {
                Some(&given) if given < of => Rolled { roll: record(given), is_shared: false },
                Some(&given) => {
                    let number = index + 1;
                    self.stop(TraceError::Range { number, given, below: of })
                }
                None => self.stop(TraceError::Ended { number: index + 1, below: of }),
            },
            Source::Noted(rolled) => match rolled.get(index) {
                Some(&rolled) => rolled,
                None => Stop::here(),
            },
        };
        self.rolled.push(rolled);
        rolled.roll
    }

    fn stop(&mut self, fault: TraceError) -> ! {
        self.fault = Some(fault);
        Stop::here()
    }
}

impl Dice for Tape<'_> {
    fn below_u64(&mut self, k: u64) -> u64 {
        let k = k as usize; // a trace is of small numbers
        let of = |value| Roll::Below { value, of: k };
        match self.next(k, of, |dice| of(dice.below(k))) {
            Roll::Below { value, .. } => value as u64,
            Roll::Chance { .. } => unreachable!("the same rolls lead to the same roll"),
        }
    }

    fn chance(&mut self, p: usize, q: usize) -> bool {
        let of = |came| Roll::Chance { came, heads: p, of: q };
        match self.next(q, |value| of(value < p), |dice| of(dice.chance(p, q))) {
            Roll::Chance { came, .. } => came,
            Roll::Below { .. } => unreachable!("the same rolls lead to the same roll"),
        }
    }

    fn cut<C: Card>(&mut self, deck: &[C], places: impl FnOnce() -> Vec<usize>) {
        let deck = deck.iter().map(|card| card.index() as u32).collect();
        self.told.push((self.rolled.len(), Told::Cut { deck, places: places() }));
    }

    fn lay<C: Card>(&mut self, place: usize, card: C) {
        let card = card.index() as u32;
        self.told.push((self.rolled.len(), Told::Lay { place, card }));
    }
}
