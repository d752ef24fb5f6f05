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
//! Range: whole decks of up to 256 cards, n(n-1)/2 cells, O(n^2) a deck; 100 decks and more, as for `position`. Of larger
//! decks [groups of cards](super::pair_order_groups) are counted. Source: M. Friedman, J. Am. Statist. Ass. 32 (1937), 675;
//! the covariance of V is that of paired comparisons (Kendall and Babington Smith 1940).

mod bytes;
#[cfg(target_arch = "x86_64")]
mod planes;

use super::{
    PairOrderGroups, are_large,
    ordered::{Ordered, largest_order},
    paired_cards,
};
use crate::{
    Card, Decks, Judgement, Shape, Tally, effect_kind,
    judgement::{Deviates, Effect, Evidence, Law, Outcome, Sensitivity},
    metric::{About, ExactLaw, MetricEntry, NotApplicable, Statistic, TestEntry},
    place::{Place, Word},
    position::FEWEST_TRIALS,
    size::{
        self,
        peak::{PeakCell, ScoredCells},
        rms::{self, Moments, SPREAD_DECKS, TableSquares},
    },
    summaries::{Summaries, SummarySize},
};
#[cfg(target_arch = "x86_64")]
use shuffle_deck::instruction_set::Level;

/// The test `pair-order`.
pub const PAIR_ORDER: TestEntry = TestEntry {
    title: "how often each card lies before each other card, chi-square of all pairs",
    sees: "cards that keep their order: lazy sorts by coin, cuts, naive shuffles, too few swaps",
    blind_to: "what looks the same from both ends of the deck: a shelf machine",
    ..TestEntry::new("pair-order", About::Orders)
};

/// The test `friedman`.
pub const FRIEDMAN: TestEntry = TestEntry {
    title: "mean place of each card, Friedman's chi-square",
    sees: "cards that lie too far to the front or the back on average: naive shuffles",
    blind_to: "cards that keep to both ends of the deck, and a shelf machine",
    ..TestEntry::new("friedman", About::Orders)
};

/// The metric of [`PAIR_ORDER`] and [`FRIEDMAN`], of groups of cards where all pairs would be too many.
pub const ENTRY: MetricEntry = MetricEntry {
    exact_law: Some(ExactLaw::PairOrder),
    ..MetricEntry::new(&[PAIR_ORDER, FRIEDMAN], |shape| {
        if are_large(shape) {
            return Ok(Box::new(PairOrderGroups::new(shape)?));
        }
        Ok(Box::new(PairOrder::new(shape)?))
    })
};

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

    fn judge_counts(&self, trials: u64, counts: &[u64], decks: &Summaries) -> [Evidence; 2] {
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
        let law = self.law(trials);
        let (furthest, effect) =
            (law.of_one_deck(trials), self.order_effect(trials, counts, decks));
        let sensitivity = Sensitivity {
            kind: effect_kind::LARGEST_ORDER_DEVIATION,
            scale: 1.0,
            trials,
            of: Deviates::Whole,
        };
        let pair_order = Evidence::new(statistic, law, furthest, effect);
        let pair_order = pair_order.with_sensitivity(sensitivity);
        // One card whose mean place is off by s has the noncentrality s^2 / ((n^2 - 1)/12) per trial.
        let (kind, scale) = (effect_kind::LARGEST_PLACE_SHIFT, self.place_variance().sqrt());
        let statistic = 3.0 * shifted as f64 / (n * (n + 1.0) * total);
        let law = self.friedman_law(trials);
        let (furthest, effect) =
            (law.of_one_deck(trials), self.shift_effect(trials, &shifts, decks));
        let friedman = Evidence::new(statistic, law, furthest, effect);
        let friedman =
            friedman.with_sensitivity(Sensitivity { kind, scale, trials, of: Deviates::Whole });
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

    /// The effect of the test `pair-order`: how often the cards of each pair are out of order.
    fn order_effect(&self, trials: u64, counts: &[u64], decks: &Summaries) -> Effect {
        let pairs = self.pairs();
        let number = pairs.len() as f64;
        // Either order of a pair is a cell.
        let cells = counts.iter().flat_map(|&count| [count, trials - count]);
        let squares =
            TableSquares::of_shares(trials, cells.map(|count| (count, 0.5, 0.5 / number)));
        let deviations: Vec<f64> =
            counts.iter().map(|&count| 2.0 * count as f64 / trials as f64 - 1.0).collect();
        let mean = |deck: &Ordered| {
            let terms = deviations.iter().enumerate();
            terms.map(|(pair, d)| if deck.is_before(pair) { *d } else { -d }).sum::<f64>() / number
        };
        let form = |deck: &[u32]| Ordered::new(deck, &pairs);
        let kernel = |a: &Ordered, b: &Ordered| 1.0 - 2.0 * a.differences(b) as f64 / number;
        let moments = Moments::new(decks, form, mean, kernel);
        let effect = squares.effect(effect_kind::RMS_ORDER_DEVIATION, moments);
        let peak = (!decks.is_empty()).then(|| largest_order(trials, counts, &pairs));
        Effect { peak: peak.flatten(), ..effect }
    }

    /// The effect of the test `friedman`: how far the mean places of the cards are off.
    fn shift_effect(&self, trials: u64, twice_forward: &[i128], decks: &Summaries) -> Effect {
        let (n, total) = (self.cards as f64, trials as f64);
        let middle = (n - 1.0) / 2.0;
        let shifts: Vec<f64> =
            twice_forward.iter().map(|&shift| 0.0 - shift as f64 / 2.0 / total).collect();
        let mean_square = shifts.iter().map(|shift| shift * shift).sum::<f64>() / n;
        let squares = TableSquares { trials, mean_square, own: self.place_variance() };
        let product = |deck: &Vec<f64>, other: &[f64]| {
            deck.iter().zip(other).map(|(a, b)| a * b).sum::<f64>() / n
        };
        let form = |deck: &[u32]| {
            let mut places = vec![0.0; deck.len()];
            for (place, &card) in deck.iter().enumerate() {
                places[card as usize] = place as f64 - middle;
            }
            places
        };
        let mean = |deck: &Vec<f64>| product(deck, &shifts);
        let moments = Moments::new(decks, form, mean, |a, b| product(a, b));
        let effect = squares.effect(effect_kind::RMS_PLACE_SHIFT, moments);
        let decks: Vec<Vec<f64>> = decks.iter().map(|(_, deck)| form(deck)).collect();
        if decks.len() < 2 {
            return effect;
        }
        let spread = |card: usize| {
            let places: Vec<f64> = decks.iter().map(|places| places[card]).collect();
            rms::variance(&places).max(self.place_variance())
        };
        let cells = shifts.iter().enumerate();
        let cells: Vec<PeakCell> = cells
            .map(|(card, &value)| PeakCell::Deviation {
                value,
                error: (spread(card) / total).sqrt(),
            })
            .collect();
        let peak = size::peak(
            effect_kind::LARGEST_PLACE_SHIFT,
            &ScoredCells::new(trials, cells),
            |card| Place::from([Word::Text("card "), Word::Card(card)]),
        );
        Effect { peak, ..effect }
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
        #[cfg(target_arch = "x86_64")]
        if set.level() == Level::IceLake && planes::CARDS.contains(&self.cards) {
            // SAFETY: an `InstructionSet` of this level exists only if all its instructions were detected.
            #[expect(unsafe_code, reason = "a call into code for instructions that were detected")]
            unsafe {
                planes::add_later(places.columns, self.cards, cells);
            }
            return true;
        }
        bytes::add_later(set, places.columns, self.cards, cells);
        true
    }

    fn summary_size(&self) -> SummarySize {
        SummarySize::new(SPREAD_DECKS, self.cards)
    }

    /// The cards.
    fn summarize<C: Card>(&self, row: &[C], words: &mut Vec<u32>) {
        words.extend(row.iter().map(|card| card.index() as u32));
    }

    fn trials_needed(&self) -> u64 {
        FEWEST_TRIALS
    }

    fn judge(&self, tally: &Tally) -> Vec<Judgement> {
        let (trials, needed) = (tally.trials(), FEWEST_TRIALS);
        let outcomes = if trials < needed {
            [(); 2].map(|()| Outcome::TooFewTrials { trials, needed })
        } else {
            self.judge_counts(trials, tally.cells(), tally.summaries()).map(Outcome::Judged)
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
            let pair_order = PairOrder::new(Shape::whole(cards)).unwrap();
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
        let pair_order = PairOrder::new(Shape::whole(4)).unwrap();
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
        let [_, friedman] = pair_order.judge_counts(120, &cells, &Summaries::default());
        assert!((friedman.statistic - wanted).abs() < 1e-9, "{} {wanted}", friedman.statistic);
    }

    #[test]
    fn the_largest_decks_fit_into_bytes() {
        let pair_order = PairOrder::new(Shape::whole(256)).unwrap();
        let rows: Vec<u8> = (0..=255).collect::<Vec<_>>().repeat(300);
        let mut cells = vec![0; Statistic::cells(&pair_order)];
        pair_order.count(&rows, 0, &mut cells);
        assert!(cells.iter().all(|&count| count == 300));
    }
}
