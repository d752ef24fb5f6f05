//! Adjacency for decks too large to count all pairs: how far apart in number the cards of neighbors are. The page
//! `adjacency.md` has the derivation.

use super::{
    adjacency::{ADJACENCY, Adjacency},
    are_large,
};
use crate::{
    Card, Evidence, Judgement, Shape, Tally, effect_kind,
    judgement::Deviates,
    metric::{ExactLaw, Metric, MetricEntry, NotApplicable},
    number::FEWEST_TRIALS,
    number::whole_decks_only,
    place::{Place, Word},
    size::{grouped::GroupedTable, rms::SPREAD_DECKS},
    summaries::SummarySize,
    table::{self, Below, Deviations, QuadraticForm, Table},
};
use std::{f64::consts::LN_2, ops::RangeInclusive};

pub(crate) const ENTRY: MetricEntry = MetricEntry {
    exact_law: Some(ExactLaw::Neighbors),
    ..MetricEntry::new(&[ADJACENCY], |shape| {
        if are_large(shape) {
            return Ok(Box::new(AdjacencyDifferences::new(shape)?));
        }
        Ok(Box::new(Adjacency::new(shape)?))
    })
};

/// Counts differences of neighbors: cells 2k and 2k + 1 hold how often a distance of class k led forward and back, the last
/// cell how often it was half the number of cards.
#[derive(Clone, Copy, Debug)]
pub struct AdjacencyDifferences {
    cards: usize,
    classes: usize,
}

/// The class of a distance: 1, 2, 3 to 4, 5 to 8, ...
fn class_of(distance: u32) -> usize {
    (u32::BITS - (distance - 1).leading_zeros()) as usize
}

impl AdjacencyDifferences {
    /// For decks of this shape.
    ///
    /// # Errors
    ///
    /// [`NotApplicable`] for deals.
    pub fn new(shape: Shape) -> Result<Self, NotApplicable> {
        whole_decks_only(shape)?;
        Ok(Self::of_cards(shape.cards()))
    }

    fn of_cards(cards: usize) -> Self {
        Self { cards, classes: class_of(cards as u32 / 2) + 1 }
    }

    /// The distances of a class that lead forward or back; none where half the number of cards is alone.
    fn distances(&self, class: usize) -> RangeInclusive<usize> {
        let first = if class == 0 { 1 } else { (1 << (class - 1)) + 1 };
        first..=(1 << class).min((self.cards - 1) / 2)
    }

    /// h_k.
    fn one_way(&self, class: usize) -> f64 {
        self.distances(class).count() as f64
    }

    /// s_k.
    fn both_ways(&self, class: usize) -> f64 {
        2.0 * self.one_way(class) + if self.has_half(class) { 1.0 } else { 0.0 }
    }

    fn has_half(&self, class: usize) -> bool {
        self.cards.is_multiple_of(2) && class + 1 == self.classes
    }

    /// The classes with distances that lead forward or back.
    fn directed(&self) -> usize {
        self.classes - usize::from(self.distances(self.classes - 1).is_empty())
    }

    #[inline]
    fn cell(&self, this: usize, next: usize) -> usize {
        // Without a branch, which nothing could foretell.
        let forward = next + self.cards * usize::from(next < this) - this;
        let back = self.cards - forward;
        if forward == back {
            return 2 * self.classes;
        }
        2 * class_of(forward.min(back) as u32) + usize::from(back < forward)
    }

    /// The counts that are expected in one deck in which card d follows card c with the probability `follows(c, d)`.
    pub fn expected(&self, follows: impl Fn(usize, usize) -> f64) -> Vec<f64> {
        let mut cells = vec![0.0; self.cells()];
        for this in 0..self.cards {
            for next in (0..self.cards).filter(|&next| next != this) {
                cells[self.cell(this, next)] += follows(this, next);
            }
        }
        cells
    }

    /// F + B and F - B are both even or both odd, but for the class whose F + B is not all of S.
    fn form(&self, trials: u64, counts: &[u64]) -> QuadraticForm {
        let (n, total) = (self.cards as f64, trials as f64);
        let (classes, directed) = (self.classes, self.directed());
        let symmetric = |class: usize| {
            let half = if self.has_half(class) { counts[2 * classes] } else { 0 };
            let expected = total * self.both_ways(class);
            let count = counts[2 * class] + counts[2 * class + 1] + half;
            (count as f64 - expected).powi(2) / expected
        };
        let antisymmetric = |class: usize| {
            let difference = counts[2 * class] as f64 - counts[2 * class + 1] as f64;
            difference * difference / (2.0 * total * self.one_way(class))
        };
        let statistic = (0..classes).map(symmetric).sum::<f64>()
            + (n - 1.0) / (n + 1.0) * (0..directed).map(antisymmetric).sum::<f64>();
        let ln_symmetric = (0..classes).map(|class| self.both_ways(class).ln()).sum::<f64>()
            - (n - 1.0).ln()
            + (classes - 1) as f64 * total.ln();
        let ln_antisymmetric = (0..directed)
            .map(|class| (2.0 * total * self.one_way(class) * (n + 1.0) / (n - 1.0)).ln())
            .sum::<f64>();
        let even = (0..directed).filter(|&class| !self.has_half(class)).count() as f64;
        let ln_lattice_volume = even * LN_2 - 0.5 * (ln_symmetric + ln_antisymmetric);
        QuadraticForm { statistic, df: (classes - 1 + directed) as u64, ln_lattice_volume }
    }

    /// The variance in one deck of the count of a class in one direction, relative to its mean.
    fn variance(&self, class: usize) -> f64 {
        let (n, h) = (self.cards as f64, self.one_way(class));
        (n - h) / (h * (n - 1.0))
    }

    /// The cells are the relative deviations of each class in each direction; the least sensitive class counts.
    fn evidence(&self, tally: &Tally) -> Evidence {
        let (cells, trials) = (2 * self.directed(), tally.trials());
        let one_way = |cell: usize| self.one_way(cell / 2);
        let of_deck = |deck: &[u32]| {
            (0..cells).map(|cell| f64::from(deck[cell]) / one_way(cell) - 1.0).collect()
        };
        let mean = |cell| tally.cells()[cell] as f64 / (trials as f64 * one_way(cell)) - 1.0;
        let fair: Vec<f64> = (0..cells).map(|cell| self.variance(cell / 2)).collect();
        let scale = fair.iter().copied().fold(0.0, f64::max).sqrt();
        let table = Table {
            form: self.form(trials, tally.cells()),
            deviations: Deviations::of_amounts(&GroupedTable {
                trials,
                weights: vec![1.0 / cells as f64; cells],
                deviations: (0..cells).map(mean).collect(),
                fair,
                decks: tally.summaries().iter().map(|(_, deck)| of_deck(deck)).collect(),
                shared: 0.0,
            }),
            effects: [effect_kind::RMS_PAIR_DEVIATION, effect_kind::LARGEST_PAIR_DEVIATION],
            below: Below::AtLeastMinusOne,
            sensitivity: (scale, Deviates::CELL),
        };
        table.evidence(|cell, _| self.place(cell))
    }

    fn place(&self, cell: usize) -> Place {
        let distances = self.distances(cell / 2);
        let way = if cell.is_multiple_of(2) { " further on" } else { " further back" };
        let first = Place::from("next card ").number(*distances.start());
        let last = [Word::Text(" to "), Word::Number(*distances.end())];
        let range = if distances.start() == distances.end() { first } else { first.and(last) };
        range.text(way)
    }
}

impl Metric for AdjacencyDifferences {
    fn cells(&self) -> usize {
        2 * self.classes + 1
    }

    fn count<C: Card>(&self, rows: &[C], _: u64, cells: &mut [u64]) {
        for row in rows.chunks_exact(self.cards) {
            for (this, next) in row.iter().zip(&row[1..]) {
                cells[self.cell(this.index(), next.index())] += 1;
            }
        }
    }

    fn summary_size(&self) -> SummarySize {
        SummarySize::new(SPREAD_DECKS, self.cells())
    }

    fn summarize_row<C: Card>(&self, row: &[C], words: &mut Vec<u32>) {
        let mut cells = vec![0; self.cells()];
        self.count(row, 0, &mut cells);
        words.extend(cells.iter().map(|&count| count as u32));
    }

    fn trials_needed(&self) -> u64 {
        FEWEST_TRIALS
    }

    fn judge(&self, tally: &Tally) -> Vec<Judgement> {
        let trials = [tally.trials(), FEWEST_TRIALS];
        table::judge([ADJACENCY.id], trials, || [self.evidence(tally)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tables::testing::assert_inverts_covariance;

    #[test]
    fn over_all_decks_the_form_inverts_the_covariance_of_the_counts() {
        for (cards, df) in [(4, 2), (5, 3), (6, 4)] {
            let metric = AdjacencyDifferences::of_cards(cards);
            assert_eq!(metric.form(1, &[0; 7]).df, df);
            assert_inverts_covariance(cards, df, |rows| {
                let mut cells = vec![0; metric.cells()];
                metric.count(rows, 0, &mut cells);
                let trials = (rows.len() / cards) as u64;
                metric.form(trials, &cells).statistic
            });
        }
    }

    #[test]
    fn every_difference_is_in_the_class_of_its_distance() {
        for cards in [257, 258, 512, 514, 1_000] {
            let metric = AdjacencyDifferences::of_cards(cards);
            let mut number = vec![0; metric.cells()];
            for d in 1..cards {
                let cell = metric.cell(5, (5 + d) % cards);
                number[cell] += 1;
                let distance = d.min(cards - d);
                let half = 2 * d == cards;
                assert_eq!(half, cell == 2 * metric.classes);
                assert!(half || metric.distances(cell / 2).contains(&distance), "{cards} {d}");
                assert!(half || cell.is_multiple_of(2) == (2 * d < cards), "{cards} {d}");
            }
            for class in 0..metric.classes {
                let one_way = metric.distances(class).count();
                assert_eq!(number[2 * class..2 * class + 2], [one_way; 2]);
            }
            assert_eq!(number[2 * metric.classes], usize::from(cards % 2 == 0));
            let sizes: f64 = (0..metric.classes).map(|class| metric.both_ways(class)).sum();
            assert_eq!(sizes, cards as f64 - 1.0);
        }
    }

    #[test]
    fn the_class_that_stands_out_is_named() {
        let metric = AdjacencyDifferences::of_cards(300);
        assert_eq!(metric.place(0).to_string(), "next card 1 further on");
        assert_eq!(metric.place(7).to_string(), "next card 5 to 8 further back");
    }
}
