//! Turning points: positions whose card is higher than both neighbours, or lower than both.
//!
//! Of n cards n - 2 have two neighbours, and each of them turns with probability 2/3. Let T be the number in one order,
//! T + 1 the number of runs up and down. P(T = t) follows from inserting the largest card (André 1883):
//!
//! ```text
//! p_n(t) = ((t + 1) p_(n-1)(t) + 2 p_(n-1)(t - 1) + (n - t - 1) p_(n-1)(t - 2)) / n,   p_2(0) = 1.
//! ```
//!
//! E T = 2(n - 2)/3, Var T = (16 n - 29)/90 (enumerated here). The sum over m decks has the m-fold convolution. It is
//! tabulated up to [`MOST_TABULATED`] cards in all decks together. Beyond, the sum is judged by the normal law with a half-step
//! correction, and to the left, where the skewness of -0.26 / sqrt(n m) makes the tail heavier than that, by the gamma
//! law with the skewness -0.28 / sqrt(n m).
//!
//! Source: Bienaymé 1874; André, Annales scientifiques de l'ENS 12 (1883), 8; Kendall and Stuart 3, 45.18.

use super::{
    OrderTest, Way, neighbours,
    orders::Orders,
    sums::{Moments, tabulated, two_sided},
    too_short,
};
use crate::{
    Shape, effect_kind,
    judgement::{Effect, Evidence},
    metric::NotApplicable,
    sums::convolved,
};

/// The fewest cards of which one can turn.
pub const FEWEST_CARDS: usize = 3;

/// The most cards of all decks together for which the law of the sum is tabulated.
pub const MOST_TABULATED: usize = 2_048;

/// Counts turning points.
pub(crate) struct TurningPoints {
    cards: usize,
}

impl TurningPoints {
    pub(crate) fn build(shape: Shape) -> Result<Box<dyn OrderTest>, NotApplicable> {
        let cards = shape.dealt();
        if cards < FEWEST_CARDS {
            return Err(too_short(FEWEST_CARDS));
        }
        Ok(Box::new(Self { cards }))
    }

    fn moments(&self) -> Moments {
        let n = self.cards as f64;
        Moments { mean: 2.0 * (n - 2.0) / 3.0, variance: (16.0 * n - 29.0) / 90.0, skewness: -0.28 }
    }
}

/// The number of turning points.
pub(super) fn turning_points(order: &[u32]) -> u32 {
    let turns = |three: &&[u32]| (three[0] < three[1]) != (three[1] < three[2]);
    order.windows(3).filter(turns).count() as u32
}

/// P(T = t) for t = 0, ..., n - 2.
pub(super) fn law(cards: usize) -> Vec<f64> {
    let mut law = vec![1.0];
    for n in 3..=cards {
        let at = |t: usize, back: usize| t.checked_sub(back).and_then(|t| law.get(t)).copied();
        let next = |t: usize| {
            let [stays, one, two] = [0, 1, 2].map(|back| at(t, back).unwrap_or(0.0));
            ((t + 1) as f64 * stays + 2.0 * one + (n - t - 1) as f64 * two) / n as f64
        };
        law = (0..n - 1).map(next).collect();
    }
    law
}

impl OrderTest for TurningPoints {
    fn words(&self) -> usize {
        1
    }

    fn summarize(&self, deck: &Orders, way: Way, words: &mut Vec<u32>) {
        words.push(turning_points(deck.along(way)));
    }

    fn judge(&self, decks: &[&[u32]], way: Way) -> Evidence {
        let (m, n) = (decks.len(), self.cards);
        let sum: usize = decks.iter().map(|words| words[0] as usize).sum();
        let (moments, most) = (self.moments(), m * (n - 2));
        let value = sum as f64 / (moments.mean * m as f64) - 1.0;
        let place = Some(neighbours(way));
        let effect = Effect { place, ..Effect::new(effect_kind::TURNING_POINT_DEVIATION, value) };
        if n * m <= MOST_TABULATED {
            let law = convolved(&law(n), m as u64);
            return two_sided(
                tabulated(&law, sum),
                [0, most].map(|end| tabulated(&law, end)),
                effect,
            );
        }
        let tails = |sum: usize| moments.tails(sum as f64, m, n);
        two_sided(tails(sum), [tails(0), tails(most)], effect)
    }
}

#[cfg(test)]
mod tests {
    use super::{super::testing::orders, *};

    #[test]
    fn the_recurrence_gives_the_law_of_all_orders() {
        for n in 3..=8 {
            let law = law(n);
            let mut counts = vec![0_u64; n - 1];
            orders(n).for_each(|order| counts[turning_points(&order) as usize] += 1);
            let all = counts.iter().sum::<u64>() as f64;
            for (p, count) in law.iter().zip(counts) {
                assert!((p - count as f64 / all).abs() < 1e-14);
            }
            let mean: f64 = law.iter().zip(0..).map(|(p, t)| p * f64::from(t)).sum();
            let square: f64 = law.iter().zip(0..).map(|(p, t)| p * f64::from(t * t)).sum();
            let moments = TurningPoints { cards: n }.moments();
            assert!((mean - moments.mean).abs() < 1e-12);
            // The formula of the variance holds from four cards on.
            assert!(n < 4 || (square - mean * mean - moments.variance).abs() < 1e-12);
        }
    }

    #[test]
    fn beyond_the_table_no_tail_is_smaller_than_the_true_one() {
        for n in [MOST_TABULATED / 8, MOST_TABULATED] {
            let law = law(n);
            let moments = TurningPoints { cards: n }.moments();
            for t in 0..law.len() {
                let (exact, by_law) = (tabulated(&law, t), moments.tails(t as f64, 1, n));
                let tails = [(exact.ln_upper, by_law.ln_upper), (exact.ln_lower, by_law.ln_lower)];
                for (exact, by_law) in tails {
                    // In the middle by less than a percent.
                    let margin = if exact > -3.0 { 0.01 } else { 0.0 };
                    assert!(by_law > exact - margin || exact < -700.0, "{n} {t}: {exact} {by_law}");
                }
            }
        }
    }
}
