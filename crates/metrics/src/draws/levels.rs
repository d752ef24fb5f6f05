//! Draws compared by a factor, such as the ball set, the machine, or the years of a rule.
#![doc = include_str!("levels.md")]

use super::{levels_of_orders::OrderLevels, ln_lattice_volume_of, weighted::PooledSymbols};
use crate::{
    Card, Judgement, Shape, Tally,
    costs::Cost,
    effect_kind,
    judgement::{Effect, Outcome},
    largest::{self, Cell},
    metric::{About, Exhibit, Metric, MetricEntry, NotApplicable, RowNeeds, TestEntry, prose},
    place::Place,
    table::{self, QuadraticForm},
};
use shuffle_deck::{DrawKind, shape::MOST_LEVELS};

pub(crate) const LEVELS: TestEntry = TestEntry {
    title: prose! { "balls or symbols compared across the levels of a factor: ball sets, machines, rule periods" },
    sees: prose! { "one worn ball set of several, one bad machine" },
    blind_to: prose! { "biases that all levels share" },
    cost: Cost::of(10.0, 0.0),
    ..TestEntry::new("levels", About::Orders)
};

pub(crate) const LARGEST_LEVEL: TestEntry = TestEntry {
    title: prose! { "the ball, symbol, card or name that stands out on one level of a factor" },
    sees: prose! { "one ball of one ball set that is too heavy, one clerk who puts a name first" },
    blind_to: prose! { "many small differences" },
    explains: true,
    ..TestEntry::new("largest-level", About::Orders)
};

pub(crate) const ENTRY: MetricEntry = MetricEntry {
    draws: EVERY,
    needs: RowNeeds::Level,
    ..MetricEntry::new(&[LEVELS, LARGEST_LEVEL], |shape| match shape.kind() {
        DrawKind::Order | DrawKind::Pack | DrawKind::Varying => {
            Ok(Box::new(OrderLevels::new(shape, [LEVELS.id, LARGEST_LEVEL.id])?))
        }
        _ => Ok(Box::new(Levels::new(shape)?)),
    })
};

pub(crate) const EVERY: &[DrawKind] = &[
    DrawKind::Unordered,
    DrawKind::Replacement,
    DrawKind::Weighted,
    DrawKind::Order,
    DrawKind::Pack,
    DrawKind::Varying,
];

/// A ball is expected so often on a level that counts.
const FEWEST_EXPECTED: f64 = 2.0;

/// Counts balls by levels, or symbols by levels and places; after them the draws of each level.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Levels {
    shape: Shape,
}

impl Levels {
    pub(crate) fn new(shape: Shape) -> Result<Self, NotApplicable> {
        match shape.is_by_level() {
            true => Ok(Self { shape }),
            false => Err(NotApplicable::new("the draws have no levels; name a column with --by")),
        }
    }

    /// Places that are counted by themselves.
    fn places(&self) -> usize {
        if self.shape.kind() == DrawKind::Unordered { 1 } else { self.shape.dealt() }
    }

    /// The counts of the level whose balls stand out, in draws without order.
    fn clearest_level(&self, test: &'static str, tally: &Tally) -> Option<Exhibit> {
        if self.places() > 1 || self.shape.weights().is_some() {
            return None;
        }
        let (cells, draws) = tally.cells().split_at(MOST_LEVELS * self.cells_of_level());
        let width = self.cells_of_level();
        let farthest = |level: usize| {
            let counts = &cells[level * width..][..width];
            let cells = largest::cells(counts, draws[level], self.chance());
            cells.iter().map(|cell| cell.z().abs()).fold(0.0, f64::max)
        };
        let seen = (0..MOST_LEVELS).filter(|&level| draws[level] > 0);
        let level = seen.max_by(|&a, &b| farthest(a).total_cmp(&farthest(b)))?;
        Some(Exhibit::even(test, &cells[level * width..][..width]))
    }

    fn cells_of_level(&self) -> usize {
        self.places() * self.shape.cards()
    }

    fn chance(&self) -> f64 {
        (self.shape.dealt() / self.places()) as f64 / self.shape.cards() as f64
    }

    /// The symbols of each place that are judged together where they have weights: for the level with the fewest draws.
    fn classes(&self, draws: u64) -> Option<PooledSymbols> {
        PooledSymbols::of_singles(self.shape.weights()?.chances(), draws)
    }

    /// The outcome of all levels together.
    fn together(&self, tally: &Tally) -> Outcome {
        let (cells, draws) = tally.cells().split_at(MOST_LEVELS * self.cells_of_level());
        let counts = |level: usize| match self.shape.weights() {
            Some(_) => self.classes(draws[level]).is_some(),
            None => draws[level] as f64 * self.chance() >= FEWEST_EXPECTED,
        };
        let levels: Vec<usize> = (0..MOST_LEVELS).filter(|&level| counts(level)).collect();
        if levels.len() < 2 {
            let why = "fewer than two levels have draws enough";
            return Outcome::not_applicable(why);
        }
        let fewest = levels.iter().map(|&level| draws[level]).min().unwrap_or(0);
        let classes = self.classes(fewest);
        let values = classes.as_ref().map_or(self.shape.cards(), PooledSymbols::number);
        let together = |places: &[u64]| match &classes {
            Some(classes) => {
                places.chunks(self.shape.cards()).flat_map(|place| classes.counts(place)).collect()
            }
            None => places.to_vec(),
        };
        let cells: Vec<u64> =
            cells.chunks_exact(self.cells_of_level()).flat_map(together).collect();
        let width = self.places() * values;
        let all: u64 = levels.iter().map(|&level| draws[level]).sum();
        let pooled =
            |cell: usize| -> u64 { levels.iter().map(|&level| cells[level * width + cell]).sum() };
        let pooled: Vec<u64> = (0..width).map(pooled).collect();
        let (mut statistic, mut square) = (0.0, 0.0);
        for &level in &levels {
            for (cell, &count) in cells[level * width..][..width].iter().enumerate() {
                let expected = draws[level] as f64 * pooled[cell] as f64 / all as f64;
                if expected > 0.0 {
                    statistic += (count as f64 - expected).powi(2) / expected;
                    square += expected;
                }
            }
        }
        let (n, places) = (self.shape.cards() as f64, self.places());
        let scale = match self.shape.kind() {
            DrawKind::Unordered => (n - 1.0) / (n - self.shape.dealt() as f64),
            _ => 1.0,
        };
        let df = (levels.len() - 1) * places * (values - 1);
        let excess = (statistic - df as f64 / scale).max(0.0) / square.max(1.0);
        let effect = Effect::new(effect_kind::RMS_DRAW_DEVIATION, excess.sqrt())
            .at("balls or symbols of some level");
        // Given their margins, tables are whole numbers whose rows and columns add up to 0.
        let ln_lattice_volume: f64 = (0..places)
            .map(|place| {
                let shares = pooled[place * values..][..values].iter().filter(|&&count| count > 0);
                let shares: Vec<f64> = shares.map(|&count| count as f64 / all as f64).collect();
                let (of_values, of_levels) = (shares.len() as f64 - 1.0, levels.len() as f64 - 1.0);
                let ln_levels =
                    ln_lattice_volume_of(levels.iter().map(|&level| draws[level] as f64));
                of_values * ln_levels + of_levels * ln_lattice_volume_of(shares.into_iter())
            })
            .sum();
        let ln_lattice_volume = ln_lattice_volume + 0.5 * df as f64 * scale.ln();
        let form = QuadraticForm { statistic: scale * statistic, df: df as u64, ln_lattice_volume };
        Outcome::Judged(form.evidence(all, effect))
    }

    /// The evidence of the cell that stands out on one level.
    fn largest(&self, tally: &Tally) -> Outcome {
        let (cells, draws) = tally.cells().split_at(MOST_LEVELS * self.cells_of_level());
        let (width, n) = (self.cells_of_level(), self.shape.cards());
        let chance = |cell: usize| match self.shape.weights() {
            Some(weights) => weights.chances()[cell % n],
            None => self.chance(),
        };
        let levels = (0..MOST_LEVELS).filter(|&level| draws[level] > 0);
        if levels.clone().count() < 2 {
            return Outcome::not_applicable("only one level occurred");
        }
        let all = levels.flat_map(|level| (0..width).map(move |cell| (level, cell)));
        // `largest-symbol` sees a symbol that must not come.
        let judged: Vec<(usize, usize)> = all.filter(|&(_, cell)| chance(cell) > 0.0).collect();
        let alone = |&(level, cell): &(usize, usize)| Cell {
            count: cells[level * width + cell],
            trials: draws[level],
            chance: chance(cell),
        };
        let alone: Vec<Cell> = judged.iter().map(alone).collect();
        largest::evidence(&alone, "draws", &|cell| self.place(judged[cell].0, judged[cell].1))
            .into()
    }

    fn place(&self, level: usize, cell: usize) -> Place {
        let value = cell % self.shape.cards();
        let what = match self.shape.kind() {
            DrawKind::Unordered => Place::from("ball ").card(value),
            _ => Place::from("symbol ")
                .card(value)
                .text(" at place ")
                .position(cell / self.shape.cards()),
        };
        what.text(" on the level ").level(level)
    }
}

impl Metric for Levels {
    fn cells(&self) -> usize {
        MOST_LEVELS * (self.cells_of_level() + 1)
    }

    fn count<C: Card>(&self, rows: &[C], _: u64, cells: &mut [u64]) {
        let (cells, draws) = cells.split_at_mut(MOST_LEVELS * self.cells_of_level());
        let (width, n) = (self.cells_of_level(), self.shape.cards());
        for row in rows.chunks_exact(self.shape.width()) {
            let level = row[self.shape.width() - 1].index();
            draws[level] += 1;
            let cells = &mut cells[level * width..][..width];
            for (place, value) in row[..self.shape.dealt()].iter().enumerate() {
                cells[place % self.places() * n + value.index()] += 1;
            }
        }
    }

    fn judge(&self, tally: &Tally) -> Vec<Judgement> {
        let needed = match self.shape.weights() {
            Some(weights) => {
                2 * PooledSymbols::draws_needed(weights.chances(), PooledSymbols::of_singles)
            }
            None => (2.0 * FEWEST_EXPECTED / self.chance()).ceil() as u64,
        };
        let trials = tally.trials();
        let together = table::judge([LEVELS.id], [trials, needed], || [self.together(tally)]);
        let alone = table::judge([LARGEST_LEVEL.id], [trials, 1], || [self.largest(tally)]);
        [together, alone].concat()
    }

    fn exhibit(&self, tally: &Tally) -> Option<Exhibit> {
        self.clearest_level(LEVELS.id, tally)
    }

    fn exhibit_found(&self, tally: &Tally, judgements: &[Judgement]) -> Option<Exhibit> {
        let is_found = judgements.iter().any(Judgement::is_suspicious);
        is_found.then(|| self.clearest_level(LARGEST_LEVEL.id, tally)).flatten()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{counted, each_set};

    #[test]
    fn levels_are_counted_by_themselves() {
        let shape = Shape::unordered(4, 2, None).unwrap().by_level();
        let metric = Levels::new(shape).unwrap();
        let rows: Vec<Vec<u32>> = each_set(4, 2)
            .into_iter()
            .zip([0, 1].into_iter().cycle())
            .map(|(row, level)| [row, vec![level]].concat())
            .collect();
        let cells = counted(&metric, shape, &rows);
        assert_eq!(&cells[..4], &[2, 2, 0, 2], "01, 03 and 13 are on level 0");
        assert_eq!(&cells[MOST_LEVELS * 4..][..2], &[3, 3]);
    }

    /// Twenty draws of one level, all of one arm, where all levels together need hundreds: the binomial tail of each of four cells, on
    /// either side.
    #[test]
    fn a_cell_of_few_draws_has_its_exact_tail() {
        let weights = shuffle_deck::Weights::parse("A=1,B=1").unwrap();
        for shape in [Shape::weighted(weights, 1), Shape::replacement(2, 1)] {
            let shape = shape.by_level();
            let rows: Vec<Vec<u32>> =
                (0..40).map(|row| vec![if row < 20 { 0 } else { row % 2 }, row / 20]).collect();
            let metric = Levels::new(shape).unwrap();
            let cells = counted(&metric, shape, &rows);
            let judged = metric.judge(&Tally::of_counts(40, cells)).remove(1);
            let evidence = judged.evidence().unwrap();
            let exact = 8.0 * 0.5_f64.powi(20);
            assert!((evidence.p_value.value() / exact - 1.0).abs() < 1e-9, "{exact}");
        }
    }
}
