//! The counts of each card at each position.

use crate::{Shape, grouping::Grouping};

/// The counts of each card at each position, in groups where the deck is large.
#[derive(Clone, Debug, PartialEq)]
pub struct PositionMatrix {
    /// Cards per deck and per row.
    pub shape: Shape,
    /// The number of decks.
    pub trials: u64,
    /// The groups of positions: rows.
    pub positions: Grouping,
    /// The groups of cards: columns.
    pub cards: Grouping,
    /// The counts, row by row.
    pub counts: Vec<u64>,
}

impl PositionMatrix {
    /// The expected count of cards of that group in that group of positions.
    pub fn expected(&self, row: usize, column: usize) -> f64 {
        let cells = self.positions.size(row) * self.cards_of(column);
        self.trials as f64 * cells / self.shape.cards() as f64
    }

    /// The number of cards of a column: of a group, or of a kind of a pack.
    pub(crate) fn cards_of(&self, column: usize) -> f64 {
        if let Some(weights) = self.shape.weights() {
            let chances = &weights.chances()[self.cards.items(column)];
            return chances.iter().sum::<f64>() * self.shape.cards() as f64;
        }
        let kinds = self.shape.pack().map(|pack| &pack.counts()[self.cards.items(column)]);
        kinds.map_or_else(
            || self.cards.size(column),
            |counts| counts.iter().map(|&count| f64::from(count)).sum(),
        )
    }

    /// Observed / expected - 1 of each cell, row by row.
    pub fn deviations(&self) -> Vec<f64> {
        self.each(|observed, row, column| match self.expected(row, column) {
            // A symbol that must not come.
            0.0 => 0.0,
            expected => observed / expected - 1.0,
        })
    }

    /// The standard deviation that a cell's relative deviation has under uniformity, averaged over cells.
    pub fn noise(&self) -> f64 {
        let n = self.shape.cards() as f64;
        let cells = self.each(|_, row, column| {
            let (g, h) = (self.positions.size(row), self.cards_of(column));
            if h > 0.0 { (n - g) * (n - h) / (g * h) / (n - 1.0) } else { 0.0 }
        });
        (cells.iter().sum::<f64>() / cells.len() as f64 / self.trials as f64).sqrt()
    }

    pub(crate) fn each(&self, mut value: impl FnMut(f64, usize, usize) -> f64) -> Vec<f64> {
        let columns = self.cards.groups();
        let cell =
            |(cell, &count): (usize, &u64)| value(count as f64, cell / columns, cell % columns);
        self.counts.iter().enumerate().map(cell).collect()
    }
}
