//! The tails of a sum of many hypergeometric numbers: how many cards of a class many deals show together.
#![doc = include_str!("hypergeometric.md")]

use super::{log_sum::log_sum_exp, normal, root::root};
use std::f64::consts::TAU;

/// The logarithm of the tail of a hypergeometric number, from the number that was seen away from the mean: of how many of `marked` among
/// `all` are in a sample of `drawn`, if `seen` are.
///
/// Exact up to rounding: relative error of the probability below 1e-8 up to 10^7 of all. (Fisher 1934.)
pub(crate) fn ln_tail_of_one([seen, marked]: [u64; 2], [drawn, all]: [u64; 2]) -> f64 {
    let choose = statrs::function::factorial::ln_binomial;
    let ln_here = choose(marked, seen) + choose(all - marked, drawn - seen) - choose(all, drawn);
    let [x, k, n, all] = [seen, marked, drawn, all].map(|number| number as f64);
    // The tail of the marked beyond `seen`, or of those that are missing.
    let (x, k, n) = if x * all >= k * n { (x, k, n) } else { (k - x, k, all - n) };
    let (mut at, mut term, mut sum) = (x, 1.0, 1.0);
    while at < k.min(n) && term > 1e-17 * sum {
        term *= (k - at) * (n - at) / ((at + 1.0) * (all - k - n + at + 1.0));
        at += 1.0;
        sum += term;
    }
    (ln_here + f64::ln(sum)).min(0.0)
}

/// The number of cards of a class, summed over several deals.
#[derive(Clone, Debug)]
pub(crate) struct HypergeometricSum {
    /// The number of cards of the class in one deal, as far as it has a probability that floats hold, and its logarithm.
    law: Vec<(f64, f64)>,
    deals: f64,
    mean: f64,
    variance: f64,
}

impl HypergeometricSum {
    /// Of `class` cards of `cards`, of which each deal shows `dealt`.
    pub(crate) fn new(cards: usize, class: usize, dealt: usize, deals: u64) -> Self {
        assert!(class <= cards && dealt <= cards, "parts of {cards} cards: {class}, {dealt}");
        let (n, m, k) = (cards as f64, class as f64, dealt as f64);
        let least = (class + dealt).saturating_sub(cards);
        let most = class.min(dealt);
        let mut law = vec![(least as f64, 0.0)];
        // Each term by the one before; the sum of all is found at the end.
        for j in least..most {
            let (x, ln) = (j as f64, law[law.len() - 1].1);
            let ratio = (m - x) * (k - x) / ((x + 1.0) * (n - m - k + x + 1.0));
            law.push((x + 1.0, ln + ratio.ln()));
        }
        let ln_all = log_sum_exp(&law.iter().map(|&(_, ln)| ln).collect::<Vec<_>>());
        law.iter_mut().for_each(|(_, ln)| *ln -= ln_all);
        let variance =
            if cards > 1 { k * m * (n - m) * (n - k) / (n * n * (n - 1.0)) } else { 0.0 };
        Self { law, deals: deals as f64, mean: k * m / n, variance }
    }

    pub(crate) fn deals(&self) -> u64 {
        self.deals as u64
    }

    /// The probabilities of 0, 1, 2, ... cards in one deal.
    pub(crate) fn of_one(&self) -> Vec<f64> {
        let mut law = vec![0.0; self.law[0].0 as usize];
        law.extend(self.law.iter().map(|(_, ln)| ln.exp()));
        law
    }

    pub(crate) fn mean(&self) -> f64 {
        self.deals * self.mean
    }

    pub(crate) fn deviation(&self) -> f64 {
        (self.deals * self.variance).sqrt()
    }

    /// ln P(sum >= `sum`), relative error of the probability about 1 % from some 20 deals on (see the module); infinite for
    /// what cannot happen.
    pub(crate) fn ln_sf(&self, sum: u64) -> f64 {
        self.ln_tail(sum as f64, 1.0)
    }

    /// ln P(sum <= `sum`), as accurate as [`HypergeometricSum::ln_sf`].
    pub(crate) fn ln_cdf(&self, sum: u64) -> f64 {
        self.ln_tail(sum as f64, -1.0)
    }

    /// The smallest tail that there is: all deals show as many of the class as they can, or as few.
    pub(crate) fn ln_least(&self) -> f64 {
        let (_, fewest) = self.law[0];
        let (_, most) = self.law[self.law.len() - 1];
        self.deals * fewest.min(most)
    }

    /// The tail from `sum` on, upwards or, with `sign` -1, downwards.
    fn ln_tail(&self, sum: f64, sign: f64) -> f64 {
        let last = self.law.len() - 1;
        let (end, other) = if sign > 0.0 { (last, 0) } else { (0, last) };
        let (furthest, ln_furthest) = self.law[end];
        let beyond = sign * (sum - self.deals * furthest);
        if beyond > 0.0 {
            return f64::NEG_INFINITY;
        }
        if beyond == 0.0 {
            return self.deals * ln_furthest;
        }
        if sign * (sum - self.deals * self.law[other].0) <= 0.0 {
            return 0.0;
        }
        let deviation = self.deviation();
        let z = sign * (sum - self.mean()) / deviation;
        // Near the mean the formula is a difference of large numbers, and its digits are not needed.
        if z < 0.1 {
            return normal::ln_sf(z - 0.5 / deviation);
        }
        self.at_saddle_point(sum, sign)
    }

    fn at_saddle_point(&self, sum: f64, sign: f64) -> f64 {
        let wanted = sum / self.deals;
        let excess = |t: f64| sign * (self.cumulants(sign * t).1 - wanted);
        let t = root(excess, 0.0, 745.0);
        let (cumulant, _, variance) = self.cumulants(sign * t);
        let w = (2.0 * self.deals * (sign * t * wanted - cumulant)).max(0.0).sqrt();
        let u = -(-t).exp_m1() * (self.deals * variance).sqrt();
        let ln_normal = normal::ln_sf(w);
        // The density over the tail; far out it is w.
        let hazard = if w > 1e3 { w } else { (-0.5 * (w * w + TAU.ln()) - ln_normal).exp() };
        let factor = 1.0 + hazard * (1.0 / u - 1.0 / w);
        ln_normal + if factor > 0.0 { factor.ln() } else { (w / u).ln() }
    }

    /// The cumulant generating function of one deal at t, and its first two derivatives.
    fn cumulants(&self, t: f64) -> (f64, f64, f64) {
        let (first, last) = (self.law[0].0, self.law[self.law.len() - 1].0);
        // Factor out the largest exponent, which could overflow.
        let top = self.law.iter().map(|&(x, ln)| ln + t * x).fold(f64::NEG_INFINITY, f64::max);
        let (mut sum, mut mean, mut square) = (0.0, 0.0, 0.0);
        let middle = 0.5 * (first + last);
        for &(x, ln) in &self.law {
            let weight = (ln + t * x - top).exp();
            sum += weight;
            mean += weight * (x - middle);
            square += weight * (x - middle) * (x - middle);
        }
        let mean = mean / sum;
        (top + f64::ln(sum), middle + mean, (square / sum - mean * mean).max(f64::MIN_POSITIVE))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The law of the sum by convolution.
    fn convolved(one: &HypergeometricSum, deals: usize) -> Vec<f64> {
        let mut sum = vec![1.0];
        for _ in 0..deals {
            let mut next = vec![0.0; sum.len() + one.law[one.law.len() - 1].0 as usize];
            for (i, p) in sum.iter().enumerate() {
                one.law.iter().for_each(|&(x, ln)| next[i + x as usize] += p * ln.exp());
            }
            sum = next;
        }
        sum
    }

    #[test]
    fn tails_are_those_of_the_convolution_far_out() {
        for (cards, class, dealt, deals) in
            [(52, 13, 5, 20), (52, 4, 5, 100), (52, 26, 13, 20), (10, 5, 9, 50), (52, 13, 48, 100)]
        {
            let law = HypergeometricSum::new(cards, class, dealt, deals);
            let exact = convolved(&law, deals as usize);
            let mut compared = 0;
            for sum in 0..exact.len() {
                let upper: f64 = exact[sum..].iter().rev().sum();
                let lower: f64 = exact[..=sum].iter().sum();
                let tails = [(upper, law.ln_sf(sum as u64)), (lower, law.ln_cdf(sum as u64))];
                for (tail, ln) in tails {
                    if tail < 0.3 && tail > 1e-280 {
                        // The last steps before the ends are the hardest, and have the least.
                        let fewest = law.law[0].0 as usize * deals as usize;
                        let steps = (sum - fewest).min(exact.len() - 1 - sum);
                        let most = if steps < 10 { 0.1 } else { 0.02 };
                        let error = (ln - tail.ln()).abs();
                        assert!(error < most, "{class} of {cards}, {sum} of {deals}: {error}");
                        compared += 1;
                    }
                }
            }
            assert!(compared > 30, "{compared}");
        }
    }

    #[test]
    fn mean_and_variance_are_those_of_the_law() {
        let one = HypergeometricSum::new(52, 13, 5, 1);
        let moment =
            |power: i32| -> f64 { one.law.iter().map(|(x, ln)| x.powi(power) * ln.exp()).sum() };
        assert!((moment(0) - 1.0).abs() < 1e-14 && (moment(1) - one.mean()).abs() < 1e-13);
        let variance = moment(2) - moment(1).powi(2);
        assert!((variance.sqrt() - one.deviation()).abs() < 1e-13);
    }

    #[test]
    fn ends_are_exact() {
        let law = HypergeometricSum::new(52, 13, 5, 100);
        assert_eq!(law.ln_sf(501), f64::NEG_INFINITY);
        // 100 bridge hands without a single card that is not a spade.
        let spades = HypergeometricSum::new(52, 13, 13, 100);
        assert!((spades.ln_sf(1_300) + 100.0 * 635_013_559_600_f64.ln()).abs() < 1e-9);
        assert_eq!((law.ln_sf(0), law.ln_cdf(500)), (0.0, 0.0));
        let none = (39.0 * 38.0 * 37.0 * 36.0 * 35.0 / (52.0 * 51.0 * 50.0 * 49.0 * 48.0_f64)).ln();
        assert!((law.ln_cdf(0) - 100.0 * none).abs() < 1e-9);
    }
}
