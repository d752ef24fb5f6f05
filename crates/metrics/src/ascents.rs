//! The shuffle degree and the whole histogram of ascents.
#![doc = include_str!("degree.md")]
#![doc = include_str!("ascents.md")]

use crate::{
    Card, Decks, Judgement, Shape, Tally,
    classes::ValueCells,
    costs::Cost,
    effect_kind, eulerian,
    histogram::Histogram,
    judgement::{Deviates, Effect, Evidence, Interval, Law, Score, Sensitivity},
    metric::{About, ExactEffect, Exhibit, Metric, MetricEntry, NotApplicable, TestEntry, prose},
    number::{self, FEWEST_TRIALS},
    table::judge,
};
use shuffle_deck::{Column, LANES, columns::ascents};

pub(crate) const DEGREE: TestEntry = TestEntry {
    title: prose! { "mean share of neighbors in ascending order, less 1/2" },
    sees: prose! { "decks that stay in order or are reversed: too few swaps, packets that stay together" },
    blind_to: prose! { "anything symmetric: Sattolo, a coin between identity and reverse, naive at 3 cards" },
    exact_effect: Some(ExactEffect::Degree),
    has_plain_effect: true,
    cost: Cost::of(2.0, 0.0),
    ..TestEntry::new("degree", About::Orders)
};

/// The test `ascents`.
pub const ASCENTS: TestEntry = TestEntry {
    title: prose! { "histogram of ascents per deck against the Eulerian law" },
    sees: prose! { "what degree sees, and spreads that are too wide or too narrow" },
    blind_to: prose! { "which card is where: a deck with randomly renamed cards has the same ascents" },
    ..TestEntry::new("ascents", About::Orders)
};

pub(crate) const ENTRY: MetricEntry =
    MetricEntry::new(&[DEGREE, ASCENTS], |shape| Ok(Box::new(Ascents::new(shape)?)));

/// Counts ascents: cell a holds the number of decks with a ascents.
///
/// Beyond [`eulerian::LARGEST`] cards the ascents are counted in [classes](crate::classes).
#[derive(Clone, Debug)]
pub struct Ascents {
    dealt: usize,
    cells: ValueCells,
}

/// The shuffle degree of a tally: 0 is well mixed, +1/2 untouched, -1/2 reversed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Degree {
    /// `mean(a) / (k - 1) - 1/2` over decks that show k cards.
    pub value: f64,
    /// Its standard error under uniformity, `sqrt((k + 1) / (12 N)) / (k - 1)`.
    pub standard_error: f64,
    /// The one over the other.
    pub z: f64,
}

impl Ascents {
    /// For decks of this shape.
    ///
    /// # Errors
    ///
    /// [`NotApplicable`] where fewer than 2 cards are seen.
    pub fn new(shape: Shape) -> Result<Self, NotApplicable> {
        let dealt = shape.dealt();
        if dealt < 2 {
            return Err(NotApplicable::new("one card has no neighbors"));
        }
        Ok(Self { dealt, cells: cells_of(dealt) })
    }

    /// The histogram of a tally.
    pub fn histogram(&self, tally: &Tally) -> Histogram {
        self.cells.histogram(tally.trials(), tally.cells())
    }
}

/// The cells that count the ascents of `dealt` cards: one per number, or one per class of numbers.
pub(crate) fn cells_of(dealt: usize) -> ValueCells {
    if dealt > eulerian::LARGEST {
        ValueCells::classes(&eulerian::approximated(dealt), dealt as u64 - 1)
    } else {
        ValueCells::tabulated(eulerian::law(dealt).into())
    }
}

/// The degree behind a histogram of ascents.
///
/// # Panics
///
/// If the histogram has no trials, or is one of single cards.
#[must_use]
pub fn degree(histogram: &Histogram) -> Degree {
    let (trials, steps) = (histogram.trials, histogram.largest());
    assert!(trials > 0 && steps > 0, "a degree needs decks of two cards and more");
    // Twice the sum of deviations from the mean is an integer, so that a degree of 0 is 0 and not -0.
    let twice = 2 * histogram.sum() - i128::from(steps) * i128::from(trials);
    let (k, n) = (steps as f64 + 1.0, trials as f64);
    let value = twice as f64 / (2.0 * n * steps as f64);
    let standard_error = ((k + 1.0) / (12.0 * n)).sqrt() / steps as f64;
    Degree { value, standard_error, z: value / standard_error }
}

/// The number of standard errors by which the degree of a histogram exceeds another, its exact value under a law
/// that need not be uniform.
///
/// The standard error comes from the spread seen in the decks, `sd(a) / (k - 1) / sqrt(N)`: the exact degree does not
/// determine the spread. If all decks have the same number of ascents, the sd of uniform decks is used.
///
/// # Panics
///
/// If the histogram has no trials, or is one of single cards.
///
/// ```
/// use shuffle_metrics::{ascents, histogram::Histogram};
///
/// // 100 decks of 3 cards of a shuffle whose exact degree is 0.1.
/// let law = vec![1.0 / 6.0, 4.0 / 6.0, 1.0 / 6.0];
/// let histogram = Histogram { trials: 100, counts: vec![10, 60, 30], law, classes: None };
/// assert_eq!(ascents::degree(&histogram).value, 0.1);
/// assert_eq!(ascents::z_against(&histogram, 0.1), 0.0);
/// // The spread is sqrt(0.36) ascents in two pairs: the standard error is 0.03.
/// assert!((ascents::z_against(&histogram, 0.07) - 1.0).abs() < 1e-9);
/// ```
#[must_use]
pub fn z_against(histogram: &Histogram, exact: f64) -> f64 {
    let Degree { value, standard_error, .. } = degree(histogram);
    let seen = standard_error_seen(histogram);
    // A degree without noise agrees with its exact value to the last digits of a float.
    let difference = value - exact;
    let difference = if difference.abs() < 1e-12 { 0.0 } else { difference };
    difference / if seen > 0.0 { seen } else { standard_error }
}

/// The standard error of the degree by the spread that was seen, `sd(a) / (k - 1) / sqrt(N)`.
///
/// # Panics
///
/// If the histogram has no trials, or is one of single cards.
#[must_use]
pub fn standard_error_seen(histogram: &Histogram) -> f64 {
    let (trials, steps) = (histogram.trials, histogram.largest());
    assert!(trials > 0 && steps > 0, "a degree needs decks of two cards and more");
    histogram.variance().sqrt() / steps as f64 / (trials as f64).sqrt()
}

/// The law of the degree of many decks.
fn law_of_degree(histogram: &Histogram) -> Law {
    let (steps, n) = (histogram.largest() as f64, histogram.trials as f64);
    Law::Normal { half_step: 0.5 / ((steps + 2.0) / 12.0 * n).sqrt() }
}

/// Few decks are judged by the exact law of their sum, many by the normal law.
fn judge_degree(cells: &ValueCells, histogram: &Histogram) -> Evidence {
    let degree = degree(histogram);
    let steps = histogram.largest() as f64;
    let seen = cells.seen_sum(histogram);
    let interval = Interval::new(seen.mean_interval().map(|mean| mean / steps - 0.5));
    let effect = Effect::new(effect_kind::DEGREE, degree.value).within(interval);
    let (kind, scale, trials) = (effect_kind::DEGREE, degree.standard_error, histogram.trials);
    let evidence = if histogram.trials < FEWEST_TRIALS {
        seen.evidence(effect)
    } else {
        let furthest = 0.5 / degree.standard_error;
        Evidence::new(degree.z, law_of_degree(histogram), furthest, effect)
    };
    evidence.with_sensitivity(Sensitivity { kind, scale, trials, of: Deviates::Whole })
}

impl Metric for Ascents {
    fn cells(&self) -> usize {
        self.cells.len()
    }

    fn count<C: Card>(&self, rows: &[C], _: u64, cells: &mut [u64]) {
        for row in rows.chunks_exact(self.dealt) {
            let ascents: usize =
                row.iter().zip(&row[1..]).map(|(left, right)| usize::from(left < right)).sum();
            self.cells.count(ascents, cells);
        }
    }

    fn count_columns(&self, decks: &Decks<'_>, cells: &mut [u64]) -> bool {
        let Some(columns) = decks.columns() else { return false };
        let set = decks.instruction_set();
        // Narrow decks have a cell for each number.
        let numbers: Vec<Column> = columns
            .groups()
            .map(|group| {
                let mut numbers = [0; LANES];
                ascents(set, group.columns, &mut numbers);
                numbers
            })
            .collect();
        decks.counting().add(&numbers, 1, decks.trials(), cells);
        true
    }

    fn judge(&self, tally: &Tally) -> Vec<Judgement> {
        self.judge_for(tally, tally.trials())
    }

    fn judge_for(&self, tally: &Tally, trials: u64) -> Vec<Judgement> {
        let histogram = self.histogram(tally);
        let degree = || [judge_degree(&self.cells, &histogram)];
        let mut judgements = judge([DEGREE.id], [trials, 1], degree);
        let outcome = number::judge_for(&histogram, trials);
        judgements.push(Judgement { test: ASCENTS.id, outcome });
        judgements
    }

    fn score_for(&self, index: usize, tally: &Tally, trials: u64) -> Option<Score> {
        let histogram = self.histogram(tally);
        match index {
            0 if histogram.trials < FEWEST_TRIALS => self.cells.seen_sum(&histogram).score(),
            0 => Some(Score {
                statistic: degree(&histogram).z,
                law: law_of_degree(&histogram),
                units: histogram.trials,
            }),
            _ => number::score_for(&histogram, trials),
        }
    }

    fn exhibit(&self, tally: &Tally) -> Option<Exhibit> {
        Some(Exhibit::Histogram { test: ASCENTS.id, histogram: self.histogram(tally) })
    }
}
