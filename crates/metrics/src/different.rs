//! The number of different decks: a fact that needs no test.
//!
//! Tests of positions or neighbors reject a thousand equal decks as well, but their numbers describe the one deck that came,
//! not what is wrong.

/// Up to this number, different decks are few whatever their shares.
const FEW: u64 = 10;

/// Counts spread by more standard deviations than this beyond the Poisson law are not equal shares of a pool.
const MOST_DEVIATIONS: f64 = 4.0;

/// The number of different decks, and how often they came.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DifferentDecks {
    /// The number of decks.
    pub trials: u64,
    /// The number of different decks.
    pub different: u64,
    /// The count of the commonest deck.
    pub most: u64,
    /// The count of the rarest deck that came.
    pub fewest: u64,
    /// The number of different decks expected of a fair shuffle.
    pub expected: f64,
    /// The variance of the counts of different decks, over their mean.
    dispersion: f64,
}

impl DifferentDecks {
    /// From the counts of decks that came, of `outcomes` that are possible; `None` without decks.
    #[must_use]
    pub fn of(counts: impl Iterator<Item = u64> + Clone, outcomes: f64) -> Option<Self> {
        let counts = counts.filter(|&count| count > 0);
        let (different, trials) = (counts.clone().count() as u64, counts.clone().sum::<u64>());
        let (most, fewest) = (counts.clone().max()?, counts.clone().min()?);
        let mean = trials as f64 / different as f64;
        let squares: f64 = counts.map(|count| (count as f64 - mean).powi(2)).sum();
        let expected =
            if outcomes.is_finite() { expected(trials as f64, outcomes) } else { trials as f64 };
        let dispersion = squares / different as f64 / mean;
        Some(Self { trials, different, most, fewest, expected, dispersion })
    }

    /// True if most decks are the same one.
    pub fn is_mostly_one(&self) -> bool {
        self.most > self.trials / 2
    }

    /// True if a few decks keep repeating where a fair shuffle gives others: one deck most of the time, up to ten
    /// different ones, or a pool whose decks come about equally often. A shuffle that hardly shuffles also repeats decks, but
    /// some much more often than others.
    pub fn are_few(&self) -> bool {
        let limit = self.expected.round().min(self.trials as f64);
        let spread = (2.0 / self.different.saturating_sub(1).max(1) as f64).sqrt();
        let is_pool = self.dispersion <= 1.0 + MOST_DEVIATIONS * spread;
        2.0 * self.different as f64 <= limit
            && (self.different <= FEW || self.is_mostly_one() || is_pool)
    }

    /// True if a fair shuffle would hardly repeat a deck among these.
    pub fn should_differ(&self) -> bool {
        self.expected > 0.9 * self.trials as f64
    }
}

/// The expected number of different decks among `decks` draws from a pool of `pool`.
pub(crate) fn expected(decks: f64, pool: f64) -> f64 {
    -pool * (decks * (-pool.recip()).ln_1p()).exp_m1()
}

/// The decks in their start order, and the decks in its reverse.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KnownCounts {
    /// Decks in their start order.
    pub start: u64,
    /// Decks in the reverse of the start order.
    pub reverse: u64,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn few(counts: &[u64], outcomes: f64) -> bool {
        DifferentDecks::of(counts.iter().copied(), outcomes).unwrap().are_few()
    }

    #[test]
    fn a_pool_is_few_and_a_weak_shuffle_is_not() {
        let large = 1e60;
        assert!(few(&[1_000], large) && few(&[2], large), "one deck");
        assert!(few(&[990, 4, 3, 2, 1], large) && few(&[450, 350, 200], large));
        assert!(few(&[4; 40], large), "40 decks, four times each");
        assert!(!few(&[1; 1_000], large) && !few(&[1; 1], large), "all differ");
        // One random swap of 52 cards: 1 deck in 52 stays as it was, the others are 1,326 different ones.
        let swap: Vec<u64> = [192].into_iter().chain((0..1_326).map(|i| 6 + i % 4)).collect();
        assert!(!few(&swap, large));
        // 24 of the 120 orders of five cards, as Sattolo's shuffle has them; all 6 orders of three cards.
        assert!(few(&[40; 24], 120.0) && !few(&[100, 120, 90, 110, 80, 100], 6.0));
        assert!(few(&[5], f64::INFINITY), "the orders of 200 cards");
    }
}
