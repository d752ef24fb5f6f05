//! The judgement of a test: statistic, law, p-value, effect.

use crate::distribution::{ChiSquare, noncentrality_for_power, normal, poisson};
pub use crate::effect::{Effect, Interval, Peak, SHARE_OF_DECKS, Sighting};
use std::f64::consts::{LN_2, LN_10, TAU};

/// The smallest p-value that is printed; below it only the logarithm tells.
pub const P_FLOOR: f64 = 1e-300;

/// A p-value, held as its logarithm, so that it is never 0.
///
/// It is computed without underflow, from the law that the judgement names. Where that law is the limit of many
/// decks, as chi-square and normal are, a value far out in the tail is right in its order of magnitude at best:
/// five cards in even orders only, 256 decks, give 1e-528 by chi-square, and truly 1e-770.
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
    /// Chi-square, of a quadratic form in counts.
    ///
    /// Counts are whole, so the form has steps, which chi-square knows nothing of: 100 fair coins show
    /// exactly 50 heads, a statistic of 0, 8 % of the time. So both tails get a continuity correction,
    /// half a step in one dimension and its like in more (see [`Law::p_value`]).
    ChiSquare {
        /// Degrees of freedom.
        df: u64,
        /// Logarithm of the volume, in standard deviations, that belongs to one value of the counts.
        ln_cell: f64,
    },
    /// Standard normal, of a sum of integers.
    Normal {
        /// Half a step of the sum in standard deviations: the continuity correction of both tails.
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
        /// The number of tails that were looked at.
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
        Self::ChiSquare { df: cells - 1, ln_cell: 0.5 * (trials.ln() - ln_product) }
    }

    /// Degrees of freedom, where the law has them.
    #[must_use]
    pub fn df(self) -> Option<u64> {
        match self {
            Self::ChiSquare { df, .. } => Some(df),
            Self::Normal { .. }
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

    /// `chi-square`, `normal`, `poisson`, `e-process` or `bonferroni`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::ChiSquare { .. } => "chi-square",
            Self::Normal { .. } => "normal",
            Self::Poisson { .. } => "poisson",
            Self::EProcess => "e-process",
            Self::Bonferroni { .. } => "bonferroni",
        }
    }

    /// The chi-square statistic of so many decks that are all the same: N times that of a single deck, which is on
    /// average, and of most tests always, the degrees of freedom. No decks have a larger one, but for unequal bins.
    pub(crate) fn of_one_deck(self, trials: u64) -> f64 {
        self.df().unwrap_or(0) as f64 * trials as f64
    }

    /// The two-sided p-value of a statistic, and its tail.
    ///
    /// The values of the counts that fit as well or better fill a ball of radius `sqrt(statistic)`, each
    /// with its cell. The lower tail is that of a ball with one cell more, the upper tail starts at a
    /// ball with one cell less. With one degree of freedom that is the usual half step; with many the
    /// correction is lost in the last digit, unless the fit is nearly exact.
    #[must_use]
    pub fn p_value(self, statistic: f64) -> (PValue, Tail) {
        match self {
            Self::ChiSquare { df, ln_cell } => {
                let law = ChiSquare::new(df);
                let (smaller, larger) = one_cell_apart(statistic.max(0.0), df, ln_cell);
                PValue::two_sided(law.ln_sf(smaller), law.ln_cdf(larger))
            }
            Self::Normal { half_step } => PValue::two_sided(
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

/// The squared radii of the balls with one cell less and one cell more than that of `radius_squared`.
fn one_cell_apart(radius_squared: f64, df: u64, ln_cell: f64) -> (f64, f64) {
    let half = 0.5 * df as f64;
    let ln_cell = ln_cell - ln_unit_ball(df);
    let ln_ball = half * radius_squared.ln();
    let ratio = ln_cell - ln_ball;
    if ratio >= 0.0 {
        (0.0, ((ln_cell + (-ratio).exp().ln_1p()) / half).exp())
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

/// The smallest bias that a test would have seen, as a rule that awaits alpha and power.
///
/// For a chi-square law a bias adds the noncentrality `(N - 1) lambda`, lambda per trial, and shows as an
/// effect of `scale * sqrt(lambda)` or more. For a normal law, and for the smallest of many tails, `scale` is the standard
/// error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sensitivity {
    /// The quantity that is measured: `largest_cell_deviation`, `total_variation`, `degree`.
    pub name: &'static str,
    /// The effect of one unit.
    pub scale: f64,
    /// Trials, or whatever the test counts as independent.
    pub trials: u64,
    /// The part that deviates.
    pub of: Deviates,
}

/// The part of a law that deviates by an effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deviates {
    /// The whole law, or a sum over all decks.
    Whole,
    /// A single cell, relative to what is expected of it.
    Cell,
}

impl Sensitivity {
    /// The smallest effect that is seen with this power by a test of this level; `None` where the law has
    /// no such rule.
    #[must_use]
    pub fn smallest(&self, law: Law, ln_alpha: f64, power: f64) -> Option<f64> {
        // Each tail gets half of alpha.
        let ln_alpha = ln_alpha - LN_2;
        match law {
            Law::ChiSquare { df, .. } => {
                let noncentrality = noncentrality_for_power(df, ln_alpha, power);
                Some(match self.of {
                    Deviates::Whole => self.effect(noncentrality),
                    Deviates::Cell => self.effect(self.for_cell(noncentrality, df, power)),
                })
            }
            Law::Normal { .. } => {
                let reach =
                    normal::upper_quantile(ln_alpha) + normal::upper_quantile((1.0 - power).ln());
                Some(self.scale * reach)
            }
            Law::Bonferroni { tails } => {
                let reach = normal::upper_quantile(ln_alpha + LN_2 - (tails as f64).ln())
                    + normal::upper_quantile((1.0 - power).ln());
                Some(self.scale * reach)
            }
            Law::Poisson { .. } | Law::EProcess => None,
        }
    }

    /// The effect that shows as this noncentrality.
    fn effect(&self, noncentrality: f64) -> f64 {
        self.scale * (noncentrality / self.trials.saturating_sub(1).max(1) as f64).sqrt()
    }

    /// The noncentrality that a single cell needs for the same power.
    ///
    /// A cell that comes 1 + d times as often as expected scatters by so much more, too: to the variance of the
    /// statistic its noncentrality adds 4 (1 + d) times itself, and not 4 times as in the noncentral law.
    fn for_cell(&self, of_law: f64, df: u64, power: f64) -> f64 {
        let quantile = normal::upper_quantile((1.0 - power).ln()).max(0.0);
        let spread = |noncentrality: f64, deviation: f64| {
            (2.0 * df as f64 + 4.0 * noncentrality * (1.0 + deviation)).sqrt()
        };
        let supposed = spread(of_law, 0.0);
        let step = |noncentrality: f64, _| {
            of_law + quantile * (spread(noncentrality, self.effect(noncentrality)) - supposed)
        };
        // It grows slower than its argument, so that this comes to rest.
        (0..200).fold(of_law, step)
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
    /// The estimated size of the bias.
    pub effect: Effect,
    /// The rule for the smallest bias that would have been seen, where that is known.
    pub sensitivity: Option<Sensitivity>,
    /// The smallest p-value that so many decks could have given, whatever they were.
    pub least_p: PValue,
}

impl Evidence {
    /// The same, with a rule for the smallest bias that would have been seen.
    #[must_use]
    pub fn with_sensitivity(self, sensitivity: Sensitivity) -> Self {
        Self { sensitivity: Some(sensitivity), ..self }
    }

    /// Judges the smallest of many exact tails by Bonferroni's inequality. `ln_least` is the logarithm of the smallest
    /// tail that so many decks could have had.
    ///
    /// # Panics
    ///
    /// If a logarithm or the effect is not finite.
    #[must_use]
    pub fn of_tails(ln_smallest: f64, tails: u64, ln_least: f64, effect: Effect) -> Self {
        let statistic = |ln: f64| (0.0 - ln.min(0.0)) / LN_10;
        Self::new(statistic(ln_smallest), Law::Bonferroni { tails }, statistic(ln_least), effect)
    }

    /// Judges a statistic by its law; `furthest` is the statistic of decks, as many as there were, that are as far
    /// from uniform as decks can be, or of some that are nearly so: the same deck over and over.
    ///
    /// # Panics
    ///
    /// If the statistic or the effect is not finite.
    #[must_use]
    pub fn new(statistic: f64, law: Law, furthest: f64, effect: Effect) -> Self {
        assert!(statistic.is_finite(), "a statistic is finite, not {statistic}");
        assert!(effect.value.is_finite(), "an effect is finite, not {}", effect.value);
        let (p_value, tail) = law.p_value(statistic);
        let least_p = law.p_value(furthest.max(statistic)).0;
        let least_p = if least_p.ln() < p_value.ln() { least_p } else { p_value };
        Self { statistic, law, tail, p_value, effect, sensitivity: None, least_p }
    }
}

/// The outcome of a test.
#[expect(clippy::large_enum_variant, reason = "there are a few dozen a case, and most were judged")]
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
    /// The outcome.
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
    use std::f64::consts::PI;

    #[test]
    fn a_p_value_is_never_zero_nor_above_one() {
        assert_eq!(PValue::from_ln(-2000.0).value(), P_FLOOR);
        assert!((PValue::from_ln(-2_302.585_092_994_045_7).log10() + 1000.0).abs() < 1e-12);
        let (p, tail) = PValue::two_sided(-0.5, -0.9);
        assert_eq!((p.value(), tail), (2.0 * f64::exp(-0.9), Tail::Lower));
        assert_eq!(PValue::two_sided(-0.1, -2.4).0.ln(), LN_2 - 2.4);
        assert_eq!(PValue::two_sided(-0.1, -0.2).0.value(), 1.0);
    }

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
    #[should_panic(expected = "finite")]
    fn nan_is_never_a_judgement() {
        let effect = Effect::new("degree", 0.0);
        let _ = Evidence::new(f64::NAN, Law::ChiSquare { df: 1, ln_cell: 0.0 }, 9.0, effect);
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
