//! The longest run up and the longest run down.
#![doc = include_str!("runs-up-down.md")]

use super::{
    order_test::{OrderTest, in_deck, long_enough},
    orders::{Axis, Orders},
};
use crate::{
    Shape, effect_kind,
    judgement::{Effect, Evidence},
    metric::NotApplicable,
    place::{Place, Word},
};
use statrs::function::factorial::ln_factorial;

/// The fewest cards that allow a run to be recognized.
pub(super) const FEWEST_CARDS: usize = 4;

pub(crate) struct Runs {
    cards: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Run {
    /// Its first place.
    pub(super) start: usize,
    pub(super) steps: usize,
}

impl Runs {
    pub(crate) fn build(shape: Shape) -> Result<Box<dyn OrderTest>, NotApplicable> {
        let cards = shape.dealt();
        long_enough(cards, FEWEST_CARDS)?;
        Ok(Box::new(Self { cards }))
    }
}

/// The first of the longest stretches in which all neighbours follow each other so.
pub(super) fn longest(order: &[u32], follows: impl Fn(u32, u32) -> bool) -> Run {
    let (mut best, mut start) = (Run { start: 0, steps: 0 }, 0);
    for (place, (&one, &other)) in order.iter().zip(&order[1..]).enumerate() {
        if follows(one, other) {
            let steps = place + 1 - start;
            if steps > best.steps {
                best = Run { start, steps };
            }
        } else {
            start = place + 1;
        }
    }
    best
}

/// A bound of the logarithm of P(a run of `steps` or more in one direction).
pub(super) fn ln_tail(cards: usize, steps: usize, decks: usize) -> f64 {
    let ln_first = -ln_factorial(steps as u64 + 1);
    let later = (cards - steps - 1) as f64 * (1.0 - 1.0 / (steps as f64 + 2.0));
    ((decks as f64).ln() + ln_first + later.ln_1p()).min(0.0)
}

impl OrderTest for Runs {
    fn words(&self) -> usize {
        6
    }

    fn summarize(&self, deck: &Orders, axis: Axis, words: &mut Vec<u32>) {
        let order = deck.along(axis);
        for run in
            [longest(order, |one, other| one < other), longest(order, |one, other| one > other)]
        {
            let ends = [run.start, run.start + run.steps].map(|place| name(deck, axis, place));
            words.extend([run.steps as u32, ends[0], ends[1]]);
        }
    }

    fn judge(&self, decks: &[&[u32]], axis: Axis) -> Evidence {
        let runs = decks.iter().enumerate().flat_map(|(deck, words)| {
            words.chunks_exact(3).enumerate().map(move |(down, run)| (run, down, deck))
        });
        let (run, down, deck) =
            runs.rev().max_by_key(|(run, ..)| run[0]).unwrap_or((&[0, 0, 0], 0, 0));
        let steps = run[0] as usize;
        let [first, last] = [run[1], run[2]].map(|place| place as usize);
        let how = match (axis, down) {
            (Axis::Positions, 0) => [" hold cards in ascending order"],
            (Axis::Positions, _) => [" hold cards in descending order"],
            (Axis::Cards, 0) => [" are in ascending order"],
            (Axis::Cards, _) => [" are in descending order"],
        };
        let place =
            in_deck(deck, decks.len()).and(from_to(axis, first, last)).and(how.map(Word::Text));
        let effect = Effect::new(effect_kind::LONGEST_RUN, (steps + 1) as f64).at(place);
        let ln_least = ln_tail(self.cards, self.cards - 1, decks.len());
        Evidence::of_tails(ln_tail(self.cards, steps, decks.len()), 2, ln_least, effect)
    }
}

/// A place along a way as people call it: a position, or a card.
pub(super) fn name(deck: &Orders, axis: Axis, place: usize) -> u32 {
    match axis {
        Axis::Positions => place as u32,
        Axis::Cards => deck.card(place as u32),
    }
}

/// `positions 5 to 7`, or `cards 5 to 7`.
pub(super) fn from_to(axis: Axis, first: usize, last: usize) -> Place {
    match axis {
        Axis::Positions => Place::positions(&(first..last + 1)),
        Axis::Cards => Place::cards(&(first..last + 1)),
    }
}

#[cfg(test)]
mod tests {
    use super::{super::testing::orders, *};

    #[test]
    fn the_bound_is_never_below_the_truth_and_close_to_it_where_it_is_small() {
        for n in 4..=8 {
            let all: Vec<usize> =
                orders(n).map(|order| longest(&order, |one, other| one < other).steps).collect();
            for steps in 1..n {
                let reach = all.iter().filter(|&&longest| longest >= steps).count();
                let p = reach as f64 / all.len() as f64;
                let bound = ln_tail(n, steps, 1).exp();
                assert!(bound >= p * (1.0 - 1e-12), "{n} {steps}: {bound} {p}");
                assert!(p > 0.2 || bound < p * 1.1, "{n} {steps}: {bound} {p}");
            }
        }
    }

    #[test]
    fn the_first_of_the_longest_runs_is_found() {
        let run = |order: &[u32]| longest(order, |one, other| one < other);
        assert_eq!(run(&[3, 0, 1, 2, 5, 4]), Run { start: 1, steps: 3 });
        assert_eq!(run(&[0, 1, 3, 2, 4, 5]), Run { start: 0, steps: 2 });
        assert_eq!(run(&[3, 2, 1, 0]), Run { start: 0, steps: 0 });
    }
}
