//! Tables with one deck, where a roll is a number: the plain run.

use super::{At, Table};
use crate::{Card, Dice, Program, Shape};
use std::ops::Range;

/// A rolled number, spent by its use.
#[derive(Debug)]
pub struct Rolled(usize);

/// One deck and some dice.
///
/// It finds a card by a scan, so programs that swap by value run on a [`TrackedDeck`] instead.
///
/// ```
/// use shuffle_algorithms::{At, Table, dice::Recorded, table::Deck};
///
/// let mut cards = [0_u8, 1, 2];
/// let mut dice = Recorded::new([2]);
/// let mut table = Deck::new(&mut cards, &mut dice);
/// let roll = table.roll(0..3);
/// table.swap(At::Position(0), At::Roll(roll));
/// assert_eq!(cards, [2, 1, 0]);
/// ```
#[derive(Debug)]
pub struct Deck<'a, C, D> {
    cards: &'a mut [C],
    dice: &'a mut D,
}

impl<'a, C: Card, D: Dice> Deck<'a, C, D> {
    /// Puts `cards` on the table, with `dice`.
    pub fn new(cards: &'a mut [C], dice: &'a mut D) -> Self {
        Self { cards, dice }
    }

    fn place(&self, at: At<Rolled>) -> usize {
        match at {
            At::Position(place) | At::Roll(Rolled(place)) => place,
            At::Card(card) | At::RolledCard(Rolled(card)) => self
                .cards
                .iter()
                .position(|&on_table| on_table == C::new(card))
                .expect("a program names only cards that are in the deck"),
        }
    }
}

impl<C: Card, D: Dice> Table for Deck<'_, C, D> {
    type Roll = Rolled;

    #[inline]
    fn roll(&mut self, range: Range<usize>) -> Rolled {
        Rolled(range.start + self.dice.below(range.len()))
    }

    #[inline]
    fn swap(&mut self, a: At<Rolled>, b: At<Rolled>) {
        let (a, b) = (self.place(a), self.place(b));
        self.cards.swap(a, b);
    }

    #[inline]
    fn lift(&mut self, from: At<Rolled>, to: usize) {
        let from = self.place(from);
        lift(self.cards, from, to);
    }
}

/// One deck, some dice, and a note of where each card lies, so that a card is found in one step.
///
/// The deck must be a permutation of `0..n` when it is laid down.
#[derive(Debug)]
pub struct TrackedDeck<'a, C, D> {
    cards: &'a mut [C],
    places: &'a mut Vec<C>,
    dice: &'a mut D,
}

impl<'a, C: Card, D: Dice> TrackedDeck<'a, C, D> {
    /// Lays `cards` on the table and notes in `places` where each of them lies.
    ///
    /// `places` is scratch space: its previous content does not matter.
    pub fn new(cards: &'a mut [C], places: &'a mut Vec<C>, dice: &'a mut D) -> Self {
        places.resize(cards.len(), C::default());
        for (place, card) in cards.iter().enumerate() {
            places[card.index()] = C::new(place);
        }
        Self { cards, places, dice }
    }

    fn place(&self, at: At<Rolled>) -> usize {
        match at {
            At::Position(place) | At::Roll(Rolled(place)) => place,
            At::Card(card) | At::RolledCard(Rolled(card)) => self.places[card].index(),
        }
    }
}

impl<C: Card, D: Dice> Table for TrackedDeck<'_, C, D> {
    type Roll = Rolled;

    #[inline]
    fn roll(&mut self, range: Range<usize>) -> Rolled {
        Rolled(range.start + self.dice.below(range.len()))
    }

    #[inline]
    fn swap(&mut self, a: At<Rolled>, b: At<Rolled>) {
        let (a, b) = (self.place(a), self.place(b));
        self.cards.swap(a, b);
        self.places[self.cards[a].index()] = C::new(a);
        self.places[self.cards[b].index()] = C::new(b);
    }

    #[inline]
    fn lift(&mut self, from: At<Rolled>, to: usize) {
        let from = self.place(from);
        lift(self.cards, from, to);
        for place in from.min(to)..=from.max(to) {
            self.places[self.cards[place].index()] = C::new(place);
        }
    }
}

/// Plays a swap program once on one deck: on a [`TrackedDeck`] if it swaps by value, else on a [`Deck`].
///
/// `places` is scratch space for the first of these. Not inlined, so that cards and dice are parameters of
/// a function of their own: then the compiler knows that they do not overlap, and keeps the state of the
/// generator in registers. With that the abstraction costs nothing on one deck, without it up to half as
/// much again (`shuffle-bench --only shuffles`).
///
/// ```
/// use shuffle_algorithms::{Shape, dice::Recorded, shuffles::inside_out::InsideOut, table::play};
///
/// let mut cards = [0_u8, 1, 2];
/// let mut dice = Recorded::new([0, 0, 1]);
/// play(&InsideOut, Shape::whole(3), &mut cards, &mut Vec::new(), &mut dice);
/// assert_eq!(cards, [1, 2, 0]);
/// ```
#[inline(never)]
pub fn play<P: Program, C: Card, D: Dice>(
    program: &P,
    shape: Shape,
    cards: &mut [C],
    places: &mut Vec<C>,
    dice: &mut D,
) {
    if P::BY_VALUE {
        program.run(shape, &mut TrackedDeck::new(cards, places, dice));
    } else {
        program.run(shape, &mut Deck::new(cards, dice));
    }
}

#[inline]
fn lift<C>(cards: &mut [C], from: usize, to: usize) {
    if from >= to {
        cards[to..=from].rotate_right(1);
    } else {
        cards[from..=to].rotate_left(1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{card::identity, dice::Recorded};
    use proptest::prelude::*;

    /// A random little program over places and cards of a deck of 7.
    fn steps() -> impl Strategy<Value = Vec<(u8, usize, usize)>> {
        prop::collection::vec((0..5_u8, 0..7_usize, 0..7_usize), 0..40)
    }

    fn play<T: Table>(steps: &[(u8, usize, usize)], table: &mut T) {
        for &(kind, a, b) in steps {
            let roll = table.roll(0..7);
            match kind {
                0 => table.swap(At::Position(a), At::Roll(roll)),
                1 => table.swap(At::Card(a), At::Roll(roll)),
                2 => table.swap(At::Card(a), At::RolledCard(roll)),
                3 => table.lift(At::Roll(roll), b),
                _ => table.lift(At::RolledCard(roll), b),
            }
        }
    }

    proptest! {
        #[test]
        fn both_tables_play_the_same_game(steps in steps(), seed in 0..7_usize) {
            let rolls: Vec<usize> = (0..steps.len()).map(|i| (i * 3 + seed) % 7).collect();
            let (mut plain, mut tracked) = (identity::<u8>(7), identity::<u8>(7));
            play(&steps, &mut Deck::new(&mut plain, &mut Recorded::new(rolls.clone())));
            let mut places = Vec::new();
            play(&steps, &mut TrackedDeck::new(&mut tracked, &mut places, &mut Recorded::new(rolls)));
            prop_assert_eq!(&plain, &tracked);
            for (place, card) in tracked.iter().enumerate() {
                prop_assert_eq!(places[card.index()].index(), place);
            }
        }
    }

    #[test]
    fn lift_moves_the_cards_between_by_one() {
        let mut deck = identity::<u8>(5);
        lift(&mut deck, 3, 1);
        assert_eq!(deck, [0, 3, 1, 2, 4]);
        lift(&mut deck, 0, 4);
        assert_eq!(deck, [3, 1, 2, 4, 0]);
    }
}
