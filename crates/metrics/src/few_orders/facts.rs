//! Facts about a few orders, shown with the tests: how far rows moved, how far apart neighbors are, and what was left
//! in order.

use super::orders::{Orders, long, two_words};
use crate::axis::Axis;
use std::ops::Range;

/// A run of this many rows in their start order counts as left in order. By chance one of 10 occurs in one of 10! / n
/// orders.
pub const LEFT_IN_ORDER: usize = 100;

/// The classes of distances in each power of two: a class is 1/8 of the number wide, at most.
const IN_OCTAVE: usize = 8;

/// Powers of two of a distance.
const OCTAVES: usize = 29;

/// Words of the facts of one deck.
pub(super) const WORDS: usize = HEAD + IN_OCTAVE * OCTAVES;

/// Words before the classes of distances.
const HEAD: usize = 7;

/// Facts of whole decks.
#[derive(Clone, Debug, PartialEq)]
pub struct OrderFacts {
    /// Rows of an order.
    pub rows: usize,
    /// The number of orders.
    pub orders: u64,
    /// The mean number of places that rows moved.
    pub distance: f64,
    /// The median number of places from a row to the next one of the start order, to 1/8 of it.
    pub apart: f64,
    /// The rows that directly follow their start predecessor, over all orders.
    pub together: u64,
    /// Rows in runs of [`LEFT_IN_ORDER`] or more in their order at the start, in all orders.
    pub in_order: u64,
    /// The longest part of an order that has nothing but such runs.
    pub left: Option<LeftInOrder>,
}

/// A part of an order that consists of runs in their order at the start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftInOrder {
    /// The order, from 0.
    pub order: usize,
    /// Its positions.
    pub positions: Range<usize>,
    /// The number of runs.
    pub runs: usize,
}

/// The class of a distance of 1 or more.
fn class(distance: u32) -> usize {
    let octave = distance.ilog2() as usize;
    // The three bits after the first one.
    let part = ((u64::from(distance) << 3 >> octave) & 7) as usize;
    octave * IN_OCTAVE + part
}

fn distances(class: usize) -> (f64, f64) {
    let (octave, part) = (class / IN_OCTAVE, class % IN_OCTAVE);
    let start = |part: usize| 2_f64.powi(octave as i32) * (1.0 + part as f64 / IN_OCTAVE as f64);
    (start(part), start(part + 1))
}

pub(super) fn summarize(deck: &Orders, words: &mut Vec<u32>) {
    let (order, positions) = (deck.along(Axis::Positions), deck.along(Axis::Cards));
    let moved: u64 =
        order.iter().zip(0_u32..).map(|(&card, at)| u64::from(card.abs_diff(at))).sum();
    let together = order.windows(2).filter(|two| two[1] == two[0] + 1).count() as u32;
    let mut in_order = 0;
    let mut best = (0..0, 0);
    let mut region = (0..0, 0);
    let mut start = 0;
    for at in 1..=order.len() {
        if at < order.len() && order[at] == order[at - 1] + 1 {
            continue;
        }
        if at - start >= LEFT_IN_ORDER {
            in_order += (at - start) as u32;
            let joins = region.0.end == start && region.1 > 0;
            region = if joins { (region.0.start..at, region.1 + 1) } else { (start..at, 1) };
            if region.0.len() > best.0.len() {
                best = region.clone();
            }
        }
        start = at;
    }
    words.extend(two_words(moved));
    words.extend([together, in_order, best.0.start as u32, best.0.end as u32, best.1]);
    let classes = words.len();
    words.resize(classes + IN_OCTAVE * OCTAVES, 0);
    for two in positions.windows(2) {
        words[classes + class(two[0].abs_diff(two[1]))] += 1;
    }
}

/// The facts of decks of `rows` rows, from their words; `None` without decks.
pub(super) fn facts(rows: usize, decks: &[&[u32]]) -> Option<OrderFacts> {
    let sum = |of: fn(&[u32]) -> u64| decks.iter().map(|words| of(words)).sum::<u64>();
    let moved = sum(long);
    let longest = decks.iter().enumerate().max_by_key(|(_, words)| words[5] - words[4])?;
    let (order, words) = longest;
    let left = (words[6] > 0).then(|| LeftInOrder {
        order,
        positions: words[4] as usize..words[5] as usize,
        runs: words[6] as usize,
    });
    Some(OrderFacts {
        rows,
        orders: decks.len() as u64,
        distance: moved as f64 / (rows * decks.len()) as f64,
        apart: median(decks),
        together: sum(|words| u64::from(words[2])),
        in_order: sum(|words| u64::from(words[3])),
        left,
    })
}

fn median(decks: &[&[u32]]) -> f64 {
    let mut counts = [0_u64; IN_OCTAVE * OCTAVES];
    for words in decks {
        counts.iter_mut().zip(&words[HEAD..]).for_each(|(sum, &count)| *sum += u64::from(count));
    }
    let half = counts.iter().sum::<u64>() as f64 / 2.0;
    let mut below = 0.0;
    for (class, &count) in counts.iter().enumerate() {
        let count = count as f64;
        if count > 0.0 && below + count >= half {
            let (low, high) = distances(class);
            // Distances below 8 are whole numbers, one a class.
            return if low < 8.0 { low } else { low + (high - low) * (half - below) / count };
        }
        below += count;
    }
    0.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Shape;

    fn facts_of(order: &[u32]) -> OrderFacts {
        let mut words = Vec::new();
        summarize(&Orders::of(order, Shape::whole(order.len())), &mut words);
        assert_eq!(words.len(), WORDS);
        facts(order.len(), &[&words]).unwrap()
    }

    #[test]
    fn classes_hold_their_distances() {
        for distance in (1..5_000).chain([1 << 20, (1 << 28) - 1]) {
            let (low, high) = distances(class(distance));
            assert!((low..high).contains(&f64::from(distance)), "{distance}: {low} {high}");
        }
    }

    #[test]
    fn parts_that_are_left_in_order_are_found() {
        // Rows 500 to 899 come as two runs at the end, the second first; the others backwards.
        let order: Vec<u32> =
            (0..500).chain(900..1_000).rev().chain(700..900).chain(500..700).collect();
        let facts = facts_of(&order);
        let left = LeftInOrder { order: 0, positions: 600..1_000, runs: 2 };
        assert_eq!((facts.in_order, facts.left), (400, Some(left)));
        assert_eq!((facts.together, facts.apart), (398, 1.0));
        let moved: u32 =
            order.iter().zip(0..).map(|(card, at): (&u32, u32)| card.abs_diff(at)).sum();
        assert!((facts.distance - f64::from(moved) / 1_000.0).abs() < 1e-12);
    }

    #[test]
    fn neighbors_of_a_regular_order_lie_as_far_apart_as_told() {
        let n = 9_973_u64;
        let order: Vec<u32> = (0..n).map(|at| (at * 1_234 % n) as u32).collect();
        let positions = {
            let mut positions = vec![0_u32; order.len()];
            order.iter().zip(0..).for_each(|(&card, at)| positions[card as usize] = at);
            positions
        };
        let mut apart: Vec<u32> = positions.windows(2).map(|two| two[0].abs_diff(two[1])).collect();
        apart.sort_unstable();
        let exact = f64::from(apart[apart.len() / 2]);
        let told = facts_of(&order).apart;
        assert!((told / exact - 1.0).abs() < 0.13, "{told} {exact}");
    }
}
