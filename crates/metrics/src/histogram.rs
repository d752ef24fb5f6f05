//! Histograms of a number with a known law: pooling, Pearson's X^2, and the distance to the law.
#![doc = include_str!("histogram.md")]

use crate::{
    effect_kind,
    judgement::{Deviates, Effect, Evidence, Interval, Law, Sensitivity},
};
use std::ops::RangeInclusive;
use std::sync::Arc;

/// The smallest expected count of a cell in a chi-square over equally likely cells.
///
/// Smaller ones inflate the far tail: 24 cells of 5 expected reject at 1e-6 almost four times too
/// often, so a small error budget needs 20, with which it is less than twice.
pub(crate) const SMALLEST_EXPECTED: f64 = 20.0;

/// The smallest expected count of a bin, where bins are not equally likely.
///
/// One small bin among large ones brings its whole skewness into the tail. Expected counts of 20, 220, 220 and 20
/// reject at 1e-6 five times too often, and at 1e-8 twenty times; with 100 for 20 it is less than twice and four
/// times.
pub(crate) const SMALLEST_BIN: f64 = 100.0;

/// Below this many trials no histogram is judged.
pub const FEWEST_TRIALS: u64 = 100;

/// Laws with more cells than this are pooled further.
const MOST_BINS: f64 = 20.0;

/// The counts of each value, with the law of the value.
#[derive(Clone, Debug, PartialEq)]
pub struct Histogram {
    /// The number of trials.
    pub trials: u64,
    /// Count of the values 0, 1, 2, ..., or of classes of values.
    pub counts: Vec<u64>,
    /// Their probabilities under uniformity.
    pub law: Vec<f64>,
    /// The classes, where there are too many values for a count each.
    pub classes: Option<Classes>,
}

impl Histogram {
    /// The values that are counted in a cell; for the last cell of a law that ends early only the first of them.
    ///
    /// # Panics
    ///
    /// If there is no such class.
    pub fn values(&self, cell: usize) -> RangeInclusive<u64> {
        match &self.classes {
            None => cell as u64..=cell as u64,
            Some(classes) => classes.edges[cell]..=classes.edges[cell + 1] - 1,
        }
    }

    pub(crate) fn largest(&self) -> u64 {
        *self.values(self.counts.len() - 1).end()
    }

    pub(crate) fn sum(&self) -> i128 {
        let term = |(value, &count): (usize, &u64)| value as i128 * i128::from(count);
        match &self.classes {
            None => self.counts.iter().enumerate().map(term).sum(),
            Some(classes) => classes.sum,
        }
    }

    /// The mean of the values that came.
    pub fn mean(&self) -> f64 {
        self.sum() as f64 / self.trials as f64
    }

    /// The variance of the values that came.
    pub fn variance(&self) -> f64 {
        let n = self.trials as f64;
        if let Some(classes) = &self.classes {
            return (classes.squares / n - (classes.sum as f64 / n).powi(2)).max(0.0);
        }
        let moment = |power: i32| -> f64 {
            let term = |(value, &count): (usize, &u64)| (value as f64).powi(power) * count as f64;
            self.counts.iter().enumerate().map(term).sum::<f64>() / n
        };
        (moment(2) - moment(1).powi(2)).max(0.0)
    }

    /// Judges the pooled counts by chi-square; the effect is the total variation of the unpooled ones.
    pub fn judge(&self, bins: &Bins) -> Evidence {
        let statistic = bins.chi_square(&self.counts);
        let cells = self.counts.iter().copied().zip(self.law.iter().copied());
        let mut effect = total_variation(self.trials, cells);
        // Neighbors taken together have no more total variation than each for itself, but far less noise.
        let pooled = total_variation(self.trials, bins.shares(&self.counts)).interval;
        if let (Some(interval), Some(pooled)) = (&mut effect.interval, pooled) {
            interval.low = pooled.low;
            effect.value = effect.value.max(pooled.low);
        }
        Evidence::new(statistic, bins.law(), bins.furthest(), effect)
            .with_sensitivity(sensitivity(self.trials))
    }
}

/// Neighboring values taken together, so that each bin is expected often enough.
#[derive(Clone, Debug, PartialEq)]
pub struct Bins {
    /// One past the last value of each bin.
    ends: Vec<usize>,
    expected: Vec<f64>,
}

impl Bins {
    /// Pools a law for this many trials, by expectation alone, never by data.
    ///
    /// From the left, values are taken together until the bin is expected [`SMALLEST_BIN`] times; what
    /// is left over at the right end joins the last bin. Where more than 20 bins would come out, a
    /// bin holds at least 1/20 of the trials. Fewer than two bins cannot be judged: `None`.
    #[must_use]
    pub fn pool(law: &[f64], trials: u64) -> Option<Self> {
        let bins = Self::pool_to(law, trials as f64, SMALLEST_BIN);
        if bins.ends.len() as f64 > MOST_BINS {
            let coarse =
                Self::pool_to(law, trials as f64, SMALLEST_BIN.max(trials as f64 / MOST_BINS));
            // One value may have nearly all of the probability: then the fine bins are all there is.
            return Some(if coarse.ends.len() >= 2 { coarse } else { bins });
        }
        (bins.ends.len() >= 2).then_some(bins)
    }

    /// The same bins, for `trials` decks instead of the number they were pooled for.
    pub(crate) fn for_trials(mut self, pooled_for: u64, trials: u64) -> Self {
        if pooled_for != trials {
            let factor = trials as f64 / pooled_for as f64;
            self.expected.iter_mut().for_each(|expected| *expected *= factor);
        }
        self
    }

    fn pool_to(law: &[f64], trials: f64, smallest: f64) -> Self {
        let (mut ends, mut expected): (Vec<usize>, Vec<f64>) = (Vec::new(), Vec::new());
        let mut open = 0.0;
        for (value, p) in law.iter().enumerate() {
            open += p * trials;
            if open >= smallest {
                ends.push(value + 1);
                expected.push(open);
                open = 0.0;
            }
        }
        if let (Some(end), Some(last)) = (ends.last_mut(), expected.last_mut()) {
            *end = law.len();
            *last += open;
        }
        Self { ends, expected }
    }

    /// The first and last value of each bin, and how often it is expected.
    pub fn iter(&self) -> impl Iterator<Item = (RangeInclusive<usize>, f64)> + '_ {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        let values = starts.zip(&self.ends).map(|(start, &end)| start..=end - 1);
        values.zip(self.expected.iter().copied())
    }

    /// The law of [`Bins::chi_square`].
    pub fn law(&self) -> Law {
        Law::pearson(self.expected.iter().copied())
    }

    /// The count of each bin, and its share of the expectation.
    fn shares(&self, counts: &[u64]) -> impl Iterator<Item = (u64, f64)> {
        let trials: f64 = self.expected.iter().sum();
        let bins = self.iter().map(|(values, expected)| {
            let count: u64 = counts[values].iter().sum();
            (count, expected / trials)
        });
        bins.collect::<Vec<_>>().into_iter()
    }

    /// Pearson's sum where all trials fall into the bin that is expected least.
    fn furthest(&self) -> f64 {
        let trials: f64 = self.expected.iter().sum();
        let least = self.expected.iter().copied().fold(f64::INFINITY, f64::min);
        trials * (trials / least - 1.0)
    }

    /// Pearson's `sum (O - E)^2 / E`.
    pub fn chi_square(&self, counts: &[u64]) -> f64 {
        let mut start = 0;
        self.ends
            .iter()
            .zip(&self.expected)
            .map(|(&end, expected)| {
                let observed: u64 = counts[start..end].iter().sum();
                start = end;
                (observed as f64 - expected).powi(2) / expected
            })
            .sum()
    }
}

/// The fewest trials with which a law can be pooled into two bins; [`u64::MAX`] if nearly all of the law is one value.
///
/// # Panics
///
/// If the law has only one value.
#[must_use]
pub fn trials_needed(law: &[f64]) -> u64 {
    let mut below = 0.0;
    let best = law
        .iter()
        .map(|p| {
            below += p;
            below.min(1.0 - below)
        })
        .fold(0.0, f64::max);
    assert!(law.len() > 1, "a law of one value cannot be judged");
    // Rounding can move the edge by one.
    let about = (SMALLEST_BIN / best).ceil() as u64;
    let mut candidates = about.saturating_sub(1)..=about.saturating_add(1);
    candidates.find(|&trials| Bins::pool(law, trials).is_some()).unwrap_or(u64::MAX)
}

pub use crate::effect::CONFIDENCE;

/// The total variation distance between what came and what should have, with the noise taken out.
///
/// The plain estimate `V = 1/2 sum |O/N - p|` is never 0, however sound the shuffle: noise alone makes it
/// about `1/2 sum sqrt(2 p (1 - p) / (pi N))`. The value is V with that floor subtracted in quadrature.
///
/// The interval holds whatever the truth is: one deck more or less moves V by at most 1/N, so V is
/// within `t = sqrt(ln(2/delta) / 2N)` of its mean with probability 1 - delta (McDiarmid 1989), and its mean is
/// above the true distance by at most `1/2 sqrt((m - 1) / N)` for m cells, never below.
///
/// `cells` yields each cell's count and its probability under uniformity.
#[must_use]
pub fn total_variation(trials: u64, cells: impl Iterator<Item = (u64, f64)>) -> Effect {
    let total = trials as f64;
    let (mut plain, mut noise, mut number) = (0.0, 0.0, 0.0_f64);
    for (count, p) in cells {
        plain += (count as f64 / total - p).abs() / 2.0;
        noise += (p * (1.0 - p) / (2.0 * std::f64::consts::PI * total)).sqrt();
        number += 1.0;
    }
    let reach = ((2.0 / (1.0 - CONFIDENCE)).ln() / (2.0 * total)).sqrt();
    let floor = ((number - 1.0) / total).sqrt() / 2.0;
    let interval = Interval {
        low: (plain - floor - reach).max(0.0),
        high: (plain + reach).min(1.0),
        confidence: CONFIDENCE,
    };
    let value = (plain * plain - noise * noise).max(0.0).sqrt();
    Effect::new(effect_kind::TOTAL_VARIATION, value).within(interval)
}

/// A bias of total variation `sqrt(lambda) / 2` and more has the noncentrality lambda per trial or more.
#[must_use]
pub fn sensitivity(trials: u64) -> Sensitivity {
    Sensitivity { kind: effect_kind::TOTAL_VARIATION, scale: 0.5, trials, of: Deviates::Whole }
}

/// Values that were taken together before they were counted.
#[derive(Clone, Debug, PartialEq)]
pub struct Classes {
    /// The first value of each class, and one past the last value of all.
    pub edges: Arc<[u64]>,
    /// The sum of all values that came.
    pub sum: i128,
    /// The sum of their squares.
    pub squares: f64,
}

impl Classes {
    /// The number of values in each class but the first and the last.
    pub fn width(&self) -> u64 {
        self.edges[2] - self.edges[1]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pooling_takes_neighbors_together_until_a_hundred_are_expected() {
        let law = [0.001, 0.01, 0.2, 0.5, 0.2, 0.05, 0.039];
        let bins = Bins::pool(&law, 5_000).unwrap();
        assert_eq!(bins.ends, [3, 4, 5, 6, 7]);
        let bins = Bins::pool(&law, 1_000).unwrap();
        assert_eq!(bins.ends, [3, 4, 7]);
        assert!((bins.expected.iter().sum::<f64>() - 1_000.0).abs() < 1e-9);
        assert_eq!(Bins::pool(&law, 150), None);
    }

    #[test]
    fn a_law_with_one_great_value_can_be_judged_by_any_number_of_trials() {
        let law: Vec<f64> = std::iter::repeat_n(0.001, 30).chain([0.97]).collect();
        let needed = trials_needed(&law);
        for trials in [needed, 10 * needed, 1_000 * needed] {
            assert!(Bins::pool(&law, trials).is_some(), "{trials}");
        }
    }

    #[test]
    fn long_laws_are_pooled_to_at_most_twenty_bins() {
        let law = vec![0.001; 1_000];
        let bins = Bins::pool(&law, 10_000_000).unwrap();
        assert!(bins.ends.len() <= 20 && bins.ends.len() >= 15, "{}", bins.ends.len());
    }

    #[test]
    fn the_trials_that_are_needed_suffice_and_one_fewer_do_not() {
        let eulerian = (2..=60).chain([301, 1_000]).map(crate::eulerian::law);
        for law in [vec![0.5, 0.5], vec![0.1, 0.9]].into_iter().chain(eulerian) {
            let needed = trials_needed(&law);
            assert!(Bins::pool(&law, needed).is_some());
            assert!(Bins::pool(&law, needed - 1).is_none());
        }
        assert_eq!(trials_needed(&[0.1, 0.9]), 1_000);
    }

    #[test]
    fn pearson_by_hand() {
        let bins = Bins::pool(&[0.25, 0.5, 0.25], 400).unwrap();
        assert!((bins.chi_square(&[110, 200, 90]) - 2.0).abs() < 1e-12);
        assert_eq!(bins.law().df(), Some(2));
    }

    #[test]
    fn total_variation_subtracts_the_noise_floor() {
        let fair = [(250, 0.25), (500, 0.5), (250, 0.25)];
        assert_eq!(total_variation(1_000, fair.into_iter()).value, 0.0);
        let bent = [(400_000, 0.25), (350_000, 0.5), (250_000, 0.25)];
        let measured = total_variation(1_000_000, bent.into_iter());
        assert!((measured.value - 0.15).abs() < 1e-4, "{measured:?}");
        let interval = measured.interval.unwrap();
        assert!(interval.low > 0.14 && interval.high < 0.16 && interval.low < 0.15);
    }
}
