//! The decks that costly tests count: all of the first, and later one run in four.
//!
//! Faults visible in a few hundred thousand decks are seen by then; faults that need more decks take up to four times
//! as many. The choice of counted decks depends only on the numbers of their trials, so tallies merge whatever the
//! blocks.

use shuffle_deck::LANES;

/// Trials that follow each other and are counted, or left out, together.
pub(crate) const RUN: u64 = 1 << 12;

/// One of every this many later runs is counted.
const ONE_IN: u64 = 4;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Thinned {
    /// The trials at the start that are all counted: a multiple of [`ONE_IN`] runs.
    pub(crate) all: u64,
}

impl Thinned {
    #[inline]
    pub(crate) fn is_counted(self, trial: u64) -> bool {
        trial < self.all || (trial / RUN).is_multiple_of(ONE_IN)
    }

    /// The number of decks counted among the first `trials`.
    pub(crate) fn counted(self, trials: u64) -> u64 {
        let (later, cycle) = (trials.saturating_sub(self.all), ONE_IN * RUN);
        trials.min(self.all) + later / cycle * RUN + (later % cycle).min(RUN)
    }

    /// True if, of decks from this trial on, each group of 64 is counted as a whole or not at all.
    pub(crate) fn keeps_groups(self, first_trial: u64, decks: u64) -> bool {
        first_trial.is_multiple_of(LANES as u64) || first_trial + decks <= self.all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decks_are_counted_by_the_numbers_of_their_trials() {
        let (thinned, mut sum) = (Thinned { all: 1 << 18 }, 0);
        for trial in 0..thinned.all + 9 * RUN {
            assert_eq!(thinned.counted(trial), sum, "{trial}");
            sum += u64::from(thinned.is_counted(trial));
        }
        assert_eq!(sum, thinned.all + 3 * RUN);
        assert!(thinned.keeps_groups(64, 1 << 30) && thinned.keeps_groups(1, 100));
        assert!(!thinned.keeps_groups(1, thinned.all));
    }
}
