//! Metrics that read one whole number off each deck and know its law.
//!
//! The number of fixed points, of cycles, of inversions, the class of a poker hand: each is a [`IntegerStatistic`],
//! and counting it, pooling its law, judging the histogram and showing it is written here, once.

use crate::{
    Card, Decks, Judgement, Shape, Tally,
    classes::ValueCells,
    distribution::Edgeworth,
    effect_kind,
    histogram::{self, Bins, Histogram},
    judgement::{Deviates, Effect, Interval, Outcome, Score, Sensitivity},
    largest,
    memo::Memo,
    metric::{Exhibit, Metric, MetricEntry, NotApplicable, TestEntry},
    numbers::MOST_CELLS,
    place::Place,
    sums::{MOST_CONVOLVED, convolved, tails_of},
    views::Columns,
};
use shuffle_deck::{Column, DrawKind, LANES};
use std::{f64::consts::LN_2, sync::Arc};

pub use crate::histogram::FEWEST_TRIALS;

/// The test of the mean of a number over all decks.
#[derive(Clone, Copy, Debug)]
pub struct Mean {
    /// The counted thing, in the plural: `inversions`.
    pub noun: &'static str,
    /// The test.
    pub test: TestEntry,
}

/// A whole number that every deck has, with its law under uniformity.
pub trait IntegerStatistic: Sized + Send + Sync {
    /// Its test.
    const TEST: TestEntry;

    /// The test of its mean, where the number counts something, so that more of it means something.
    const MEAN: Option<Mean> = None;

    /// True if the test is made when nothing else is asked for.
    const IN_BATTERY: bool = true;

    /// True if its law ends at [`MOST_CELLS`] values, and larger ones are counted as the last.
    const ENDS_EARLY: bool = false;

    /// True if single values are judged where trials are too few for a histogram: where there is no mean, which shows most then.
    const NAMES_FEW: bool = Self::MEAN.is_none();

    /// The kinds of what is drawn of which it is a number.
    const DRAWS: &'static [DrawKind] = &[DrawKind::Order];

    /// Space to work in, kept from deck to deck.
    type Scratch: Default;

    /// For decks of this shape.
    ///
    /// # Errors
    ///
    /// [`NotApplicable`] where the number makes no sense, or its law would take too long.
    fn new(shape: Shape) -> Result<Self, NotApplicable>;

    /// The probabilities of the values 0, 1, 2, ... under uniformity.
    ///
    /// It may end early: values beyond its end are counted in its last cell, whose probability is that
    /// of all of them together.
    fn law(&self) -> Vec<f64>;

    /// The law by its cumulants, and the largest value, where decks are too large for a table; then values are
    /// counted in [classes](crate::classes), and [`IntegerStatistic::law`] is not asked for.
    fn approximated(&self) -> Option<(Edgeworth, u64)> {
        None
    }

    /// A value of it in words: "the hand one pair".
    fn value_in_words(&self, value: usize) -> Place {
        Place::from("the value ").number(value)
    }

    /// The number of this deck.
    fn of<C: Card>(&self, row: &[C], scratch: &mut Self::Scratch) -> usize;

    /// Reads the numbers of narrow decks off columns, 64 decks at a time, and hands them to `count`; says whether it
    /// did. Without it, or where it answers `false`, they are read off rows by [`IntegerStatistic::of`].
    ///
    /// `in_groups` does what all numbers have in common.
    fn in_columns(&self, _decks: &Decks<'_>, _count: impl FnMut(&[u16])) -> bool {
        false
    }
}

/// Hands the numbers of each group of 64 decks to `count`: `read` finds them lane by lane, of the cards or places in
/// `columns`. Says whether there are columns at all.
///
/// Lanes that have no deck may hold anything, and may get any number: they are not handed on.
pub(crate) fn in_groups(
    columns: Option<Columns<'_>>,
    read: impl Fn(&[Column], &mut [u16; LANES]),
    mut count: impl FnMut(&[u16]),
) -> bool {
    let Some(columns) = columns else { return false };
    for group in columns.groups() {
        let mut numbers = [0; LANES];
        read(group.columns, &mut numbers);
        count(&numbers[..group.lanes]);
    }
    true
}

/// Of more values none stands out.
const MOST_NAMED: usize = 512;

/// A value that stands out is reported if its p-value is below the whole histogram's by this factor. So the two together reject at
/// most 1/64 more often than the histogram alone.
const LN_CLEARER: f64 = 6.0 * LN_2;

/// A [`IntegerStatistic`] as a metric: cell v holds the number of decks of value v, or of a class of values.
#[derive(Clone, Debug)]
pub(crate) struct Numbers<N> {
    number: N,
    shape: Shape,
    cells: ValueCells,
}

impl<N: IntegerStatistic + 'static> Numbers<N> {
    pub(crate) const ENTRY: MetricEntry = MetricEntry {
        in_battery: N::IN_BATTERY,
        draws: N::DRAWS,
        ..MetricEntry::new(Self::TESTS, |shape| Ok(Box::new(Self::new(shape)?)))
    };

    const BOTH: [TestEntry; 2] = match N::MEAN {
        Some(mean) => [N::TEST, mean.test],
        None => [N::TEST, N::TEST],
    };

    const TESTS: &'static [TestEntry] =
        if N::MEAN.is_some() { &Self::BOTH } else { Self::BOTH.split_at(1).0 };
}

impl<N: IntegerStatistic> Numbers<N> {
    fn new(shape: Shape) -> Result<Self, NotApplicable> {
        let number = N::new(shape)?;
        if number.approximated().is_some_and(|(law, _)| !law.is_close()) {
            let why = "its law has too many values for a table, and too few parts for a series";
            return Err(NotApplicable::new(why));
        }
        let cells = cells_of(&number, shape);
        if cells.is_one_value() {
            return Err(NotApplicable::new("every deck has the same number"));
        }
        Ok(Self { number, shape, cells })
    }

    fn histogram(&self, tally: &Tally) -> Histogram {
        self.cells.histogram(tally.trials(), tally.cells())
    }

    /// Of orders `extremes` judges the far values where decks are many. Of draws single values are judged then, too.
    fn judge_histogram(&self, histogram: &Histogram, trials: u64) -> Outcome {
        let whole = judge_for(histogram, trials);
        let are_few = matches!(whole, Outcome::TooFewTrials { .. });
        let are_named = match self.shape.is_order() {
            true => are_few && N::NAMES_FEW,
            false => trials == histogram.trials && (N::NAMES_FEW || trials >= FEWEST_TRIALS),
        };
        if !are_named || histogram.law.len() > MOST_NAMED {
            return whole;
        }
        let in_words = |value| self.number.value_in_words(value);
        with_values(whole, histogram, self.shape.kind().trial()[1], &in_words)
    }
}

impl<N: IntegerStatistic> Metric for Numbers<N> {
    fn cells(&self) -> usize {
        self.cells.len()
    }

    fn count<C: Card>(&self, rows: &[C], _: u64, cells: &mut [u64]) {
        let mut scratch = N::Scratch::default();
        let dealt = self.shape.dealt();
        for row in rows.chunks_exact(self.shape.width()) {
            self.cells.count(self.number.of(&row[..dealt], &mut scratch), cells);
        }
    }

    fn count_columns(&self, decks: &Decks<'_>, cells: &mut [u64]) -> bool {
        decks.numbers(&self.number, |numbers| {
            self.cells.count_all(numbers, &mut decks.counting(), cells)
        })
    }

    fn judge(&self, tally: &Tally) -> Vec<Judgement> {
        self.judge_for(tally, tally.trials())
    }

    fn judge_for(&self, tally: &Tally, trials: u64) -> Vec<Judgement> {
        (0..2).filter_map(|index| self.judge_one_for(index, tally, trials)).collect()
    }

    /// The tails of a mean cost more than the histogram, and a forecast asks for either thousands of times.
    fn judge_one_for(&self, index: usize, tally: &Tally, trials: u64) -> Option<Judgement> {
        let histogram = self.histogram(tally);
        let (test, outcome) = match index {
            0 => (N::TEST.id, self.judge_histogram(&histogram, trials)),
            1 => {
                let mean = N::MEAN?;
                (mean.test.id, judge_mean(&self.cells, &histogram, mean.noun, N::ENDS_EARLY))
            }
            _ => return None,
        };
        Some(Judgement { test, outcome })
    }

    fn score_for(&self, index: usize, tally: &Tally, trials: u64) -> Option<Score> {
        let histogram = self.histogram(tally);
        match index {
            0 => score_for(&histogram, trials),
            1 if N::MEAN.is_some() => self.cells.seen_sum(&histogram).score(),
            _ => None,
        }
    }

    fn exhibit(&self, tally: &Tally) -> Option<Exhibit> {
        Some(Exhibit::Histogram { test: N::TEST.id, histogram: self.histogram(tally) })
    }
}

impl Decks<'_> {
    /// Yields the number of each deck, and returns true, if it can be read off columns. It is read once, for all
    /// metrics that ask.
    pub(crate) fn numbers<N: IntegerStatistic>(
        &self,
        number: &N,
        mut then: impl FnMut(&[u16]),
    ) -> bool {
        let read = |numbers: &mut Vec<u16>| {
            number.in_columns(self, |group| numbers.extend_from_slice(group))
        };
        self.forms().numbers(N::TEST.id, &read, &mut then)
    }
}

/// The cells of the values of a number: one each where its law is tabulated, else classes.
pub(crate) fn cells_of<N: IntegerStatistic>(number: &N, shape: Shape) -> ValueCells {
    match number.approximated() {
        Some((law, largest)) => ValueCells::classes(&law, largest),
        None => ValueCells::tabulated(cached(N::TEST.id, shape, || number.law())),
    }
}

/// The probability that the sum over few decks is rejected at level `e^ln_level`, by either tail, where the decks have the values of a
/// histogram as often as it holds them; `None` from [`FEWEST_TRIALS`] on, and where the sum has too many values.
///
/// The normal law is not a forecast here: a number such as fixed points is skewed, and its few sums reject less often
/// than the level allows.
///
/// ```
/// use shuffle_metrics::{histogram::Histogram, power_of_sum};
///
/// let law = [0.5, 0.5].into();
/// let histogram = Histogram { trials: 10, counts: vec![1, 9], law, classes: None };
/// // Of ten fair coins 0 and 10 heads have p = 2/1024, 1 and 9 have 22/1024.
/// let power = power_of_sum(&histogram, 10, 0.01_f64.ln()).unwrap();
/// assert!((power - (0.9_f64.powi(10) + 0.1_f64.powi(10))).abs() < 1e-12);
/// ```
#[must_use]
pub fn power_of_sum(histogram: &Histogram, decks: u64, ln_level: f64) -> Option<f64> {
    let Histogram { trials, counts, law, classes } = histogram;
    let values = (law.len() as u64 - 1).saturating_mul(decks);
    if classes.is_some() || decks >= FEWEST_TRIALS || values >= MOST_CONVOLVED {
        return None;
    }
    let shares: Vec<f64> = counts.iter().map(|&count| count as f64 / *trials as f64).collect();
    let (fair, real) = (convolved(law, decks), convolved(&shares, decks));
    let rejects = |sum: usize| {
        let [upper, lower] = tails_of(&fair, sum);
        upper.min(lower) + LN_2 <= ln_level
    };
    Some((0..fair.len()).filter(|&sum| rejects(sum)).map(|sum| real[sum]).sum())
}

/// Judges the mean of a number, if there are any decks.
fn judge_mean(
    cells: &ValueCells,
    histogram: &Histogram,
    noun: &'static str,
    ends_early: bool,
) -> Outcome {
    let trials = histogram.trials;
    if trials == 0 {
        return Outcome::too_few(trials, 1);
    }
    let seen = cells.seen_sum(histogram);
    let (mean, deviation) = seen.law.mean_and_deviation();
    if deviation == 0.0 {
        return Outcome::not_applicable("every deck has the same number");
    }
    let relative = |sum: f64| (sum / mean - 1.0).max(-1.0);
    let interval = Interval::new(seen.mean_interval().map(|one| relative(one * trials as f64)));
    let noun = Place::from(noun);
    // Values beyond the table were counted as its end, so the true mean may be larger.
    let most = cells.law().len() - 1;
    let is_cut = ends_early && most + 1 == MOST_CELLS && histogram.counts[most] > 0;
    let (interval, place) = match is_cut {
        true => (None, noun.text(", counted to ").number(most)),
        false => (Some(interval), noun),
    };
    let effect = Effect {
        interval,
        ..Effect::new(effect_kind::MEAN_DEVIATION, relative(seen.sum as f64)).at(place)
    };
    let scale = deviation / mean;
    let sensitivity =
        Sensitivity { kind: effect_kind::MEAN_DEVIATION, scale, trials, of: Deviates::Whole };
    Outcome::Judged(seen.evidence(effect).with_sensitivity(sensitivity))
}

/// Judges a histogram against its law, in the bins that `trials` decks would be pooled into, if they are enough.
pub(crate) fn judge_for(histogram: &Histogram, trials: u64) -> Outcome {
    match bins_for(histogram, trials) {
        Some(bins) => Outcome::Judged(histogram.judge(&bins)),
        None => match histogram::trials_needed(&histogram.law) {
            u64::MAX => Outcome::not_applicable("nearly every row has the same value"),
            needed => Outcome::too_few(trials, FEWEST_TRIALS.max(needed)),
        },
    }
}

/// The outcome of a whole histogram, or of the value that stands out by its exact tail, if that is clearer or the whole could not be
/// judged. `unit` is what trials are called.
pub(crate) fn with_values(
    whole: Outcome,
    histogram: &Histogram,
    unit: &'static str,
    value_in_words: &dyn Fn(usize) -> Place,
) -> Outcome {
    if histogram.trials == 0 {
        return Outcome::too_few(0, 1);
    }
    let value = largest::of_values(histogram, unit, value_in_words);
    match (whole, value) {
        (Outcome::Judged(whole), Some(value))
            if value.p_value.ln() + LN_CLEARER < whole.p_value.ln() =>
        {
            value.into()
        }
        (Outcome::TooFewTrials { .. }, Some(value)) => value.into(),
        (Outcome::TooFewTrials { .. }, None) => {
            Outcome::not_applicable("it is the same in all decks")
        }
        (whole, _) => whole,
    }
}

/// The chi-square statistic of a histogram in the bins for `trials` decks; `None` if there are too few.
pub(crate) fn score_for(histogram: &Histogram, trials: u64) -> Option<Score> {
    let bins = bins_for(histogram, trials)?;
    let statistic = bins.chi_square(&histogram.counts);
    Some(Score { statistic, law: bins.law(), units: histogram.trials })
}

/// The bins for `trials` decks, as expected of the decks of the histogram; `None` if they are not enough.
fn bins_for(histogram: &Histogram, trials: u64) -> Option<Bins> {
    let bins = Bins::pool(&histogram.law, trials).filter(|_| trials >= FEWEST_TRIALS)?;
    Some(bins.for_trials(trials, histogram.trials))
}

/// The law of a test for a shape, computed once in the life of the program.
pub(crate) fn cached(
    test: &'static str,
    shape: Shape,
    law: impl FnOnce() -> Vec<f64>,
) -> Arc<[f64]> {
    static LAWS: Memo<(&'static str, Shape), Arc<[f64]>> = Memo::new();
    LAWS.get((test, shape), || law().into())
}

/// The error of a number that needs to see the whole deck.
pub(crate) fn whole_decks_only(shape: Shape) -> Result<(), NotApplicable> {
    if shape.is_whole() { Ok(()) } else { Err(NotApplicable::new("needs whole decks, not deals")) }
}
