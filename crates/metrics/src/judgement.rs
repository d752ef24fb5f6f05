//! What a test found.

use crate::distribution::{ChiSquare, noncentrality_for_power, normal, poisson};
use std::f64::consts::{LN_2, LN_10};

/// The smallest p-value that is printed; below it only the logarithm tells.
pub const P_FLOOR: f64 = 1e-300;

/// A p-value, held as its logarithm, so that it is never 0.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct PValue {
    ln: f64,
}

impl PValue {
    /// From a natural logarithm; rounding above 0 is cut off.
    ///
    /// # Panics
    ///
    /// If the logarithm is NaN or minus infinity: no law that is judged by has such a tail.
    #[must_use]
    pub fn from_ln(ln: f64) -> Self {
        assert!(ln > f64::NEG_INFINITY, "a p-value needs a finite logarithm, not {ln}");
        Self { ln: ln.min(0.0) }
    }

    /// Two-sided: twice the smaller tail, at most 1, and which tail that is.
    #[must_use]
    pub fn two_sided(ln_upper: f64, ln_lower: f64) -> (Self, Tail) {
        if ln_upper <= ln_lower {
            (Self::from_ln(LN_2 + ln_upper), Tail::Upper)
        } else {
            (Self::from_ln(LN_2 + ln_lower), Tail::Lower)
        }
    }

    /// The p-value, floored at [`P_FLOOR`].
    #[must_use]
    pub fn value(self) -> f64 {
        self.ln.exp().max(P_FLOOR)
    }

    /// Its natural logarithm, not floored.
    #[must_use]
    pub fn ln(self) -> f64 {
        self.ln
    }

    /// Its decimal logarithm, not floored.
    #[must_use]
    pub fn log10(self) -> f64 {
        self.ln / LN_10
    }
}

/// The side of the null law on which the statistic lies.
///
/// A statistic that fits too well is a defect too: recycled or stratified decks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tail {
    /// Further from uniform than chance allows, or above the mean.
    Upper,
    /// Nearer to uniform than chance allows, or below the mean.
    Lower,
}

impl Tail {
    /// `upper` or `lower`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Upper => "upper",
            Self::Lower => "lower",
        }
    }
}

/// The law that the statistic has if the shuffle is uniform.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Law {
    /// Chi-square.
    ChiSquare {
        /// Degrees of freedom.
        df: u64,
    },
    /// Standard normal, of a sum of integers.
    Normal {
        /// Half a step of the sum in standard deviations: the continuity correction of both tails.
        half_step: f64,
    },
    /// Poisson, of a count of rare events.
    Poisson {
        /// Its mean.
        mean: f64,
    },
}

impl Law {
    /// Degrees of freedom, where the law has them.
    #[must_use]
    pub fn df(self) -> Option<u64> {
        match self {
            Self::ChiSquare { df } => Some(df),
            Self::Normal { .. } | Self::Poisson { .. } => None,
        }
    }

    /// `chi-square`, `normal` or `poisson`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::ChiSquare { .. } => "chi-square",
            Self::Normal { .. } => "normal",
            Self::Poisson { .. } => "poisson",
        }
    }

    /// The two-sided p-value of a statistic, and its tail.
    #[must_use]
    pub fn p_value(self, statistic: f64) -> (PValue, Tail) {
        match self {
            Self::ChiSquare { df } => {
                let law = ChiSquare::new(df);
                PValue::two_sided(
                    law.ln_sf(statistic),
                    law.ln_cdf(statistic.max(f64::MIN_POSITIVE)),
                )
            }
            Self::Normal { half_step } => PValue::two_sided(
                normal::ln_sf(statistic - half_step),
                normal::ln_cdf(statistic + half_step),
            ),
            Self::Poisson { mean } => {
                let events = statistic as u64;
                PValue::two_sided(poisson::ln_sf(events, mean), poisson::ln_cdf(events, mean))
            }
        }
    }
}

/// A two-sided confidence interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// Its lower end.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
    /// The probability with which such an interval covers the truth.
    pub confidence: f64,
}

/// How large the bias looks, in plain units.
#[derive(Clone, Debug, PartialEq)]
pub struct Effect {
    /// What is measured: `degree`, `total_variation`, `largest_cell_deviation`.
    pub name: &'static str,
    /// The estimate.
    pub value: f64,
    /// Its confidence interval, where one is known.
    pub interval: Option<Interval>,
    /// Where it is, where it is somewhere: "position 3, card 7".
    pub place: Option<String>,
}

/// The smallest bias that a test would have seen, as a rule that awaits alpha and power.
///
/// For a chi-square law a bias adds the noncentrality `(N - 1) lambda`, lambda per trial, and shows as an
/// effect of `scale * sqrt(lambda)` or more. For a normal law `scale` is the standard error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sensitivity {
    /// What is measured: `largest_cell_deviation`, `total_variation`, `degree`.
    pub name: &'static str,
    /// The effect of one unit.
    pub scale: f64,
    /// Trials, or whatever the test counts as independent.
    pub trials: u64,
}

impl Sensitivity {
    /// The smallest effect that is seen with this power by a test of this level; `None` where the law has
    /// no such rule.
    #[must_use]
    pub fn smallest(&self, law: Law, ln_alpha: f64, power: f64) -> Option<f64> {
        // Each tail gets half of alpha.
        let ln_alpha = ln_alpha - LN_2;
        match law {
            Law::ChiSquare { df } => {
                let noncentrality = noncentrality_for_power(df, ln_alpha, power);
                Some(
                    self.scale
                        * (noncentrality / self.trials.saturating_sub(1).max(1) as f64).sqrt(),
                )
            }
            Law::Normal { .. } => {
                let reach =
                    normal::upper_quantile(ln_alpha) + normal::upper_quantile((1.0 - power).ln());
                Some(self.scale * reach)
            }
            Law::Poisson { .. } => None,
        }
    }
}

/// The numbers behind a judgement. None of them is ever NaN or infinite.
#[derive(Clone, Debug, PartialEq)]
pub struct Evidence {
    /// The test statistic.
    pub statistic: f64,
    /// Its law under uniformity.
    pub law: Law,
    /// The side on which it lies.
    pub tail: Tail,
    /// The two-sided p-value.
    pub p_value: PValue,
    /// How large the bias looks.
    pub effect: Effect,
    /// How small a bias would have been seen, where that is known.
    pub sensitivity: Option<Sensitivity>,
}

impl Evidence {
    /// The same, with a rule for the smallest bias that would have been seen.
    #[must_use]
    pub fn with_sensitivity(self, sensitivity: Sensitivity) -> Self {
        Self { sensitivity: Some(sensitivity), ..self }
    }

    /// Judges a statistic by its law.
    ///
    /// # Panics
    ///
    /// If the statistic or the effect is not finite.
    #[must_use]
    pub fn new(statistic: f64, law: Law, effect: Effect) -> Self {
        assert!(statistic.is_finite(), "a statistic is finite, not {statistic}");
        assert!(effect.value.is_finite(), "an effect is finite, not {}", effect.value);
        let (p_value, tail) = law.p_value(statistic);
        Self { statistic, law, tail, p_value, effect, sensitivity: None }
    }
}

/// What came of a test.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// It could judge.
    Judged(Evidence),
    /// There were too few decks for its law to hold.
    TooFewTrials {
        /// Decks seen.
        trials: u64,
        /// Decks needed.
        needed: u64,
    },
    /// It makes no sense for these decks.
    NotApplicable {
        /// Why.
        why: String,
    },
}

/// A test and what came of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Judgement {
    /// The test.
    pub test: &'static str,
    /// What came of it.
    pub outcome: Outcome,
}

impl Judgement {
    /// The numbers, if the test could judge.
    #[must_use]
    pub fn evidence(&self) -> Option<&Evidence> {
        match &self.outcome {
            Outcome::Judged(evidence) => Some(evidence),
            _ => None,
        }
    }

    /// `ok`, `too_few_trials` or `not_applicable`.
    #[must_use]
    pub fn status(&self) -> &'static str {
        match self.outcome {
            Outcome::Judged(_) => "ok",
            Outcome::TooFewTrials { .. } => "too_few_trials",
            Outcome::NotApplicable { .. } => "not_applicable",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_p_value_is_never_zero_nor_above_one() {
        assert_eq!(PValue::from_ln(-2000.0).value(), P_FLOOR);
        assert!((PValue::from_ln(-2302.585_092_994_045_7).log10() + 1000.0).abs() < 1e-12);
        let (p, tail) = PValue::two_sided(-0.5, -0.9);
        assert_eq!((p.value(), tail), (2.0 * f64::exp(-0.9), Tail::Lower));
        assert_eq!(PValue::two_sided(-0.1, -2.4).0.ln(), LN_2 - 2.4);
        assert_eq!(PValue::two_sided(-0.1, -0.2).0.value(), 1.0);
    }

    #[test]
    fn a_perfect_fit_is_as_suspicious_as_a_bad_one() {
        let law = Law::ChiSquare { df: 100 };
        let (bad, upper) = law.p_value(250.0);
        let (too_good, lower) = law.p_value(30.0);
        assert_eq!((upper, lower), (Tail::Upper, Tail::Lower));
        assert!(bad.value() < 1e-12 && too_good.value() < 1e-12);
        assert!(law.p_value(0.0).0.log10() < -60.0, "a statistic of 0 has a finite p");
    }

    #[test]
    #[should_panic(expected = "finite")]
    fn nan_is_never_a_judgement() {
        let effect = Effect { name: "degree", value: 0.0, interval: None, place: None };
        let _ = Evidence::new(f64::NAN, Law::ChiSquare { df: 1 }, effect);
    }
}
