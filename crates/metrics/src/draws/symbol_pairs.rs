//! Symbols at two places, and in two draws that follow each other.
#![doc = include_str!("symbol-pairs.md")]
#![doc = include_str!("serial-symbols.md")]

use super::{FEWEST_TRIALS, WITH_REPLACEMENT, ln_lattice_volume_of, weighted::PooledSymbols};
use crate::{
    Card, Judgement, Shape, Tally,
    costs::Cost,
    effect_kind,
    judgement::{Effect, Outcome},
    metric::{About, Metric, MetricEntry, NotApplicable, Scope, TestEntry, prose},
    table::QuadraticForm,
};
use std::iter::repeat_n;

pub(crate) const SYMBOL_PAIRS: TestEntry = TestEntry {
    title: prose! { "how often each two symbols come together at each two places of a draw" },
    sees: prose! { "places that copy or avoid each other: digits of which no two are equal" },
    blind_to: prose! { "single places, and draws that depend on each other" },
    cost: Cost::of(6.0, 0.0),
    ..TestEntry::new("symbol-pairs", About::Orders)
};

pub(crate) const SERIAL_SYMBOLS: TestEntry = TestEntry {
    title: prose! { "how often each symbol follows each other symbol from draw to draw" },
    sees: prose! { "digits that depend on the draw before, or on the place before" },
    blind_to: prose! { "dependence over more than one draw" },
    cost: Cost::of(5.0, 0.0),
    ..TestEntry::new("serial-symbols", About::DependenceBetweenDecks)
};

pub(crate) const PAIRS_ENTRY: MetricEntry = MetricEntry {
    draws: WITH_REPLACEMENT,
    ..MetricEntry::new(&[SYMBOL_PAIRS], |shape| Ok(Box::new(SymbolPairs::new(shape, false)?)))
};

pub(crate) const SERIAL_ENTRY: MetricEntry = MetricEntry {
    draws: WITH_REPLACEMENT,
    scope: Scope::Neighbors,
    ..MetricEntry::new(&[SERIAL_SYMBOLS], |shape| Ok(Box::new(SymbolPairs::new(shape, true)?)))
};

const MOST_CELLS: usize = 1 << 20;

#[derive(Clone, Debug)]
pub(crate) struct SymbolPairs {
    shape: Shape,
    /// The two places of each table; of draws that follow each other the second is one of the later draw.
    tables: Vec<(usize, usize)>,
    serial: bool,
}

impl SymbolPairs {
    pub(crate) fn new(shape: Shape, serial: bool) -> Result<Self, NotApplicable> {
        let k = shape.dealt();
        let cells = |tables: usize| tables.saturating_mul(shape.cards().saturating_pow(2));
        let number = if serial { k + 1 } else { k * (k - 1) / 2 };
        if cells(number) > MOST_CELLS {
            let why = format!("up to {MOST_CELLS} pairs of symbols at two places are counted");
            return Err(NotApplicable(why));
        }
        let tables: Vec<(usize, usize)> = match serial {
            false => (0..k).flat_map(|q| (0..q).map(move |p| (p, q))).collect(),
            true if k == 1 => vec![(0, 0)],
            true => (0..k).map(|p| (p, p)).chain([(k - 1, 0)]).collect(),
        };
        if tables.is_empty() {
            return Err(NotApplicable::new("one place is not a pair"));
        }
        Ok(Self { shape, tables, serial })
    }

    fn interaction(&self, table: &[u64]) -> f64 {
        let n = self.shape.cards();
        let all: u64 = table.iter().sum();
        if all == 0 {
            return 0.0;
        }
        let square = |count: u64| u128::from(count) * u128::from(count);
        let cells: u128 = table.iter().map(|&count| square(count)).sum();
        let rows: u128 = table.chunks(n).map(|row| square(row.iter().sum())).sum();
        let columns = (0..n).map(|b| square(table.iter().skip(b).step_by(n).sum()));
        let columns: u128 = columns.sum();
        let (n, all) = (n as u128, u128::from(all));
        // In whole numbers up to the division.
        let whole = (n * n * cells + all * all) as i128 - (n * (rows + columns)) as i128;
        whole as f64 / all as f64
    }

    fn outcome(&self, tally: &Tally) -> Outcome {
        let (trials, n) = (tally.trials(), self.shape.cards());
        let needed = self.draws_needed();
        let tables = || tally.cells().chunks_exact(n * n);
        let fewest = tables().map(|table| table.iter().sum::<u64>()).min().unwrap_or(0);
        if fewest + 1 < needed {
            return Outcome::too_few(trials, needed);
        }
        let form = match self.shape.weights() {
            None => self.even_form(tables()),
            Some(weights) => match PooledSymbols::of_pairs(weights.chances(), fewest) {
                Some(classes) => tables().map(|table| classes.interaction(table)).sum(),
                None => return Outcome::too_few(trials, needed),
            },
        };
        let all: u64 = tally.cells().iter().sum();
        let excess = (form.statistic - form.df as f64).max(0.0) / all as f64;
        let what = if self.serial { "symbols after others" } else { "pairs of symbols" };
        let effect = Effect::new(effect_kind::RMS_DRAW_DEVIATION, excess.sqrt()).at(what);
        Outcome::Judged(form.evidence(trials, effect))
    }

    fn even_form<'a>(&self, tables: impl Iterator<Item = &'a [u64]>) -> QuadraticForm {
        let n = self.shape.cards();
        // Given their margins, tables are whole numbers whose rows and columns add up to 0.
        let form = |table: &[u64]| {
            let pairs = table.iter().sum::<u64>() as f64;
            let lattice = ln_lattice_volume_of(repeat_n(pairs.sqrt() / n as f64, n));
            QuadraticForm {
                statistic: self.interaction(table),
                df: (n as u64 - 1).pow(2),
                ln_lattice_volume: 2.0 * (n as f64 - 1.0) * lattice,
            }
        };
        tables.map(form).sum()
    }

    fn draws_needed(&self) -> u64 {
        match self.shape.weights() {
            None => super::trials_for(1.0 / self.shape.cards().pow(2) as f64),
            Some(weights) => {
                PooledSymbols::draws_needed(weights.chances(), PooledSymbols::of_pairs)
            }
        }
    }
}

impl Metric for SymbolPairs {
    fn cells(&self) -> usize {
        self.tables.len() * self.shape.cards().pow(2)
    }

    fn count<C: Card>(&self, rows: &[C], _: u64, cells: &mut [u64]) {
        let (n, width) = (self.shape.cards(), self.shape.width());
        let later = if self.serial { &rows[width.min(rows.len())..] } else { rows };
        for (row, later) in rows.chunks_exact(width).zip(later.chunks_exact(width)) {
            for (table, &(p, q)) in self.tables.iter().enumerate() {
                cells[(table * n + row[p].index()) * n + later[q].index()] += 1;
            }
        }
    }

    fn trials_needed(&self) -> u64 {
        FEWEST_TRIALS.max(self.draws_needed())
    }

    fn judge(&self, tally: &Tally) -> Vec<Judgement> {
        let test = if self.serial { SERIAL_SYMBOLS.id } else { SYMBOL_PAIRS.id };
        vec![Judgement { test, outcome: self.outcome(tally) }]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{counted, each_word, moments_of, sums_over_draws};
    use itertools::Itertools;

    #[test]
    fn interactions_have_mean_and_variance_of_their_law() {
        let shape = Shape::replacement(3, 3);
        let metric = SymbolPairs::new(shape, false).unwrap();
        let statistic = |cells: &[u64], _: u64| -> f64 {
            cells.chunks_exact(9).map(|table| metric.interaction(table)).sum()
        };
        let (mean, variance) = sums_over_draws(&metric, &each_word(3, 3), 27, statistic);
        assert!((mean - 12.0).abs() < 1e-9, "{mean}");
        assert!((variance - 12.0).abs() < 1e-9, "two draws have 2 df (1 - 1/2): {variance}");
    }

    #[test]
    fn over_all_sequences_of_draws_the_serial_mean_is_its_freedom() {
        let shape = Shape::replacement(2, 2);
        let metric = SymbolPairs::new(shape, true).unwrap();
        let statistic = |draws: Vec<Vec<u32>>| {
            let cells = counted(&metric, shape, &draws);
            cells.chunks_exact(4).map(|table| metric.interaction(table)).sum()
        };
        let draws = (0..3).map(|_| each_word(2, 2)).multi_cartesian_product();
        let [mean, _] = moments_of(draws.map(statistic));
        assert!((mean - 3.0).abs() < 1e-9, "{mean}");
    }
}
