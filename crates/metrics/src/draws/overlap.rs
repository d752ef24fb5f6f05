//! Balls that a draw has in common with an earlier one.
#![doc = include_str!("overlap.md")]

use super::UNORDERED;
use crate::{
    Card, Judgement, Shape, Tally,
    costs::Cost,
    histogram::Histogram,
    judgement::Outcome,
    metric::{About, Exhibit, Metric, MetricEntry, NotApplicable, Scope, TestEntry},
    number,
    place::Place,
};

pub(crate) const OVERLAP: TestEntry = TestEntry {
    title: "balls that a draw has in common with the one before",
    sees: "balls that are not mixed after they were put back; draws that avoid the numbers of the draw before",
    blind_to: "single balls that come too often; anything more than one draw back (`overlap-lags` sees 1,024)",
    cost: Cost::of(20.0, 0.0),
    ..TestEntry::new("overlap", About::DependenceBetweenDecks)
};

pub(crate) const ENTRY: MetricEntry = MetricEntry {
    draws: UNORDERED,
    scope: Scope::Neighbours,
    ..MetricEntry::new(&[OVERLAP], |shape| Ok(Box::new(Overlap::new(shape)?)))
};

/// Counts the draws by the balls that they have in common with the draw before.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Overlap {
    shape: Shape,
}

impl Overlap {
    pub(crate) fn new(shape: Shape) -> Result<Self, NotApplicable> {
        let overlap = Self { shape };
        if overlap.law().iter().any(|p| *p > 1.0 - f64::EPSILON) {
            return Err(NotApplicable::new("all draws have equally many balls in common"));
        }
        Ok(overlap)
    }

    fn law(&self) -> Vec<f64> {
        let k = self.shape.dealt();
        super::hypergeometric(self.shape.cards(), k, k)
    }

    fn histogram(&self, tally: &Tally) -> Histogram {
        let counts = tally.cells().to_vec();
        Histogram { trials: counts.iter().sum(), counts, law: self.law(), classes: None }
    }
}

impl Metric for Overlap {
    fn cell_count(&self) -> usize {
        self.shape.dealt() + 1
    }

    fn count<C: Card>(&self, rows: &[C], _: u64, cells: &mut [u64]) {
        // The last draw in which each ball was, counted from 1.
        let mut last = vec![0_u32; self.shape.cards()];
        for (row, number) in rows.chunks_exact(self.shape.width()).zip(1..) {
            let mut common = 0;
            for ball in &row[..self.shape.dealt()] {
                let last = &mut last[ball.index()];
                common += usize::from(*last + 1 == number);
                *last = number;
            }
            if number > 1 {
                cells[common] += 1;
            }
        }
    }

    fn trials_needed(&self) -> u64 {
        2
    }

    fn judge(&self, tally: &Tally) -> Vec<Judgement> {
        let histogram = self.histogram(tally);
        // Whatever the draw before is, so that pairs of draws are independent of each other.
        let in_words =
            |value| Place::from("a draw with ").number(value).text(" of the balls before");
        let near =
            match number::judge_or_few(&histogram, histogram.trials, "pairs of draws", &in_words) {
                Outcome::TooFewTrials { .. } => Outcome::too_few(tally.trials(), 2),
                outcome => outcome,
            };
        vec![Judgement { test: OVERLAP.id, outcome: near }]
    }

    fn exhibit(&self, tally: &Tally) -> Option<Exhibit> {
        Some(Exhibit::Histogram { test: OVERLAP.id, histogram: self.histogram(tally) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draws::testing::{counted, each_set};

    #[test]
    fn overlaps_are_those_of_all_triples() {
        let shape = Shape::unordered(6, 3, None).unwrap();
        let (metric, sets) = (Overlap::new(shape).unwrap(), each_set(6, 3));
        let mut all = vec![0; metric.cell_count()];
        for a in &sets {
            for b in &sets {
                let cells = counted(&metric, shape, &[a.clone(), b.clone(), a.clone()]);
                all.iter_mut().zip(cells).for_each(|(all, count)| *all += count);
            }
        }
        let pairs = (sets.len() * sets.len()) as f64;
        for (count, p) in all.iter().zip(metric.law()) {
            assert!((*count as f64 / (2.0 * pairs) - p).abs() < 1e-12);
        }
    }
}
