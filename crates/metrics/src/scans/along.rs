//! Pairs of places in a regular pattern, all together: neighbors, places one behind the other, and two by two.
//!
//! A rule that keeps friends, songs or pairs apart hardly shows at two single places, and clearly in all of them.

use super::{
    PAIRS_OF_CARDS, Scan,
    division::{Division, MOST_IN_BLOCKS},
    kept::KeptDecks,
    same_class::{Graph, SameClass},
};
use crate::{axis::Axis, judgement::ExtremeCount, place::Place};
use std::f64::consts::LN_2;

/// Distances up to this one are looked at, and beyond it those that divide the number of places.
const NEAR: usize = 3;

/// Pairs of places (or cards) that belong together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pattern {
    /// All that are this far apart.
    Apart(usize),
    /// The first and the second, the third and the fourth, and so on.
    TwoByTwo,
}

impl Pattern {
    fn all(places: usize) -> Vec<Self> {
        let is_taken = |steps: &usize| *steps <= NEAR || places.is_multiple_of(*steps);
        let apart = (1..=places / 2).filter(is_taken).map(Self::Apart);
        apart.chain([Self::TwoByTwo]).collect()
    }

    /// The second place of the pair that has this one first.
    fn second(self, first: usize, places: usize) -> Option<usize> {
        let second = match self {
            Self::Apart(steps) => first + steps,
            Self::TwoByTwo if first.is_multiple_of(2) => first + 1,
            Self::TwoByTwo => return None,
        };
        (second < places).then_some(second)
    }

    fn graph(self, places: usize) -> Graph {
        let (pairs, touching) = match self {
            Self::Apart(steps) => (places - steps, places.saturating_sub(2 * steps)),
            Self::TwoByTwo => (places / 2, 0),
        };
        Graph { pairs, touching, most: pairs }
    }

    /// "cards at positions 6 apart", or "cards 0 and 1, 2 and 3, and so on,".
    fn words(self, of: Axis) -> Place {
        let places = match of {
            Axis::Positions => "cards at positions ",
            Axis::Cards => "cards ",
        };
        match (self, of) {
            (Self::Apart(steps), Axis::Positions) => {
                Place::from(places).number(steps).text(" apart ")
            }
            (Self::Apart(steps), Axis::Cards) => {
                Place::from(places).number(steps).text(" apart in the start order ")
            }
            (Self::TwoByTwo, _) => of.named(&[0, 1]).text(", and the next two, and so on, "),
        }
    }
}

/// Looks at the patterns of all places, or cards, of one class; none of parts of a deck, and of large ones.
///
/// Null hypothesis: uniform, independent decks. The number of pairs of one class in a pattern has its exact mean and variance, and its tails
/// over all decks are bounded by Bennett's inequality.
/// `together` yields the number of decks in which a first and a second place are of one class.
pub(super) fn add(
    scan: &mut Scan,
    decks: &KeptDecks,
    (division, of): (&Division, Axis),
    together: impl Fn(usize, usize) -> u64,
) {
    let places = decks.places.len();
    if places != decks.shape.width() || !(2 * NEAR..=MOST_IN_BLOCKS).contains(&places) {
        return;
    }
    let (law, trials) = (SameClass::of(&division.sizes), decks.len() as u64);
    for pattern in Pattern::all(places) {
        let graph = pattern.graph(places);
        let of_one = |first| Some(together(first, pattern.second(first, places)?));
        let count: u64 = (0..places).filter_map(of_one).sum();
        let all = trials * graph.pairs as u64;
        let mean = all as f64 * law.pair;
        let tails = |count: f64| {
            let [upper, lower] = law.ln_tails(count - mean, trials, graph);
            (LN_2 + f64::min(upper, lower)).min(0.0)
        };
        let least = f64::min(tails(0.0), tails(all as f64));
        scan.add_picked_tail(tails(count as f64), least, || ExtremeCount {
            what: pattern.words(of).and(division.same(of)),
            count,
            of: all,
            unit: PAIRS_OF_CARDS,
            expected: law.pair,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use itertools::Itertools;

    /// Every pattern has the pairs, and the pairs with a common place, of its enumeration.
    #[test]
    fn graphs_are_those_of_their_pairs() {
        for places in [6, 7, 12] {
            for pattern in Pattern::all(places) {
                let pair = |first| Some([first, pattern.second(first, places)?]);
                let pairs = (0..places).filter_map(pair).collect_vec();
                let touch = |[a, b]: [&[usize; 2]; 2]| a.iter().any(|place| b.contains(place));
                let touching = pairs.iter().array_combinations().filter(|two| touch(*two)).count();
                let graph = Graph { pairs: pairs.len(), touching, most: pairs.len() };
                assert_eq!(pattern.graph(places), graph, "{pattern:?} of {places}");
            }
        }
    }
}
