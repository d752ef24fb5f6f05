//! From counts to the power of a test: its noncentrality, with its error, and the spread of its statistic.
//!
//! With `F(c) = N T(c)` for the counts c of N decks, which is a sum over all pairs of decks, the kernel of two sets
//! of decks is `B(c, d) = 1/2 [F(c + d) - F(c) - F(d)]`. So the metric itself, given the counts of a batch, of all
//! decks, and of all but the batch, yields every moment that [`super::law`] needs. If there are too few decks to be
//! judged, their counts are multiplied: F grows with the square.

use super::{
    expected::ExactExpectation,
    law::{Mean, Quadratic, Spread},
    pilot_tallies::PilotCount,
};
use shuffle_metrics::{Exhibit, Law, Metric, Score, Tally, power_of_sum};

/// A difference from 0, or from the value near the uniform law, counts from this number of standard errors on.
pub(super) const CLEAR: f64 = 4.0;

/// The forecast of one test for the subject, at one resolution of its bins.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Sight {
    /// By a sum of squares.
    Quadratic(Quadratic),
    Mean(Mean),
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct SightEstimate {
    pub(super) sight: Sight,
    /// The standard error of the noncentrality, or of the shift: 0 if it is exact.
    pub(super) error: f64,
    /// True if it comes from the exact law.
    pub(super) exact: bool,
    /// True if the noncentrality, or the shift, clearly differs from 0.
    pub(super) clear: bool,
}

/// A test, with the exact law and the seeded decks of the subject as its metric counts them.
pub(super) struct SubjectTest<'a> {
    pub(super) metric: &'a dyn Metric,
    pub(super) index: usize,
    pub(super) exact: Option<&'a ExactExpectation>,
    pub(super) pilot: &'a PilotCount,
    /// The minimum number of decks at which the test applies.
    pub(super) fewest: u64,
    /// True if it compares each deck with the previous one, so that its counts are not independent.
    pub(super) linked: bool,
}

/// One judgement: statistic, law, and the number of decks or pairs of decks that it counts as independent.
struct StatisticOfOne {
    statistic: f64,
    law: Law,
    units: f64,
}

impl SubjectTest<'_> {
    /// A key of the bins of the test at this number of decks: its law, scaled to one deck.
    pub(super) fn resolution(&self, trials: u64) -> Option<(u64, u64)> {
        let judged = self.judge(&self.pilot.total, trials)?;
        match judged.law {
            Law::ChiSquare { df, ln_lattice_volume } => {
                // Rounded, so that equal bins have equal keys.
                Some((
                    df,
                    ((ln_lattice_volume / df as f64 + 0.5 * judged.units.ln()) * 1e6) as i64 as u64,
                ))
            }
            Law::Normal { .. } | Law::Sum { .. } => Some((0, 0)),
            Law::Poisson { .. } | Law::EProcess | Law::Bonferroni { .. } => None,
        }
    }

    /// The power of a sum over few decks by its law, with the values of the seeded decks; `None` for other tests and more decks.
    pub(super) fn power_of_sum(&self, trials: u64, ln_level: f64) -> Option<f64> {
        let all = self.judge(&self.pilot.total, trials)?;
        match (all.law, self.metric.exhibit(&self.pilot.total)?) {
            (Law::Sum { .. }, Exhibit::Histogram { histogram, .. }) => {
                power_of_sum(&histogram, trials, ln_level)
            }
            _ => None,
        }
    }

    /// The sight of the test in the bins for this number of decks; `None` if it does not apply.
    pub(super) fn seen(&self, trials: u64) -> Option<SightEstimate> {
        let all = self.judge(&self.pilot.total, trials)?;
        match all.law {
            Law::ChiSquare { df, ln_lattice_volume } => {
                let ln_lattice_volume = ln_lattice_volume + 0.5 * df as f64 * all.units.ln();
                Some(self.quadratic(df, ln_lattice_volume, &all, trials))
            }
            Law::Normal { half_step } | Law::Sum { half_step } => {
                let half_step = half_step * all.units.sqrt();
                Some(self.mean(half_step, &all, trials))
            }
            Law::Poisson { .. } | Law::EProcess | Law::Bonferroni { .. } => None,
        }
    }

    fn quadratic(
        &self,
        df: u64,
        ln_lattice_volume: f64,
        all: &StatisticOfOne,
        trials: u64,
    ) -> SightEstimate {
        let moments = KernelMoments::of(self, all, trials, df as f64);
        let pilot_error = moments.error(all.units);
        let simulated = (all.statistic - moments.own) / (all.units - 1.0);
        let of_counts =
            |tally| self.judge(tally, trials).map_or(0.0, |it| (it.statistic / it.units).max(0.0));
        let exact = match self.exact {
            Some(ExactExpectation::Counts { tally, noise }) => Some((of_counts(tally), *noise)),
            Some(ExactExpectation::Noncentrality(lambda)) => Some((*lambda, 0.0)),
            _ => None,
        };
        let (lambda, error, clear) = match exact {
            Some((lambda, noise)) => (lambda, 0.0, lambda > noise),
            None => (simulated, pilot_error, simulated > CLEAR * pilot_error),
        };
        let spread = moments.spread(df as f64, lambda, simulated > CLEAR * pilot_error);
        let sight = Sight::Quadratic(Quadratic { df, ln_lattice_volume, lambda, spread });
        SightEstimate { sight, error, exact: exact.is_some(), clear }
    }

    fn mean(&self, half_step: f64, all: &StatisticOfOne, trials: u64) -> SightEstimate {
        let statistics: Vec<f64> = self.batches(trials).map(|batch| batch.statistic).collect();
        let spread = match variance(&statistics) {
            Some((seen, error)) if (seen - 1.0).abs() > CLEAR * error => seen.sqrt(),
            _ => 1.0,
        };
        let error = spread / all.units.sqrt();
        let simulated = all.statistic / all.units.sqrt();
        let of_counts = |tally| {
            self.judge(tally, trials).map_or(0.0, |judged| judged.statistic / judged.units.sqrt())
        };
        let exact = match self.exact {
            Some(ExactExpectation::Counts { tally, .. }) => Some(of_counts(tally)),
            Some(ExactExpectation::Effect(effect)) => Some(effect / self.effect_of_one(trials)),
            _ => None,
        };
        let (shift, error) = exact.map_or((simulated, error), |shift| (shift, 0.0));
        // The rounding error of an exact shift is far below this bound.
        let clear = shift.abs() > (CLEAR * error).max(1e-11);
        let sight = Sight::Mean(Mean { shift, spread, half_step });
        SightEstimate { sight, error, exact: exact.is_some(), clear }
    }

    /// The effect that corresponds to one standard deviation of one deck.
    fn effect_of_one(&self, trials: u64) -> f64 {
        let judgement = self.metric.judge_one_for(self.index, &self.pilot.total, trials);
        let sensitivity = judgement.and_then(|judgement| judgement.evidence()?.sensitivity);
        sensitivity.map_or(1.0, |one| one.scale * (one.trials as f64).sqrt())
    }

    fn judge_as_they_are(&self, tally: &Tally, trials: u64) -> Option<StatisticOfOne> {
        let Score { statistic, law, units } = self.metric.score_for(self.index, tally, trials)?;
        Some(StatisticOfOne { statistic, law, units: units as f64 })
    }

    /// Judges counts. If there are too few decks, the counts are multiplied and the statistic is scaled back.
    fn judge(&self, tally: &Tally, trials: u64) -> Option<StatisticOfOne> {
        let times = self.fewest.div_ceil(tally.trials().max(1));
        if times <= 1 {
            return self.judge_as_they_are(tally, trials);
        }
        let cells = tally.cells().iter().map(|count| count * times).collect();
        let judged =
            self.judge_as_they_are(&Tally::of_counts(tally.trials() * times, cells), trials)?;
        let times = times as f64;
        let units = judged.units / times;
        Some(match judged.law {
            Law::ChiSquare { df, ln_lattice_volume } => StatisticOfOne {
                statistic: judged.statistic / times,
                law: Law::ChiSquare {
                    df,
                    ln_lattice_volume: ln_lattice_volume + 0.5 * df as f64 * times.ln(),
                },
                units,
            },
            Law::Normal { half_step } | Law::Sum { half_step } => StatisticOfOne {
                statistic: judged.statistic / times.sqrt(),
                law: Law::Normal { half_step: half_step * times.sqrt() },
                units,
            },
            law => StatisticOfOne { law, units, ..judged },
        })
    }

    fn batches(&self, trials: u64) -> impl Iterator<Item = StatisticOfOne> {
        self.pilot.batches.iter().filter_map(move |batch| self.judge(batch, trials))
    }
}

/// Moments of the kernel of a chi-square test, estimated from the pilot.
struct KernelMoments {
    /// `E k(x, x)`; df unless it clearly differs from that.
    own: f64,
    /// A and zeta with their standard errors, if there were batches.
    parts: Option<[(f64, f64); 2]>,
    df: f64,
}

impl KernelMoments {
    fn of(known: &SubjectTest<'_>, all: &StatisticOfOne, trials: u64, df: f64) -> Self {
        let (own, error) = Self::own(known, all, trials).unwrap_or((df, 0.0));
        let differs = (own - df).abs() > 1e-6 * df + CLEAR * error;
        let own = if differs { own } else { df };
        Self { own, parts: Self::parts(known, all, trials), df }
    }

    /// `E k(x, x)` with its standard error. For linked pairs of decks it includes what a pair shares with the next,
    /// so it is estimated from the batches, without their noncentrality.
    fn own(known: &SubjectTest<'_>, all: &StatisticOfOne, trials: u64) -> Option<(f64, f64)> {
        let judged = |tallies: &[Tally]| -> Vec<StatisticOfOne> {
            tallies.iter().filter_map(|tally| known.judge(tally, trials)).collect()
        };
        let sample = judged(if known.linked { &known.pilot.batches } else { &known.pilot.singles });
        let statistics: Vec<f64> = sample.iter().map(|one| one.statistic).collect();
        let number = statistics.len() as f64;
        let error = (variance(&statistics)?.0 / number).sqrt();
        let mean = statistics.iter().sum::<f64>() / number;
        let units = sample.first()?.units;
        if !known.linked {
            return Some((mean, error));
        }
        let lambda = (all.statistic - mean) / (all.units - units);
        Some((mean - (units - 1.0) * lambda, error))
    }

    /// A and zeta, from the spread of the batches and of their common part with all other decks.
    fn parts(
        known: &SubjectTest<'_>,
        all: &StatisticOfOne,
        trials: u64,
    ) -> Option<[(f64, f64); 2]> {
        let total = &known.pilot.total;
        let whole = all.statistic * all.units;
        let (mut inner, mut outer, mut size) = (Vec::new(), Vec::new(), 0.0);
        for tally in &known.pilot.batches {
            let batch = known.judge(tally, trials)?;
            let others = known.judge(&without(total, tally), trials)?;
            let common = whole - others.statistic * others.units - batch.statistic * batch.units;
            inner.push(batch.statistic);
            outer.push(0.5 * common / others.units);
            size = batch.units;
        }
        let ((of_batch, batch_error), (of_common, common_error)) =
            (variance(&inner)?, variance(&outer)?);
        // Var of the sum of h over a batch; h is estimated from the other decks, with their noise.
        let shared = (of_common / size, common_error / size);
        let mut zeta = shared.0;
        let mut degenerate = 0.0;
        for _ in 0..3 {
            degenerate =
                (of_batch - 4.0 * zeta * (size - 1.0).powi(2) / size) * size / (size - 1.0);
            zeta = shared.0 - degenerate.max(0.0) / 2.0 / (all.units - size);
        }
        let error = batch_error + 4.0 * size * shared.1;
        Some([(degenerate.max(0.0), error), (zeta.max(0.0), shared.1)])
    }

    /// The standard error of a noncentrality that is estimated from this number of decks.
    fn error(&self, units: f64) -> f64 {
        let (degenerate, zeta) =
            self.parts.map_or((2.0 * self.df, 0.0), |[degenerate, zeta]| (degenerate.0, zeta.0));
        let degenerate = degenerate.max(2.0 * self.df);
        (degenerate / (units * units) + 4.0 * zeta / units).sqrt()
    }

    /// The spread: the noncentral law's, unless the decks clearly show another.
    ///
    /// The kernel is a scalar product, so without a noncentrality there is no zeta either, and zeta counts only if
    /// the decks show the noncentrality too. Without one, decks may vary more than near the uniform law; if they seem
    /// to vary less, some cells are too rare to occur in these decks.
    fn spread(&self, df: f64, lambda: f64, shown: bool) -> Spread {
        let Some([degenerate, zeta]) = self.parts else { return Spread::Noncentral };
        let above = |(seen, error): (f64, f64), near: f64| seen - near > CLEAR * error;
        let below = |(seen, error): (f64, f64), near: f64| near - seen > CLEAR * error;
        let more = above(degenerate, 2.0 * df);
        let other = below(degenerate, 2.0 * df)
            || above(zeta, lambda)
            || below(zeta, lambda)
            || self.own.to_bits() != df.to_bits();
        if more || (shown && other) {
            let linear = if shown { zeta.0 } else { lambda };
            Spread::Measured { own: self.own, degenerate: degenerate.0, linear }
        } else {
            Spread::Noncentral
        }
    }
}

/// All counts except a part's.
fn without(total: &Tally, part: &Tally) -> Tally {
    let cells = total.cells().iter().zip(part.cells()).map(|(all, some)| all - some).collect();
    Tally::of_counts(total.trials() - part.trials(), cells)
}

/// The variance of a sample, with its standard error; `None` for fewer than two.
fn variance(sample: &[f64]) -> Option<(f64, f64)> {
    let number = sample.len() as f64;
    if sample.len() < 2 {
        return None;
    }
    let mean = sample.iter().sum::<f64>() / number;
    let moment = |power: i32| {
        sample.iter().map(|value| (value - mean).powi(power)).sum::<f64>() / (number - 1.0)
    };
    let (second, fourth) = (moment(2), moment(4));
    Some((second, ((fourth - second * second).max(0.0) / number).sqrt()))
}
