//! Pair order: how often card a lies before card b, and Friedman's test of mean places.
#![doc = include_str!("pair-order.md")]
#![doc = include_str!("friedman.md")]

mod bytes;
mod groups;
#[cfg(target_arch = "x86_64")]
mod planes;

use super::MOST_PAIRED_CARDS;
use crate::{
    Card, Decks, Evidence, Judgement, Shape, Tally,
    costs::Cost,
    effect_kind, few_trials,
    grouping::Grouping,
    judgement::Deviates,
    metric::{About, ExactLaw, Metric, MetricEntry, NotApplicable, TestEntry, prose},
    number::FEWEST_TRIALS,
    number::whole_decks_only,
    place::Place,
    size::{
        grouped::GroupedTable,
        peak::ScoredCells,
        rms::{KernelMoments, SPREAD_DECKS},
    },
    summaries::SummarySize,
    table::{self, Below, Deviations, QuadraticForm, Table},
};
#[cfg(target_arch = "x86_64")]
use shuffle_deck::instruction_set::Level;

pub(crate) const PAIR_ORDER: TestEntry = TestEntry {
    title: prose! { "how often each card comes before each other card, chi-square of all pairs" },
    sees: prose! { "cards that keep their order: lazy sorts by coin, cuts, naive shuffles, too few swaps" },
    blind_to: prose! { "patterns that look the same from both ends of the deck: a shelf machine" },
    cost: Cost::of(11.0, 1.0),
    ..TestEntry::new("pair-order", About::Orders)
};

pub(crate) const FRIEDMAN: TestEntry = TestEntry {
    title: prose! { "mean place of each card, Friedman's chi-square" },
    sees: prose! { "cards too near the front or the back on average: naive shuffles" },
    blind_to: prose! { "cards that favor both ends equally, and a shelf machine" },
    ..TestEntry::new("friedman", About::Orders)
};

pub(crate) const ENTRY: MetricEntry = MetricEntry {
    exact_law: Some(ExactLaw::PairOrder),
    ..MetricEntry::new(&[PAIR_ORDER, FRIEDMAN], |shape| Ok(Box::new(PairOrder::new(shape)?)))
};

/// The most groups of a large deck: each card costs this many additions.
const GROUPS: usize = 16;

/// The share of pairs in the order of their groups is summarized in units of 2^-31.
const UNIT: u32 = 31;

/// Counts the order of all pairs: the cells of a < b, row by row, hold the number of pairs of a card of group a and a
/// card of group b in which the first comes first.
#[derive(Clone, Debug)]
pub struct PairOrder {
    groups: Grouping,
    /// The pairs of groups, in the order of their cells.
    pairs: Vec<(usize, usize)>,
    /// The number of pairs of cards in each pair of groups.
    products: Vec<f64>,
    group_of: Vec<u8>,
}

impl PairOrder {
    /// For decks of this shape.
    ///
    /// # Errors
    ///
    /// [`NotApplicable`] for deals.
    pub fn new(shape: Shape) -> Result<Self, NotApplicable> {
        whole_decks_only(shape)?;
        let cards = shape.cards();
        Ok(Self::grouped(cards, if cards > MOST_PAIRED_CARDS { GROUPS } else { cards }))
    }

    fn grouped(cards: usize, groups: usize) -> Self {
        let groups = Grouping::new(cards, groups);
        let number = groups.groups();
        let pairs: Vec<_> =
            (0..number).flat_map(|a| (a + 1..number).map(move |b| (a, b))).collect();
        let products = pairs.iter().map(|&(a, b)| groups.size(a) * groups.size(b)).collect();
        let group_of = groups.of_items().into_iter().map(|group| group as u8).collect();
        Self { groups, pairs, products, group_of }
    }

    /// True if all groups are of one card.
    fn is_single(&self) -> bool {
        self.groups.groups() == self.groups.total()
    }

    /// The counts that are expected in one deck in which card c lies before card d with the probability `before(c, d)`.
    pub fn expected(&self, before: impl Fn(usize, usize) -> f64) -> Vec<f64> {
        let cell = |&(a, b): &(usize, usize)| -> f64 {
            let first = self.groups.items(a);
            first.map(|c| self.groups.items(b).map(|d| before(c, d)).sum::<f64>()).sum()
        };
        self.pairs.iter().map(cell).collect()
    }

    fn sizes(&self) -> impl Iterator<Item = f64> {
        (0..self.groups.groups()).map(|group| self.groups.size(group))
    }

    /// 2 V of each pair, which is a whole number.
    fn deviations(&self, (trials, counts): (u64, &[u64])) -> Vec<f64> {
        let twice = |(&count, &of): (&u64, &f64)| {
            let fair = trials as f64 * of;
            // Replicates take millions of these, and conversions from 128 bits are slow. Whole numbers below 2^52 need none.
            match fair < 1.0 / f64::EPSILON {
                true => 2.0 * count as f64 - fair,
                false => (2 * i128::from(count) - i128::from(trials) * of as i128) as f64,
            }
        };
        counts.iter().zip(&self.products).map(twice).collect()
    }

    /// 2 R of each group, of the 2 V of each pair.
    fn forward(&self, twice: &[f64]) -> Vec<f64> {
        let mut forward = vec![0.0; self.groups.groups()];
        let mut pairs = twice;
        for a in 0..forward.len() {
            let later = &mut forward[a + 1..];
            let of_a = pairs.split_off(..later.len()).expect("each pair");
            later.iter_mut().zip(of_a).for_each(|(forward, twice)| *forward -= twice);
            forward[a] += of_a.iter().sum::<f64>();
        }
        forward
    }

    /// Q and F of these trials.
    fn statistics(&self, of: (u64, &[u64])) -> [f64; 2] {
        let (n, total) = (self.groups.total() as f64, of.0 as f64);
        let twice = self.deviations(of);
        let weigh = |(twice, size): (&f64, f64)| twice * twice / size;
        let squares: f64 = twice.iter().zip(self.products.iter().copied()).map(weigh).sum();
        let shifted: f64 = self.forward(&twice).iter().zip(self.sizes()).map(weigh).sum();
        [
            3.0 * ((n + 1.0) * squares - shifted) / ((n + 1.0) * total),
            3.0 * shifted / (n * (n + 1.0) * total),
        ]
    }

    /// Q and F, with their laws.
    ///
    /// The cells are all whole numbers, so one value of them has the volume 1 before it is scaled. The R are whole numbers, or
    /// all halves, that add up to 0: measured in `sqrt(g_a)`, a lattice of squared volume `n / prod g`.
    fn forms(&self, tally: &Tally) -> [QuadraticForm; 2] {
        let (n, total) = (self.groups.total() as f64, tally.trials() as f64);
        let [order, shift] = self.statistics(counts(tally));
        let (of_pairs, of_groups) = (self.pairs.len() as f64, self.groups.groups() as f64 - 1.0);
        let [ln_products, ln_sizes]: [f64; 2] =
            [self.products.iter().copied().map(f64::ln).sum(), self.sizes().map(f64::ln).sum()];
        let ln_order = of_pairs * (12.0 / total).ln() - ln_products - of_groups * (n + 1.0).ln();
        let ln_shift = of_groups * (12.0 / (n * (n + 1.0) * total)).ln() + n.ln() - ln_sizes;
        let form = |statistic, df, ln_squared: f64| QuadraticForm {
            statistic,
            df: df as u64,
            ln_lattice_volume: 0.5 * ln_squared,
        };
        [form(order, of_pairs, ln_order), form(shift, of_groups, ln_shift)]
    }

    /// The share of the pairs of each two groups that are in order, relative to a half, less 1, in a deck with this summary.
    fn of_deck(&self, words: &[u32]) -> Vec<f64> {
        let half = f64::from(1 << (UNIT - 1));
        words.iter().map(|&word| f64::from(word) / half - 1.0).collect()
    }

    /// The pair order: how often the cards of each pair of groups are out of order, relative to a half.
    fn order(&self, form: QuadraticForm, tally: &Tally) -> Evidence {
        // The variance in one deck.
        let variance = |&(a, b): &(usize, usize)| {
            let (a, b) = (self.groups.size(a), self.groups.size(b));
            (a + b + 1.0) / (3.0 * a * b)
        };
        let fair: Vec<f64> = self.pairs.iter().map(variance).collect();
        let scale = fair.iter().copied().fold(0.0, f64::max).sqrt();
        let deviations = match self.is_single() {
            true => self.single_orders(tally),
            false => self.grouped_orders(tally, fair),
        };
        let table = Table {
            form,
            deviations,
            effects: [effect_kind::RMS_ORDER_DEVIATION, effect_kind::LARGEST_ORDER_DEVIATION],
            below: Below::Mirrored,
            sensitivity: (scale, Deviates::Whole),
        };
        table.evidence(|cell, is_turned| {
            let (a, b) = self.pairs[cell];
            let (first, second) = if is_turned { (b, a) } else { (a, b) };
            Place::cards(&self.groups.items(first))
                .text(" before ")
                .and(Place::cards(&self.groups.items(second)))
        })
    }

    fn grouped_orders(&self, tally: &Tally, fair: Vec<f64>) -> Deviations {
        let twice = self.deviations(counts(tally)).into_iter().zip(&self.products);
        let relative = |(twice, size): (f64, &f64)| twice / (size * tally.trials() as f64);
        let decks = tally.summaries().iter();
        Deviations::of_amounts(&GroupedTable {
            trials: tally.trials(),
            weights: vec![1.0 / fair.len() as f64; fair.len()],
            deviations: twice.map(relative).collect(),
            fair,
            decks: decks.map(|(_, deck)| self.of_deck(deck)).collect(),
            // Pairs with a common group are correlated by a half.
            shared: 0.5,
        })
    }

    /// A deck has each pair in order or not: a bit for each.
    fn single_orders(&self, tally: &Tally) -> Deviations {
        let number = self.pairs.len() as f64;
        let relative: Vec<f64> = self
            .deviations(counts(tally))
            .iter()
            .map(|twice| twice / tally.trials() as f64)
            .collect();
        let form = |deck: &[u32]| -> Vec<u64> {
            let places = places(deck);
            let word = |pairs: &[(usize, usize)]| {
                let bits = pairs.iter().enumerate();
                bits.map(|(bit, &(a, b))| u64::from(places[a] < places[b]) << bit).sum()
            };
            self.pairs.chunks(64).map(word).collect()
        };
        let mean = |deck: &Vec<u64>| {
            let is_before = |pair: usize| deck[pair / 64] >> (pair % 64) & 1 == 1;
            let terms = relative.iter().enumerate();
            terms.map(|(pair, d)| if is_before(pair) { *d } else { -d }).sum::<f64>() / number
        };
        let kernel = |a: &Vec<u64>, b: &Vec<u64>| {
            let differences: u32 = a.iter().zip(b).map(|(a, b)| (a ^ b).count_ones()).sum();
            1.0 - 2.0 * f64::from(differences) / number
        };
        let moments = KernelMoments::new(tally.summaries(), form, mean, kernel);
        let cells = tally.cells().iter().map(|&count| (count, 0.5, 1.0 / number));
        let deviations = Deviations::of_shares(tally, cells, moments);
        // Pairs with a common card are correlated by a third.
        let cells = ScoredCells { shared: 1.0 / 3.0, ..deviations.cells };
        Deviations { cells, ..deviations }
    }

    /// Friedman's test: by how many places the cards of each group lie too far back on average.
    fn shift(&self, form: QuadraticForm, tally: &Tally) -> Evidence {
        let (n, total) = (self.groups.total() as f64, tally.trials() as f64);
        // The variance of the mean place of the cards of a group.
        let fair: Vec<f64> =
            self.sizes().map(|size| (n + 1.0) * (n - size) / (12.0 * size)).collect();
        let scale = fair.iter().copied().fold(0.0, f64::max).sqrt();
        let back = |twice: &[f64]| -> Vec<f64> {
            let forward = self.forward(twice);
            forward.iter().zip(self.sizes()).map(|(twice, size)| 0.0 - twice / 2.0 / size).collect()
        };
        let of_deck = |deck: &[u32]| {
            if self.is_single() {
                return places(deck).iter().map(|&place| place as f64 - (n - 1.0) / 2.0).collect();
            }
            let shares = self.of_deck(deck).into_iter();
            back(&shares.zip(&self.products).map(|(share, of)| share * of).collect::<Vec<f64>>())
        };
        let table = Table {
            form,
            deviations: Deviations::of_amounts(&GroupedTable {
                trials: tally.trials(),
                weights: self.sizes().map(|size| size / n).collect(),
                deviations: back(&self.deviations(counts(tally)))
                    .iter()
                    .map(|back| back / total)
                    .collect(),
                fair,
                decks: tally.summaries().iter().map(|(_, deck)| of_deck(deck)).collect(),
                shared: 0.0,
            }),
            effects: [effect_kind::RMS_PLACE_SHIFT, effect_kind::LARGEST_PLACE_SHIFT],
            below: Below::Any,
            sensitivity: (scale, Deviates::Whole),
        };
        table.evidence(|group, _| Place::cards(&self.groups.items(group)))
    }
}

fn counts(tally: &Tally) -> (u64, &[u64]) {
    (tally.trials(), tally.cells())
}

fn places(deck: &[u32]) -> Vec<usize> {
    let mut places = vec![0; deck.len()];
    deck.iter().enumerate().for_each(|(place, &card)| places[card as usize] = place);
    places
}

impl Metric for PairOrder {
    fn cells(&self) -> usize {
        self.pairs.len()
    }

    /// Narrow decks are counted in columns.
    fn count<C: Card>(&self, rows: &[C], _: u64, cells: &mut [u64]) {
        if !self.is_single() {
            return self.count_groups(rows, cells);
        }
        let mut places = vec![0_i32; self.groups.total()];
        for row in rows.chunks_exact(self.groups.total()) {
            row.iter().zip(0..).for_each(|(card, place)| places[card.index()] = place);
            // All pairs of one card in one go, or nothing becomes vectors.
            let mut cells = &mut *cells;
            for (card, place) in places.iter().enumerate() {
                let later = &places[card + 1..];
                let of_card = cells.split_off_mut(..later.len()).expect("a cell of each pair");
                for (cell, other) in of_card.iter_mut().zip(later) {
                    *cell += u64::from(place < other);
                }
            }
        }
    }

    fn count_columns(&self, decks: &Decks<'_>, cells: &mut [u64]) -> bool {
        let Some(places) = decks.places().filter(|_| self.is_single()) else { return false };
        let (set, cards) = (decks.instruction_set(), self.groups.total());
        #[cfg(target_arch = "x86_64")]
        if set.level() == Level::IceLake && planes::CARDS.contains(&cards) {
            // SAFETY: an `InstructionSet` of this level exists only if all its instructions were detected.
            #[expect(unsafe_code, reason = "a call into code for instructions that were detected")]
            unsafe {
                planes::add_later(places.columns, cards, cells);
            }
            return true;
        }
        bytes::add_later(set, places.columns, cards, cells);
        true
    }

    fn summary_size(&self) -> SummarySize {
        let words = if self.is_single() { self.groups.total() } else { self.pairs.len() };
        SummarySize::new(SPREAD_DECKS, words)
    }

    /// The cards, or the share of the pairs of each two groups that are in order.
    fn summarize_row<C: Card>(&self, row: &[C], words: &mut Vec<u32>) {
        if self.is_single() {
            return words.extend(row.iter().map(|card| card.index() as u32));
        }
        let mut cells = vec![0; self.pairs.len()];
        self.count(row, 0, &mut cells);
        let share = |(&count, &of): (&u64, &f64)| ((u128::from(count) << UNIT) / of as u128) as u32;
        words.extend(cells.iter().zip(&self.products).map(share));
    }

    fn trials_needed(&self) -> u64 {
        FEWEST_TRIALS
    }

    fn shows_few(&self) -> bool {
        true
    }

    fn by_replicates(&self, tests: &[&str], tally: &Tally) -> Vec<(&'static str, Evidence)> {
        let of = (Shape::whole(self.groups.total()), tally.trials());
        let wholes = || {
            let [order, shift] = self.forms(tally);
            [self.order(order, tally), self.shift(shift, tally)]
        };
        let statistics = |cells: &[u64]| self.statistics((tally.trials(), cells));
        let of_table = [PAIR_ORDER.id, FRIEDMAN.id];
        few_trials::by_replicates(self, of, tests, of_table, wholes, statistics)
    }

    fn judge(&self, tally: &Tally) -> Vec<Judgement> {
        table::judge([PAIR_ORDER.id, FRIEDMAN.id], [tally.trials(), FEWEST_TRIALS], || {
            let [order, shift] = self.forms(tally);
            [self.order(order, tally), self.shift(shift, tally)]
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{groups::Before, *};
    use crate::tables::testing::assert_inverts_covariance;

    fn forms(metric: &PairOrder, rows: &[u32]) -> [QuadraticForm; 2] {
        let mut cells = vec![0; metric.cells()];
        metric.count(rows, 0, &mut cells);
        let trials = rows.len() / metric.groups.total();
        metric.forms(&Tally::of_counts(trials as u64, cells))
    }

    #[test]
    fn over_all_decks_both_forms_invert_the_covariance_of_their_counts() {
        for (cards, groups) in [(4, 2), (5, 2), (5, 3), (5, 4)] {
            let metric = PairOrder::grouped(cards, groups);
            for test in [0, 1] {
                let df = [groups * (groups - 1) / 2, groups - 1][test] as u64;
                assert_eq!(forms(&metric, &(0..cards as u32).collect::<Vec<_>>())[test].df, df);
                let statistic = |rows: &[u32]| forms(&metric, rows)[test].statistic;
                assert_inverts_covariance(cards, df, statistic);
            }
        }
    }

    #[test]
    fn with_groups_of_one_counts_and_effect_are_those_of_single_cards() {
        let metric = PairOrder::new(Shape::whole(5)).unwrap();
        let rows = [[0_u32, 1, 2, 3, 4].repeat(70), [3, 1, 4, 0, 2].repeat(60)].concat();
        let (mut cells, mut wanted) = (vec![0; 10], vec![0; 10]);
        metric.count_groups(&rows, &mut cells);
        metric.count(&rows, 0, &mut wanted);
        assert_eq!(cells, wanted);
        let tally = Tally::of_counts(130, cells);
        let value = |deviations: Deviations| {
            let (squares, kind) = (deviations.squares, effect_kind::RMS_ORDER_DEVIATION);
            squares.effect(kind, deviations.moments).value
        };
        let grouped = value(metric.grouped_orders(&tally, vec![1.0; 10]));
        assert!((grouped / value(metric.single_orders(&tally)) - 1.0).abs() < 1e-9);
    }

    #[test]
    fn counts_are_those_of_the_definition_however_often_they_are_flushed() {
        let metric = PairOrder::new(Shape::whole(1_002)).unwrap();
        // 7 has the order 1008 modulo 1009, so its multiples come in a mixed order.
        let row: Vec<u32> = (1..1_009).map(|i| i * 7 % 1_009 - 1).filter(|&c| c < 1_002).collect();
        let mut cells = vec![0; metric.cells()];
        let mut before = Before { room: 100, ..metric.before() };
        metric.count_row(&row, &mut before, &mut cells);
        metric.flush(&mut before, &mut cells);
        let mut wanted = vec![0; cells.len()];
        for (first, c) in row.iter().enumerate() {
            for d in &row[first + 1..] {
                let pair = [c, d].map(|&card| metric.groups.group_of(card as usize));
                let cell = metric.pairs.iter().position(|&(a, b)| [a, b] == pair);
                cell.into_iter().for_each(|cell| wanted[cell] += 1);
            }
        }
        assert_eq!(cells, wanted);
    }
}
