//! The counts of each order.

use crate::{Shape, different::DifferentDecks, rank};

/// The counts of each order.
#[derive(Clone, Debug, PartialEq)]
pub struct Frequencies {
    /// Cards per deck and per row.
    pub shape: Shape,
    /// The number of decks.
    pub trials: u64,
    /// The count of each order, by Lehmer rank.
    pub counts: Vec<u64>,
}

impl Frequencies {
    /// The expected count of each order.
    pub fn expected(&self) -> f64 {
        self.trials as f64 / self.counts.len() as f64
    }

    /// The number of different orders that came.
    pub(crate) fn different(&self) -> Option<DifferentDecks> {
        DifferentDecks::of(self.counts.iter().copied(), self.counts.len() as f64)
    }

    /// The order of this rank, as reports write it: cards from 0, with spaces.
    ///
    /// # Panics
    ///
    /// If `rank` is not below the number of orders.
    pub fn order(&self, rank: usize) -> String {
        let cards: Vec<String> = self.cards(rank).iter().map(ToString::to_string).collect();
        cards.join(" ")
    }

    /// The cards of the order of this rank, counted from 0.
    ///
    /// # Panics
    ///
    /// If `rank` is not below the number of orders.
    pub fn cards(&self, rank: usize) -> Vec<usize> {
        rank::unrank(rank as u64, self.shape)
    }
}
