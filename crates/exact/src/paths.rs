//! Every path of the dice, with its exact weight.
//!
//! The dice here take every value in turn. A shuffle is run on them again and again: each run replays the
//! rolls of the last one up to a fork, takes the next value there, and the first value wherever it comes
//! to a new roll, until no fork has a value left. That needs nothing of the shuffle but that it rolls dice,
//! so it serves swap programs and [`Procedure`]s alike. The weight of a path is the product of the weights
//! of its rolls; values that the dice never show have no path.

pub use crate::exhaustive::Fork;
use crate::{LawError, error::PathCount, exhaustive::Walk, script::Script};
use num_bigint::BigInt;
use num_traits::One;
pub use shuffle_algorithms::dice::Roll;
use shuffle_algorithms::{
    Algorithm, At, Procedure, Program, Reading, Shape, Table,
    card::identity,
    dice::DiceSpec,
    table::{Deck, Rolled},
};
use std::ops::Range;

/// The paths to walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Route {
    /// Cards in the deck and cards dealt. The deck starts untouched.
    pub shape: Shape,
    /// The dice.
    pub dice: DiceSpec,
    /// The number of times the whole shuffle is repeated on the deck.
    pub passes: u32,
    /// The most paths to be walked.
    pub limit: u64,
}

impl Route {
    /// One pass with exact dice.
    #[must_use]
    pub fn new(shape: Shape, limit: u64) -> Self {
        Self { shape, dice: DiceSpec::Exact, passes: 1, limit }
    }
}

/// One path from the first roll to the last.
#[derive(Clone, Copy, Debug)]
pub struct Path<'a> {
    /// The rolls.
    pub forks: &'a [Fork],
    /// The index of the first roll that differs from the path before.
    pub fresh: usize,
    /// The deck in the end.
    pub deck: &'a [u32],
}

impl Path<'_> {
    /// The number of equally likely words that lead along this path, and the number of all words.
    pub(crate) fn weight(&self) -> (BigInt, BigInt) {
        self.forks.last().map_or_else(
            || (BigInt::one(), BigInt::one()),
            |fork| (fork.words.clone(), fork.total.clone()),
        )
    }
}

/// Walks every path of a catalogued shuffle.
///
/// # Errors
///
/// [`LawError::Foreign`] for code that draws directly from a generator, [`LawError::Dependent`] for dice without weights, and
/// [`LawError::Paths`] if there are more paths than the limit: before the first step for a swap program, whose
/// paths can be counted, else when the limit is reached.
///
/// ```
/// use shuffle_algorithms::{Algorithm, Shape};
/// use shuffle_exact::paths::{self, Route};
///
/// let mut paths = 0;
/// let naive = Algorithm::parse("naive")?;
/// paths::of_algorithm(&naive, &Route::new(Shape::whole(3), 100), |_| paths += 1)?;
/// assert_eq!(paths, 27);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn of_algorithm(
    algorithm: &Algorithm,
    route: &Route,
    each: impl FnMut(Path<'_>),
) -> Result<(), LawError> {
    algorithm
        .read(Walked { route, each })
        .unwrap_or_else(|| Err(LawError::Foreign { id: algorithm.entry().id.to_owned() }))
}

/// Walks every path of a swap program.
///
/// # Errors
///
/// As [`of_algorithm`].
pub fn of_program<P: Program>(
    program: &P,
    route: &Route,
    each: impl FnMut(Path<'_>),
) -> Result<(), LawError> {
    let Route { shape, dice, passes, limit } = *route;
    let paths = Script::of(program, shape, passes).paths(dice)?;
    if paths.is_none_or(|paths| paths > limit.into()) {
        let paths = paths.map_or(PathCount::MoreThan(u128::MAX), PathCount::Exactly);
        return Err(LawError::Paths { paths, limit });
    }
    every(route, each, |deck, walk| program.run(shape, &mut NotingTable { deck, walk }))
}

/// Walks every path of a shuffle whose course depends on its rolls.
///
/// # Errors
///
/// As [`of_algorithm`].
pub fn of_procedure<P: Procedure>(
    procedure: &P,
    route: &Route,
    each: impl FnMut(Path<'_>),
) -> Result<(), LawError> {
    let Route { shape, limit, .. } = *route;
    if shape.cards() > P::MOST_WALKABLE {
        return Err(LawError::Paths { paths: PathCount::MoreThan(u128::MAX), limit });
    }
    let mut scratch = P::Scratch::default();
    every(route, each, |deck, walk| procedure.shuffle_deal(shape.dealt(), deck, &mut scratch, walk))
}

fn every(
    route: &Route,
    mut each: impl FnMut(Path<'_>),
    mut shuffle: impl FnMut(&mut [u32], &mut Walk),
) -> Result<(), LawError> {
    let untouched = identity::<u32>(route.shape.cards());
    let mut deck = untouched.clone();
    let mut walk = Walk::new(route.dice)?;
    for _ in 0..route.limit {
        deck.copy_from_slice(&untouched);
        (0..route.passes).for_each(|_| shuffle(&mut deck, &mut walk));
        walk.note(&deck);
        each(Path { forks: &walk.forks, fresh: walk.fresh, deck: &deck });
        if !walk.turn() {
            return Ok(());
        }
    }
    Err(LawError::Paths { paths: PathCount::MoreThan(route.limit.into()), limit: route.limit })
}

/// The reading that walks whatever body there is.
struct Walked<'a, F> {
    route: &'a Route,
    each: F,
}

impl<F: FnMut(Path<'_>)> Reading for Walked<'_, F> {
    type Out = Option<Result<(), LawError>>;

    fn program<P: Program>(self, body: &P) -> Self::Out {
        Some(of_program(body, self.route, self.each))
    }

    fn procedure<P: Procedure>(self, body: &P) -> Self::Out {
        Some(of_procedure(body, self.route, self.each))
    }

    fn other(self) -> Self::Out {
        None
    }
}

/// One deck on which the decks between the rolls are noted.
struct NotingTable<'a> {
    deck: &'a mut [u32],
    walk: &'a mut Walk,
}

impl Table for NotingTable<'_> {
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
