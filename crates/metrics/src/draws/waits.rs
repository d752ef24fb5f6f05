//! How long each symbol with a weight stays away before it comes again.
#![doc = include_str!("waits.md")]

use crate::{
    Card, Judgement, Shape, Tally,
    costs::Cost,
    effect_kind,
    judgement::{Effect, Evidence, Outcome},
    largest::{Cell, clearest},
    metric::{About, Metric, MetricEntry, NotApplicable, Scope, TestEntry, prose},
    place::Place,
    table,
};
use shuffle_deck::{DrawKind, Weights};

pub(crate) const WAITS: TestEntry = TestEntry {
    title: prose! { "how often each symbol with a weight comes soon after itself, and after a long wait" },
    sees: prose! { "prizes that come for sure after a number of draws without one, and prizes that do not come again for a while" },
    blind_to: prose! { "symbols that come too often; waits that end for all symbols together" },
    explains: true,
    cost: Cost::of(20.0, 0.0),
    ..TestEntry::new("waits", About::DependenceBetweenDecks)
};

pub(crate) const ENTRY: MetricEntry = MetricEntry {
    draws: &[DrawKind::Weighted],
    scope: Scope::Neighbors,
    ..MetricEntry::new(&[WAITS], |shape| Ok(Box::new(Waits::new(shape)?)))
};

/// Draws since a symbol came last: the first of each class, one draw being the least.
const CLASSES: [usize; 25] = [
    1, 2, 3, 4, 5, 6, 8, 10, 13, 16, 20, 25, 30, 40, 50, 60, 75, 90, 100, 120, 150, 200, 300, 500,
    1_000,
];

/// More symbols are not followed one by one.
const MOST_SYMBOLS: usize = 256;

/// For each symbol and class, and whether the symbol came before in this block at all: the draws, and those that show the symbol.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Waits {
    shape: Shape,
    weights: Weights,
}

/// The draws before which a symbol had stayed away for some time.
#[derive(Clone, Copy, Debug)]
struct Wait {
    symbol: usize,
    draws: usize,
    /// True of the draws up to a number after the symbol, false of draws after a number without it.
    is_soon: bool,
    cell: Cell,
}

impl Waits {
    fn new(shape: Shape) -> Result<Self, NotApplicable> {
        match shape.weights() {
            Some(weights) if shape.cards() <= MOST_SYMBOLS => Ok(Self { shape, weights }),
            _ => Err(NotApplicable(format!("handles up to {MOST_SYMBOLS} symbols with weights"))),
        }
    }

    fn waits(&self, cells: &[u64]) -> Vec<Wait> {
        let of = |symbol: usize, class: usize| -> [[u64; 2]; 2] {
            let first = (symbol * CLASSES.len() + class) * 4;
            [[cells[first], cells[first + 1]], [cells[first + 2], cells[first + 3]]]
        };
        let add = |sum: [u64; 2], more: [u64; 2]| [sum[0] + more[0], sum[1] + more[1]];
        let mut all = Vec::new();
        for (symbol, &chance) in self.weights.chances().iter().enumerate() {
            if chance <= 0.0 || chance >= 1.0 {
                continue;
            }
            let mut look = |draws: usize, is_soon, [trials, count]: [u64; 2]| {
                if trials > 0 {
                    all.push(Wait { symbol, draws, is_soon, cell: Cell { count, trials, chance } });
                }
            };
            let (mut soon, mut long) = ([0; 2], [0; 2]);
            for (class, next) in CLASSES.iter().skip(1).enumerate() {
                soon = add(soon, of(symbol, class)[0]);
                look(next - 1, true, soon);
            }
            for (class, first) in CLASSES.iter().enumerate().skip(1).rev() {
                // A symbol that did not come yet has stayed away at least as long as the block.
                long = of(symbol, class).into_iter().fold(long, add);
                look(first - 1, false, long);
            }
        }
        all
    }

    /// The looks that a number of draws can have.
    fn looks(&self, draws: u64) -> u64 {
        let symbols = self.weights.chances().iter().filter(|&&it| it > 0.0 && it < 1.0).count();
        let long = CLASSES.iter().skip(1).filter(|&&first| (first as u64) <= draws).count();
        (symbols * (CLASSES.len() - 1 + long)) as u64
    }

    fn outcome(&self, tally: &Tally) -> Outcome {
        let waits = self.waits(tally.cells());
        let draws = tally.trials() * self.shape.dealt() as u64;
        if waits.is_empty() {
            return Outcome::not_applicable("no symbol comes by chance");
        }
        // How many draws there are of a kind depends on what came in them; there are as many as all draws at most. Nor may the number of
        // looks depend on it.
        let (tails, ln_times) = (2 * self.looks(draws), (draws as f64).ln());
        let least = |wait: &Wait| Cell { trials: draws, ..wait.cell }.law().ln_least();
        let ln_least = waits.iter().map(least).fold(0.0, f64::min) + ln_times;
        let ln_tail = |wait: &Wait| wait.cell.law().ln_tail(wait.cell.count);
        let (ln_tail, wait) = clearest(waits, |wait| wait.cell.deviance(), ln_tail);
        let counts = [wait.cell.count, wait.cell.trials];
        let mean = wait.cell.law().mean();
        let effect = Effect::of_picked_count(effect_kind::DRAW_DEVIATION, counts, mean, tails);
        let effect = effect.hit(wait.place(), counts, "draws", wait.cell.chance);
        Evidence::of_tails((ln_tail + ln_times).min(0.0), tails, ln_least.min(0.0), effect).into()
    }
}

impl Wait {
    /// `symbol SSR after 60 draws without it`.
    fn place(&self) -> Place {
        let what = Place::from("symbol ").card(self.symbol);
        match (self.is_soon, self.draws) {
            (true, 1) => what.text(" right after itself"),
            (true, draws) => what.text(" within ").number(draws).text(" draws after itself"),
            (false, 1) => what.text(" after a draw without it"),
            (false, draws) => what.text(" after ").number(draws).text(" draws without it"),
        }
    }
}

impl Metric for Waits {
    fn cells(&self) -> usize {
        self.shape.cards() * CLASSES.len() * 4
    }

    fn count<C: Card>(&self, rows: &[C], _: u64, cells: &mut [u64]) {
        // The draw in which each symbol came last, counted from 1.
        let mut last = vec![0_usize; self.shape.cards()];
        let most = CLASSES[CLASSES.len() - 1];
        let class_of = |wait: usize| CLASSES.partition_point(|first| *first <= wait) - 1;
        let classes: Vec<usize> = (1..=most).map(class_of).collect();
        let symbols =
            rows.chunks_exact(self.shape.width()).flat_map(|row| &row[..self.shape.dealt()]);
        for (now, symbol) in (1..).zip(symbols) {
            for (which, last) in last.iter_mut().enumerate() {
                let class = classes[(now - *last).min(most) - 1];
                let first = (which * CLASSES.len() + class) * 4 + 2 * usize::from(*last == 0);
                cells[first] += 1;
                if symbol.index() == which {
                    cells[first + 1] += 1;
                    *last = now;
                }
            }
        }
    }

    fn trials_needed(&self) -> u64 {
        2
    }

    fn judge(&self, tally: &Tally) -> Vec<Judgement> {
        table::judge([WAITS.id], [tally.trials(), 2], || [self.outcome(tally)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{assert_never_too_small, each_word, evidence_of};
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64;

    fn shape(weights: &str) -> Shape {
        Shape::weighted(Weights::parse(weights).unwrap(), 1)
    }

    /// All words of six symbols with their chances: none is rejected more often than its p-value says.
    #[test]
    fn no_p_value_is_too_small() {
        let shape = shape("a=3,b=1");
        let metric = Waits::new(shape).unwrap();
        let of_word = |word: &Vec<u32>| {
            let rows: Vec<Vec<u32>> = word.iter().map(|&it| vec![it]).collect();
            let evidence = evidence_of(&metric, shape, &rows);
            let chance = word.iter().map(|&it| if it == 0 { 0.75 } else { 0.25 }).product::<f64>();
            (evidence.p_value.value(), chance)
        };
        assert_never_too_small(each_word(2, 6).iter().map(of_word), "six symbols");
    }

    /// A prize of 2 % that comes for sure after 89 draws without it, and one that does not come within ten draws; 20,000 draws, alpha 1e-6, seed 1.
    #[test]
    fn pity_and_rests_are_named() {
        let shape = shape("prize=2,nothing=98");
        let metric = Waits::new(shape).unwrap();
        let mut rng = Pcg64::seed_from_u64(1);
        let mut judged = |bend: &dyn Fn(usize, bool) -> bool| {
            let mut wait = 0;
            let mut draw = || {
                let is_prize = bend(wait, rng.random_bool(0.02));
                wait = if is_prize { 0 } else { wait + 1 };
                vec![u32::from(!is_prize)]
            };
            let rows: Vec<Vec<u32>> = (0..20_000).map(|_| draw()).collect();
            let evidence = evidence_of(&metric, shape, &rows);
            (evidence.p_value.log10(), evidence.effect.place.unwrap().to_string())
        };
        assert!(judged(&|_, is_prize| is_prize).0 > -3.0);
        let (log10_p, said) = judged(&|wait, is_prize| is_prize || wait == 89);
        assert!(log10_p < -6.0, "{log10_p}");
        assert_eq!(said, "symbol 0 after 89 draws without it");
        let (log10_p, said) = judged(&|wait, is_prize| is_prize && wait >= 10);
        assert!(log10_p < -6.0, "{log10_p}");
        assert_eq!(said, "symbol 0 within 9 draws after itself");
    }
}
