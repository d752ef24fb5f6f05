//! The judgement of a test: statistic, law, p-value, effect.

pub use crate::effect::{Effect, ExtremeCount, Interval, Peak};
pub use crate::law::Law;
pub use crate::p_value::{PValue, Tail};
use crate::{
    Tally,
    distribution::{noncentrality_for_power, normal, poisson},
    effect_kind::EffectKind,
    p_value::SUSPICIOUS,
};
use std::f64::consts::{LN_2, LN_10};

/// The smallest bias that a test would have seen, as a rule that awaits alpha and power.
///
/// For a chi-square law a bias adds the noncentrality `(N - 1) lambda`, lambda per trial, and shows as an
/// effect of `scale * sqrt(lambda)` or more. For a normal law, and for the smallest of many tails, `scale` is the standard
/// error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sensitivity {
    /// Quantity that is measured.
    pub kind: &'static EffectKind,
    /// The effect of one unit.
    pub scale: f64,
    /// Trials, or whatever the test counts as independent.
    pub trials: u64,
    /// The part that deviates.
    pub of: Deviates,
}

/// The part of a law that deviates by an effect.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Deviates {
    /// The whole law, or a sum over all decks.
    Whole,
    /// A single cell, relative to what is expected of it.
    Cell {
        /// The ratio of the cell's deviation to the deviation of the count that includes it; 1 if each cell has its own count.
        factor: f64,
    },
}

impl Deviates {
    /// A cell with its own count.
    pub(crate) const CELL: Self = Self::Cell { factor: 1.0 };
}

impl Sensitivity {
    /// The sensitivity of a count with this mean, standard deviation and maximum, which pools `cells` cells.
    pub(crate) fn of_count(
        kind: &'static EffectKind,
        trials: u64,
        [mean, deviation, most]: [f64; 3],
        cells: f64,
    ) -> Self {
        // The longer tail is on the rarer side, so a frequent event is judged by its complement.
        let rarer = mean.min(most - mean);
        let of = Deviates::Cell { factor: cells * rarer / mean };
        Self { kind, scale: deviation / rarer, trials, of }
    }

    /// The effect that corresponds to one standard deviation of the count.
    pub(crate) fn unit(&self) -> f64 {
        match self.of {
            Deviates::Whole => self.scale,
            Deviates::Cell { factor } => factor * self.scale,
        }
    }

    /// The smallest effect that is seen with this power by a test of this level; `None` where the law has
    /// no such rule.
    pub fn smallest(&self, law: Law, ln_alpha: f64, power: f64) -> Option<f64> {
        // Each tail gets half of alpha.
        let ln_alpha = ln_alpha - LN_2;
        match law {
            Law::ChiSquare { df, .. } => {
                let noncentrality = noncentrality_for_power(df, ln_alpha, power);
                Some(match self.of {
                    Deviates::Whole => self.effect(noncentrality),
                    Deviates::Cell { factor } => {
                        factor * self.effect(self.for_cell(noncentrality, df, power))
                    }
                })
            }
            Law::Normal { .. } | Law::Sum { .. } => {
                let reach =
                    normal::upper_quantile(ln_alpha) + normal::upper_quantile((1.0 - power).ln());
                Some(self.scale * reach)
            }
            Law::Bonferroni { tails } => {
                let ln_tail = ln_alpha + LN_2 - (tails as f64).ln();
                Some(match self.of {
                    Deviates::Whole => {
                        let reach = normal::upper_quantile(ln_tail)
                            + normal::upper_quantile((1.0 - power).ln());
                        self.scale * reach
                    }
                    Deviates::Cell { factor } => factor * self.deviation_of_count(ln_tail, power),
                })
            }
            Law::Poisson { .. } | Law::EProcess => None,
        }
    }

    /// The relative deviation at which the upper tail of a count falls below `exp(ln_tail)` with this power.
    ///
    /// Takes the count as Poisson with mean `1 / scale^2`. That is conservative: a binomial or hypergeometric count with the same
    /// relative standard error has a shorter upper tail, and a lower tail needs a smaller deviation.
    fn deviation_of_count(&self, ln_tail: f64, power: f64) -> f64 {
        let mean = self.scale.powi(-2);
        let count = poisson::upper_quantile(ln_tail, mean);
        poisson::mean_above(count, power.ln()) / mean - 1.0
    }

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

/// A test statistic and its law, without the effect and its interval. A forecast needs thousands of these.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Score {
    /// The test statistic.
    pub statistic: f64,
    /// Its law under uniformity.
    pub law: Law,
    /// The number of trials, or of other independent units that the test counts.
    pub units: u64,
}

impl Score {
    /// The score of a judgement of this tally; `None` if the test could not judge.
    pub(crate) fn of(judgement: &Judgement, tally: &Tally) -> Option<Self> {
        let &Evidence { statistic, law, sensitivity, .. } = judgement.evidence()?;
        let units = sensitivity.map_or(tally.trials(), |one| one.trials);
        Some(Self { statistic, law, units })
    }
}

/// The tail of what cannot happen: far below every level.
pub(crate) const LN_IMPOSSIBLE: f64 = -690.0;

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
    /// The smallest p-value that this number of decks can give, whatever they are.
    pub least_p: PValue,
}

impl Evidence {
    /// The same, with a rule for the smallest bias that would have been seen.
    pub(crate) fn with_sensitivity(self, sensitivity: Sensitivity) -> Self {
        Self { sensitivity: Some(sensitivity), ..self }
    }

    /// The number of times as many trials with which an effect of the size that was seen is found with this power, alone, by a test
    /// of this level; `None` where the law has no such rule.
    pub fn times_as_many(&self, ln_alpha: f64, power: f64) -> Option<f64> {
        let reach = |ln_tail: f64| {
            normal::upper_quantile(ln_tail) + normal::upper_quantile((1.0 - power).ln())
        };
        let times = match self.law {
            Law::ChiSquare { df, .. } => {
                noncentrality_for_power(df, ln_alpha - LN_2, power) / (self.statistic - df as f64)
            }
            Law::Normal { .. } => (reach(ln_alpha - LN_2) / self.statistic).powi(2),
            // The sum may be far from normal, so its p-value counts.
            Law::Sum { .. } => {
                let seen = normal::upper_quantile(self.p_value.ln() - LN_2);
                (reach(ln_alpha - LN_2) / seen).powi(2)
            }
            Law::Bonferroni { tails } => {
                let seen = normal::upper_quantile(-self.statistic * LN_10);
                (reach(ln_alpha - (tails as f64).ln()) / seen).powi(2)
            }
            Law::Poisson { .. } | Law::EProcess => return None,
        };
        (times.is_finite() && times > 0.0).then_some(times)
    }

    /// Judges the smallest of many exact tails by Bonferroni's inequality. `ln_least` is the logarithm of the
    /// smallest tail that this number of decks can give.
    pub(crate) fn of_tails(ln_smallest: f64, tails: u64, ln_least: f64, effect: Effect) -> Self {
        let statistic = |ln: f64| (0.0 - ln.min(0.0)) / LN_10;
        Self::new(statistic(ln_smallest), Law::Bonferroni { tails }, statistic(ln_least), effect)
    }

    /// The evidence of something that cannot happen, and did: its probability is 0, which no p-value is.
    pub(crate) fn impossible(effect: Effect) -> Self {
        Self::of_tails(LN_IMPOSSIBLE, 1, LN_IMPOSSIBLE, effect)
    }

    /// Judges the sum of a number over decks by its own law, given the logarithms of both tails. `deviations` and
    /// `half_step` are its distance from the mean and half a step, in standard deviations; `ln_least` is the
    /// logarithm of the smallest tail that this number of decks can give.
    ///
    /// # Panics
    ///
    /// If a logarithm or the effect is not finite.
    #[must_use]
    pub fn of_sum(
        (deviations, half_step): (f64, f64),
        [ln_upper, ln_lower]: [f64; 2],
        ln_least: f64,
        effect: Effect,
    ) -> Self {
        let law = Law::Sum { half_step };
        let (p_value, tail) = PValue::two_sided(ln_upper, ln_lower);
        let least_p = PValue::two_sided(ln_least, 0.0).0;
        let least_p = if least_p.ln() < p_value.ln() { least_p } else { p_value };
        Self { p_value, tail, least_p, ..Self::new(deviations, law, 0.0, effect) }
    }

    /// The same for a statistic that is large where this one is small.
    pub(crate) fn turned(self) -> Self {
        let tail = match self.tail {
            Tail::Upper => Tail::Lower,
            Tail::Lower => Tail::Upper,
        };
        Self { statistic: 0.0 - self.statistic, tail, ..self }
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

impl Outcome {
    /// There are too few decks; it takes one more at least.
    pub(crate) fn too_few(trials: u64, needed: u64) -> Self {
        Self::TooFewTrials { trials, needed: needed.max(trials + 1) }
    }

    pub(crate) fn not_applicable(why: impl Into<String>) -> Self {
        Self::NotApplicable { why: why.into() }
    }
}

impl From<Evidence> for Outcome {
    fn from(evidence: Evidence) -> Self {
        Self::Judged(evidence)
    }
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
    pub fn evidence(&self) -> Option<&Evidence> {
        match &self.outcome {
            Outcome::Judged(evidence) => Some(evidence),
            _ => None,
        }
    }

    /// True if it is worth a second look: what it saw is drawn.
    pub(crate) fn is_suspicious(&self) -> bool {
        self.evidence().is_some_and(|evidence| evidence.p_value.ln() < SUSPICIOUS.ln())
    }

    /// `ok`, `too_few_trials` or `not_applicable`.
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
    use crate::{effect_kind, p_value::P_FLOOR};

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
    #[should_panic(expected = "finite")]
    fn nan_is_never_a_judgement() {
        let effect = Effect::new(effect_kind::DEGREE, 0.0);
        let _ =
            Evidence::new(f64::NAN, Law::ChiSquare { df: 1, ln_lattice_volume: 0.0 }, 9.0, effect);
    }

    /// The smallest statistic that a test of this level rejects with this power, so that no more decks are needed.
    fn seen(law: Law, ln_alpha: f64, power: f64) -> Evidence {
        let reach = normal::upper_quantile((1.0 - power).ln());
        let statistic = match law {
            Law::ChiSquare { df, .. } => {
                df as f64 + noncentrality_for_power(df, ln_alpha - LN_2, power)
            }
            Law::Bonferroni { tails } => {
                let z = normal::upper_quantile(ln_alpha - (tails as f64).ln()) + reach;
                -normal::ln_sf(z) / LN_10
            }
            _ => normal::upper_quantile(ln_alpha - LN_2) + reach,
        };
        Evidence::new(statistic, law, statistic, Effect::new(effect_kind::DEGREE, 0.0))
    }

    #[test]
    fn what_is_seen_with_the_wanted_power_needs_no_more_decks_and_half_of_it_four_times_as_many() {
        let (ln_alpha, power) = (1e-3_f64.ln(), 0.999);
        for law in [
            Law::ChiSquare { df: 9, ln_lattice_volume: 0.0 },
            Law::Normal { half_step: 0.0 },
            Law::Bonferroni { tails: 98 },
        ] {
            let it = seen(law, ln_alpha, power);
            let times = it.times_as_many(ln_alpha, power).unwrap();
            assert!((times - 1.0).abs() < 0.05, "{law:?}: {times}");
        }
        let law = Law::Normal { half_step: 0.0 };
        let half = seen(law, ln_alpha, power).statistic / 2.0;
        let half = Evidence::new(half, law, half, Effect::new(effect_kind::DEGREE, 0.0));
        let times = half.times_as_many(ln_alpha, power).unwrap();
        assert!((times - 4.0).abs() < 1e-9, "{times}");
    }

    #[test]
    fn a_count_reaches_its_tail_at_the_deviation_that_is_seen() {
        // 100 are expected; the tail is one of 20, at level 1e-3.
        let one = Sensitivity::of_count(
            effect_kind::LARGEST_CELL_DEVIATION,
            1_000,
            [100.0, 10.0, 1_000.0],
            1.0,
        );
        let law = Law::Bonferroni { tails: 20 };
        let deviation = one.smallest(law, 1e-3_f64.ln(), 0.99).unwrap();
        let least = (0..).find(|&count| poisson::ln_sf(count, 100.0).exp() * 20.0 <= 1e-3).unwrap();
        let power = poisson::ln_sf(least, 100.0 * (1.0 + deviation)).exp();
        assert!((power - 0.99).abs() < 1e-6, "{power}");
        // Four in five trials count: that one of five does not is the rarer side.
        let most = Sensitivity::of_count(
            effect_kind::LARGEST_CELL_DEVIATION,
            1_000,
            [800.0, 12.6, 1_000.0],
            1.0,
        );
        assert!((most.unit() - 12.6 / 800.0).abs() < 1e-12);
        assert!((most.scale - 12.6 / 200.0).abs() < 1e-12);
    }
}
