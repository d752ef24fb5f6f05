//! Sequential testing: look at the data as often as you like, stop as early as they allow.
#![doc = include_str!("sequential.md")]

use crate::{
    Card, Shape,
    distribution::log_sum::log_mean_exp,
    effect_kind,
    judgement::{Effect, Evidence, Judgement, Law, Outcome},
    metric::{About, TestEntry, prose},
    rank,
    scans::bets::Bets,
};
use std::{
    f64::consts::{LN_2, LN_10},
    iter::repeat_n,
};

/// The test `sequential`.
pub const SEQUENTIAL: TestEntry = TestEntry {
    title: prose! { "e-process over orders, Lehmer digits, pairs, subsets of four and lags, checked every 64 decks" },
    sees: prose! { "gross bias within a few decks, any bias of the Lehmer digits in time, what `pairs`, `subsets` and `lags` see" },
    blind_to: prose! { "dependence between decks beyond lag 16, and between digits where orders are too many to count" },
    ..TestEntry::new("sequential", About::Orders)
};

/// The weights over which the bet is spread.
pub(crate) const WEIGHTS: [f64; 5] = [1.0, 10.0, 30.0, 100.0, 1000.0];

/// No goal is so large a logarithm of E: a budget of e^-10000 has no number.
const MORE_THAN_ANY_GOAL: f64 = 1e4;

/// The process is inspected after every this many decks.
pub const LOOK: u64 = 64;

/// Up to this many orders get a table of their own.
const MOST_ORDERS: u64 = 5040;

/// The bet on independent tables, of any sizes, each of which gets one count per deck.
#[derive(Clone, Debug)]
pub(crate) struct EProcess {
    sizes: Vec<usize>,
    starts: Vec<usize>,
    counts: Vec<u32>,
    decks: u64,
    log_e: [f64; WEIGHTS.len()],
    /// The factors of E since then.
    factors: [f64; WEIGHTS.len()],
}

impl EProcess {
    /// Before any deck: E = 1. Tables of one cell say nothing and are allowed.
    pub(crate) fn new(sizes: &[usize]) -> Self {
        assert!(sizes.iter().all(|&size| size > 0), "a table has cells");
        let mut start = 0;
        let starts = sizes
            .iter()
            .map(|&size| {
                start += size;
                start - size
            })
            .collect();
        let counts = vec![0; start];
        let (log_e, factors) = ([0.0; WEIGHTS.len()], [1.0; WEIGHTS.len()]);
        Self { sizes: sizes.to_vec(), starts, counts, decks: 0, log_e, factors }
    }

    /// Counts a deck, which falls into one cell of each table.
    ///
    /// Each bet grows by `(a + c) m / (a m + N)` for every table of m cells, c of whose N decks fell into the
    /// same cell before.
    #[inline]
    pub(crate) fn observe(&mut self, cells: impl Iterator<Item = usize>) {
        // Factors are multiplied up and their logarithm taken now and then: a factor is below the size
        // of its table, at most 2^13, and above 2^-53 for all N that u32 can count.
        const LOOK_EVERY: usize = 16;
        let decks = self.decks as f64;
        for (table, cell) in cells.enumerate() {
            let mean = decks / self.sizes[table] as f64;
            let count = &mut self.counts[self.starts[table] + cell];
            let before = f64::from(*count);
            for (factor, weight) in self.factors.iter_mut().zip(WEIGHTS) {
                *factor *= (weight + before) / (weight + mean);
            }
            *count += 1;
            if table % LOOK_EVERY == LOOK_EVERY - 1 {
                self.cash();
            }
        }
        self.cash();
        self.decks += 1;
    }

    fn cash(&mut self) {
        if self.factors.iter().any(|factor| !(1e-30..1e30).contains(factor)) {
            self.log_e = self.logarithms();
            self.factors = [1.0; WEIGHTS.len()];
        }
    }

    /// The logarithms of E by each weight.
    fn logarithms(&self) -> [f64; WEIGHTS.len()] {
        std::array::from_fn(|weight| self.log_e[weight] + self.factors[weight].ln())
    }

    /// The logarithm of E: the mean over all weights.
    pub(crate) fn log_e(&self) -> f64 {
        log_mean_exp(&self.logarithms())
    }
}

/// The logarithm of E of the tables of orders, if there are any, and of digits.
fn log_e_of_tables(orders: Option<&EProcess>, digits: &EProcess) -> f64 {
    match orders {
        Some(orders) => log_mean_exp(&[orders.log_e(), digits.log_e()]),
        None => digits.log_e(),
    }
}

/// The sequential test of a shuffle.
#[derive(Clone, Debug)]
pub struct Sequential {
    shape: Shape,
    orders: Option<EProcess>,
    digits: EProcess,
    /// Bets on what scans look at.
    bets: Option<Bets>,
    so_far: Ended,
}

/// The outcome of a bet: together with the shape of the decks, all that its judgement depends on.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Ended {
    /// The number of decks.
    pub decks: u64,
    /// The logarithm of the largest E at any look.
    pub largest: f64,
    /// The number of decks after which E reached the goal, if it did.
    pub decided: Option<u64>,
}

impl Sequential {
    /// A bet that ended, to be judged; it takes no more decks.
    #[must_use]
    pub fn of_ended(shape: Shape, ended: Ended) -> Self {
        Self { so_far: ended, ..Self::new(shape) }
    }

    /// The outcome.
    pub fn ended(&self) -> Ended {
        self.so_far
    }

    /// For decks of this shape.
    #[must_use]
    pub fn new(shape: Shape) -> Self {
        let orders = rank::orders(shape).filter(|&orders| orders <= MOST_ORDERS);
        let digits: Vec<usize> = (0..shape.dealt()).map(|place| shape.cards() - place).collect();
        Self {
            shape,
            orders: orders.map(|orders| EProcess::new(&[orders as usize])),
            digits: EProcess::new(&digits),
            bets: Bets::new(shape),
            so_far: Ended::default(),
        }
    }

    /// Counts decks in the order of their trials, and looks after every [`LOOK`] of them, and at the end of
    /// `rows` if `last` says that no more will come. Stops after the look at which E reaches `exp(ln_goal)`.
    ///
    /// Returns true if it stopped.
    pub fn observe<C: Card>(&mut self, rows: &[C], last: bool, ln_goal: f64) -> bool {
        for row in rows.chunks_exact(self.shape.dealt()) {
            self.digits.observe((0..row.len()).map(|place| rank::digit(row, place)));
            if let Some(orders) = &mut self.orders {
                orders.observe(std::iter::once(rank::rank(row, self.shape.cards()) as usize));
            }
            if let Some(bets) = &mut self.bets {
                bets.observe(row);
            }
            self.so_far.decks += 1;
            if self.so_far.decks.is_multiple_of(LOOK) && self.reaches(ln_goal) {
                return true;
            }
        }
        last && self.reaches(ln_goal)
    }

    fn reaches(&mut self, ln_goal: f64) -> bool {
        self.so_far.largest = self.so_far.largest.max(self.log_e());
        if self.so_far.decided.is_none() && self.so_far.largest >= ln_goal {
            self.so_far.decided = Some(self.so_far.decks);
        }
        self.so_far.largest >= ln_goal
    }

    /// The logarithm of E now.
    pub(crate) fn log_e(&self) -> f64 {
        let of_tables = log_e_of_tables(self.orders.as_ref(), &self.digits);
        match &self.bets {
            Some(bets) => log_mean_exp(&[of_tables, bets.ln_e()]),
            None => of_tables,
        }
    }

    /// The number of decks seen.
    pub fn decks(&self) -> u64 {
        self.so_far.decks
    }

    /// The logarithm of E after as many decks that are all the same, as far as it comes from tables, or a large one that it
    /// then exceeds.
    fn of_one_deck(&self) -> f64 {
        let mut digits = EProcess::new(&self.digits.sizes);
        let mut orders = self.orders.as_ref().map(|orders| EProcess::new(&orders.sizes));
        let mut log_e = 0.0;
        for _ in 0..self.so_far.decks {
            digits.observe(repeat_n(0, self.shape.dealt()));
            if let Some(orders) = &mut orders {
                orders.observe(repeat_n(0, 1));
            }
            log_e = log_e_of_tables(orders.as_ref(), &digits);
            if log_e > MORE_THAN_ANY_GOAL {
                break;
            }
        }
        // The other half of the stake may be lost.
        if self.bets.is_some() { log_e - LN_2 } else { log_e }
    }

    /// The judgement of [`SEQUENTIAL`], which always has its [evidence](Self::evidence).
    pub fn judgement(&self) -> Judgement {
        Judgement { test: SEQUENTIAL.id, outcome: Outcome::Judged(self.evidence()) }
    }

    /// The decimal logarithm of the largest E at any look, and its p-value 1/E.
    pub fn evidence(&self) -> Evidence {
        let effect = match self.so_far.decided {
            Some(decks) => Effect::new(effect_kind::DECKS_UNTIL_DECIDED, decks as f64),
            None => Effect::new(effect_kind::LOG10_EVIDENCE, self.so_far.largest / LN_10),
        };
        let furthest = self.of_one_deck() / LN_10;
        Evidence::new(self.so_far.largest / LN_10, Law::EProcess, furthest, effect)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use statrs::function::gamma::ln_gamma;

    fn after(counts: &[usize]) -> EProcess {
        let mut process = EProcess::new(&[counts.len()]);
        for (cell, &count) in counts.iter().enumerate() {
            (0..count).for_each(|_| process.observe(std::iter::once(cell)));
        }
        process
    }

    fn formula(counts: &[usize], weight: f64) -> f64 {
        let (m, n) = (counts.len() as f64, counts.iter().sum::<usize>() as f64);
        let cells: f64 =
            counts.iter().map(|&count| ln_gamma(weight + count as f64) - ln_gamma(weight)).sum();
        ln_gamma(m * weight) - ln_gamma(m * weight + n) + cells + n * m.ln()
    }

    #[test]
    fn the_worked_examples_come_out() {
        assert!((after(&[7, 3]).logarithms()[0] + 0.253_915_209_98).abs() < 1e-10);
        let counts = [160, 200, 200, 200, 160, 160];
        assert!((after(&counts).logarithms()[0] + 6.804_196_334_53).abs() < 1e-9);
        assert!((formula(&counts, 50.0) - 1.412_638_929_12).abs() < 1e-9);
    }

    #[test]
    fn the_product_of_factors_is_the_formula() {
        for counts in [&[3, 0, 5, 1][..], &[100, 90, 110], &[0, 0, 40]] {
            let process = after(counts);
            for (index, weight) in WEIGHTS.into_iter().enumerate() {
                assert!((process.logarithms()[index] - formula(counts, weight)).abs() < 1e-9);
            }
        }
    }

    #[test]
    fn the_mean_of_e_over_all_sequences_is_one() {
        // Five decks of three cells: 243 sequences, each with probability 1/243 under the hypothesis.
        let mut mean = 0.0;
        for sequence in 0..243_usize {
            let mut process = EProcess::new(&[3]);
            for place in 0..5 {
                process.observe(std::iter::once(sequence / 3_usize.pow(place) % 3));
            }
            mean += process.log_e().exp() / 243.0;
        }
        assert!((mean - 1.0).abs() < 1e-12, "{mean}");
    }

    #[test]
    fn the_largest_e_is_that_of_one_deck_over_and_over() {
        let shape = Shape::whole(4);
        for decks in [1, 2, 64, 100, 130] {
            let mut sequential = Sequential::new(shape);
            sequential.observe(&[0_u8, 1, 2, 3].repeat(decks), true, f64::INFINITY);
            let evidence = sequential.evidence();
            assert!(evidence.least_p.ln() <= evidence.p_value.ln(), "{decks}");
            let mut other = Sequential::new(shape);
            let rows: Vec<u8> = [[0, 1, 2, 3], [3, 1, 0, 2]].concat().repeat(decks);
            other.observe(&rows[..4 * decks], true, f64::INFINITY);
            assert!(decks < 64 || other.evidence().least_p.ln() < -0.1 * decks as f64);
        }
    }

    #[test]
    fn decks_until_decided_are_said_of_what_was_decided_only() {
        let rows = [0_u8, 1, 2, 3].repeat(100);
        let effect = |ln_goal| {
            let mut sequential = Sequential::new(Shape::whole(4));
            sequential.observe(&rows, true, ln_goal);
            sequential.evidence().effect
        };
        assert_eq!(
            (effect(10.0).kind, effect(10.0).value),
            (effect_kind::DECKS_UNTIL_DECIDED, 64.0)
        );
        let open = effect(1e3);
        assert!(
            open.kind == effect_kind::LOG10_EVIDENCE && open.value > 10.0 && open.value < 500.0
        );
    }

    #[test]
    fn a_bet_that_ended_is_judged_as_before() {
        for ln_goal in [10.0, 1e3] {
            let shape = Shape::whole(4);
            let mut bet = Sequential::new(shape);
            bet.observe(&[0_u8, 1, 2, 3].repeat(100), true, ln_goal);
            let again = Sequential::of_ended(shape, bet.ended());
            assert_eq!((again.evidence(), again.decks()), (bet.evidence(), bet.decks()));
        }
    }

    #[test]
    fn independent_tables_multiply() {
        let mut both = EProcess::new(&[2, 3]);
        let (mut first, mut second) = (EProcess::new(&[2]), EProcess::new(&[3]));
        for deck in 0..50 {
            let (a, b) = (usize::from(deck % 7 == 0), deck % 3);
            both.observe([a, b].into_iter());
            first.observe(std::iter::once(a));
            second.observe(std::iter::once(b));
        }
        for weight in 0..WEIGHTS.len() {
            let sum = first.logarithms()[weight] + second.logarithms()[weight];
            assert!((both.logarithms()[weight] - sum).abs() < 1e-12);
        }
    }
}
