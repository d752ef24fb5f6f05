//! Two cards that come close to each other too often, too rarely or never.
#![doc = include_str!("close-pairs.md")]

use super::{
    CountRange, PAIRS_OF_CARDS, Scan, Scanner, Scans,
    kept::{KeptDecks, MOST_PLACES},
    ln_upper_of_skewed,
    same_class::Graph,
};
use crate::{
    Shape,
    costs::Cost,
    judgement::ExtremeCount,
    metric::{About, MetricEntry, NotApplicable, TestEntry, prose},
    number::whole_decks_only,
    place::Place,
    share::Executor,
};

pub(crate) const CLOSE_PAIRS: TestEntry = TestEntry {
    title: prose! { "for each pair of cards, the number of decks with both within 1, 2 or 4 positions" },
    sees: prose! { "two cards that never lie side by side, or always do; songs of one artist that keep apart, without a list of the artists" },
    blind_to: prose! { "cards further apart; which card comes first; decks of more than 1,024 cards" },
    cost: Cost::of(0.0, 0.0),
    ..TestEntry::new("close-pairs", About::Orders)
};

pub(crate) const ENTRY: MetricEntry = Scans::<ClosePairs>::ENTRY;

const DISTANCES: [usize; 3] = [1, 2, 4];

/// Of three cards two are apart only if the third is in the middle, which `position` counts.
const FEWEST_CARDS: usize = 4;

/// From this many cards on, all pairs are judged together here; below, `adjacency` does that.
const FEWEST_OF_ALL_PAIRS: usize = 257;

#[derive(Clone, Copy, Debug)]
pub(crate) struct ClosePairs;

impl Scanner for ClosePairs {
    const TEST: TestEntry = CLOSE_PAIRS;

    fn new(shape: Shape) -> Result<Self, NotApplicable> {
        whole_decks_only(shape)?;
        match shape.cards() {
            FEWEST_CARDS..=MOST_PLACES => Ok(Self),
            _ => Err(NotApplicable(format!("needs {FEWEST_CARDS} to {MOST_PLACES} cards"))),
        }
    }

    fn look(&self, decks: &KeptDecks, _: &dyn Executor) -> Vec<Scan> {
        let (rows, n) = (decks.rows(), decks.shape.cards());
        let (mut counts, mut before) = (vec![0_u32; n * n], 0);
        let of_distance = |distance: usize| {
            for row in rows.chunks_exact(n) {
                for apart in before + 1..=distance {
                    for (&one, &other) in row.iter().zip(&row[apart..]) {
                        counts[one.min(other) as usize * n + one.max(other) as usize] += 1;
                    }
                }
            }
            before = distance;
            Close { n, decks: decks.len() as u64, distance, counts: &counts }.scan()
        };
        // Within n - 1 positions are all of them.
        DISTANCES.into_iter().filter(|distance| distance + 1 < n).map(of_distance).collect()
    }
}

/// In how many decks each two cards, the lower one first, come within a distance of each other.
struct Close<'a> {
    n: usize,
    decks: u64,
    distance: usize,
    counts: &'a [u32],
}

/// The pairs of positions within a distance of each other.
fn close_positions(n: usize, distance: usize) -> Graph {
    let near = |position: usize| distance.min(position) + distance.min(n - 1 - position);
    let pairs = (0..n).map(near).sum::<usize>() / 2;
    let touching = (0..n).map(|position| near(position) * (near(position) - 1) / 2).sum();
    Graph { pairs, touching, most: pairs }
}

/// The mean and the variance of the pairs of cards that are close to each other in both of two decks of n cards.
///
/// An ordered pair of pairs is one of the n (n - 1) / 2 pairs twice, or two that have a card in common, or two that have none; each
/// kind is mapped onto itself, all of it equally often.
fn in_both(n: usize, graph: Graph) -> [f64; 2] {
    let n = n as f64;
    let all = n * (n - 1.0) / 2.0;
    let (pairs, touching) = (graph.pairs as f64, 2.0 * graph.touching as f64);
    let apart = pairs * pairs - pairs - touching;
    let all_touching = n * (n - 1.0) * (n - 2.0);
    let all_apart = all * (n - 2.0) * (n - 3.0) / 2.0;
    let mean = pairs * pairs / all;
    let square = mean + touching * touching / all_touching + apart * apart / all_apart;
    [mean, square - mean * mean]
}

impl Close<'_> {
    fn each(&self) -> impl Iterator<Item = (usize, usize, u32)> + '_ {
        let rows = self.counts.chunks_exact(self.n).enumerate();
        rows.flat_map(|(one, row)| {
            let later = row.iter().enumerate().skip(one + 1);
            later.map(move |(other, &count)| (one, other, count))
        })
    }

    fn scan(&self) -> Scan {
        let graph = close_positions(self.n, self.distance);
        let pairs = self.n * (self.n - 1) / 2;
        let chance = graph.pairs as f64 / pairs as f64;
        let (mut range, mut again, mut never) = (CountRange::new(), 0, 0);
        for (one, other, count) in self.each() {
            range.add(count, [one, other]);
            again += u64::from(count) * u64::from(count.saturating_sub(1)) / 2;
            never += u64::from(count == 0);
        }
        let mut scan = Scan::of("decks");
        scan.add(self.decks, chance, &range, |[one, other]| {
            let cards = Place::from("cards ").card(one).text(" and ").card(other);
            cards.text(" are within ").number(self.distance).text(" of each other")
        });
        if self.n < FEWEST_OF_ALL_PAIRS {
            return scan;
        }
        let [mean, variance] = in_both(self.n, graph);
        let of_decks = (self.decks * (self.decks - 1) / 2) as f64;
        let (mean, deviation) = (of_decks * mean, (of_decks * variance).sqrt());
        let z = (again as f64 - 0.5 - mean) / deviation;
        let skewness = 2.0 / mean.sqrt() + (8.0 / pairs as f64).sqrt();
        let ln_tail = if z > 0.0 { ln_upper_of_skewed(z, skewness) } else { 0.0 };
        let expected = (self.decks as f64 * (-chance).ln_1p()).exp();
        scan.add_picked_tail(ln_tail, super::same_class::LN_LEAST, || ExtremeCount {
            what: Place::from("two cards are never within ")
                .number(self.distance)
                .text(" of each other"),
            count: never,
            of: pairs as u64,
            unit: PAIRS_OF_CARDS,
            expected,
        });
        scan
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{assert_moments, orders};
    use itertools::Itertools;

    /// Over all orders of 5 to 7 cards, against the order of the start.
    #[test]
    fn pairs_that_are_close_in_both_decks_have_the_moments_of_all_orders() {
        for (n, distance) in [(5, 1), (6, 1), (6, 2), (7, 3)] {
            let graph = close_positions(n, distance);
            let close = |row: Vec<u32>| {
                let pairs = (0..n).array_combinations().filter(|[a, b]| b - a <= distance);
                let apart = |[a, b]: [usize; 2]| row[a].abs_diff(row[b]) as usize;
                pairs.filter(|&pair| apart(pair) <= distance).count() as f64
            };
            assert_moments(orders(n).map(close), in_both(n, graph), (n, distance));
        }
    }

    /// Two of 12 pupils who never sit side by side, and two of 5 who always do. Alpha 1e-8, 1 run each, seeds 1 and 2.
    #[test]
    fn two_pupils_who_keep_apart_and_two_who_stay_together_are_seen() {
        use rand::{SeedableRng, seq::SliceRandom};
        let found = |seed, pupils: u32, weeks: usize, sit: bool| {
            let mut rng = rand_pcg::Pcg64::seed_from_u64(seed);
            let mut rows = Vec::new();
            while rows.len() < weeks * pupils as usize {
                let mut row: Vec<u32> = (0..pupils).collect();
                row.shuffle(&mut rng);
                let place = |pupil| row.iter().position(|&it| it == pupil).unwrap();
                if (place(2).abs_diff(place(4)) == 1) == sit {
                    rows.extend(row);
                }
            }
            super::super::testing::found::<ClosePairs>(Shape::whole(pupils as usize), &rows)
        };
        for (log10_p, seen) in [found(1, 12, 300, false), found(2, 5, 50, true)] {
            assert!(log10_p < -8.0, "{log10_p}");
            assert_eq!(seen.what.to_string(), "cards 2 and 4 are within 1 of each other");
        }
    }

    /// 300 songs of 60 unnamed artists, where no two songs of one artist follow each other; and two songs that always
    /// do. Alpha 1e-8, 1 run each, seeds 1 and 2.
    #[test]
    fn hidden_artists_and_two_songs_that_stay_together_are_seen() {
        use rand::{RngExt, SeedableRng, seq::SliceRandom};
        let n = 300;
        let found =
            |seed: u64, number: usize, repair: &dyn Fn(&mut Vec<u32>, &mut rand_pcg::Pcg64)| {
                let mut rng = rand_pcg::Pcg64::seed_from_u64(seed);
                let rows = (0..number).flat_map(|_| {
                    let mut row: Vec<u32> = (0..n).collect();
                    row.shuffle(&mut rng);
                    repair(&mut row, &mut rng);
                    row
                });
                let shape = Shape::whole(n as usize);
                super::super::testing::found::<ClosePairs>(shape, &rows.collect_vec())
            };
        let artist = |song: u32| song * 7 % 60;
        let clash =
            move |row: &[u32]| row.windows(2).position(|two| artist(two[0]) == artist(two[1]));
        let (log10_p, seen) = found(1, 1_000, &|row, rng| {
            while let Some(at) = clash(row) {
                row.swap(at, rng.random_range(0..n as usize));
            }
        });
        assert!(log10_p < -8.0, "{log10_p}");
        assert_eq!(seen.what.to_string(), "two cards are never within 1 of each other");
        let (log10_p, seen) = found(2, 100, &|row, _| {
            let at = row.iter().position(|&song| song == 17).unwrap();
            let other = row.iter().position(|&song| song == 200).unwrap();
            let next = if at + 1 < row.len() { at + 1 } else { at - 1 };
            row.swap(next, other);
        });
        assert!(log10_p < -100.0, "{log10_p}");
        assert_eq!(seen.what.to_string(), "cards 17 and 200 are within 1 of each other");
    }
}
