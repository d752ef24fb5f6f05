//! The dots (i, d(i)) on grids of 2 x 2 to 64 x 64 cells.
#![doc = include_str!("grid.md")]

use super::{
    order_test::{OrderTest, long_enough},
    orders::Orders,
    sums::ln_tail_of_squares,
};
use crate::{
    Shape,
    axis::Axis,
    effect_kind,
    grouping::Grouping,
    judgement::{Effect, Evidence, Law, Tail},
    metric::NotApplicable,
    place::Place,
    table::QuadraticForm,
};

/// The fewest cards for which the law of the smallest grid holds.
pub(super) const FEWEST_CARDS: usize = 20;

/// The fewest dots of all decks that a cell expects.
pub(super) const SMALLEST_EXPECTED: f64 = 5.0;

const MOST_BANDS: usize = 64;

/// The grid that is not a power of two.
const THREE: usize = 3;

/// Counts dots in the cells of a grid of three bands, and of the finest one, of which all others are sums.
pub(crate) struct Grid {
    cards: usize,
    finest: usize,
}

struct RegionTable {
    bands: usize,
    counts: Vec<u64>,
}

struct ClearestRegion {
    ln_tail: f64,
    statistic: f64,
    bands: usize,
}

impl Grid {
    pub(crate) fn build(shape: Shape) -> Result<Box<dyn OrderTest>, NotApplicable> {
        let cards = shape.dealt();
        long_enough(cards, FEWEST_CARDS)?;
        let mut finest = 2;
        while finest < MOST_BANDS
            && is_enough(cards, 2 * finest, crate::scope::MOST_OF_FEW as usize)
        {
            finest *= 2;
        }
        Ok(Box::new(Self { cards, finest }))
    }

    fn lengths(&self, bands: usize) -> Vec<f64> {
        let bands = Grouping::new(self.cards, bands);
        (0..bands.groups()).map(|band| bands.size(band)).collect()
    }

    /// The tables of all grids for which these decks are enough.
    fn tables(&self, decks: &[&[u32]]) -> Vec<RegionTable> {
        let mut sums = vec![0_u64; OrderTest::words(self)];
        for words in decks {
            sums.iter_mut().zip(*words).for_each(|(sum, &word)| *sum += u64::from(word));
        }
        let finest = sums.split_off(THREE * THREE);
        let mut tables = vec![
            RegionTable { bands: self.finest, counts: finest },
            RegionTable { bands: THREE, counts: sums },
        ];
        while tables[0].bands > 2 {
            let coarser = tables[0].coarser();
            tables.insert(0, coarser);
        }
        tables.retain(|it| it.bands == 2 || is_enough(self.cards, it.bands, decks.len()));
        tables
    }

    /// The smaller tail of a table, and its X^2.
    fn look(&self, table: &RegionTable, decks: usize) -> ClearestRegion {
        let lengths = self.lengths(table.bands);
        let QuadraticForm { statistic, df, ln_lattice_volume } =
            QuadraticForm::of_product(decks as u64, &table.counts, &lengths, &lengths);
        let expected = (self.cards * decks) as f64 / table.counts.len() as f64;
        let (_, ln_tail) = ln_tail_of_squares(statistic, (df, ln_lattice_volume), expected);
        ClearestRegion { ln_tail, statistic, bands: table.bands }
    }

    /// The cell that is furthest from what is expected of it, in words.
    fn clearest(&self, table: &RegionTable, decks: usize) -> Place {
        let (g, n, m) = (table.bands, self.cards as f64, decks as f64);
        let lengths = self.lengths(g);
        let z = |at: usize| {
            let expected = m * lengths[at / g] * lengths[at % g] / n;
            (table.counts[at] as f64 - expected) / expected.sqrt()
        };
        let cells = (0..g * g).map(|at| (at, z(at)));
        let (at, z) =
            cells.max_by(|one, other| one.1.abs().total_cmp(&other.1.abs())).unwrap_or((0, 0.0));
        let bands = Grouping::new(self.cards, g);
        let [positions, cards] = [at / g, at % g].map(|band| bands.items(band));
        let how = if z > 0.0 { " hold too many of " } else { " hold too few of " };
        Place::positions(&positions).text(how).and(Place::cards(&cards))
    }
}

impl RegionTable {
    fn coarser(&self) -> Self {
        let (g, half) = (self.bands, self.bands / 2);
        let mut counts = vec![0; half * half];
        for (at, count) in self.counts.iter().enumerate() {
            counts[at / g / 2 * half + at % g / 2] += count;
        }
        Self { bands: half, counts }
    }
}

fn is_enough(cards: usize, bands: usize, decks: usize) -> bool {
    (cards * decks) as f64 >= SMALLEST_EXPECTED * (bands * bands) as f64
}

impl OrderTest for Grid {
    fn words(&self) -> usize {
        THREE * THREE + self.finest * self.finest
    }

    fn summarize(&self, deck: &Orders, axis: Axis, words: &mut Vec<u32>) {
        let start = words.len();
        words.resize(start + OrderTest::words(self), 0);
        let (three, finest) = words[start..].split_at_mut(THREE * THREE);
        let (n, g) = (self.cards as u64, self.finest as u64);
        for (&card, position) in deck.along(axis).iter().zip(0_u64..) {
            let cell = |bands: u64| position * bands / n * bands + u64::from(card) * bands / n;
            three[cell(THREE as u64) as usize] += 1;
            finest[cell(g) as usize] += 1;
        }
    }

    fn judge(&self, decks: &[&[u32]], _: Axis) -> Evidence {
        let (m, tables) = (decks.len(), self.tables(decks));
        let seen: Vec<ClearestRegion> = tables.iter().map(|table| self.look(table, m)).collect();
        let clearest =
            seen.iter().zip(&tables).min_by(|one, other| one.0.ln_tail.total_cmp(&other.0.ln_tail));
        let beyond =
            |seen: &ClearestRegion| seen.statistic - ((seen.bands - 1) * (seen.bands - 1)) as f64;
        let (ln_tail, value, place) = clearest.map_or_else(Default::default, |(seen, table)| {
            let excess = beyond(seen).max(0.0) / (self.cards * m) as f64;
            (seen.ln_tail, excess.sqrt(), self.clearest(table, m))
        });
        let is_even = clearest.is_some_and(|(seen, _)| beyond(seen) < 0.0);
        // The value of decks left in the start order: all dots on the diagonal.
        let finest = seen.iter().map(|seen| seen.bands).max().unwrap_or(2) as f64;
        let diagonal = (self.cards * m) as f64 * (finest - 1.0);
        let law =
            Law::ChiSquare { df: ((finest - 1.0) * (finest - 1.0)) as u64, ln_lattice_volume: 0.0 };
        let effect = Effect::new(effect_kind::GRID_DEVIATION, value).at(place);
        let least = law.p_value(diagonal).0.ln();
        Evidence {
            tail: if is_even { Tail::Lower } else { Tail::Upper },
            ..Evidence::of_tails(ln_tail, 2 * seen.len() as u64, least, effect)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Shape;
    use crate::testing::orders;

    #[test]
    fn over_all_orders_the_mean_of_the_sum_is_its_degrees_of_freedom() {
        for n in [4, 5, 7, 8] {
            let grid = Grid { cards: n, finest: 4 };
            let mut sums = [0.0; 3];
            let mut all = 0.0;
            for order in orders(n) {
                let words = grid.words_of(&order, Shape::whole(grid.cards), Axis::Positions);
                // As many decks as make each grid large enough.
                let tables = grid.tables(&vec![words.as_slice(); 99]);
                for (sum, table) in sums.iter_mut().zip(&tables) {
                    let counts = table.counts.iter().map(|count| count / 99).collect();
                    *sum += grid.look(&RegionTable { bands: table.bands, counts }, 1).statistic;
                }
                all += 1.0;
            }
            for (sum, df) in sums.iter().zip([1.0, 9.0, 4.0]) {
                assert!((sum / all - df).abs() < 1e-9, "{n}: {sums:?} {all}");
            }
        }
    }

    #[test]
    fn the_draft_of_1970_has_the_three_by_three_grid_that_is_known() {
        let numbers = include_str!("../../../../audits/data/draft-1970.txt");
        let order: Vec<u32> =
            numbers.split_whitespace().map(|it| it.parse::<u32>().unwrap() - 1).collect();
        let grid = Grid { cards: 366, finest: 8 };
        let words = grid.words_of(&order, Shape::whole(grid.cards), Axis::Positions);
        let tables = grid.tables(&[&words]);
        let seen = grid.look(tables.last().unwrap(), 1);
        assert_eq!((seen.bands, (seen.statistic * 10.0).round()), (3, 251.0));
        // 4.8e-5 by chi-square, which is the smaller tail here.
        let p = seen.ln_tail.exp();
        assert!(p > 4.8e-5 && p < 7e-5, "{p}");
    }
}
