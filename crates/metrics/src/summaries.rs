//! Summaries of single trials that a tally holds next to its counts, filed by the number of the trial.
#![doc = include_str!("summaries.md")]

use std::{
    iter::{once, successors},
    ops::Range,
};

/// The trials that have summaries and the length of each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SummarySize {
    trials: u64,
    words: usize,
    /// The trials at the beginning of each doubling that have summaries, too.
    later: u64,
}

impl SummarySize {
    pub(crate) const NONE: Self = Self { trials: 0, words: 0, later: 0 };

    /// The most trials that have summaries, where these are short.
    pub(crate) const TRIALS: u64 = 1 << 17;

    /// The most words of these: 64 bytes.
    pub(crate) const WORDS: usize = 16;

    /// The most words of all summaries of a tally together: 8 MiB.
    const ALL_WORDS: u64 = Self::TRIALS * Self::WORDS as u64;

    /// The most trials that have summaries of `words` words.
    pub(crate) const fn most(words: usize) -> u64 {
        Self::ALL_WORDS / words as u64
    }

    /// Summaries of `words` words for each of the first `trials` trials.
    pub(crate) const fn new(trials: u64, words: usize) -> Self {
        assert!(words > 0, "a summary has words");
        assert!(trials <= Self::most(words), "summaries take 8 MiB at most");
        Self { trials, words, later: 0 }
    }

    /// The same, and of each doubling of the number of trials from then on the first `later` trials: with 4,096
    /// trials those from 4,096, 8,192, 16,384, ... on.
    pub(crate) const fn with_later(self, later: u64) -> Self {
        assert!(
            later <= self.trials,
            "a sample of later trials is smaller than what was there before"
        );
        Self { later, ..self }
    }

    pub(crate) const fn words(self) -> usize {
        self.words
    }

    /// The number of the first trials that all have summaries.
    #[must_use]
    pub const fn trials(self) -> u64 {
        self.trials
    }

    /// The number of trials that have summaries once `trials` were counted.
    #[must_use]
    pub fn of_trials(self, counted: u64) -> u64 {
        self.stretches(0, counted).map(|stretch| stretch.end - stretch.start).sum()
    }

    /// The stretches of a block of trials that have summaries, counted from its first.
    pub(crate) fn of_block(self, first: u64, trials: usize) -> impl Iterator<Item = Range<usize>> {
        let within = move |trial: u64| (trial - first) as usize;
        self.stretches(first, first.saturating_add(trials as u64))
            .map(move |stretch| within(stretch.start)..within(stretch.end))
    }

    /// The stretches from `first` to `end` that lie within the first trials, or those at the beginning of each
    /// doubling.
    fn stretches(self, first: u64, end: u64) -> impl Iterator<Item = Range<u64>> {
        let doubling = |&start: &u64| start.checked_mul(2);
        let starts = successors((self.later > 0).then_some(self.trials), doubling);
        let later = starts.map(move |start| start..start.saturating_add(self.later));
        once(0..self.trials)
            .chain(later)
            .take_while(move |stretch| stretch.start < end)
            .map(move |stretch| stretch.start.max(first)..stretch.end.min(end))
            .filter(|stretch| !stretch.is_empty())
    }
}

/// The same trial was summarized twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("trial {0} was counted twice")]
pub struct SameTrial(pub u64);

/// Summaries of trials that follow each other.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
struct Consecutive {
    first: u64,
    words: Vec<u32>,
}

/// Summaries by the numbers of their trials.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "UncheckedSummaries", into = "UncheckedSummaries"))]
pub struct Summaries {
    width: usize,
    /// In order, with a gap between any two.
    runs: Vec<Consecutive>,
}

#[cfg(feature = "serde")]
#[derive(Clone, serde::Serialize, serde::Deserialize)]
struct UncheckedSummaries {
    width: usize,
    runs: Vec<Consecutive>,
}

#[cfg(feature = "serde")]
impl From<Summaries> for UncheckedSummaries {
    fn from(Summaries { width, runs }: Summaries) -> Self {
        Self { width, runs }
    }
}

#[cfg(feature = "serde")]
impl TryFrom<UncheckedSummaries> for Summaries {
    type Error = String;

    fn try_from(UncheckedSummaries { width, runs }: UncheckedSummaries) -> Result<Self, String> {
        let mut summaries = Self { width, runs: Vec::with_capacity(runs.len()) };
        for run in runs {
            if width == 0 || run.words.is_empty() || !run.words.len().is_multiple_of(width) {
                return Err(format!("{} words are no summaries of {width}", run.words.len()));
            }
            summaries.insert(run).map_err(|same| same.to_string())?;
        }
        Ok(summaries)
    }
}

impl Summaries {
    /// True if there are none.
    pub fn is_empty(&self) -> bool {
        self.runs.is_empty()
    }

    pub(crate) fn width(&self) -> usize {
        self.width
    }

    /// All summaries with the numbers of their trials, in order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (u64, &[u32])> {
        self.runs.iter().flat_map(|run| (run.first..).zip(run.words.chunks_exact(self.width)))
    }

    /// Files the summaries of trials that follow each other, `width` words each.
    pub(crate) fn file(
        &mut self,
        width: usize,
        first: u64,
        words: Vec<u32>,
    ) -> Result<(), SameTrial> {
        if words.is_empty() {
            return Ok(());
        }
        assert!(self.width == 0 || self.width == width, "summaries belong to one metric");
        self.width = width;
        self.insert(Consecutive { first, words })
    }

    /// Adds the summaries of another tally of the same metric.
    pub(crate) fn merge(&mut self, other: &Self) -> Result<(), SameTrial> {
        for run in &other.runs {
            self.check(run)?;
        }
        for run in &other.runs {
            self.file(other.width, run.first, run.words.clone())?;
        }
        Ok(())
    }

    fn trials(&self, run: &Consecutive) -> usize {
        run.words.len() / self.width
    }

    fn end(&self, run: &Consecutive) -> u64 {
        run.first + self.trials(run) as u64
    }

    /// The place of a run among the others, where it has no trial in common with them.
    fn check(&self, run: &Consecutive) -> Result<usize, SameTrial> {
        let place = self.runs.partition_point(|other| other.first < run.first);
        if let Some(before) = place.checked_sub(1)
            && self.end(&self.runs[before]) > run.first
        {
            return Err(SameTrial(run.first));
        }
        match self.runs.get(place) {
            Some(after) if after.first < self.end(run) => Err(SameTrial(after.first)),
            _ => Ok(place),
        }
    }

    fn insert(&mut self, run: Consecutive) -> Result<(), SameTrial> {
        let mut place = self.check(&run)?;
        let end = self.end(&run);
        match place.checked_sub(1) {
            Some(before) if self.end(&self.runs[before]) == run.first => {
                self.runs[before].words.extend(run.words);
                place = before;
            }
            _ => self.runs.insert(place, run),
        }
        if self.runs.get(place + 1).is_some_and(|after| after.first == end) {
            let after = self.runs.remove(place + 1);
            self.runs[place].words.extend(after.words);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Summaries of two words, which identify the trial.
    fn of(trials: std::ops::Range<u64>) -> Summaries {
        let mut summaries = Summaries::default();
        let words = trials.clone().flat_map(|trial| [trial as u32, 1000 - trial as u32]).collect();
        summaries.file(2, trials.start, words).unwrap();
        summaries
    }

    fn merged<'a>(parts: impl IntoIterator<Item = &'a Summaries>) -> Result<Summaries, SameTrial> {
        let mut sum = Summaries::default();
        parts.into_iter().try_for_each(|part| sum.merge(part))?;
        Ok(sum)
    }

    #[test]
    fn later_trials_are_those_at_the_beginning_of_each_doubling() {
        let size = SummarySize::new(8, 1).with_later(2);
        let of = |first, trials| -> Vec<Range<usize>> { size.of_block(first, trials).collect() };
        assert_eq!(of(0, 40), [0..8, 8..10, 16..18, 32..34]);
        assert_eq!(of(9, 8), [0..1, 7..8], "trials 9 and 16");
        assert!(of(18, 14).is_empty());
        assert_eq!(size.of_trials(40), 14);
    }

    proptest! {
        #[test]
        fn they_merge_to_the_same_in_any_order_and_any_grouping(
            mut cuts in prop::collection::vec(0..=60_u64, 1..12),
            keep in prop::collection::vec(any::<bool>(), 13),
            (order, groups) in (any::<prop::sample::Index>(), 1..5_usize),
        ) {
            cuts.extend([0, 60]);
            cuts.sort_unstable();
            // Some parts are missing: gaps stay gaps.
            let kept = cuts.windows(2).zip(&keep).filter(|(_, keep)| **keep);
            let mut parts: Vec<Summaries> = kept.map(|(ends, _)| of(ends[0]..ends[1])).collect();
            let whole = merged(&parts).unwrap();
            let len = |some: &Summaries| some.iter().count();
            prop_assert_eq!(len(&whole), parts.iter().map(len).sum::<usize>());
            if !parts.is_empty() {
                let turn = order.index(parts.len());
                parts.rotate_left(turn);
                parts.reverse();
            }
            let sums: Vec<_> = parts.chunks(groups).map(|some| merged(some).unwrap()).collect();
            prop_assert_eq!(merged(&sums).unwrap(), whole.clone());
            for (trial, words) in whole.iter() {
                prop_assert_eq!(words, [trial as u32, 1000 - trial as u32]);
            }
            let text = serde_json::to_string(&whole).unwrap();
            prop_assert_eq!(serde_json::from_str::<Summaries>(&text).unwrap(), whole);
        }
    }

    #[test]
    fn the_same_trial_twice_is_refused_in_every_order_and_changes_nothing() {
        let parts = [of(0..10), of(10..20), of(19..30)];
        for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
            assert_eq!(merged(order.map(|part| &parts[part])), Err(SameTrial(19)));
        }
        let mut some = of(5..15);
        assert_eq!(some.merge(&merged([&of(0..3), &of(12..13)]).unwrap()), Err(SameTrial(12)));
        assert_eq!(some, of(5..15));
        assert_eq!(SameTrial(7).to_string(), "trial 7 was counted twice");
    }

    #[test]
    fn only_the_first_trials_have_summaries() {
        let size = SummarySize::new(SummarySize::TRIALS, 1);
        let last = SummarySize::TRIALS - 1;
        let of = |size: SummarySize, first| size.of_block(first, 1000).next();
        assert_eq!(of(size, 0), Some(0..1000));
        assert_eq!(of(size, last), Some(0..1));
        assert_eq!(of(size, last + 1), None);
        assert_eq!(of(SummarySize::NONE, 0), None);
        assert_eq!(SummarySize::new(128, 256).words(), 256);
    }

    #[test]
    fn a_file_of_something_else_is_refused() {
        for text in [
            r#"{"width":2,"runs":[{"first":0,"words":[1,2,3]}]}"#,
            r#"{"width":0,"runs":[{"first":0,"words":[]}]}"#,
            r#"{"width":1,"runs":[{"first":0,"words":[1,2]},{"first":1,"words":[5]}]}"#,
        ] {
            assert!(serde_json::from_str::<Summaries>(text).is_err(), "{text}");
        }
    }

    #[test]
    #[should_panic(expected = "8 MiB")]
    fn summaries_are_bounded() {
        let _ = SummarySize::new(SummarySize::TRIALS, SummarySize::WORDS + 1);
    }
}
