//! The law of a number, added up over decks: both tails of the sum, valid for one deck as for a billion.
#![doc = include_str!("mean.md")]

use crate::{
    distribution::{Edgeworth, normal},
    histogram::{CONFIDENCE, FEWEST_TRIALS},
    judgement::{Effect, Evidence, Law, Score},
    size::Crossing,
};
use std::{cell::RefCell, cmp::Ordering, collections::VecDeque, f64::consts::TAU, rc::Rc};

/// The most values of a sum whose law is convolved.
pub(crate) const MOST_CONVOLVED: u64 = 1 << 13;

/// The most values of a sum whose law is tilted value by value.
const MOST_TILTED: u64 = 1 << 10;

/// No law is tilted farther.
const FARTHEST: f64 = 600.0;

/// Within this many standard deviations of the mean the correction of the normal tail is lost in its own rounding.
const CENTER: f64 = 1e-3;

/// The law of one deck: the probabilities of 0, 1, 2, ..., or cumulants.
#[derive(Clone, Copy, Debug)]
pub(crate) enum OneDeck<'a> {
    Tabulated(&'a [f64]),
    Smooth(Edgeworth),
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct SumLaw<'a> {
    pub(crate) of_one: OneDeck<'a>,
    pub(crate) decks: u64,
}

impl SumLaw<'_> {
    pub(crate) fn mean_and_deviation(&self) -> (f64, f64) {
        let m = self.decks as f64;
        let (mean, deviation) = match self.of_one {
            OneDeck::Smooth(law) => (law.mean(), law.deviation()),
            OneDeck::Tabulated(law) => {
                let moments = Tilted::of(law, 0.0);
                (moments.mean, moments.variance.sqrt())
            }
        };
        (m * mean, m.sqrt() * deviation)
    }

    /// The logarithms of P(S >= sum) and P(S <= sum).
    pub(crate) fn ln_tails(&self, sum: i128) -> [f64; 2] {
        match self.of_one {
            OneDeck::Smooth(law) => law.sum_of(self.decks).ln_tails(sum as f64),
            OneDeck::Tabulated(law) => self.ln_tails_of_table(law, sum),
        }
    }

    /// The logarithm of the smaller of both tails.
    pub(crate) fn ln_smaller_tail(&self, sum: u64) -> f64 {
        let [upper, lower] = self.ln_tails(sum.into());
        upper.min(lower)
    }

    /// The interval of the mean of one deck, given the sum over all decks.
    ///
    /// A law given by its cumulants has no such family, so it is shifted instead.
    pub(crate) fn mean_interval(&self, sum: i128) -> [f64; 2] {
        match self.of_one {
            OneDeck::Smooth(law) => {
                let (m, all) = (self.decks as f64, law.sum_of(self.decks));
                let ln_tails = |moved: f64| all.ln_tails(sum as f64 - moved * all.deviation());
                ends(ln_tails, (sum as f64 - all.mean()) / all.deviation(), 1.0)
                    .map(|moved| (all.mean() + moved * all.deviation()) / m)
            }
            OneDeck::Tabulated(law) => {
                let (first, law, steps) = self.steps_of_table(law, sum);
                let values = (law.len() as u64 - 1).saturating_mul(self.decks).saturating_add(1);
                let mean = |t: f64| first as f64 + Tilted::of(law, t).mean;
                let step = self.mean_and_deviation().1.recip();
                let far = step.min(1.0);
                if values <= MOST_TILTED {
                    let steps = steps as usize;
                    let tilt = |sum: &[f64]| {
                        let is_known = tails_of(sum, steps).iter().all(|tail| tail.is_finite());
                        is_known.then(|| ends(|t| tilted_tails(sum, steps, t), 0.0, far))
                    };
                    if let Some(ends) = kept(law, self.decks, tilt) {
                        return ends.map(mean);
                    }
                }
                let saddle = Saddles::of(law, self.decks as f64, steps);
                ends(|t| saddle.ln_tails(law, t), saddle.center(), far).map(mean)
            }
        }
    }

    /// The first value of a law, the law from its first to its last value, and a sum in steps above the least.
    fn steps_of_table<'l>(&self, law: &'l [f64], sum: i128) -> (usize, &'l [f64], u64) {
        let (first, last) = support(law);
        let m = i128::from(self.decks);
        // Values beyond the end of a law are counted as its last value.
        let sum = sum.clamp(first as i128 * m, last as i128 * m);
        (first, &law[first..=last], (sum - first as i128 * m) as u64)
    }

    fn ln_tails_of_table(&self, law: &[f64], sum: i128) -> [f64; 2] {
        let (_, support, steps) = self.steps_of_table(law, sum);
        let values = (support.len() as u64 - 1).saturating_mul(self.decks).saturating_add(1);
        if self.decks == 1 || values <= MOST_CONVOLVED {
            let tails = kept(support, self.decks, |law| tails_of(law, steps as usize));
            if tails.iter().all(|tail| tail.is_finite()) {
                return tails;
            }
        }
        self.ln_tails_by_saddle_point(support, steps)
    }

    /// The same for a law whose first and last probability are not 0, for a sum of `steps` above the least.
    fn ln_tails_by_saddle_point(&self, law: &[f64], steps: u64) -> [f64; 2] {
        Saddles::of(law, self.decks as f64, steps).ln_tails(law, 0.0)
    }
}

/// The sum of a number over decks, as it came: the judge of sums.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SeenSum<'a> {
    pub(crate) law: SumLaw<'a>,
    pub(crate) sum: i128,
    /// The variance of the number over these decks.
    pub(crate) variance: f64,
    /// The largest value of one deck.
    pub(crate) largest: i128,
}

impl SeenSum<'_> {
    /// The interval of the mean of one deck: by the tails of the law, and from where a histogram is judged at least as wide as the spread
    /// that came makes it, since a biased shuffle may scatter more.
    pub(crate) fn mean_interval(&self) -> [f64; 2] {
        let [low, high] = self.law.mean_interval(self.sum);
        let m = self.law.decks as f64;
        let mean = self.sum as f64 / m;
        if self.law.decks < FEWEST_TRIALS {
            return [low.min(mean), high.max(mean)];
        }
        let reach = normal::upper_quantile(((1.0 - CONFIDENCE) / 2.0).ln());
        let reach = reach * (self.variance / m).sqrt();
        [low.min(mean - reach), high.max(mean + reach)]
    }

    /// The standardized sum; `None` if the number is constant.
    pub(crate) fn score(&self) -> Option<Score> {
        let (statistic, half_step) = self.standardized();
        let score = Score { statistic, law: Law::Sum { half_step }, units: self.law.decks };
        half_step.is_finite().then_some(score)
    }

    /// The distance of the sum from its mean, and half a step, in standard deviations; infinite steps if the number is constant.
    fn standardized(&self) -> (f64, f64) {
        let (mean, deviation) = self.law.mean_and_deviation();
        ((self.sum as f64 - mean) / deviation, 0.5 / deviation)
    }

    pub(crate) fn evidence(&self, effect: Effect) -> Evidence {
        let last = self.largest * i128::from(self.law.decks);
        let ln_least = self.law.ln_tails(0)[1].min(self.law.ln_tails(last)[0]);
        let ln_tails = self.law.ln_tails(self.sum);
        Evidence::of_sum(self.standardized(), ln_tails, ln_least, effect)
    }
}

/// The first and last value that has a probability.
pub(crate) fn support(law: &[f64]) -> (usize, usize) {
    let is_possible = |p: &f64| *p > 0.0;
    let first = law.iter().position(is_possible).expect("some value is possible");
    (first, law.iter().rposition(is_possible).unwrap_or(first))
}

/// The number of cached laws of sums: forecasts and calibrations ask for the same ones repeatedly, one judgement of draws for some forty.
const KEPT: usize = 64;

/// A law of one deck, decks, and the law of the sum over them.
type Convolved = (Vec<f64>, u64, Rc<[f64]>);

thread_local! {
    static CONVOLVED: RefCell<VecDeque<Convolved>> = const { RefCell::new(VecDeque::new()) };
}

/// Uses the law of the sum over `decks` decks, which may be cached.
fn kept<T>(law: &[f64], decks: u64, then: impl FnOnce(&[f64]) -> T) -> T {
    let found = CONVOLVED.with_borrow(|all| {
        let same = all.iter().find(|(of, number, _)| *number == decks && of == law);
        same.map(|(_, _, sum)| Rc::clone(sum))
    });
    let sum = found.unwrap_or_else(|| {
        let sum: Rc<[f64]> = convolved(law, decks).into();
        CONVOLVED.with_borrow_mut(|all| {
            all.truncate(KEPT - 1);
            all.push_front((law.to_vec(), decks, Rc::clone(&sum)));
        });
        sum
    });
    then(&sum)
}

/// The law of the sum over `decks` decks, by squaring.
pub(crate) fn convolved(law: &[f64], decks: u64) -> Vec<f64> {
    let (mut sum, mut power, mut left) = (vec![1.0], law.to_vec(), decks);
    loop {
        if left % 2 == 1 {
            sum = convolution(&sum, &power);
        }
        left /= 2;
        if left == 0 {
            return sum;
        }
        power = convolution(&power, &power);
    }
}

pub(crate) fn convolution(a: &[f64], b: &[f64]) -> Vec<f64> {
    let mut sum = vec![0.0; a.len() + b.len() - 1];
    for (at, p) in a.iter().enumerate() {
        for (sum, q) in sum[at..].iter_mut().zip(b) {
            *sum += p * q;
        }
    }
    sum
}

/// The logarithms of both tails of a law at a value, which belongs to both.
pub(crate) fn tails_of(law: &[f64], value: usize) -> [f64; 2] {
    // From the small terms to the large.
    let upper: f64 = law[value..].iter().rev().sum();
    let lower: f64 = law[..=value].iter().sum();
    [upper, lower].map(|tail| tail.min(1.0).ln())
}

/// A law tilted by e^(tv): its cumulant function at t, and its mean and variance.
pub(crate) struct Tilted {
    pub(crate) cumulant: f64,
    pub(crate) mean: f64,
    pub(crate) variance: f64,
}

impl Tilted {
    pub(crate) fn of(law: &[f64], t: f64) -> Self {
        let (shift, weights) = tilted(law, t);
        let weights: Vec<f64> = weights.collect();
        let (mut all, mut first, mut second) = (0.0, 0.0, 0.0);
        for (weight, value) in weights.iter().zip(0_u32..) {
            all += weight;
            first += weight * f64::from(value);
        }
        let mean = first / all;
        // Near an end of the law the variance is far smaller than the square of the mean.
        for (weight, value) in weights.iter().zip(0_u32..) {
            second += weight * (f64::from(value) - mean).powi(2);
        }
        let variance = (second / all).max(f64::MIN_POSITIVE);
        Self { cumulant: all.ln() + shift, mean, variance }
    }
}

/// The values of a law times e^(tv - shift). The shift is the largest exponent, so that nothing overflows.
fn tilted(law: &[f64], t: f64) -> (f64, impl Iterator<Item = f64>) {
    // Exponentials are what a law of thousands of values costs: all are products of a few.
    const FINE: usize = 64;
    let last = law.len() - 1;
    let powers = |number, step: usize| -> Vec<f64> {
        (0..number).map(|i: usize| (-t.abs() * (i * step) as f64).exp()).collect()
    };
    let (fine, coarse) = (powers(law.len().min(FINE), 1), powers(last / FINE + 1, FINE));
    let weights = law.iter().enumerate().map(move |(value, p)| {
        let below = if t > 0.0 { last - value } else { value };
        p * (coarse[below / FINE] * fine[below % FINE])
    });
    (t.max(0.0) * last as f64, weights)
}

/// The t at which a law that `tilted` tilts by t has the mean x, between the ends of the law.
fn saddle_point(tilted: &dyn Fn(f64) -> Tilted, x: f64) -> f64 {
    let at_rest = tilted(0.0);
    let mut t = (x - at_rest.mean) / at_rest.variance;
    let (mut low, mut high) = (f64::NEG_INFINITY, f64::INFINITY);
    for _ in 0..200 {
        let now = tilted(t);
        let missing = x - now.mean;
        if missing > 0.0 {
            low = t
        } else {
            high = t
        }
        let step = missing / now.variance;
        if step.abs() <= 1e-13 * t.abs().max(1e-6) {
            break;
        }
        let next = t + step;
        t = match (low.is_finite(), high.is_finite()) {
            _ if next > low && next < high && step.abs() < 1.0 => next,
            (true, true) => f64::midpoint(low, high),
            // Far from the saddle point the variance says nothing of the way to it.
            _ => t + step.clamp(-1.0, 1.0),
        };
    }
    t
}

/// The points where the tails of the sum over m decks begin: half-way to the sums on either side.
struct Saddles {
    m: f64,
    steps: u64,
    /// For the upper and for the lower tail; none at the ends of the law.
    points: Option<[Saddle; 2]>,
}

/// The saddle point of a sum m x.
pub(crate) struct Saddle {
    x: f64,
    t: f64,
    tilted: Tilted,
}

impl Saddles {
    /// For a law whose first and last probability are not 0.
    fn of(law: &[f64], m: f64, steps: u64) -> Self {
        let tilted = |t| Tilted::of(law, t);
        let point = |half: f64| Saddle::of(&tilted, (steps as f64 + half) / m);
        let is_within = steps > 0 && (steps as f64) < m * (law.len() - 1) as f64;
        Self { m, steps, points: is_within.then(|| [point(-0.5), point(0.5)]) }
    }

    /// A tilt under which neither tail is small.
    fn center(&self) -> f64 {
        self.points.as_ref().map_or(0.0, |[from, to]| f64::midpoint(from.t, to.t))
    }

    /// The logarithms of both tails under the law tilted by t.
    fn ln_tails(&self, law: &[f64], t: f64) -> [f64; 2] {
        let cumulant = if t == 0.0 { 0.0 } else { Tilted::of(law, t).cumulant };
        let last = law.len() - 1;
        match &self.points {
            Some([from, to]) => [
                from.ln_tail_beyond(self.m, t, cumulant)[0],
                to.ln_tail_beyond(self.m, t, cumulant)[1],
            ],
            None if self.steps == 0 => [0.0, self.m * (law[0].ln() - cumulant)],
            None => [self.m * (law[last].ln() + t * last as f64 - cumulant), 0.0],
        }
    }
}

impl Saddle {
    /// For a law that `tilted` tilts by t, for the mean x.
    pub(crate) fn of(tilted: &dyn Fn(f64) -> Tilted, x: f64) -> Self {
        let t = saddle_point(tilted, x);
        Self { x, t, tilted: tilted(t) }
    }

    /// The logarithms of the upper and of the lower tail of the sum that begin here, under the law tilted by `tilt`, whose cumulant
    /// function is given.
    pub(crate) fn ln_tail_beyond(&self, m: f64, tilt: f64, cumulant: f64) -> [f64; 2] {
        let Self { x, t, ref tilted } = *self;
        let t = t - tilt;
        let exponent = (m * (t * x - (tilted.cumulant - cumulant))).max(0.0);
        let w = (2.0 * exponent).sqrt();
        let ln_normal = normal::ln_sf(w);
        let far = if w < CENTER {
            ln_normal
        } else {
            let u = (2.0 * (0.5 * t).sinh() * (m * tilted.variance).sqrt()).abs();
            let hazard = (-0.5 * (w * w + TAU.ln()) - ln_normal).exp();
            ln_normal + (hazard * (u.recip() - w.recip())).max(f64::EPSILON - 1.0).ln_1p()
        };
        // So near an end that the variance is lost the normal tail alone is left.
        let far = if far.is_finite() { far.min(-f64::EPSILON) } else { ln_normal };
        let near = (-far.exp()).ln_1p();
        if t > 0.0 { [far, near] } else { [near, far] }
    }
}

/// The logarithms of both tails at a value, which belongs to both, of a law tilted by t.
fn tilted_tails(law: &[f64], value: usize, t: f64) -> [f64; 2] {
    let (_, weights) = tilted(law, t);
    let (mut below, mut here, mut above) = (0.0, 0.0, 0.0);
    for (at, weight) in weights.enumerate() {
        match at.cmp(&value) {
            Ordering::Less => below += weight,
            Ordering::Equal => here += weight,
            Ordering::Greater => above += weight,
        }
    }
    let all = below + here + above;
    [(above + here) / all, (below + here) / all].map(f64::ln)
}

/// The ends of an interval: from `center`, the parameters at which the upper and the lower tail, which rises and falls with it, are
/// the probability of a miss on either side. Where a tail is never so small the end is as far as floats go.
fn ends(ln_tails: impl Fn(f64) -> [f64; 2], center: f64, step: f64) -> [f64; 2] {
    let ln_miss = (0.5 * (1.0 - CONFIDENCE)).ln();
    let end = |tail: usize, side: f64| {
        let mut center = center;
        let (mut near, mut reach) = (center, step);
        while ln_tails(near)[tail] <= ln_miss && reach < FARTHEST {
            near = center - side * reach;
            reach *= 2.0;
        }
        let mut far = near + side * step;
        (center, reach) = (near, step);
        while ln_tails(far)[tail] > ln_miss {
            if reach > FARTHEST {
                return far;
            }
            (near, reach) = (far, 2.0 * reach);
            far = center + side * reach;
        }
        let probability = |t: f64| ln_tails(t)[tail].exp();
        let level = ln_miss.exp();
        let tolerance = |_| 1e-5 * step;
        Crossing { probability, level, start: Ordering::Greater, tolerance }.between(near, far)[1]
    };
    [end(0, -1.0), end(1, 1.0)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numbers::{inversions, rising_sequences, stirling};
    use std::f64::consts::LN_10;

    fn of(law: &[f64], decks: u64) -> SumLaw<'_> {
        SumLaw { of_one: OneDeck::Tabulated(law), decks }
    }

    #[test]
    fn the_sum_over_two_decks_of_three_cards_is_enumerated() {
        // Inversions 0 1 1 2 2 3 of each: 36 pairs of decks.
        let law = inversions::law(3);
        let counts = [1, 4, 8, 10, 8, 4, 1];
        for (sum, _) in counts.iter().enumerate() {
            let upper: i32 = counts[sum..].iter().sum();
            let lower: i32 = counts[..=sum].iter().sum();
            let [ln_upper, ln_lower] = of(&law, 2).ln_tails(sum as i128);
            assert!((ln_upper.exp() - f64::from(upper) / 36.0).abs() < 1e-14);
            assert!((ln_lower.exp() - f64::from(lower) / 36.0).abs() < 1e-14);
        }
    }

    #[test]
    fn saddle_points_meet_the_convolution_to_one_per_cent_and_far_out_to_a_tenth_of_the_digits() {
        let laws = [
            (stirling::law(52), 20),
            (stirling::law(10), 100),
            (rising_sequences::law(52), 5),
            (inversions::law(10), 20),
        ];
        for (law, decks) in laws {
            let (first, last) = support(&law);
            let law = &law[first..=last];
            let sum = of(law, decks);
            let exact = convolved(law, decks);
            let most = exact.len() - 1;
            for steps in (0..=most).step_by((most / 97).max(1)).chain([most]) {
                let [upper, lower] = tails_of(&exact, steps);
                let near = sum.ln_tails_by_saddle_point(law, steps as u64);
                for (exact, near) in [(upper, near[0]), (lower, near[1])] {
                    let error = (exact - near).abs();
                    if exact > -LN_10 * 100.0 {
                        assert!(error < 0.01, "{steps} of {most}: {exact} {near}");
                    } else if exact > -LN_10 * 300.0 {
                        assert!(error < -0.1 * exact, "{steps} of {most}: {exact} {near}");
                    }
                }
            }
        }
    }

    #[test]
    fn cumulants_meet_the_table_where_both_are() {
        let table = inversions::law(400);
        for decks in [1, 3, 50] {
            let smooth = SumLaw { of_one: OneDeck::Smooth(inversions::approximated(400)), decks };
            let (mean, deviation) = smooth.mean_and_deviation();
            for z in [-5.0, -3.0, -1.0, 0.5, 2.0, 4.0] {
                let sum = (mean + z * deviation) as i128;
                let [exact, near] = [of(&table, decks), smooth].map(|law| law.ln_tails(sum));
                for (exact, near) in exact.into_iter().zip(near) {
                    assert!((exact - near).abs() < 0.01, "{decks} decks, z {z}: {exact} {near}");
                }
            }
        }
    }

    #[test]
    fn sums_next_to_the_ends_of_so_many_decks_as_nobody_counts_have_tails() {
        let law = rising_sequences::law(3);
        for decks in [1_000_000_000, 1 << 50] {
            let most = 2 * i128::from(decks);
            for sum in [1, 2, most / 2, most - 1, most, most + 1] {
                let tails = of(&law, decks).ln_tails(sum + i128::from(decks));
                assert!(tails.iter().all(|tail| *tail <= 0.0), "{decks} {sum}: {tails:?}");
            }
        }
    }

    #[test]
    fn what_lies_beyond_the_end_of_a_law_has_the_probability_of_its_last_value() {
        let law = [0.5, 0.25, 0.25];
        assert_eq!(of(&law, 1).ln_tails(7), of(&law, 1).ln_tails(2));
    }
}
