//! The Lehmer digits of a few positions, for decks too large to count them all.
//!
//! Null hypothesis as in [`super::lehmer`]: all deals of k of n cards are equally likely; then the digit of position p
//! is uniform on 0..n-p, and the digits are independent. Taken are the digits of at most 16 positions, evenly
//! spread from the first on (s k/16 for s = 0, 1, ...), each counted in at most 16 groups of nearly equal size. With
//! O_sg of N decks in group g of sample s, and q_sg the share of the digit's values that belong to it,
//!
//! ```text
//! X^2 = sum_s sum_g (O_sg - N q_sg)^2 / (N q_sg)   ~   chi2(sum_s (groups_s - 1)),
//! ```
//!
//! 240 degrees of freedom for a whole deck. Range: decks of more than 256 cards, of any size. A digit costs one look at each card
//! before its position, 8 n in all for a whole deck.

use super::{digits::MOST_CARDS, lehmer::LEHMER};
use crate::{
    Card, Judgement, Shape, Tally, effect_kind,
    grouping::Grouping,
    histogram::SMALLEST_EXPECTED,
    judgement::{Deviates, Effect, Evidence, Law, Outcome, Sensitivity},
    metric::Statistic,
    place::{Place, Word},
    size::{
        self,
        peak::{PeakCell, ScoredCells},
        rms::{self, SPREAD_DECKS, TableSquares},
    },
    summaries::{Summaries, SummarySize},
};

/// The most positions whose digits are counted.
const SAMPLES: usize = 16;

/// The most groups of digits of a position.
const GROUPS: usize = 16;

/// Counts digits: sample after sample, cell g of a sample holds how often its digit was in group g.
#[derive(Clone, Debug)]
pub struct LehmerSamples {
    dealt: usize,
    samples: Vec<Sample>,
}

/// A position with the values of its digit in groups.
#[derive(Clone, Debug)]
struct Sample {
    position: usize,
    digits: Grouping,
}

impl Sample {
    /// The share of the values of the digit that belong to each group.
    fn shares(&self) -> impl Iterator<Item = f64> {
        let (digits, all) = (self.digits, self.digits.total() as f64);
        (0..digits.groups()).map(move |group| digits.items(group).len() as f64 / all)
    }

    fn group_of<C: Card>(&self, row: &[C]) -> usize {
        let (before, card) = (&row[..self.position], row[self.position]);
        let smaller: u32 = before.iter().map(|&other| u32::from(other < card)).sum();
        self.digits.group_of(card.index() - smaller as usize)
    }
}

impl LehmerSamples {
    /// For decks of this shape.
    #[must_use]
    pub fn new(shape: Shape) -> Self {
        let (cards, dealt) = (shape.cards(), shape.dealt());
        let samples = SAMPLES.min(dealt);
        let sample = |number: usize| {
            let position = number * dealt / samples;
            Sample { position, digits: Grouping::new(cards - position, GROUPS) }
        };
        let has_a_choice = |sample: &Sample| sample.digits.groups() > 1;
        Self { dealt, samples: (0..samples).map(sample).filter(has_a_choice).collect() }
    }

    /// True if decks are so large that not all digits can be counted.
    #[must_use]
    pub fn are_needed(shape: Shape) -> bool {
        shape.cards() > MOST_CARDS
    }

    fn shares(&self) -> impl Iterator<Item = f64> {
        self.samples.iter().flat_map(Sample::shares)
    }

    fn smallest_share(&self) -> f64 {
        self.shares().fold(1.0, f64::min)
    }

    fn judge_counts(&self, trials: u64, counts: &[u64], decks: &Summaries) -> Evidence {
        let total = trials as f64;
        let weigh =
            |(&count, share): (&u64, f64)| (count as f64 - total * share).powi(2) / (total * share);
        let statistic = counts.iter().zip(self.shares()).map(weigh).sum();
        // A single group that is off, the others making up for it evenly, has odds of its share to the rest.
        let share = self.smallest_share();
        let (kind, scale) = (effect_kind::LARGEST_DIGIT_DEVIATION, ((1.0 - share) / share).sqrt());
        {
            let law = self.law(trials);
            let effect = self.effect(trials, counts, decks);
            Evidence::new(statistic, law, law.of_one_deck(trials), effect)
        }
        .with_sensitivity(Sensitivity { kind, scale, trials, of: Deviates::CELL })
    }

    /// Independent tables: their degrees of freedom and the logarithms of their cells add up.
    fn law(&self, trials: u64) -> Law {
        let (mut all, mut ln_all) = (0, 0.0);
        for sample in &self.samples {
            let law = Law::pearson(sample.shares().map(|share| share * trials as f64));
            if let Law::ChiSquare { df, ln_cell } = law {
                all += df;
                ln_all += ln_cell;
            }
        }
        Law::ChiSquare { df: all, ln_cell: ln_all }
    }

    /// Each sample counts the same, however many groups it has.
    fn effect(&self, trials: u64, counts: &[u64], decks: &Summaries) -> Effect {
        let samples = self.samples.len() as f64;
        let shares: Vec<f64> = self.shares().collect();
        let starts: Vec<usize> = self
            .samples
            .iter()
            .scan(0, |next, sample| {
                *next += sample.digits.groups();
                Some(*next - sample.digits.groups())
            })
            .collect();
        let cell = |sample: usize, group: u32| starts[sample] + group as usize;
        let share = |sample: usize, group: u32| shares[cell(sample, group)];
        let ratio = |sample: usize, group: u32| {
            counts[cell(sample, group)] as f64 / (trials as f64 * share(sample, group))
        };
        let cells = counts.iter().zip(&shares);
        let moments = rms::slots(decks, <[u32]>::to_vec, share, ratio);
        let weighed = cells.clone().map(|(&count, &share)| (count, share, share / samples));
        let effect = TableSquares::of_shares(trials, weighed)
            .effect(effect_kind::RMS_DIGIT_DEVIATION, moments);
        if decks.is_empty() {
            return effect;
        }
        let cells: Vec<PeakCell> =
            cells.map(|(&count, &expected)| PeakCell::Share { count, expected }).collect();
        let peak = size::peak(
            effect_kind::LARGEST_DIGIT_DEVIATION,
            &ScoredCells::new(trials, cells),
            |cell| {
                let number = starts.partition_point(|&start| start <= cell) - 1;
                let sample = &self.samples[number];
                let digits = sample.digits.items(cell - starts[number]);
                Place::from([
                    Word::Text("position "),
                    Word::Position(sample.position),
                    Word::Text(", digits "),
                    Word::Number(digits.start),
                    Word::Text(" to "),
                    Word::Number(digits.end - 1),
                ])
            },
        );
        Effect { peak, ..effect }
    }
}

impl Statistic for LehmerSamples {
    fn cells(&self) -> usize {
        self.samples.iter().map(|sample| sample.digits.groups()).sum()
    }

    fn count<C: Card>(&self, rows: &[C], _: u64, cells: &mut [u64]) {
        for row in rows.chunks_exact(self.dealt) {
            let mut first = 0;
            for sample in &self.samples {
                cells[first + sample.group_of(row)] += 1;
                first += sample.digits.groups();
            }
        }
    }

    fn summary_size(&self) -> SummarySize {
        SummarySize::new(SPREAD_DECKS, self.samples.len())
    }

    /// The group of each sample.
    fn summarize<C: Card>(&self, row: &[C], words: &mut Vec<u32>) {
        words.extend(self.samples.iter().map(|sample| sample.group_of(row) as u32));
    }

    fn trials_needed(&self) -> u64 {
        (SMALLEST_EXPECTED / self.smallest_share()).ceil() as u64
    }

    fn judge(&self, tally: &Tally) -> Vec<Judgement> {
        let (trials, needed) = (tally.trials(), Statistic::trials_needed(self));
        let outcome = if trials < needed {
            Outcome::TooFewTrials { trials, needed }
        } else {
            Outcome::Judged(self.judge_counts(trials, tally.cells(), tally.summaries()))
        };
        vec![Judgement { test: LEHMER.id, outcome }]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Decks, Rows, tables::Lehmer};
    use itertools::Itertools;

    fn counted<S: Statistic>(metric: &S, shape: Shape, rows: &[u32]) -> Tally {
        let mut tally = Tally::new(Statistic::cells(metric));
        tally.observe(metric, &Decks::new(shape, 0, Rows::Wide(rows)));
        tally
    }

    #[test]
    fn of_a_small_deck_all_digits_are_samples_and_the_test_is_that_of_all_digits() {
        for shape in [Shape::whole(5), Shape::deal(6, 3).unwrap()] {
            let (samples, all) = (LehmerSamples::new(shape), Lehmer::new(shape).unwrap());
            let deals = (0..shape.cards() as u32).permutations(shape.dealt());
            // Every deal once, and those that begin with card 0 once more.
            let rows: Vec<u32> =
                deals.flat_map(|deal| deal.repeat(if deal[0] == 0 { 2 } else { 1 })).collect();
            let (few, full) = (counted(&samples, shape, &rows), counted(&all, shape, &rows));
            assert_eq!(few.cells(), full.cells());
            let evidence = |judgements: Vec<Judgement>| judgements[0].evidence().unwrap().clone();
            let (few, full) = (
                evidence(Statistic::judge(&samples, &few)),
                evidence(Statistic::judge(&all, &full)),
            );
            assert!((few.statistic / full.statistic - 1.0).abs() < 1e-12);
            assert_eq!(few.law.df(), full.law.df());
            assert!((few.p_value.ln() / full.p_value.ln() - 1.0).abs() < 1e-9);
        }
    }

    #[test]
    fn digits_of_large_decks_are_counted_by_their_definition() {
        let n = 1_003;
        let shape = Shape::whole(n);
        let samples = LehmerSamples::new(shape);
        assert_eq!(Statistic::cells(&samples), 256);
        // 7 generates the residues of 1009, so its multiples come in a mixed order.
        let row: Vec<u32> = (1..1_009).map(|i| i * 7 % 1_009 - 1).filter(|&c| c < 1_003).collect();
        let tally = counted(&samples, shape, &row);
        let mut wanted = vec![0; 256];
        for sample in 0..16 {
            let position = sample * n / 16;
            let smaller = row[..position].iter().filter(|&&c| c < row[position]).count();
            let digit = row[position] as usize - smaller;
            wanted[sample * 16 + digit * 16 / (n - position)] += 1;
        }
        assert_eq!(tally.cells(), wanted);
    }

    #[test]
    fn the_cell_that_stands_out_is_named() {
        let shape = Shape::whole(1_000);
        let samples = LehmerSamples::new(shape);
        let rows: Vec<u32> = (0..1_000).collect::<Vec<_>>().repeat(500);
        let judgements = Statistic::judge(&samples, &counted(&samples, shape, &rows));
        let evidence = judgements[0].evidence().unwrap();
        assert_eq!(evidence.law.df(), Some(240));
        let place = evidence.effect.peak.as_ref().unwrap().place.to_string();
        assert!(place.contains(", digits 0 to "), "{place}");
        assert!(evidence.p_value.log10() < -1_000.0);
    }
}
