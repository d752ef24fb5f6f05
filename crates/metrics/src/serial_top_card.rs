//! The top card of each deck against that of the deck before, across blocks: the test `serial-top-card`.
//!
//! Let `y = 2 c - (n - 1)` for the card c on top, which has mean 0 and variance `(n^2 - 1)/3`. Over the P pairs of
//! decks that follow each other,
//!
//! ```text
//! S = sum y(t) y(t+1),   z = S / (sqrt(P) (n^2 - 1)/3).
//! ```
//!
//! Null hypothesis: the decks are uniform and independent. Then S has mean 0 and exactly the variance by which it is
//! divided, since products with a deck in common are uncorrelated; z is nearly normal from [`FEWEST_PAIRS`] on.
//! S moves in steps of 2 where n is even and of 4 where it is odd.
//!
//! Range: whole decks and deals of any size. Of the first 2^17 trials, whose top cards stand in the
//! [summaries](crate::summaries), so that pairs cross blocks and shards.

use crate::{
    Card, Judgement, Shape, Tally, effect_kind,
    judgement::{Deviates, Effect, Evidence, Law, Outcome, Sensitivity},
    metric::{About, MetricEntry, Scope, Statistic, TestEntry},
    summaries::SummarySize,
};

/// The test `serial-top-card`.
pub const SERIAL_TOP_CARD: TestEntry = TestEntry {
    title: "rank correlation of the top card with that of the deck before, across blocks",
    sees: "a last deck that is shuffled on and often keeps its top; generators that repeat themselves at once",
    blind_to: "all but the first card; dependence on decks that are not neighbours",
    ..TestEntry::new("serial-top-card", About::DependenceBetweenDecks)
};

/// The metric of [`SERIAL_TOP_CARD`].
pub const ENTRY: MetricEntry = MetricEntry {
    in_battery: false,
    scope: Scope::Trials,
    ..MetricEntry::new(&[SERIAL_TOP_CARD], |shape| Ok(Box::new(SerialTopCard::new(shape))))
};

/// The minimum number of pairs at which the test applies.
pub const FEWEST_PAIRS: u64 = 200;

/// Correlates the top cards of decks that follow each other.
#[derive(Clone, Copy, Debug)]
pub struct SerialTopCard {
    cards: u64,
}

impl SerialTopCard {
    /// For decks of this shape.
    #[must_use]
    pub fn new(shape: Shape) -> Self {
        Self { cards: shape.cards() as u64 }
    }

    /// S and P.
    fn products(&self, tally: &Tally) -> (i128, u64) {
        let y = |words: &[u32]| 2 * i128::from(words[0]) - i128::from(self.cards - 1);
        let pairs = tally.summaries().pairs(1).map(|(earlier, later)| y(earlier) * y(later));
        pairs.fold((0, 0), |(sum, pairs), product| (sum + product, pairs + 1))
    }

    fn evidence(&self, sum: i128, pairs: u64) -> Evidence {
        let (n, number) = (self.cards as f64, pairs as f64);
        let variance = (n * n - 1.0) / 3.0;
        let deviation = number.sqrt() * variance;
        let half_step = if self.cards.is_multiple_of(2) { 1.0 } else { 2.0 };
        let law = Law::Normal { half_step: half_step / deviation };
        let furthest = (n - 1.0).powi(2) * number / deviation;
        let effect = Effect::new(effect_kind::SERIAL_CORRELATION, sum as f64 / (number * variance));
        let (scale, of) = (number.sqrt().recip(), Deviates::Whole);
        let sensitivity =
            Sensitivity { kind: effect_kind::SERIAL_CORRELATION, scale, trials: pairs, of };
        Evidence::new(sum as f64 / deviation, law, furthest, effect).with_sensitivity(sensitivity)
    }
}

impl Statistic for SerialTopCard {
    fn cells(&self) -> usize {
        0
    }

    fn count<C: Card>(&self, _: &[C], _: u64, _: &mut [u64]) {}

    fn summary_size(&self) -> SummarySize {
        SummarySize::of_words(1)
    }

    fn summarize<C: Card>(&self, row: &[C], words: &mut Vec<u32>) {
        words.push(row[0].index() as u32);
    }

    fn trials_needed(&self) -> u64 {
        FEWEST_PAIRS + 1
    }

    fn judge(&self, tally: &Tally) -> Vec<Judgement> {
        let (trials, needed) = (tally.trials(), FEWEST_PAIRS + 1);
        let (sum, pairs) = self.products(tally);
        let outcome = if pairs >= FEWEST_PAIRS {
            Outcome::Judged(self.evidence(sum, pairs))
        } else if trials < needed {
            Outcome::TooFewTrials { trials, needed }
        } else {
            let why = format!("only {pairs} pairs of the first trials are in this tally");
            Outcome::NotApplicable { why }
        };
        vec![Judgement { test: SERIAL_TOP_CARD.id, outcome }]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Decks, Rows};
    use itertools::Itertools;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64;

    /// Decks that show only their top card, in blocks of so many.
    fn tally(cards: usize, tops: &[u8], block: usize) -> Tally {
        let shape = Shape::deal(cards, 1).unwrap();
        let metric = SerialTopCard::new(shape);
        let mut tally = Tally::new(0);
        for (number, rows) in tops.chunks(block).enumerate() {
            let first = (number * block) as u64;
            tally.observe(&metric, &Decks::new(shape, first, Rows::Narrow(rows)));
        }
        tally
    }

    #[test]
    fn over_all_sequences_of_decks_the_sum_has_mean_0_and_the_variance_of_the_formula() {
        for cards in [2_u8, 3, 5] {
            let metric = SerialTopCard::new(Shape::whole(cards.into()));
            let sums = (0..3).map(|_| 0..cards).multi_cartesian_product().map(|tops| {
                let (sum, pairs) = metric.products(&tally(cards.into(), &tops, 1));
                assert_eq!(pairs, 2);
                sum as f64
            });
            let sums: Vec<f64> = sums.collect();
            let (number, n) = (sums.len() as f64, f64::from(cards));
            assert_eq!(sums.iter().sum::<f64>(), 0.0);
            let variance = sums.iter().map(|sum| sum * sum).sum::<f64>() / number;
            assert!((variance - 2.0 * ((n * n - 1.0) / 3.0).powi(2)).abs() < 1e-9);
        }
    }

    #[test]
    fn pairs_cross_blocks_whatever_their_size() {
        // Every other top is that of the deck before; blocks of one, of few and of many decks cut the pairs differently.
        let mut rng = Pcg64::seed_from_u64(1);
        let tops: Vec<u8> = (0..1_000).flat_map(|_| [rng.random_range(0..52_u8); 2]).collect();
        let whole = tally(52, &tops, 2_000);
        for block in [1, 7, 64] {
            assert_eq!(tally(52, &tops, block), whole);
        }
        let metric = SerialTopCard::new(Shape::whole(52));
        let judgement = Statistic::judge(&metric, &whole).remove(0);
        let evidence = judgement.evidence().unwrap();
        assert!(evidence.p_value.log10() < -9.0, "{evidence:?}");
        assert!((evidence.effect.value - 0.5).abs() < 0.1, "{evidence:?}");
    }

    #[test]
    fn without_summaries_it_says_so() {
        let metric = SerialTopCard::new(Shape::whole(52));
        let judgement = Statistic::judge(&metric, &Tally::of_counts(1_000, Vec::new())).remove(0);
        let why = "only 0 pairs of the first trials are in this tally".to_owned();
        assert_eq!(judgement.outcome, Outcome::NotApplicable { why });
    }
}
