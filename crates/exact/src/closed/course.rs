//! One pass of a hand shuffle, place by place.
//!
//! Many hand shuffles lay the new deck down one card after the other, and what comes next depends on little
//! of what came before: how many cards each hand still holds, say. Such a course is a Markov chain with
//! few states, each of which knows its card. So one or two cards can be followed through a pass of
//! 52 cards whose dice have 2^50 paths, and a pass after that is a product of matrices, because the places
//! that a pass exchanges do not depend on the cards.
//!
//! This is dynamic programming in floats; it does not give the whole law of a deck.

use crate::{
    Why,
    cost::{Arithmetic, Cost, Limits},
    masses::Masses,
};
use std::collections::BTreeMap;

/// The memory of a course.
pub(crate) type State = [u16; 4];

/// A shuffle that lays down a deck card by card.
pub(crate) trait Course {
    /// The states at the first place that is filled.
    fn start(&self) -> Vec<(State, f64)>;

    /// The states at the next place.
    fn next(&self, state: State) -> Vec<(State, f64)>;

    /// The card that is laid down in this state.
    fn card(&self, state: State) -> usize;

    /// True if the last place is filled first.
    fn backwards(&self) -> bool {
        false
    }
}

/// One pass, unfolded into its states.
#[derive(Debug)]
pub(crate) struct Pass {
    cards: usize,
    backwards: bool,
    layers: Vec<Layer>,
    /// A bound on the relative error of a probability of the pass.
    error: f64,
}

/// All states at one place.
#[derive(Debug, Default)]
struct Layer {
    card: Vec<usize>,
    mass: Vec<f64>,
    /// From each state to states of the next place.
    arrows: Vec<Vec<(usize, f64)>>,
}

impl Pass {
    /// Unfolds a course.
    ///
    /// # Errors
    ///
    /// [`Why::Memory`] if it has too many states.
    pub(crate) fn of(course: &impl Course, cards: usize, limits: &Limits) -> Result<Self, Why> {
        let mut layers: Vec<Layer> = Vec::with_capacity(cards);
        let mut states: BTreeMap<State, f64> = BTreeMap::new();
        if cards > 0 {
            course.start().into_iter().for_each(|(s, p)| *states.entry(s).or_default() += p);
        }
        let mut all = 0_u64;
        // The formulas of a course take up to 2n roundings by themselves.
        let mut roundings = 2 * cards;
        for place in 0..cards {
            all += states.len() as u64;
            cost(all, 128 * all, all).within("the law of one pass", limits)?;
            let mut layer = Layer::default();
            let mut next: BTreeMap<State, f64> = BTreeMap::new();
            let arrows: Vec<_> = if place + 1 < cards {
                states.keys().map(|&state| course.next(state)).collect()
            } else {
                vec![Vec::new(); states.len()]
            };
            for ((&state, &mass), arrows) in states.iter().zip(&arrows) {
                layer.card.push(course.card(state));
                layer.mass.push(mass);
                arrows.iter().for_each(|&(to, p)| *next.entry(to).or_default() += mass * p);
            }
            let numbers: BTreeMap<State, usize> =
                next.keys().enumerate().map(|(number, &state)| (state, number)).collect();
            let numbered = |arrows: Vec<(State, f64)>| {
                arrows.into_iter().map(|(to, p)| (numbers[&to], p)).collect()
            };
            layer.arrows = arrows.into_iter().map(numbered).collect();
            roundings += 4 + most_arrows_to_one(&layer.arrows, numbers.len());
            layers.push(layer);
            states = next;
        }
        roundings += layers.iter().map(|layer| layer.mass.len()).max().unwrap_or(0);
        let error = roundings as f64 * f64::EPSILON;
        Ok(Self { cards, backwards: course.backwards(), layers, error })
    }

    fn place(&self, layer: usize) -> usize {
        if self.backwards { self.cards - 1 - layer } else { layer }
    }

    /// A bound on the relative error of a probability of one pass: all terms are positive, so each place adds
    /// its roundings and no more.
    pub(crate) fn error(&self) -> f64 {
        self.error
    }

    /// The position matrix, a row a place.
    pub(crate) fn places(&self) -> Vec<f64> {
        let mut matrix = vec![0.0; self.cards * self.cards];
        for (number, layer) in self.layers.iter().enumerate() {
            let row = self.place(number) * self.cards;
            for (&card, &mass) in layer.card.iter().zip(&layer.mass) {
                matrix[row + card] += mass;
            }
        }
        matrix
    }

    /// The law of every two places: for each pair of places the pairs of cards that may lie there.
    ///
    /// # Errors
    ///
    /// [`Why::Memory`] and [`Why::Work`] beyond the limits.
    pub(crate) fn pairs(&self, limits: &Limits) -> Result<PairPass, Why> {
        let (n, places) = (self.cards, self.places());
        // No more pairs than the places have cards each.
        let reached: Vec<u64> = places
            .chunks_exact(n.max(1))
            .map(|row| row.iter().filter(|&&p| p > 0.0).count() as u64)
            .collect();
        let all: u64 = reached.iter().sum();
        let most = all * all - reached.iter().map(|r| r * r).sum::<u64>();
        let states: u64 = self.layers.iter().map(|layer| layer.mass.len() as u64).sum();
        cost(most, 16 * most, all.saturating_mul(states))
            .within("the pair law of one pass", limits)?;
        let mut rows = vec![Vec::new(); n * n];
        for (first, layer) in self.layers.iter().enumerate() {
            for card in 0..n {
                let here = |(&c, &mass): (&usize, &f64)| if c == card { mass } else { 0.0 };
                let law: Vec<f64> = layer.card.iter().zip(&layer.mass).map(here).collect();
                if law.iter().any(|&mass| mass > 0.0) {
                    self.follow(first, card, law, &mut rows);
                }
            }
        }
        Ok(PairPass { cards: n, rows, error: self.error })
    }

    /// Follows the states of a place with one card to all later places.
    fn follow(&self, first: usize, card: usize, mut law: Vec<f64>, rows: &mut [Row]) {
        let n = self.cards;
        let mut of_cards = vec![0.0; n];
        for second in first + 1..n {
            let mut next = vec![0.0; self.layers[second].mass.len()];
            for (&mass, arrows) in law.iter().zip(&self.layers[second - 1].arrows) {
                if mass > 0.0 {
                    arrows.iter().for_each(|&(to, p)| next[to] += mass * p);
                }
            }
            law = next;
            of_cards.fill(0.0);
            for (&other, &mass) in self.layers[second].card.iter().zip(&law) {
                of_cards[other] += mass;
            }
            let (p, q) = (self.place(first), self.place(second));
            for (other, &mass) in of_cards.iter().enumerate().filter(|(_, mass)| **mass > 0.0) {
                rows[p * n + q].push(((card * n + other) as u32, mass));
                rows[q * n + p].push(((other * n + card) as u32, mass));
            }
        }
    }
}

fn cost(states: u64, bytes: u64, moves: u64) -> Cost {
    let seconds = moves as f64 * 2.0 / 1e9;
    Cost { states, bytes, moves, arithmetic: Arithmetic::Floats, seconds }
}

/// The most terms of a sum when one place follows another.
fn most_arrows_to_one(arrows: &[Vec<(usize, f64)>], states: usize) -> usize {
    let mut counts = vec![0; states];
    arrows.iter().flatten().for_each(|&(to, _)| counts[to] += 1);
    counts.into_iter().max().unwrap_or(0)
}

/// The pairs of cards at two places, as `first * cards + second`.
type Row = Vec<(u32, f64)>;

/// The law of every two places after one pass.
#[derive(Debug)]
pub(crate) struct PairPass {
    cards: usize,
    rows: Vec<Row>,
    error: f64,
}

/// The direction in which a pass is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Direction {
    /// As it is.
    Forwards,
    /// The pass that undoes it.
    Backwards,
}

impl PairPass {
    /// Follows weights on pairs of places through `passes` passes.
    ///
    /// # Errors
    ///
    /// [`Why::Work`] beyond the limits.
    pub(crate) fn through(
        &self,
        start: impl Fn(usize) -> bool,
        passes: u64,
        direction: Direction,
        limits: &Limits,
    ) -> Result<Masses, Why> {
        let entries: u64 = self.rows.iter().map(|row| row.len() as u64).sum();
        cost(entries, 16 * entries, entries.saturating_mul(passes))
            .within("the pair law", limits)?;
        let weight = |index| if start(index) { 1.0 } else { 0.0 };
        let mut law: Vec<f64> = (0..self.rows.len()).map(weight).collect();
        let mass: f64 = law.iter().sum();
        for _ in 0..passes {
            law = match direction {
                Direction::Forwards => {
                    let mut next = vec![0.0; law.len()];
                    for (&mass, row) in law.iter().zip(&self.rows).filter(|(m, _)| **m > 0.0) {
                        row.iter().for_each(|&(to, p)| next[to as usize] += mass * p);
                    }
                    next
                }
                Direction::Backwards => {
                    let dot = |row: &Row| row.iter().map(|&(from, p)| law[from as usize] * p).sum();
                    self.rows.iter().map(dot).collect()
                }
            };
        }
        let terms = (self.cards * self.cards + 4) as f64 * f64::EPSILON;
        let each = passes as f64 * (terms + self.error);
        law.iter_mut().for_each(|value| *value = value.clamp(0.0, 1.0));
        Ok(Masses::floats(law, each, each * mass.max(1.0)))
    }
}

/// A position matrix, with its relative error, to a power; the first rows are kept.
///
/// # Errors
///
/// [`Why::Work`] beyond the limits.
pub(crate) fn power(
    (matrix, error): (Vec<f64>, f64),
    cards: usize,
    dealt: usize,
    passes: u64,
    limits: &Limits,
) -> Result<Masses, Why> {
    let cells = (cards * cards) as u64;
    let products = 2 * u64::from(u64::BITS - passes.leading_zeros());
    cost(cells, 32 * cells, products * cells.saturating_mul(cards as u64))
        .within("the position law", limits)?;
    let mut square = matrix;
    let mut result: Vec<f64> =
        (0..cards * cards).map(|i| f64::from(u8::from(i / cards == i % cards))).collect();
    let mut left = passes;
    while left > 0 {
        if left & 1 == 1 {
            result = product(&result, &square, cards);
        }
        left >>= 1;
        if left > 0 {
            square = product(&square, &square, cards);
        }
    }
    // A power holds as many roundings as if it had been taken pass by pass, in whatever order it was taken.
    let error = passes as f64 * (error + (cards + 2) as f64 * f64::EPSILON);
    result.truncate(dealt * cards);
    result.iter_mut().for_each(|value| *value = value.clamp(0.0, 1.0));
    Ok(Masses::floats(result, error, error * dealt as f64))
}

fn product(a: &[f64], b: &[f64], cards: usize) -> Vec<f64> {
    let mut product = vec![0.0; a.len()];
    for (row, out) in a.chunks_exact(cards.max(1)).zip(product.chunks_exact_mut(cards.max(1))) {
        for (&mass, other) in row.iter().zip(b.chunks_exact(cards)) {
            out.iter_mut().zip(other).for_each(|(cell, p)| *cell += mass * p);
        }
    }
    product
}

/// The matrix of the pass that undoes one.
pub(crate) fn transposed(matrix: &[f64], cards: usize) -> Vec<f64> {
    (0..matrix.len()).map(|i| matrix[i % cards * cards + i / cards]).collect()
}
