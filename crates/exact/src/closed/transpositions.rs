//! The law of random transpositions, by cycle types.
//!
//! Two places of n are drawn independently and swapped, so that with probability 1/n nothing happens. The
//! probability of an order after any number of swaps depends on its cycle type alone. A swap of two places
//! in different cycles merges these, one of two places in the same cycle splits it; so the cycle types are
//! a Markov chain over the partitions of n: 281,589 at 52 cards, where there are 8 * 10^67 orders. The
//! walk is symmetric, so the ratio of the probability of an order to the uniform one is averaged over the
//! orders that are one swap away, and that is what is carried here: all terms are positive, and nothing
//! cancels.
//!
//! A test has the noncentrality from the other side, too, by the characters of the symmetric group:
//! `sum d^2 r^(2s)` over the partitions but (n), with the dimension d and the character ratio
//! `r = 1/n + 2 C/n^2`, where C is the sum of the contents. (Diaconis and Shahshahani 1981,
//! Z. Wahrscheinlichkeitstheorie 57, 159-179.)

use super::{
    classes::{ClassLaw, ClassTable},
    partitions::{Partitions, runs},
};
use crate::{
    LawError,
    cost::{Arithmetic, Cost, Limits},
};

/// The law after some swaps, with everything that is needed to continue.
#[derive(Clone, Debug)]
struct Transpositions {
    cards: usize,
    /// The index of the first neighbor of each cycle type.
    starts: Vec<u32>,
    /// The cycle types one swap away, and the number of pairs of places that lead there.
    neighbors: Vec<(u32, u16)>,
    /// The share of each cycle type of all orders.
    shares: Vec<f64>,
    /// The probability of an order of each cycle type, times n!.
    ratios: Vec<f64>,
    swaps: u64,
    next: Vec<f64>,
}

/// The most cards: the number of pairs of places fits 16 bits, and the number of orders fits a float.
const MOST_CARDS: usize = 170;

/// The cost of `swaps` swaps.
fn cost(partitions: &Partitions, cards: usize, swaps: u64) -> Cost {
    let states = partitions.count();
    // A type has at most 3n/2 neighbors: fewer than n pairs of different parts, n/2 places to split.
    let edges = states.saturating_mul(3 * cards as u64 / 2);
    let moves = edges.saturating_mul(swaps.saturating_add(4));
    Cost {
        states,
        bytes: edges.saturating_mul(8).saturating_add(states.saturating_mul(28)),
        moves,
        arithmetic: Arithmetic::Floats,
        seconds: moves as f64 * 1.5 / 1e9,
    }
}

impl Transpositions {
    /// The law before the first swap; `swaps` is the number of swaps to follow.
    fn new(cards: usize, swaps: u64, limits: &Limits) -> Result<Self, LawError> {
        if cards > MOST_CARDS {
            return Err(LawError::Orders { cards, dealt: cards });
        }
        let partitions = Partitions::of(cards);
        cost(&partitions, cards, swaps).within("the law by cycle types", limits)?;
        if partitions.count() > u64::from(u32::MAX / 256) {
            return Err(LawError::Orders { cards, dealt: cards });
        }
        let states = partitions.count() as usize;
        let mut law = Self {
            cards,
            starts: vec![0],
            neighbors: Vec::new(),
            shares: Vec::with_capacity(states),
            ratios: vec![0.0; states],
            swaps: 0,
            next: vec![0.0; states],
        };
        partitions.each(|parts| law.add(parts, &partitions));
        law.ratios[0] = 1.0 / law.shares[0];
        Ok(law)
    }

    /// Adds the next cycle type.
    fn add(&mut self, parts: &[usize], partitions: &Partitions) {
        let centralizer =
            |(part, times): (usize, usize)| (1..=times).map(|k| (k * part) as f64).product::<f64>();
        self.shares.push(1.0 / runs(parts).map(centralizer).product::<f64>());
        each_neighbor(parts, |neighbor, pairs| {
            self.neighbors.push((partitions.rank(neighbor) as u32, pairs as u16));
        });
        self.starts.push(self.neighbors.len() as u32);
    }

    /// Makes one more swap.
    fn advance(&mut self) {
        self.swaps += 1;
        let n = self.cards as f64;
        if self.cards == 0 {
            return;
        }
        let (stay, each) = (1.0 / n, 2.0 / (n * n));
        for (index, next) in self.next.iter_mut().enumerate() {
            let (start, end) = (self.starts[index] as usize, self.starts[index + 1] as usize);
            let mut sum = 0.0;
            for &(to, pairs) in &self.neighbors[start..end] {
                sum += self.ratios[to as usize] * f64::from(pairs);
            }
            *next = stay * self.ratios[index] + each * sum;
        }
        std::mem::swap(&mut self.ratios, &mut self.next);
    }

    /// A bound on the error of each ratio: all terms are positive, so a swap adds one rounding for each of its
    /// terms, and three.
    fn error(&self) -> f64 {
        let terms = 1.5 * self.cards as f64 + 4.0;
        (self.swaps as f64 * terms + 2.0 * self.cards as f64) * f64::EPSILON
    }

    /// The law as it is now, cycle type by cycle type.
    fn classes(&self) -> ClassLaw {
        let (shares, ratios, error) = (self.shares.clone(), self.ratios.clone(), self.error());
        ClassLaw { cards: self.cards, table: ClassTable::Floats { shares, ratios, error } }
    }
}

/// The law after `swaps` swaps.
pub(super) fn law(cards: usize, swaps: u64, limits: &Limits) -> Result<ClassLaw, LawError> {
    let mut law = Transpositions::new(cards, swaps, limits)?;
    (0..swaps).for_each(|_| law.advance());
    Ok(law.classes())
}

/// Shows each cycle type that is one swap away, with the number of pairs of places that lead there.
fn each_neighbor(parts: &[usize], mut show: impl FnMut(&[usize], usize)) {
    let mut changed = Vec::with_capacity(parts.len() + 1);
    let mut with = |without: &[usize], more: &[usize], pairs: usize| {
        changed.clear();
        changed.extend_from_slice(parts);
        for part in without {
            let place = changed.iter().position(|p| p == part).expect("it is a part");
            changed.remove(place);
        }
        for &part in more {
            changed.insert(changed.partition_point(|&p| p >= part), part);
        }
        show(&changed, pairs);
    };
    for (index, (a, times)) in runs(parts).enumerate() {
        for (b, others) in runs(parts).skip(index + 1) {
            with(&[a, b], &[a + b], a * b * times * others);
        }
        if times > 1 {
            with(&[a, a], &[2 * a], a * a * times * (times - 1) / 2);
        }
        for b in 1..=a / 2 {
            let pairs = if 2 * b == a { b } else { a };
            with(&[a], &[a - b, b], pairs * times);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::closed::classes::sum;

    /// The noncentrality a trial of the chi-square test over all orders, by characters, and a bound on its error.
    fn by_characters(cards: usize, swaps: u64) -> (f64, f64) {
        let n = cards as f64;
        let orders: f64 = (1..=cards).map(|k| k as f64).product();
        let mut terms = Vec::new();
        Partitions::of(cards).each(|parts| {
            if parts.len() > 1 {
                let dimension = orders / hooks(parts);
                let r = (n + 2.0 * contents(parts)) / (n * n); // a whole number over another
                terms.push(dimension * dimension * (r * r).powf(swaps as f64));
            }
        });
        let value = sum(terms.into_iter());
        (value, value * (4.0 * n + 6.0 * swaps as f64 + 1e4) * f64::EPSILON)
    }

    /// The product of the hook lengths of a partition.
    fn hooks(parts: &[usize]) -> f64 {
        let mut product = 1.0;
        for (row, &part) in parts.iter().enumerate() {
            for column in 0..part {
                let below = parts[row + 1..].iter().take_while(|&&p| p > column).count();
                product *= (part - column + below) as f64;
            }
        }
        product
    }

    /// The sum of the contents of a partition: column less row, over its cells.
    fn contents(parts: &[usize]) -> f64 {
        let of_row = |(row, &part): (usize, &usize)| {
            let part = part as f64;
            part * (part - 1.0) / 2.0 - row as f64 * part
        };
        parts.iter().enumerate().map(of_row).sum()
    }

    #[test]
    fn cycle_types_agree_with_the_characters() {
        for (cards, numbers) in [(20, &[30][..]), (52, &[26, 52, 78, 104, 150, 200])] {
            let mut law = Transpositions::new(cards, 200, &Limits::default()).unwrap();
            for &swaps in numbers {
                while law.swaps < swaps {
                    law.advance();
                }
                let by_types = law.classes().noncentrality();
                let (value, error) = by_characters(cards, swaps);
                let slack = by_types.error() + error;
                assert!((by_types.value() - value).abs() <= slack, "{cards} cards, {swaps} swaps");
                assert!(slack < 1e-8 * value, "{cards} cards, {swaps} swaps: {slack} of {value}");
            }
        }
    }
}
