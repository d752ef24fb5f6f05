//! Every path of the dice, with its exact weight.
//!
//! [`Walk`] is a [`Dice`] that takes every value in turn. A shuffle is run on it again and again: each run
//! replays the rolls of the last one up to a fork, takes the next value there, and the first value
//! wherever it comes to a new roll, until no fork has a value left. That needs nothing of the shuffle but
//! that it rolls dice, so it serves swap programs and [`Procedure`]s alike. The weight of a path is the
//! product of the weights of its rolls; values that the dice never show have no path.

use crate::{
    Why,
    error::Paths,
    number::{Fraction, fraction},
    script::Script,
    weights,
};
use num_bigint::BigInt;
use num_traits::One;
use shuffle_algorithms::{
    Algorithm, At, Dice, Procedure, Program, Reading, Size, Table,
    card::identity,
    dice::{DiceSpec, Weights},
    table::{Deck, Rolled},
};
use std::ops::Range;

/// What was rolled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Roll {
    /// `below(of)` gave `value`.
    Below {
        /// What came.
        value: usize,
        /// The number of values.
        of: usize,
    },
    /// A coin that shows heads in `heads` of `of` cases.
    Chance {
        /// What came.
        came: bool,
        /// Cases of heads.
        heads: usize,
        /// All cases.
        of: usize,
    },
}

/// One roll on a path.
#[derive(Clone, Debug)]
pub struct Fork {
    /// What was rolled.
    pub roll: Roll,
    /// The deck after it, when the next roll was made or the shuffle ended. Swap programs show it; other
    /// shuffles show their deck only at the end.
    pub deck: Option<Vec<u32>>,
    weights: Weights,
    /// The weight of the path up to here, as a count of words...
    words: BigInt,
    /// ... of so many.
    total: BigInt,
}

impl Fork {
    /// The probability of the path up to and with this roll.
    #[must_use]
    pub fn probability(&self) -> Fraction {
        fraction(self.words.clone(), self.total.clone())
    }
}

/// One path from the first roll to the last.
#[derive(Clone, Copy, Debug)]
pub struct Path<'a> {
    /// The rolls.
    pub forks: &'a [Fork],
    /// From here on the rolls are others than those of the path before.
    pub fresh: usize,
    /// The deck in the end.
    pub deck: &'a [u32],
}

impl Path<'_> {
    /// How many equally likely words lead along this path, and how many there are.
    pub(crate) fn weight(&self) -> (BigInt, BigInt) {
        self.forks.last().map_or_else(
            || (BigInt::one(), BigInt::one()),
            |fork| (fork.words.clone(), fork.total.clone()),
        )
    }
}

/// Dice that take every value in turn.
#[derive(Debug)]
pub struct Walk {
    dice: DiceSpec,
    forks: Vec<Fork>,
    depth: usize,
    fresh: usize,
}

impl Walk {
    fn new(dice: DiceSpec) -> Result<Self, Why> {
        weights::of(dice, 1)?; // these dice have weights at all
        Ok(Self { dice, forks: Vec::new(), depth: 0, fresh: 0 })
    }

    /// What comes at this roll; `first` is asked where no path has been yet.
    fn next(&mut self, first: impl FnOnce(Weights) -> Option<Roll>, of: usize) -> Roll {
        if self.depth == self.forks.len() {
            let weights = self.dice.weights(of).expect("checked when the walk began");
            let roll = first(weights).expect("some value comes");
            let one = || (BigInt::one(), BigInt::one());
            let before = self.forks.last().map_or_else(one, |f| (f.words.clone(), f.total.clone()));
            let (words, all) = share(roll, weights);
            let (words, total) = (before.0 * words, before.1 * all);
            self.forks.push(Fork { roll, deck: None, weights, words, total });
        }
        self.depth += 1;
        self.forks[self.depth - 1].roll
    }

    /// Turns to the next path; `false` after the last one.
    fn turn(&mut self) -> bool {
        while let Some(Fork { roll, weights, words, total, .. }) = self.forks.pop() {
            let (came, all) = share(roll, weights);
            if let Some(roll) = after(roll, weights) {
                let words = words / came * share(roll, weights).0;
                debug_assert_eq!(all, share(roll, weights).1);
                self.forks.push(Fork { roll, deck: None, weights, words, total });
                self.fresh = self.forks.len() - 1;
                self.depth = 0;
                return true;
            }
        }
        false
    }

    /// Notes the deck after the last roll.
    fn note(&mut self, deck: &[u32]) {
        if let Some(last) = self.depth.checked_sub(1).filter(|&last| last >= self.fresh) {
            self.forks[last].deck = Some(deck.to_vec());
        }
    }
}

impl Dice for Walk {
    fn below(&mut self, k: usize) -> usize {
        let first = |weights| next_below(0, weights);
        match self.next(first, k) {
            Roll::Below { value, .. } => value,
            Roll::Chance { .. } => unreachable!("the same rolls lead to the same fork"),
        }
    }

    fn chance(&mut self, p: usize, q: usize) -> bool {
        let (heads, of) = (p.min(q), q);
        let first = |weights: Weights| {
            let came = weights.below(heads) > 0;
            Some(Roll::Chance { came, heads, of })
        };
        match self.next(first, q) {
            Roll::Chance { came, .. } => came,
            Roll::Below { .. } => unreachable!("the same rolls lead to the same fork"),
        }
    }
}

/// The words that lead to a roll, and all words.
fn share(roll: Roll, weights: Weights) -> (u64, u64) {
    let words = match roll {
        Roll::Below { value, .. } => weights.of(value),
        Roll::Chance { came: true, heads, .. } => weights.below(heads),
        Roll::Chance { came: false, heads, .. } => weights.total() - weights.below(heads),
    };
    (words, weights.total())
}

/// The first value from `from` on that can come.
fn next_below(from: usize, weights: Weights) -> Option<Roll> {
    let of = weights.values();
    (from..of)
        .take_while(|&value| weights.below(value) < weights.total())
        .find(|&value| weights.of(value) > 0)
        .map(|value| Roll::Below { value, of })
}

/// What comes after this roll, if anything.
fn after(roll: Roll, weights: Weights) -> Option<Roll> {
    match roll {
        Roll::Below { value, .. } => next_below(value + 1, weights),
        Roll::Chance { came: true, heads, of } if weights.below(heads) < weights.total() => {
            Some(Roll::Chance { came: false, heads, of })
        }
        Roll::Chance { .. } => None,
    }
}

/// Walks every path of a catalogued shuffle, which is repeated `passes` times on the untouched deck.
///
/// # Errors
///
/// [`Why::Foreign`] for code that draws by itself, [`Why::Dependent`] for dice without weights, and
/// [`Why::Paths`] if there are more than `limit` paths: before the first step for a swap program, whose
/// paths can be counted, else when the limit is reached.
///
/// ```
/// use shuffle_algorithms::{Algorithm, Size, dice::DiceSpec};
/// use shuffle_exact::paths;
///
/// let mut paths = 0;
/// let naive = Algorithm::parse("naive")?;
/// paths::of_algorithm(&naive, Size::whole(3), DiceSpec::Exact, 1, 100, |_| paths += 1)?;
/// assert_eq!(paths, 27);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn of_algorithm(
    algorithm: &Algorithm,
    size: Size,
    dice: DiceSpec,
    passes: u32,
    limit: u64,
    each: impl FnMut(Path<'_>),
) -> Result<(), Why> {
    algorithm
        .read(Walked { size, dice, passes, limit, each })
        .unwrap_or_else(|| Err(Why::Foreign { id: algorithm.entry().id.to_owned() }))
}

/// Walks every path of a swap program.
///
/// # Errors
///
/// As [`of_algorithm`].
pub fn of_program<P: Program>(
    program: &P,
    size: Size,
    dice: DiceSpec,
    passes: u32,
    limit: u64,
    each: impl FnMut(Path<'_>),
) -> Result<(), Why> {
    let paths = Script::of(program, size, passes).paths(dice)?;
    if paths.is_none_or(|paths| paths > limit.into()) {
        let paths = paths.map_or(Paths::MoreThan(u128::MAX), Paths::Exactly);
        return Err(Why::Paths { paths, limit });
    }
    every(size, dice, limit, each, |deck, walk| {
        let mut table = Noting { deck, walk };
        (0..passes).for_each(|_| program.run(size, &mut table));
    })
}

/// Walks every path of a shuffle whose course depends on its rolls.
///
/// # Errors
///
/// As [`of_algorithm`].
pub fn of_procedure<P: Procedure>(
    procedure: &P,
    size: Size,
    dice: DiceSpec,
    passes: u32,
    limit: u64,
    each: impl FnMut(Path<'_>),
) -> Result<(), Why> {
    let mut scratch = P::Scratch::default();
    every(size, dice, limit, each, |deck, walk| {
        (0..passes).for_each(|_| procedure.shuffle(deck, &mut scratch, walk));
    })
}

fn every(
    size: Size,
    dice: DiceSpec,
    limit: u64,
    mut each: impl FnMut(Path<'_>),
    mut shuffle: impl FnMut(&mut [u32], &mut Walk),
) -> Result<(), Why> {
    let untouched = identity::<u32>(size.cards());
    let mut deck = untouched.clone();
    let mut walk = Walk::new(dice)?;
    for _ in 0..limit {
        deck.copy_from_slice(&untouched);
        shuffle(&mut deck, &mut walk);
        walk.note(&deck);
        each(Path { forks: &walk.forks, fresh: walk.fresh, deck: &deck });
        if !walk.turn() {
            return Ok(());
        }
    }
    Err(Why::Paths { paths: Paths::MoreThan(limit.into()), limit })
}

/// The reading that walks whatever body there is.
struct Walked<F> {
    size: Size,
    dice: DiceSpec,
    passes: u32,
    limit: u64,
    each: F,
}

impl<F: FnMut(Path<'_>)> Reading for Walked<F> {
    type Out = Option<Result<(), Why>>;

    fn program<P: Program>(self, body: &P) -> Self::Out {
        Some(of_program(body, self.size, self.dice, self.passes, self.limit, self.each))
    }

    fn procedure<P: Procedure>(self, body: &P) -> Self::Out {
        Some(of_procedure(body, self.size, self.dice, self.passes, self.limit, self.each))
    }

    fn foreign<F2: shuffle_algorithms::Foreign>(self, _: &F2) -> Self::Out {
        None
    }
}

/// One deck on which the decks between the rolls are noted.
struct Noting<'a> {
    deck: &'a mut [u32],
    walk: &'a mut Walk,
}

impl Table for Noting<'_> {
    type Roll = Rolled;

    fn roll(&mut self, range: Range<usize>) -> Rolled {
        self.walk.note(self.deck);
        Deck::new(self.deck, self.walk).roll(range)
    }

    fn swap(&mut self, a: At<Rolled>, b: At<Rolled>) {
        Deck::new(self.deck, self.walk).swap(a, b);
    }

    fn lift(&mut self, from: At<Rolled>, to: usize) {
        Deck::new(self.deck, self.walk).lift(from, to);
    }
}
