//! The size of a bias in a table whose cells a deck may hit many times: the tables of large decks.
//!
//! The scatter of the cells of a deck is estimated from the first decks, and taken to be at least a uniform
//! shuffle's.

use super::{
    peak::PeakCell,
    rms::{KernelMoments, TableSquares, variance},
};

#[derive(Clone, Debug)]
pub(crate) struct GroupedTable {
    pub(crate) trials: u64,
    /// The weights of the cells in the mean square; they add up to 1.
    pub(crate) weights: Vec<f64>,
    /// The deviation of each cell, the mean of all decks.
    pub(crate) deviations: Vec<f64>,
    /// The variance that it has in one deck of a uniform shuffle.
    pub(crate) fair: Vec<f64>,
    /// The deviations in each of the first decks.
    pub(crate) decks: Vec<Vec<f64>>,
    /// The part of the noise of a cell that others share: see [`ScoredCells::shared`].
    pub(crate) shared: f64,
}

impl GroupedTable {
    /// Its squares, how they scatter, and its cells.
    pub(crate) fn parts(&self) -> (TableSquares, Option<KernelMoments>, Vec<PeakCell>) {
        let kernel = |a: &[f64], b: &[f64]| -> f64 {
            let terms = self.weights.iter().zip(a).zip(b);
            terms.map(|((weight, a), b)| weight * a * b).sum()
        };
        let own = if self.decks.len() > 1 {
            self.decks.iter().map(|deck| kernel(deck, deck)).sum::<f64>() / self.decks.len() as f64
        } else {
            self.weights.iter().zip(&self.fair).map(|(weight, fair)| weight * fair).sum()
        };
        let mean_square = kernel(&self.deviations, &self.deviations);
        let squares = TableSquares { trials: self.trials, mean_square, own };
        let decks = self.decks.iter().map(Vec::as_slice).collect();
        let moments =
            KernelMoments::of(decks, |deck| kernel(deck, &self.deviations), |a, b| kernel(a, b));
        (squares, moments, self.cells())
    }

    fn cells(&self) -> Vec<PeakCell> {
        let spread = |cell: usize| {
            let values: Vec<f64> = self.decks.iter().map(|deck| deck[cell]).collect();
            if values.len() > 1 { variance(&values) } else { 0.0 }
        };
        let error = |cell: usize| (self.fair[cell].max(spread(cell)) / self.trials as f64).sqrt();
        let cells = self.deviations.iter().enumerate();
        cells.map(|(cell, &value)| PeakCell::Deviation { value, error: error(cell) }).collect()
    }
}
