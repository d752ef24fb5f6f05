//! Spearman's rank correlation between the deck and its start.
#![doc = include_str!("spearman.md")]

use crate::{
    Card, Decks, Judgement, Shape, Tally,
    costs::Cost,
    distribution::Edgeworth,
    effect_kind,
    judgement::{Deviates, Effect, Evidence, Interval, Law, Sensitivity},
    metric::{About, ExactEffect, Metric, MetricEntry, NotApplicable, TestEntry, prose},
    number::{FEWEST_TRIALS, cached, whole_decks_only},
    sums::{OneDeck, SeenSum, SumLaw},
    table::judge,
    wide_sums,
};
use shuffle_deck::{Column, LANES, on_every_set};
use std::sync::Arc;

pub(crate) const SPEARMAN: TestEntry = TestEntry {
    title: prose! { "mean rank correlation between the deck and its start" },
    sees: prose! { "cards that mostly stay in their region: too few swaps, naive shuffles, a fixed top card" },
    blind_to: prose! { "all shuffles that put each card everywhere equally often: random cuts; a constant parity" },
    exact_effect: Some(ExactEffect::RankCorrelation),
    cost: Cost::of(2.0, 0.0),
    ..TestEntry::new("spearman", About::Orders)
};

pub(crate) const ENTRY: MetricEntry =
    MetricEntry::new(&[SPEARMAN], |shape| Ok(Box::new(Spearman::new(shape)?)));

/// The most cards for which a deck's numbers fit 64 bits.
pub(crate) const LARGEST: usize = 1 << 21;

/// Limbs of 32 bits for v, and for its square.
const LIMBS: [usize; 2] = [2, 4];

/// Adds up v and its square over the decks, in limbs of 32 bits, since one deck of a million cards
/// has a v of 58 bits.
///
/// Null hypothesis: the decks are uniform. For whole decks of up to [`LARGEST`] cards.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spearman {
    cards: usize,
}

impl Spearman {
    pub(crate) fn new(shape: Shape) -> Result<Self, NotApplicable> {
        whole_decks_only(shape)?;
        if shape.cards() > LARGEST {
            return Err(NotApplicable(format!("its sums are kept for up to {LARGEST} cards")));
        }
        Ok(Self { cards: shape.cards() })
    }

    /// The mean rank correlation of a tally: 0 is well mixed, 1 untouched, -1 reversed.
    pub(crate) fn correlation(&self, tally: &Tally) -> f64 {
        assert!(tally.trials() > 0, "a mean needs decks");
        let n = self.cards as i128;
        let twelve_means = n * (n * n - 1) * i128::from(tally.trials());
        let twelve_sums = 12 * wide_sums::whole(&tally.cells()[..LIMBS[0]]);
        (twelve_means - twelve_sums) as f64 / twelve_means as f64
    }

    /// The standard error that the correlation has under uniformity.
    fn standard_error(&self, trials: u64) -> f64 {
        ((self.cards as f64 - 1.0) * trials as f64).sqrt().recip()
    }

    /// The standard error as the decks show it.
    fn seen_error(&self, tally: &Tally) -> f64 {
        let (n, trials) = (self.cards as f64, tally.trials() as f64);
        let (sums, squares) = tally.cells().split_at(LIMBS[0]);
        let mean = wide_sums::float(sums) / trials;
        let variance = (wide_sums::float(squares) / trials - mean * mean).max(0.0);
        (variance / trials).sqrt() / (n * (n * n - 1.0) / 12.0)
    }

    fn evidence(&self, tally: &Tally) -> Evidence {
        let (value, trials) = (self.correlation(tally), tally.trials());
        let scale = self.standard_error(trials);
        let (n, table) = (self.cards as f64, self.law());
        let of_one = self.of_one(table.as_deref());
        let half_range = n * (n * n - 1.0) / 12.0;
        let variance = (self.seen_error(tally) * half_range).powi(2) * trials as f64;
        let seen = SeenSum {
            law: SumLaw { of_one, decks: trials },
            sum: self.sum(tally),
            variance,
            largest: ((self.cards as i128).pow(3) - self.cards as i128) / 6,
        };
        // A large sum is a small correlation.
        let [high, low] =
            seen.mean_interval().map(|mean| (1.0 - mean / half_range).clamp(-1.0, 1.0));
        let effect =
            Effect::new(effect_kind::RANK_CORRELATION, value).within(Interval::new([low, high]));
        let half_step = 0.5 / (half_range * trials as f64) / scale;
        let evidence = if trials < FEWEST_TRIALS {
            seen.evidence(effect).turned()
        } else {
            Evidence::new(value / scale, Law::Normal { half_step }, scale.recip(), effect)
        };
        let sensitivity =
            Sensitivity { kind: effect_kind::RANK_CORRELATION, scale, trials, of: Deviates::Whole };
        evidence.with_sensitivity(sensitivity)
    }

    fn sum(&self, tally: &Tally) -> i128 {
        wide_sums::whole(&tally.cells()[..LIMBS[0]])
    }

    /// The law of v, where it is tabulated.
    fn law(&self) -> Option<Arc<[f64]>> {
        let is_tabulated = self.cards <= MOST_TABULATED;
        is_tabulated.then(|| cached(SPEARMAN.id, Shape::whole(self.cards), || law(self.cards)))
    }

    fn of_one<'l>(&self, table: Option<&'l [f64]>) -> OneDeck<'l> {
        table.map_or_else(|| OneDeck::Smooth(approximated(self.cards)), OneDeck::Tabulated)
    }
}

/// The most cards for which the law of v is tabulated.
const MOST_TABULATED: usize = 12;

/// `P(v)` of a uniform permutation of n, where `v = 1/2 sum (c - p)^2`, by a recurrence over the sets of cards that fill the
/// first places.
/// n is 1 to 12.
pub(crate) fn law(n: usize) -> Vec<f64> {
    assert!(
        (1..=MOST_TABULATED).contains(&n),
        "the law is tabulated for 1 to {MOST_TABULATED} cards"
    );
    let largest = (n * n * n - n) / 6;
    // The ways to fill the first places with a set of cards, by twice v; both sums of squares have the same parity in the end.
    let mut ways = vec![vec![0.0_f64; 2 * largest + 1]; 1 << n];
    ways[0][0] = 1.0;
    for set in 0..1_usize << n {
        let place = set.count_ones() as usize;
        let of_set = std::mem::take(&mut ways[set]);
        if set + 1 == 1 << n {
            let all: f64 = of_set.iter().sum();
            return of_set.iter().step_by(2).map(|ways| ways / all).collect();
        }
        for card in (0..n).filter(|card| set >> card & 1 == 0) {
            let square = card.abs_diff(place).pow(2);
            let with_card = &mut ways[set | 1 << card];
            for (to, ways) in with_card[square..].iter_mut().zip(&of_set) {
                *to += ways;
            }
        }
    }
    unreachable!("the set of all cards comes last")
}

/// The law of v of more cards, from its cumulants. The odd ones are 0 by symmetry, the fourth is the fourth cumulant
/// of Spearman's rho (Kendall and Gibbons, Rank Correlation Methods, 5.8), the sixth is left out.
fn approximated(n: usize) -> Edgeworth {
    let n = n as f64;
    let mean = n * (n * n - 1.0) / 12.0;
    let variance = mean * mean / (n - 1.0);
    let fourth = 3.0 * (25.0 * n.powi(3) - 38.0 * n * n - 35.0 * n + 72.0)
        / (25.0 * n * (n + 1.0) * (n - 1.0).powi(3));
    let excess = fourth * (n - 1.0).powi(2) - 3.0;
    Edgeworth::of_whole_numbers([mean, variance, 0.0, excess * variance * variance, 0.0, 0.0])
}

/// `sum p^2`, of which `sum c p` leaves v = 1/2 sum (c - p)^2.
fn most(n: u64) -> u64 {
    (n - 1) * n * (2 * n - 1) / 6
}

on_every_set! {
    /// The v of 64 decks of up to 256 cards. Lanes that have no deck get anything.
    fn numbers(columns: &[Column], numbers: &mut [u32; LANES]) {
        // Products of a card and a place that fit 16 bits together.
        let highest = columns.len() - 1;
        let (together, mut place) = (usize::from(u16::MAX) / (highest * highest), 0_u16);
        *numbers = [most(columns.len() as u64) as u32; LANES];
        for columns in columns.chunks(together) {
            let mut products = [0_u16; LANES];
            for column in columns {
                for lane in 0..LANES {
                    let product = u16::from(column[lane]).wrapping_mul(place);
                    products[lane] = products[lane].wrapping_add(product);
                }
                place += 1;
            }
            for lane in 0..LANES {
                numbers[lane] = numbers[lane].wrapping_sub(products[lane].into());
            }
        }
    }

    /// Adds numbers, and the two limbs of their squares.
    fn add_up(numbers: &[u32; LANES], sums: &mut [u64; 3]) {
        let [mut sum, mut low, mut high] = [0; 3];
        for &number in numbers {
            let number = u64::from(number);
            let square = number * number;
            sum += number;
            low += square & u64::from(u32::MAX);
            high += square >> 32;
        }
        *sums = [sums[0] + sum, sums[1] + low, sums[2] + high];
    }
}

impl Metric for Spearman {
    fn cells(&self) -> usize {
        LIMBS.iter().sum()
    }

    fn count<C: Card>(&self, rows: &[C], _: u64, cells: &mut [u64]) {
        let (sums, squares) = cells.split_at_mut(LIMBS[0]);
        let most = most(self.cards as u64);
        for row in rows.chunks_exact(self.cards) {
            let products: u64 = row.iter().zip(0..).map(|(card, p)| card.index() as u64 * p).sum();
            let v = u128::from(most - products);
            wide_sums::add(sums, v);
            wide_sums::add(squares, v * v);
        }
    }

    fn count_columns(&self, decks: &Decks<'_>, cells: &mut [u64]) -> bool {
        let Some(columns) = decks.columns() else { return false };
        let (set, mut sums) = (decks.instruction_set(), [0; 3]);
        for group in columns.groups() {
            let mut v = [0; LANES];
            numbers(set, group.columns, &mut v);
            v[group.lanes..].fill(0);
            add_up(set, &v, &mut sums);
        }
        // With 256 cards v has 22 bits: one limb, and two for its square.
        let (first, squares) = cells.split_at_mut(LIMBS[0]);
        first[0] += sums[0];
        squares[0] += sums[1];
        squares[1] += sums[2];
        true
    }

    fn judge(&self, tally: &Tally) -> Vec<Judgement> {
        judge([SPEARMAN.id], [tally.trials(), 1], || [self.evidence(tally)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Rows,
        testing::{assert_law, orders},
    };
    use itertools::Itertools;

    fn tally(spearman: &Spearman, rows: &[u32]) -> Tally {
        crate::testing::tally(spearman, Shape::whole(spearman.cards), Rows::Wide(rows))
    }

    #[test]
    fn the_law_of_v_is_that_of_all_orders() {
        for n in 1..=7_usize {
            let v = |order: Vec<u32>| {
                let squares = (0..).zip(order).map(|(at, card): (u32, _)| at.abs_diff(card).pow(2));
                squares.sum::<u32>() as usize / 2
            };
            assert_law(orders(n).map(v), &law(n), 1e-15, n);
        }
    }

    #[test]
    fn cumulants_meet_the_largest_table() {
        let table = law(MOST_TABULATED);
        for decks in [1, 4] {
            let exact = SumLaw { of_one: OneDeck::Tabulated(&table), decks };
            let smooth = SumLaw { of_one: OneDeck::Smooth(approximated(MOST_TABULATED)), decks };
            let (mean, deviation) = exact.mean_and_deviation();
            for z in [-2.5, -1.0, 0.5, 2.0] {
                let sum = (mean + z * deviation) as i128;
                let [exact, near] = [exact, smooth].map(|law| law.ln_tails(sum));
                // With one deck a p of 0.02 is 6 % too large, since the law ends so near.
                let error = near[0] - exact[0];
                assert!((-0.01..0.1).contains(&error), "{decks} decks, {z}: {exact:?} {near:?}");
            }
        }
    }

    #[test]
    fn mean_and_variance_are_those_of_all_decks() {
        for n in 2..=7 {
            let spearman = Spearman::new(Shape::whole(n)).unwrap();
            let rows = orders(n).flatten().collect_vec();
            let tally = tally(&spearman, &rows);
            assert_eq!(spearman.correlation(&tally), 0.0);
            let expected = spearman.standard_error(tally.trials());
            assert!((spearman.seen_error(&tally) / expected - 1.0).abs() < 1e-14, "{n}");
        }
    }

    #[test]
    fn order_and_reverse_are_at_the_ends_for_a_million_cards_too() {
        for n in [2, 3, 52, 1_000_000] {
            let spearman = Spearman::new(Shape::whole(n)).unwrap();
            let order = (0..n as u32).collect_vec();
            let reverse = (0..n as u32).rev().collect_vec();
            assert_eq!(spearman.correlation(&tally(&spearman, &order)), 1.0);
            assert_eq!(spearman.correlation(&tally(&spearman, &reverse)), -1.0);
            let both = tally(&spearman, &[order, reverse].concat());
            assert_eq!(spearman.correlation(&both), 0.0);
            assert!((spearman.seen_error(&both) * 2.0_f64.sqrt() - 1.0).abs() < 1e-12);
        }
    }
}
