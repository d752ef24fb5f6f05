//! The first cards as a pattern, for decks too large to count their deals: groups of neighbouring cards.
//!
//! Null hypothesis as in [`super::prefix`]: the first cards are each ordered deal with the same probability. The cards are
//! put into 16 groups of neighbours, of g_a cards, and the pattern is that of the groups a_1, ..., a_k of the first k
//! cards. It has the probability
//!
//! ```text
//! p(a_1, ..., a_k) = prod_i (g_{a_i} - #{j < i : a_j = a_i}) / (n - i + 1),
//! ```
//!
//! and Pearson's chi-square has one degree of freedom less than patterns. Decks are judged by the finest of these tables in
//! whose rarest cell 20 decks are expected: two cards in 4 groups (16 cells, some 330 decks), two in 16 (256 cells, some
//! 5,500) and three in 16 (4,096 cells, some 90,000); counts for fewer cards and groups are sums of counts for more.
//!
//! Range: decks and deals of more than 100 cards that show 2 and more; 4,096 cells. Two or three cards of a deck are looked
//! at, whatever its size. Source: Pearson 1900; the probabilities are enumerated in the tests.

use super::prefix::PREFIX;
use crate::{
    Card, Judgement, Shape, Tally,
    grouping::Grouping,
    histogram::{SMALLEST_EXPECTED, sensitivity, total_variation},
    judgement::{Evidence, Law, Outcome},
    metric::{NotApplicable, Statistic},
    place::{Place, Word},
};

/// The number of groups that are counted.
const GROUPS: usize = 16;

/// Groups that are taken together in the coarsest table.
const TOGETHER: usize = 4;

/// The most cards that are a pattern.
const MOST_CARDS: usize = 3;

/// The fewest.
const FEWEST_CARDS: usize = 2;

/// Counts patterns: the cell is the groups of the first cards, read as the digits of a number.
#[derive(Clone, Debug)]
pub struct PrefixGroups {
    shape: Shape,
    groups: usize,
    counted: usize,
    /// From the coarsest to the finest.
    tables: Vec<Table>,
}

/// A table of patterns.
#[derive(Clone, Copy, Debug)]
struct Table {
    groups: Grouping,
    cards: usize,
}

impl Table {
    fn cells(self) -> usize {
        self.groups.groups().pow(self.cards as u32)
    }

    /// The groups of the cards, the last first.
    fn pattern(self, cell: usize) -> impl Iterator<Item = usize> {
        let groups = self.groups.groups();
        (0..self.cards).scan(cell, move |rest, _| {
            let group = *rest % groups;
            *rest /= groups;
            Some(group)
        })
    }

    /// The probability of a pattern, which is the same in whatever order its cards come.
    fn share(self, cell: usize) -> f64 {
        let mut before: Vec<usize> = Vec::with_capacity(self.cards);
        let mut share = 1.0;
        for group in self.pattern(cell) {
            let taken = before.iter().filter(|&&other| other == group).count();
            let left = self.groups.items(group).len().saturating_sub(taken);
            share *= left as f64 / (self.groups.total() - before.len()) as f64;
            before.push(group);
        }
        share
    }

    fn shares(self) -> impl Iterator<Item = f64> {
        (0..self.cells()).map(move |cell| self.share(cell))
    }

    fn trials_needed(self) -> u64 {
        (SMALLEST_EXPECTED / self.shares().fold(1.0, f64::min)).ceil() as u64
    }
}

impl PrefixGroups {
    /// For decks of this shape.
    ///
    /// # Errors
    ///
    /// [`NotApplicable`] where one card is dealt.
    pub fn new(shape: Shape) -> Result<Self, NotApplicable> {
        if shape.dealt() < FEWEST_CARDS {
            return Err(NotApplicable("one card is no pattern".to_owned()));
        }
        Ok(Self::grouped(shape, GROUPS, TOGETHER))
    }

    /// With so many groups, of which so many are taken together at first.
    fn grouped(shape: Shape, groups: usize, together: usize) -> Self {
        let counted = shape.dealt().min(MOST_CARDS);
        let table = |groups, cards| Table { groups: Grouping::new(shape.cards(), groups), cards };
        let tables = [
            table(groups / together, FEWEST_CARDS),
            table(groups, FEWEST_CARDS),
            table(groups, MOST_CARDS),
        ];
        let tables = tables.into_iter().filter(|table| table.cards <= counted).collect();
        Self { shape, groups, counted, tables }
    }

    /// The counts of a table: those of patterns that begin in the same way, and of groups within a larger one, together.
    fn counts(&self, table: Table, cells: &[u64]) -> Vec<u64> {
        let together = self.groups / table.groups.groups();
        let longer = self.groups.pow((self.counted - table.cards) as u32);
        let mut counts = vec![0; table.cells()];
        for (cell, count) in
            cells.chunks_exact(longer).map(|longer| longer.iter().sum::<u64>()).enumerate()
        {
            let fine = Table { groups: Grouping::new(self.shape.cards(), self.groups), ..table };
            let groups: Vec<usize> = fine.pattern(cell).map(|group| group / together).collect();
            let coarse =
                groups.iter().rev().fold(0, |rank, group| rank * table.groups.groups() + group);
            counts[coarse] += count;
        }
        counts
    }

    fn judge_counts(&self, table: Table, tally: &Tally) -> Evidence {
        let (trials, total) = (tally.trials(), tally.trials() as f64);
        let counts = self.counts(table, tally.cells());
        let cells = || counts.iter().copied().zip(table.shares());
        let weigh =
            |(count, share): (u64, f64)| (count as f64 - total * share).powi(2) / (total * share);
        let statistic = cells().map(weigh).sum();
        let law = Law::pearson(table.shares().map(|share| total * share));
        let mut effect = total_variation(trials, cells());
        effect.place = Some(Place::from([
            Word::Text("first "),
            Word::Number(table.cards),
            Word::Text(" cards in "),
            Word::Number(table.groups.groups()),
            Word::Text(" groups"),
        ]));
        Evidence::new(statistic, law, law.of_one_deck(trials), effect)
            .with_sensitivity(sensitivity(trials))
    }
}

impl Statistic for PrefixGroups {
    fn cells(&self) -> usize {
        self.groups.pow(self.counted as u32)
    }

    fn count<C: Card>(&self, rows: &[C], _: u64, cells: &mut [u64]) {
        let groups = Grouping::new(self.shape.cards(), self.groups);
        for row in rows.chunks_exact(self.shape.dealt()) {
            let first = &row[..self.counted];
            let cell = first
                .iter()
                .fold(0, |rank, card| rank * self.groups + groups.group_of(card.index()));
            cells[cell] += 1;
        }
    }

    fn trials_needed(&self) -> u64 {
        self.tables[0].trials_needed()
    }

    fn judge(&self, tally: &Tally) -> Vec<Judgement> {
        Statistic::judge_for(self, tally, tally.trials())
    }

    fn judge_for(&self, tally: &Tally, trials: u64) -> Vec<Judgement> {
        let judged = self.tables.iter().rev().find(|table| trials >= table.trials_needed());
        let outcome = match judged {
            Some(&table) => Outcome::Judged(self.judge_counts(table, tally)),
            None => Outcome::TooFewTrials { trials, needed: Statistic::trials_needed(self) },
        };
        vec![Judgement { test: PREFIX.id, outcome }]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use itertools::Itertools;

    #[test]
    fn the_probabilities_are_those_of_all_deals() {
        // Groups of two, of one and two, and of three cards, of which a pattern of three may hold no more.
        for (cards, groups, together) in [(8, 4, 2), (7, 4, 2), (6, 2, 1)] {
            let shape = Shape::whole(cards);
            let metric = PrefixGroups::grouped(shape, groups, together);
            let mut cells = vec![0; Statistic::cells(&metric)];
            let deals = (0..cards as u32).permutations(cards);
            let mut number = 0;
            for row in deals {
                metric.count(&row, 0, &mut cells);
                number += 1;
            }
            for &table in &metric.tables {
                let counts = metric.counts(table, &cells);
                for (count, share) in counts.into_iter().zip(table.shares()) {
                    assert!(
                        (count as f64 - f64::from(number) * share).abs() < 1e-6,
                        "{cards} {table:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn more_decks_are_judged_by_finer_tables() {
        let shape = Shape::whole(100_000);
        let metric = PrefixGroups::new(shape).unwrap();
        let needed: Vec<u64> = metric.tables.iter().map(|table| table.trials_needed()).collect();
        assert_eq!(needed, [321, 5_121, 81_957]);
        for (trials, df) in [(321, 15), (5_120, 15), (5_121, 255), (81_957, 4_095)] {
            let tally = Tally::of_counts(trials, vec![trials / 4_096; 4_096]);
            let judgement = Statistic::judge(&metric, &tally).remove(0);
            assert_eq!(judgement.evidence().unwrap().law.df(), Some(df));
        }
        let deal = PrefixGroups::new(Shape::deal(100_000, 2).unwrap()).unwrap();
        assert_eq!((Statistic::cells(&deal), deal.tables.len()), (256, 2));
    }
}
