//! Facts of the rows of a file in their order, which say that the file may not be what it is taken for. None is a test.

use shuffle_deck::{Card, DrawKind, Shape};

/// Rows whose order is looked at.
const MOST_ROWS: usize = 1 << 20;

/// Fewer rows have no order to speak of.
const FEWEST_ROWS: usize = 10;

/// Balls that are late come so late with this probability at most, whichever they are, so that sound draws are not remarked upon.
const LATE: f64 = 1e-9;

/// What has been seen of the rows of draws.
#[derive(Clone, Debug)]
pub struct RowFacts {
    shape: Shape,
    /// The hash of each row.
    rows: Vec<u64>,
    last: Vec<u32>,
    /// True if no row is behind the next one.
    ascend: bool,
    /// True if no row is before the next one.
    descend: bool,
    /// The number in the first row, if each row is the number of the one before plus 1.
    numbered: Option<u32>,
    /// The row in which each ball came first.
    first: Vec<Option<usize>>,
}

/// A fact of all rows; rows and balls are counted from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RowFact {
    /// Each row is one number, the one before plus 1, and the first is this one.
    Numbered {
        /// The number.
        from: u32,
    },
    /// Each row is at or behind the one before, or each at or before it.
    Sorted {
        /// True if they ascend.
        ascend: bool,
    },
    /// From this row on, all rows are those from the first on again.
    Again {
        /// The row.
        from: usize,
    },
    /// The balls from this one on first come in this row.
    Late {
        /// The ball.
        ball: usize,
        /// The row.
        row: usize,
    },
}

impl RowFacts {
    /// No row yet; `None` if nothing is said of rows of this shape.
    pub fn of(shape: Shape) -> Option<Self> {
        let is_drawn = matches!(shape.kind(), DrawKind::Unordered | DrawKind::Replacement);
        is_drawn.then(|| Self {
            shape,
            rows: Vec::new(),
            last: Vec::new(),
            ascend: true,
            descend: true,
            numbered: None,
            first: vec![None; shape.cards()],
        })
    }

    /// Adds rows.
    pub fn add<C: Card>(&mut self, rows: &[C]) {
        let unordered = self.shape.kind() == DrawKind::Unordered;
        for row in rows.chunks_exact(self.shape.width()) {
            if self.rows.len() == MOST_ROWS {
                return;
            }
            let mut row: Vec<u32> =
                row[..self.shape.dealt()].iter().map(|card| card.index() as u32).collect();
            if unordered {
                row.sort_unstable();
            }
            for &ball in &row {
                self.first[ball as usize].get_or_insert(self.rows.len());
            }
            if self.rows.is_empty() {
                self.numbered = (row.len() == 1).then(|| row[0]);
            } else {
                self.numbered = self.numbered.filter(|_| self.last[0] + 1 == row[0]);
                self.ascend &= self.last <= row;
                self.descend &= self.last >= row;
            }
            // FNV-1a over the numbers.
            let hash =
                |hash: u64, &ball: &u32| (hash ^ u64::from(ball)).wrapping_mul(0x100_0000_01b3);
            self.rows.push(row.iter().fold(0xcbf2_9ce4_8422_2325, hash));
            self.last = row;
        }
    }

    /// The facts that hold of all rows.
    pub fn found(&self) -> Vec<RowFact> {
        let mut found = Vec::new();
        if self.rows.len() < FEWEST_ROWS || self.rows.len() == MOST_ROWS {
            return found;
        }
        let are_equal = self.ascend && self.descend;
        if let Some(from) = self.numbered {
            return vec![RowFact::Numbered { from }];
        }
        if (self.ascend || self.descend) && !are_equal {
            found.push(RowFact::Sorted { ascend: self.ascend });
        }
        if !are_equal && let Some(from) = self.again() {
            found.push(RowFact::Again { from });
        }
        found.extend(self.late());
        found
    }

    /// The row from which on all rows come again, if at least half of them do.
    fn again(&self) -> Option<usize> {
        // The longest end of the rows that is also their beginning (Knuth, Morris and Pratt).
        let mut ends = vec![0; self.rows.len()];
        let mut length = 0;
        for row in 1..self.rows.len() {
            while length > 0 && self.rows[row] != self.rows[length] {
                length = ends[length - 1];
            }
            length += usize::from(self.rows[row] == self.rows[length]);
            ends[row] = length;
        }
        let from = self.rows.len() - length;
        // A few rows that repeat say little.
        (2 * from <= self.rows.len() && from > 1).then_some(from)
    }

    /// The highest balls that come only from some row on.
    fn late(&self) -> Option<RowFact> {
        let (n, k) = (self.shape.cards(), self.shape.dealt());
        let (mut latest, mut row) = (None, usize::MAX);
        let mut ln_least = LATE.ln();
        for ball in (n / 2..n).rev() {
            row = row.min(self.first[ball].unwrap_or(usize::MAX));
            if row == usize::MAX {
                continue;
            }
            // None of the draws before had one of them.
            let (above, all) = ((n - ball) as f64, n as f64);
            let ln_none: f64 = match self.shape.kind() {
                DrawKind::Unordered => {
                    (0..k).map(|drawn| (1.0 - above / (all - drawn as f64)).max(0.0).ln()).sum()
                }
                _ => k as f64 * (1.0 - above / all).ln(),
            };
            let ln_chance = ln_none * row as f64 + all.ln();
            if ln_chance < ln_least {
                (latest, ln_least) = (Some(RowFact::Late { ball, row }), ln_chance);
            }
        }
        latest
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64;

    fn of(shape: Shape, rows: &[Vec<u32>]) -> Vec<RowFact> {
        let mut facts = RowFacts::of(shape).unwrap();
        rows.iter().for_each(|row| facts.add(row));
        facts.found()
    }

    fn draws(n: u32, k: usize, rows: usize, dice: &mut Pcg64) -> Vec<Vec<u32>> {
        let draw = |dice: &mut Pcg64| {
            let mut balls: Vec<u32> = (0..n).collect();
            (0..k).for_each(|place| balls.swap(place, dice.random_range(place..n as usize)));
            balls.truncate(k);
            balls
        };
        (0..rows).map(|_| draw(dice)).collect()
    }

    /// 200 files of sound draws, seed 33: nothing is remarked of any, where a remark by chance has a probability below 1e-6 in all.
    #[test]
    fn sound_draws_are_not_remarked_upon() {
        let mut dice = Pcg64::seed_from_u64(33);
        for file in 0..200 {
            let (n, k) = [(49, 6), (37, 6), (10, 3)][file % 3];
            let rows = draws(n, k, 10 + file, &mut dice);
            assert_eq!(of(Shape::unordered(n as usize, k, None).unwrap(), &rows), []);
            assert_eq!(of(Shape::replacement(n as usize, k), &rows), []);
        }
    }

    #[test]
    fn what_is_planted_is_seen() {
        let mut dice = Pcg64::seed_from_u64(1);
        let shape = Shape::unordered(59, 6, None).unwrap();
        let mut rows = draws(49, 6, 200, &mut dice);
        rows.extend(draws(59, 6, 200, &mut dice));
        let late = of(shape, &rows);
        let [RowFact::Late { ball: 49, row: 200..205 }] = late[..] else { panic!("{late:?}") };
        // What never comes is another matter.
        assert_eq!(of(shape, &rows[..200]), []);
        let mut again = draws(59, 6, 60, &mut dice);
        again.extend(again[..60].to_vec());
        assert_eq!(of(shape, &again), [RowFact::Again { from: 60 }]);
        let mut sorted = again;
        sorted.iter_mut().for_each(|row| row.sort_unstable());
        sorted.sort_unstable();
        assert_eq!(of(shape, &sorted), [RowFact::Sorted { ascend: true }]);
        sorted.reverse();
        assert_eq!(of(shape, &sorted), [RowFact::Sorted { ascend: false }]);
        assert_eq!(of(shape, &vec![vec![0, 1, 2, 3, 4, 5]; 20]), []);
        let numbers: Vec<Vec<u32>> = (3..20).map(|number| vec![number]).collect();
        assert_eq!(of(Shape::replacement(25, 1), &numbers), [RowFact::Numbered { from: 3 }]);
    }
}
