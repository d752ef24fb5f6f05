//! The power of a scan: of the clearest thing that it saw in the pilot, and from how many decks on it would see that.

use super::{
    SpreadOf,
    sees::{ForecastNumbers, Sees},
};
use shuffle_metrics::{Judgement, LATER_DECKS, Law, distribution::binomial, effect_kind};

/// The clearest finding of a scan, as a share of the decks that is expected with one probability and came with
/// another. If it came too rarely, both are the probabilities of the opposite event.
pub(super) struct Sighted {
    expected: f64,
    /// The share that is certain, although it was picked among many.
    share: f64,
    error: f64,
    tails: u64,
}

impl Sighted {
    /// `None` if the scan did not judge, or counted no decks.
    pub(super) fn of(judgement: &Judgement) -> Option<Self> {
        let evidence = judgement.evidence()?;
        let (Law::Bonferroni { tails }, Some(seen)) = (evidence.law, &evidence.effect.extreme)
        else {
            return None;
        };
        if evidence.effect.kind != effect_kind::SHARE_OF_DECKS
            || !["decks", LATER_DECKS].contains(&seen.unit)
            || seen.of == 0
        {
            return None;
        }
        let too_often = seen.count as f64 >= seen.expected * seen.of as f64;
        let side = |share: f64| if too_often { share } else { 1.0 - share };
        let share = side(evidence.effect.value);
        let error = (share * (1.0 - share) / seen.of as f64).sqrt();
        Some(Self { expected: side(seen.expected), share, error, tails })
    }

    /// The minimum number of decks of `trials` that must show it for p to be at most e^`ln_level`.
    fn critical(&self, trials: u64, ln_level: f64) -> Option<u64> {
        let rejects = |count: u64| {
            binomial::ln_sf(count, trials, self.expected) + (self.tails as f64).ln() <= ln_level
        };
        let (mut too_few, mut enough) = (0, trials);
        if !rejects(enough) {
            return None;
        }
        while enough - too_few > 1 {
            let middle = too_few + (enough - too_few) / 2;
            if rejects(middle) { enough = middle } else { too_few = middle }
        }
        Some(enough)
    }
}

impl Sees for Sighted {
    fn power(&self, trials: u64, errors: f64, ln_level: f64) -> Option<f64> {
        let share = (self.share + errors * self.error).clamp(self.expected.min(self.share), 1.0);
        Some(match self.critical(trials, ln_level) {
            Some(critical) => binomial::ln_sf(critical, trials, share).exp(),
            None => 0.0,
        })
    }

    fn clear(&self, _: u64) -> bool {
        self.share > self.expected
    }

    fn numbers(&self, _: u64) -> Option<ForecastNumbers> {
        let scale = (self.expected * (1.0 - self.expected)).sqrt();
        let shift = (self.share - self.expected) / scale;
        let error = self.error / scale;
        Some(ForecastNumbers {
            law: "bonferroni",
            noncentrality: shift * shift,
            error: 2.0 * shift * error + error * error,
            exact: false,
            spread: SpreadOf::Law,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Fair coins against a share of 3/4, one of a million tails at level 1e-8.
    #[test]
    fn as_many_decks_are_needed_as_the_binomial_law_says() {
        let seen = Sighted { expected: 0.5, share: 0.75, error: 0.0, tails: 1_000_000 };
        let ln_level = 1e-8_f64.ln();
        let critical = seen.critical(400, ln_level).unwrap();
        let tail = |count| binomial::ln_sf(count, 400, 0.5) + 1e6_f64.ln();
        assert!(tail(critical) <= ln_level && tail(critical - 1) > ln_level);
        let power = |decks| seen.power(decks, 0.0, ln_level).unwrap();
        assert_eq!(power(40), 0.0);
        assert!(power(150) < 0.1 && power(600) > 0.999, "{} {}", power(150), power(600));
    }
}
