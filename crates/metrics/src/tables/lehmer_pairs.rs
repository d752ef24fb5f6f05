//! Neighbouring Lehmer digits: do the draws depend on each other?
//!
//! Null hypothesis: the n!/(n-k)! deals of k cards are equally likely. Then the digits (see
//! [`super::digits`]) d_p and d_(p+1) are independent and uniform on r = n-p and s = n-p-1 values. For one
//! deck let
//!
//! ```text
//! Y_ab = (1{d_p = a} - 1/r) (1{d_(p+1) = b} - 1/s).
//! ```
//!
//! **Covariance.** Within a pair of positions that of Y is `(I - J/r)/r x (I - J/s)/s`, a multiple of a
//! projection of rank (r-1)(s-1). Between two pairs it is 0: at least one of the digits d_p, d_(p+1) is not
//! in the other pair, it is independent of everything there, and its factor has mean 0. For the same reason Y
//! is uncorrelated with the single digits, which [`super::lehmer`] tests. So summing Y over N decks and
//! weighing it gives, for the counts O_ab with the margins R_a and C_b,
//!
//! ```text
//! X^2 = sum over pairs of (rs/N) sum_ab (sum Y_ab)^2
//!     = sum over pairs of [ rs sum O_ab^2 - r sum R_a^2 - s sum C_b^2 + N^2 ] / N   ~   chi2(sum (r-1)(s-1)),
//! ```
//!
//! which is X^2 of the joint table less those of its margins: the interaction part. The degrees of freedom of
//! whole decks add up to n(n-1)(n-2)/3. Every single deck has X^2 = df, so mean df and variance
//! 2 df (1 - 1/N) are exact at every N.
//!
//! Range: n(n^2-1)/3 cells for whole decks, so 64 cards; 20 decks expected in each cell of the largest
//! table, so 20 n(n-1) decks. Source: the split of X^2 is Lancaster's (Biometrika 36, 1949, 117).

use super::{
    digits::{self, Digits},
    lehmer,
};
use crate::{
    Card, Judgement, Shape, Tally, effect_kind,
    histogram::SMALLEST_EXPECTED,
    judgement::{Deviates, Effect, Evidence, Law, Outcome, Sensitivity},
    metric::{About, MetricEntry, NotApplicable, Statistic, TestEntry},
    place::{Place, Word},
    size::{
        self,
        peak::{PeakCell, ScoredCells},
        rms::{Moments, SPREAD_DECKS, TableSquares},
    },
    summaries::{Summaries, SummarySize},
};

/// The test `lehmer-pairs`.
pub const LEHMER_PAIRS: TestEntry = TestEntry {
    title: "neighbouring Lehmer digits jointly, less what each does alone, chi-square",
    sees: "draws that depend on the draw before: a die used twice, a seed of 16 bits",
    blind_to: "draws that are unfair but independent, and draws that depend on far-away ones",
    ..TestEntry::new("lehmer-pairs", About::Orders)
};

/// The metric of [`LEHMER_PAIRS`].
pub const ENTRY: MetricEntry = MetricEntry {
    in_battery: false,
    ..MetricEntry::new(&[LEHMER_PAIRS], |shape| Ok(Box::new(LehmerPairs::new(shape)?)))
};

/// The most cells: those of 64 cards, 700 kB a thread.
pub const MOST_CELLS: usize = 64 * (64 * 64 - 1) / 3;

/// Counts pairs of neighbouring digits: pair after pair, cell `a * s + b` of a pair holds how often its digits
/// were a and b.
#[derive(Clone, Debug)]
pub struct LehmerPairs {
    cards: usize,
    dealt: usize,
    /// The numbers of values of each pair of digits.
    tables: Vec<(usize, usize)>,
}

impl LehmerPairs {
    /// For decks of this shape.
    ///
    /// # Errors
    ///
    /// [`NotApplicable`] where there are no two draws, or the tables are larger than those of 64 cards.
    pub fn new(shape: Shape) -> Result<Self, NotApplicable> {
        let radices: Vec<usize> = lehmer::radices(shape).take(digits::MOST_CARDS).collect();
        let tables: Vec<_> = radices.windows(2).map(|pair| (pair[0], pair[1])).collect();
        if tables.is_empty() {
            return Err(NotApplicable("there are no two draws to depend on each other".to_owned()));
        }
        let cells: usize = tables.iter().map(|(r, s)| r * s).sum();
        if cells > MOST_CELLS || shape.cards() > digits::MOST_CARDS {
            let why = "the tables of neighbouring digits are larger than those of 64 cards";
            return Err(NotApplicable(why.to_owned()));
        }
        Ok(Self { cards: shape.cards(), dealt: shape.dealt(), tables })
    }

    fn joint_tables<'a>(&'a self, mut counts: &'a [u64]) -> impl Iterator<Item = Joint<'a>> {
        self.tables.iter().map(move |&(r, s)| {
            let (counts_of_pair, rest) = counts.split_at(r * s);
            counts = rest;
            Joint::new(counts_of_pair, s)
        })
    }

    fn judge_counts(&self, trials: u64, counts: &[u64], decks: &Summaries) -> Evidence {
        let interaction: i128 =
            self.joint_tables(counts).map(|table| table.interaction(trials)).sum();
        let statistic = interaction as f64 / trials as f64;
        // The least sensitive cell is one of the largest table.
        let (r, s) = self.tables[0];
        let (kind, scale) = (effect_kind::LARGEST_INTERACTION, (((r - 1) * (s - 1)) as f64).sqrt());
        {
            let law = self.law(trials);
            let effect = self.effect(trials, counts, decks);
            Evidence::new(statistic, law, law.of_one_deck(trials), effect)
        }
        .with_sensitivity(Sensitivity { kind, scale, trials, of: Deviates::CELL })
    }

    /// Seen from the interaction alone, whole tables form the lattice that is dual to the tables whose rows
    /// and columns sum to 0: a point has the squared volume `r^(1-s) s^(1-r)`, times rs/N a dimension. With
    /// several tables the lattice is a few times coarser, which does not matter in so many dimensions.
    fn law(&self, trials: u64) -> Law {
        let (mut df, mut ln_squared) = (0, 0.0);
        for &(r, s) in &self.tables {
            let own = ((r - 1) * (s - 1)) as u64;
            let (r, s) = (r as f64, s as f64);
            ln_squared += own as f64 * (r * s / trials as f64).ln();
            ln_squared -= (s - 1.0) * r.ln() + (r - 1.0) * s.ln();
            df += own;
        }
        Law::ChiSquare { df, ln_cell: 0.5 * ln_squared }
    }

    /// Each pair of positions counts the same, however many values its digits have.
    fn effect(&self, trials: u64, counts: &[u64], decks: &Summaries) -> Effect {
        let (number, total) = (self.tables.len() as f64, trials as f64);
        let joint: Vec<Joint<'_>> = self.joint_tables(counts).collect();
        let free = |&(r, s): &(usize, usize)| ((r - 1) * (s - 1)) as f64;
        let squares: f64 = joint.iter().map(|table| table.interaction(trials) as f64).sum();
        let squares = TableSquares {
            trials,
            mean_square: squares / (total * total) / number,
            own: self.tables.iter().map(free).sum::<f64>() / number,
        };
        let mean = |deck: &Vec<u32>| {
            let pairs = deck.windows(2).zip(&joint);
            pairs.map(|(pair, table)| table.mean_with(pair, trials)).sum::<f64>() / number
        };
        let agree = |same: bool, values: usize| if same { values as f64 - 1.0 } else { -1.0 };
        let kernel = |a: &Vec<u32>, b: &Vec<u32>| {
            let pairs = a.windows(2).zip(b.windows(2)).zip(&self.tables);
            let parts =
                pairs.map(|((a, b), &(r, s))| agree(a[0] == b[0], r) * agree(a[1] == b[1], s));
            parts.sum::<f64>() / number
        };
        let moments = Moments::new(decks, <[u32]>::to_vec, mean, kernel);
        let effect = squares.effect(effect_kind::RMS_INTERACTION, moments);
        if decks.is_empty() {
            return effect;
        }
        let cells: Vec<PeakCell> = joint
            .iter()
            .flat_map(|table| (0..table.counts.len()).map(|cell| table.deviation(cell, trials)))
            .collect();
        let peak = size::peak(
            effect_kind::LARGEST_INTERACTION,
            &ScoredCells::new(trials, cells),
            |mut cell| {
                let mut position = 0;
                while cell >= self.tables[position].0 * self.tables[position].1 {
                    cell -= self.tables[position].0 * self.tables[position].1;
                    position += 1;
                }
                let (first, second) =
                    (cell / self.tables[position].1, cell % self.tables[position].1);
                Place::from([
                    Word::Text("position "),
                    Word::Position(position),
                    Word::Text(" digit "),
                    Word::Number(first),
                    Word::Text(", position "),
                    Word::Position(position + 1),
                    Word::Text(" digit "),
                    Word::Number(second),
                ])
            },
        );
        Effect { peak, ..effect }
    }
}

/// The counts of one pair of digits, with their margins.
struct Joint<'a> {
    counts: &'a [u64],
    rows: Vec<u64>,
    columns: Vec<u64>,
}

impl<'a> Joint<'a> {
    fn new(counts: &'a [u64], width: usize) -> Self {
        let rows = counts.chunks_exact(width).map(|row| row.iter().sum()).collect();
        let column = |column| counts.iter().skip(column).step_by(width).sum();
        Self { counts, rows, columns: (0..width).map(column).collect() }
    }

    /// N times this pair's part of X^2.
    fn interaction(&self, trials: u64) -> i128 {
        let squares = |counts: &[u64]| -> i128 {
            counts.iter().map(|&count| i128::from(count) * i128::from(count)).sum()
        };
        let (r, s) = (self.rows.len() as i128, self.columns.len() as i128);
        r * s * squares(self.counts) - r * squares(&self.rows) - s * squares(&self.columns)
            + i128::from(trials).pow(2)
    }

    /// The mean over all decks of the kernel of a deck with these digits.
    fn mean_with(&self, digits: &[u32], trials: u64) -> f64 {
        let (row, column) = (digits[0] as usize, digits[1] as usize);
        let (r, s) = (self.rows.len(), self.columns.len());
        let share = |times: usize, count: u64| times as f64 * count as f64 / trials as f64;
        share(r * s, self.counts[row * s + column])
            - share(r, self.rows[row])
            - share(s, self.columns[column])
            + 1.0
    }

    /// The mean of `rs Y_ab`, which has four values only, so its spread is known whatever the truth. It is taken to
    /// be no less than that of a uniform shuffle.
    fn deviation(&self, cell: usize, trials: u64) -> PeakCell {
        let (r, s) = (self.rows.len() as f64, self.columns.len() as f64);
        let width = self.columns.len();
        let share = |count: u64| count as f64 / trials as f64;
        let (row, column) = (share(self.rows[cell / width]), share(self.columns[cell % width]));
        let both = share(self.counts[cell]);
        let shares = [both, row - both, column - both, 1.0 - row - column + both];
        let values = [(r - 1.0) * (s - 1.0), 1.0 - r, 1.0 - s, 1.0];
        let moment = |power: i32| -> f64 {
            shares.iter().zip(values).map(|(share, value)| share * value.powi(power)).sum()
        };
        let (value, total) = (moment(1), trials as f64);
        let error = ((moment(2) - value * value).max(0.0) / total).sqrt();
        PeakCell::Deviation { value, error: error.max(((r - 1.0) * (s - 1.0) / total).sqrt()) }
    }
}

impl Statistic for LehmerPairs {
    fn cells(&self) -> usize {
        self.tables.iter().map(|(r, s)| r * s).sum()
    }

    fn count<C: Card>(&self, rows: &[C], _: u64, cells: &mut [u64]) {
        let mut digits = Digits::default();
        for row in rows.chunks_exact(self.dealt) {
            let digits = digits.of(row, self.cards);
            let mut first = 0;
            for (pair, &(r, s)) in digits.windows(2).zip(&self.tables) {
                cells[first + usize::from(pair[0]) * s + usize::from(pair[1])] += 1;
                first += r * s;
            }
        }
    }

    fn summary_size(&self) -> SummarySize {
        SummarySize::new(SPREAD_DECKS, self.tables.len() + 1)
    }

    /// The digits of all pairs.
    fn summarize<C: Card>(&self, row: &[C], words: &mut Vec<u32>) {
        let mut digits = Digits::default();
        let digits = digits.of(row, self.cards).iter().map(|&digit| u32::from(digit));
        words.extend(digits.take(self.tables.len() + 1));
    }

    fn trials_needed(&self) -> u64 {
        let (r, s) = self.tables[0];
        SMALLEST_EXPECTED as u64 * (r * s) as u64
    }

    fn judge(&self, tally: &Tally) -> Vec<Judgement> {
        let (trials, needed) = (tally.trials(), self.trials_needed());
        let outcome = if trials < needed {
            Outcome::TooFewTrials { trials, needed }
        } else {
            Outcome::Judged(self.judge_counts(trials, tally.cells(), tally.summaries()))
        };
        vec![Judgement { test: LEHMER_PAIRS.id, outcome }]
    }
}
