//! The judge of tables: do these counts fit what is expected of them, given how they vary together?
//!
//! A test says how it reads a deck into cells, what each cell is expected to hold (its null law, as [`Slots`] or as a
//! [`GroupedTable`]), and which quadratic form of the counts is chi-square. Everything else is made here: too few trials, the
//! law, the size of the bias with its interval, the cell that stands out, the smallest bias that would have been seen.

use crate::{
    Tally,
    effect_kind::EffectKind,
    even_counts::with_exact_tail,
    histogram::{SMALLEST_EXPECTED, sensitivity, total_variation},
    judgement::{Deviates, Effect, Evidence, Judgement, Law, Outcome, Sensitivity},
    place::Place,
    size::{
        self,
        grouped::GroupedTable,
        peak::{PeakCell, ScoredCells},
        rms::{self, KernelMoments, TableSquares},
    },
};
use std::iter::Sum;

/// The judgements of tests that need the same number of trials.
pub(crate) fn judge<O: Into<Outcome>, const N: usize>(
    tests: [&'static str; N],
    [trials, needed]: [u64; 2],
    judged: impl FnOnce() -> [O; N],
) -> Vec<Judgement> {
    let outcomes = match trials < needed {
        true => [(); N].map(|()| Outcome::too_few(trials, needed)),
        false => judged().map(Into::into),
    };
    tests.into_iter().zip(outcomes).map(|(test, outcome)| Judgement { test, outcome }).collect()
}

/// The judgement of a test that needs a minimum number of trials.
pub(crate) fn judge_one(
    test: &'static str,
    [trials, needed]: [u64; 2],
    judged: impl FnOnce() -> Evidence,
) -> Judgement {
    let outcome = if trials < needed { Outcome::too_few(trials, needed) } else { judged().into() };
    Judgement { test, outcome }
}

/// Slots, of each of which a deck hits one cell: the cells' sizes. A cell's share of the decks is its size over the slot's size.
#[derive(Clone, Debug)]
pub(crate) struct Slots(Vec<Slot>);

#[derive(Clone, Debug)]
enum Slot {
    /// Cells of equal size.
    Even(usize),
    /// Cells of these sizes, with their sum; a cell of size 0 is never hit.
    Sized(Vec<f64>, f64),
}

impl Slot {
    fn cells(&self) -> usize {
        match self {
            Self::Even(cells) => *cells,
            Self::Sized(sizes, _) => sizes.len(),
        }
    }

    fn share(&self, cell: usize) -> f64 {
        match self {
            Self::Even(cells) => 1.0 / *cells as f64,
            Self::Sized(sizes, all) => sizes[cell] / all,
        }
    }
}

impl Slots {
    /// Slots with these numbers of cells, all cells of a slot equally likely.
    pub(crate) fn even(cells: impl IntoIterator<Item = usize>) -> Self {
        Self(cells.into_iter().map(Slot::Even).collect())
    }

    /// Slots with cells of these sizes.
    pub(crate) fn sized(slots: impl IntoIterator<Item = Vec<f64>>) -> Self {
        let slot = |sizes: Vec<f64>| {
            let all = sizes.iter().sum();
            Slot::Sized(sizes, all)
        };
        Self(slots.into_iter().map(slot).collect())
    }

    pub(crate) fn cells(&self) -> usize {
        self.0.iter().map(Slot::cells).sum()
    }

    pub(crate) fn number(&self) -> usize {
        self.0.len()
    }

    /// The slot of a cell, and its number in the slot.
    pub(crate) fn locate(&self, mut cell: usize) -> (usize, usize) {
        let mut slot = 0;
        while cell >= self.0[slot].cells() {
            cell -= self.0[slot].cells();
            slot += 1;
        }
        (slot, cell)
    }

    fn split<'a>(&'a self, mut counts: &'a [u64]) -> impl Iterator<Item = (&'a Slot, &'a [u64])> {
        self.0.iter().map(move |slot| {
            let (first, rest) = counts.split_at(slot.cells());
            counts = rest;
            (slot, first)
        })
    }

    /// The trials in which each cell is expected often enough for Pearson's sum.
    pub(crate) fn trials_needed(&self) -> u64 {
        (SMALLEST_EXPECTED * self.most_cells() as f64) as u64
    }

    fn most_cells(&self) -> usize {
        self.0.iter().map(Slot::cells).max().unwrap_or(0)
    }

    /// Pearson's sums of slots that are independent of each other, each of even cells: `X^2 = (m sum O^2 - N^2) / N` over m cells,
    /// in whole numbers up to the division.
    pub(crate) fn pearson(&self, trials: u64, counts: &[u64]) -> QuadraticForm {
        let total = i128::from(trials);
        let excess = |(_, counts): (&Slot, &[u64])| {
            let squares: i128 = counts.iter().map(|&count| i128::from(count).pow(2)).sum();
            counts.len() as i128 * squares - total * total
        };
        let form = |slot: &Slot| {
            let cells = slot.cells() as f64;
            let ln_lattice_volume =
                0.5 * ((trials as f64).ln() - cells * (trials as f64 / cells).ln());
            QuadraticForm { statistic: 0.0, df: slot.cells() as u64 - 1, ln_lattice_volume }
        };
        // Expected counts are rounded, and may add up to less than the trials.
        let excess = self.split(counts).map(excess).sum::<i128>().max(0);
        let statistic = excess as f64 / trials as f64;
        QuadraticForm { statistic, ..self.0.iter().map(form).sum() }
    }

    /// As [`Table::sensitivity`], of the least sensitive cell, the others of its slot making up for it evenly.
    pub(crate) fn sensitivity(&self) -> (f64, Deviates) {
        ((self.most_cells() as f64 - 1.0).sqrt(), Deviates::CELL)
    }
}

/// A quadratic form of counts that is chi-square under uniformity.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct QuadraticForm {
    pub(crate) statistic: f64,
    pub(crate) df: u64,
    /// As in [`Law::ChiSquare`].
    pub(crate) ln_lattice_volume: f64,
}

impl QuadraticForm {
    /// The form of a table with rows of sizes g and columns of sizes h, which both add up to n. In a deck its counts have the
    /// covariance `1/(n-1) (diag g - g g'/n) x (diag h - h h'/n)`. The last row may be missing from the counts.
    ///
    /// Whole tables whose rows and columns sum to 0 form a lattice. Measured in `sqrt(g_a h_b)`, each of its points has the volume
    /// `sqrt((n / prod g)^(B-1) (n / prod h)^(A-1))`.
    pub(crate) fn of_product(trials: u64, counts: &[u64], g: &[f64], h: &[f64]) -> Self {
        let (n, total) = (h.iter().sum::<f64>(), trials as f64);
        let (mut seen, mut off) = (0.0, vec![0.0; h.len()]);
        for (row, g) in counts.chunks_exact(h.len()).zip(g) {
            for ((&count, h), off) in row.iter().zip(h).zip(&mut off) {
                let deviation = count as f64 - total * (g * h) / n;
                seen += deviation * deviation / (g * h);
                *off += deviation;
            }
        }
        if let Some(unseen) = g.get(counts.len() / h.len()) {
            seen += off.iter().zip(h).map(|(off, h)| off * off / (unseen * h)).sum::<f64>();
        }
        let free = |sizes: &[f64]| sizes.len() as f64 - 1.0;
        let ln_density = |sizes: &[f64]| n.ln() - sizes.iter().map(|size| size.ln()).sum::<f64>();
        let (df, scale) = (free(g) * free(h), (n - 1.0) / total);
        let ln_squared = ln_density(g) * free(h) + ln_density(h) * free(g) + df * scale.ln();
        Self { statistic: scale * seen, df: df as u64, ln_lattice_volume: 0.5 * ln_squared }
    }

    pub(crate) fn evidence(self, trials: u64, effect: Effect) -> Evidence {
        let law = Law::ChiSquare { df: self.df, ln_lattice_volume: self.ln_lattice_volume };
        Evidence::new(self.statistic, law, law.of_one_deck(trials), effect)
    }
}

impl Sum for QuadraticForm {
    fn sum<I: Iterator<Item = Self>>(forms: I) -> Self {
        forms.fold(Self::default(), |a, b| Self {
            statistic: a.statistic + b.statistic,
            df: a.df + b.df,
            ln_lattice_volume: a.ln_lattice_volume + b.ln_lattice_volume,
        })
    }
}

/// The judgement of decks that show one of many patterns, all equally likely: Pearson's sum and the total variation.
pub(crate) fn judge_patterns(trials: u64, counts: &[u64]) -> Evidence {
    let share = 1.0 / counts.len() as f64;
    let effect = total_variation(trials, counts.iter().map(|&count| (count, share)));
    let form = Slots::even([counts.len()]).pearson(trials, counts);
    let evidence = form.evidence(trials, effect).with_sensitivity(sensitivity(trials));
    with_exact_tail(evidence, (trials, counts, counts.len()))
}

pub(crate) struct Deviations {
    pub(crate) squares: TableSquares,
    pub(crate) moments: Option<KernelMoments>,
    /// The cells among which one may stand out; none where no deck shows how they scatter.
    pub(crate) cells: ScoredCells,
}

impl Deviations {
    /// For cells that each deck hits or not: counts, expected shares, weights.
    pub(crate) fn of_shares(
        tally: &Tally,
        cells: impl Iterator<Item = (u64, f64, f64)> + Clone,
        moments: Option<KernelMoments>,
    ) -> Self {
        let squares = TableSquares::of_shares(tally.trials(), cells.clone());
        let cells = cells.map(|(count, expected, _)| PeakCell::Share { count, expected });
        let cells = if tally.summaries().is_empty() { Vec::new() } else { cells.collect() };
        Self { squares, moments, cells: ScoredCells::new(tally.trials(), cells) }
    }

    /// For decks that hit one cell of each slot: `hits` reads the cells from the summary of a deck.
    pub(crate) fn of_slots(
        tally: &Tally,
        slots: &Slots,
        hits: impl Fn(&[u32]) -> Vec<u32>,
    ) -> Self {
        let tables: Vec<_> = slots.split(tally.cells()).collect();
        let share = |slot: usize, cell: u32| tables[slot].0.share(cell as usize);
        let ratio = |slot: usize, cell: u32| {
            tables[slot].1[cell as usize] as f64 / (tally.trials() as f64 * share(slot, cell))
        };
        let moments = rms::slots(tally.summaries(), hits, share, ratio);
        let number = tables.len() as f64;
        let cells = tables.iter().flat_map(|(slot, counts)| {
            counts.iter().enumerate().map(|(cell, &count)| {
                let share = slot.share(cell);
                (count, share, share / number)
            })
        });
        Self::of_shares(tally, cells.filter(|(_, share, _)| *share > 0.0), moments)
    }

    /// For decks that have a number in each cell.
    pub(crate) fn of_amounts(table: &GroupedTable) -> Self {
        let (squares, moments, cells) = table.parts();
        let cells = if table.decks.is_empty() { Vec::new() } else { cells };
        let cells = ScoredCells { shared: table.shared, ..ScoredCells::new(table.trials, cells) };
        Self { squares, moments, cells }
    }
}

/// A cell with less than expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Below {
    /// Its deviation may be any number.
    Any,
    /// Its deviation is relative, and so at least -1.
    AtLeastMinusOne,
    /// It has a mirror image with more than expected, by which it is called.
    Mirrored,
}

/// A table as its test puts it before the judge.
pub(crate) struct Table {
    pub(crate) form: QuadraticForm,
    pub(crate) deviations: Deviations,
    /// The root mean square deviation, and the deviation of the cell that stands out.
    pub(crate) effects: [&'static EffectKind; 2],
    pub(crate) below: Below,
    /// The deviation with a noncentrality of 1 per trial, and what deviates by it.
    pub(crate) sensitivity: (f64, Deviates),
}

impl Table {
    /// The evidence; `place` names a cell, or its mirror image.
    pub(crate) fn evidence(self, place: impl FnOnce(usize, bool) -> Place) -> Evidence {
        let Self { form, deviations, effects: [rms, largest], below, .. } = self;
        let (trials, cells) = (deviations.squares.trials, &deviations.cells);
        let mut turned = false;
        let peak = size::peak(largest, cells, |cell| {
            turned = below == Below::Mirrored && cells.cells[cell].is_below(trials);
            place(cell, turned)
        });
        let peak = peak.map(|peak| match below {
            Below::AtLeastMinusOne => peak.of_ratio(),
            _ if turned => peak.turned(),
            _ => peak,
        });
        let effect = Effect { peak, ..deviations.squares.effect(rms, deviations.moments) };
        let (scale, of) = self.sensitivity;
        form.evidence(trials, effect).with_sensitivity(Sensitivity {
            kind: largest,
            scale,
            trials,
            of,
        })
    }
}
