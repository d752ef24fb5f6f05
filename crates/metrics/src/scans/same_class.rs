//! Pairs of cards of one class: the law of their number, for pairs joined in any way, and summed over decks.

use super::{LEAST_COLLISIONS, ln_upper_of_skewed};
use crate::distribution::normal;
use std::f64::consts::LN_10;

/// The logarithm of the smallest tail of a sum of squares.
pub(crate) const LN_LEAST: f64 = LEAST_COLLISIONS * LN_10;

/// The chances that two, and two pairs, of different cards are of one class.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct SameClass {
    /// That two cards are.
    pub(crate) pair: f64,
    /// That three are.
    path: f64,
    /// That two are, and two others are.
    apart: f64,
}

/// Pairs of places, of which no two are the same.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Graph {
    pub(crate) pairs: usize,
    /// The pairs of them that have a place in common.
    pub(crate) touching: usize,
    /// The most of them that can be of one class, or of different ones.
    pub(crate) most: usize,
}

impl Graph {
    /// Every place of the one set with every place of another.
    pub(crate) fn between(one: usize, other: usize) -> Self {
        let touching = one * other * (one + other - 2) / 2;
        Self { pairs: one * other, touching, most: one * other }
    }

    /// Every two places of a set.
    pub(crate) fn within(places: usize) -> Self {
        let pairs = places * (places - 1) / 2;
        Self { pairs, touching: pairs * (places - 2), most: pairs }
    }
}

impl SameClass {
    pub(crate) fn of(sizes: &[u64]) -> Self {
        let n: u64 = sizes.iter().sum();
        let falling = |of: u64, k: u64| (0..k).map(|i| of as f64 - i as f64).product::<f64>();
        let sum = |k: u64| sizes.iter().map(|&size| falling(size, k)).sum::<f64>();
        let squares: f64 = sizes.iter().map(|&size| falling(size, 2).powi(2)).sum();
        Self {
            pair: sum(2) / falling(n, 2),
            path: sum(3) / falling(n, 3),
            apart: (sum(4) + sum(2).powi(2) - squares) / falling(n, 4),
        }
    }

    /// The variance of the number of pairs of a graph that are of one class, in one deck.
    pub(crate) fn variance(&self, graph: Graph) -> f64 {
        let (all, touching) = (graph.pairs as f64, 2.0 * graph.touching as f64);
        let squares =
            all * self.pair + touching * self.path + (all * all - all - touching) * self.apart;
        squares - (all * self.pair).powi(2)
    }

    /// The variance of a table of all pairs in every direction in which rows and columns add up to 0.
    pub(crate) fn free_variance(&self) -> f64 {
        self.pair - 2.0 * self.path + self.apart
    }

    /// The logarithms of bounds of the upper and the lower tail of the number of pairs of one class over `decks`
    /// decks, `excess` above its expectation; by Bennett's inequality.
    pub(crate) fn ln_tails(&self, excess: f64, decks: u64, graph: Graph) -> [f64; 2] {
        let (mean, variance) = (graph.pairs as f64 * self.pair, self.variance(graph));
        let furthest = [graph.most as f64 - mean, mean];
        [0, 1].map(|side| {
            let excess = if side == 0 { excess } else { -excess };
            ln_bennett(excess, decks as f64 * variance, furthest[side])
        })
    }

    /// The logarithms of the upper and the lower tail of the sum of squares of a table of all pairs of k places whose
    /// rows sum to 0, in k (k - 3) / 2 dimensions, by a chi-square law with extra skewness where decks are few.
    /// `skewness` is the skewness of the product of the tables of two decks.
    pub(crate) fn ln_tails_of_squares(
        &self,
        squares: f64,
        decks: u64,
        df: f64,
        skewness: f64,
    ) -> [f64; 2] {
        let t = squares / (decks as f64 * self.free_variance());
        let z = (t - df) / (2.0 * df).sqrt();
        let skewness = (8.0 / df).sqrt() + std::f64::consts::SQRT_2 * skewness / decks as f64;
        [if z <= 0.0 { 0.0 } else { ln_upper_of_skewed(z, skewness) }, normal::ln_cdf(z)]
    }
}

/// The logarithm of a bound of the tail of a sum of independent numbers, of which none is above its mean by more than `furthest`, at so much
/// above its mean (Bennett 1962): `-(v / m^2) h(m x / v)`, with `h(u) = (1 + u) ln(1 + u) - u`.
pub(crate) fn ln_bennett(excess: f64, variance: f64, furthest: f64) -> f64 {
    if excess <= 0.0 || variance <= 0.0 || furthest <= 0.0 {
        return 0.0;
    }
    let u = furthest * excess / variance;
    -variance / (furthest * furthest) * ((1.0 + u) * u.ln_1p() - u)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{each_arrangement, moments_of};
    use itertools::Itertools;

    /// Over all arrangements, of every graph of some pairs.
    #[test]
    fn pairs_of_one_class_have_the_moments_of_all_arrangements() {
        for sizes in [&[2, 2, 1][..], &[3, 3], &[4, 1, 1], &[1, 2, 3]] {
            let sizes64 = sizes.iter().map(|&size| u64::from(size)).collect_vec();
            let (law, rows) = (SameClass::of(&sizes64), each_arrangement(sizes));
            let places = rows[0].len();
            for pairs in (0..places).array_combinations::<2>().powerset().filter(|it| it.len() == 4)
            {
                let touch = |[a, b]: [&[usize; 2]; 2]| a.iter().any(|place| b.contains(place));
                let touching = pairs.iter().array_combinations().filter(|two| touch(*two)).count();
                let graph = Graph { pairs: 4, touching, most: 4 };
                let same = |row: &Vec<u32>| {
                    pairs.iter().filter(|pair| row[pair[0]] == row[pair[1]]).count() as f64
                };
                let [mean, variance] = moments_of(rows.iter().map(same));
                assert!((mean - 4.0 * law.pair).abs() < 1e-12);
                assert!((variance - law.variance(graph)).abs() < 1e-12, "{pairs:?}");
            }
        }
        let between = (0..2).cartesian_product(2..5).map(|(a, b)| [a, b]).collect_vec();
        let within = (0..4).array_combinations().collect_vec();
        for (graph, pairs) in [(Graph::between(2, 3), between), (Graph::within(4), within)] {
            let touch = |[a, b]: [&[usize; 2]; 2]| a.iter().any(|place| b.contains(place));
            let touching = pairs.iter().array_combinations().filter(|two| touch(*two)).count();
            assert_eq!((graph.pairs, graph.touching), (pairs.len(), touching));
        }
    }

    #[test]
    fn no_tail_of_a_binomial_law_is_larger_than_the_bound() {
        for (n, p) in [(20_u64, 0.1), (100, 0.3), (7, 0.5)] {
            let (mean, variance) = (n as f64 * p, n as f64 * p * (1.0 - p));
            for count in 0..=n {
                let bound = ln_bennett(count as f64 - mean, variance, 1.0 - p);
                let tail = crate::distribution::binomial::ln_sf(count, n, p);
                assert!(tail <= bound + 1e-12, "{n} {p} {count}: {tail} {bound}");
            }
        }
    }
}
