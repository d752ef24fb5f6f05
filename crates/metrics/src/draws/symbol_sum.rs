//! The sum of the symbols of a draw with replacement.
#![doc = include_str!("symbol-sum.md")]

use super::REPLACEMENT;
use crate::{
    Card, Shape,
    costs::Cost,
    distribution::Edgeworth,
    metric::{About, NotApplicable, TestEntry},
    number::{IntegerStatistic, Mean},
};
use shuffle_deck::DrawKind;

/// Beyond so many steps the law is taken from its cumulants.
const MOST_STEPS: usize = 40_000_000;

/// The sum of the symbols of a draw, counted from 0.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SymbolSum {
    n: usize,
    k: usize,
}

impl SymbolSum {
    /// Cumulants add up: k times those of a uniform number, `B_r (n^r - 1) / r` with the Bernoulli numbers B.
    fn cumulants(self) -> [f64; 6] {
        let (n, k) = (self.n as f64, self.k as f64);
        let cumulant = |r: i32, bernoulli: f64| k * bernoulli / f64::from(r) * (n.powi(r) - 1.0);
        let even = [(2, 1.0 / 6.0), (4, -1.0 / 30.0), (6, 1.0 / 42.0)];
        let [second, fourth, sixth] = even.map(|(r, bernoulli)| cumulant(r, bernoulli));
        [k * (n - 1.0) / 2.0, second, 0.0, fourth, 0.0, sixth]
    }
}

impl IntegerStatistic for SymbolSum {
    const TEST: TestEntry = TestEntry {
        title: "the sum of the symbols of a draw, against its exact law",
        sees: "dice that make up for each other: draws whose sum is too often near, or far from, what is usual",
        blind_to: "which symbols they are, and where; any bias that leaves the law of the sum alone",
        cost: Cost::of(2.0, 0.0),
        ..TestEntry::new("symbol-sum", About::Orders)
    };

    const MEAN: Option<Mean> = Some(Mean {
        noun: "points of the sum of the symbols",
        test: TestEntry {
            title: "the mean sum of the symbols over all draws",
            sees: "low or high symbols that come too often, from one draw on",
            blind_to: "any bias that high and low symbols share",
            ..TestEntry::new("symbol-sum-mean", About::Orders)
        },
    });

    const DRAWS: &'static [DrawKind] = REPLACEMENT;

    type Scratch = ();

    fn new(shape: Shape) -> Result<Self, NotApplicable> {
        match shape.dealt() {
            0 | 1 => Err(NotApplicable::new("the sum of one symbol is the symbol")),
            k => Ok(Self { n: shape.cards(), k }),
        }
    }

    /// A place moves a sum by each of n symbols: the new law is a moving average of the old one. It is made up to its middle, where it
    /// rises, so that little is lost when a term leaves the window, and mirrored.
    fn law(&self) -> Vec<f64> {
        (0..self.k).fold(vec![1.0], |law, _| {
            let (sums, mut window) = (law.len() + self.n - 1, 0.0);
            let rising = (0..sums.div_ceil(2)).map(|sum| {
                window += law.get(sum).unwrap_or(&0.0);
                window -= sum.checked_sub(self.n).map_or(0.0, |left| law[left]);
                window / self.n as f64
            });
            let rising: Vec<f64> = rising.collect();
            let falling = rising[..sums / 2].iter().rev();
            rising.iter().chain(falling).copied().collect()
        })
    }

    fn approximated(&self) -> Option<(Edgeworth, u64)> {
        let most = (self.n - 1).saturating_mul(self.k);
        (most.saturating_mul(self.k) > MOST_STEPS)
            .then(|| (Edgeworth::of_whole_numbers(self.cumulants()), most as u64))
    }

    fn of<C: Card>(&self, row: &[C], (): &mut ()) -> usize {
        row.iter().map(|symbol| symbol.index()).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Tally, draws::testing::each_word, number::Numbers, numbers::testing::assert_is_the_law_of,
    };
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64;

    #[test]
    fn the_law_is_that_of_all_words_and_its_far_ends_keep_their_digits() {
        for (n, k) in [(2, 5), (3, 4), (10, 3), (5, 2)] {
            assert_is_the_law_of::<SymbolSum>(Shape::replacement(n, k), each_word(n, k), 1e-12);
        }
        // One word of 6^100 has the largest sum, 100 have the sum 1.
        let law = SymbolSum { n: 6, k: 100 }.law();
        assert!((law[500] * 6f64.powi(100) - 1.0).abs() < 1e-9, "{}", law[500]);
        assert!((law[1] * 6f64.powi(100) - 100.0).abs() < 1e-7, "{}", law[1]);
    }

    #[test]
    fn cumulants_are_those_of_the_exact_law() {
        let law = SymbolSum { n: 6, k: 7 }.law();
        let moment = |power: i32| -> f64 {
            law.iter().enumerate().map(|(sum, p)| p * (sum as f64 - 17.5).powi(power)).sum()
        };
        let cumulants = SymbolSum { n: 6, k: 7 }.cumulants();
        assert!((cumulants[0] - 17.5).abs() < 1e-12);
        assert!((cumulants[1] - moment(2)).abs() < 1e-9);
        assert!((cumulants[3] - (moment(4) - 3.0 * moment(2).powi(2))).abs() < 1e-8);
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

    #[test]
    fn a_whole_law_of_64_values_has_an_interval() {
        let metric = Numbers::<SymbolSum>::ENTRY.build(Shape::replacement(10, 7)).unwrap();
        let mut cells = vec![0; 64];
        (cells[31], cells[63]) = (99, 1);
        let judgement = metric.judge(&Tally::of_counts(100, cells)).remove(1);
        assert!(judgement.evidence().unwrap().effect.interval.is_some());
    }
}
