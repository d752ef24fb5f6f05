//! Tests of what is not an order: draws without order, draws with replacement, packs with equal cards.
//!
//! `drift`, `collisions` and `repeats` are made of them, too.

pub(crate) mod again;
pub(crate) mod ball_groups;
pub(crate) mod ball_numbers;
pub(crate) mod balls;
pub(crate) mod bonus;
pub(crate) mod bonus_rules;
pub(crate) mod check_digits;
pub(crate) mod each_kind;
pub(crate) mod equal_symbols;
pub(crate) mod gaps;
pub(crate) mod kind_gaps;
pub(crate) mod kind_numbers;
pub(crate) mod kinds;
pub(crate) mod large_range;
pub(crate) mod levels;
mod levels_of_orders;
pub(crate) mod met_again;
pub(crate) mod outcomes;
pub(crate) mod overlap_lags;
pub(crate) mod pool;
mod relations;
pub(crate) mod serial_kinds;
pub(crate) mod successive;
pub(crate) mod symbol_differences;
pub(crate) mod symbol_pairs;
pub(crate) mod symbol_sum;
pub(crate) mod symbols;
pub(crate) mod waits;
mod weighted;

use crate::free_outcomes::ln_choose;
use crate::{
    Shape,
    distribution::Edgeworth,
    even_counts::with_counts,
    judgement::{Evidence, Tail},
    number::FEWEST_TRIALS,
    size::rms::SPREAD_DECKS,
    summaries::SummarySize,
};
use shuffle_deck::DrawKind;

/// The smallest expected count of a cell in a table of squares.
const SMALLEST_EXPECTED: f64 = 2.0;

const UNORDERED: &[DrawKind] = &[DrawKind::Unordered];
/// Draws with replacement, with equal chances or with weights.
const WITH_REPLACEMENT: &[DrawKind] = &[DrawKind::Replacement, DrawKind::Weighted];
const PACK: &[DrawKind] = &[DrawKind::Pack];
const EVEN_SETS_AND_SYMBOLS: &[DrawKind] = &[DrawKind::Unordered, DrawKind::Replacement];
const SYMBOLS_AT_PLACES: &[DrawKind] =
    &[DrawKind::Replacement, DrawKind::Weighted, DrawKind::Successive];
const OF_OUTCOMES: &[DrawKind] = &[
    DrawKind::Unordered,
    DrawKind::Replacement,
    DrawKind::Pack,
    DrawKind::Weighted,
    DrawKind::Successive,
    DrawKind::Ruled,
];

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
    Evidence { effect: evidence.effect.at(what), ..evidence }
}

/// The evidence of a table of one row with its counts in words, if they are too even: "symbols (9 to 10 each)".
fn with_even_counts(evidence: Evidence, counts: &[u64]) -> Evidence {
    if evidence.tail == Tail::Upper {
        return evidence;
    }
    let place = with_counts(evidence.effect.place.clone().unwrap_or_default(), counts);
    Evidence { effect: evidence.effect.at(place), ..evidence }
}

/// The logarithm of the volume of a cell of the whole numbers x that add up to 0, measured by the sum of `x^2 / weight`.
///
/// For tables whose rows and columns both sum to 0, measured by the sum of `x^2 / (g h)`, the volume is the volume of
/// the rows to the power of the number of columns less one, times the volume of the columns to the power of the
/// number of rows less one.
fn ln_lattice_volume_of(weights: impl Iterator<Item = f64>) -> f64 {
    let (sum, ln_product) =
        weights.fold((0.0, 0.0), |(sum, ln), weight| (sum + weight, ln + weight.ln()));
    0.5 * (sum.ln() - ln_product)
}

/// The law of a sum by its cumulants, with its largest value, where it has more values than are tabulated. A sum of few parts, of which
/// the cumulants say too little, is tabulated as far as time allows.
fn beyond_the_table(
    largest: u64,
    tabulated: u64,
    law: impl FnOnce() -> Edgeworth,
) -> Option<(Edgeworth, u64)> {
    /// The most values of a table: it takes a second at most.
    const MOST: u64 = 1 << 15;
    let law = (largest > tabulated).then(law)?;
    (law.is_close() || largest > MOST).then_some((law, largest))
}

/// The probabilities that are left of weights.
pub(crate) fn normalized(mut weights: Vec<f64>) -> Vec<f64> {
    let all: f64 = weights.iter().sum();
    weights.iter_mut().for_each(|weight| *weight /= all);
    weights
}

/// The law of the number of cards of a class of size `class` among `drawn` of n.
pub(crate) fn hypergeometric(n: usize, class: usize, drawn: usize) -> Vec<f64> {
    let ln_all = ln_choose(n, drawn);
    let ways = |j: usize| ln_choose(class, j) + ln_choose(n - class, drawn - j) - ln_all;
    normalized((0..=drawn).map(|j| ways(j).exp()).collect())
}
