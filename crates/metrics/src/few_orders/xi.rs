//! Chatterjee's rank correlation xi of cards and positions.
#![doc = include_str!("xi.md")]

use super::{
    order_test::{OrderTest, long_enough},
    orders::{Orders, long, two_words},
    sums::{SumMoments, two_sided},
};
use crate::{
    Shape,
    axis::Axis,
    effect_kind,
    judgement::{Effect, Evidence},
    metric::NotApplicable,
};

/// The fewest cards for which the law holds.
pub(super) const FEWEST_CARDS: usize = 10;

pub(crate) struct Xi {
    cards: usize,
}

impl Xi {
    pub(crate) fn build(shape: Shape) -> Result<Box<dyn OrderTest>, NotApplicable> {
        let cards = shape.dealt();
        long_enough(cards, FEWEST_CARDS)?;
        Ok(Box::new(Self { cards }))
    }
}

/// Mean, variance and skewness of S.
pub(super) fn moments(cards: usize) -> SumMoments {
    let n = cards as f64;
    let variance = (n - 2.0) * (4.0 * n - 7.0) * (n + 1.0) / 90.0;
    SumMoments { mean: (n * n - 1.0) / 3.0, variance, skewness: -0.5 }
}

pub(super) fn differences(order: &[u32]) -> u64 {
    order.iter().zip(&order[1..]).map(|(one, other)| u64::from(one.abs_diff(*other))).sum()
}

impl OrderTest for Xi {
    fn words(&self) -> usize {
        2
    }

    fn summarize(&self, deck: &Orders, axis: Axis, words: &mut Vec<u32>) {
        let sum = differences(deck.along(axis));
        words.extend(two_words(sum));
    }

    fn judge(&self, decks: &[&[u32]], axis: Axis) -> Evidence {
        let (m, n) = (decks.len(), self.cards);
        let sum = decks.iter().map(|words| long(words)).sum::<u64>() as f64;
        let moments = moments(n);
        let tails = |sum: f64| moments.tails(sum, m, n);
        let (least, most) = (m * (n - 1), m * (n * n / 2 - 1));
        let value = 1.0 - sum / (moments.mean * m as f64);
        let neighbors = match axis {
            Axis::Positions => "cards at neighboring positions",
            Axis::Cards => "positions of neighboring cards",
        };
        let effect = Effect::new(effect_kind::XI, value).at(neighbors);
        two_sided(tails(sum), [least, most].map(|end| tails(end as f64)), effect)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{assert_moments, orders};

    #[test]
    fn the_moments_are_those_of_all_orders() {
        for n in 4..=8 {
            let SumMoments { mean, variance, .. } = moments(n);
            let sums = orders(n).map(|order| differences(&order) as f64);
            assert_moments(sums, [mean, variance], n);
        }
    }
}
