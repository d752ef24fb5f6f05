//! The cell that stands out most clearly, and how large its deviation is.
#![doc = include_str!("peak.md")]

use super::crossing::Crossing;
use crate::{
    distribution::normal,
    effect_kind::EffectKind,
    histogram::CONFIDENCE,
    judgement::{Interval, Peak},
    place::Place,
};
use std::cmp::Ordering;

/// The smallest distance between true scores that can be distinguished.
const STEP: f64 = 0.5;

/// The standard deviation of a true score around its point of the grid.
const SMOOTH: f64 = 0.5;

/// Points of the grid that are further from a score than this have no part in it.
const NEAR: f64 = 6.0;

const ROUNDS: usize = 60;

/// Scores are counted in bins of this width.
const BIN: f64 = 0.125;

/// A cell of a table, as far as its size goes.
#[derive(Clone, Copy, Debug)]
pub(crate) enum PeakCell {
    /// A cell that each deck hits or not: how many did, and the share that should have. Its deviation is relative.
    Share {
        /// The number of decks that hit it.
        count: u64,
        /// The share of decks that should.
        expected: f64,
    },
    /// A number with noise around it.
    Deviation {
        /// The number: 0 for a uniform shuffle, but for the noise.
        value: f64,
        error: f64,
    },
}

impl PeakCell {
    fn score(self, trials: u64) -> f64 {
        match self {
            Self::Share { count, expected } => {
                let n = trials as f64;
                let angle = ((count as f64 + 0.375) / (n + 0.75)).sqrt().asin();
                2.0 * (n + 0.5).sqrt() * (angle - expected.sqrt().asin())
            }
            Self::Deviation { value, error } => {
                if error > 0.0 {
                    value / error
                } else {
                    0.0
                }
            }
        }
    }

    /// True if it holds less than expected.
    pub(crate) fn is_below(self, trials: u64) -> bool {
        match self {
            Self::Share { count, expected } => (count as f64) < trials as f64 * expected,
            Self::Deviation { value, .. } => value < 0.0,
        }
    }

    /// Deviations that an interval must hold. A cell that no deck hit has a shrunken share above 0, like other cells,
    /// though its true share may be 0; likewise for a cell that all decks hit.
    fn certain(self, trials: u64) -> (f64, f64) {
        match self {
            Self::Share { count: 0, .. } => (-1.0, -1.0),
            Self::Share { count, expected } if count == trials => {
                (1.0 / expected - 1.0, 1.0 / expected - 1.0)
            }
            _ => (f64::INFINITY, f64::NEG_INFINITY),
        }
    }

    /// The deviation that belongs to a true score.
    fn deviation(self, score: f64, trials: u64) -> f64 {
        match self {
            Self::Share { expected, .. } => {
                let angle = expected.sqrt().asin() + score / (2.0 * (trials as f64 + 0.5).sqrt());
                angle.clamp(0.0, std::f64::consts::FRAC_PI_2).sin().powi(2) / expected - 1.0
            }
            Self::Deviation { error, .. } => score * error,
        }
    }
}

#[derive(Clone, Debug)]
pub(crate) struct ScoredCells {
    pub(crate) trials: u64,
    /// The counts or deviations of the cells.
    pub(crate) cells: Vec<PeakCell>,
    /// The part of the noise of a score that others share: what they say of each other is unsure by so much.
    pub(crate) shared: f64,
}

impl ScoredCells {
    /// Cells whose noise is their own, or as good as.
    pub(crate) fn new(trials: u64, cells: Vec<PeakCell>) -> Self {
        Self { trials, cells, shared: 0.0 }
    }
}

/// The peak of a table; `place` names the cell of an index.
pub(crate) fn peak(
    kind: &'static EffectKind,
    cells: &ScoredCells,
    place: impl FnOnce(usize) -> Place,
) -> Option<Peak> {
    let &ScoredCells { trials, ref cells, shared } = cells;
    let scores: Vec<f64> = cells.iter().map(|cell| cell.score(trials)).collect();
    let (picked, _) = scores.iter().enumerate().max_by(|a, b| a.1.abs().total_cmp(&b.1.abs()))?;
    let [low, mean, high] = posterior(&scores, picked, shared);
    let size = |score| cells[picked].deviation(score, trials);
    let (least, most) = cells[picked].certain(trials);
    let (low, high) = (size(low).min(least), size(high).max(most));
    let interval = Interval::new([low, high]);
    Some(Peak { kind, place: place(picked), value: size(mean), interval: Some(interval) })
}

/// The mean of the true score of a cell, between the ends of its interval.
fn posterior(scores: &[f64], picked: usize, shared: f64) -> [f64; 3] {
    let grid = Multiples::over(scores);
    let weights = grid.law_without(scores, picked);
    let z = scores[picked];
    let shrunk = SMOOTH * SMOOTH / (1.0 + SMOOTH * SMOOTH);
    let spread = (shrunk + shared).sqrt();
    // Given the point of the grid, the true score is normal around this.
    let parts: Vec<(f64, f64)> = grid
        .near(z)
        .map(|point| {
            let at = grid.at(point);
            let likelihood = (-0.5 * (z - at).powi(2) / (1.0 + SMOOTH * SMOOTH)).exp();
            (weights[point] * likelihood, at + shrunk * (z - at))
        })
        .collect();
    let total: f64 = parts.iter().map(|part| part.0).sum();
    let mean = parts.iter().map(|(weight, at)| weight * at).sum::<f64>() / total;
    let below = |score: f64| -> f64 {
        parts.iter().map(|(weight, at)| weight * normal::sf((at - score) / spread)).sum::<f64>()
            / total
    };
    let error = (1.0 - CONFIDENCE) / 2.0;
    let quantile = |share: f64| {
        let crossing = Crossing {
            probability: below,
            level: share,
            start: Ordering::Less,
            tolerance: |_| 1e-6,
        };
        let [low, high] = crossing.between(z - 2.0 * NEAR, z + 2.0 * NEAR);
        0.5 * (low + high)
    };
    [quantile(error), mean, quantile(1.0 - error)]
}

/// Points at multiples of [`STEP`], 0 among them.
struct Multiples {
    first: f64,
    points: usize,
}

impl Multiples {
    fn over(scores: &[f64]) -> Self {
        let least = scores.iter().copied().fold(0.0, f64::min) - NEAR / 2.0;
        let most = scores.iter().copied().fold(0.0, f64::max) + NEAR / 2.0;
        let first = (least / STEP).floor();
        Self { first, points: ((most / STEP).ceil() - first) as usize + 1 }
    }

    fn at(&self, point: usize) -> f64 {
        (self.first + point as f64) * STEP
    }

    fn near(&self, score: f64) -> std::ops::Range<usize> {
        let point = |score: f64| (score / STEP - self.first).max(0.0) as usize;
        point(score - NEAR)..(point(score + NEAR) + 1).min(self.points)
    }

    /// The weight of each point, as all scores but one say.
    fn law_without(&self, scores: &[f64], picked: usize) -> Vec<f64> {
        let bin = |score: f64| (score / BIN).round() as i64;
        let mut bins: Vec<i64> = scores.iter().map(|&score| bin(score)).collect();
        bins.swap_remove(picked);
        bins.sort_unstable();
        let bins: Vec<(f64, f64)> = bins
            .chunk_by(|a, b| a == b)
            .map(|same| (same[0] as f64 * BIN, same.len() as f64))
            .collect();
        let likelihood =
            |score: f64, at: f64| (-0.5 * (score - at).powi(2) / (1.0 + SMOOTH * SMOOTH)).exp();
        let rows: Vec<(std::ops::Range<usize>, Vec<f64>, f64)> = bins
            .iter()
            .map(|&(score, number)| {
                let near = self.near(score);
                let row = near.clone().map(|point| likelihood(score, self.at(point))).collect();
                (near, row, number)
            })
            .collect();
        let even = 1.0 / self.points as f64;
        let all = scores.len() as f64;
        let mut weights = vec![even; self.points];
        for _ in 0..ROUNDS {
            let mut next = vec![even / all; self.points];
            for (near, row, number) in &rows {
                let old = &weights[near.clone()];
                let total: f64 = old.iter().zip(row).map(|(weight, like)| weight * like).sum();
                if total > 0.0 {
                    let share = number / all / total;
                    let into = next[near.clone()].iter_mut();
                    for ((next, weight), like) in into.zip(old).zip(row) {
                        *next += share * weight * like;
                    }
                }
            }
            weights = next;
        }
        weights
    }
}
