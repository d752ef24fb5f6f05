//! Equal decks: the power of `collisions` and `repeats`.

use super::{expected::Exact, law::Pairs, spread::CLEAR};
use shuffle_metrics::{
    Evidence, Judgement, Tally,
    distribution::{normal, poisson},
    judgement::Law,
    tables::repeats::{DISTINCT_DECKS, DISTINCT_DECKS_AT_LEAST, KEPT, LAG, PERIOD},
};

/// The probability that two decks are equal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Equal {
    /// The estimate.
    pub(super) pairs: Pairs,
    /// The standard error of its chance: 0 if it is exact.
    pub(super) error: f64,
    /// True if it comes from the exact law.
    pub(super) exact: bool,
    /// True if decks are clearly equal more often than under the null law.
    pub(super) clear: bool,
}

impl Equal {
    /// Computed from the judgements of a pilot, or from an exact law; `None` if none of them judged.
    pub(super) fn of(
        judgements: &[Judgement],
        pilot: &Tally,
        exact: Option<&Exact>,
    ) -> Option<Self> {
        let evidence = judgements.iter().find_map(Judgement::evidence)?;
        let Law::Poisson { mean } = evidence.law else { return None };
        let kept = pilot.trials().min(KEPT as u64) as f64;
        let all = kept * (kept - 1.0) / 2.0;
        let null = mean / all;
        if let Some(Exact::Equal { two, three }) = exact {
            let triple = three.map_or(0.0, |three| three - two * two);
            let pairs = Pairs { null, chance: *two, triple };
            return Some(Self { pairs, error: 0.0, exact: true, clear: two / null > 1.0 + 1e-9 });
        }
        let seen = pairs_seen(evidence, kept, mean);
        // At the same number of standard errors as everywhere.
        let clear =
            seen > mean && poisson::ln_sf(seen.round() as u64, mean) <= normal::ln_sf(CLEAR);
        let pairs = Pairs { null, chance: seen / all, triple: 0.0 };
        Some(Self { pairs, error: seen.max(1.0).sqrt() / all, exact: false, clear })
    }
}

/// The number of pairs of equal decks among those kept, from the effect.
fn pairs_seen(evidence: &Evidence, kept: f64, mean: f64) -> f64 {
    match evidence.effect.name {
        DISTINCT_DECKS => kept * (kept - 1.0) / 2.0 / evidence.effect.value,
        // Each deck comes again with every full period after it.
        PERIOD => {
            let periods = (kept / evidence.effect.value).floor();
            periods * kept - evidence.effect.value * periods * (periods + 1.0) / 2.0
        }
        LAG => evidence.statistic,
        DISTINCT_DECKS_AT_LEAST => 0.0,
        _ => (1.0 + evidence.effect.value) * mean,
    }
}
