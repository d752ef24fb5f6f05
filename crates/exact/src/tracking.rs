//! The common part of the position law and the pair law: places are followed through a shuffle.
//!
//! In the end a deck is a map from places to cards, composed of one map for each step. To know what lies
//! at a place, follow it backwards through the steps on places, then forwards through the steps on cards
//! (`Script::followed`). All steps are independent, so the law of where it is can be followed instead.
//!
//! The steps may be a swap program's, or whole passes of any shuffle whose law of one pass is known: a pass makes `D
//! o s` of a deck D, with s from that law, if the shuffle moves places without reading the cards. So a hand shuffle
//! can be repeated where the law of all orders is out of reach.

use crate::{
    LawError, PermutationLaw,
    amount::Amount,
    cost::{Arithmetic, Cost, Limits},
    masses::Masses,
    operator::Operator,
    script::{Script, Step},
    shares::Shares,
};
use num_bigint::BigInt;
use shuffle_algorithms::{Shape, dice::DiceSpec};

/// The most machine words that a law in big numbers may touch, a few seconds; above that, floats are used.
const MOST_EXACT_WORK: f64 = 1e8;

/// The longest denominator of a pass that can be a factor.
const LONGEST_FACTOR: u64 = 126;

/// The course that places are followed through.
#[derive(Clone, Copy, Debug)]
pub(crate) enum FollowedSteps<'a> {
    /// The steps of a program.
    Steps(&'a Script, DiceSpec),
    /// A number of passes of a shuffle, from the law of one pass over whole decks; then cards are dealt.
    Passes(&'a PermutationLaw, u32, Shape),
}

/// The things that are followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tracked {
    /// Each dealt place by itself: a row a place.
    Each,
    /// Ordered pairs of places.
    Pairs,
}

/// A course to be followed, with its cost and the numbers it is followed in.
#[derive(Debug)]
pub(crate) struct Follow<'a> {
    course: FollowedSteps<'a>,
    kind: Tracked,
    cost: Cost,
    /// The most terms of a sum in one step.
    terms: f64,
}

impl FollowedSteps<'_> {
    pub(crate) fn shape(&self) -> Shape {
        match *self {
            Self::Steps(script, _) => script.shape(),
            Self::Passes(_, _, shape) => shape,
        }
    }

    /// The number of bits of the common denominator.
    fn bits(&self) -> Result<f64, LawError> {
        Ok(match *self {
            Self::Steps(script, dice) => {
                let mut bits = 0.0;
                for step in script.steps() {
                    bits += (words(step, script.shape().cards(), dice)? as f64).log2();
                }
                bits * f64::from(script.passes())
            }
            Self::Passes(pass, passes, _) => {
                let bits = pass.masses().total().map_or(0, BigInt::bits);
                bits as f64 * f64::from(passes)
            }
        })
    }
}

impl<'a> Follow<'a> {
    /// Plans to follow a course.
    pub(crate) fn plan(course: FollowedSteps<'a>, kind: Tracked) -> Result<Self, LawError> {
        let (cards, dealt) = (course.shape().cards(), course.shape().dealt());
        let states = if kind == Tracked::Each { dealt * cards } else { cards * cards };
        // `touches`: the number of times a step touches each state; `of_floats`: the nanoseconds of a touch in floats.
        let (steps, touches, of_floats, terms, factors_fit) = match course {
            FollowedSteps::Steps(script, _) => {
                let _ = script.followed()?; // or it says why not
                let steps = script.steps().len() as f64 * f64::from(script.passes());
                let (touches, of_floats) = if kind == Tracked::Each { (3, 0.4) } else { (8, 1.0) };
                (steps, touches, of_floats, cards, true)
            }
            FollowedSteps::Passes(pass, passes, _) => {
                let fits = pass.masses().total().is_some_and(|t| t.bits() <= LONGEST_FACTOR);
                let orders = pass.masses().len();
                let touches = if kind == Tracked::Each { cards } else { orders };
                (passes.into(), touches, 2.0, orders.max(cards), fits)
            }
        };
        let length = (course.bits()? / 64.0).ceil() + 1.0;
        let moves = steps * states as f64 * touches as f64;
        let exact = factors_fit && moves * length <= MOST_EXACT_WORK;
        let (arithmetic, each, nanoseconds) = if exact {
            (Arithmetic::Big, 48 + 8 * length as u64, 20.0 + length)
        } else {
            (Arithmetic::Floats, 8, of_floats)
        };
        let states = states as u64;
        let cost = Cost {
            states,
            bytes: states.saturating_mul(2 * each),
            moves: moves as u64,
            arithmetic,
            seconds: moves * nanoseconds / 1e9,
        };
        Ok(Self { course, kind, cost, terms: terms as f64 })
    }

    /// Follows the states that `start` marks: each place itself, or some pairs of places.
    pub(crate) fn run(
        &self,
        what: &'static str,
        limits: &Limits,
        start: impl Fn(usize) -> bool,
    ) -> Result<Masses, LawError> {
        self.cost.within(what, limits)?;
        let start: Vec<bool> = (0..self.cost.states as usize).map(start).collect();
        Ok(match self.cost.arithmetic {
            Arithmetic::Floats => {
                let steps = match self.course {
                    FollowedSteps::Steps(script, _) => {
                        script.steps().len() as f64 * f64::from(script.passes())
                    }
                    FollowedSteps::Passes(_, passes, _) => f64::from(passes),
                };
                // A step only spreads the mass there is, and with it the errors of the steps before. Each
                // of its sums rounds at most once a term.
                let each = steps * (self.terms + 32.0) * f64::EPSILON;
                let mass = start.iter().filter(|&&here| here).count() as f64;
                let mut values = self.follow::<f64>(&start)?;
                values.iter_mut().for_each(|value| *value = value.clamp(0.0, 1.0));
                Masses::floats(values, each, each * mass)
            }
            _ => Masses::big(self.follow::<BigInt>(&start)?, self.denominator()?),
        })
    }

    fn denominator(&self) -> Result<BigInt, LawError> {
        match self.course {
            FollowedSteps::Steps(script, dice) => {
                script.product(|step| words(step, script.shape().cards(), dice))
            }
            FollowedSteps::Passes(pass, passes, _) => {
                Ok(pass.masses().total().cloned().unwrap_or_default().pow(passes))
            }
        }
    }

    fn follow<A: Amount>(&self, start: &[bool]) -> Result<Vec<A>, LawError> {
        let begin = |&here: &bool| if here { A::one() } else { A::zero() };
        let mut law: Vec<A> = start.iter().map(begin).collect();
        let (cards, mut scratch) = (self.course.shape().cards(), Vec::new());
        match self.course {
            FollowedSteps::Steps(script, dice) => {
                for step in script.followed()? {
                    let operator = Operator::<A>::of(step, cards, dice)?;
                    match self.kind {
                        Tracked::Each => {
                            for row in law.chunks_exact_mut(cards) {
                                operator.follow_one(row, &mut scratch);
                            }
                        }
                        Tracked::Pairs => operator.follow_two(&mut law, cards, &mut scratch),
                    }
                }
            }
            FollowedSteps::Passes(pass, passes, _) => {
                let factors = match self.kind {
                    Tracked::Each => pass.position().masses().factors::<A>(),
                    Tracked::Pairs => pass.masses().factors::<A>(),
                };
                for _ in 0..passes {
                    scratch.clear();
                    scratch.resize(law.len(), A::zero());
                    match self.kind {
                        Tracked::Each => through_places(&factors, &law, &mut scratch, cards),
                        Tracked::Pairs => through_orders(pass, &factors, &law, &mut scratch, cards),
                    }
                    std::mem::swap(&mut law, &mut scratch);
                }
            }
        }
        Ok(law)
    }
}

/// Takes each row through the position matrix of a pass.
fn through_places<A: Amount>(matrix: &[A::Factor], law: &[A], next: &mut [A], cards: usize) {
    for (row, next) in law.chunks_exact(cards).zip(next.chunks_exact_mut(cards)) {
        for (mass, factors) in row.iter().zip(matrix.chunks_exact(cards)) {
            for (place, &factor) in next.iter_mut().zip(factors) {
                place.add_times(mass, factor);
            }
        }
    }
}

/// Takes every pair through every order of a pass.
fn through_orders<A: Amount>(
    pass: &PermutationLaw,
    factors: &[A::Factor],
    law: &[A],
    next: &mut [A],
    cards: usize,
) {
    let (mut factors, nothing) = (factors.iter(), A::zero());
    pass.each(|order| {
        let factor = *factors.next().expect("one mass an order");
        for (row, &x) in law.chunks_exact(cards).zip(order) {
            for (mass, &y) in row.iter().zip(order) {
                if *mass != nothing {
                    next[x as usize * cards + y as usize].add_times(mass, factor);
                }
            }
        }
    });
}

/// All words of a step.
fn words(step: &Step, cards: usize, dice: DiceSpec) -> Result<i128, LawError> {
    let total = |reach| Shares::of(reach, cards, dice).map(|shares| shares.total);
    match step {
        Step::Swap(a, b) => Ok(total(a)? * total(b)?),
        Step::Lift(from, _) => total(from),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        pair::Pairs,
        paths::{self, Route},
        permutation,
    };
    use shuffle_algorithms::{
        Algorithm,
        shuffles::{naive::Naive, out_of_place::OutOfPlace},
    };

    const CARDS: usize = 9;

    /// Follows a course in big numbers and in floats.
    fn both_agree(course: FollowedSteps<'_>) {
        for kind in [Tracked::Each, Tracked::Pairs] {
            let mut plan = Follow::plan(course, kind).unwrap();
            assert_eq!(plan.cost.arithmetic, Arithmetic::Big);
            let start = |index| match kind {
                Tracked::Each => index / CARDS == index % CARDS,
                Tracked::Pairs => index / CARDS + 1 == index % CARDS,
            };
            let exact = plan.run("a law", &Limits::default(), start).unwrap();
            plan.cost.arithmetic = Arithmetic::Floats;
            let floats = plan.run("a law", &Limits::default(), start).unwrap();
            assert!(floats.error() > 0.0 && floats.error() < 1e-11);
            for index in 0..exact.len() {
                let off = (exact.value(index) - floats.value(index)).abs();
                assert!(off <= floats.error(), "{kind:?} {index}: {off}");
            }
        }
    }

    #[test]
    fn floats_are_no_further_off_than_they_say() {
        for dice in [DiceSpec::Exact, DiceSpec::Modulo { bits: 4 }] {
            both_agree(FollowedSteps::Steps(&Script::of(&Naive, Shape::whole(CARDS), 2), dice));
            both_agree(FollowedSteps::Steps(
                &Script::of(&OutOfPlace, Shape::whole(CARDS), 1),
                dice,
            ));
        }
        let riffle = Algorithm::parse("human-riffle").unwrap();
        let shape = Shape::whole(CARDS);
        let route = Route::new(shape, 100_000);
        let pass = permutation::of_paths(shape, |each| paths::of_algorithm(&riffle, &route, each));
        both_agree(FollowedSteps::Passes(&pass.unwrap(), 3, shape));
    }

    #[test]
    fn a_pass_with_too_long_a_denominator_is_followed_in_floats() {
        let (riffle, shape) = (Algorithm::parse("human-riffle").unwrap(), Shape::whole(4));
        let dice = DiceSpec::Modulo { bits: 63 };
        let route = Route { dice, ..Route::new(shape, 100_000) };
        let pass = permutation::of_paths(shape, |each| paths::of_algorithm(&riffle, &route, each));
        let pass = pass.unwrap();
        let twice = Follow::plan(FollowedSteps::Passes(&pass, 2, shape), Tracked::Pairs).unwrap();
        assert_eq!(twice.cost.arithmetic, Arithmetic::Floats);
        let start = |index| index / 4 + 1 == index % 4;
        let floats = twice.run("a law", &Limits::default(), start).unwrap();
        let orders = permutation::repeated(&pass, 2, &Limits::default()).unwrap();
        let exact = orders.pairs(Pairs::Neighbors);
        for index in 0..16 {
            let off = (exact.masses().value(index) - floats.value(index)).abs();
            assert!(off <= floats.error());
        }
    }
}
