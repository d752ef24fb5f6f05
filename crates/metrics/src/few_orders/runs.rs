//! The longest run of neighbors in an order, and the names of its ends.

use super::orders::Orders;
use crate::axis::Axis;
use crate::place::Place;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Run {
    /// Its first place.
    pub(super) start: usize,
    pub(super) steps: usize,
}

/// The first of the longest stretches in which all neighbors follow each other so.
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
    use super::*;

    #[test]
    fn the_first_of_the_longest_runs_is_found() {
        let run = |order: &[u32]| longest(order, |one, other| one < other);
        assert_eq!(run(&[3, 0, 1, 2, 5, 4]), Run { start: 1, steps: 3 });
        assert_eq!(run(&[0, 1, 3, 2, 4, 5]), Run { start: 0, steps: 2 });
        assert_eq!(run(&[3, 2, 1, 0]), Run { start: 0, steps: 0 });
    }
}
