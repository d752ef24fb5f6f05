//! Metrics that read one whole number off each deck and know its law.
//!
//! The number of fixed points, of cycles, of inversions, the class of a poker hand: each is a [`Number`],
//! and counting it, pooling its law, judging the histogram and showing it is written here, once.

use crate::{
    Card, Decks, Judgement, Shape, Tally,
    classes::ValueCells,
    distribution::Edgeworth,
    histogram::{self, Bins, Histogram},
    judgement::Outcome,
    metric::{Exhibit, MetricEntry, NotApplicable, Statistic, TestEntry},
    views::Columns,
};
use shuffle_deck::{Column, LANES};
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

/// Below this many trials no histogram is judged.
pub const FEWEST_TRIALS: u64 = 100;

/// A whole number that every deck has, with its law under uniformity.
pub trait Number: Sized + Send + Sync {
    /// Its test.
    const TEST: TestEntry;

    /// True if the test is made when nothing else is asked for.
    const IN_BATTERY: bool = true;

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
    /// counted in [classes](crate::classes), and [`Number::law`] is not asked for.
    fn approximated(&self) -> Option<(Edgeworth, u64)> {
        None
    }

    /// The number of this deck.
    fn of<C: Card>(&self, row: &[C], scratch: &mut Self::Scratch) -> usize;

    /// Reads the numbers of narrow decks off columns, 64 decks at a time, and hands them to `count`; says whether it
    /// did. Without it, or where it answers `false`, they are read off rows by [`Number::of`].
    ///
    /// [`in_groups`] does what all numbers have in common.
    fn in_columns(&self, _decks: &Decks<'_>, _count: impl FnMut(&[u16])) -> bool {
        false
    }
}

/// Hands the numbers of each group of 64 decks to `count`: `read` finds them lane by lane, of the cards or places in
/// `columns`. Says whether there are columns at all.
///
/// Lanes that have no deck may hold anything, and may get any number: they are not handed on.
pub fn in_groups(
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

/// A [`Number`] as a metric: cell v holds the number of decks of value v, or of a class of values.
#[derive(Clone, Debug)]
pub struct Numbers<N> {
    number: N,
    dealt: usize,
    cells: ValueCells,
}

impl<N: Number + 'static> Numbers<N> {
    /// The entry of the metric.
    pub const ENTRY: MetricEntry = MetricEntry {
        in_battery: N::IN_BATTERY,
        ..MetricEntry::new(&[N::TEST], |shape| Ok(Box::new(Self::new(shape)?)))
    };
}

impl<N: Number> Numbers<N> {
    /// For decks of this shape.
    ///
    /// # Errors
    ///
    /// [`NotApplicable`] as [`Number::new`].
    pub fn new(shape: Shape) -> Result<Self, NotApplicable> {
        let number = N::new(shape)?;
        let cells = cells_of(&number, shape);
        Ok(Self { number, dealt: shape.dealt(), cells })
    }

    /// The number.
    pub fn number(&self) -> &N {
        &self.number
    }

    /// The law of the number: the probability of each cell.
    pub fn law(&self) -> &[f64] {
        self.cells.law()
    }

    fn histogram(&self, tally: &Tally) -> Histogram {
        self.cells.histogram(tally.trials(), tally.cells())
    }
}

impl<N: Number> Statistic for Numbers<N> {
    fn cells(&self) -> usize {
        self.cells.len()
    }

    fn count<C: Card>(&self, rows: &[C], _: u64, cells: &mut [u64]) {
        let mut scratch = N::Scratch::default();
        for row in rows.chunks_exact(self.dealt) {
            self.cells.count(self.number.of(row, &mut scratch), cells);
        }
    }

    fn count_columns(&self, decks: &Decks<'_>, cells: &mut [u64]) -> bool {
        decks.numbers(&self.number, |numbers| {
            numbers.iter().for_each(|&number| self.cells.count(number.into(), cells));
        })
    }

    fn trials_needed(&self) -> u64 {
        FEWEST_TRIALS.max(histogram::trials_needed(self.law()))
    }

    fn judge(&self, tally: &Tally) -> Vec<Judgement> {
        Statistic::judge_for(self, tally, tally.trials())
    }

    fn judge_for(&self, tally: &Tally, trials: u64) -> Vec<Judgement> {
        let outcome = judge_for(&self.histogram(tally), trials);
        vec![Judgement { test: N::TEST.id, outcome }]
    }

    fn exhibit(&self, tally: &Tally) -> Option<Exhibit> {
        Some(Exhibit::Histogram { test: N::TEST.id, histogram: self.histogram(tally) })
    }
}

/// The cells of the values of a number: one each where its law is tabulated, else classes.
pub(crate) fn cells_of<N: Number>(number: &N, shape: Shape) -> ValueCells {
    match number.approximated() {
        Some((law, largest)) => ValueCells::classes(&law, largest),
        None => ValueCells::tabulated(cached(N::TEST.id, shape, || number.law())),
    }
}

/// Judges a histogram against its law, pooled, if there are trials enough.
#[must_use]
pub fn judge(histogram: &Histogram) -> Outcome {
    judge_for(histogram, histogram.trials)
}

/// Judges a histogram in the bins that `trials` decks would be pooled into, if they are enough.
#[must_use]
pub fn judge_for(histogram: &Histogram, trials: u64) -> Outcome {
    match Bins::pool(&histogram.law, trials) {
        Some(bins) if trials >= FEWEST_TRIALS => {
            Outcome::Judged(histogram.judge(&bins.for_trials(trials, histogram.trials)))
        }
        _ => Outcome::TooFewTrials {
            trials,
            needed: FEWEST_TRIALS.max(histogram::trials_needed(&histogram.law)),
        },
    }
}

/// The law of a test for a shape, computed once in the life of the program.
pub fn cached(test: &'static str, shape: Shape, law: impl FnOnce() -> Vec<f64>) -> Arc<[f64]> {
    type Laws = HashMap<(&'static str, Shape), Arc<[f64]>>;
    static LAWS: Mutex<Option<Laws>> = Mutex::new(None);
    let mut laws = LAWS.lock().unwrap_or_else(PoisonError::into_inner);
    let laws = laws.get_or_insert_with(HashMap::new);
    laws.entry((test, shape)).or_insert_with(|| law().into()).clone()
}

/// The error of a number that needs to see the whole deck.
///
/// # Errors
///
/// [`NotApplicable`] if the shape is that of a deal.
pub fn whole_decks_only(shape: Shape) -> Result<(), NotApplicable> {
    if shape.is_whole() {
        Ok(())
    } else {
        Err(NotApplicable("whole decks are needed, not deals".to_owned()))
    }
}
