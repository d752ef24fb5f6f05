//! Balls that a draw has in common with an earlier one.
#![doc = include_str!("overlap.md")]
#![doc = include_str!("overlap-lags.md")]

use super::UNORDERED;
use crate::{
    Card, Judgement, Shape, Tally,
    costs::Cost,
    effect_kind,
    histogram::Histogram,
    judgement::{Effect, Evidence, Interval, Outcome},
    largest::CountLaw,
    metric::{About, Exhibit, Metric, MetricEntry, NotApplicable, Scope, TestEntry},
    number::{self, FEWEST_TRIALS},
    place::Place,
};

pub(crate) const OVERLAP: TestEntry = TestEntry {
    title: "balls that a draw has in common with the one before",
    sees: "balls that are not mixed after they were put back; draws that avoid the numbers of the last",
    blind_to: "single balls that come too often; what is more than one draw back (`overlap-lags` sees 64)",
    cost: Cost::of(110.0, 0.0),
    ..TestEntry::new("overlap", About::DependenceBetweenDecks)
};

pub(crate) const OVERLAP_LAGS: TestEntry = TestEntry {
    title: "balls that a draw has in common with one of the 64 before, the distance that stands out",
    sees: "draws that come back, or are avoided, after some draws: ball sets that take turns, a short period",
    blind_to: "single draws; distances beyond 64",
    ..TestEntry::new("overlap-lags", About::DependenceBetweenDecks)
};

pub(crate) const ENTRY: MetricEntry = MetricEntry {
    draws: UNORDERED,
    scope: Scope::Neighbours,
    ..MetricEntry::new(&[OVERLAP, OVERLAP_LAGS], |shape| Ok(Box::new(Overlap::new(shape)?)))
};

const DISTANCES: usize = 64;

/// Counts overlaps: first the histogram at distance 1, then for each further distance the sum, and the pairs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Overlap {
    shape: Shape,
}

impl Overlap {
    pub(crate) fn new(shape: Shape) -> Result<Self, NotApplicable> {
        let overlap = Self { shape };
        if overlap.law().iter().any(|p| *p > 1.0 - f64::EPSILON) {
            return Err(NotApplicable::new("all draws have as many balls in common"));
        }
        Ok(overlap)
    }

    fn law(&self) -> Vec<f64> {
        let k = self.shape.dealt();
        super::hypergeometric(self.shape.cards(), k, k)
    }

    fn histogram(&self, tally: &Tally) -> Histogram {
        let counts = tally.cells()[..=self.shape.dealt()].to_vec();
        Histogram { trials: counts.iter().sum(), counts, law: self.law(), classes: None }
    }

    fn judge_lags(&self, tally: &Tally) -> Outcome {
        let (trials, k) = (tally.trials(), self.shape.dealt());
        let (sums, pairs) = tally.cells()[k + 1..].split_at(DISTANCES - 1);
        if trials < FEWEST_TRIALS || pairs[0] == 0 {
            return Outcome::too_few(trials, FEWEST_TRIALS);
        }
        let tail = |distance: usize| {
            let law = CountLaw::of_cards(self.shape.cards(), k, k, pairs[distance]);
            (law.ln_tail(sums[distance]), distance, law)
        };
        let seen = (0..DISTANCES - 1).filter(|&distance| pairs[distance] > 0);
        let tails = 2 * seen.clone().count() as u64;
        let smallest = seen.map(tail).min_by(|a, b| a.0.total_cmp(&b.0));
        let (smallest, distance, law) = smallest.expect("some distance has pairs");
        let (mean, sum) = (law.mean(), sums[distance] as f64);
        let counts = [sums[distance], k as u64 * pairs[distance]];
        let interval = Interval::of_count(counts, mean, tails);
        let place = Place::from("balls of the draw ").number(distance + 2).text(" before");
        let effect = Effect::new(effect_kind::OVERLAP_DEVIATION, sum / mean - 1.0)
            .within(interval)
            .at(place);
        Outcome::Judged(Evidence::of_tails(smallest, tails, law.ln_least(), effect))
    }
}

impl Metric for Overlap {
    fn cell_count(&self) -> usize {
        self.shape.dealt() + 1 + 2 * (DISTANCES - 1)
    }

    fn count<C: Card>(&self, rows: &[C], _: u64, cells: &mut [u64]) {
        let k = self.shape.dealt();
        let (histogram, rest) = cells.split_at_mut(k + 1);
        let (sums, pairs) = rest.split_at_mut(DISTANCES - 1);
        let draws: Vec<&[C]> = rows.chunks_exact(self.shape.width()).map(|row| &row[..k]).collect();
        // Bit j of a ball: it was in the draw j before.
        let mut seen = vec![0_u64; self.shape.cards()];
        for (number, draw) in draws.iter().enumerate() {
            let mut common = [0_u64; DISTANCES];
            for ball in *draw {
                let mut before = seen[ball.index()];
                while before != 0 {
                    common[before.trailing_zeros() as usize] += 1;
                    before &= before - 1;
                }
            }
            if number > 0 {
                histogram[common[0] as usize] += 1;
            }
            for distance in 1..DISTANCES.min(number) {
                sums[distance - 1] += common[distance];
                pairs[distance - 1] += 1;
            }
            seen.iter_mut().for_each(|seen| *seen <<= 1);
            draw.iter().for_each(|ball| seen[ball.index()] |= 1);
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
            match number::judge_or_few(&histogram, histogram.trials, "pairs of draws", in_words) {
                Outcome::TooFewTrials { .. } => Outcome::too_few(tally.trials(), 2),
                outcome => outcome,
            };
        vec![
            Judgement { test: OVERLAP.id, outcome: near },
            Judgement { test: OVERLAP_LAGS.id, outcome: self.judge_lags(tally) },
        ]
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
        assert_eq!(all[4], 3 * pairs as u64, "at distance 2 the same three balls");
        assert_eq!(all[4 + DISTANCES - 1], pairs as u64);
    }
}
