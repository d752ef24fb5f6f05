//! The root mean square deviation of a table, without its noise.
#![doc = include_str!("rms.md")]

use super::crossing::Crossing;
use crate::{
    distribution::{NoncentralChiSquare, normal},
    effect_kind::EffectKind,
    histogram::CONFIDENCE,
    judgement::{Effect, Interval},
    summaries::Summaries,
};
use std::cmp::Ordering;

/// The quantile of the normal law that belongs to the intervals.
const REACH: f64 = 2.575_829_303_548_901;

/// An estimate this many standard errors of noise above 0 is clearly not 0.
const CLEAR: f64 = 3.0;

/// The decks of which a table asks for summaries: their variance is then known to an eighth.
pub(crate) const SPREAD_DECKS: u64 = 128;

/// Minimum decks for a variance estimate.
const FEWEST_DECKS: usize = 8;

/// The squared deviations of a table, summed up over its cells.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TableSquares {
    pub(crate) trials: u64,
    /// S.
    pub(crate) mean_square: f64,
    pub(crate) own: f64,
}

impl TableSquares {
    /// For cells that every deck either hits or not: the counts, the expected shares, the weights.
    pub(crate) fn of_shares(trials: u64, cells: impl Iterator<Item = (u64, f64, f64)>) -> Self {
        let total = trials as f64;
        let (mut mean_square, mut own) = (0.0, 0.0);
        for (count, expected, weight) in cells {
            let ratio = count as f64 / total / expected;
            mean_square += weight * (ratio - 1.0).powi(2);
            own += weight * (ratio * (1.0 / expected - 2.0) + 1.0);
        }
        Self { trials, mean_square, own }
    }

    fn estimate(self) -> f64 {
        let total = self.trials as f64;
        (total * self.mean_square - self.own) / (total - 1.0).max(1.0)
    }

    /// The root mean square deviation as an effect, in `unit`s, with an interval if the decks show its scatter.
    pub(crate) fn effect(
        self,
        kind: &'static EffectKind,
        moments: Option<KernelMoments>,
    ) -> Effect {
        let value = self.estimate().max(0.0).sqrt();
        let interval = moments.map(|moments| {
            let [low, high] = self.interval(moments).map(f64::sqrt);
            Interval::new([low.min(value), high.max(value)])
        });
        Effect { interval, ..Effect::new(kind, value) }
    }

    fn interval(self, moments: KernelMoments) -> [f64; 2] {
        let law = Scatter::new(self, moments);
        let estimate = self.estimate().max(0.0);
        let error = (1.0 - CONFIDENCE) / 2.0;
        let tolerance = |theta: f64| 1e-6 * theta.abs();
        // The probability of seeing so much, and of seeing so little.
        let above = Crossing {
            probability: |theta| law.tails(theta)[0],
            level: error,
            start: Ordering::Less,
            tolerance,
        };
        let below = Crossing {
            probability: |theta| law.tails(theta)[1],
            level: error,
            start: Ordering::Greater,
            tolerance,
        };
        let low = if law.tails(0.0)[0] >= error { 0.0 } else { above.between(0.0, estimate)[0] };
        let mut far = estimate.max(law.noise());
        while law.tails(far)[1] > error && far < 1e12 {
            far *= 2.0;
        }
        let high = if far > estimate { below.between(estimate, far)[0] } else { estimate };
        [low, high]
    }
}

/// The variances of the kernel over decks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KernelMoments {
    /// The minimum number of decks.
    decks: f64,
    /// The variance of k(x, y).
    of_pairs: f64,
    /// The variance of the mean of k(x, y) over all decks y.
    of_means: f64,
    /// The variance of k(x, x).
    of_own: f64,
}

impl KernelMoments {
    /// From the summaries of decks: `mean` is the mean of k(x, y) over all decks y that were counted.
    pub(crate) fn new<D>(
        decks: &Summaries,
        form: impl Fn(&[u32]) -> D,
        mean: impl Fn(&D) -> f64,
        kernel: impl Fn(&D, &D) -> f64,
    ) -> Option<Self> {
        Self::of(decks.iter().map(|(_, deck)| form(deck)).collect(), mean, kernel)
    }

    /// The same for decks in any form.
    pub(crate) fn of<D>(
        decks: Vec<D>,
        mean: impl Fn(&D) -> f64,
        kernel: impl Fn(&D, &D) -> f64,
    ) -> Option<Self> {
        if decks.len() < FEWEST_DECKS {
            return None;
        }
        let means: Vec<f64> = decks.iter().map(mean).collect();
        let own: Vec<f64> = decks.iter().map(|deck| kernel(deck, deck)).collect();
        let mut pairs = Vec::with_capacity(decks.len() * decks.len() / 2);
        for (number, later) in decks.iter().enumerate() {
            pairs.extend(decks[..number].iter().map(|earlier| kernel(earlier, later)));
        }
        Some(Self {
            decks: decks.len() as f64,
            of_pairs: variance(&pairs),
            of_means: variance(&means),
            of_own: variance(&own),
        })
    }
}

/// The moments of a table in which a deck has one value in each slot: `share` is what it should be of a slot and a
/// value, `ratio` how many decks have it, relative to that. `form` makes the values of its slots of the summary of a deck.
pub(crate) fn slots(
    decks: &Summaries,
    form: impl Fn(&[u32]) -> Vec<u32>,
    share: impl Fn(usize, u32) -> f64,
    ratio: impl Fn(usize, u32) -> f64,
) -> Option<KernelMoments> {
    let mean_of = |deck: &Vec<u32>, of: &dyn Fn(usize, u32) -> f64| {
        let sum: f64 = deck.iter().enumerate().map(|(slot, &value)| of(slot, value)).sum();
        sum / deck.len() as f64 - 1.0
    };
    let kernel = |a: &Vec<u32>, b: &Vec<u32>| {
        let common = a.iter().zip(b).enumerate().filter(|(_, (a, b))| a == b);
        let sum: f64 = common.map(|(slot, (&value, _))| 1.0 / share(slot, value)).sum();
        sum / a.len() as f64 - 1.0
    };
    KernelMoments::new(decks, form, |deck| mean_of(deck, &ratio), kernel)
}

pub(crate) fn variance(values: &[f64]) -> f64 {
    let number = values.len() as f64;
    let mean = values.iter().sum::<f64>() / number;
    values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (number - 1.0)
}

/// Relative to the statistic, a standard deviation below this is rounding.
const ROUNDING: f64 = 1e-7;

/// The law of N S for any theta.
struct Scatter {
    squares: TableSquares,
    /// A, and what k(x, x) adds to it.
    degenerate: f64,
    /// zeta for a theta of 1.
    slope: f64,
}

impl Scatter {
    fn new(squares: TableSquares, moments: KernelMoments) -> Self {
        let (total, theta) = (squares.trials as f64, squares.estimate());
        // The mean over N decks y has their noise in it, too.
        let linear = (moments.of_means - moments.of_pairs / total).max(0.0);
        let degenerate = (2.0 * (moments.of_pairs - 2.0 * linear)).max(0.0);
        let noise = degenerate.sqrt() / total;
        // Near uniform zeta is to theta as half of A to what a deck has in common with itself.
        let near = if squares.own > 0.0 { 0.5 * degenerate / squares.own } else { 0.0 };
        let slope = if theta > CLEAR * noise && theta > 0.0 {
            (linear / theta).max(0.5 * near)
        } else {
            near.max(linear / theta.max(CLEAR * noise).max(f64::MIN_POSITIVE))
        };
        // Student's quantile in terms of the normal one, since the variances are estimates themselves.
        let freedom = moments.decks - 1.0;
        let square = REACH * REACH;
        let student = 1.0
            + (square + 1.0) / (4.0 * freedom)
            + (5.0 * square * square + 16.0 * square + 3.0) / (96.0 * freedom * freedom);
        let wider = student * student;
        Self {
            squares,
            degenerate: (degenerate + moments.of_own / moments.decks) * wider,
            slope: slope * wider,
        }
    }

    fn noise(&self) -> f64 {
        (self.degenerate.sqrt() / self.squares.trials as f64).max(1e-12)
    }

    /// The probabilities of seeing at least, and at most, what was seen.
    fn tails(&self, theta: f64) -> [f64; 2] {
        let (total, own) = (self.squares.trials as f64, self.squares.own);
        let seen = total * self.squares.mean_square;
        let mean = own + (total - 1.0) * theta;
        let linear = self.slope * theta * total;
        // Decks that are all the same do not scatter, but for rounding.
        if self.degenerate.max(0.0) + 4.0 * linear <= (ROUNDING * seen.max(own)).powi(2) {
            let slack = ROUNDING * seen.max(own);
            let is = |condition: bool| if condition { 1.0 } else { 0.0 };
            return [is(mean >= seen - slack), is(mean <= seen + slack)];
        }
        let df = (2.0 * own * own / self.degenerate).round().clamp(1.0, 1e9);
        let scale = (self.degenerate / (2.0 * df)).sqrt();
        let noncentrality = linear / (scale * scale);
        if !noncentrality.is_finite() || noncentrality > 1e12 {
            let sd = (self.degenerate + 4.0 * linear).sqrt();
            let z = ((seen - mean) / sd).clamp(-1e9, 1e9);
            return [normal::sf(z), normal::sf(-z)];
        }
        let law = NoncentralChiSquare::new(df as u64, noncentrality);
        let at = (seen - mean) / scale + df + noncentrality;
        if at <= 0.0 { [1.0, 0.0] } else { law.tails(at) }
    }
}
