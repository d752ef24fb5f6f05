//! Symbols by place in draws with replacement.
#![doc = include_str!("symbols.md")]
#![doc = include_str!("missing-symbols.md")]

use super::{
    REPLACEMENT, of_all, summary_size, symbol_numbers::occupied, trials_for, with_even_counts,
};
use crate::{
    Card, Judgement, Shape, Tally,
    costs::Cost,
    effect_kind, few_trials,
    grouping::Grouping,
    judgement::{Effect, Evidence, Outcome},
    largest,
    metric::{About, Exhibit, Metric, MetricEntry, NotApplicable, TestEntry},
    place::Place,
    position::PositionMatrix,
    summaries::SummarySize,
    sums,
    table::{self, Below, Deviations, Slots, Table},
};
use std::iter::repeat_n;

pub(crate) const SYMBOLS: TestEntry = TestEntry {
    title: "how often each symbol comes at each place, chi-square of the whole table",
    sees: "digits that come too often or too seldom, anywhere or at one place",
    blind_to: "places and draws that depend on each other",
    has_plain_effect: true,
    cost: Cost::of(2.0, 0.0),
    ..TestEntry::new("symbols", About::Orders)
};

pub(crate) const LARGEST_SYMBOL: TestEntry = TestEntry {
    title: "the symbol and place whose count is farthest from what it should be, by its exact tail",
    sees: "one digit that comes far too often or never at one place",
    blind_to: "small deviations of many digits, which `symbols` adds up",
    explains: true,
    has_plain_effect: true,
    ..TestEntry::new("largest-symbol", About::Orders)
};

pub(crate) const MISSING_SYMBOLS: TestEntry = TestEntry {
    title: "how many symbols never came at some place, by the exact law of empty boxes",
    sees: "symbols that a place cannot show, within few draws: the digits 8 and 9 that were missing in Arizona in 2013",
    blind_to: "symbols that come, however seldom",
    explains: true,
    ..TestEntry::new("missing-symbols", About::Orders)
};

pub(crate) const ENTRY: MetricEntry = MetricEntry {
    draws: REPLACEMENT,
    ..MetricEntry::new(&[SYMBOLS, LARGEST_SYMBOL, MISSING_SYMBOLS], |shape| {
        Ok(Box::new(Symbols::new(shape)?))
    })
};

const MOST_CELLS: usize = 1 << 20;

/// Tables with up to so many rows and columns are drawn.
const MOST_DRAWN: usize = 416;

/// The law of empty boxes is worked out for so many boxes.
const MOST_BOXES: usize = 10_000;

/// Counts symbols by place: symbol s at place p is cell `p n + s`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Symbols {
    shape: Shape,
}

impl Symbols {
    pub(crate) fn new(shape: Shape) -> Result<Self, NotApplicable> {
        if shape.cards().saturating_mul(shape.dealt()) > MOST_CELLS {
            return Err(NotApplicable(format!("up to {MOST_CELLS} symbols at places are counted")));
        }
        Ok(Self { shape })
    }

    fn evidence(&self, tally: &Tally) -> Evidence {
        let (n, trials, counts) = (self.shape.cards(), tally.trials(), tally.cells());
        let places = Slots::even(repeat_n(n, self.shape.dealt()));
        let table = Table {
            form: places.pearson(trials, counts),
            deviations: Deviations::of_slots(tally, &places, <[u32]>::to_vec),
            effects: [effect_kind::RMS_DRAW_DEVIATION, effect_kind::DRAW_DEVIATION],
            below: Below::AtLeastMinusOne,
            sensitivity: places.sensitivity(),
        };
        of_all("symbols", table.evidence(|cell, _| self.place(cell)))
    }

    fn largest(&self, tally: &Tally) -> Evidence {
        let chance = 1.0 / self.shape.cards() as f64;
        let cells = largest::cells(tally.cells(), tally.trials(), chance);
        largest::evidence(&cells, "draws", |cell| self.place(cell))
    }

    fn place(&self, cell: usize) -> Place {
        let n = self.shape.cards();
        let symbol = Place::from("symbol ").card(cell % n);
        match self.shape.dealt() {
            1 => symbol,
            _ => symbol.text(" at place ").position(cell / n),
        }
    }

    fn judge_missing(&self, tally: &Tally) -> Outcome {
        let (n, k, trials) = (self.shape.cards(), self.shape.dealt(), tally.trials());
        if n.max(k) > MOST_BOXES || n * k > MOST_BOXES {
            let why = format!("the law of empty boxes is worked out for up to {MOST_BOXES}");
            return Outcome::not_applicable(why);
        }
        if trials == 0 {
            return Outcome::too_few(trials, 1);
        }
        let missing: Vec<usize> = (0..n * k).filter(|&cell| tally.cells()[cell] == 0).collect();
        let mut empty = vec![0.0; n + 1];
        empty.iter_mut().rev().zip(occupied(n, trials)).for_each(|(p, of_hit)| *p = of_hit);
        let law = sums::convolved(&empty, k as u64);
        let mean: f64 = law.iter().enumerate().map(|(value, p)| value as f64 * p).sum();
        let second: f64 = law.iter().enumerate().map(|(v, p)| (v as f64).powi(2) * p).sum();
        let deviation = (second - mean * mean).max(1e-300).sqrt();
        // Far out the law underflows; no more can be missing than all but one of each place.
        let floor = |ln: f64| ln.max(f64::MIN_POSITIVE.ln());
        let [upper, lower] = match law.get(missing.len()) {
            Some(_) => sums::tails_of(&law, missing.len()).map(floor),
            None => [f64::MIN_POSITIVE.ln(), 0.0],
        };
        let place = missing.first().map(|&first| self.place(first));
        let deviations = ((missing.len() as f64 - mean) / deviation, 0.5 / deviation);
        let ln_least = (n as f64).ln() * k as f64 - (trials as f64 * k as f64) * (n as f64).ln();
        let effect =
            Effect { place, ..Effect::new(effect_kind::MISSING_SYMBOLS, missing.len() as f64) };
        Outcome::Judged(Evidence::of_sum(deviations, [upper, lower], ln_least, effect))
    }
}

impl Metric for Symbols {
    fn cell_count(&self) -> usize {
        self.shape.cards() * self.shape.dealt()
    }

    fn count<C: Card>(&self, rows: &[C], _: u64, cells: &mut [u64]) {
        let n = self.shape.cards();
        for row in rows.chunks_exact(self.shape.width()) {
            for (place, symbol) in row[..self.shape.dealt()].iter().enumerate() {
                cells[place * n + symbol.index()] += 1;
            }
        }
    }

    fn kept_summaries(&self) -> SummarySize {
        summary_size(self.shape)
    }

    fn summarize_row<C: Card>(&self, row: &[C], words: &mut Vec<u32>) {
        words.extend(row[..self.shape.dealt()].iter().map(|symbol| symbol.index() as u32));
    }

    fn trials_needed(&self) -> u64 {
        1
    }

    fn judge(&self, tally: &Tally) -> Vec<Judgement> {
        let trials = [tally.trials(), trials_for(1.0 / self.shape.cards() as f64)];
        let sizes = [self.shape.dealt(), self.shape.cards()];
        let is_few = trials[0] > 1 && trials[0] < trials[1];
        let few = |_| few_trials::exact_tails(trials[0], tally.cells(), sizes);
        let few = is_few.then(|| table::judge_few(self.evidence(tally), few)).flatten();
        let with_counts = |evidence| match self.shape.dealt() {
            1 => with_even_counts(evidence, tally.cells()),
            _ => evidence,
        };
        let whole = match few {
            Some(few) => Judgement { test: SYMBOLS.id, outcome: with_counts(few).into() },
            None => table::judge_one(SYMBOLS.id, trials, || with_counts(self.evidence(tally))),
        };
        let outcome = self.judge_missing(tally);
        vec![
            whole,
            table::judge_one(LARGEST_SYMBOL.id, [tally.trials(), 1], || self.largest(tally)),
            Judgement { test: MISSING_SYMBOLS.id, outcome },
        ]
    }

    fn exhibit(&self, tally: &Tally) -> Option<Exhibit> {
        let (n, k) = (self.shape.cards(), self.shape.dealt());
        (n.max(k) <= MOST_DRAWN).then(|| {
            Exhibit::Position(PositionMatrix {
                shape: self.shape,
                trials: tally.trials(),
                positions: Grouping::new(k, k),
                cards: Grouping::new(n, n),
                counts: tally.cells().to_vec(),
            })
        })
    }
}
