//! The law of a sum of very many parts, from its first six cumulants.
#![doc = include_str!("edgeworth.md")]

use super::normal;
use std::f64::consts::TAU;

/// The law of whole numbers of which the first six cumulants are known.
///
/// A whole number is a smooth one, rounded; rounding adds the cumulants of a uniform error of width 1, `1/12`,
/// `-1/120` and `1/252` to the second, fourth and sixth. They are taken off again (Sheppard's
/// correction), so that the smooth law is right half-way between whole numbers, where it is asked for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Edgeworth {
    mean: f64,
    deviation: f64,
    /// The third to the sixth cumulant of the standardized number.
    standardized: [f64; 4],
}

impl Edgeworth {
    /// From mean, variance, and the third to the sixth cumulant of a whole number.
    /// The variance is above 1/12, the variance of rounding alone.
    pub(crate) fn of_whole_numbers(cumulants: [f64; 6]) -> Self {
        let [mean, variance, third, fourth, fifth, sixth] = cumulants;
        let variance = variance - 1.0 / 12.0;
        assert!(variance > 0.0, "a law needs a spread");
        let deviation = variance.sqrt();
        let standardized = [
            third / deviation.powi(3),
            (fourth + 1.0 / 120.0) / deviation.powi(4),
            fifth / deviation.powi(5),
            (sixth - 1.0 / 252.0) / deviation.powi(6),
        ];
        Self { mean, deviation, standardized }
    }

    /// The law of the number plus `more`.
    pub(crate) fn shifted(self, more: u32) -> Self {
        Self { mean: self.mean + f64::from(more), ..self }
    }

    /// The mean.
    pub fn mean(&self) -> f64 {
        self.mean
    }

    /// The standard deviation of the smooth law.
    pub fn deviation(&self) -> f64 {
        self.deviation
    }

    /// The law of the sum of this many independent numbers, each with this law.
    pub(crate) fn sum_of(self, numbers: u64) -> Self {
        let m = numbers as f64;
        let [l3, l4, l5, l6] = self.standardized;
        let sd = self.deviation;
        // The sum is rounded once, its terms were rounded one by one.
        Self::of_whole_numbers([
            m * self.mean,
            m * (sd * sd + 1.0 / 12.0),
            m * l3 * sd.powi(3),
            m * (l4 * sd.powi(4) - 1.0 / 120.0),
            m * l5 * sd.powi(5),
            m * (l6 * sd.powi(6) + 1.0 / 252.0),
        ])
    }

    /// The logarithms of P(X >= value) and P(X <= value): by the series as far as [`Edgeworth::REACH`] standard deviations,
    /// beyond by the normal law.
    pub(crate) fn ln_tails(&self, value: f64) -> [f64; 2] {
        let tail = |z: f64, side: f64| {
            let near = normal::sf(side * z) + side * self.correction(z);
            if z.abs() <= Self::REACH && near > 0.0 {
                near.min(1.0).ln()
            } else {
                normal::ln_sf(side * z)
            }
        };
        let z = |half: f64| (value + half - self.mean) / self.deviation;
        [tail(z(-0.5), 1.0), tail(z(0.5), -1.0)]
    }

    /// Further from the mean the terms of the series no longer fall.
    pub(crate) const REACH: f64 = 6.0;

    /// P(X < value) of the whole number X.
    #[must_use]
    pub fn below(&self, value: u64) -> f64 {
        let z = (value as f64 - 0.5 - self.mean) / self.deviation;
        (normal::sf(-z) - self.correction(z)).clamp(0.0, 1.0)
    }

    /// True if the series is as good as the law: it is off by some 1e-6, and its tails by 2 % at 1e-5. So it is of a sum of 16 uniform
    /// numbers, whose fourth standardized cumulant is -1.2/16 = -0.075.
    pub(crate) fn is_close(&self) -> bool {
        self.standardized[1].abs() <= 0.076
    }

    /// By how much the normal law is too large below z.
    fn correction(&self, z: f64) -> f64 {
        let [l3, l4, l5, l6] = self.standardized;
        let h = hermite(z);
        let series = l3 / 6.0 * h[2]
            + l4 / 24.0 * h[3]
            + l3 * l3 / 72.0 * h[5]
            + l5 / 120.0 * h[4]
            + l3 * l4 / 144.0 * h[6]
            + l3.powi(3) / 1_296.0 * h[8]
            + l6 / 720.0 * h[5]
            + (l4 * l4 / 1_152.0 + l3 * l5 / 720.0) * h[7]
            + l3 * l3 * l4 / 1_728.0 * h[9]
            + l3.powi(4) / 31_104.0 * h[11];
        (-0.5 * z * z).exp() / TAU.sqrt() * series
    }
}

/// The Hermite polynomials of the normal law, `H_(k+1) = z H_k - k H_(k-1)`, at z.
fn hermite(z: f64) -> [f64; 12] {
    let mut h = [1.0; 12];
    h[1] = z;
    for k in 1..11 {
        h[k + 1] = z * h[k] - k as f64 * h[k - 1];
    }
    h
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads_of_100_fair_coins_are_those_of_the_binomial_law() {
        // Cumulants n/4, 0, -n/8, 0, n/4; P(X <= 44), by summing binomial coefficients.
        let heads = Edgeworth::of_whole_numbers([50.0, 25.0, 0.0, -12.5, 0.0, 25.0]);
        assert!((heads.below(45) - 0.135_626_512_036_917_7).abs() < 1e-7);
    }

    #[test]
    fn hermite_polynomials_are_those_of_the_books() {
        let h = hermite(2.0);
        assert_eq!(h[..6], [1.0, 2.0, 3.0, 2.0, -5.0, -18.0]);
    }

    #[test]
    fn a_lopsided_law_is_met_to_the_order_that_is_promised() {
        // Poisson: every cumulant is the mean. P(X < x) by summing, for means that grow by four.
        let errors = [100.0_f64, 400.0, 1_600.0].map(|mean| {
            let law = Edgeworth::of_whole_numbers([mean; 6]);
            let (mut p, mut below, mut worst) = ((-mean).exp(), 0.0, 0.0_f64);
            for value in 0..(2.0 * mean) as u64 {
                worst = worst.max((law.below(value) - below).abs());
                below += p;
                p *= mean / (value + 1) as f64;
            }
            worst
        });
        assert!(errors[0] < 1e-6, "{errors:?}");
        // The order is n^(-5/2): 32 times less each time; and the exponential does not underflow at 700.
        assert!(errors[0] / errors[1] > 20.0, "{errors:?}");
    }

    #[test]
    #[should_panic(expected = "spread")]
    fn a_constant_has_no_such_law() {
        let _ = Edgeworth::of_whole_numbers([1.0, 0.0, 0.0, 0.0, 0.0, 0.0]);
    }
}
