//! Adjacency: how often card b follows card a.
#![doc = include_str!("adjacency.md")]

use super::paired_cards;
use crate::{
    Card, Decks, Evidence, Judgement, Shape, Tally,
    costs::Cost,
    effect_kind, few_trials,
    judgement::Deviates,
    metric::{About, Metric, NotApplicable, TestEntry, prose},
    number::FEWEST_TRIALS,
    place::Place,
    size::rms::SPREAD_DECKS,
    summaries::SummarySize,
    table::{self, Below, Deviations, QuadraticForm, Slots, Table},
};
use shuffle_deck::{Column, LANES, on_every_set};
use std::f64::consts::LN_2;
use std::iter::repeat_n;

pub(crate) const ADJACENCY: TestEntry = TestEntry {
    title: prose! { "how often each card follows each other card, chi-square of all pairs of neighbors" },
    sees: prose! { "cards that stay together or keep apart: cuts, packets, riffles, too few swaps" },
    blind_to: prose! { "where cards are in the deck, and patterns of three or more cards" },
    cost: Cost::of(9.0, 1.0),
    ..TestEntry::new("adjacency", About::Orders)
};

/// Rows and columns of a table of small counts, in which a pair of neighbors is a number of 12 bits.
const SIDE: usize = 64;

on_every_set! {
    /// Each card of 64 decks with the card that follows it, `64 * before + card`, between dummies.
    fn followed(cards: &[Column], dummy: u8, pairs: &mut [[u16; LANES]]) {
        let mut before = [dummy; LANES];
        for (place, pairs) in pairs.iter_mut().enumerate() {
            let card = if place < cards.len() { cards[place] } else { [dummy; LANES] };
            for lane in 0..LANES {
                pairs[lane] = u16::from(before[lane]) * SIDE as u16 + u16::from(card[lane]);
            }
            before = card;
        }
    }
}

/// Counts neighbors: cell `a * (n + 1) + b` holds how often card b followed card a; card n is the dummy.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Adjacency {
    cards: usize,
}

impl Adjacency {
    pub(crate) fn new(shape: Shape) -> Result<Self, NotApplicable> {
        Ok(Self { cards: paired_cards(shape)? })
    }

    /// Adds small counts to the cells, and makes them 0.
    fn add_up(&self, counts: &mut [u16; SIDE * SIDE], cells: &mut [u64]) {
        let width = self.cards + 1;
        for (cells, counts) in cells.chunks_exact_mut(width).zip(counts.chunks_exact(SIDE)) {
            cells.iter_mut().zip(counts).for_each(|(cell, &count)| *cell += u64::from(count));
        }
        counts.fill(0);
    }

    /// The cells of all pairs of different cards, the dummy included.
    fn pairs(&self) -> Vec<(usize, usize)> {
        let m = self.cards + 1;
        (0..m).flat_map(|a| (0..m).filter(move |&b| b != a).map(move |b| (a, b))).collect()
    }

    fn form(&self, trials: u64, counts: &[u64]) -> QuadraticForm {
        let m = self.cards + 1;
        let (n, total) = (self.cards as i128, i128::from(trials));
        let of = |(a, b): (usize, usize)| i128::from(counts[a * m + b]);
        let pairs = self.pairs().into_iter();
        let sum: i128 = pairs.map(|(a, b)| of((a, b)) * (n * of((a, b)) + of((b, a)))).sum();
        let statistic = n * sum - ((n + 1) * total).pow(2);
        let statistic = statistic as f64 / ((n + 1) as f64 * trials as f64);
        let df = (self.cards * self.cards - self.cards - 1) as u64;
        QuadraticForm { statistic, df, ln_lattice_volume: self.ln_lattice_volume(trials as f64) }
    }

    /// The volume of a cell of the counts.
    ///
    /// Whole matrices with a zero diagonal whose rows and columns sum to 0 are the flows on the bipartite
    /// graph of the pairs, so their lattice has the squared volume of its number of spanning trees (Kirchhoff),
    /// `(m-1) (m-2)^(m-1) m^(m-2)`. Sums of cycles reach all of them, but for n = 3 only every second.
    fn ln_lattice_volume(&self, total: f64) -> f64 {
        let n = self.cards as f64;
        let m = n + 1.0;
        let ln_trees = n.ln() + n * (n - 1.0).ln() + (m - 2.0) * m.ln();
        let every_second = if self.cards == 3 { LN_2 } else { 0.0 };
        let (symmetric, antisymmetric) = (m * (m - 3.0) / 2.0, n * (n - 1.0) / 2.0);
        let ln_scale = symmetric * (n / total).ln()
            + antisymmetric * (n * (n - 1.0) / ((n + 1.0) * total)).ln();
        0.5 * (ln_trees + ln_scale) + every_second
    }

    /// One pair that deviates by d, the others making up for it evenly, has the noncentrality
    /// `(d/n)^2 / Var(X_ab) = d^2 / (n-1)` per trial.
    fn evidence(&self, tally: &Tally) -> Evidence {
        let (n, pairs) = (self.cards, self.pairs());
        let others = |card| (0..=n).map(move |next| f64::from(u8::from(next != card))).collect();
        let slots = Slots::sized((0..=n).map(others));
        let table = Table {
            form: self.form(tally.trials(), tally.cells()),
            deviations: Deviations::of_slots(tally, &slots, |deck| self.followers(deck)),
            effects: [effect_kind::RMS_PAIR_DEVIATION, effect_kind::LARGEST_PAIR_DEVIATION],
            below: Below::AtLeastMinusOne,
            sensitivity: ((n as f64 - 1.0).sqrt(), Deviates::CELL),
        };
        table.evidence(|index, _| match pairs[index] {
            (dummy, card) if dummy == n => Place::from("card ").card(card).text(" first"),
            (card, dummy) if dummy == n => Place::from("card ").card(card).text(" last"),
            (before, after) => Place::from("card ").card(after).text(" after card ").card(before),
        })
    }

    /// The card that follows each card of a deck, and the dummy.
    fn followers(&self, deck: &[u32]) -> Vec<u32> {
        let dummy = self.cards as u32;
        let mut followers = vec![dummy; self.cards + 1];
        let before = [dummy].into_iter().chain(deck.iter().copied());
        for (before, &card) in before.zip(deck) {
            followers[before as usize] = card;
        }
        followers
    }
}

impl Metric for Adjacency {
    fn cells(&self) -> usize {
        (self.cards + 1).pow(2)
    }

    fn count<C: Card>(&self, rows: &[C], _: u64, cells: &mut [u64]) {
        let (dummy, width) = (self.cards, self.cards + 1);
        for row in rows.chunks_exact(self.cards) {
            let mut before = dummy * width;
            for card in row {
                let card = card.index();
                cells[before + card] += 1;
                before = card * width;
            }
            cells[before + dummy] += 1;
        }
    }

    fn count_columns(&self, decks: &Decks<'_>, cells: &mut [u64]) -> bool {
        let Some(columns) = decks.columns().filter(|_| self.cards < SIDE) else { return false };
        let (set, dummy) = (decks.instruction_set(), self.cards as u8); // below 64
        if let Some(followers) = decks.followers() {
            let cards = self.cards + 1;
            decks.counting().add_each(followers, repeat_n(cards, cards), cells);
            return true;
        }
        // If finding followers takes as long as counting pairs, pairs are counted one by one.
        let mut pairs = vec![[0; LANES]; self.cards + 1];
        let mut counts = Box::new([0; SIDE * SIDE]);
        let mut room = u16::MAX;
        for group in columns.groups() {
            if usize::from(room) < LANES {
                self.add_up(&mut counts, cells);
                room = u16::MAX;
            }
            followed(set, group.columns, dummy, &mut pairs);
            for lanes in &pairs {
                for &pair in &lanes[..group.lanes] {
                    counts[usize::from(pair) % (SIDE * SIDE)] += 1;
                }
            }
            room -= group.lanes as u16;
        }
        self.add_up(&mut counts, cells);
        true
    }

    fn summary_size(&self) -> SummarySize {
        SummarySize::new(SPREAD_DECKS, self.cards)
    }

    fn trials_needed(&self) -> u64 {
        FEWEST_TRIALS
    }

    fn shows_few(&self) -> bool {
        true
    }

    fn judge(&self, tally: &Tally) -> Vec<Judgement> {
        let trials = [tally.trials(), FEWEST_TRIALS];
        table::judge([ADJACENCY.id], trials, || [self.evidence(tally)])
    }

    fn by_replicates(&self, tests: &[&str], tally: &Tally) -> Vec<(&'static str, Evidence)> {
        let of = (Shape::whole(self.cards), tally.trials());
        let statistic = |cells: &[u64]| [self.form(tally.trials(), cells).statistic];
        let whole = || [self.evidence(tally)];
        few_trials::by_replicates(self, of, tests, [ADJACENCY.id], whole, statistic)
    }
}
