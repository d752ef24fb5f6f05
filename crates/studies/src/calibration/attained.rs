//! The levels that tests attain: less than the level itself where a law is discrete.

use crate::{levels::LEVELS, outcomes::KnownTest};
use shuffle_metrics::{Judgement, Law};

/// The tests that made these judgements, in their order, with the levels that they attain.
pub(super) fn known_tests(judgements: &[Judgement]) -> Vec<Option<KnownTest>> {
    let known = |judgement: &Judgement| {
        let law = judgement.evidence()?.law;
        let attainable = LEVELS.map(|level| attainable(law, level));
        Some(KnownTest { test: judgement.test, attainable, is_bound: law.is_bound() })
    };
    judgements.iter().map(known).collect()
}

/// The probability that the two-sided p-value of a law is at most the level.
///
/// If even a perfect fit is too probable to count as too good, the lower tail can never reject, and its
/// half of the level is lost.
fn attainable(law: Law, level: f64) -> f64 {
    let reached = |statistic| law.p_value(statistic).0.ln() <= level.ln();
    match law {
        Law::Poisson { mean } => {
            // Larger numbers of events have a negligible probability.
            let last = (mean + 40.0 * mean.sqrt() + 40.0) as u64;
            let (mut probability, mut size) = ((-mean).exp(), 0.0);
            for events in 0..=last {
                if reached(events as f64) {
                    size += probability;
                }
                probability *= mean / (events + 1) as f64;
            }
            size
        }
        Law::ChiSquare { .. } if !reached(0.0) => level / 2.0,
        _ => level,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_discrete_law_attains_less_than_the_level() {
        // P(X >= 4) = .0190, P(X >= 5) = .0037 for mean 1: doubled, only the latter is below .01.
        let size = attainable(Law::Poisson { mean: 1.0 }, 0.01);
        assert!((size - 0.003_659_85).abs() < 1e-7, "{size}");
        // Exactly half of 2000 coins fall heads in 1.8 % of all cases: no fit is too good at .01.
        let coins = Law::pearson([1000.0, 1000.0].into_iter());
        assert_eq!((attainable(coins, 0.01), attainable(coins, 0.05)), (0.005, 0.05));
        assert_eq!(attainable(Law::pearson([100.0; 50].into_iter()), 0.01), 0.01);
    }
}
