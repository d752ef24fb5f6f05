//! The judge of tables: do these counts fit what is expected of them, given how they vary together?
//!
//! A test says how it reads a deck into cells, what each cell is expected to hold (its null law), and which quadratic form of the counts is chi-square. Everything else is made here: too few trials, the
//! law, the size of the bias with its interval, the cell that stands out, the smallest bias that would have been seen.

use crate::{
    Tally,
    effect_kind::EffectKind,
    judgement::{Deviates, Effect, Evidence, Judgement, Law, Outcome, Sensitivity},
    place::Place,
    size::{
        self,
        grouped::GroupedTable,
        peak::{PeakCell, ScoredCells},
        rms::{Moments, TableSquares},
    },
};

/// The judgements of tests that need the same number of trials.
pub(crate) fn judge<O: Into<Outcome>, const N: usize>(
    tests: [&'static str; N],
    [trials, needed]: [u64; 2],
    judged: impl FnOnce() -> [O; N],
) -> Vec<Judgement> {
    let outcomes = match trials < needed {
        true => [(); N].map(|()| Outcome::TooFewTrials { trials, needed }),
        false => judged().map(Into::into),
    };
    tests.into_iter().zip(outcomes).map(|(test, outcome)| Judgement { test, outcome }).collect()
}

/// A quadratic form of counts that is chi-square under uniformity.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Form {
    pub(crate) statistic: f64,
    pub(crate) df: u64,
    /// As in [`Law::ChiSquare`].
    pub(crate) ln_cell: f64,
}

impl Form {
    /// Evidence whose effect is known.
    pub(crate) fn evidence(self, trials: u64, effect: Effect) -> Evidence {
        let law = Law::ChiSquare { df: self.df, ln_cell: self.ln_cell };
        Evidence::new(self.statistic, law, law.of_one_deck(trials), effect)
    }
}

/// The deviations of the cells of a table.
pub(crate) struct Deviations {
    pub(crate) squares: TableSquares,
    pub(crate) moments: Option<Moments>,
    /// The cells among which one may stand out; none where no deck shows how they scatter.
    pub(crate) cells: ScoredCells,
}

impl Deviations {
    /// Of cells that each deck hits or not: counts, expected shares, weights.
    pub(crate) fn of_shares(
        tally: &Tally,
        cells: impl Iterator<Item = (u64, f64, f64)> + Clone,
        moments: Option<Moments>,
    ) -> Self {
        let squares = TableSquares::of_shares(tally.trials(), cells.clone());
        let cells = cells.map(|(count, expected, _)| PeakCell::Share { count, expected });
        let cells = if tally.summaries().is_empty() { Vec::new() } else { cells.collect() };
        Self { squares, moments, cells: ScoredCells::new(tally.trials(), cells) }
    }

    /// Of decks that have a number in each cell.
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
    pub(crate) form: Form,
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
