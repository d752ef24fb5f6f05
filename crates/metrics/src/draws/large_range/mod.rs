//! Draws with replacement from a range too large for a count of each number, and single numbers of smaller ranges.
//!
//! Numbers are counted in classes: parts of the range, remainders, distances from a grid. The exact chance of a class is the number of its
//! members over the size of the range. Nothing here takes memory that grows with the range.

pub(crate) mod classes;
pub(crate) mod serial;

use crate::{
    Evidence, Shape,
    effect_kind::NUMBER_DEVIATION,
    judgement::{Effect, Sensitivity},
    largest::{self, Cell},
    metric::NotApplicable,
    place::{Place, Word},
};
use std::ops::Range;

/// The numbers from 0 to n - 1, of which each trial shows some.
#[derive(Clone, Copy, Debug)]
struct NumberRange {
    n: u64,
    dealt: usize,
    width: usize,
}

impl NumberRange {
    fn new(shape: Shape) -> Result<Self, NotApplicable> {
        if !shape.is_large_range() {
            let most = shuffle_deck::MOST_COUNTED;
            return Err(NotApplicable(format!("{most} symbols or fewer are counted one by one")));
        }
        Ok(Self::of(shape))
    }

    fn of(shape: Shape) -> Self {
        Self { n: shape.cards() as u64, dealt: shape.dealt(), width: shape.width() }
    }

    /// The part of the range, of `parts` equal ones, in which a number lies.
    fn part(self, number: u64, parts: usize) -> usize {
        (number * parts as u64 / self.n) as usize
    }

    /// The numbers of a part.
    fn numbers(self, part: usize, parts: usize) -> Range<u64> {
        let start = |part: usize| (part as u64 * self.n).div_ceil(parts as u64);
        start(part)..start(part + 1)
    }

    /// The chance of these numbers.
    fn chance(self, numbers: &Range<u64>) -> f64 {
        (numbers.end - numbers.start) as f64 / self.n as f64
    }

    /// The share of the range that leaves this remainder.
    fn share_of_class(self, remainder: u64, modulus: u64) -> f64 {
        members_below(self.n, remainder, modulus) as f64 / self.n as f64
    }

    /// " in the lower half", " from 1,000 to 1,999"; nothing of the whole range.
    fn place(self, what: Place, part: usize, parts: usize) -> Place {
        match (parts, part) {
            (1, _) => what,
            (2, 0) => what.text(" in the lower half"),
            (2, _) => what.text(" in the upper half"),
            _ => within(what, &self.numbers(part, parts)),
        }
    }
}

fn within(what: Place, numbers: &Range<u64>) -> Place {
    let value = |number: u64| Word::Value(number as usize);
    what.text(" from ").and(value(numbers.start)).text(" to ").and(value(numbers.end - 1))
}

/// The numbers below `end` that leave this remainder.
fn members_below(end: u64, remainder: u64, modulus: u64) -> u64 {
    (end + modulus - 1 - remainder) / modulus
}

/// The largest j for which a number at this distance from an end of the range lies in the `2^-j` of the range at this end: `distance 2^j < n`.
fn doublings(distance: u64, n: u64) -> usize {
    ((n - 1) / distance.max(1)).ilog2() as usize
}

/// The doublings that a range of 32 bits allows.
const DOUBLINGS: usize = 32;

/// The counts of the first and last `2^-j` of the range, from the counts of doublings, that are smaller than its `parts` equal parts; with
/// these numbers.
fn of_ends(
    range: NumberRange,
    doublings: &[u64],
    parts: usize,
) -> impl Iterator<Item = (u64, Range<u64>)> {
    let bits = 1 + parts.ilog2() as usize..=(range.n - 1).ilog2() as usize;
    doublings.chunks_exact(DOUBLINGS).enumerate().flat_map(move |(end, counts)| {
        bits.clone().map(move |bits| {
            let near = range.n.div_ceil(1 << bits);
            let numbers = if end == 0 { 0..near } else { range.n - near..range.n };
            (counts[bits..].iter().sum(), numbers)
        })
    })
}

/// The sum of `floor((a i + b) / m)` for i from 0 to n - 1, for a and b below m. (Graham, Knuth and Patashnik, Concrete Mathematics, 3.5.)
fn floor_sum(mut n: u128, mut m: u128, mut a: u128, mut b: u128) -> u128 {
    let mut sum = 0;
    while n > 0 {
        sum += n * (n - 1) / 2 * (a / m) + n * (b / m);
        (a, b) = (a % m, b % m);
        let last = a * n + b;
        if last < m {
            break;
        }
        (n, b) = (last / m, last % m);
        (m, a) = (a, m);
    }
    sum
}

/// A class of numbers with its count, to be named if it stands out.
struct Look<N> {
    cell: Cell,
    name: N,
}

impl<N> Look<N> {
    /// Nothing where the count is certain.
    fn new([count, trials]: [u64; 2], chance: f64, name: N) -> Option<Self> {
        let is_open = trials > 0 && chance > 0.0 && chance < 1.0;
        is_open.then_some(Self { cell: Cell { count, trials, chance }, name })
    }
}

/// The evidence of the class with the smallest tail of several groups, each of which has the same share of the error. So a few plain
/// classes do not pay for thousands of others. The first group has the class that says what would have been seen.
fn evidence<N>(
    groups: &[Vec<Look<N>>],
    unit: &'static str,
    place: impl Fn(&N) -> Place,
) -> Evidence {
    let of_group = |looks: &Vec<Look<N>>| {
        let cells: Vec<Cell> = looks.iter().map(|look| look.cell).collect();
        let tails = 2 * (looks.len() * groups.len()) as u64;
        largest::among(&cells, tails, unit, &|index| place(&looks[index].name))
    };
    let mut all: Vec<Evidence> =
        groups.iter().filter(|looks| !looks.is_empty()).map(of_group).collect();
    all.sort_by(|a, b| a.p_value.ln().total_cmp(&b.p_value.ln()));
    let least_p = all.iter().map(|it| it.least_p).min_by(|a, b| a.ln().total_cmp(&b.ln()));
    let clearest = all.into_iter().next().expect("a range has two halves");
    let plain = groups.iter().find_map(|looks| looks.first()).map(|look| look.cell.sensitivity());
    let sensitivity = plain.map(|plain| Sensitivity { kind: NUMBER_DEVIATION, ..plain });
    let effect = Effect { kind: NUMBER_DEVIATION, ..clearest.effect };
    Evidence { least_p: least_p.unwrap_or(clearest.least_p), sensitivity, effect, ..clearest }
}

#[cfg(test)]
mod tests;
