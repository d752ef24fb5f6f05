//! The longest descending subsequence, added up over few orders.
#![doc = include_str!("lds-mean.md")]

use super::{
    order_test::{OrderTest, long_enough},
    orders::{Axis, Orders},
    sums::two_sided,
};
use crate::{
    Shape, effect_kind,
    judgement::{Effect, Evidence},
    metric::NotApplicable,
    number::{IntegerStatistic, cached},
    numbers::{
        Lis,
        lis::{self, Piles},
    },
    place::Place,
    sums::{OneDeck, SumLaw},
};
use std::sync::Arc;

pub(super) const FEWEST_CARDS: usize = 2;

pub(crate) struct Lds {
    law: Arc<[f64]>,
}

impl Lds {
    pub(crate) fn build(shape: Shape) -> Result<Box<dyn OrderTest>, NotApplicable> {
        let cards = shape.dealt();
        long_enough(cards, FEWEST_CARDS)?;
        let law = cached(Lis::TEST.id, Shape::whole(cards), || lis::law(cards));
        Ok(Box::new(Self { law }))
    }
}

impl OrderTest for Lds {
    fn words(&self) -> usize {
        1
    }

    fn summarize(&self, deck: &Orders, axis: Axis, words: &mut Vec<u32>) {
        let order = deck.along(axis);
        let backwards = order.iter().rev().copied();
        words.push(Piles::default().length(order.len(), backwards) as u32);
    }

    fn judge(&self, decks: &[&[u32]], _: Axis) -> Evidence {
        let m = decks.len();
        let law = SumLaw { of_one: OneDeck::Tabulated(&self.law), decks: m as u64 };
        let sum: u64 = decks.iter().map(|words| u64::from(words[0])).sum();
        let (mean, _) = law.mean_and_deviation();
        let noun = Place::from("cards in the longest descending subsequence");
        let effect = Effect::new(effect_kind::MEAN_DEVIATION, sum as f64 / mean - 1.0).at(noun);
        let least = [m, m * (self.law.len() - 1)].map(|end| law.ln_tails(end as i128));
        two_sided(law.ln_tails(i128::from(sum)), least, effect)
    }
}

#[cfg(test)]
mod tests {
    use super::{super::testing::orders, *};

    #[test]
    fn it_has_the_law_of_the_longest_ascending_subsequence() {
        for n in 2..=8 {
            let mut counts = vec![0_u64; n + 1];
            for order in orders(n) {
                let backwards = order.iter().rev().copied();
                counts[Piles::default().length(n, backwards)] += 1;
            }
            let all = counts.iter().sum::<u64>() as f64;
            for (p, count) in lis::law(n).iter().zip(counts) {
                assert!((p - count as f64 / all).abs() < 1e-14);
            }
        }
    }
}
