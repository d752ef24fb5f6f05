//! Counts over rows that do not all have the same law: the most extreme of them is judged by its exact tail, as in [`crate::largest`].

use crate::{
    Evidence, ExtremeCount,
    distribution::HypergeometricSum,
    effect_kind,
    judgement::Sensitivity,
    largest::{Cell, clearest},
    mixed_sum::MixedSum,
    place::Place,
};
use statrs::function::factorial::ln_binomial;

/// A part of the rows, with the law of the count over them.
#[derive(Clone, Copy, Debug)]
pub(crate) enum RowsPart {
    /// A chance, and the rows that have it.
    Chance(f64, u64),
    /// Of all rows and the events among them, which are given, these rows, picked by lot.
    Share { all: u64, events: u64, rows: u64 },
}

impl RowsPart {
    fn mean_and_variance(&self) -> [f64; 2] {
        let (rows, chance, left) = match *self {
            Self::Chance(chance, rows) => (rows, chance, 1.0),
            Self::Share { all: 0 | 1, events, rows } => (rows, events as f64, 0.0),
            Self::Share { all, events, rows } => {
                (rows, events as f64 / all as f64, (all - rows) as f64 / (all - 1) as f64)
            }
        };
        let mean = rows as f64 * chance;
        [mean, mean * (1.0 - chance) * left]
    }

    /// The logarithms of the probabilities of the least and of the largest count.
    fn ln_ends(&self) -> [f64; 2] {
        match *self {
            Self::Chance(chance, rows) => [1.0 - chance, chance].map(|p| rows as f64 * p.ln()),
            Self::Share { all, events, rows } => {
                [(events + rows).saturating_sub(all), events.min(rows)].map(|count| {
                    let ways = ln_binomial(events, count) + ln_binomial(all - events, rows - count);
                    ways - ln_binomial(all, rows)
                })
            }
        }
    }

    /// The law of a row or of all of them, and how often it is added up.
    fn law(&self) -> (Vec<f64>, u64) {
        match *self {
            Self::Chance(chance, rows) => (vec![1.0 - chance, chance], rows),
            Self::Share { all, events, rows } => {
                let [all, events, rows] = [all, events, rows].map(|count| count as usize);
                (HypergeometricSum::new(all, events, rows, 1).of_one(), 1)
            }
        }
    }
}

/// A count over rows, and the rows that were examined.
#[derive(Clone, Debug, Default)]
pub(crate) struct Counted {
    pub(crate) count: u64,
    pub(crate) of: u64,
    parts: Vec<RowsPart>,
}

impl Counted {
    pub(crate) fn add(&mut self, count: u64, rows: u64, part: RowsPart) {
        self.count += count;
        self.of += rows;
        self.parts.push(part);
    }

    pub(crate) fn mean(&self) -> f64 {
        self.parts.iter().map(|part| part.mean_and_variance()[0]).sum()
    }

    pub(crate) fn deviation(&self) -> f64 {
        self.parts.iter().map(|part| part.mean_and_variance()[1]).sum::<f64>().sqrt()
    }

    /// The logarithm of the smaller tail.
    fn ln_tail(&self) -> f64 {
        let [upper, lower] =
            MixedSum::new(self.parts.iter().map(RowsPart::law)).ln_tails(self.count);
        upper.min(lower)
    }

    /// The logarithms of the smallest tails that there are, at the least and at the largest count.
    fn ln_ends(&self) -> [f64; 2] {
        [0, 1].map(|end| self.parts.iter().map(|part| part.ln_ends()[end]).sum())
    }

    /// Ranks counts nearly as their tails do: the deviance of a binomial count with this mean, in units of its own scatter.
    fn rank(&self) -> f64 {
        let chance = self.mean() / self.of as f64;
        let binomial = (self.mean() * (1.0 - chance)).sqrt();
        let cell = Cell { count: self.count, trials: self.of, chance };
        cell.deviance() * binomial / self.deviation()
    }

    /// The sensitivity to an event that happens too often or too rarely, in this many trials.
    pub(crate) fn sensitivity(&self, trials: u64) -> Sensitivity {
        let of_count = [self.mean(), self.deviation(), self.of as f64];
        Sensitivity::of_count(effect_kind::DRAW_DEVIATION, trials, of_count, 1.0)
    }
}

/// The evidence of the count with the smallest tail, of some that can all vary: `what` says what was counted, and `unit` what rows are
/// called.
pub(crate) fn evidence(
    counts: &[Counted],
    unit: &'static str,
    what: impl Fn(usize) -> Place,
) -> Evidence {
    let rank = |&at: &usize| counts[at].rank();
    let (ln_smallest, at) = clearest(0..counts.len(), rank, |&at| counts[at].ln_tail());
    let ends: Vec<f64> = counts.iter().flat_map(Counted::ln_ends).collect();
    let ln_least = ends.iter().copied().fold(ln_smallest, f64::min);
    // A tail that is never so small, up to rounding, does not add to the probability that one is.
    let tails_to = |ln: f64| ends.iter().filter(|&&end| end <= ln + 1e-6).count().max(1) as u64;
    let (tails, fewest) = (tails_to(ln_smallest), tails_to(ln_least));
    let ln_least = ln_least + (fewest as f64 / tails as f64).ln();
    let (count, of, expected) = (counts[at].count, counts[at].of, counts[at].mean());
    let extreme = ExtremeCount { what: what(at), count, of, unit, expected: expected / of as f64 };
    let effect = extreme.effect(ends.len() as u64);
    Evidence::of_tails(ln_smallest, tails, ln_least, effect)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// If 3 of 7 rows have an event, 4 of them can be chosen in 35 ways. If 4 of 5 rows have it, at least two of any
    /// 3 do: 10 ways.
    #[test]
    fn rows_are_shared_out_by_lot() {
        let mut sum = Counted::default();
        sum.add(3, 4, RowsPart::Share { all: 7, events: 3, rows: 4 });
        sum.add(2, 3, RowsPart::Share { all: 5, events: 4, rows: 3 });
        let exact = MixedSum::new(sum.parts.iter().map(RowsPart::law));
        assert!((sum.mean() - exact.mean()).abs() < 1e-12);
        assert!((sum.deviation() - exact.deviation()).abs() < 1e-12);
        let ends = [exact.ln_tails(2)[1], exact.ln_tails(6)[0]];
        assert!(sum.ln_ends().iter().zip(ends).all(|(end, exact)| (end - exact).abs() < 1e-9));
        // 1, 12, 18 and 4 ways for 0 to 3 events, and 6 and 4 ways for 2 and 3.
        let [upper, lower] = exact.ln_tails(5).map(f64::exp);
        let ways = [4.0 * 10.0 + 18.0 * 4.0, 350.0 - 4.0 * 4.0];
        assert!((upper - ways[0] / 350.0).abs() < 1e-12 && (lower - ways[1] / 350.0).abs() < 1e-12);
        assert!((sum.ln_tail() - upper.ln()).abs() < 1e-12);
    }
}
