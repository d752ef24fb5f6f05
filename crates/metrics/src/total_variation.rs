//! The total variation that decks show, and how much of it chance alone would show.
//!
//! Of counts O over cells with the probabilities p under uniformity, N decks in all, it is
//! `1/2 sum abs(O/N - p)`. This is an estimate, not a test: it is never 0, since counts scatter, and lies
//! above the truth by up to the *noise floor*, its own mean for a uniform shuffle,
//!
//! ```text
//! 1/(2N) sum E abs(X - N p),  X ~ B(N, p),  E abs(X - N p) = 2 v (1 - p) P(X = v),  v = floor(N p) + 1
//! ```
//!
//! (de Moivre's formula; see Diaconis and Zabell 1991, Statistical Science 6(3)). Nothing is subtracted:
//! far above the floor the scatter of single cells averages out, at the floor nothing is known.
//!
//! The total variation of a count is that of the whole law only where the count is sufficient, that is
//! where all orders with the same count are equally likely; else it is a lower bound.

use crate::{distribution::binomial, histogram::Histogram, permutations::Frequencies};

/// The total variation distance of counts from uniform.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TotalVariation {
    /// `1/2 sum abs(O/N - p)`.
    pub value: f64,
    /// Its standard error: `sqrt(q (1 - q) / N)`, where q is the share of decks in cells with more than
    /// expected.
    pub standard_error: f64,
    /// The mean that chance alone would show.
    pub noise: f64,
}

impl TotalVariation {
    /// Of the number whose histogram this is; `None` without decks.
    ///
    /// ```
    /// use shuffle_metrics::{histogram::Histogram, total_variation::TotalVariation};
    ///
    /// let histogram = Histogram { trials: 100, counts: vec![60, 40], law: vec![0.5, 0.5], classes: None };
    /// let seen = TotalVariation::of_histogram(&histogram).unwrap();
    /// assert!((seen.value - 0.1).abs() < 1e-12);
    /// // 100 tosses of a fair coin are 0.0398 off on average.
    /// assert!((seen.noise - 0.039_794_6).abs() < 1e-6);
    /// ```
    #[must_use]
    pub fn of_histogram(histogram: &Histogram) -> Option<Self> {
        let law = histogram.law.iter().copied();
        Self::of(histogram.trials, histogram.counts.iter().copied().zip(law))
    }

    /// Of the orders; `None` without decks.
    #[must_use]
    pub fn of_orders(frequencies: &Frequencies) -> Option<Self> {
        let uniform = 1.0 / frequencies.counts.len() as f64;
        let cells = frequencies.counts.iter().map(|&count| (count, uniform));
        Self::of(frequencies.trials, cells)
    }

    fn of(trials: u64, cells: impl Iterator<Item = (u64, f64)>) -> Option<Self> {
        if trials == 0 {
            return None;
        }
        let n = trials as f64;
        let (mut off, mut above, mut noise) = (0.0, 0.0, 0.0);
        // Orders all have the same expectation.
        let mut last = (f64::NAN, 0.0);
        for (count, p) in cells {
            if last.0 != p {
                last = (p, scatter(trials, p));
            }
            let share = count as f64 / n;
            off += (share - p).abs();
            above += if share > p { share } else { 0.0 };
            noise += last.1;
        }
        let above = f64::clamp(above, 0.0, 1.0);
        let standard_error = (above * (1.0 - above) / n).sqrt();
        Some(Self { value: off / 2.0, standard_error, noise: noise / (2.0 * n) })
    }
}

/// The mean of |X - N p| for X of B(N, p).
fn scatter(trials: u64, p: f64) -> f64 {
    let over = (trials as f64 * p).floor() as u64 + 1;
    if p <= 0.0 || over > trials {
        return 0.0;
    }
    let tail = |least| binomial::ln_sf(least, trials, p).exp();
    let exactly = tail(over) - if over < trials { tail(over + 1) } else { 0.0 };
    2.0 * over as f64 * (1.0 - p) * exactly
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scatter_is_the_sum_over_all_counts() {
        for (trials, p) in [(1_u64, 0.5_f64), (7, 0.3), (30, 1.0 / 6.0), (40, 0.01), (12, 0.999)] {
            let pmf = |x: u64| {
                let choose: f64 = (0..x).map(|i| (trials - i) as f64 / (x - i) as f64).product();
                choose * p.powi(x as i32) * (1.0 - p).powi((trials - x) as i32)
            };
            let mean: f64 =
                (0..=trials).map(|x| pmf(x) * (x as f64 - trials as f64 * p).abs()).sum();
            let formula = scatter(trials, p);
            assert!(
                (formula - mean).abs() < 1e-12 * (1.0 + mean),
                "{trials} {p}: {formula} {mean}"
            );
        }
    }

    #[test]
    fn cells_that_never_come_have_no_scatter() {
        assert_eq!(scatter(1_000, 0.0), 0.0);
        assert_eq!(scatter(1_000, 1.0), 0.0);
    }

    #[test]
    fn a_histogram_without_decks_shows_nothing() {
        let histogram =
            Histogram { trials: 0, counts: vec![0, 0], law: vec![0.5, 0.5], classes: None };
        assert_eq!(TotalVariation::of_histogram(&histogram), None);
    }
}
