//! The position matrix: how often each card lies at each position.
//!
//! The cells are not independent: each deck puts one card at each position and each card at one
//! position. For one deck of n cards the indicator of "card c at position p" has the covariance
//! `1/(n-1) (I - J/n) x (I - J/n)`. Group the positions into groups of sizes g_a and the cards into groups of
//! sizes h_b; the counts X_ab then have the covariance
//! `1/(n-1) (diag g - g g'/n) x (diag h - h h'/n)`, and dividing each by sqrt(g_a h_b) turns both factors
//! into projections, of ranks A-1 and B-1. So for N decks
//!
//! ```text
//! T = (n-1)/N * sum (O_ab - N g_a h_b / n)^2 / (g_a h_b)   ~   chi2((A-1)(B-1))
//! ```
//!
//! and this one formula serves every case. Whole decks: groups of one, df = (n-1)^2. A deal of k cards:
//! k positions, and the n-k positions that are not seen as one more group, whose counts follow from the
//! others; df = k(n-1). Large decks: groups of many, so that memory does not grow with n.
//!
//! Plain Pearson on these cells is the common mistake: it has not the law that it is compared with.
//! The mean of T is df at every N, and its variance 2 df (1 - 1/N) + V/N, V being that for one deck, which is 0
//! where groups are of one. Its far tail needs some decks (see [`FEWEST_TRIALS`]).

use crate::{
    Card, Decks, Judgement, Shape, Tally, dealt, effect_kind,
    grouping::Grouping,
    judgement::{Deviates, Effect, Evidence, Law, Outcome, Peak, Sensitivity},
    metric::{About, ExactLaw, Exhibit, MetricEntry, Statistic, TestEntry},
    place::{Place, Word},
    size::{
        self,
        peak::{PeakCell, ScoredCells},
        rms::{self, Moments, SPREAD_DECKS, TableSquares},
    },
    summaries::{Summaries, SummarySize},
};
use shuffle_deck::InstructionSet;
use std::iter::repeat_n;

/// The test `position`.
pub const POSITION: TestEntry = TestEntry {
    title: "how often each card lies at each position, chi-square of the whole matrix",
    sees: "cards that keep to, or keep away from, some positions: naive shuffles, too few swaps",
    blind_to: "cards that stay neighbours: the matrix of a randomly cut deck is flat, if unsteady",
    has_plain_effect: true,
    ..TestEntry::new("position", About::Orders)
};

/// The metric of [`POSITION`] and [`DEALT`](dealt::DEALT).
pub const ENTRY: MetricEntry = MetricEntry {
    exact_law: Some(ExactLaw::Positions),
    ..MetricEntry::new(&[POSITION, dealt::DEALT], |shape| Ok(Box::new(Position::new(shape))))
};

/// Below this many whole decks the tail of T is heavier than that of chi-square, and nothing is judged.
///
/// Deals need more: what the tail gains at a given level grows with n / (N sqrt(df)), so that k of n cards need
/// `100 sqrt((n-1)/k)` deals for the same. With 100 deals of one card of 52, where T is Pearson's
/// sum over cells of 2 expected, the true size at 1e-6 is 8 times nominal; with the 715 that are asked for,
/// it is 1.5 times.
pub const FEWEST_TRIALS: u64 = 100;

/// Decks of up to this many cards are counted card by card.
const MOST_SINGLE: usize = 256;

/// Larger decks are counted in this many groups of cards, and of positions.
const GROUPS: usize = 64;

/// The decks whose spread is measured in a matrix of groups, 16 kB each.
const SPREAD_DECKS_IN_GROUPS: u64 = 16;

/// Counts cards at positions: cell `a * B + b` holds how often a card of group b lay in the positions of
/// group a.
#[derive(Clone, Debug)]
pub struct Position {
    shape: Shape,
    positions: Grouping,
    cards: Grouping,
    /// Group of each card, and first cell of each position's group; empty where groups are of one.
    card_group: Vec<u32>,
    first_cell: Vec<u32>,
}

/// The counts of each card at each position, in groups where the deck is large.
#[derive(Clone, Debug, PartialEq)]
pub struct PositionMatrix {
    /// Cards per deck and per row.
    pub shape: Shape,
    /// The number of decks.
    pub trials: u64,
    /// The groups of positions: rows.
    pub positions: Grouping,
    /// The groups of cards: columns.
    pub cards: Grouping,
    /// The counts, row by row.
    pub counts: Vec<u64>,
}

impl PositionMatrix {
    /// The expected count of cards of that group in that group of positions.
    #[must_use]
    pub fn expected(&self, row: usize, column: usize) -> f64 {
        let cells = self.positions.size(row) * self.cards_of(column);
        self.trials as f64 * cells / self.shape.cards() as f64
    }

    /// The number of cards of a column: of a group, or of a kind of a pack.
    fn cards_of(&self, column: usize) -> f64 {
        let kinds = self.shape.pack().map(|pack| &pack.counts()[self.cards.items(column)]);
        kinds.map_or_else(
            || self.cards.size(column),
            |counts| counts.iter().map(|&count| f64::from(count)).sum(),
        )
    }

    /// Observed / expected - 1 of each cell, row by row.
    #[must_use]
    pub fn deviations(&self) -> Vec<f64> {
        self.each(|observed, row, column| observed / self.expected(row, column) - 1.0)
    }

    /// The standard deviation that a cell's relative deviation has under uniformity, averaged over cells.
    #[must_use]
    pub fn noise(&self) -> f64 {
        let n = self.shape.cards() as f64;
        let cells = self.each(|_, row, column| {
            let (g, h) = (self.positions.size(row), self.cards_of(column));
            (n - g) * (n - h) / (g * h) / (n - 1.0)
        });
        (cells.iter().sum::<f64>() / cells.len() as f64 / self.trials as f64).sqrt()
    }

    fn each(&self, mut value: impl FnMut(f64, usize, usize) -> f64) -> Vec<f64> {
        let columns = self.cards.groups();
        let cell =
            |(cell, &count): (usize, &u64)| value(count as f64, cell / columns, cell % columns);
        self.counts.iter().enumerate().map(cell).collect()
    }

    /// T and its law.
    fn chi_square(&self) -> (f64, Law) {
        let n = self.shape.cards() as f64;
        let weigh = |deviation: f64, cells: f64| deviation * deviation / cells;
        let seen: f64 = self
            .each(|observed, row, column| {
                let cells = self.positions.size(row) * self.cards.size(column);
                weigh(observed - self.expected(row, column), cells)
            })
            .iter()
            .sum();
        let unseen = (self.shape.cards() - self.shape.dealt()) as f64;
        let (rows, columns) = (self.positions.groups(), self.cards.groups());
        let mut rest = 0.0;
        if unseen > 0.0 {
            for column in 0..columns {
                let deviation: f64 = (0..rows)
                    .map(|row| {
                        self.counts[row * columns + column] as f64 - self.expected(row, column)
                    })
                    .sum();
                rest += weigh(deviation, unseen * self.cards.size(column));
            }
        }
        let df = degrees_of_freedom(self.shape, self.positions, self.cards);
        // Whole matrices whose rows and columns sum to 0 form a lattice. Measured in sqrt(g_a h_b), each of
        // its points has the volume sqrt((n / prod g)^(B-1) (n / prod h)^(A-1)).
        let ln_density = |grouping: Grouping, unseen: f64| {
            let sizes = (0..grouping.groups()).map(|group| grouping.size(group));
            n.ln() - sizes.chain((unseen > 0.0).then_some(unseen)).map(f64::ln).sum::<f64>()
        };
        let scale = (n - 1.0) / self.trials as f64;
        let ln_squared = ln_density(self.positions, unseen) * df.of_cards as f64
            + ln_density(self.cards, 0.0) * df.of_positions as f64;
        let df = df.of_positions * df.of_cards;
        let ln_cell = 0.5 * (ln_squared + df as f64 * scale.ln());
        (scale * (seen + rest), Law::ChiSquare { df, ln_cell })
    }

    /// The root mean square of the relative deviations, and the cell that stands out.
    fn effect(&self, decks: &Summaries) -> Effect {
        let has_decks = !decks.is_empty();
        if self.positions.groups() == self.shape.dealt()
            && self.cards.groups() == self.shape.cards()
        {
            let (n, dealt) = (self.shape.cards(), self.shape.dealt() as f64);
            let share = 1.0 / n as f64;
            let cells = self.counts.iter().map(|&count| (count, share, share / dealt));
            let ratio = |position: usize, card: u32| {
                self.counts[position * n + card as usize] as f64 / (self.trials as f64 * share)
            };
            let moments = rms::slots(decks, <[u32]>::to_vec, |_, _| share, ratio);
            let effect = TableSquares::of_shares(self.trials, cells)
                .effect(effect_kind::RMS_CELL_DEVIATION, moments);
            let cells = self.counts.iter().map(|&count| PeakCell::Share { count, expected: share });
            let peak = has_decks.then(|| self.peak(cells.collect())).flatten();
            return Effect { peak, ..effect };
        }
        let groups = GroupedDecks::new(self, decks);
        let effect = groups.squares.effect(effect_kind::RMS_CELL_DEVIATION, groups.moments);
        let peak = has_decks.then(|| self.peak(groups.cells)).flatten().map(Peak::of_ratio);
        Effect { peak, ..effect }
    }

    fn peak(&self, cells: Vec<PeakCell>) -> Option<Peak> {
        let columns = self.cards.groups();
        size::peak(
            effect_kind::LARGEST_CELL_DEVIATION,
            &ScoredCells::new(self.trials, cells),
            |cell| {
                Place::positions(&self.positions.items(cell / columns))
                    .and([Word::Text(", ")])
                    .and(Place::cards(&self.cards.items(cell % columns)))
            },
        )
    }

    /// A single cell that deviates by d, its row and column making up for it evenly, has the noncentrality
    /// `(n-1) (g h / n^2) d^2 / ((1 - g/n) (1 - h/n))` per trial, if the cell pools g positions and h cards. A deviation of d then
    /// takes a deviation of g h d of one card at one position, which is hardest to see in the largest group.
    fn sensitivity(&self) -> Sensitivity {
        let n = self.shape.cards() as f64;
        let [g, h] = [self.positions, self.cards].map(Grouping::largest);
        let odds = |size: f64| size / (n - size);
        let scale = ((n - 1.0) * odds(g) * odds(h)).sqrt().recip();
        let of = Deviates::Cell { factor: g * h };
        Sensitivity { kind: effect_kind::LARGEST_CELL_DEVIATION, scale, trials: self.trials, of }
    }
}

/// A matrix of groups, whose cells a deck may hit many times: how they scatter is seen in the first decks,
/// and taken to be no less than for a uniform shuffle.
struct GroupedDecks {
    squares: TableSquares,
    moments: Option<Moments>,
    cells: Vec<PeakCell>,
}

impl GroupedDecks {
    fn new(matrix: &PositionMatrix, decks: &Summaries) -> Self {
        let (n, dealt) = (matrix.shape.cards() as f64, matrix.shape.dealt() as f64);
        let total = matrix.trials as f64;
        let deviations = matrix.deviations();
        // Expected in one deck, and the variance of a cell, of a uniform shuffle.
        let expected = matrix.each(|_, row, column| matrix.expected(row, column) / total);
        let fair = matrix.each(|_, row, column| {
            let (g, h) = (matrix.positions.size(row), matrix.cards.size(column));
            g * (n - g) * h * (n - h) / (n * n * (n - 1.0))
        });
        let kernel = |a: &&[u32], b: &&[u32]| {
            let terms = a.iter().zip(*b).zip(&expected);
            terms.map(|((&a, &b), e)| f64::from(a) * f64::from(b) / e).sum::<f64>() / dealt - 1.0
        };
        let mean = |deck: &&[u32]| {
            let terms = deck.iter().zip(&deviations);
            terms.map(|(&count, d)| f64::from(count) * d).sum::<f64>() / dealt
        };
        let decks: Vec<&[u32]> = decks.iter().map(|(_, counts)| counts).collect();
        let own = if decks.len() > 1 {
            decks.iter().map(|deck| kernel(deck, deck)).sum::<f64>() / decks.len() as f64
        } else {
            fair.iter().zip(&expected).map(|(fair, e)| fair / e).sum::<f64>() / dealt
        };
        let squares = deviations.iter().zip(&expected).map(|(d, e)| d * d * e / dealt);
        let squares = TableSquares { trials: matrix.trials, mean_square: squares.sum(), own };
        let rows: Vec<Vec<u32>> = decks.iter().map(|deck| deck.to_vec()).collect();
        let moments = Moments::of(rows.iter().map(Vec::as_slice).collect(), mean, kernel);
        let spread = |cell: usize| {
            let counts: Vec<f64> = decks.iter().map(|deck| f64::from(deck[cell])).collect();
            if counts.len() > 1 { rms::variance(&counts) } else { 0.0 }
        };
        let error = |cell: usize| (fair[cell].max(spread(cell)) / total).sqrt() / expected[cell];
        let cells = deviations.iter().enumerate();
        let cells = cells.map(|(cell, &value)| PeakCell::Deviation { value, error: error(cell) });
        Self { squares, moments, cells: cells.collect() }
    }
}

/// The degrees of freedom of a matrix are the product of these.
struct DegreesOfFreedom {
    of_positions: u64,
    of_cards: u64,
}

fn degrees_of_freedom(shape: Shape, positions: Grouping, cards: Grouping) -> DegreesOfFreedom {
    let unseen = usize::from(!shape.is_whole());
    DegreesOfFreedom {
        of_positions: (positions.groups() + unseen - 1) as u64,
        of_cards: (cards.groups() - 1) as u64,
    }
}

impl Position {
    /// For decks of this shape.
    #[must_use]
    pub fn new(shape: Shape) -> Self {
        let (n, k) = (shape.cards(), shape.dealt());
        let groups = if n <= MOST_SINGLE { n } else { GROUPS };
        Self::grouped(shape, if k <= MOST_SINGLE && n <= MOST_SINGLE { k } else { groups }, groups)
    }

    /// For decks of this shape, with so many groups of positions and of cards.
    ///
    /// # Panics
    ///
    /// If there are fewer than two groups of either; positions that are not dealt are a group too.
    #[must_use]
    pub fn grouped(shape: Shape, positions: usize, cards: usize) -> Self {
        assert!(positions > 0 && cards > 0, "a matrix has cells");
        let positions = Grouping::new(shape.dealt(), positions);
        let cards = Grouping::new(shape.cards(), cards);
        let df = degrees_of_freedom(shape, positions, cards);
        assert!(df.of_positions > 0 && df.of_cards > 0, "one group of all tells nothing");
        let single = positions.groups() == shape.dealt() && cards.groups() == shape.cards();
        let (card_group, first_cell) = if single {
            (Vec::new(), Vec::new())
        } else {
            let first = |group: u32| group * cards.groups() as u32;
            (cards.of_items(), positions.of_items().into_iter().map(first).collect())
        };
        Self { shape, positions, cards, card_group, first_cell }
    }

    /// The matrix of a tally.
    #[must_use]
    pub fn matrix(&self, tally: &Tally) -> PositionMatrix {
        PositionMatrix {
            shape: self.shape,
            trials: tally.trials(),
            positions: self.positions,
            cards: self.cards,
            counts: tally.cells().to_vec(),
        }
    }
}

impl Statistic for Position {
    fn cells(&self) -> usize {
        self.positions.groups() * self.cards.groups()
    }

    fn count<C: Card>(&self, rows: &[C], _: u64, cells: &mut [u64]) {
        let rows = rows.chunks_exact(self.shape.dealt());
        if self.card_group.is_empty() {
            for row in rows {
                for (card, counts) in row.iter().zip(cells.chunks_exact_mut(self.shape.cards())) {
                    counts[card.index()] += 1;
                }
            }
        } else {
            for row in rows {
                for (card, &first) in row.iter().zip(&self.first_cell) {
                    cells[(first + self.card_group[card.index()]) as usize] += 1;
                }
            }
        }
    }

    fn count_columns(&self, decks: &Decks<'_>, cells: &mut [u64]) -> bool {
        let set = decks.instruction_set();
        // Without instructions that count ones in vectors, columns are worth their while only if they are there.
        let worthwhile = set != InstructionSet::PORTABLE || decks.are_columns();
        if !worthwhile || !self.card_group.is_empty() {
            return false;
        }
        let Some(columns) = decks.columns() else { return false };
        let values = repeat_n(self.shape.cards(), self.shape.dealt());
        decks.counting().add_each(columns, values, cells);
        true
    }

    fn summary_size(&self) -> SummarySize {
        if self.card_group.is_empty() {
            SummarySize::new(SPREAD_DECKS, self.shape.dealt())
        } else {
            SummarySize::new(SPREAD_DECKS_IN_GROUPS, Statistic::cells(self))
        }
    }

    /// The cards, or how many fall into each cell.
    fn summarize<C: Card>(&self, row: &[C], words: &mut Vec<u32>) {
        if self.card_group.is_empty() {
            words.extend(row.iter().map(|card| card.index() as u32));
            return;
        }
        let first_word = words.len();
        words.resize(first_word + Statistic::cells(self), 0);
        for (card, &first) in row.iter().zip(&self.first_cell) {
            words[first_word + (first + self.card_group[card.index()]) as usize] += 1;
        }
    }

    fn trials_needed(&self) -> u64 {
        let df = degrees_of_freedom(self.shape, self.positions, self.cards);
        let (more, fewer) = (df.of_positions.max(df.of_cards), df.of_positions.min(df.of_cards));
        (FEWEST_TRIALS as f64 * (more as f64 / fewer as f64).sqrt()).ceil() as u64
    }

    fn judge(&self, tally: &Tally) -> Vec<Judgement> {
        let (trials, needed) = (tally.trials(), Statistic::trials_needed(self));
        let matrix = self.matrix(tally);
        let dealt = dealt::judge(&matrix, needed);
        let outcome = Outcome::from_trials(trials, needed, || {
            let (statistic, law) = matrix.chi_square();
            let furthest = law.of_one_deck(trials);
            let effect = matrix.effect(tally.summaries());
            Evidence::new(statistic, law, furthest, effect).with_sensitivity(matrix.sensitivity())
        });
        let of = |test, outcome| Judgement { test, outcome };
        vec![of(POSITION.id, outcome), of(dealt::DEALT.id, dealt)]
    }

    fn exhibit(&self, tally: &Tally) -> Option<Exhibit> {
        Some(Exhibit::Position(self.matrix(tally)))
    }
}
