//! The sum of the symbols of a draw with replacement.
#![doc = include_str!("symbol-sum.md")]

use super::{WITH_REPLACEMENT, beyond_the_table};
use crate::{
    Card, Shape,
    costs::Cost,
    distribution::Edgeworth,
    metric::{About, NotApplicable, TestEntry, prose},
    number::{IntegerStatistic, Mean},
    place::{Place, Word},
    sums::convolved,
};
use shuffle_deck::{DrawKind, Weights};

/// Beyond so large a sum its law is taken from its cumulants.
const LARGEST_OF_A_TABLE: u64 = 1 << 14;

/// The sum of the symbols of a draw, counted from 0.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SymbolSum {
    n: usize,
    k: usize,
    weights: Option<Weights>,
}

impl IntegerStatistic for SymbolSum {
    const TEST: TestEntry = TestEntry {
        title: prose! { "the sum of the symbols of a draw, against its exact law" },
        sees: prose! { "dice that compensate: sums too often near the usual sum, or far from it; a sum that never comes, from few draws on" },
        blind_to: prose! { "which symbols they are, and where; any bias that keeps the law of the sum" },
        cost: Cost::of(3.0, 0.0),
        ..TestEntry::new("symbol-sum", About::Orders)
    };

    const MEAN: Option<Mean> = Some(Mean {
        noun: "points of the sum of the symbols",
        test: TestEntry {
            title: prose! { "the mean sum of the symbols over all draws" },
            sees: prose! { "low or high symbols that come too often, even with one draw" },
            blind_to: prose! { "any bias that high and low symbols share" },
            ..TestEntry::new("symbol-sum-mean", About::Orders)
        },
    });

    const NAMES_FEW: bool = true;

    const DRAWS: &'static [DrawKind] = WITH_REPLACEMENT;

    type Scratch = ();

    fn new(shape: Shape) -> Result<Self, NotApplicable> {
        match shape.dealt() {
            0 | 1 => Err(NotApplicable::new("the sum of one symbol is the symbol")),
            k if shape.weights().is_some()
                && (shape.cards() as u64 - 1).saturating_mul(k as u64) > LARGEST_OF_A_TABLE =>
            {
                let why =
                    "of draws with weights, sums are tabulated, and these have too many values";
                Err(NotApplicable::new(why))
            }
            k => Ok(Self { n: shape.cards(), k, weights: shape.weights() }),
        }
    }

    fn law(&self) -> Vec<f64> {
        match self.weights {
            Some(weights) => convolved(weights.chances(), self.k as u64),
            None => convolved(&vec![1.0 / self.n as f64; self.n], self.k as u64),
        }
    }

    fn value_in_words(&self, value: usize) -> Place {
        Place::from("the sum ").and(Word::Sum { value, of: self.k })
    }

    /// The cumulants of one symbol are `B_r (n^r - 1) / r` with the Bernoulli numbers B.
    fn approximated(&self) -> Option<(Edgeworth, u64)> {
        let (n, largest) = (self.n as f64, (self.n as u64 - 1).saturating_mul(self.k as u64));
        let [second, fourth, sixth] = [2, 4, 6].map(|r| n.powi(r) - 1.0);
        let one = [(n - 1.0) / 2.0, second / 12.0, 0.0, -fourth / 120.0, 0.0, sixth / 252.0];
        beyond_the_table(largest, LARGEST_OF_A_TABLE, || {
            Edgeworth::of_whole_numbers(one).sum_of(self.k as u64)
        })
    }

    fn of<C: Card>(&self, row: &[C], (): &mut ()) -> usize {
        row.iter().map(|symbol| symbol.index()).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Tally,
        distribution::binomial,
        number::Numbers,
        testing::{assert_is_close, assert_is_the_law_of, each_word},
    };
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64;

    #[test]
    fn the_law_is_that_of_all_words_and_its_far_ends_keep_their_digits() {
        for (n, k) in [(2, 5), (3, 4), (10, 3), (5, 2)] {
            assert_is_the_law_of::<SymbolSum>(Shape::replacement(n, k), each_word(n, k), 1e-12);
        }
        // One word of 6^100 has the largest sum, 100 have the sum 1.
        let law = SymbolSum { n: 6, k: 100, weights: None }.law();
        assert!((law[500] * 6f64.powi(100) - 1.0).abs() < 1e-9, "{}", law[500]);
        assert!((law[1] * 6f64.powi(100) - 100.0).abs() < 1e-7, "{}", law[1]);
    }

    #[test]
    fn sums_of_16_symbols_and_more_follow_their_cumulants_and_fewer_are_tabulated_or_refused() {
        let approximated = |n, k| SymbolSum { n, k, weights: None }.approximated();
        assert_is_close(&SymbolSum { n: 1_100, k: 16, weights: None }, 2e-6);
        assert!(approximated(16_000, 2).is_none());
        let build = |n, k| Numbers::<SymbolSum>::ENTRY.build(Shape::replacement(n, k));
        assert!(build(16_000, 2).is_ok() && build(2_000_000, 16).is_ok());
        assert!(build(20_000, 2).is_err() && build(2_000_000, 6).is_err());
    }

    /// Alpha 1e-6, 2,000 throws of ten dice, seed 10.
    #[test]
    fn dice_that_are_thrown_again_until_their_sum_looks_usual_are_seen() {
        let metric = Numbers::<SymbolSum>::ENTRY.build(Shape::replacement(6, 10)).unwrap();
        let mut rng = Pcg64::seed_from_u64(10);
        let mut log10_p = |percent: u32| {
            let mut cells = vec![0; metric.cells()];
            for _ in 0..2_000 {
                let mut throw = || (0..10).map(|_| rng.random_range(0..6)).sum::<usize>();
                let (first, mut next) = (throw(), throw());
                while next.abs_diff(25) > 3 {
                    next = throw();
                }
                cells[if rng.random_ratio(percent, 100) { next } else { first }] += 1;
            }
            let judgement = metric.judge(&Tally::of_counts(2_000, cells)).remove(0);
            judgement.evidence().unwrap().p_value.log10()
        };
        assert!(log10_p(0) > -3.0);
        assert!(log10_p(20) < -6.0);
    }

    /// Alpha 1e-6, 120 throws of two dice without a seven, seed 7; the sum is named as the dice are numbered.
    #[test]
    fn a_sum_that_never_comes_is_named_from_few_throws_on() {
        let metric = Numbers::<SymbolSum>::ENTRY.build(Shape::replacement(6, 2)).unwrap();
        let mut rng = Pcg64::seed_from_u64(7);
        let mut judged = |sum_is_barred: bool| {
            let mut cells = vec![0; metric.cells()];
            while cells.iter().sum::<u64>() < 120 {
                let sum = rng.random_range(0..6) + rng.random_range(0..6_usize);
                cells[sum] += u64::from(!(sum_is_barred && sum == 5));
            }
            metric.judge(&Tally::of_counts(120, cells)).remove(0).evidence().unwrap().clone()
        };
        assert!(judged(false).p_value.log10() > -3.0);
        let evidence = judged(true);
        assert!(evidence.p_value.log10() < -6.0, "{}", evidence.p_value.log10());
        let place = evidence.effect.extreme.unwrap().what;
        assert_eq!(place.shown(|card| (card + 1).to_string(), 1), "the sum 7");
    }

    /// Alpha 1e-6, 200 sound draws of four digits and 200 whose sum stays from 12 to 24, seed 12.
    #[test]
    fn sums_that_stay_in_the_middle_are_named() {
        let metric = Numbers::<SymbolSum>::ENTRY.build(Shape::replacement(10, 4)).unwrap();
        let mut rng = Pcg64::seed_from_u64(12);
        let mut judged = |is_kept: &dyn Fn(usize) -> bool| {
            let sums = std::iter::repeat_with(|| (0..4).map(|_| rng.random_range(0..10)).sum());
            let mut cells = vec![0; metric.cells()];
            sums.filter(|sum| is_kept(*sum)).take(200).for_each(|sum: usize| cells[sum] += 1);
            metric.judge(&Tally::of_counts(200, cells)).remove(0).evidence().unwrap().clone()
        };
        assert!(judged(&|_| true).p_value.log10() > -3.0);
        let evidence = judged(&|sum| (12..=24).contains(&sum));
        assert!(evidence.p_value.log10() < -6.0, "{}", evidence.p_value.log10());
        let said = evidence.effect.extreme.unwrap().what.to_string();
        assert!(["the sum 11 or less", "the sum 25 or more"].contains(&said.as_str()), "{said}");
    }

    /// Single values cost the histogram nothing, and are reported only where they are clearer: 2,000 times 300 throws of three dice, seed 13, levels
    /// of .05 and .01; the test of the test at 1e-4 each.
    #[test]
    fn sound_sums_are_rejected_as_often_as_the_level_says() {
        let metric = Numbers::<SymbolSum>::ENTRY.build(Shape::replacement(6, 3)).unwrap();
        let mut rng = Pcg64::seed_from_u64(13);
        let mut p_value = || {
            let mut cells = vec![0; metric.cells()];
            for _ in 0..300 {
                cells[(0..3).map(|_| rng.random_range(0..6_usize)).sum::<usize>()] += 1;
            }
            let judged = metric.judge(&Tally::of_counts(300, cells)).remove(0);
            judged.evidence().unwrap().p_value.value()
        };
        let p_values: Vec<f64> = (0..2_000).map(|_| p_value()).collect();
        for level in [0.05, 0.01] {
            let rejected = p_values.iter().filter(|p| **p <= level).count() as u64;
            let ln_p = binomial::ln_sf(rejected, 2_000, level * 65.0 / 64.0);
            assert!(ln_p > 1e-4_f64.ln(), "{rejected} at {level}");
        }
    }

    #[test]
    fn a_whole_law_of_64_values_has_an_interval() {
        let metric = Numbers::<SymbolSum>::ENTRY.build(Shape::replacement(10, 7)).unwrap();
        let mut cells = vec![0; 64];
        (cells[31], cells[63]) = (99, 1);
        let judgement = metric.judge(&Tally::of_counts(100, cells)).remove(1);
        assert!(judgement.evidence().unwrap().effect.interval.is_some());
    }
}
