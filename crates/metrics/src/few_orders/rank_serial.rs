//! Rank serial correlations: a card with the card h positions later.
#![doc = include_str!("rank-serial.md")]

use super::{
    order_test::{OrderTest, long_enough},
    orders::{Orders, push_wide, wide},
    sums::SumMoments,
};
use crate::{
    Shape,
    axis::Axis,
    distribution::normal,
    effect_kind,
    judgement::{Effect, Evidence},
    metric::NotApplicable,
    place::Place,
};
use std::iter::successors;

/// The fewest cards for which the normal law holds.
pub(super) const FEWEST_CARDS: usize = 20;

/// All lags up to this are examined, and beyond it powers of two.
pub(super) const EVERY_LAG: usize = 64;

pub(crate) struct RankSerial {
    cards: usize,
    lags: Vec<usize>,
}

impl RankSerial {
    pub(crate) fn build(shape: Shape) -> Result<Box<dyn OrderTest>, NotApplicable> {
        let cards = shape.dealt();
        long_enough(cards, FEWEST_CARDS)?;
        Ok(Box::new(Self { cards, lags: lags(cards) }))
    }
}

pub(super) fn lags(cards: usize) -> Vec<usize> {
    let far = successors(Some(2 * EVERY_LAG), |lag| Some(2 * lag));
    (1..=EVERY_LAG).chain(far).take_while(|&lag| lag <= cards / 2).collect()
}

/// Mean and variance of T_h.
pub(super) fn moments(cards: usize, lag: usize) -> SumMoments {
    let (n, p) = (cards as f64, (cards - lag) as f64);
    let q = cards.saturating_sub(2 * lag) as f64;
    let s2 = n * (n * n - 1.0) / 12.0;
    let s4 = s2 * (3.0 * n * n - 7.0) / 20.0;
    let two = (s2 * s2 - s4) / (n * (n - 1.0));
    let three = (2.0 * s4 - s2 * s2) / (n * (n - 1.0) * (n - 2.0));
    let four = (3.0 * s2 * s2 - 6.0 * s4) / (n * (n - 1.0) * (n - 2.0) * (n - 3.0));
    let mean = -p * (n + 1.0) / 12.0;
    let squares = p * two + 2.0 * q * three + (p * p - p - 2.0 * q) * four;
    SumMoments { mean, variance: squares - mean * mean, skewness: 0.0 }
}

/// Four times T_h, a whole number, at each of the lags, which ascend.
pub(super) fn products(order: &[u32], lags: &[usize]) -> Vec<i128> {
    // Stretches that stay in the fastest cache for all near lags, and parts of them: 2^8 products of 56 bits fit 64 bits.
    const TOGETHER: usize = 1 << 12;
    const PART: usize = 1 << 8;
    let n = order.len();
    let mut sums = vec![0_i128; lags.len()];
    for start in (0..n).step_by(TOGETHER) {
        let end = (start + TOGETHER).min(n);
        for (sum, &lag) in sums.iter_mut().zip(lags) {
            let one = &order[start..end.min(n - lag).max(start)];
            let other = &order[(start + lag).min(n)..];
            let product = |(&x, &y): (&u32, &u32)| u64::from(x) * u64::from(y);
            for (one, other) in one.chunks(PART).zip(other.chunks(PART)) {
                *sum += i128::from(one.iter().zip(other).map(product).sum::<u64>());
            }
        }
    }
    let whole = |card: &u32| i128::from(*card);
    let all: i128 = order.iter().map(whole).sum();
    // The sum of the first and of the last cards up to each lag.
    let (mut ends, mut before) = (0, 0);
    let twice_centered = |(&sum, &lag): (&i128, &usize)| {
        let farther = order[before..lag].iter().chain(&order[n - lag..n - before]);
        ends += farther.map(whole).sum::<i128>();
        before = lag;
        let (top, pairs) = (n as i128 - 1, (n - lag) as i128);
        4 * sum - 2 * top * (2 * all - ends) + pairs * top * top
    };
    sums.iter().zip(lags).map(twice_centered).collect()
}

impl OrderTest for RankSerial {
    fn words(&self) -> usize {
        4 * self.lags.len()
    }

    fn summarize(&self, deck: &Orders, axis: Axis, words: &mut Vec<u32>) {
        let products = products(deck.along(axis), &self.lags);
        products.into_iter().for_each(|product| push_wide(product, words));
    }

    fn judge(&self, decks: &[&[u32]], axis: Axis) -> Evidence {
        let m = decks.len();
        let tail = |(index, &lag): (usize, &usize)| {
            let sum: i128 = decks.iter().map(|words| wide(&words[4 * index..][..4])).sum();
            let moments = moments(self.cards, lag);
            let z = moments.z(sum as f64 / 4.0, m);
            (normal::ln_sf(z.abs() - moments.half_step(m)), lag, z)
        };
        let tails = self.lags.iter().enumerate().map(tail);
        let (ln_tail, lag, z) =
            tails.min_by(|one, other| one.0.total_cmp(&other.0)).unwrap_or((0.0, 1, 0.0));
        // For an order that repeats itself at a lag.
        let n = self.cards as f64;
        let ln_least = normal::ln_sf((n * m as f64).sqrt());
        let pairs = ((self.cards - lag) * m) as f64;
        let what = match axis {
            Axis::Positions => "cards at positions ",
            Axis::Cards => "positions of cards ",
        };
        let place = Place::from(what).number(lag).text(" apart");
        let effect = Effect::new(effect_kind::LAG_CORRELATION, (z / pairs.sqrt()).clamp(-1.0, 1.0))
            .at(place);
        Evidence::of_tails(ln_tail, 2 * self.lags.len() as u64, ln_least, effect)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{assert_moments, orders};

    #[test]
    fn cards_of_the_largest_orders_do_not_overflow() {
        let order = vec![(1_u32 << 28) - 1; 10_000];
        let (n, card) = (order.len() as i128, (1_i128 << 28) - 1);
        for (sum, lag) in products(&order, &[1, 7, 100]).into_iter().zip([1, 7, 100]) {
            assert_eq!(sum, (n - lag) * (2 * card - (n - 1)).pow(2), "{lag}");
        }
    }

    #[test]
    fn the_moments_are_those_of_all_orders() {
        for n in 4..=8 {
            for lag in 1..=n / 2 {
                let SumMoments { mean, variance, .. } = moments(n, lag);
                let sums = orders(n).map(|order| products(&order, &[lag])[0] as f64 / 4.0);
                assert_moments(sums, [mean, variance], (n, lag));
            }
        }
    }

    #[test]
    fn products_in_stretches_are_those_of_the_formula() {
        let n = 10_007_u64;
        let order: Vec<u32> = (0..n).map(|i| (i * 4_001 % n) as u32).collect();
        let lags = lags(order.len());
        assert_eq!(lags.len(), 64 + 6);
        for (product, &lag) in products(&order, &lags).into_iter().zip(&lags) {
            let x = |card: &u32| 2 * i128::from(*card) - i128::from(n - 1);
            let by_formula: i128 =
                order.iter().zip(&order[lag..]).map(|(one, other)| x(one) * x(other)).sum();
            assert_eq!(product, by_formula, "{lag}");
        }
    }
}
