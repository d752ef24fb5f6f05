//! How far few orders moved from their start: what a person wants to know of a single epoch, beside whether it is fair.

use crate::CaseFindings;
use shuffle_metrics::{
    Evidence, effective_buffer::effective_buffer, judgement::Interval, metric::Exhibit,
    number::FEWEST_TRIALS, position::PositionMatrix,
};

/// Fewer rows than this have a table of each card at each position, which says more.
const FEWEST_ROWS: usize = 100;

/// The quantiles of the distance that are told.
pub const QUANTILES: [f64; 3] = [0.5, 0.9, 0.99];

/// How far the rows of few orders moved. Distances are shares of the order.
#[derive(Clone, Debug, PartialEq)]
pub struct Moved {
    /// The mean distance.
    pub mean: f64,
    /// The [`QUANTILES`] of the distance, where the table of positions tells them.
    pub quantiles: Option<[f64; 3]>,
    /// The buffer, in rows, that would leave the orders as near to their start, if they are nearer than chance leaves them.
    pub buffer: Option<Interval>,
    /// The neighbours of the start that stayed together, in all orders, and how many a fair shuffle leaves together.
    pub together: (u64, f64),
}

/// The mean distance of a fair shuffle.
pub const FAIR_MEAN: f64 = 1.0 / 3.0;

/// How far the rows of a case moved; `None` of 100 orders and more, of deals and of small decks.
#[must_use]
pub fn moved(case: &CaseFindings) -> Option<Moved> {
    let (rows, orders) = (case.case.shape.cards(), case.last().trials);
    if orders >= FEWEST_TRIALS || rows < FEWEST_ROWS || case.case.deal().is_some() {
        return None;
    }
    let evidence = |test| case.last().ruling(test)?.judgement.evidence();
    let deviation = |test| evidence(test).map(|evidence: &Evidence| evidence.effect.value);
    let n = rows as f64;
    let mean = (1.0 + deviation("footrule-mean")?) * (n * n - 1.0) / (3.0 * n * n);
    let fair = (n - 1.0) / n * orders as f64;
    let together = ((1.0 + deviation("successions-mean")?) * fair).round() as u64;
    let is_near = evidence("footrule-mean")?.effect.interval.is_some_and(|it| it.high < 0.0);
    let buffer = effective_buffer(mean, rows, orders).filter(|_| is_near);
    let quantiles = case.last().exhibits.iter().find_map(|exhibit| match exhibit {
        Exhibit::Position(matrix) => Some(quantiles(matrix)),
        _ => None,
    });
    Some(Moved { mean, quantiles, buffer, together: (together, fair) })
}

/// Of groups of rows and places the distance between their middles counts.
fn quantiles(matrix: &PositionMatrix) -> [f64; 3] {
    let (rows, columns) = (matrix.positions.groups(), matrix.cards.groups());
    let all: u64 = matrix.counts.iter().sum();
    let cells = matrix.counts.iter().enumerate().map(|(cell, &count)| {
        let middle = |at: usize, of: usize| (at as f64 + 0.5) / of as f64;
        ((middle(cell / columns, rows) - middle(cell % columns, columns)).abs(), count)
    });
    let mut cells: Vec<(f64, u64)> = cells.filter(|(_, count)| *count > 0).collect();
    cells.sort_by(|a, b| a.0.total_cmp(&b.0));
    QUANTILES.map(|quantile| {
        let (mut below, least) = (0, (quantile * all as f64).ceil() as u64);
        let reached = cells.iter().find(|(_, count)| {
            below += count;
            below >= least
        });
        reached.map_or(0.0, |(distance, _)| *distance)
    })
}

/// The most neighbours that are counted in one order.
pub const MOST_TOGETHER: u64 = 63;

impl Moved {
    /// True if so many neighbours stayed together that they were no longer counted.
    #[must_use]
    pub fn are_uncounted(&self) -> bool {
        self.together.0 >= MOST_TOGETHER
    }
}
