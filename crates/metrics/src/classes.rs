//! Cells for the values of a number: one for each value, or for classes of neighbors.
#![doc = include_str!("classes.md")]

use crate::{
    distribution::Edgeworth,
    histogram::{Classes, Histogram},
    sums::{OneDeck, SeenSum, SumLaw},
    wide_sums,
};
use shuffle_deck::counting::ColumnCounts;
use std::sync::Arc;

/// Classes reach this many standard deviations to either side of the mean.
const REACH: f64 = 5.0;

/// Classes in a standard deviation.
const FINENESS: f64 = 8.0;

/// 32-bit limbs for the sum of the values, and for the sum of their squares.
const LIMBS: [usize; 2] = [3, 4];

/// With more cells than this, numbers are counted one by one.
const FEW: usize = 128;

#[derive(Clone, Debug)]
pub(crate) struct ValueCells {
    law: Arc<[f64]>,
    /// If there is no table: the edges of the classes, and the law by its cumulants.
    classes: Option<(Arc<[u64]>, Edgeworth)>,
}

impl ValueCells {
    /// One cell for each value of a tabulated law; values beyond its end are counted in its last cell.
    pub(crate) fn tabulated(law: Arc<[f64]>) -> Self {
        Self { law, classes: None }
    }

    /// Classes of the values `0..=largest`, with their probabilities.
    pub(crate) fn classes(smooth: &Edgeworth, largest: u64) -> Self {
        let edges = edges(smooth, largest);
        let inner = &edges[1..edges.len() - 1];
        let below: Vec<f64> = [0.0]
            .into_iter()
            .chain(inner.iter().map(|&edge| smooth.below(edge)))
            .chain([1.0])
            .collect();
        let law = below.windows(2).map(|ends| (ends[1] - ends[0]).max(0.0)).collect();
        Self { law, classes: Some((edges.into(), *smooth)) }
    }

    /// True if every deck has the same value.
    pub(crate) fn is_one_value(&self) -> bool {
        self.law.iter().any(|p| *p > 1.0 - f64::EPSILON)
    }

    pub(crate) fn law(&self) -> &[f64] {
        &self.law
    }

    /// The law of the sum of the values over `decks` decks.
    pub(crate) fn sum_law(&self, decks: u64) -> SumLaw<'_> {
        let of_one = match &self.classes {
            None => OneDeck::Tabulated(&self.law),
            Some((_, smooth)) => OneDeck::Smooth(*smooth),
        };
        SumLaw { of_one, decks }
    }

    /// The sum of the values of a histogram of these cells.
    pub(crate) fn seen_sum(&self, histogram: &Histogram) -> SeenSum<'_> {
        SeenSum {
            law: self.sum_law(histogram.trials),
            sum: histogram.sum(),
            variance: histogram.variance(),
            largest: histogram.largest().into(),
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.law.len() + self.classes.as_ref().map_or(0, |_| LIMBS.iter().sum())
    }

    #[inline]
    pub(crate) fn count(&self, value: usize, cells: &mut [u64]) {
        let Some((edges, _)) = &self.classes else {
            cells[value.min(self.law.len() - 1)] += 1;
            return;
        };
        let value = value as u64;
        let (classes, sums) = cells.split_at_mut(self.law.len());
        let (sum, squares) = sums.split_at_mut(LIMBS[0]);
        classes[edges[1..edges.len() - 1].partition_point(|&edge| edge <= value)] += 1;
        wide_sums::add(sum, value.into());
        wide_sums::add(squares, u128::from(value).pow(2));
    }

    pub(crate) fn count_all(&self, values: &[u16], counting: &mut ColumnCounts, cells: &mut [u64]) {
        let most = self.law.len() - 1;
        if self.classes.is_some() {
            values.iter().for_each(|&value| self.count(value.into(), cells));
        } else if most < FEW {
            counting.add_numbers(values, most as u16, cells);
        } else {
            let cells = &mut cells[..=most];
            values.iter().for_each(|&value| cells[usize::from(value).min(most)] += 1);
        }
    }

    pub(crate) fn histogram(&self, trials: u64, cells: &[u64]) -> Histogram {
        let (counts, sums) = cells.split_at(self.law.len());
        let classes = self.classes.as_ref().map(|(edges, _)| {
            let (sum, squares) = sums.split_at(LIMBS[0]);
            let (edges, squares) = (edges.clone(), wide_sums::float(squares));
            Classes { edges, sum: wide_sums::whole(sum), squares }
        });
        Histogram { trials, counts: counts.to_vec(), law: self.law.to_vec(), classes }
    }
}

/// 0, the edges of equal classes around the mean, and one past the largest value.
fn edges(law: &Edgeworth, largest: u64) -> Vec<u64> {
    let width = (law.deviation() / FINENESS).round().max(1.0);
    let steps = (REACH * law.deviation() / width).floor() as i32;
    let middle = law.mean().ceil();
    let inner = (-steps..=steps)
        .map(|step| middle + f64::from(step) * width)
        .filter(|&edge| edge > 0.0 && edge <= largest as f64);
    [0].into_iter().chain(inner.map(|edge| edge as u64)).chain([largest + 1]).collect()
}
