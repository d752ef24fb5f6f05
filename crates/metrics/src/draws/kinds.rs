//! Kinds by position in packs.
#![doc = include_str!("kinds.md")]

use super::{PACK, of_all};
use crate::{
    Card, Judgement, Shape, Tally,
    costs::Cost,
    effect_kind, few_trials,
    grouping::Grouping,
    judgement::{Deviates, Effect, Evidence, Outcome, Sensitivity},
    largest::{self, CountLaw},
    metric::{About, Exhibit, Metric, MetricEntry, NotApplicable, TestEntry, prose},
    place::Place,
    position::PositionMatrix,
    size::{
        self,
        peak::{PeakCell, ScoredCells},
        rms::TableSquares,
    },
    table::{self, QuadraticForm},
};
use shuffle_deck::Pack;
use std::collections::{BTreeSet, HashMap};

pub(crate) const KINDS: TestEntry = TestEntry {
    title: prose! { "how often each kind of card is at each position, chi-square of the whole table" },
    sees: prose! { "kinds that favor some positions: a library that was not shuffled enough, lands on top" },
    blind_to: prose! { "kinds that clump anywhere" },
    has_plain_effect: true,
    cost: Cost::of(26.0, 0.0),
    ..TestEntry::new("kinds", About::Orders)
};

pub(crate) const LARGEST_KIND: TestEntry = TestEntry {
    title: prose! { "the kind and position with the most extreme count, by its exact tail" },
    sees: prose! { "one position that one kind prefers, such as a land on top" },
    blind_to: prose! { "small deviations of many positions, which `kinds` adds up" },
    explains: true,
    has_plain_effect: true,
    ..TestEntry::new("largest-kind", About::Orders)
};

pub(crate) const ENTRY: MetricEntry = MetricEntry {
    draws: PACK,
    ..MetricEntry::new(&[KINDS, LARGEST_KIND], |shape| Ok(Box::new(Kinds::new(shape)?)))
};

/// Packs of up to this many cards are counted position by position.
const MOST_SINGLE: usize = 256;

/// Larger packs are counted in this many groups of positions.
const GROUPS: usize = 64;

const MOST_CELLS: usize = 1 << 20;

/// The rarest kind is expected so often at a position.
const RAREST_EXPECTED: f64 = 1.0;

pub(super) fn pack_of(shape: Shape) -> Result<Pack, NotApplicable> {
    shape.pack().ok_or_else(|| NotApplicable::new("needs a pack"))
}

/// The outcome of the kind whose p-value is the smallest of all that can be judged; `what` names a kind, and `why` is said where none can
/// be. Kinds of as many cards share a law.
pub(super) fn clearest_kind<L>(
    (pack, trials): (Pack, u64),
    law: impl Fn(usize) -> L,
    judge: impl Fn(usize, &L) -> Outcome,
    [what, why]: [&'static str; 2],
) -> Outcome {
    let mut laws = HashMap::new();
    let outcome_of = |(kind, &count): (usize, &u32)| {
        judge(kind, laws.entry(count).or_insert_with(|| law(count as usize)))
    };
    let outcomes: Vec<Outcome> = pack.counts().iter().enumerate().map(outcome_of).collect();
    let (mut judged, mut needed) = (Vec::new(), None);
    for (kind, outcome) in outcomes.iter().enumerate() {
        match outcome {
            Outcome::Judged(evidence) => judged.push((evidence.p_value.ln(), kind, evidence)),
            Outcome::TooFewTrials { needed: more, .. } => {
                needed = Some(needed.unwrap_or(*more).min(*more));
            }
            Outcome::NotApplicable { .. } => {}
        }
    }
    match (judged.iter().min_by(|a, b| a.0.total_cmp(&b.0)), needed) {
        (Some(&(ln, kind, clearest)), _) => {
            let effect = clearest.effect.clone();
            // An effect with an extreme already names its kind.
            let is_said = effect.extreme.is_some();
            let effect = if is_said { effect } else { effect.at(Place::from(what).card(kind)) };
            let least = judged.iter().map(|(_, _, evidence)| evidence.least_p.ln());
            let ln_least = least.fold(0.0, f64::min);
            Evidence::of_tails(ln, judged.len() as u64, ln_least, effect).into()
        }
        (None, Some(needed)) => Outcome::too_few(trials, needed),
        (None, None) => Outcome::not_applicable(why),
    }
}

/// Counts kinds at positions: kind a in group g of positions is cell `g L + a`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Kinds {
    shape: Shape,
    pack: Pack,
    positions: Grouping,
}

impl Kinds {
    pub(crate) fn new(shape: Shape) -> Result<Self, NotApplicable> {
        let pack = pack_of(shape)?;
        let groups = if shape.cards() <= MOST_SINGLE { shape.dealt() } else { GROUPS };
        let positions = Grouping::new(shape.dealt(), groups);
        if positions.groups().saturating_mul(pack.kinds()) > MOST_CELLS {
            return Err(NotApplicable(format!(
                "up to {MOST_CELLS} kinds at positions are counted"
            )));
        }
        Ok(Self { shape, pack, positions })
    }

    fn share(&self, kind: usize) -> f64 {
        f64::from(self.pack.counts()[kind]) / self.shape.cards() as f64
    }

    /// T: groups of positions, those that are not seen being the last, by kinds.
    fn form(&self, counts: &[u64], trials: u64) -> QuadraticForm {
        let unseen = (self.shape.cards() - self.shape.dealt()) as f64;
        let rows = (0..self.positions.groups()).map(|group| self.positions.size(group));
        let rows: Vec<f64> = rows.chain((unseen > 0.0).then_some(unseen)).collect();
        let kinds: Vec<f64> = self.pack.counts().iter().map(|&count| f64::from(count)).collect();
        QuadraticForm::of_product(trials, counts, &rows, &kinds)
    }

    fn evidence(&self, tally: &Tally) -> Evidence {
        let (trials, counts) = (tally.trials(), tally.cells());
        let form = self.form(counts, trials);
        let rarest = (0..self.pack.kinds()).map(|kind| self.share(kind)).fold(1.0, f64::min);
        let size = self.positions.largest();
        let sensitivity = Sensitivity {
            kind: effect_kind::DRAW_DEVIATION,
            scale: ((1.0 - rarest) / (rarest * size)).sqrt(),
            trials,
            of: Deviates::Cell { factor: size },
        };
        let whole = form.evidence(trials, self.effect(form, counts, trials));
        of_all("kinds at positions", whole).with_sensitivity(sensitivity)
    }

    fn effect(&self, form: QuadraticForm, counts: &[u64], trials: u64) -> Effect {
        let (kinds, dealt) = (self.pack.kinds(), self.shape.dealt() as f64);
        if self.positions.groups() < self.shape.dealt() {
            let excess = (form.statistic - form.df as f64).max(0.0) / (trials as f64 * dealt);
            return Effect::new(effect_kind::RMS_DRAW_DEVIATION, excess.sqrt());
        }
        let cells = counts.iter().enumerate().map(|(cell, &count)| {
            let share = self.share(cell % kinds);
            (count, share, share / dealt)
        });
        let effect = TableSquares::of_shares(trials, cells.clone())
            .effect(effect_kind::RMS_DRAW_DEVIATION, None);
        let cells = cells.map(|(count, expected, _)| PeakCell::Share { count, expected });
        let scored = ScoredCells::new(trials, cells.collect());
        let peak = size::peak(effect_kind::DRAW_DEVIATION, &scored, |cell| self.place(cell));
        Effect { peak, ..effect }
    }

    /// The cell with the smallest tail.
    fn largest(&self, counts: &[u64], trials: u64) -> Evidence {
        let (n, kinds) = (self.shape.cards(), self.pack.kinds());
        let law = |cell: usize| {
            let places = self.positions.size(cell / kinds) as usize;
            CountLaw::of_cards(n, self.pack.counts()[cell % kinds] as usize, places, trials)
        };
        let moments = |size: f64, kind: usize| {
            let share = self.share(kind);
            let (n, trials) = (n as f64, trials as f64);
            let variance = size * share * (1.0 - share) * (n - size) / (n - 1.0);
            [trials * size * share, (trials * variance).sqrt()]
        };
        let z = |cell: usize| {
            let [mean, deviation] = moments(self.positions.size(cell / kinds), cell % kinds);
            (counts[cell] as f64 - mean) / deviation
        };
        let tails = 2 * counts.len() as u64;
        let ln_tail = |&cell: &usize| law(cell).ln_tail(counts[cell]);
        let (smallest, cell) = largest::clearest(0..counts.len(), |&cell| z(cell), ln_tail);
        let law = law(cell);
        let most = self.pack.counts()[cell % kinds].min(self.positions.size(cell / kinds) as u32);
        let counts = [counts[cell], u64::from(most) * trials];
        let effect =
            Effect::of_picked_count(effect_kind::DRAW_DEVIATION, counts, law.mean(), tails);
        let effect = match most {
            1 => effect.hit(self.place(cell), counts, "decks", law.mean() / trials as f64),
            _ => effect.at(self.place(cell)),
        };
        let rarest = (0..kinds).min_by_key(|&kind| self.pack.counts()[kind]).expect("it has kinds");
        let size = self.positions.largest();
        let sizes = [0, self.positions.groups() - 1].map(|group| self.positions.size(group));
        let kinds_of: BTreeSet<u32> = self.pack.counts().iter().copied().collect();
        let laws = kinds_of.iter().flat_map(|&kind| {
            sizes.map(|size| CountLaw::of_cards(n, kind as usize, size as usize, trials))
        });
        let ln_least = laws.map(|law| law.ln_least()).fold(0.0, f64::min);
        let [mean, deviation] = moments(size, rarest);
        let of_count = [mean, deviation, trials as f64 * size];
        Evidence::of_tails(smallest, tails, ln_least, effect).with_sensitivity(
            Sensitivity::of_count(effect_kind::DRAW_DEVIATION, trials, of_count, size),
        )
    }

    /// The trials of which the whole table is judged.
    fn trials_for_whole(&self) -> u64 {
        let rarest = self.pack.counts().iter().copied().min().unwrap_or(1);
        let size = self.positions.size(0).max(1.0);
        let needed = RAREST_EXPECTED * self.shape.cards() as f64 / (f64::from(rarest) * size);
        super::FEWEST_TRIALS.max(needed.ceil() as u64)
    }

    fn place(&self, cell: usize) -> Place {
        let kinds = self.pack.kinds();
        Place::from("the kind ")
            .card(cell % kinds)
            .text(" at ")
            .and(Place::positions(&self.positions.items(cell / kinds)))
    }
}

impl Metric for Kinds {
    fn cells(&self) -> usize {
        self.positions.groups() * self.pack.kinds()
    }

    fn count<C: Card>(&self, rows: &[C], _: u64, cells: &mut [u64]) {
        let (kinds, dealt) = (self.pack.kinds(), self.shape.dealt());
        let single = self.positions.groups() == dealt;
        for row in rows.chunks_exact(self.shape.width()) {
            for (position, kind) in row[..dealt].iter().enumerate() {
                let group = if single { position } else { self.positions.group_of(position) };
                cells[group * kinds + kind.index()] += 1;
            }
        }
    }

    fn judge(&self, tally: &Tally) -> Vec<Judgement> {
        let trials = [tally.trials(), self.trials_for_whole()];
        if self.positions.groups() == 1 && self.shape.is_whole() {
            return table::judge([KINDS.id, LARGEST_KIND.id], [0; 2], || {
                [(); 2].map(|()| Outcome::not_applicable("all positions are one group"))
            });
        }
        let largest = || self.largest(tally.cells(), tally.trials());
        vec![
            table::judge_one(KINDS.id, trials, || self.evidence(tally)),
            table::judge_one(LARGEST_KIND.id, [tally.trials(), 1], largest),
        ]
    }

    fn by_replicates(&self, tests: &[&str], tally: &Tally) -> Vec<(&'static str, Evidence)> {
        let of = (self.shape, tally.trials());
        let statistic = |cells: &[u64]| [self.form(cells, tally.trials()).statistic];
        let whole = || [self.evidence(tally)];
        few_trials::by_replicates(self, of, tests, [KINDS.id], whole, statistic)
    }

    fn exhibit(&self, tally: &Tally) -> Option<Exhibit> {
        let kinds = self.pack.kinds();
        Some(Exhibit::Position(PositionMatrix {
            shape: self.shape,
            trials: tally.trials(),
            positions: self.positions,
            cards: Grouping::new(kinds, kinds),
            counts: tally.cells().to_vec(),
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{each_arrangement, pack, sums_over_draws};

    /// Over all arrangements T has the mean of its law, for decks and for deals. For two decks its variance is `2 df
    /// / 2` plus half the variance for one deck.
    #[test]
    fn the_mean_is_exact() {
        for counts in [vec![2, 2], vec![3, 1], vec![2, 2, 1], vec![3, 2, 1]] {
            let pack = pack(&counts);
            let rows = each_arrangement(&counts);
            for dealt in 1..=pack.cards() {
                let shape = Shape::of_pack(pack, Some(dealt)).unwrap();
                let metric = Kinds::new(shape).unwrap();
                let rows: Vec<Vec<u32>> = rows.iter().map(|row| row[..dealt].to_vec()).collect();
                let cells = metric.cells();
                let df = metric.form(&vec![1; cells], 1).df;
                let statistic = |cells: &[u64], trials| metric.form(cells, trials).statistic;
                let (mean, _) = sums_over_draws(&metric, &rows, cells, statistic);
                assert!((mean - df as f64).abs() < 1e-9, "{counts:?} {dealt}: {mean}, not {df}");
            }
        }
    }
}
