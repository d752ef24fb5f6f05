//! Symbols that do not come equally often, by design: which of them are judged together, and what must never come.

use crate::{distribution::first_where, histogram::SMALLEST_BIN, table::QuadraticForm};

/// Symbols, or words, taken together so that Pearson's sum of unequal cells has its law: the rarest with each other, until a class is expected
/// [`SMALLEST_BIN`] times. What is taken together follows from the chances and the number of draws alone, never from the counts.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct PooledSymbols {
    /// The class of each symbol.
    of: Vec<usize>,
    pub(super) chances: Vec<f64>,
}

impl PooledSymbols {
    /// The classes for `draws` draws; `None` if there are fewer than two.
    pub(super) fn of_singles(chances: &[f64], draws: u64) -> Option<Self> {
        Self::at_least(SMALLEST_BIN / draws as f64, chances)
    }

    /// The same where each two classes are expected together as often.
    pub(super) fn of_pairs(chances: &[f64], draws: u64) -> Option<Self> {
        Self::at_least((SMALLEST_BIN / draws as f64).sqrt(), chances)
    }

    fn at_least(least: f64, chances: &[f64]) -> Option<Self> {
        let mut ascending: Vec<usize> = (0..chances.len()).collect();
        ascending.sort_by(|&a, &b| chances[a].total_cmp(&chances[b]));
        let (mut of, mut classes, mut open) = (vec![0; chances.len()], Vec::new(), 0.0);
        for &symbol in &ascending {
            of[symbol] = classes.len();
            open += chances[symbol];
            if open >= least {
                classes.push(open);
                open = 0.0;
            }
        }
        let last = classes.len().checked_sub(1).filter(|last| *last > 0)?;
        classes[last] += open;
        of.iter_mut().for_each(|class| *class = last.min(*class));
        Some(Self { of, chances: classes })
    }

    /// The fewest draws for which there are classes, by `make`.
    pub(super) fn draws_needed(chances: &[f64], make: fn(&[f64], u64) -> Option<Self>) -> u64 {
        let (mut too_few, mut enough) = (0, 1);
        let is_enough = |draws| make(chances, draws).is_some();
        while !is_enough(enough) && enough < 1 << 62 {
            (too_few, enough) = (enough, 2 * enough);
        }
        first_where(too_few + 1, enough, is_enough)
    }

    pub(super) fn number(&self) -> usize {
        self.chances.len()
    }

    /// The counts of the classes.
    pub(super) fn counts(&self, counts: &[u64]) -> Vec<u64> {
        let mut sums = vec![0; self.number()];
        self.of.iter().zip(counts).for_each(|(&class, count)| sums[class] += count);
        sums
    }

    /// The counts of each two classes, of a table of each two symbols.
    pub(super) fn pairs(&self, table: &[u64]) -> Vec<u64> {
        let mut sums = vec![0; self.number().pow(2)];
        for (row, &a) in table.chunks_exact(self.of.len()).zip(&self.of) {
            for (count, &b) in row.iter().zip(&self.of) {
                sums[a * self.number() + b] += count;
            }
        }
        sums
    }

    /// Pearson's sum over the classes.
    pub(super) fn pearson(&self, draws: u64, counts: &[u64]) -> QuadraticForm {
        let expected = || self.chances.iter().map(|chance| chance * draws as f64);
        let cell = |(count, expected): (u64, f64)| (count as f64 - expected).powi(2) / expected;
        QuadraticForm {
            statistic: self.counts(counts).into_iter().zip(expected()).map(cell).sum(),
            df: self.number() as u64 - 1,
            ln_lattice_volume: super::ln_lattice_volume_of(expected()),
        }
    }

    /// Pearson's sum over each two classes less both main effects: their interaction.
    pub(super) fn interaction(&self, table: &[u64]) -> QuadraticForm {
        let (g, cells) = (self.number(), self.pairs(table));
        let all = cells.iter().sum::<u64>() as f64;
        let row = |a: usize| cells[a * g..][..g].iter().sum::<u64>() as f64;
        let column = |b: usize| cells.iter().skip(b).step_by(g).sum::<u64>() as f64;
        let (rows, columns): (Vec<f64>, Vec<f64>) = (0..g).map(|a| (row(a), column(a))).unzip();
        let cell = |(cell, &count): (usize, &u64)| {
            let (a, b) = (cell / g, cell % g);
            let [p, q] = [self.chances[a], self.chances[b]];
            (count as f64 - rows[a] * q - columns[b] * p + all * p * q).powi(2) / (all * p * q)
        };
        let lattice = super::ln_lattice_volume_of(self.chances.iter().map(|p| p * all.sqrt()));
        QuadraticForm {
            statistic: if all > 0.0 { cells.iter().enumerate().map(cell).sum() } else { 0.0 },
            df: (g as u64 - 1).pow(2),
            ln_lattice_volume: 2.0 * (g as f64 - 1.0) * lattice,
        }
    }

    /// As [`Slots::sensitivity`](crate::table::Slots): the deviation of the least sensitive symbol whose noncentrality is 1 per draw, the
    /// others making up for it by their chances.
    pub(super) fn scale(&self, chances: &[f64]) -> f64 {
        let scale = |(&chance, &class): (&f64, &usize)| {
            let all = self.chances[class];
            (chance > 0.0).then(|| all / chance * ((1.0 - all) / all).sqrt())
        };
        chances.iter().zip(&self.of).filter_map(scale).fold(0.0, f64::max)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::each_word;

    #[test]
    fn the_rarest_symbols_are_taken_together_until_they_are_expected_often_enough() {
        let chances = [0.7, 0.2, 0.08, 0.02];
        let classes = |draws| PooledSymbols::of_singles(&chances, draws).map(|it| it.of);
        assert_eq!(classes(5_000), Some(vec![3, 2, 1, 0]));
        assert_eq!(classes(1_300), Some(vec![2, 1, 0, 0]));
        assert_eq!(classes(500), Some(vec![1, 0, 0, 0]));
        assert_eq!(classes(200), None);
        assert_eq!(PooledSymbols::draws_needed(&chances, PooledSymbols::of_singles), 334);
        let even = PooledSymbols::of_pairs(&[0.25; 4], 500).unwrap();
        assert_eq!((even.of, even.chances), (vec![0, 0, 1, 1], vec![0.5, 0.5]));
        let never = PooledSymbols::of_singles(&[0.5, 0.0, 0.5], 1_000).unwrap();
        assert_eq!(never.number(), 2, "what never comes is no class of its own");
    }

    /// Over all pairs of draws, each with its chance.
    #[test]
    fn both_forms_have_the_mean_of_their_law() {
        let (chances, p) = ([0.5, 0.3, 0.2], |row: &[u32]| -> f64 {
            row.iter().map(|&symbol| [0.5, 0.3, 0.2][symbol as usize]).product()
        });
        let classes = PooledSymbols::at_least(0.1, &chances).unwrap();
        assert_eq!(classes.of, [2, 1, 0]);
        let (mut pearson, mut interaction) = (0.0, 0.0);
        for rows in each_word(3, 4) {
            let (mut counts, mut table) = ([0; 3], [0; 9]);
            rows.iter().for_each(|&symbol| counts[symbol as usize] += 1);
            rows.chunks(2).for_each(|pair| table[(3 * pair[0] + pair[1]) as usize] += 1);
            pearson += p(&rows) * classes.pearson(4, &counts).statistic;
            interaction += p(&rows) * classes.interaction(&table).statistic;
        }
        assert!((pearson - 2.0).abs() < 1e-12 && (interaction - 4.0).abs() < 1e-12);
        let even = PooledSymbols::at_least(0.1, &[0.25; 4]).unwrap();
        let law = crate::judgement::Law::pearson(std::iter::repeat_n(10.0, 4));
        let form = even.pearson(40, &[10; 4]);
        let same = crate::judgement::Law::ChiSquare {
            df: form.df,
            ln_lattice_volume: form.ln_lattice_volume,
        };
        assert_eq!((same, form.statistic), (law, 0.0));
    }
}
