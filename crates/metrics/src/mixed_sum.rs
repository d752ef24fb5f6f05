//! The law of a sum over decks that do not all have the same law: orders of different lengths.
//!
//! Some decks have one law, others another. The law of the sum is the convolution of them all: exact while it has few
//! values, else the saddle point of the sum of their cumulant functions, as in [`crate::sums`]. The number of decks
//! with an event whose chance differs from deck to deck is such a sum: its law is Poisson-binomial.

use crate::sums::{MOST_CONVOLVED, Saddle, Tilted, convolution, convolved, support, tails_of};

/// Laws, each with the number of decks that have it.
#[derive(Clone, Debug)]
pub(crate) struct MixedSum {
    /// From the first to the last value that has a probability.
    parts: Vec<(Vec<f64>, u64)>,
    /// The sum of the first values.
    least: u64,
}

impl MixedSum {
    /// The laws, as probabilities of 0, 1, 2, ..., with the decks that have each.
    pub(crate) fn new(laws: impl IntoIterator<Item = (Vec<f64>, u64)>) -> Self {
        let mut least = 0;
        let part = |(law, decks): (Vec<f64>, u64)| {
            let (first, last) = support(&law);
            least += first as u64 * decks;
            (law[first..=last].to_vec(), decks)
        };
        let parts = laws.into_iter().filter(|(_, decks)| *decks > 0).map(part).collect();
        Self { parts, least }
    }

    fn sum(&self, of: impl Fn(&[f64]) -> f64) -> f64 {
        self.parts.iter().map(|(law, decks)| *decks as f64 * of(law)).sum()
    }

    pub(crate) fn mean(&self) -> f64 {
        self.least as f64 + self.sum(|law| Tilted::of(law, 0.0).mean)
    }

    /// 0 if only one value is possible.
    pub(crate) fn deviation(&self) -> f64 {
        self.sum(|law| if law.len() > 1 { Tilted::of(law, 0.0).variance } else { 0.0 }).sqrt()
    }

    /// The largest possible sum, in steps above the least.
    fn steps(&self) -> u64 {
        let steps = |(law, decks): &(Vec<f64>, u64)| (law.len() as u64 - 1).saturating_mul(*decks);
        self.parts.iter().map(steps).fold(0, u64::saturating_add)
    }

    /// The logarithms of P(S >= sum) and P(S <= sum), for a possible sum.
    pub(crate) fn ln_tails(&self, sum: u64) -> [f64; 2] {
        let (steps, last) = (sum.saturating_sub(self.least), self.steps());
        let steps = steps.min(last);
        let is_one = matches!(self.parts[..], [(_, 1)]);
        if is_one || last < MOST_CONVOLVED {
            let laws = self.parts.iter().map(|(law, decks)| convolved(law, *decks));
            let law = laws.reduce(|sum, law| convolution(&sum, &law)).unwrap_or_else(|| vec![1.0]);
            let tails = tails_of(&law, steps as usize);
            if tails.iter().all(|tail| tail.is_finite()) {
                return tails;
            }
        }
        match steps {
            0 => [0.0, self.ln_least_of(|law| law[0])],
            _ if steps == last => [self.ln_least_of(|law| law[law.len() - 1]), 0.0],
            _ => self.ln_tails_by_saddle_point(steps),
        }
    }

    fn ln_least_of(&self, end: impl Fn(&[f64]) -> f64) -> f64 {
        self.sum(|law| end(law).ln())
    }

    /// The smallest tail that there is: the least sum, or the largest.
    pub(crate) fn ln_least(&self) -> f64 {
        self.ln_least_of(|law| law[0]).min(self.ln_least_of(|law| law[law.len() - 1]))
    }

    fn ln_tails_by_saddle_point(&self, steps: u64) -> [f64; 2] {
        let decks = self.sum(|_| 1.0);
        // The cumulant function of a deck that is picked at random among all of them, each with its own law.
        let tilted = |t: f64| {
            let mut mean = Tilted { cumulant: 0.0, mean: 0.0, variance: 0.0 };
            for (law, of_it) in &self.parts {
                let (one, share) = (Tilted::of(law, t), *of_it as f64 / decks);
                mean.cumulant += share * one.cumulant;
                mean.mean += share * one.mean;
                mean.variance += share * one.variance;
            }
            mean
        };
        let [from, to] = [-0.5, 0.5].map(|half| Saddle::of(&tilted, (steps as f64 + half) / decks));
        [from.ln_tail_beyond(decks, 0.0, 0.0)[0], to.ln_tail_beyond(decks, 0.0, 0.0)[1]]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{distribution::binomial, numbers::inversions};
    use std::f64::consts::LN_10;

    fn of_chances<const N: usize>(chances: [(f64, u64); N]) -> MixedSum {
        MixedSum::new(chances.map(|(chance, trials)| (vec![1.0 - chance, chance], trials)))
    }

    /// Three trials with the chance 1/2, two with 1/3 and one with 1/5: 64 outcomes.
    #[test]
    fn counts_with_several_chances_are_enumerated() {
        let chances = [0.5, 0.5, 0.5, 1.0 / 3.0, 1.0 / 3.0, 0.2];
        let law = of_chances([(0.5, 3), (1.0 / 3.0, 2), (0.25, 0), (0.2, 1)]);
        let mut counts = [0.0; 7];
        for outcome in 0_u32..64 {
            let of = |(at, chance): (usize, &f64)| match outcome >> at & 1 {
                1 => *chance,
                _ => 1.0 - chance,
            };
            counts[outcome.count_ones() as usize] +=
                chances.iter().enumerate().map(of).product::<f64>();
        }
        for count in 0..=6 {
            let [upper, lower] = law.ln_tails(count as u64).map(f64::exp);
            assert!((upper - counts[count..].iter().sum::<f64>()).abs() < 1e-14);
            assert!((lower - counts[..=count].iter().sum::<f64>()).abs() < 1e-14);
        }
        assert!((law.mean() - chances.iter().sum::<f64>()).abs() < 1e-12);
        let variance: f64 = chances.iter().map(|p| p * (1.0 - p)).sum();
        assert!((law.deviation().powi(2) - variance).abs() < 1e-12);
        assert!((law.ln_least() - counts[6].min(counts[0]).ln()).abs() < 1e-12);
    }

    #[test]
    fn with_one_chance_it_is_the_binomial_law_whatever_the_number_of_trials() {
        for trials in [1, 40, 8_191, 200_000] {
            let law = of_chances([(0.25, trials)]);
            for count in [0, trials / 8, trials / 4, trials / 4 + trials / 50, trials] {
                let [upper, lower] = law.ln_tails(count);
                let exact =
                    [binomial::ln_sf(count, trials, 0.25), binomial::ln_cdf(count, trials, 0.25)];
                for (exact, near) in exact.into_iter().zip([upper, lower]) {
                    assert!(
                        (exact - near).abs() < 0.01 + 1e-3 * exact.abs(),
                        "{count} of {trials}: {exact} {near}"
                    );
                }
            }
        }
    }

    #[test]
    fn saddle_points_meet_the_convolution_to_one_per_cent() {
        let laws = (3..=7).map(|n| (inversions::law(n), 20 + 3 * n as u64));
        let sum = MixedSum::new(laws.chain([(vec![0.0, 0.5, 0.5], 9)]));
        for steps in (1..sum.steps()).step_by(13) {
            let exact = sum.ln_tails(sum.least + steps);
            for (exact, near) in exact.into_iter().zip(sum.ln_tails_by_saddle_point(steps)) {
                let close = (exact - near).abs() < 0.01;
                assert!(close || exact < -LN_10 * 100.0, "{steps}: {exact} {near}");
            }
        }
    }

    #[test]
    fn a_sum_with_one_possible_value_is_certain() {
        let law = MixedSum::new([(vec![0.0, 1.0], 5)]);
        assert_eq!((law.ln_tails(5), law.mean(), law.deviation()), ([0.0, 0.0], 5.0, 0.0));
    }
}
