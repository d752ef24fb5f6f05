//! Pair order: how often card a lies before card b, and Friedman's test of mean places.
//!
//! Null hypothesis: the n! orders are equally likely. For each pair of cards let O_ab be the number of N
//! decks in which a lies before b, V_ab = O_ab - N/2 = -V_ba, and R_a = sum_b V_ab, which is how much
//! further to the front card a lies than it should, summed over all decks.
//!
//! **Covariance.** For one deck Var(V_ab) = 1/4, Cov(V_ab, V_ac) = 1/12 and pairs without a common card are
//! independent. On the V of the form x_a - x_b (n-1 dimensions, the range of R) that makes (n+1)/12, on
//! those with R = 0 it makes 1/12. So
//!
//! ```text
//! Q = (12/N) [ sum_{a<b} V_ab^2 - sum R_a^2 / (n+1) ]   ~   chi2(n(n-1)/2)
//! F = 12 sum R_a^2 / (n(n+1) N)                         ~   chi2(n-1)            (Friedman 1937)
//! Q - F = (12/N) [ sum_{a<b} V_ab^2 - sum R_a^2 / n ]   ~   chi2((n-1)(n-2)/2),  uncorrelated with F.
//! ```
//!
//! F is the part of Q that a single card's mean place explains; the rest, cards that are before each other
//! in a circle, has no test of its own, since Q sees it. Every single deck has Q = n(n-1)/2 and F = n-1,
//! so mean df and variance 2 df (1 - 1/N) are exact for both. Plain Pearson on the pairs, 4/N sum V^2, rejects
//! 31 % of all sound shuffles of 52 cards.
//!
//! Range: whole decks of up to 256 cards, n(n-1)/2 cells, O(n^2) a deck; 100 decks and more, as for
//! `position`. Source: M. Friedman, J. Am. Statist. Ass. 32 (1937), 675; the covariance of V is that of
//! paired comparisons (Kendall and Babington Smith 1940).

use super::{
    furthest::{self, Deviation, Share},
    paired_cards,
};
use crate::{
    Decks, Judgement, Shape, Tally,
    counting::add_up,
    decks::Card,
    judgement::{Effect, Evidence, Law, Outcome, Sensitivity},
    metric::{About, NotApplicable, Statistic, TestEntry},
    place::{Place, Word},
    position::FEWEST_TRIALS,
};
use shuffle_columns::{Aligned, Column, LANES, on_every_set};
use std::hint::black_box;

/// The test `pair-order`.
pub const PAIR_ORDER: TestEntry = TestEntry {
    id: "pair-order",
    about: About::Orders,
    title: "how often each card lies before each other card, chi-square of all pairs",
    sees: "cards that keep their order: lazy sorts by coin, cuts, naive shuffles, too few swaps",
    blind_to: "what looks the same from both ends of the deck: a shelf machine",
};

/// The test `friedman`.
pub const FRIEDMAN: TestEntry = TestEntry {
    id: "friedman",
    about: About::Orders,
    title: "mean place of each card, Friedman's chi-square",
    sees: "cards that lie too far to the front or the back on average: naive shuffles",
    blind_to: "cards that keep to both ends of the deck, and a shelf machine",
};

/// The name of the effect of `pair-order`: the pair of cards that is furthest off, relative to N/2.
pub const LARGEST_ORDER_DEVIATION: &str = "largest_order_deviation";

/// The name of the effect of `friedman`: by how many places the card that is furthest off is displaced on
/// average, towards the back.
pub const LARGEST_PLACE_SHIFT: &str = "largest_place_shift";

/// Decks between two flushes of counts of one byte.
const FLUSH: usize = 255;

/// Counts the order of all pairs of cards: the cells of a < b, row by row, hold how often a lay before b.
#[derive(Clone, Copy, Debug)]
pub struct PairOrder {
    cards: usize,
}

impl PairOrder {
    /// For decks of this shape.
    ///
    /// # Errors
    ///
    /// [`NotApplicable`] for deals, and beyond [`MOST_PAIRED_CARDS`](super::MOST_PAIRED_CARDS) cards.
    pub fn new(shape: Shape) -> Result<Self, NotApplicable> {
        Ok(Self { cards: paired_cards(shape)? })
    }

    fn pairs(&self) -> Vec<(usize, usize)> {
        let n = self.cards;
        (0..n).flat_map(|a| (a + 1..n).map(move |b| (a, b))).collect()
    }

    fn judge_counts(&self, trials: u64, counts: &[u64]) -> [Evidence; 2] {
        let (n, total) = (self.cards as f64, trials as f64);
        let pairs = self.pairs();
        // 2 V and 2 R are whole numbers.
        let mut shifts = vec![0_i128; self.cards];
        let mut squares = 0_i128;
        for (&count, &(a, b)) in counts.iter().zip(&pairs) {
            let twice = 2 * i128::from(count) - i128::from(trials);
            squares += twice * twice;
            shifts[a] += twice;
            shifts[b] -= twice;
        }
        let shifted: i128 = shifts.iter().map(|shift| shift * shift).sum();
        let form = (self.cards as i128 + 1) * squares - shifted;
        let statistic = 3.0 * form as f64 / ((n + 1.0) * total);
        let pair_order =
            Evidence::new(statistic, self.law(trials), largest_order(trials, counts, &pairs))
                .with_sensitivity(Sensitivity {
                    name: LARGEST_ORDER_DEVIATION,
                    scale: 1.0,
                    trials,
                });
        // One card whose mean place is off by s has the noncentrality s^2 / ((n^2 - 1)/12) per trial.
        let (name, scale) = (LARGEST_PLACE_SHIFT, self.place_variance().sqrt());
        let statistic = 3.0 * shifted as f64 / (n * (n + 1.0) * total);
        let friedman = Evidence::new(
            statistic,
            self.friedman_law(trials),
            self.largest_shift(trials, &shifts),
        )
        .with_sensitivity(Sensitivity { name, scale, trials });
        [pair_order, friedman]
    }

    /// The cells are all whole numbers, so one value of them has the volume 1 before it is scaled.
    fn law(&self, trials: u64) -> Law {
        let (n, total) = (self.cards as f64, trials as f64);
        let df = n * (n - 1.0) / 2.0;
        let ln_squared = df * (12.0 / total).ln() - (n - 1.0) * (n + 1.0).ln();
        Law::ChiSquare { df: df as u64, ln_cell: 0.5 * ln_squared }
    }

    /// The R are whole numbers, or all halves, that add up to 0: a lattice of squared volume n.
    fn friedman_law(&self, trials: u64) -> Law {
        let (n, total) = (self.cards as f64, trials as f64);
        let ln_squared = (n - 1.0) * (12.0 / (n * (n + 1.0) * total)).ln() + n.ln();
        Law::ChiSquare { df: self.cards as u64 - 1, ln_cell: 0.5 * ln_squared }
    }

    /// The variance of a card's place.
    fn place_variance(&self) -> f64 {
        ((self.cards * self.cards) as f64 - 1.0) / 12.0
    }

    /// The card whose mean place is furthest off. The spread of its places is not counted; it is at most
    /// (last - mean)(mean - first), whatever the shuffle (Bhatia and Davis 2000).
    fn largest_shift(&self, trials: u64, twice_forward: &[i128]) -> Effect {
        let (middle, total) = ((self.cards as f64 - 1.0) / 2.0, trials as f64);
        let noise = (self.place_variance() / total).sqrt();
        let cells = twice_forward.iter().map(|&shift| {
            let value = 0.0 - shift as f64 / 2.0 / total;
            let error = ((middle - value) * (middle + value) / total).max(0.0).sqrt();
            Deviation { value, noise, error }
        });
        furthest::deviation(LARGEST_PLACE_SHIFT, cells, |card| {
            Place::from([Word::Text("card "), Word::Card(card)])
        })
    }
}

/// The pair whose order is furthest off, named so that the deviation is positive.
fn largest_order(trials: u64, counts: &[u64], pairs: &[(usize, usize)]) -> Effect {
    let cells =
        counts.iter().map(|&count| Share { count: count.max(trials - count), expected: 0.5 });
    furthest::share(LARGEST_ORDER_DEVIATION, trials, cells, |index| {
        let (a, b) = pairs[index];
        let turned = counts[index] < trials - counts[index];
        let (first, second) = if turned { (b, a) } else { (a, b) };
        Place::from([
            Word::Text("card "),
            Word::Card(first),
            Word::Text(" before card "),
            Word::Card(second),
        ])
    })
}

/// So many groups are counted at a time, while they lie in the cache.
const OCTET: usize = 8;

/// After so many times, bytes are added up before they overflow.
const OCTETS: usize = 31;

on_every_set! {
    /// Adds to each pair of cards, row by row and lane by lane, in how many groups the second lies later.
    fn count_later(places: &[Column], cards: usize, counts: &mut [Aligned<Column>]) {
        // As for digits: known ones would be made of masks at twice the cost.
        let ones = black_box([1; LANES]);
        let mut counts = counts.iter_mut();
        for first in 0..cards {
            for second in first + 1..cards {
                let mut later = [0; LANES];
                for places in places.chunks_exact(cards) {
                    let (first, second) = (&places[first], &places[second]);
                    for lane in 0..LANES {
                        let is_later = u8::from(first[lane] < second[lane]).wrapping_neg();
                        later[lane] += ones[lane] & is_later;
                    }
                }
                let count = &mut counts.next().expect("one for each pair").0;
                for lane in 0..LANES {
                    count[lane] += later[lane];
                }
            }
        }
    }
}

/// The next multiple of 16 lanes.
fn lanes(cards: usize) -> usize {
    cards.next_multiple_of(16)
}

impl Statistic for PairOrder {
    fn cells(&self) -> usize {
        self.cards * (self.cards - 1) / 2
    }

    /// Compares the place of each card with those of all others, 16 at a time, and adds up in bytes, which
    /// are flushed before they overflow.
    fn count<C: Card>(&self, rows: &[C], _: u64, cells: &mut [u64]) {
        let (n, lanes) = (self.cards, lanes(self.cards));
        let mut places = vec![0_u8; lanes];
        let mut later = vec![0_u8; n * lanes];
        for batch in rows.chunks(FLUSH * n) {
            later.fill(0);
            for row in batch.chunks_exact(n) {
                for (place, card) in row.iter().enumerate() {
                    places[card.index()] = place as u8;
                }
                for (card, counts) in later.chunks_exact_mut(lanes).enumerate() {
                    let here = places[card];
                    let first = card & !15;
                    for (count, &place) in counts[first..].iter_mut().zip(&places[first..]) {
                        *count += u8::from(place > here);
                    }
                }
            }
            let mut cells = cells.iter_mut();
            for (card, counts) in later.chunks_exact(lanes).enumerate() {
                for &count in &counts[card + 1..n] {
                    *cells.next().expect("one cell a pair") += u64::from(count);
                }
            }
        }
    }

    fn count_columns(&self, decks: &Decks<'_>, cells: &mut [u64]) -> bool {
        let Some(places) = decks.places() else { return false };
        let set = decks.instruction_set();
        let mut counts = vec![Aligned([0; LANES]); cells.len()];
        let chunks = places.columns.chunks(OCTET * self.cards);
        for (number, places) in (1..).zip(chunks) {
            count_later(set, places, self.cards, &mut counts);
            if number % OCTETS == 0 {
                add_up(set, &counts, cells);
                counts.fill(Aligned([0; LANES]));
            }
        }
        add_up(set, &counts, cells);
        true
    }

    fn trials_needed(&self) -> u64 {
        FEWEST_TRIALS
    }

    fn judge(&self, tally: &Tally) -> Vec<Judgement> {
        let (trials, needed) = (tally.trials(), FEWEST_TRIALS);
        let outcomes = if trials < needed {
            [(); 2].map(|()| Outcome::TooFewTrials { trials, needed })
        } else {
            self.judge_counts(trials, tally.cells()).map(Outcome::Judged)
        };
        let tests = [PAIR_ORDER.id, FRIEDMAN.id].into_iter().zip(outcomes);
        tests.map(|(test, outcome)| Judgement { test, outcome }).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// More decks than fit into a byte, and rows of lanes that are not full.
        #[test]
        fn counts_are_those_of_the_definition(cards in 2..40_usize, trials in 1..600_usize, step: usize) {
            let pair_order = PairOrder::new(Shape::whole(cards).unwrap()).unwrap();
            let mut deck: Vec<u8> = (0..cards as u8).collect();
            let mut rows: Vec<u8> = Vec::new();
            let mut wanted = vec![0; Statistic::cells(&pair_order)];
            for trial in 0..trials {
                deck.swap(step % cards, step.wrapping_mul(trial) % cards);
                deck.rotate_left(trial * trial % cards);
                rows.extend(&deck);
                let place = |card: usize| deck.iter().position(|&c| usize::from(c) == card);
                for (cell, &(a, b)) in pair_order.pairs().iter().enumerate() {
                    wanted[cell] += u64::from(place(a) < place(b));
                }
            }
            let mut cells = vec![0; wanted.len()];
            pair_order.count(&rows, 0, &mut cells);
            prop_assert_eq!(cells, wanted);
        }
    }

    /// Friedman's statistic in its usual form, 12/(n(n+1)N) sum of squared rank sums - 3N(n+1).
    #[test]
    fn friedman_is_that_of_the_books() {
        let pair_order = PairOrder::new(Shape::whole(4).unwrap()).unwrap();
        let rows = [[0_u8, 1, 2, 3].repeat(40), [1, 3, 0, 2].repeat(50), [3, 2, 1, 0].repeat(30)];
        let rows = rows.concat();
        let mut cells = vec![0; Statistic::cells(&pair_order)];
        pair_order.count(&rows, 0, &mut cells);
        let mut rank_sums = [0.0; 4];
        for row in rows.chunks_exact(4) {
            for (place, &card) in row.iter().enumerate() {
                rank_sums[usize::from(card)] += place as f64 + 1.0;
            }
        }
        let (n, trials) = (4.0, 120.0);
        let squares: f64 = rank_sums.iter().map(|sum| sum * sum).sum();
        let wanted = 12.0 / (n * (n + 1.0) * trials) * squares - 3.0 * trials * (n + 1.0);
        let [_, friedman] = pair_order.judge_counts(120, &cells);
        assert!((friedman.statistic - wanted).abs() < 1e-9, "{} {wanted}", friedman.statistic);
    }

    #[test]
    fn the_largest_decks_fit_into_bytes() {
        let pair_order = PairOrder::new(Shape::whole(256).unwrap()).unwrap();
        let rows: Vec<u8> = (0..=255).collect::<Vec<_>>().repeat(300);
        let mut cells = vec![0; Statistic::cells(&pair_order)];
        pair_order.count(&rows, 0, &mut cells);
        assert!(cells.iter().all(|&count| count == 300));
    }
}
