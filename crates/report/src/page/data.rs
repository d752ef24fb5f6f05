//! What the page of a run draws, as compact numbers: matrices, histograms, orders, swaps.

use super::MOST_CELLS;
use crate::{number::round10, pictures::MOST_ORDERS, trace::Swaps};
use serde::Serialize;
use shuffle_audit::{CaseFindings, names::Names};
use shuffle_metrics::{
    Exhibit, Frequencies, PositionMatrix,
    histogram::{Bins, Histogram},
};

#[derive(Serialize)]
pub(super) struct Drawn<'a> {
    position: Option<Matrix<'a>>,
    histograms: Vec<Bars>,
    orders: Option<Orders<'a>>,
    /// Its steps on a few cards.
    swaps: Option<Swaps>,
}

/// A position matrix. A cell is expected to hold `trials * row size * column size / cards`.
#[derive(Serialize)]
pub(crate) struct Matrix<'a> {
    pub(crate) row_label: &'static str,
    pub(crate) column_label: &'static str,
    pub(crate) base: usize,
    pub(crate) names: Option<Vec<String>>,
    pub(crate) rows: usize,
    pub(crate) columns: usize,
    pub(crate) row_group: usize,
    pub(crate) column_group: usize,
    pub(crate) trials: u64,
    pub(crate) cards: usize,
    pub(crate) row_sizes: Vec<f64>,
    pub(crate) column_sizes: Vec<f64>,
    pub(crate) counts: &'a [u64],
    pub(crate) noise: f64,
    /// Probability over its uniform value, less 1, of each cell; or the share of another report in its place.
    pub(crate) exact: Option<Vec<f64>>,
    /// The other report, if there is one.
    #[serde(flatten)]
    pub(crate) other: Option<Other>,
}

/// The report whose shares stand in the place of an exact law.
#[derive(Serialize)]
pub(crate) struct Other {
    pub(crate) other_trials: u64,
    pub(crate) titles: Titles,
}

/// The names of the panels of two reports.
#[derive(Serialize)]
pub(crate) struct Titles {
    pub(crate) exact: String,
    pub(crate) observed: String,
    pub(crate) difference: String,
}

/// The histogram of a number, in the bins in which it was judged.
#[derive(Serialize)]
struct Bars {
    test: &'static str,
    first: Vec<u64>,
    last: Vec<u64>,
    count: Vec<u64>,
    expected: Vec<f64>,
}

#[derive(Serialize)]
struct Orders<'a> {
    order: Vec<String>,
    count: &'a [u64],
    expected: f64,
}

impl<'a> Drawn<'a> {
    /// All that is drawn of a case; `exact` is the law of its places.
    pub(super) fn of(case: &'a CaseFindings, exact: Option<&[f64]>, seed: u64) -> Self {
        let names = case.case.subject.names();
        let exhibits = || case.last().exhibits.iter();
        // The one that has files of its own comes first.
        let (first, others): (Vec<_>, Vec<_>) =
            exhibits().partition(|exhibit| exhibit.file().is_some());
        Self {
            position: exhibits().find_map(position_of).map(|it| matrix(it, &names, exact)),
            histograms: first.into_iter().chain(others).filter_map(bars).collect(),
            orders: exhibits().find_map(|exhibit| match exhibit {
                Exhibit::Permutations(it) if it.counts.len() <= MOST_ORDERS => {
                    Some(orders(it, &names))
                }
                _ => None,
            }),
            swaps: case.case.subject.job().and_then(|job| Swaps::of(job, seed)),
        }
    }
}

/// The cells of the matrix of a case, if it has one.
pub(super) fn cells(case: &CaseFindings) -> usize {
    let matrix = case.last().exhibits.iter().find_map(position_of);
    matrix.map_or(0, |matrix| matrix.counts.len())
}

fn position_of(exhibit: &Exhibit) -> Option<&PositionMatrix> {
    match exhibit {
        Exhibit::Position(matrix) if matrix.counts.len() <= MOST_CELLS => Some(matrix),
        _ => None,
    }
}

fn matrix<'a>(matrix: &'a PositionMatrix, names: &Names, exact: Option<&[f64]>) -> Matrix<'a> {
    let (row_label, column_label) = crate::pictures::labels(matrix.shape);
    let labels = names.labels().map(|labels| labels.into_iter().map(str::to_owned).collect());
    let size = |row, column| matrix.expected(row, column) / matrix.trials as f64;
    let cards = matrix.shape.cards();
    let [rows, columns] = [matrix.positions.groups(), matrix.cards.groups()];
    let row_sizes: Vec<f64> =
        (0..rows).map(|row| matrix.positions.items(row).len() as f64).collect();
    Matrix {
        row_label,
        column_label,
        base: names.base(),
        names: labels,
        rows,
        columns,
        row_group: matrix.positions.items(0).len(),
        column_group: matrix.cards.items(0).len(),
        trials: matrix.trials,
        cards,
        column_sizes: (0..columns)
            .map(|column| round10(size(0, column) * cards as f64 / row_sizes[0]))
            .collect(),
        row_sizes,
        counts: &matrix.counts,
        noise: round10(matrix.noise()),
        exact: exact
            .filter(|exact| exact.len() == rows * columns)
            .map(|exact| exact.iter().map(|share| (share * 1e6).round() / 1e6).collect()),
        other: None,
    }
}

fn bars(exhibit: &Exhibit) -> Option<Bars> {
    let Exhibit::Histogram { test, histogram } = exhibit else { return None };
    let histogram: &Histogram = histogram;
    let bins = Bins::pool(&histogram.law, histogram.trials)?;
    let mut bars =
        Bars { test, first: Vec::new(), last: Vec::new(), count: Vec::new(), expected: Vec::new() };
    for (cells, expected) in bins.iter() {
        bars.first.push(*histogram.values(*cells.start()).start());
        bars.last.push(*histogram.values(*cells.end()).end());
        bars.count.push(histogram.counts[cells].iter().sum());
        bars.expected.push((expected * 100.0).round() / 100.0);
    }
    Some(bars)
}

fn orders<'a>(frequencies: &'a Frequencies, names: &Names) -> Orders<'a> {
    let order = |rank| names.order(&frequencies.cards(rank));
    Orders {
        order: (0..frequencies.counts.len()).map(order).collect(),
        count: &frequencies.counts,
        expected: round10(frequencies.expected()),
    }
}
