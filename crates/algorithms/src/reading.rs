//! The four kinds of shuffle bodies, and how a run-time catalogue hands them to generic code.

use crate::{Card, Dice, Shape, Table};
use rand::Rng;
use std::ops::Range;

/// A shuffle that only rolls, swaps and lifts: one body, many readings.
///
/// ```
/// use shuffle_algorithms::{At, Program, Shape, Table, dice::Recorded, table::Deck};
///
/// /// Swaps the top card with a random one.
/// struct TopSwap;
///
/// impl Program for TopSwap {
///     fn run<T: Table>(&self, shape: Shape, table: &mut T) {
///         let roll = table.roll(0..shape.cards());
///         table.swap(At::Position(0), At::Roll(roll));
///     }
/// }
///
/// let mut cards = [0_u8, 1, 2];
/// TopSwap.run(Shape::whole(3), &mut Deck::new(&mut cards, &mut Recorded::new([1])));
/// assert_eq!(cards, [1, 0, 2]);
/// ```
pub trait Program {
    /// True if the body swaps by value; then the table should note the place of each card.
    const BY_VALUE: bool = false;

    /// Shuffles what is on the table.
    ///
    /// The first `shape.dealt()` places hold the deal afterwards. Sizes 0 and 1 must work.
    ///
    /// Mark it `#[inline]`, so that it becomes one with [`play`](crate::table::play) and costs as little as
    /// a loop written by hand (`shuffle-bench --only shuffles`).
    fn run<T: Table>(&self, shape: Shape, table: &mut T);
}

/// A shuffle whose course depends on the rolls.
pub trait Procedure {
    /// Space to work in, kept from deck to deck.
    type Scratch<C: Card>: Default;

    /// Larger decks have more dice paths than any program can walk, or endless paths, as with rejection. The walk is
    /// then not started, and there is no exact law.
    const MOST_WALKABLE: usize = usize::MAX;

    /// Shuffles `deck` in place. Decks of 0 and 1 cards must work.
    fn shuffle<C: Card, D: Dice>(
        &self,
        deck: &mut [C],
        scratch: &mut Self::Scratch<C>,
        dice: &mut D,
    );

    /// Shuffles `deck` so that its first `dealt` places hold the deal. A procedure that does not care how many cards are dealt
    /// leaves this as it is; for one that does, [`Procedure::shuffle`] deals the whole deck.
    fn shuffle_deal<C: Card, D: Dice>(
        &self,
        _dealt: usize,
        deck: &mut [C],
        scratch: &mut Self::Scratch<C>,
        dice: &mut D,
    ) {
        self.shuffle(deck, scratch, dice);
    }
}

/// A third-party shuffle, which takes a generator and draws directly from a generator.
pub trait Foreign {
    /// Shuffles `deck` in place, so that [`Foreign::dealt`] holds the deal.
    fn shuffle<C: Card, R: Rng>(&self, shape: Shape, deck: &mut [C], rng: &mut R);

    /// The part of the slice that holds the dealt cards afterwards.
    fn dealt(&self, shape: Shape) -> Range<usize> {
        0..shape.dealt()
    }
}

/// A shuffle with a memory: a deck may depend on the decks before it.
///
/// A block of decks is filled only from its dice and the number of its first trial. So the memory starts over at each
/// block, except for what is a function of the trial's number.
pub trait Sequence {
    /// The state that is kept from deck to deck of a block.
    type Memory<C: Card>: Default;

    /// Shuffles the `deck` of a trial in place; it lies in its start order. Decks of 0 and 1 cards must work.
    fn next<C: Card, D: Dice>(
        &self,
        trial: u64,
        deck: &mut [C],
        memory: &mut Self::Memory<C>,
        dice: &mut D,
    );

    /// The same, so that the first `dealt` places hold the deal. A sequence that does not care how many cards are dealt leaves
    /// this as it is; for one that does, [`Sequence::next`] deals the whole deck.
    fn next_deal<C: Card, D: Dice>(
        &self,
        trial: u64,
        _dealt: usize,
        deck: &mut [C],
        memory: &mut Self::Memory<C>,
        dice: &mut D,
    ) {
        self.next(trial, deck, memory, dice);
    }

    /// Draws a row with replacement by itself, each value below `symbols`, and says that it did; otherwise each place is dealt
    /// again from a shuffled deck.
    ///
    /// Shares its memory with [`Sequence::next`], but no caller uses both.
    fn draw<C: Card, D: Dice>(
        &self,
        _trial: u64,
        _symbols: usize,
        _row: &mut [C],
        _memory: &mut Self::Memory<C>,
        _dice: &mut D,
    ) -> bool {
        false
    }
}

/// A generic operation on a body of any kind.
///
/// [`Algorithm::read`](crate::Algorithm::read) calls the method that fits the chosen shuffle, so the
/// choice is made once and the work inside is monomorphic.
pub trait Reading: Sized {
    /// The result of the reading.
    type Out;

    /// Reads a swap program.
    fn program<P: Program>(self, _body: &P) -> Self::Out {
        self.other()
    }

    /// Reads a shuffle whose course depends on the rolls.
    fn procedure<P: Procedure>(self, _body: &P) -> Self::Out {
        self.other()
    }

    /// Reads a third-party shuffle.
    fn foreign<F: Foreign>(self, _body: &F) -> Self::Out {
        self.other()
    }

    /// Reads a shuffle with a memory.
    fn sequence<S: Sequence>(self, _body: &S) -> Self::Out {
        self.other()
    }

    /// The result for a body of a kind whose method is left as it is.
    ///
    /// # Panics
    ///
    /// By default: then only shuffles of the other kinds may be read.
    fn other(self) -> Self::Out {
        unreachable!("this kind of shuffle is not read so")
    }
}

/// The kind of a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BodyKind {
    Program,
    Procedure,
    Foreign,
    Sequence,
}
