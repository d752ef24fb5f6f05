//! Symbols by place in draws with replacement.
#![doc = include_str!("symbols.md")]
#![doc = include_str!("missing-symbols.md")]

use super::{
    SYMBOLS_AT_PLACES, of_all, successive, summary_size, trials_for, weighted::PooledSymbols,
    with_even_counts,
};
use crate::{
    Card, Judgement, Shape, Tally,
    costs::Cost,
    effect_kind,
    even_counts::or_even_totals,
    few_trials,
    grouping::Grouping,
    judgement::{Deviates, Effect, Evidence, ExtremeCount, Outcome},
    largest::{self, Cell},
    metric::{About, Exhibit, Metric, MetricEntry, NotApplicable, ONLY_COUNTS, TestEntry, prose},
    number::cached,
    place::Place,
    position::PositionMatrix,
    summaries::SummarySize,
    sums,
    table::{self, Below, Deviations, Slots, Table},
};
use shuffle_deck::{DrawKind, Weights};
use std::{iter::repeat_n, sync::Arc};

pub(crate) const SYMBOLS: TestEntry = TestEntry {
    title: prose! { "how often each symbol comes at each place, chi-square of the whole table" },
    sees: prose! { "digits that come too often or too rarely, anywhere or at one place" },
    blind_to: prose! { "places and draws that depend on each other" },
    has_plain_effect: true,
    cost: Cost::of(2.0, 0.0),
    ..TestEntry::new("symbols", About::Orders)
};

pub(crate) const LARGEST_SYMBOL: TestEntry = TestEntry {
    title: prose! { "the symbol and place with the most extreme count, by its exact tail" },
    sees: prose! { "one digit that comes far too often or never at one place" },
    blind_to: prose! { "small deviations of many digits, which `symbols` adds up" },
    explains: true,
    has_plain_effect: true,
    ..TestEntry::new("largest-symbol", About::Orders)
};

pub(crate) const MISSING_SYMBOLS: TestEntry = TestEntry {
    title: prose! { "how many symbols never came at some place, by the exact law of empty boxes" },
    sees: prose! { "symbols that a place cannot show, within few draws: the digits 8 and 9 that were missing in Arizona in 2013" },
    blind_to: prose! { "symbols that do come, however rarely" },
    explains: true,
    ..TestEntry::new("missing-symbols", About::Orders)
};

pub(crate) const ENTRY: MetricEntry = MetricEntry {
    draws: SYMBOLS_AT_PLACES,
    of_counts: Some(of_counts),
    ..MetricEntry::new(&[SYMBOLS, LARGEST_SYMBOL, MISSING_SYMBOLS], |shape| {
        Ok(Box::new(Symbols::new(shape)?))
    })
};

/// Takes one place only: counts over several places do not give the counts of each.
fn of_counts(shape: Shape) -> Result<Box<dyn Metric>, NotApplicable> {
    match shape.dealt() {
        1 => Ok(Box::new(Symbols::new(shape)?)),
        _ => Err(NotApplicable::new(ONLY_COUNTS)),
    }
}

const MOST_CELLS: usize = 1 << 20;

/// Tables with at most this many rows and columns are sampled.
const MOST_DRAWN: usize = 416;

/// The tails of more probable counts are lost in rounding.
const NEARLY_CERTAIN: f64 = 1.0 - 1e-12;

/// The most boxes for which the law of empty boxes is computed.
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
        let is_long = shape.kind() == DrawKind::Successive
            && !successive::is_feasible(shape.cards(), shape.dealt());
        match is_long {
            true => Err(NotApplicable::new(
                "the law for this many places and symbols would take too long",
            )),
            false => Ok(Self { shape }),
        }
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

    /// How often each symbol came, wherever.
    fn totals(&self, tally: &Tally) -> Vec<u64> {
        let of = |symbol: usize| tally.cells().iter().skip(symbol).step_by(self.shape.cards());
        (0..self.shape.cards()).map(|symbol| of(symbol).sum()).collect()
    }

    fn largest(&self, tally: &Tally) -> Evidence {
        let chance = 1.0 / self.shape.cards() as f64;
        let cells = largest::cells(tally.cells(), tally.trials(), chance);
        largest::evidence(&cells, "draws", &|cell| self.place(cell))
    }

    /// The same where symbols have weights: classes of symbols, and exact tails of each symbol.
    fn judge_weighted(&self, weights: Weights, tally: &Tally) -> Vec<Judgement> {
        let (trials, counts) = (tally.trials(), tally.cells());
        let (n, chances) = (self.shape.cards(), weights.chances());
        let outcomes = if trials == 0 {
            [(); 2].map(|()| Outcome::too_few(trials, 1))
        } else {
            let classes = PooledSymbols::of_singles(chances, trials);
            let whole = match classes {
                _ if self.forbidden(weights, tally).is_some() => {
                    let why = "an impossible symbol came; `largest-symbol` names it";
                    Outcome::not_applicable(why)
                }
                _ if self.shape.kind() == DrawKind::Successive => {
                    let why =
                        "places depend on each other; `largest-symbol` and `outcomes` judge them";
                    Outcome::not_applicable(why)
                }
                _ if self.is_one_count(weights) => {
                    let why =
                        "two symbols are one count; `largest-symbol` judges it by its exact law";
                    Outcome::not_applicable(why)
                }
                None => {
                    let needed = PooledSymbols::draws_needed(chances, PooledSymbols::of_singles);
                    Outcome::too_few(trials, needed)
                }
                Some(classes) => {
                    let places = Slots::sized(repeat_n(chances.to_vec(), self.shape.dealt()));
                    let of_place = |counts| classes.pearson(trials, counts);
                    let table = Table {
                        form: counts.chunks_exact(n).map(of_place).sum(),
                        deviations: Deviations::of_slots(tally, &places, <[u32]>::to_vec),
                        effects: [effect_kind::RMS_DRAW_DEVIATION, effect_kind::DRAW_DEVIATION],
                        below: Below::AtLeastMinusOne,
                        sensitivity: (classes.scale(chances), Deviates::CELL),
                    };
                    of_all("symbols", table.evidence(|cell, _| self.place(cell))).into()
                }
            };
            [whole, self.largest_weighted(weights, tally).into()]
        };
        let why = "the law of empty boxes needs equal chances; `largest-symbol` sees a symbol that never came";
        let outcomes = outcomes.into_iter().chain([Outcome::not_applicable(why)]);
        let tests = [SYMBOLS.id, LARGEST_SYMBOL.id, MISSING_SYMBOLS.id];
        tests.into_iter().zip(outcomes).map(|(test, outcome)| Judgement { test, outcome }).collect()
    }

    /// A symbol at a place that came although its weight is 0.
    fn forbidden(&self, weights: Weights, tally: &Tally) -> Option<usize> {
        let (n, chances, counts) = (self.shape.cards(), weights.chances(), tally.cells());
        (0..counts.len()).find(|&cell| chances[cell % n] == 0.0 && counts[cell] > 0)
    }

    /// True if the count of one symbol says all.
    fn is_one_count(&self, weights: Weights) -> bool {
        self.shape.dealt() == 1 && weights.symbols() == 2
    }

    /// The symbol and place with the smallest tail; first of all one that must not come. What is not put back is counted over all
    /// places, too.
    fn largest_weighted(&self, weights: Weights, tally: &Tally) -> Evidence {
        let (n, trials, counts) = (self.shape.cards(), tally.trials(), tally.cells());
        if let Some(cell) = self.forbidden(weights, tally) {
            let what = self.place(cell).text(", whose weight is 0, came");
            let [count, of] = [counts[cell], trials];
            let extreme = ExtremeCount { what, count, of, unit: "draws", expected: 0.0 };
            return Evidence::impossible(extreme.effect(1));
        }
        let law = self.law(weights);
        let cell = |count: u64, chance: f64| Cell { count, trials, chance };
        let mut judged: Vec<(Place, Cell)> = Vec::new();
        if !self.shape.is_set() {
            // With two symbols and replacement, one is what the other leaves.
            let rarest = if law[0] < law[1] { 0 } else { 1 };
            let is_judged = |symbol: usize| n > 2 || symbol == rarest;
            let cells = (0..counts.len()).filter(|at| is_judged(at % n));
            judged.extend(cells.map(|at| (self.place(at), cell(counts[at], law[at]))));
        }
        if self.shape.kind() == DrawKind::Successive {
            judged.extend((0..n).map(|symbol| {
                let chance: f64 = law.iter().skip(symbol).step_by(n).sum();
                let count = counts.iter().skip(symbol).step_by(n).sum();
                (Place::from("symbol ").card(symbol), cell(count, chance))
            }));
        }
        // Certain and impossible events have no law.
        judged.retain(|(_, cell)| cell.chance > 0.0 && cell.chance < NEARLY_CERTAIN);
        let (places, cells): (Vec<Place>, Vec<Cell>) = judged.into_iter().unzip();
        largest::evidence(&cells, "draws", &|cell| places[cell].clone())
    }

    /// The chance of each symbol at each place.
    fn law(&self, weights: Weights) -> Arc<[f64]> {
        let (chances, k) = (weights.chances(), self.shape.dealt());
        match self.shape.is_with_replacement() {
            true => chances.repeat(k).into(),
            false => cached(LARGEST_SYMBOL.id, self.shape, || {
                successive::places(chances, k).unwrap_or_default().concat()
            }),
        }
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
    fn cells(&self) -> usize {
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

    fn summary_size(&self) -> SummarySize {
        summary_size(self.shape)
    }

    fn judge(&self, tally: &Tally) -> Vec<Judgement> {
        let trials = [tally.trials(), trials_for(1.0 / self.shape.cards() as f64)];
        if let Some(weights) = self.shape.weights() {
            return self.judge_weighted(weights, tally);
        }
        let sizes = [self.shape.dealt(), self.shape.cards()];
        let with_counts = |evidence| match self.shape.dealt() {
            1 => with_even_counts(evidence, tally.cells()),
            _ => or_even_totals(evidence, "symbols over all places".into(), &self.totals(tally)),
        };
        let whole = || self.evidence(tally);
        let whole = few_trials::by_exact_law(trials, (tally.cells(), sizes), whole);
        let [seen, needed] = trials;
        let too_few = || Outcome::too_few(seen, needed);
        let whole = whole.map(with_counts).map_or_else(too_few, Outcome::Judged);
        let outcome = self.judge_missing(tally);
        vec![
            Judgement { test: SYMBOLS.id, outcome: whole },
            table::judge_one(LARGEST_SYMBOL.id, [tally.trials(), 1], || self.largest(tally)),
            Judgement { test: MISSING_SYMBOLS.id, outcome },
        ]
    }

    fn exhibit(&self, tally: &Tally) -> Option<Exhibit> {
        let (n, k) = (self.shape.cards(), self.shape.dealt());
        // The picture compares every place with the same chances.
        let is_alike = self.shape.kind() != DrawKind::Successive;
        (is_alike && n.max(k) <= MOST_DRAWN).then(|| {
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

/// The law of the number of boxes that are hit when `balls` balls are thrown into n boxes: each ball hits a new box,
/// or one hit before.
fn occupied(n: usize, balls: u64) -> Vec<f64> {
    let (boxes, most) = (n as f64, balls.min(n as u64) as usize);
    let mut law = vec![0.0; most + 1];
    law[0] = 1.0;
    for ball in 0..balls {
        // Empty ones are hardly expected any more; the rest is one box that is missed by all.
        if most == n && (law[..n].iter().sum::<f64>() < 1e-290 || ball > 4_000_000) {
            break;
        }
        for d in (1..=most).rev() {
            law[d] = law[d] * d as f64 / boxes + law[d - 1] * (boxes - d as f64 + 1.0) / boxes;
        }
        law[0] = 0.0;
    }
    law
}
