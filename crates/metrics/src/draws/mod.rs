//! Tests of what is not an order: draws without order, draws with replacement, packs with equal cards.
//!
//! `drift`, `collisions` and `repeats` are made of them, too.

pub(crate) mod again;
pub(crate) mod ball_numbers;
pub mod balls;
pub mod bonus;
pub(crate) mod each_kind;
pub(crate) mod gaps;
pub(crate) mod kind_gaps;
pub(crate) mod kind_numbers;
pub(crate) mod kinds;
pub(crate) mod levels;
pub mod outcomes;
pub(crate) mod overlap;
pub(crate) mod serial_kinds;
pub(crate) mod symbol_numbers;
pub(crate) mod symbol_pairs;
pub(crate) mod symbols;

#[cfg(test)]
mod testing;

use crate::{
    Shape,
    distribution::binomial,
    effect_kind,
    judgement::{Effect, Evidence, Sensitivity},
    place::{Place, Word},
    size::rms::SPREAD_DECKS,
    summaries::SummarySize,
};
use shuffle_deck::DrawKind;

/// Below so many draws no table is judged.
pub(crate) const FEWEST_TRIALS: u64 = 100;

/// A cell of a table of squares is expected so many times at least.
const SMALLEST_EXPECTED: f64 = 2.0;

/// The tails of so many cells are computed.
const CLEAREST: usize = 16;

const UNORDERED: &[DrawKind] = &[DrawKind::Unordered];
const REPLACEMENT: &[DrawKind] = &[DrawKind::Replacement];
const PACK: &[DrawKind] = &[DrawKind::Pack];
const SETS_AND_SYMBOLS: &[DrawKind] = &[DrawKind::Unordered, DrawKind::Replacement];
const ALL: &[DrawKind] = &[DrawKind::Unordered, DrawKind::Replacement, DrawKind::Pack];

/// The draws of which a table whose cells have this chance is judged.
fn trials_for(chance: f64) -> u64 {
    FEWEST_TRIALS.max((SMALLEST_EXPECTED / chance).ceil() as u64)
}

/// The balls or symbols of the first draws, by which it is seen how much a table scatters; none where a draw is very long.
fn summary_size(shape: Shape) -> SummarySize {
    /// Words of all of them.
    const MOST: u64 = 1 << 20;
    match SPREAD_DECKS * shape.dealt() as u64 {
        words if words <= MOST => SummarySize::new(SPREAD_DECKS, shape.dealt()),
        _ => SummarySize::NONE,
    }
}

/// The evidence with what its effect is of: balls, symbols.
fn of_all(what: &'static str, evidence: Evidence) -> Evidence {
    let place = Some(Place::from([Word::Text(what)]));
    Evidence { effect: Effect { place, ..evidence.effect }, ..evidence }
}

/// The logarithm of the volume of a cell of the whole numbers x that add up to 0, measured by the sum of `x^2 / weight`.
///
/// Of tables whose rows and columns both add up to 0, measured by the sum of `x^2 / (g h)`, it is that of the rows, times the number
/// of columns less one, and that of the columns, times the number of rows less one.
fn ln_lattice_volume_of(weights: impl Iterator<Item = f64>) -> f64 {
    let (sum, ln_product) =
        weights.fold((0.0, 0.0), |(sum, ln), weight| (sum + weight, ln + weight.ln()));
    0.5 * (sum.ln() - ln_product)
}

/// A cell: how often it came in how many draws, and the chance of it in each.
#[derive(Clone, Copy, Debug)]
struct Chance {
    count: u64,
    trials: u64,
    chance: f64,
}

impl Chance {
    fn z(&self) -> f64 {
        let mean = self.trials as f64 * self.chance;
        (self.count as f64 - mean) / (mean * (1.0 - self.chance)).max(f64::MIN_POSITIVE).sqrt()
    }

    fn sensitivity(&self) -> Sensitivity {
        let (most, mean) = (self.trials as f64, self.trials as f64 * self.chance);
        let deviation = (mean * (1.0 - self.chance)).sqrt();
        Sensitivity::of_count(
            effect_kind::DRAW_DEVIATION,
            self.trials,
            [mean, deviation, most],
            1.0,
        )
    }

    /// The logarithm of its smaller tail, by the binomial law.
    fn ln_tail(&self) -> f64 {
        let Self { count, trials, chance } = *self;
        binomial::ln_sf(count, trials, chance).min(binomial::ln_cdf(count, trials, chance))
    }
}

/// Cells with the same chance.
fn chances(counts: &[u64], trials: u64, chance: f64) -> Vec<Chance> {
    counts.iter().map(|&count| Chance { count, trials, chance }).collect()
}

/// The cell with the smallest tail, times the number of tails; `place` says what the cell is.
fn clearest(cells: &[Chance], place: impl Fn(usize) -> Place) -> Evidence {
    let tails = 2 * cells.len() as u64;
    let mut order: Vec<usize> = (0..cells.len()).collect();
    order.sort_by(|&a, &b| cells[b].z().abs().total_cmp(&cells[a].z().abs()));
    let smallest = order.iter().take(CLEAREST).map(|&cell| (cells[cell].ln_tail(), cell));
    let (ln_smallest, cell) =
        smallest.min_by(|a, b| a.0.total_cmp(&b.0)).expect("a table has cells");
    let Chance { count, trials, chance } = cells[cell];
    let mean = trials as f64 * chance;
    let effect = Effect::of_picked_count(effect_kind::DRAW_DEVIATION, [count, trials], mean, tails);
    let effect = Effect { place: Some(place(cell)), ..effect };
    let ln_least = trials as f64 * chance.min(1.0 - chance).ln();
    let evidence = Evidence::of_tails(ln_smallest, tails, ln_least, effect);
    // The rarest cell is the least sensitive one.
    let mean = |cell: &Chance| cell.trials as f64 * cell.chance;
    match cells.iter().min_by(|a, b| mean(a).total_cmp(&mean(b))) {
        Some(rarest) if mean(rarest) > 0.0 && rarest.chance < 1.0 => {
            evidence.with_sensitivity(rarest.sensitivity())
        }
        _ => evidence,
    }
}

/// The probabilities that are left of weights.
fn normalized(mut weights: Vec<f64>) -> Vec<f64> {
    let all: f64 = weights.iter().sum();
    weights.iter_mut().for_each(|weight| *weight /= all);
    weights
}

/// The logarithm of n over k; of what cannot be minus infinity.
fn ln_choose(n: usize, k: usize) -> f64 {
    if k > n {
        f64::NEG_INFINITY
    } else {
        statrs::function::factorial::ln_binomial(n as u64, k as u64)
    }
}
