//! The position matrix: how often each card lies at each position.
#![doc = include_str!("position.md")]

pub use crate::position_matrix::PositionMatrix;

use crate::{
    Card, Decks, Evidence, Judgement, PValue, Shape, Tally,
    costs::Cost,
    dealt, effect_kind, few_trials,
    grouping::Grouping,
    judgement::Deviates,
    largest,
    metric::{About, ExactLaw, Exhibit, Metric, MetricEntry, TestEntry, prose},
    number::FEWEST_TRIALS,
    place::Place,
    size::{grouped::GroupedTable, rms::SPREAD_DECKS},
    summaries::SummarySize,
    table::{self, Below, Deviations, QuadraticForm, Slots, Table},
};
use shuffle_deck::InstructionSet;
use std::{f64::consts::LN_2, iter::repeat_n};

pub(crate) const POSITION: TestEntry = TestEntry {
    title: prose! { "how often each card is at each position, chi-square of the whole matrix" },
    sees: prose! { "cards that favor or avoid some positions: naive shuffles, too few swaps" },
    blind_to: prose! { "cards that stay neighbors: random cuts leave this matrix flat on average" },
    has_plain_effect: true,
    cost: Cost::of(9.0, 1.0),
    ..TestEntry::new("position", About::Orders)
};

pub(crate) const ENTRY: MetricEntry = MetricEntry {
    exact_law: Some(ExactLaw::Positions),
    ..MetricEntry::new(&[POSITION, dealt::DEALT], |shape| Ok(Box::new(Position::new(shape))))
};

/// Decks of up to this many cards are counted card by card.
const MOST_SINGLE: usize = 256;

/// Of fewer decks no single cell is clearer than the table.
const FEWEST_OF_CELLS: u64 = 5;

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

impl Position {
    /// For decks of this shape.
    #[must_use]
    pub fn new(shape: Shape) -> Self {
        let (n, k) = (shape.cards(), shape.dealt());
        let groups = if n <= MOST_SINGLE { n } else { GROUPS };
        Self::grouped(shape, if k <= MOST_SINGLE && n <= MOST_SINGLE { k } else { groups }, groups)
    }

    /// For decks of this shape, with these numbers of groups of positions and of cards.
    ///
    /// # Panics
    ///
    /// If there are fewer than two groups of either; positions that are not dealt are a group too.
    #[must_use]
    pub fn grouped(shape: Shape, positions: usize, cards: usize) -> Self {
        assert!(positions > 0 && cards > 0, "a matrix has cells");
        let positions = Grouping::new(shape.dealt(), positions);
        let cards = Grouping::new(shape.cards(), cards);
        let rows = positions.groups() + usize::from(!shape.is_whole());
        assert!(rows > 1 && cards.groups() > 1, "a single group shows nothing");
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
    pub fn matrix(&self, tally: &Tally) -> PositionMatrix {
        PositionMatrix {
            shape: self.shape,
            trials: tally.trials(),
            positions: self.positions,
            cards: self.cards,
            counts: tally.cells().to_vec(),
        }
    }

    /// The sizes of the groups of positions, those that are not seen being the last, and of cards.
    fn sizes(&self) -> [Vec<f64>; 2] {
        let sizes =
            |grouping: Grouping| (0..grouping.groups()).map(move |group| grouping.size(group));
        let unseen = (self.shape.cards() - self.shape.dealt()) as f64;
        let rows = sizes(self.positions).chain((unseen > 0.0).then_some(unseen));
        [rows.collect(), sizes(self.cards).collect()]
    }

    /// The trials of which the whole matrix is chi-square.
    fn trials_for_whole(&self) -> u64 {
        let [rows, columns] = self.sizes().map(|sizes| sizes.len() as f64 - 1.0);
        let ratio = rows.max(columns) / rows.min(columns);
        (FEWEST_TRIALS as f64 * ratio.sqrt()).ceil() as u64
    }

    fn evidence(&self, tally: &Tally) -> Evidence {
        let (n, [g, h]) = (self.shape.cards() as f64, self.sizes());
        let deviations = if self.card_group.is_empty() {
            let slots = Slots::even(repeat_n(self.shape.cards(), self.shape.dealt()));
            Deviations::of_slots(tally, &slots, <[u32]>::to_vec)
        } else {
            Deviations::of_amounts(&self.amounts(tally, &g, &h))
        };
        // A single cell that deviates by d, its row and column making up for it evenly, has the noncentrality
        // `(n-1) (g h / n^2) d^2 / ((1 - g/n) (1 - h/n))` per trial, if the cell pools g positions and h cards. A deviation of d
        // then takes a deviation of g h d of one card at one position, which is hardest to see in the largest group.
        let [positions, cards] = [self.positions, self.cards].map(Grouping::largest);
        let odds = |size: f64| size / (n - size);
        let scale = ((n - 1.0) * odds(positions) * odds(cards)).sqrt().recip();
        let table = Table {
            form: QuadraticForm::of_product(tally.trials(), tally.cells(), &g, &h),
            deviations,
            effects: [effect_kind::RMS_CELL_DEVIATION, effect_kind::LARGEST_CELL_DEVIATION],
            below: Below::AtLeastMinusOne,
            sensitivity: (scale, Deviates::Cell { factor: positions * cards }),
        };
        table.evidence(|cell, _| {
            Place::positions(&self.positions.items(cell / h.len()))
                .text(", ")
                .and(Place::cards(&self.cards.items(cell % h.len())))
        })
    }

    /// The table of few trials, or its clearest cell by an exact tail, if that is clearer: each has half of the error.
    fn or_largest_cell(&self, table: Evidence, tally: &Tally) -> Evidence {
        let (n, trials) = (self.shape.cards(), tally.trials());
        if !self.card_group.is_empty() || trials < FEWEST_OF_CELLS {
            return table;
        }
        let cells = largest::cells(tally.cells(), trials, (n as f64).recip());
        let unit = self.shape.kind().trial()[1];
        let clearest = largest::among(&cells, 4 * cells.len() as u64, unit, &|cell| {
            Place::cards(&(cell % n..cell % n + 1)).text(" at position ").position(cell / n)
        });
        let of_table = PValue::from_ln(table.p_value.ln() + LN_2);
        let least_p =
            if clearest.least_p < table.least_p { clearest.least_p } else { table.least_p };
        match clearest.p_value < of_table {
            true => Evidence { least_p, ..clearest },
            false => Evidence { p_value: of_table, least_p, ..table },
        }
    }

    /// A matrix of groups, whose cells a deck may hit many times.
    fn amounts(&self, tally: &Tally, g: &[f64], h: &[f64]) -> GroupedTable {
        let n = self.shape.cards() as f64;
        let cells = || (0..self.cells()).map(|cell| (g[cell / h.len()], h[cell % h.len()]));
        let expected: Vec<f64> = cells().map(|(g, h)| g * h / n).collect();
        let of_deck = |(_, deck): (u64, &[u32])| {
            deck.iter().zip(&expected).map(|(&count, e)| f64::from(count) / e - 1.0).collect()
        };
        GroupedTable {
            trials: tally.trials(),
            weights: expected.iter().map(|e| e / self.shape.dealt() as f64).collect(),
            deviations: self.matrix(tally).deviations(),
            fair: cells().map(|(g, h)| (n - g) * (n - h) / (g * h * (n - 1.0))).collect(),
            decks: tally.summaries().iter().map(of_deck).collect(),
            shared: 0.0,
        }
    }
}

impl Metric for Position {
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
            SummarySize::new(SPREAD_DECKS_IN_GROUPS, self.cells())
        }
    }

    /// The cards, or how many fall into each cell.
    fn summarize_row<C: Card>(&self, row: &[C], words: &mut Vec<u32>) {
        if self.card_group.is_empty() {
            words.extend(row.iter().map(|card| card.index() as u32));
            return;
        }
        let first_word = words.len();
        words.resize(first_word + self.cells(), 0);
        for (card, &first) in row.iter().zip(&self.first_cell) {
            words[first_word + (first + self.card_group[card.index()]) as usize] += 1;
        }
    }

    /// The trials that the test of deals needs; for whole decks, which have no such test, the trials that the matrix
    /// needs.
    fn trials_needed(&self) -> u64 {
        let is_whole = self.shape.is_whole() && self.shape.hands().is_none();
        if is_whole { self.trials_for_whole() } else { 1 }
    }

    /// Recordings of few decks are judged by replicates.
    fn shows_few(&self) -> bool {
        true
    }

    fn judge(&self, tally: &Tally) -> Vec<Judgement> {
        let needed = self.trials_for_whole();
        let trials = [tally.trials(), needed];
        let mut judgements = vec![table::judge_one(POSITION.id, trials, || self.evidence(tally))];
        let outcome = dealt::judge(&self.matrix(tally));
        judgements.push(Judgement { test: dealt::DEALT.id, outcome });
        judgements
    }

    fn by_replicates(&self, tests: &[&str], tally: &Tally) -> Vec<(&'static str, Evidence)> {
        let (of, [g, h]) = ((self.shape, tally.trials()), self.sizes());
        let statistic =
            |cells: &[u64]| [QuadraticForm::of_product(tally.trials(), cells, &g, &h).statistic];
        let whole = || [self.evidence(tally)];
        let table = few_trials::by_replicates(self, of, tests, [POSITION.id], whole, statistic);
        table.into_iter().map(|(test, table)| (test, self.or_largest_cell(table, tally))).collect()
    }

    fn exhibit(&self, tally: &Tally) -> Option<Exhibit> {
        Some(Exhibit::Position(self.matrix(tally)))
    }
}
