//! Pair order and Friedman's test for decks too large to count all pairs: groups of neighbouring cards.
//!
//! Null hypothesis as in [`super::pair_order`]: all n! orders are equally likely. The cards are put into G = 16 groups of
//! neighbours, of g_a cards. O_ab is the number of pairs of a card of a and a card of b, in all N decks together, of which
//! that of a lies first (the count of Mann and Whitney), V_ab = O_ab - N g_a g_b / 2 = -V_ba, and R_a = sum_b V_ab, by
//! how many places the cards of a lie too far in front, all added up.
//!
//! **Covariance.** V_ab is the sum over its pairs of the V of single cards, whose covariance stands there. So for one deck
//! Var(V_ab) = g_a g_b (g_a + g_b + 1)/12, Cov(V_ab, V_ac) = g_a g_b g_c / 12, and pairs without a common group are
//! uncorrelated. With W_ab = V_ab / sqrt(g_a g_b) that is (I + B'B)/12, where (B W)_a = sum_b sqrt(g_b) W_ab = R_a / sqrt(g_a);
//! and B B' is n times a projection of rank G-1. So
//!
//! ```text
//! Q = (12/N) [ sum_{a<b} V_ab^2 / (g_a g_b) - sum R_a^2 / (g_a (n+1)) ]   ~   chi2(G(G-1)/2)
//! F = 12 sum (R_a^2 / g_a) / (n(n+1) N)                                 ~   chi2(G-1),
//! ```
//!
//! which are the tests of single cards where all groups are of one. The mean is exact at every N.
//!
//! **Why groups.** The relative order of some single cards would have the law of a small deck, too. But what goes wrong in a
//! large deck goes wrong for neighbours alike: they come out of a buffer, or a packet, at about the same time, and drift
//! together. Then m cards of n see m/n of the noncentrality that all cards in groups see, on more degrees of freedom.
//! What is lost are single cards that are off, and the order within a group.
//!
//! Range: whole decks of more than 256 cards, of any size; 120 cells. A card costs 16 additions, four to
//! eight at a time.
//! Source: H. B. Mann and D. R. Whitney, Ann. Math. Statist. 18 (1947), 50, for the variance of one pair of groups; the
//! covariance is worked out here, and checked by enumeration in the tests.

use super::pair_order::{FRIEDMAN, PAIR_ORDER};
use crate::{
    Card, Judgement, Shape, Tally, effect_kind,
    grouping::Grouping,
    judgement::{Deviates, Effect, Evidence, Law, Outcome, Sensitivity},
    metric::{NotApplicable, Statistic},
    number::whole_decks_only,
    place::{Place, Word},
    position::FEWEST_TRIALS,
    size::{grouped::GroupedTable, rms::SPREAD_DECKS},
    summaries::{Summaries, SummarySize},
};

/// The most groups: a card costs so many additions.
const GROUPS: usize = 16;

/// The share of pairs in the order of their groups is summarized in units of 2^-31.
const UNIT: u32 = 31;

/// One in the lane of each group.
static ONE: [[u32; GROUPS]; GROUPS] = {
    let (mut one, mut group) = ([[0; GROUPS]; GROUPS], 0);
    while group < GROUPS {
        one[group][group] = 1;
        group += 1;
    }
    one
};

/// Counts the order of the cards of all pairs of groups: the cells of a < b, row by row, hold how many pairs of a card of
/// a and a card of b had that of a first.
#[derive(Clone, Debug)]
pub struct PairOrderGroups {
    groups: Grouping,
    /// The group of each card.
    group_of: Vec<u8>,
}

/// What was counted since it was last added to the cells: row b holds how many cards of each group lay before a card of b.
struct Before {
    rows: Vec<[u32; GROUPS]>,
    /// The cards that can still be counted before a number overflows.
    room: usize,
}

impl PairOrderGroups {
    /// For decks of this shape.
    ///
    /// # Errors
    ///
    /// [`NotApplicable`] for deals.
    pub fn new(shape: Shape) -> Result<Self, NotApplicable> {
        whole_decks_only(shape)?;
        Ok(Self::grouped(shape.cards(), GROUPS))
    }

    fn grouped(cards: usize, groups: usize) -> Self {
        let groups = Grouping::new(cards, groups.min(GROUPS));
        Self { groups, group_of: groups.of_items().into_iter().map(|group| group as u8).collect() }
    }

    /// The pairs of groups, in the order of their cells.
    fn pairs(&self) -> Vec<(usize, usize)> {
        let groups = self.groups.groups();
        (0..groups).flat_map(|a| (a + 1..groups).map(move |b| (a, b))).collect()
    }

    /// The counts that are expected in one deck in which card c lies before card d with the probability `before(c, d)`.
    #[must_use]
    pub fn expected(&self, before: impl Fn(usize, usize) -> f64) -> Vec<f64> {
        let cell = |(a, b): (usize, usize)| -> f64 {
            let first = self.groups.items(a);
            first.map(|c| self.groups.items(b).map(|d| before(c, d)).sum::<f64>()).sum()
        };
        self.pairs().into_iter().map(cell).collect()
    }

    fn before(&self) -> Before {
        let groups = self.groups.groups();
        Before { rows: vec![[0; GROUPS]; groups], room: self.room() }
    }

    /// A card adds at most the size of a group to a number.
    fn room(&self) -> usize {
        (0..self.groups.groups())
            .map(|group| u32::MAX as usize / self.groups.items(group).len())
            .min()
            .expect("there are groups")
    }

    fn count_row<C: Card>(&self, row: &[C], before: &mut Before, cells: &mut [u64]) {
        let mut seen = [0_u32; GROUPS];
        let mut rest = row;
        while !rest.is_empty() {
            if before.room == 0 {
                self.flush(before, cells);
            }
            let (now, later) = rest.split_at(before.room.min(rest.len()));
            for card in now {
                let group = usize::from(self.group_of[card.index()]);
                // All lanes, although one is raised: a vector can be loaded again at once after a store of vectors, not of one lane.
                for (lane, (number, seen)) in
                    before.rows[group].iter_mut().zip(&mut seen).enumerate()
                {
                    *number += *seen;
                    *seen += ONE[group][lane];
                }
            }
            before.room -= now.len();
            rest = later;
        }
    }

    fn flush(&self, before: &mut Before, cells: &mut [u64]) {
        for (cell, (a, b)) in cells.iter_mut().zip(self.pairs()) {
            *cell += u64::from(before.rows[b][a]);
        }
        before.rows.fill([0; GROUPS]);
        before.room = self.room();
    }

    fn size(&self, group: usize) -> f64 {
        self.groups.size(group)
    }

    /// V of each pair and R of each group, twice: whole numbers.
    fn deviations(&self, trials: u64, counts: &[u64]) -> (Vec<i128>, Vec<i128>) {
        let mut shifts = vec![0; self.groups.groups()];
        let deviations = counts.iter().zip(self.pairs()).map(|(&count, (a, b))| {
            let pairs = self.groups.items(a).len() as i128 * self.groups.items(b).len() as i128;
            let twice = 2 * i128::from(count) - i128::from(trials) * pairs;
            shifts[a] += twice;
            shifts[b] -= twice;
            twice
        });
        (deviations.collect(), shifts)
    }

    fn judge_counts(&self, trials: u64, counts: &[u64], decks: &Summaries) -> [Evidence; 2] {
        let (n, total) = (self.groups.total() as f64, trials as f64);
        let (deviations, shifts) = self.deviations(trials, counts);
        let square = |twice: i128| (twice as f64).powi(2);
        let weigh = |(&twice, (a, b)): (&i128, (usize, usize))| {
            square(twice) / (self.size(a) * self.size(b))
        };
        let squares: f64 = deviations.iter().zip(self.pairs()).map(weigh).sum();
        let shifted: f64 = (0..).zip(&shifts).map(|(a, &twice)| square(twice) / self.size(a)).sum();
        let statistic = 3.0 * (squares - shifted / (n + 1.0)) / total;
        let law = self.law(trials);
        let effect = self.order_effect(trials, &deviations, decks);
        let pair_order = Evidence::new(statistic, law, law.of_one_deck(trials), effect)
            .with_sensitivity(self.order_sensitivity(trials));
        let law = self.friedman_law(trials);
        let effect = self.shift_effect(trials, &shifts, decks);
        let statistic = 3.0 * shifted / (n * (n + 1.0) * total);
        let friedman = Evidence::new(statistic, law, law.of_one_deck(trials), effect)
            .with_sensitivity(self.shift_sensitivity(trials));
        [pair_order, friedman]
    }

    /// The cells are all whole numbers, so one value of them has the volume 1 before it is scaled.
    fn law(&self, trials: u64) -> Law {
        let (n, groups) = (self.groups.total() as f64, self.groups.groups() as f64);
        let ln_pairs: f64 =
            self.pairs().iter().map(|&(a, b)| (self.size(a) * self.size(b)).ln()).sum();
        let df = groups * (groups - 1.0) / 2.0;
        let ln_squared =
            df * (12.0 / trials as f64).ln() - ln_pairs - (groups - 1.0) * (n + 1.0).ln();
        Law::ChiSquare { df: df as u64, ln_cell: 0.5 * ln_squared }
    }

    /// The R are whole numbers, or all halves, that add up to 0. Measured in `sqrt(g_a)`, that lattice has the squared
    /// volume `n / prod g`.
    fn friedman_law(&self, trials: u64) -> Law {
        let (n, df) = (self.groups.total() as f64, self.groups.groups() as u64 - 1);
        let ln_sizes: f64 = (0..self.groups.groups()).map(|group| self.size(group).ln()).sum();
        let scale = 12.0 / (n * (n + 1.0) * trials as f64);
        Law::ChiSquare { df, ln_cell: 0.5 * (df as f64 * scale.ln() + n.ln() - ln_sizes) }
    }

    /// The variance of the share of pairs in order, relative to a half, in one deck.
    fn order_variance(&self, (a, b): (usize, usize)) -> f64 {
        let (a, b) = (self.size(a), self.size(b));
        (a + b + 1.0) / (3.0 * a * b)
    }

    /// The variance of the mean place of the cards of a group.
    fn shift_variance(&self, group: usize) -> f64 {
        let (n, size) = (self.groups.total() as f64, self.size(group));
        (n + 1.0) * (n - size) / (12.0 * size)
    }

    /// The least sensitive pair of groups counts.
    fn order_sensitivity(&self, trials: u64) -> Sensitivity {
        let pairs = self.pairs().into_iter();
        let variance = pairs.map(|pair| self.order_variance(pair)).fold(0.0, f64::max);
        let (kind, scale) = (effect_kind::LARGEST_ORDER_DEVIATION, variance.sqrt());
        Sensitivity { kind, scale, trials, of: Deviates::Whole }
    }

    fn shift_sensitivity(&self, trials: u64) -> Sensitivity {
        let groups = 0..self.groups.groups();
        let variance = groups.map(|group| self.shift_variance(group)).fold(0.0, f64::max);
        let (kind, scale) = (effect_kind::LARGEST_PLACE_SHIFT, variance.sqrt());
        Sensitivity { kind, scale, trials, of: Deviates::Whole }
    }

    /// How often the cards of each pair of groups are out of order, relative to a half.
    fn order_effect(&self, trials: u64, twice: &[i128], decks: &Summaries) -> Effect {
        let pairs = self.pairs();
        let deviation = |(&twice, &(a, b)): (&i128, &(usize, usize))| {
            twice as f64 / (self.size(a) * self.size(b) * trials as f64)
        };
        let deviations: Vec<f64> = twice.iter().zip(&pairs).map(deviation).collect();
        let signs: Vec<bool> = deviations.iter().map(|&deviation| deviation < 0.0).collect();
        let table = GroupedTable {
            trials,
            weights: vec![1.0 / pairs.len() as f64; pairs.len()],
            fair: pairs.iter().map(|&pair| self.order_variance(pair)).collect(),
            decks: decks.iter().map(|(_, deck)| of_summary(deck)).collect(),
            deviations,
            // Pairs with a common group are correlated by a half.
            shared: 0.5,
        };
        let mut turned = false;
        let effect = table.effect(
            [effect_kind::RMS_ORDER_DEVIATION, effect_kind::LARGEST_ORDER_DEVIATION],
            |cell| {
                let (a, b) = pairs[cell];
                turned = signs[cell];
                let (first, second) = if turned { (b, a) } else { (a, b) };
                Place::cards(&self.groups.items(first))
                    .and([Word::Text(" before ")])
                    .and(Place::cards(&self.groups.items(second)))
            },
        );
        let peak = effect.peak.clone().map(|peak| if turned { peak.turned() } else { peak });
        Effect { peak, ..effect }
    }

    /// By how many places the cards of each group lie too far back on average.
    fn shift_effect(&self, trials: u64, twice_forward: &[i128], decks: &Summaries) -> Effect {
        let groups = self.groups.groups();
        let shift = |(group, twice): (usize, &f64)| 0.0 - twice / 2.0 / self.size(group);
        let of_deck = |deck: &[u32]| {
            let mut forward = vec![0.0; groups];
            for (deviation, (a, b)) in of_summary(deck).into_iter().zip(self.pairs()) {
                let twice = deviation * self.size(a) * self.size(b);
                forward[a] += twice;
                forward[b] -= twice;
            }
            forward.iter().enumerate().map(shift).collect::<Vec<f64>>()
        };
        let mean: Vec<f64> = twice_forward.iter().map(|&t| t as f64 / trials as f64).collect();
        let table = GroupedTable {
            trials,
            weights: (0..groups).map(|a| self.size(a) / self.groups.total() as f64).collect(),
            deviations: mean.iter().enumerate().map(shift).collect(),
            fair: (0..groups).map(|group| self.shift_variance(group)).collect(),
            decks: decks.iter().map(|(_, deck)| of_deck(deck)).collect(),
            shared: 0.0,
        };
        let place = |group| Place::cards(&self.groups.items(group));
        table.effect([effect_kind::RMS_PLACE_SHIFT, effect_kind::LARGEST_PLACE_SHIFT], place)
    }
}

/// The share of the pairs of each two groups in order, relative to a half, less 1.
fn of_summary(words: &[u32]) -> Vec<f64> {
    let half = f64::from(1 << (UNIT - 1));
    words.iter().map(|&word| f64::from(word) / half - 1.0).collect()
}

impl Statistic for PairOrderGroups {
    fn cells(&self) -> usize {
        self.groups.groups() * (self.groups.groups() - 1) / 2
    }

    fn count<C: Card>(&self, rows: &[C], _: u64, cells: &mut [u64]) {
        let mut before = self.before();
        for row in rows.chunks_exact(self.groups.total()) {
            self.count_row(row, &mut before, cells);
        }
        self.flush(&mut before, cells);
    }

    fn summary_size(&self) -> SummarySize {
        SummarySize::new(SPREAD_DECKS, Statistic::cells(self))
    }

    /// The share of the pairs of each two groups that are in order.
    fn summarize<C: Card>(&self, row: &[C], words: &mut Vec<u32>) {
        let mut cells = vec![0; Statistic::cells(self)];
        self.count(row, 0, &mut cells);
        let share = |(&count, (a, b)): (&u64, (usize, usize))| {
            let pairs = self.groups.items(a).len() as u128 * self.groups.items(b).len() as u128;
            ((u128::from(count) << UNIT) / pairs) as u32
        };
        words.extend(cells.iter().zip(self.pairs()).map(share));
    }

    fn trials_needed(&self) -> u64 {
        FEWEST_TRIALS
    }

    fn judge(&self, tally: &Tally) -> Vec<Judgement> {
        let (trials, needed) = (tally.trials(), FEWEST_TRIALS);
        let outcomes = if trials < needed {
            [(); 2].map(|()| Outcome::TooFewTrials { trials, needed })
        } else {
            self.judge_counts(trials, tally.cells(), tally.summaries()).map(Outcome::Judged)
        };
        let tests = [PAIR_ORDER.id, FRIEDMAN.id].into_iter().zip(outcomes);
        tests.map(|(test, outcome)| Judgement { test, outcome }).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tables::{PairOrder, testing::assert_inverts_covariance};

    fn evidence(metric: &PairOrderGroups, rows: &[u32]) -> [Evidence; 2] {
        let mut cells = vec![0; Statistic::cells(metric)];
        metric.count(rows, 0, &mut cells);
        let trials = rows.len() / metric.groups.total();
        metric.judge_counts(trials as u64, &cells, &Summaries::default())
    }

    #[test]
    fn over_all_decks_both_forms_invert_the_covariance_of_their_counts() {
        for (cards, groups) in [(4, 2), (5, 2), (5, 3), (5, 4)] {
            let metric = PairOrderGroups::grouped(cards, groups);
            for test in [0, 1] {
                let df = evidence(&metric, &(0..cards as u32).collect::<Vec<_>>())[test].law.df();
                assert_eq!(df, Some([groups * (groups - 1) / 2, groups - 1][test] as u64));
                let statistic = |rows: &[u32]| evidence(&metric, rows)[test].statistic;
                assert_inverts_covariance(cards, df.unwrap(), statistic);
            }
        }
    }

    #[test]
    fn with_groups_of_one_they_are_the_tests_of_single_cards() {
        let (groups, single) =
            (PairOrderGroups::grouped(5, 5), PairOrder::new(Shape::whole(5)).unwrap());
        let rows = [[0_u32, 1, 2, 3, 4].repeat(70), [3, 1, 4, 0, 2].repeat(60)].concat();
        let (mut cells, mut wanted) = (vec![0; 10], vec![0; 10]);
        groups.count(&rows, 0, &mut cells);
        single.count(&rows, 0, &mut wanted);
        assert_eq!(cells, wanted);
        let tally = Tally::of_counts(130, cells);
        let judgements = [Statistic::judge(&groups, &tally), Statistic::judge(&single, &tally)];
        for test in [0, 1] {
            let [groups, single] = judgements.each_ref().map(|of| of[test].evidence().unwrap());
            assert!((groups.statistic / single.statistic - 1.0).abs() < 1e-12);
            assert!((groups.p_value.ln() / single.p_value.ln() - 1.0).abs() < 1e-9);
            assert!((groups.effect.value / single.effect.value - 1.0).abs() < 1e-9);
            let scale = |evidence: &Evidence| evidence.sensitivity.unwrap().scale;
            assert!((scale(groups) / scale(single) - 1.0).abs() < 1e-12);
        }
    }

    #[test]
    fn counts_are_those_of_the_definition_however_often_they_are_flushed() {
        let metric = PairOrderGroups::new(Shape::whole(1_002)).unwrap();
        // 7 has the order 1008 modulo 1009, so its multiples come in a mixed order.
        let row: Vec<u32> = (1..1_009).map(|i| i * 7 % 1_009 - 1).filter(|&c| c < 1_002).collect();
        let mut cells = vec![0; Statistic::cells(&metric)];
        let mut before = Before { room: 100, ..metric.before() };
        metric.count_row(&row, &mut before, &mut cells);
        metric.flush(&mut before, &mut cells);
        let mut wanted = vec![0; cells.len()];
        for (first, c) in row.iter().enumerate() {
            for d in &row[first + 1..] {
                let pair = [c, d].map(|&card| metric.groups.group_of(card as usize));
                let cell = metric.pairs().iter().position(|&(a, b)| [a, b] == pair);
                cell.into_iter().for_each(|cell| wanted[cell] += 1);
            }
        }
        assert_eq!(cells, wanted);
    }
}
