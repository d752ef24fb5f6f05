//! The law of a test statistic under uniformity, and the two-sided p-value by it.

use crate::{
    distribution::{ChiSquare, normal, poisson},
    p_value::{PValue, Tail},
};
use std::f64::consts::{LN_2, LN_10, TAU};

/// The law that the statistic has if the shuffle is uniform.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Law {
    /// Chi-square, of a quadratic form in counts.
    ///
    /// Counts are whole, so the form has steps, which chi-square knows nothing of: 100 fair coins show
    /// exactly 50 heads, a statistic of 0, 8 % of the time. So both tails get a continuity correction,
    /// half a step in one dimension and its like in more (see [`Law::p_value`]).
    ChiSquare {
        /// Degrees of freedom.
        df: u64,
        /// Logarithm of the volume, in standard deviations, that belongs to one value of the counts.
        ln_lattice_volume: f64,
    },
    /// Standard normal, of a sum of integers.
    Normal {
        /// Half a step of the sum in standard deviations: the continuity correction of both tails.
        half_step: f64,
    },
    /// A sum of whole numbers over decks. Its tails come from the convolution of the law of one deck. In standard
    /// deviations from its mean it is nearly normal; forecasts use this.
    Sum {
        /// Half a step of the sum in standard deviations.
        half_step: f64,
    },
    /// None but Markov's inequality: the statistic is log10 of an e-value, and p is one over the e-value.
    EProcess,
    /// Poisson, of a count of rare events.
    Poisson {
        /// Its mean.
        mean: f64,
    },
    /// None but Bonferroni's inequality: the statistic is -log10 of the smallest of many exact tail probabilities, and p
    /// is at most their number times that.
    Bonferroni {
        /// The number of tails that were examined.
        tails: u64,
    },
}

impl Law {
    /// The law of Pearson's `sum (O - E)^2 / E` over cells that share a fixed number of trials.
    ///
    /// Whole numbers that add up to N form a lattice, of which each point has the volume
    /// `sqrt(N / prod E)` where cell i is measured in `sqrt(E_i)`.
    #[must_use]
    pub fn pearson(expected: impl Iterator<Item = f64>) -> Self {
        let (mut cells, mut trials, mut ln_product) = (0, 0.0, 0.0);
        for expected in expected {
            cells += 1;
            trials += expected;
            ln_product += expected.ln();
        }
        Self::ChiSquare { df: cells - 1, ln_lattice_volume: 0.5 * (trials.ln() - ln_product) }
    }

    /// Degrees of freedom, where the law has them.
    #[must_use]
    pub fn df(self) -> Option<u64> {
        match self {
            Self::ChiSquare { df, .. } => Some(df),
            Self::Normal { .. }
            | Self::Sum { .. }
            | Self::Poisson { .. }
            | Self::EProcess
            | Self::Bonferroni { .. } => None,
        }
    }

    /// True if p is an upper bound of one tail, so that it is never too small, but not uniform under the hypothesis.
    #[must_use]
    pub fn is_bound(self) -> bool {
        matches!(self, Self::EProcess | Self::Bonferroni { .. })
    }

    /// `chi-square`, `normal`, `sum`, `poisson`, `e-process` or `bonferroni`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::ChiSquare { .. } => "chi-square",
            Self::Normal { .. } => "normal",
            Self::Sum { .. } => "sum",
            Self::Poisson { .. } => "poisson",
            Self::EProcess => "e-process",
            Self::Bonferroni { .. } => "bonferroni",
        }
    }

    /// The chi-square statistic of `trials` equal decks: N times the statistic of a single deck, which is on average,
    /// and for most tests always, the degrees of freedom. No decks have a larger one, except with unequal bins.
    pub(crate) fn of_one_deck(self, trials: u64) -> f64 {
        self.df().unwrap_or(0) as f64 * trials as f64
    }

    /// The two-sided p-value of a statistic, and its tail.
    ///
    /// The values of the counts that fit as well or better fill a ball of radius `sqrt(statistic)`, each with its
    /// cell. The lower tail uses a ball with one cell more, the upper tail starts at a ball with one cell less. With
    /// one degree of freedom this is the usual half step; with many the correction is lost in the last digit, unless
    /// the fit is nearly exact.
    #[must_use]
    pub fn p_value(self, statistic: f64) -> (PValue, Tail) {
        match self {
            Self::ChiSquare { df, ln_lattice_volume } => {
                let law = ChiSquare::new(df);
                let (smaller, larger) = one_cell_apart(statistic.max(0.0), df, ln_lattice_volume);
                PValue::two_sided(law.ln_sf(smaller), law.ln_cdf(larger))
            }
            Self::Normal { half_step } | Self::Sum { half_step } => PValue::two_sided(
                normal::ln_sf(statistic - half_step),
                normal::ln_cdf(statistic + half_step),
            ),
            Self::EProcess => (PValue::from_ln(-statistic * LN_10), Tail::Upper),
            Self::Bonferroni { tails } => {
                (PValue::from_ln((tails as f64).ln() - statistic * LN_10), Tail::Upper)
            }
            Self::Poisson { mean } => {
                let events = statistic as u64;
                PValue::two_sided(poisson::ln_sf(events, mean), poisson::ln_cdf(events, mean))
            }
        }
    }
}

/// The squared radii of the balls with one cell less and one cell more than the ball of `radius_squared`.
fn one_cell_apart(radius_squared: f64, df: u64, ln_lattice_volume: f64) -> (f64, f64) {
    let half = 0.5 * df as f64;
    let ln_lattice_volume = ln_lattice_volume - ln_unit_ball(df);
    let ln_ball = half * radius_squared.ln();
    let ratio = ln_lattice_volume - ln_ball;
    if ratio >= 0.0 {
        (0.0, ((ln_lattice_volume + (-ratio).exp().ln_1p()) / half).exp())
    } else {
        let scaled = |ln: f64| radius_squared * (ln / half).exp();
        (scaled((-ratio.exp()).ln_1p()), scaled(ratio.exp().ln_1p()))
    }
}

/// Logarithm of the volume of a ball of radius 1, by `V_d = 2 pi / d V_(d-2)`.
fn ln_unit_ball(dimensions: u64) -> f64 {
    let first = if dimensions.is_multiple_of(2) { 0.0 } else { LN_2 };
    let steps = (2 + dimensions % 2..=dimensions).step_by(2);
    first + steps.map(|d| (TAU / d as f64).ln()).sum::<f64>()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::PI;

    #[test]
    fn a_perfect_fit_is_as_suspicious_as_a_bad_one() {
        let law = Law::pearson(std::iter::repeat_n(50.0, 101));
        assert_eq!(law.df(), Some(100));
        let (bad, upper) = law.p_value(250.0);
        let (too_good, lower) = law.p_value(30.0);
        assert_eq!((upper, lower), (Tail::Upper, Tail::Lower));
        assert!(bad.value() < 1e-11 && too_good.value() < 1e-11);
        assert!(law.p_value(0.0).0.log10() < -60.0, "a statistic of 0 has a finite p");
    }

    #[test]
    fn with_one_degree_of_freedom_the_correction_is_half_a_step() {
        // Heads of 100 coins: one head more or less is 0.2 standard deviations.
        let law = Law::pearson([50.0, 50.0].into_iter());
        for heads in [50.0, 51.0, 55.0, 60.0, 80.0_f64] {
            let z = (heads - 50.0) / 5.0;
            let (p, tail) = law.p_value(z * z);
            let chi = ChiSquare::new(1);
            let upper = if z > 0.0 { chi.sf((z - 0.1).powi(2)) } else { 1.0 };
            let lower = chi.cdf((z + 0.1).powi(2));
            assert!((p.value() / (2.0 * upper.min(lower)).min(1.0) - 1.0).abs() < 1e-12, "{heads}");
            assert_eq!(tail, if upper <= lower { Tail::Upper } else { Tail::Lower });
        }
    }

    #[test]
    fn balls_have_their_volumes() {
        for (d, volume) in [(1, 2.0), (2, PI), (3, 4.0 / 3.0 * PI), (4, PI * PI / 2.0)] {
            assert!((ln_unit_ball(d) - f64::ln(volume)).abs() < 1e-15);
        }
        // pi^50 / 50!
        assert!((ln_unit_ball(100) - (50.0 * PI.ln() - 148.477_766_951_773_02)).abs() < 1e-11);
    }

    #[test]
    fn many_degrees_of_freedom_are_not_corrected() {
        let (inner, outer) = one_cell_apart(2_601.0, 2_601, -3_000.0);
        assert_eq!((inner, outer), (2_601.0, 2_601.0));
    }
}
