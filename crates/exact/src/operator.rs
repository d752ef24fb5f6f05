//! The effect of a step on the law of one thing, or of two, that are followed through it.
#![doc = include_str!("operator.md")]

use crate::{LawError, amount::Amount, script::Step, shares::Shares};
use shuffle_algorithms::dice::DiceSpec;

/// One step, acting on laws.
#[derive(Debug)]
pub(crate) enum Operator<A: Amount> {
    Swap { a: Vec<A::Factor>, b: Vec<A::Factor>, all_a: A::Factor, all_b: A::Factor },
    Lift { from: Vec<A::Factor>, to: usize, moved: Vec<A::Factor>, all: A::Factor },
}

impl<A: Amount> Operator<A> {
    /// The operator of a step that acts on one side of the deck.
    pub(crate) fn of(step: &Step, cards: usize, dice: DiceSpec) -> Result<Self, LawError> {
        let factors = |shares: &Shares, words: &[i128]| -> Vec<A::Factor> {
            words.iter().map(|&words| A::factor(words, shares.total)).collect()
        };
        Ok(match step {
            Step::Swap(a, b) => {
                let (a, b) = (Shares::of(a, cards, dice)?, Shares::of(b, cards, dice)?);
                Self::Swap {
                    all_a: A::factor(a.total, a.total),
                    all_b: A::factor(b.total, b.total),
                    a: factors(&a, &a.words),
                    b: factors(&b, &b.words),
                }
            }
            Step::Lift(from, to) => {
                let shares = Shares::of(from, cards, dice)?;
                let mut moved = shares.words.clone();
                for x in 1..*to {
                    moved[x] += moved[x - 1];
                }
                for x in (to + 1..cards.saturating_sub(1)).rev() {
                    moved[x] += moved[x + 1];
                }
                Self::Lift {
                    all: A::factor(shares.total, shares.total),
                    from: factors(&shares, &shares.words),
                    moved: factors(&shares, &moved),
                    to: *to,
                }
            }
        })
    }

    /// Follows one thing.
    pub(crate) fn follow_one(&self, law: &mut [A], scratch: &mut Vec<A>) {
        match self {
            Self::Swap { a, b, all_a, all_b } => {
                let (mean_a, mean_b) = (A::dot(law, a), A::dot(law, b));
                for ((mass, &a), &b) in law.iter_mut().zip(a).zip(b) {
                    let mut next = A::zero();
                    next.add_times(mass, *all_a * *all_b - a * *all_b - b * *all_a);
                    next.add_times(&mean_b, a);
                    next.add_times(&mean_a, b);
                    *mass = next;
                }
            }
            Self::Lift { from, to, moved, all } => {
                scratch.clear();
                scratch.resize(law.len(), A::zero());
                for (x, mass) in law.iter().enumerate() {
                    if x == *to {
                        for (place, &factor) in scratch.iter_mut().zip(from) {
                            place.add_times(mass, factor);
                        }
                    } else {
                        scratch[x].add_times(mass, *all - moved[x]);
                        scratch[towards(x, *to)].add_times(mass, moved[x]);
                    }
                }
                law.swap_with_slice(scratch);
            }
        }
    }

    /// Follows two things, row by row the law of the second for each place of the first.
    pub(crate) fn follow_two(&self, law: &mut [A], cards: usize, scratch: &mut Vec<A>) {
        scratch.clear();
        scratch.resize(law.len(), A::zero());
        match self {
            Self::Swap { a, b, all_a, all_b } => {
                let (second_a, second_b) = (second_means(law, a), second_means(law, b));
                let (first_a, first_b) = (first_means(law, a), first_means(law, b));
                let stay = |x: usize| a[x] * *all_b + b[x] * *all_a;
                for x in 0..cards {
                    let stays = *all_a * *all_b - stay(x);
                    for y in (0..cards).filter(|&y| y != x) {
                        let both = a[x] * b[y] + a[y] * b[x];
                        let next = &mut scratch[x * cards + y];
                        next.add_times(&law[x * cards + y], stays - stay(y) + both);
                        next.add_times(&law[y * cards + x], both);
                        next.add_times(&first_b[y], a[x]);
                        next.add_times(&first_a[y], b[x]);
                        next.add_times(&second_b[x], a[y]);
                        next.add_times(&second_a[x], b[y]);
                    }
                }
            }
            Self::Lift { from, to, moved, all } => {
                for x in 0..cards {
                    for y in (0..cards).filter(|&y| y != x) {
                        let lift = Lift { from, to: *to, moved, all: *all };
                        let mass = &law[x * cards + y];
                        lift.images(x, y, |x, y, factor| {
                            scratch[x * cards + y].add_times(mass, factor);
                        });
                    }
                }
            }
        }
        law.swap_with_slice(scratch);
    }
}

/// For each first place the mean over the second.
fn second_means<A: Amount>(law: &[A], factors: &[A::Factor]) -> Vec<A> {
    law.chunks_exact(factors.len()).map(|row| A::dot(row, factors)).collect()
}

/// For each second place the mean over the first.
fn first_means<A: Amount>(law: &[A], factors: &[A::Factor]) -> Vec<A> {
    let mut means = vec![A::zero(); factors.len()];
    for (row, &factor) in law.chunks_exact(factors.len()).zip(factors) {
        if factor != A::Factor::default() {
            for (mean, mass) in means.iter_mut().zip(row) {
                mean.add_times(mass, factor);
            }
        }
    }
    means
}

/// The neighbor of x in the direction of `to`.
fn towards(x: usize, to: usize) -> usize {
    if x > to { x - 1 } else { x + 1 }
}

/// A lift, seen by two things.
struct Lift<'a, F> {
    from: &'a [F],
    to: usize,
    moved: &'a [F],
    all: F,
}

impl<F: crate::amount::Factor> Lift<'_, F> {
    /// The places to which two things at x and y may go, each pair with its factor.
    fn images(&self, x: usize, y: usize, mut image: impl FnMut(usize, usize, F)) {
        let Self { from, to, moved, all } = *self;
        let moves = |z: usize, f: usize| if z > to { f >= z } else { f <= z };
        let image_of = |z, f| if moves(z, f) { towards(z, to) } else { z };
        if x == to {
            from.iter().enumerate().for_each(|(f, &factor)| image(f, image_of(y, f), factor));
        } else if y == to {
            from.iter().enumerate().for_each(|(f, &factor)| image(image_of(x, f), f, factor));
        } else {
            // On the same side the further one draws the nearer along; on both sides only one moves.
            let both = match (x > to, y > to) {
                (true, true) => moved[x.max(y)],
                (false, false) => moved[x.min(y)],
                _ => F::default(),
            };
            image(x, y, all - moved[x] - moved[y] + both);
            image(towards(x, to), y, moved[x] - both);
            image(x, towards(y, to), moved[y] - both);
            image(towards(x, to), towards(y, to), both);
        }
    }
}
