//! The distances by which a few orders moved from their start: useful facts about a single epoch, in addition to its
//! fairness.

use crate::{CaseFindings, effective_buffer::effective_buffer};
use shuffle_metrics::{Exhibit, Interval, OrderFacts, OrderPortrait};
use std::f64::consts::{FRAC_1_SQRT_2, LN_2};

/// With fewer rows, reading the order itself is as quick.
const FEWEST_ROWS: usize = 100;

/// The quantiles of the distance that are reported.
pub const QUANTILES: [f64; 3] = [0.5, 0.9, 0.99];

/// The mean distance of a fair shuffle, as a share of the order.
pub const FAIR_MEAN: f64 = 1.0 / 3.0;

/// The median distance of two rows in a fair shuffle, as a share of the order.
pub const FAIR_APART: f64 = 1.0 - FRAC_1_SQRT_2;

/// Neighbors in a buffer wait independently, so the median of their distance is b ln 2. If it is not at least about
/// what a buffer as large as the distance from the start suggests would give, rows moved together, and there was no
/// such buffer.
const LEAST_OF_BUFFER: f64 = 0.33;

/// The distances that the rows of few orders moved.
#[derive(Clone, Debug, PartialEq)]
pub struct Moved {
    /// The counts.
    pub facts: OrderFacts,
    /// The mean distance, as a share of the order.
    pub mean: f64,
    /// The [`QUANTILES`] of the distance, as shares of the order.
    pub quantiles: [f64; 3],
    /// The buffer, in rows, that would leave the orders as near to their start, if they are nearer than chance leaves them and
    /// rows moved by themselves.
    pub buffer: Option<Interval>,
    /// The neighbors that a fair shuffle leaves together in all orders.
    pub together_if_fair: f64,
}

/// The rows of a case at their positions; `None` of 100 orders and more, of deals and of small decks.
pub fn portrait(case: &CaseFindings) -> Option<&OrderPortrait> {
    case.last().exhibits.iter().find_map(|exhibit| match exhibit {
        Exhibit::Orders(portrait) if portrait.cards >= FEWEST_ROWS => Some(portrait),
        _ => None,
    })
}

/// The distances that the rows of a case moved; `None` for 100 orders or more, for deals and for small decks.
pub fn moved(case: &CaseFindings) -> Option<Moved> {
    let portrait = portrait(case)?;
    let facts = portrait.facts.clone();
    let (rows, orders) = (facts.rows, facts.orders);
    let (n, mean) = (rows as f64, facts.distance / rows as f64);
    let footrule = case.last().ruling("footrule-mean").and_then(|it| it.judgement.evidence());
    let is_near = footrule
        .and_then(|evidence| evidence.effect.interval)
        .is_some_and(|interval| interval.high < 0.0);
    let moved_alone = |buffer: &Interval| {
        let middle = f64::midpoint(buffer.low, buffer.high);
        facts.apart / LN_2 >= LEAST_OF_BUFFER * middle
    };
    let buffer = effective_buffer(mean, rows, orders).filter(|it| is_near && moved_alone(it));
    let together_if_fair = (n - 1.0) / n * orders as f64;
    Some(Moved { mean, quantiles: quantiles(portrait), buffer, together_if_fair, facts })
}

/// Over the cards that are sampled.
fn quantiles(portrait: &OrderPortrait) -> [f64; 3] {
    let mut distances: Vec<usize> = portrait.points.iter().map(|point| point.distance()).collect();
    distances.sort_unstable();
    QUANTILES.map(|quantile| {
        let at = (quantile * distances.len() as f64).ceil() as usize;
        distances.get(at.saturating_sub(1)).map_or(0.0, |&it| it as f64 / portrait.cards as f64)
    })
}
