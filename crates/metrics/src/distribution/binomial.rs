//! The binomial law: exact tests and exact intervals of one proportion.
#![doc = include_str!("binomial.md")]

use super::gamma::digits_of_statrs;
use super::root::root;
use super::saddle_point::{deviance, ln_complement, stirling_error};
use statrs::function::beta::beta_reg;
use std::f64::consts::PI;

/// Up to this number of trials the tails of statrs agree with 30-digit values to 1e-11.
const MOST_STATRS_TRIALS: f64 = 2000.0;

/// A confidence interval of a probability, both ends included.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ProportionInterval {
    /// The lower end.
    pub low: f64,
    /// The upper end, never below `low`.
    pub high: f64,
}

/// ln P(X >= `successes`) for X successes in `trials` with this probability each.
///
/// Relative error of the probability below 1e-11 down to 1e-300, of the logarithm beyond. Exactly
/// 0 for no successes; negative infinity for what cannot happen. Trials up to 2^53.
///
/// # Panics
///
/// If `probability` is not between 0 and 1, ends included.
pub fn ln_sf(successes: u64, trials: u64, probability: f64) -> f64 {
    let chance = Chance::new(probability);
    if successes == 0 { 0.0 } else { ln_at_least(successes as f64, trials as f64, chance) }
}

/// ln P(X <= `successes`), as accurate as [`ln_sf`]: the failures' tail.
///
/// # Panics
///
/// If `probability` is not between 0 and 1, ends included.
pub fn ln_cdf(successes: u64, trials: u64, probability: f64) -> f64 {
    let chance = Chance::new(probability);
    if successes >= trials {
        0.0
    } else {
        ln_at_least((trials - successes) as f64, trials as f64, chance.other())
    }
}

/// The exact (Clopper-Pearson) confidence interval of a probability.
///
/// `low` is the p with P(X >= successes) = (1 - confidence)/2 and `high` the one with
/// P(X <= successes) = (1 - confidence)/2, so the interval covers the truth with at least the
/// stated confidence, whatever it is. Both ends have relative error below 1e-12, and so has
/// `1 - high` where it is not below 1e-4. No trials give the whole range from 0 to 1.
///
/// # Panics
///
/// If `successes` is above `trials`, or `confidence` not strictly between 0 and 1.
pub fn clopper_pearson(successes: u64, trials: u64, confidence: f64) -> ProportionInterval {
    assert!(successes <= trials, "{successes} successes in {trials} trials");
    assert!(confidence > 0.0 && confidence < 1.0, "a confidence cannot be {confidence}");
    let ln_miss = (0.5 * (1.0 - confidence)).ln();
    let n = trials as f64;
    let limit = |k: u64| {
        // The log odds at which at least k of n successes have the probability of a miss.
        let excess = |t: f64| ln_at_least(k as f64, n, Chance::from_log_odds(t)) - ln_miss;
        Chance::from_log_odds(root(excess, -745.0, 745.0))
    };
    ProportionInterval {
        low: if successes == 0 { 0.0 } else { limit(successes).p },
        high: if successes == trials { 1.0 } else { limit(trials - successes).q },
    }
}

/// A probability and its complement, each with all its digits.
#[derive(Clone, Copy)]
struct Chance {
    p: f64,
    q: f64,
}

impl Chance {
    fn new(p: f64) -> Self {
        assert!((0.0..=1.0).contains(&p), "a probability cannot be {p}");
        Self { p, q: 1.0 - p }
    }

    fn from_log_odds(t: f64) -> Self {
        Self { p: (1.0 + (-t).exp()).recip(), q: (1.0 + t.exp()).recip() }
    }

    fn other(self) -> Self {
        Self { p: self.q, q: self.p }
    }
}

/// ln P(X = k).
fn ln_pmf(k: f64, n: f64, chance: Chance) -> f64 {
    let ln = |p: f64, q: f64| if p < 0.5 { p.ln() } else { (-q).ln_1p() };
    let Chance { p, q } = chance;
    if k == 0.0 {
        return n * ln(q, p);
    }
    if k == n {
        return n * ln(p, q);
    }
    stirling_error(n)
        - stirling_error(k)
        - stirling_error(n - k)
        - deviance(k, n * p)
        - deviance(n - k, n * q)
        - 0.5 * (2.0 * PI * k * ((n - k) / n)).ln()
}

/// ln P(X >= k) for k >= 1, by the smaller of the two tails.
fn ln_at_least(k: f64, n: f64, chance: Chance) -> f64 {
    if k > n {
        f64::NEG_INFINITY
    } else if k > n * chance.p {
        ln_sum_upwards(k, n, chance)
    } else {
        ln_complement(ln_sum_upwards(n - k + 1.0, n, chance.other()).min(0.0))
    }
}

/// ln of P(X = k) + P(X = k+1) + ..., for k not below the mode, where the terms fall.
fn ln_sum_upwards(k: f64, n: f64, chance: Chance) -> f64 {
    // Only there does statrs compute this tail and not one minus the other.
    let direct = chance.p > 0.0 && chance.p < (k + 1.0) / (n + 3.0);
    if n <= MOST_STATRS_TRIALS
        && direct
        && let Some(ln_tail) = digits_of_statrs(beta_reg(k, n - k + 1.0, chance.p))
    {
        return ln_tail;
    }
    let odds = chance.p / chance.q;
    let (mut sum, mut term, mut i) = (1.0, 1.0, k);
    while i < n {
        let ratio = (n - i) / (i + 1.0) * odds;
        term *= ratio;
        sum += term;
        i += 1.0;
        // The ratios fall, so what is left is less than a geometric series.
        if term * ratio <= 1e-17 * sum * (1.0 - ratio) {
            break;
        }
    }
    ln_pmf(k, n, chance) + f64::ln(sum)
}
