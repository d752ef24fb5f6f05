//! The total variation that decks show, and how much of it chance alone would show.
#![doc = include_str!("total_variation.md")]

use shuffle_metrics::{Frequencies, distribution::binomial, histogram::Histogram};

/// The total variation distance of counts from uniform.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct TotalVariation {
    /// `1/2 sum abs(O/N - p)`.
    pub(crate) value: f64,
    /// Its standard error: `sqrt(q (1 - q) / N)`, where q is the share of decks in cells with more than
    /// expected.
    pub(crate) standard_error: f64,
    /// The mean that chance alone would show.
    pub(crate) noise: f64,
}

impl TotalVariation {
    /// Of the number whose histogram this is; `None` without decks.
    pub(crate) fn of_histogram(histogram: &Histogram) -> Option<Self> {
        let law = histogram.law.iter().copied();
        Self::of(histogram.trials, histogram.counts.iter().copied().zip(law))
    }

    /// Of the orders; `None` without decks.
    pub(crate) fn of_orders(frequencies: &Frequencies) -> Option<Self> {
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
    fn a_fair_coin_is_a_little_off_and_a_histogram_without_decks_shows_nothing() {
        let seen = |trials, counts: &[u64]| {
            let (counts, law) = (counts.to_vec(), vec![0.5, 0.5]);
            TotalVariation::of_histogram(&Histogram { trials, counts, law, classes: None })
        };
        let of_100 = seen(100, &[60, 40]).unwrap();
        assert!((of_100.value - 0.1).abs() < 1e-12);
        assert!((of_100.noise - 0.039_794_6).abs() < 1e-6, "100 tosses are so far off on average");
        assert_eq!(seen(0, &[0, 0]), None);
    }
}
