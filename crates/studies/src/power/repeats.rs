//! Equal decks: the power of `collisions` and `repeats`.

use super::{expected::ExactExpectation, law::EqualPairs, spread::CLEAR};
use shuffle_metrics::{
    Evidence, Judgement, Law, Repeats, Tally,
    distribution::{normal, poisson},
    effect_kind,
};

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct EqualDecks {
    /// The metric, which knows how many pairs it compares.
    pub(super) repeats: Repeats,
    /// The estimate.
    pub(super) pairs: EqualPairs,
    /// The standard error of its chance: 0 if it is exact.
    pub(super) error: f64,
    /// True if it comes from the exact law.
    pub(super) exact: bool,
    /// True if decks are clearly equal more often than under the null law.
    pub(super) clear: bool,
}

impl EqualDecks {
    /// Computed from the judgements of a pilot, or from an exact law; `None` if none of them judged.
    pub(super) fn of(
        repeats: Repeats,
        judgements: &[Judgement],
        pilot: &Tally,
        exact: Option<&ExactExpectation>,
    ) -> Option<Self> {
        let evidence = judgements.iter().find_map(Judgement::evidence)?;
        let Law::Poisson { mean } = evidence.law else { return None };
        let decks = pilot.trials();
        let compared = repeats.pairs_compared(decks);
        let null = mean / compared;
        if let Some(ExactExpectation::Equal { two, three }) = exact {
            let triple = three.map_or(0.0, |three| three - two * two);
            let pairs = EqualPairs { null, chance: *two, triple };
            return Some(Self {
                repeats,
                pairs,
                error: 0.0,
                exact: true,
                clear: two / null > 1.0 + 1e-9,
            });
        }
        let share = compared / (decks as f64 * (decks as f64 - 1.0) / 2.0);
        let seen = pairs_seen(evidence, (decks as f64, share), mean);
        // At the same number of standard errors as everywhere.
        let clear =
            seen > mean && poisson::ln_sf(seen.round() as u64, mean) <= normal::ln_sf(CLEAR);
        let pairs = EqualPairs { null, chance: seen / compared, triple: 0.0 };
        Some(Self { repeats, pairs, error: seen.max(1.0).sqrt() / compared, exact: false, clear })
    }
}

/// The number of pairs of equal decks among those that were compared, a share of all pairs, from the effect.
fn pairs_seen(evidence: &Evidence, (decks, share): (f64, f64), mean: f64) -> f64 {
    match evidence.effect.kind {
        effect_kind::DISTINCT_DECKS => share * decks * (decks - 1.0) / 2.0 / evidence.effect.value,
        // Each deck repeats with every full period after it.
        effect_kind::PERIOD => {
            let periods = (decks / evidence.effect.value).floor();
            share * (periods * decks - evidence.effect.value * periods * (periods + 1.0) / 2.0)
        }
        effect_kind::LAG => evidence.statistic,
        effect_kind::DISTINCT_DECKS_AT_LEAST => 0.0,
        _ => (1.0 + evidence.effect.value) * mean,
    }
}
