//! The coupon collector: how many symbols it takes until all were seen: `coupon-collector`.
//!
//! Null hypothesis: all symbols of all draws are uniform and independent. The symbols of a block are read one after the other; a collection begins
//! behind the end of the one before. Its length T has the law of the coupon collector, by a recurrence of positive terms. A
//! collection counts if it begins so early in its block that M more symbols follow, and lengths of M and more are one class: so
//! whether it counts does not depend on its length, and the lengths are independent.
//!
//! Source: Greenwood 1955; Knuth, TAOCP 2, 3.3.2 F.

use super::REPLACEMENT;
use crate::{
    Card, Judgement, Shape, Tally,
    histogram::Histogram,
    judgement::Outcome,
    metric::{About, Exhibit, MetricEntry, NotApplicable, Scope, Statistic, TestEntry},
    number,
};

/// The test `coupon-collector`.
pub const COUPON_COLLECTOR: TestEntry = TestEntry {
    title: "how many symbols it takes until each has come, against the law of the coupon collector",
    sees: "symbols that come too seldom, or in turn; numbers that are dealt like a deck",
    blind_to: "symbols that come too often, as long as none comes too seldom",
    ..TestEntry::new("coupon-collector", About::Orders)
};

/// The metric of [`COUPON_COLLECTOR`].
pub const ENTRY: MetricEntry = MetricEntry {
    draws: REPLACEMENT,
    scope: Scope::Neighbours,
    ..MetricEntry::new(&[COUPON_COLLECTOR], |shape| Ok(Box::new(Collector::new(shape)?)))
};

const MOST_SYMBOLS: usize = 256;

/// The part of the law that is one class.
const REST: f64 = 1e-4;

/// Counts lengths: cell t - n of a collection of t symbols, the last of M and more.
#[derive(Clone, Debug)]
pub struct Collector {
    shape: Shape,
    law: Vec<f64>,
}

impl Collector {
    /// For draws of this shape.
    ///
    /// # Errors
    ///
    /// [`NotApplicable`] beyond 256 symbols.
    pub fn new(shape: Shape) -> Result<Self, NotApplicable> {
        let n = shape.cards();
        if n > MOST_SYMBOLS {
            return Err(NotApplicable(format!("up to {MOST_SYMBOLS} symbols are collected")));
        }
        Ok(Self { shape, law: law(n) })
    }

    /// The longest length that is counted by itself, and one more.
    fn most(&self) -> usize {
        self.shape.cards() + self.law.len() - 1
    }

    fn histogram(&self, tally: &Tally) -> Histogram {
        let counts = tally.cells().to_vec();
        Histogram { trials: counts.iter().sum(), counts, law: self.law.clone(), classes: None }
    }
}

/// The law of T - n, the rest of it in its last cell.
fn law(n: usize) -> Vec<f64> {
    // seen[j]: so many different symbols came, and the set is not complete.
    let (mut seen, mut law, mut left) = (vec![0.0; n], Vec::new(), 1.0);
    seen[0] = 1.0;
    for length in 1.. {
        let complete = seen[n - 1] / n as f64;
        for j in (1..n).rev() {
            seen[j] = (seen[j] * j as f64 + seen[j - 1] * (n - j + 1) as f64) / n as f64;
        }
        seen[0] = 0.0;
        if length >= n {
            law.push(complete);
            left -= complete;
        }
        if length >= n && left < REST {
            break;
        }
    }
    law.push(left.max(0.0));
    law
}

impl Statistic for Collector {
    fn cells(&self) -> usize {
        self.law.len()
    }

    fn count<C: Card>(&self, rows: &[C], _: u64, cells: &mut [u64]) {
        let (n, most, k) = (self.shape.cards(), self.most(), self.shape.dealt());
        let symbols: Vec<usize> = rows
            .chunks_exact(self.shape.width())
            .flat_map(|row| row[..k].iter().map(|symbol| symbol.index()))
            .collect();
        let (mut begin, mut seen) = (0, vec![usize::MAX; n]);
        while begin + most <= symbols.len() {
            let (mut different, mut at) = (0, begin);
            while different < n && at < symbols.len() {
                let symbol = symbols[at];
                if seen[symbol] == usize::MAX || seen[symbol] < begin {
                    different += 1;
                }
                seen[symbol] = at;
                at += 1;
            }
            let length = at - begin;
            let is_long = different < n || length >= most;
            cells[if is_long { self.law.len() - 1 } else { length - n }] += 1;
            if different < n {
                break;
            }
            begin = at;
        }
    }

    fn trials_needed(&self) -> u64 {
        number::FEWEST_TRIALS
    }

    fn judge(&self, tally: &Tally) -> Vec<Judgement> {
        let histogram = self.histogram(tally);
        let (trials, sets) = (tally.trials(), histogram.trials);
        let outcome = match number::judge(&histogram) {
            Outcome::TooFewTrials { needed, .. } => {
                let needed = trials.max(1).saturating_mul(needed) / sets.max(1);
                Outcome::TooFewTrials { trials, needed: needed.max(trials + 1) }
            }
            outcome => outcome,
        };
        vec![Judgement { test: COUPON_COLLECTOR.id, outcome }]
    }

    fn exhibit(&self, tally: &Tally) -> Option<Exhibit> {
        Some(Exhibit::Histogram { test: COUPON_COLLECTOR.id, histogram: self.histogram(tally) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draws::testing::{counted, each_word};

    #[test]
    fn the_law_is_that_of_all_words() {
        let (n, length) = (3, 8);
        let words = each_word(n, length);
        let mut shares = vec![0.0; length + 1];
        for word in &words {
            let complete = (1..=length).find(|&t| (0..3).all(|symbol| word[..t].contains(&symbol)));
            if let Some(t) = complete {
                shares[t] += 1.0 / words.len() as f64;
            }
        }
        for (p, share) in law(n).iter().zip(&shares[n..]) {
            assert!((p - share).abs() < 1e-12, "{p} {share}");
        }
    }

    #[test]
    fn collections_begin_behind_each_other() {
        let shape = Shape::replacement(2, 1);
        let metric = Collector::new(shape).unwrap();
        let mut symbols = vec![vec![0], vec![1], vec![1], vec![1], vec![0]];
        symbols.extend(vec![vec![0]; metric.most()]);
        let cells = counted(&metric, shape, &symbols);
        assert_eq!((cells[0], cells[1], cells.last()), (1, 1, Some(&1)));
    }
}
