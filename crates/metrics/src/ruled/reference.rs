//! Counts against the counts of fair draws, cell by cell and by the exact law of both together.

use super::reading::{BINS, Reading, Thing};
use crate::{
    Place, Shape, effect_kind,
    exhibit::DifferingCell,
    judgement::{Effect, Evidence, Outcome, Sensitivity},
    share::{self, Executor},
    two_sample::{self, Order, Pairing},
};
use std::{
    cmp::Reverse,
    f64::consts::LN_2,
    ops::Range,
    sync::{Arc, Mutex, PoisonError},
};

/// The parts of all fair draws, each with a seed of its own, and the most draws of one.
const PARTS: u64 = 32;
const MOST_OF_A_PART: u64 = 1 << 12;

/// Fair draws that are made however long they take.
const FEWEST_OF_ALL: u64 = 256;

/// Fair draws at least and at most; between, four times the draws that are judged.
const FEWEST: u64 = 1 << 17;
const MOST: u64 = 1 << 21;

/// Up to this number of draws p-values are coarse, and more fair draws are worth their time.
const FEW: u64 = 32;
const FOR_FEW: u64 = 1 << 19;

/// The numbers that free draws of one reference may have in all.
const MOST_NUMBERS: f64 = 3e8;

const SEED: u64 = 0xfa1d_0a35;

/// The most cells that a report lists.
pub(super) const LISTED: usize = 5;

/// The number of cells whose exact tails are computed.
const CLEAREST: usize = 64;

/// The counts of fair draws.
#[derive(Debug)]
pub(crate) struct FairDraws {
    shape: Shape,
    pub(crate) draws: u64,
    pub(crate) cells: Vec<u64>,
}

impl FairDraws {
    /// For the judgement of this number of draws. The last one is kept, since a study judges many samples of one size.
    pub(crate) fn of(reading: &Reading, trials: u64, executor: &dyn Executor) -> Arc<Self> {
        static LAST: Mutex<Option<Arc<FairDraws>>> = Mutex::new(None);
        let last = || LAST.lock().unwrap_or_else(PoisonError::into_inner);
        let (shape, sampler) = (reading.shape, &reading.sampler);
        let wanted = match trials {
            ..=FEW => FOR_FEW,
            _ => trials.saturating_mul(4).next_power_of_two().clamp(FEWEST, MOST),
        };
        let most = (MOST_NUMBERS / sampler.tries() / shape.dealt() as f64) as u64;
        // All parts have the same number of draws, so that it is the same on any number of threads.
        let draws = wanted.min(most.max(FEWEST_OF_ALL));
        let part = (draws / PARTS).clamp(1, MOST_OF_A_PART);
        let parts = draws.div_ceil(part);
        let known = last().clone();
        if let Some(known) = known.filter(|it| it.shape == shape && it.draws == parts * part) {
            return known;
        }
        let count = |number: usize| {
            let mut hand = sampler.hand(SEED ^ number as u64);
            let mut cells = vec![0; reading.cells()];
            for _ in 0..part {
                reading.count(sampler.draw(&mut hand), &mut cells);
            }
            cells
        };
        let mut cells = vec![0; reading.cells()];
        // A few at a time, since tables may be large.
        for first in (0..parts).step_by(64) {
            let some = share::map(executor, (parts - first).min(64) as usize, |number| {
                count(first as usize + number)
            });
            for part in some {
                cells.iter_mut().zip(part).for_each(|(sum, count)| *sum += count);
            }
        }
        let made = Arc::new(Self { shape, draws: parts * part, cells });
        *last() = Some(Arc::clone(&made));
        made
    }
}

/// Two samples of the same cells: the draws that are judged, and fair ones.
pub(crate) struct Compared<'a> {
    reading: &'a Reading,
    cells: [&'a [u64]; 2],
    draws: [u64; 2],
}

/// A cell of both samples, and what it is: a thing, or bins of a number.
#[derive(Clone, Debug)]
struct ComparedCell {
    counts: [u64; 2],
    what: What,
}

#[derive(Clone, Debug)]
enum What {
    Thing(Thing),
    /// The number, the bins, and the first bin that came.
    Number(usize, Range<usize>, usize),
}

impl What {
    fn place(&self, reading: &Reading) -> Place {
        match self {
            Self::Thing(thing) => reading.place(thing),
            Self::Number(at, bins, first) => reading.numbers[*at].in_words(bins.clone(), *first),
        }
    }
}

impl<'a> Compared<'a> {
    pub(crate) fn new(reading: &'a Reading, cells: [&'a [u64]; 2], draws: [u64; 2]) -> Self {
        Self { reading, cells, draws }
    }

    fn cell(&self, cells: impl Iterator<Item = usize> + Clone, what: What) -> ComparedCell {
        let sum = |counts: &[u64]| cells.clone().map(|cell| counts[cell]).sum();
        ComparedCell { counts: self.cells.map(sum), what }
    }

    fn things(&self, things: &[Thing]) -> Vec<ComparedCell> {
        let cells = |it: &Thing| [Some(it.cell), it.or].into_iter().flatten();
        things.iter().map(|it| self.cell(cells(it), What::Thing(*it))).collect()
    }

    /// Cells of places one by one, and each place as a whole.
    pub(crate) fn places(&self, things: &[Thing]) -> (Outcome, Vec<DifferingCell>) {
        self.outcome(self.things(things), (Order::None, self.reading.rows()))
    }

    /// Pairs in one order, and in any.
    pub(crate) fn pairs(&self, things: &[Thing]) -> (Outcome, Vec<DifferingCell>) {
        self.outcome(self.things(things), (Order::None, std::iter::empty()))
    }

    /// Values of numbers, and values up to each.
    pub(crate) fn numbers(&self) -> (Outcome, Vec<DifferingCell>) {
        let reading = self.reading;
        let mut cells = Vec::new();
        for at in 0..reading.numbers.len() {
            let bins = reading.bins(at);
            let came = |&bin: &usize| self.cells.iter().any(|counts| counts[bins.start + bin] > 0);
            let seen: Vec<usize> = (0..BINS).filter(came).collect();
            let (Some(&first), Some(&last)) = (seen.first(), seen.last()) else { continue };
            let mut add = |range: Range<usize>| {
                let all = range.clone().map(|bin| bins.start + bin);
                cells.push(self.cell(all, What::Number(at, range, first)));
            };
            (first..last).for_each(|bin| add(first..bin + 1));
            seen.iter().filter(|&&bin| bin > first).for_each(|&bin| add(bin..bin + 1));
        }
        let rows = (0..reading.numbers.len()).map(|at| reading.bins(at));
        self.outcome(cells, (Order::Neighbors, rows))
    }

    /// The clearest of all cells, each by the smaller tail of its exact law given the counts of both samples together, and of all rows of
    /// which each draw hits one cell.
    fn outcome(
        &self,
        mut cells: Vec<ComparedCell>,
        (order, rows): (Order, impl Iterator<Item = Range<usize>>),
    ) -> (Outcome, Vec<DifferingCell>) {
        // Nothing can be seen of what came nowhere or in each draw.
        let all = self.draws[0] + self.draws[1];
        cells.retain(|cell| (1..all).contains(&(cell.counts[0] + cell.counts[1])));
        if cells.is_empty() {
            return (Outcome::not_applicable("all draws have the same"), Vec::new());
        }
        let tails = 2 * cells.len() as u64;
        let ln_tails = (tails as f64).ln();
        let sensitivity = self.sensitivity(&cells);
        let found = self.clearest(cells);
        let ln_rows = self.clearest_row(order, rows);
        // Cells and rows share the error.
        let ln_ways = if ln_rows.is_some() { LN_2 } else { 0.0 };
        let ln_p = (found[0].0 + ln_tails).min(ln_rows.unwrap_or(0.0)) + ln_ways;
        // All draws that are judged hit a cell, and no fair one does.
        let ln_least = two_sample::ln_tail([self.draws[0], 0], self.draws) + ln_ways;
        let effect = self.effect(&found[0].1, tails);
        let evidence = Evidence::of_tails(ln_p - ln_tails, tails, ln_least, effect);
        let evidence = Evidence { sensitivity, ..evidence };
        let listed = found.into_iter().take(LISTED).map(|(ln_tail, cell)| DifferingCell {
            what: cell.what.place(self.reading),
            count: cell.counts[0],
            of: self.draws[0],
            expected: self.fair_share(&cell),
            ln_p: (ln_tail + ln_tails).min(0.0),
        });
        (evidence.into(), listed.collect())
    }

    /// The cells with the smallest tails, and the logarithms of these.
    fn clearest(&self, mut cells: Vec<ComparedCell>) -> Vec<(f64, ComparedCell)> {
        cells.sort_by_cached_key(|cell| {
            // Bits of numbers that are not negative are in their order.
            Reverse(two_sample::deviance(cell.counts, self.draws).max(0.0).to_bits())
        });
        cells.truncate(CLEAREST);
        let with_tail = |cell: ComparedCell| (two_sample::ln_tail(cell.counts, self.draws), cell);
        let mut found: Vec<(f64, ComparedCell)> = cells.into_iter().map(with_tail).collect();
        found.sort_by(|a, b| a.0.total_cmp(&b.0));
        found
    }

    /// The logarithm of the smallest p-value of all rows, times their number; `None` if none has enough draws.
    fn clearest_row(&self, order: Order, rows: impl Iterator<Item = Range<usize>>) -> Option<f64> {
        let of_row = |row: Range<usize>| {
            let counts = self.cells.map(|cells| &cells[row.clone()]);
            let is_row = |(counts, draws): (&[u64], u64)| counts.iter().sum::<u64>() == draws;
            let is_row = counts.into_iter().zip(self.draws).all(is_row);
            two_sample::row(counts, order, Pairing::Independent).filter(|_| is_row)
        };
        let rows: Vec<f64> = rows.filter_map(of_row).map(|it| it.ln_p).collect();
        let smallest = rows.iter().copied().min_by(f64::total_cmp)?;
        Some(smallest + (rows.len() as f64).ln())
    }

    fn fair_share(&self, cell: &ComparedCell) -> f64 {
        cell.counts[1] as f64 / self.draws[1] as f64
    }

    fn effect(&self, cell: &ComparedCell, tails: u64) -> Effect {
        let ([count, _], [n, m]) = (cell.counts, self.draws);
        // What no fair draw has is rarer than one in all of them.
        let share = self.fair_share(cell).max((m as f64).recip());
        let mean = n as f64 * share;
        Effect::of_picked_count(effect_kind::DRAW_DEVIATION, [count, n], mean, tails).hit(
            cell.what.place(self.reading),
            [count, n],
            self.reading.unit(),
            share,
        )
    }

    /// The sensitivity to a cell that is neither rare nor frequent: with the median share of all.
    fn sensitivity(&self, cells: &[ComparedCell]) -> Option<Sensitivity> {
        let mut shares: Vec<f64> = cells.iter().map(|cell| self.fair_share(cell)).collect();
        shares.sort_by(f64::total_cmp);
        let share = *shares.get(shares.len() / 2).filter(|share| (1e-4..0.999).contains(*share))?;
        let [n, m] = self.draws.map(|draws| draws as f64);
        // Fair draws have an error of their own.
        let deviation = (n * share * (1.0 - share) * (1.0 + n / m)).sqrt();
        let of_count = [n * share, deviation, n];
        Some(Sensitivity::of_count(effect_kind::DRAW_DEVIATION, self.draws[0], of_count, 1.0))
    }
}
