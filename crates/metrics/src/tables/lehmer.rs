//! The Lehmer digits: n fair dice in every deck.
//!
//! Null hypothesis: the n!/(n-k)! deals of k cards are equally likely. Then the digits d_0, ..., d_(k-1) (see
//! [`super::digits`]) are independent, d_p uniform on 0..n-p. With O_pa the number of N decks whose digit
//! p is a, and r_p = n-p,
//!
//! ```text
//! X^2 = sum_p [ r_p sum_a O_pa^2 - N^2 ] / N   ~   chi2(sum_p (r_p - 1)),
//! ```
//!
//! n(n-1)/2 degrees of freedom for whole decks. Every single deck has X^2 = df, so mean df and variance
//! 2 df (1 - 1/N) are exact at every N.
//!
//! Range: n up to 256 cards, n(n+1)/2 cells; 20 decks expected in each cell, so 20 n decks. Source: D. H.
//! Lehmer, Proc. Symp. Appl. Math. 10 (1960), 179; Pearson 1900.

use super::digits::{Digits, MOST_CARDS};
use crate::{
    Card, Decks, Judgement, Shape, Tally, effect_kind,
    histogram::SMALLEST_EXPECTED,
    judgement::{Deviates, Effect, Evidence, Law, Outcome, Sensitivity},
    metric::{About, MetricEntry, NotApplicable, Statistic, TestEntry},
    place::{Place, Word},
    size::{
        self,
        peak::{PeakCell, ScoredCells},
        rms::{self, SPREAD_DECKS, TableSquares},
    },
    summaries::{Summaries, SummarySize},
};
use shuffle_deck::InstructionSet;

/// The test `lehmer`.
pub const LEHMER: TestEntry = TestEntry {
    title: "Lehmer digits, the place of each card among those that are left, chi-square of each",
    sees: "draws that are not uniform: wrong ranges, short words, naive shuffles, too few swaps",
    blind_to: "draws that are uniform but depend on each other",
    ..TestEntry::new("lehmer", About::Orders)
};

/// The metric of [`LEHMER`].
pub const ENTRY: MetricEntry =
    MetricEntry::new(&[LEHMER], |shape| Ok(Box::new(Lehmer::new(shape)?)));

/// Counts digits: position after position, cell a of a position holds how often its digit was a.
#[derive(Clone, Debug)]
pub struct Lehmer {
    cards: usize,
    dealt: usize,
    /// The number of values of each digit that has a choice.
    radices: Vec<usize>,
}

impl Lehmer {
    /// For decks of this shape.
    ///
    /// # Errors
    ///
    /// [`NotApplicable`] beyond [`MOST_CARDS`] cards.
    pub fn new(shape: Shape) -> Result<Self, NotApplicable> {
        if shape.cards() > MOST_CARDS {
            return Err(NotApplicable(format!("digits are counted of up to {MOST_CARDS} cards")));
        }
        let radices = radices(shape).collect();
        Ok(Self { cards: shape.cards(), dealt: shape.dealt(), radices })
    }

    /// The counts of each digit.
    fn tables<'a>(&'a self, mut counts: &'a [u64]) -> impl Iterator<Item = &'a [u64]> {
        self.radices.iter().map(move |&radix| {
            let (table, rest) = counts.split_at(radix);
            counts = rest;
            table
        })
    }

    fn judge_counts(&self, trials: u64, counts: &[u64], decks: &Summaries) -> Evidence {
        let total = u128::from(trials);
        let excess = |table: &[u64]| {
            let squares: u128 = table.iter().map(|&count| u128::from(count).pow(2)).sum();
            table.len() as u128 * squares - total * total
        };
        let statistic = self.tables(counts).map(excess).sum::<u128>() as f64 / trials as f64;
        // The least sensitive cell is one of the longest table: sqrt(r - 1) by the same rule as for
        // positions.
        let (kind, scale) =
            (effect_kind::LARGEST_DIGIT_DEVIATION, (self.radices[0] as f64 - 1.0).sqrt());
        {
            let law = self.law(trials);
            let effect = self.effect(trials, counts, decks);
            Evidence::new(statistic, law, law.of_one_deck(trials), effect)
        }
        .with_sensitivity(Sensitivity { kind, scale, trials, of: Deviates::CELL })
    }

    /// Independent tables: their degrees of freedom and the logarithms of their cells add up.
    fn law(&self, trials: u64) -> Law {
        let (mut df, mut ln_cell) = (0, 0.0);
        for &radix in &self.radices {
            let expected = trials as f64 / radix as f64;
            df += radix as u64 - 1;
            ln_cell += 0.5 * ((trials as f64).ln() - radix as f64 * expected.ln());
        }
        Law::ChiSquare { df, ln_cell }
    }

    /// Each digit counts the same, however many values it has.
    fn effect(&self, trials: u64, counts: &[u64], decks: &Summaries) -> Effect {
        let digits = self.radices.len() as f64;
        let share = |position: usize| 1.0 / self.radices[position] as f64;
        let tables: Vec<&[u64]> = self.tables(counts).collect();
        let cells: Vec<(u64, f64)> = tables
            .iter()
            .enumerate()
            .flat_map(|(position, table)| table.iter().map(move |&count| (count, share(position))))
            .collect();
        let ratio = |position: usize, digit: u32| {
            tables[position][digit as usize] as f64 / (trials as f64 * share(position))
        };
        let moments = rms::slots(decks, <[u32]>::to_vec, |position, _| share(position), ratio);
        let weighed = cells.iter().map(|&(count, share)| (count, share, share / digits));
        let effect = TableSquares::of_shares(trials, weighed)
            .effect(effect_kind::RMS_DIGIT_DEVIATION, moments);
        if decks.is_empty() {
            return effect;
        }
        let cells: Vec<PeakCell> = cells
            .into_iter()
            .map(|(count, expected)| PeakCell::Share { count, expected })
            .collect();
        let peak = size::peak(
            effect_kind::LARGEST_DIGIT_DEVIATION,
            &ScoredCells::new(trials, cells),
            |mut cell| {
                let mut position = 0;
                while cell >= self.radices[position] {
                    cell -= self.radices[position];
                    position += 1;
                }
                Place::from([
                    Word::Text("position "),
                    Word::Position(position),
                    Word::Text(", digit "),
                    Word::Number(cell),
                ])
            },
        );
        Effect { peak, ..effect }
    }
}

/// The number of values of each digit that has at least two.
fn radices(shape: Shape) -> impl Iterator<Item = usize> {
    (0..shape.dealt()).map(move |position| shape.cards() - position).filter(|&radix| radix >= 2)
}

impl Statistic for Lehmer {
    fn cells(&self) -> usize {
        self.radices.iter().sum()
    }

    fn count<C: Card>(&self, rows: &[C], _: u64, cells: &mut [u64]) {
        let mut digits = Digits::default();
        for row in rows.chunks_exact(self.dealt) {
            let mut first = 0;
            for (&digit, radix) in digits.of(row, self.cards).iter().zip(&self.radices) {
                cells[first + usize::from(digit)] += 1;
                first += radix;
            }
        }
    }

    fn count_columns(&self, decks: &Decks<'_>, cells: &mut [u64]) -> bool {
        let set = decks.instruction_set();
        // Without instructions that count ones in vectors, one cell after the other is as fast.
        if set == InstructionSet::PORTABLE {
            return false;
        }
        let Some(digits) = decks.digits() else { return false };
        decks.counting().add_each(digits, self.radices.iter().copied(), cells);
        true
    }

    fn summary_size(&self) -> SummarySize {
        SummarySize::new(SPREAD_DECKS, self.radices.len())
    }

    /// The digits that have a choice.
    fn summarize<C: Card>(&self, row: &[C], words: &mut Vec<u32>) {
        let mut digits = Digits::default();
        let digits = digits.of(row, self.cards).iter().map(|&digit| u32::from(digit));
        words.extend(digits.take(self.radices.len()));
    }

    fn trials_needed(&self) -> u64 {
        SMALLEST_EXPECTED as u64 * self.radices[0] as u64
    }

    fn judge(&self, tally: &Tally) -> Vec<Judgement> {
        let (trials, needed) = (tally.trials(), self.trials_needed());
        let outcome = if trials < needed {
            Outcome::TooFewTrials { trials, needed }
        } else {
            Outcome::Judged(self.judge_counts(trials, tally.cells(), tally.summaries()))
        };
        vec![Judgement { test: LEHMER.id, outcome }]
    }
}
