#![doc = include_str!("law.md")]

use shuffle_metrics::{
    Law, Tail,
    distribution::{ChiSquare, NoncentralChiSquare, gamma, normal, poisson},
};
use std::f64::consts::LN_2;

/// Above this number of degrees of freedom the continuity correction is negligible.
const CORRECTED_DF: u64 = 60;

/// Above this a sum of squares counts as normal.
const HUGE: f64 = 1e13;

/// The mean rise of the statistic of a chi-square test with every deck, and its spread.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Quadratic {
    /// Degrees of freedom of the null law.
    pub(super) df: u64,
    /// The logarithm of one cell of the counts, as in [`Law::ChiSquare`], for one deck.
    pub(super) ln_lattice_volume: f64,
    /// The noncentrality a deck.
    pub(super) lambda: f64,
    pub(super) spread: Spread,
}

/// The spread of a chi-square statistic under the law of the subject.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Spread {
    /// As near the uniform law: noncentral chi-square.
    Noncentral,
    Measured {
        /// `E k(x, x)`.
        own: f64,
        /// A.
        degenerate: f64,
        /// zeta.
        linear: f64,
    },
}

impl Quadratic {
    /// The same with another noncentrality, and the part of the spread that goes with it.
    pub(super) fn with_lambda(self, lambda: f64) -> Self {
        let spread = match self.spread {
            Spread::Measured { own, degenerate, linear } => {
                let scaled = if self.lambda > 0.0 { linear * lambda / self.lambda } else { lambda };
                Spread::Measured { own, degenerate, linear: scaled }
            }
            Spread::Noncentral => Spread::Noncentral,
        };
        Self { lambda, spread, ..self }
    }

    /// The probability that `decks` decks reject at level e^`ln_level`, by the upper tail.
    pub(super) fn power(&self, decks: f64, ln_level: f64) -> f64 {
        let critical = self.critical(decks, ln_level);
        let rise = (decks - 1.0) * self.lambda;
        let Spread::Measured { own, degenerate, linear } = self.spread else {
            return NoncentralChiSquare::new(self.df, rise.max(0.0)).sf(critical);
        };
        let degenerate = degenerate * (decks - 1.0) / decks;
        let linear = linear * (decks - 1.0).powi(2) / decks;
        // The mean of the part that varies like a sum of squares; the rest of the mean comes from the bias.
        let squares = (own - self.lambda).max(0.0);
        let df = (2.0 * squares * squares / degenerate).round().clamp(1.0, HUGE);
        let scale = (degenerate / (2.0 * df)).sqrt();
        let noncentrality = linear / (scale * scale);
        if !(noncentrality < HUGE && df < HUGE) {
            let sd = (degenerate + 4.0 * linear).sqrt();
            return above(critical - own - rise, sd);
        }
        let shift = own + rise - scale * (df + noncentrality);
        NoncentralChiSquare::new(df as u64, noncentrality).sf((critical - shift) / scale)
    }

    /// The smallest statistic that rejects.
    fn critical(&self, decks: f64, ln_level: f64) -> f64 {
        let plain = ChiSquare::new(self.df).upper_quantile(ln_level - LN_2);
        if self.df > CORRECTED_DF {
            return plain;
        }
        let ln_lattice_volume = self.ln_lattice_volume - 0.5 * self.df as f64 * decks.ln();
        let law = Law::ChiSquare { df: self.df, ln_lattice_volume };
        first_that(plain, |statistic| rejects(law, statistic, ln_level))
    }
}

/// The shift of the mean with every deck, for a test that is judged by a mean.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Mean {
    /// The mean shift of one deck in standard deviations of the null law.
    pub(super) shift: f64,
    /// The sd of one deck, in units of the null law's sd.
    pub(super) spread: f64,
    /// The continuity correction of [`Law::Normal`] for one deck.
    pub(super) half_step: f64,
}

impl Mean {
    /// The probability that `decks` decks reject, by either tail.
    pub(super) fn power(&self, decks: f64, ln_level: f64) -> f64 {
        let reach = normal::upper_quantile(ln_level - LN_2) + self.half_step / decks.sqrt();
        let shift = self.shift * decks.sqrt();
        above(reach - shift, self.spread) + above(reach + shift, self.spread)
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct EqualPairs {
    /// The probability that two decks are equal under the null law.
    pub(super) null: f64,
    /// The same under the law of the subject.
    pub(super) chance: f64,
    /// The probability that three decks are equal, less the square of the probability for two.
    pub(super) triple: f64,
}

impl EqualPairs {
    /// The probability that `decks` decks reject, by the upper tail, if `pairs` pairs of them are compared.
    ///
    /// Pairs that share a deck depend on each other, so their number varies more than a Poisson number. It is
    /// approximated by a Poisson number of clumps.
    pub(super) fn power(&self, decks: f64, pairs: f64, ln_level: f64) -> f64 {
        let (null, mean) = (pairs * self.null, pairs * self.chance);
        let critical = poisson::upper_quantile(ln_level - LN_2, null);
        if mean <= 0.0 {
            return 0.0;
        }
        let clump = (1.0 + 2.0 * (decks - 2.0) * self.triple.max(0.0) / self.chance).max(1.0);
        gamma::ln_lower_regularized(critical as f64 / clump, mean / clump).exp()
    }
}

fn rejects(law: Law, statistic: f64, ln_level: f64) -> bool {
    let (p, tail) = law.p_value(statistic);
    tail == Tail::Upper && p.ln() <= ln_level
}

/// The smallest number from which on a condition holds; the search starts at `near`.
fn first_that(near: f64, holds: impl Fn(f64) -> bool) -> f64 {
    let (mut low, mut high) = (0.0, near.max(1.0));
    while !holds(high) {
        (low, high) = (high, 2.0 * high);
    }
    while high - low > 1e-9 * high {
        let middle = 0.5 * (low + high);
        if holds(middle) { high = middle } else { low = middle }
    }
    high
}

/// P(X >= distance) of a normal law with mean 0; a step where it has no spread.
fn above(distance: f64, sd: f64) -> f64 {
    if sd > 0.0 {
        normal::sf((distance / sd).clamp(-1e9, 1e9))
    } else if distance <= 0.0 {
        1.0
    } else {
        0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LN_LEVEL: f64 = -13.815_510_557_964_274; // of 1e-6

    fn measured(own: f64, degenerate: f64, linear: f64) -> Spread {
        Spread::Measured { own, degenerate, linear }
    }

    #[test]
    fn a_measured_spread_as_near_uniform_is_the_noncentral_law() {
        for (df, lambda, decks) in
            [(23, 0.01, 8_000.0), (2_601, 0.2, 3_000.0), (1, 0.001, 50_000.0)]
        {
            let noncentral =
                Quadratic { df, ln_lattice_volume: -1e3, lambda, spread: Spread::Noncentral };
            let spread = measured(df as f64 + lambda, 2.0 * df as f64, lambda);
            let general = Quadratic { spread, ..noncentral };
            let (a, b) = (noncentral.power(decks, LN_LEVEL), general.power(decks, LN_LEVEL));
            assert!((a - b).abs() < 2e-3 && a > 0.1 && a < 0.9999, "{df}: {a} {b}");
        }
    }

    #[test]
    fn decks_that_are_all_alike_are_caught_at_one_number_of_decks() {
        // Never a fixed point, though 1/e of all decks should have none: T = N (e - 1).
        let lambda = std::f64::consts::E - 1.0;
        let none = Quadratic {
            df: 3,
            ln_lattice_volume: -1e3,
            lambda,
            spread: measured(lambda, 0.0, 0.0),
        };
        let critical = ChiSquare::new(3).upper_quantile(LN_LEVEL - LN_2);
        let decks = (critical / lambda).ceil();
        assert_eq!([none.power(decks - 1.0, LN_LEVEL), none.power(decks, LN_LEVEL)], [0.0, 1.0]);
    }

    #[test]
    fn a_coin_between_two_decks_scatters_like_one_square() {
        // T = df (heads - tails)^2 / N: no noncentrality, but rejected more often than not.
        let coin = Quadratic {
            df: 100,
            ln_lattice_volume: -1e3,
            lambda: 0.0,
            spread: measured(100.0, 2.0 * 100.0 * 100.0, 0.0),
        };
        let critical = ChiSquare::new(100).upper_quantile(LN_LEVEL - LN_2);
        let wanted = 2.0 * normal::sf((critical / 100.0).sqrt());
        assert!((coin.power(1e6, LN_LEVEL) - wanted).abs() < 1e-3, "{wanted}");
    }

    #[test]
    fn a_mean_is_seen_on_either_side() {
        let mean = Mean { shift: 0.1, spread: 1.0, half_step: 0.0 };
        let reach = normal::upper_quantile(LN_LEVEL - LN_2);
        let decks = (reach / 0.1).powi(2);
        assert!((mean.power(decks, LN_LEVEL) - 0.5).abs() < 1e-9);
        let other = Mean { shift: -0.1, ..mean };
        assert!((other.power(decks, LN_LEVEL) - 0.5).abs() < 1e-9);
    }

    /// A seed of 16 bits: one repeat rejects, so the power is 1 - exp(-pairs / 2^16).
    #[test]
    fn a_small_seed_is_seen_by_the_first_repeat() {
        let pairs = EqualPairs { null: 1e-60, chance: 0.5_f64.powi(16), triple: 0.0 };
        let wanted = -(-(300.0 * 299.0 / 2.0) / 65_536.0_f64).exp_m1();
        assert!((pairs.power(300.0, 150.0 * 299.0, LN_LEVEL) - wanted).abs() < 1e-12);
    }
}
