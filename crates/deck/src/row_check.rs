//! The check that a row is one that its shape allows.

use crate::{Card, Draw, Rows, Shape, shape::MOST_LEVELS};

/// Checks rows of a shape; reuses its memory from row to row.
///
/// ```
/// use shuffle_deck::{Pack, Shape, row_check::{RowCheck, RowFault}};
///
/// let shape = Shape::of_pack(Pack::parse("land=1,spell=2").unwrap(), None)?;
/// let mut check = RowCheck::new(shape);
/// assert_eq!(check.row(&[1_u8, 0, 1]), Ok(()));
/// assert_eq!(check.row(&[0_u8, 0, 1]), Err(RowFault::TooOften { at: 1, value: 0, most: 1 }));
/// # Ok::<(), shuffle_deck::ShapeError>(())
/// ```
#[derive(Clone, Debug)]
pub struct RowCheck {
    shape: Shape,
    /// The count of each value in a row; 0 between rows.
    seen: Vec<u32>,
}

/// An error in a row, and its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowFault {
    /// A number outside the range of its column.
    OutOfRange {
        /// The index in the row.
        at: usize,
        /// The number.
        value: usize,
        /// The number of values of the column.
        values: usize,
    },
    /// A value that comes more often than there are cards of it.
    TooOften {
        /// The index in the row.
        at: usize,
        /// The value.
        value: usize,
        /// As often as it may come.
        most: u32,
    },
}

impl RowCheck {
    /// A check of rows of this shape.
    #[must_use]
    pub fn new(shape: Shape) -> Self {
        // With replacement a value may come any number of times.
        let values = if shape.is_large_range() { 0 } else { shape.most_values() };
        Self { shape, seen: vec![0; values] }
    }

    /// Checks a row.
    ///
    /// # Errors
    ///
    /// The first [`RowFault`] in it.
    pub fn row<C: Card>(&mut self, row: &[C]) -> Result<(), RowFault> {
        match C::rows(row) {
            Rows::Narrow(row) => self.narrow(row),
            Rows::Wide(row) => self.wide(row),
        }
    }

    // One type each, so that the check is compiled here.

    fn narrow(&mut self, row: &[u8]) -> Result<(), RowFault> {
        self.cards(row)
    }

    fn wide(&mut self, row: &[u32]) -> Result<(), RowFault> {
        self.cards(row)
    }

    fn cards<C: Card>(&mut self, row: &[C]) -> Result<(), RowFault> {
        let shape = self.shape;
        let (main, mut rest) = (shape.in_order().dealt().max(shape.dealt()), row.len());
        if shape.is_by_level() && rest > 0 {
            rest -= 1;
            in_range(row, rest..rest + 1, MOST_LEVELS)?;
        }
        let main = main.min(rest);
        if shape.draw() == Draw::Varying {
            // Behind what fills a row up there is no card.
            let shown = shape.shown(&row[..main]).len();
            let far = (shown..main).find(|&at| row[at].index() != shape.cards());
            let fault = |at: usize| RowFault::OutOfRange { at, value: row[at].index(), values: 0 };
            return far.map_or(self.part(row, 0..shown, shape.values()), |at| Err(fault(at)));
        }
        self.part(row, 0..main, shape.values())?;
        match shape.bonus().and_then(|bonus| bonus.drum) {
            Some(drum) => self.part(row, main..rest, drum),
            None => Ok(()),
        }
    }

    /// Checks the numbers that come from one deck or drum.
    fn part<C: Card>(
        &mut self,
        row: &[C],
        columns: std::ops::Range<usize>,
        values: usize,
    ) -> Result<(), RowFault> {
        in_range(row, columns.clone(), values)?;
        if self.shape.is_with_replacement() {
            return Ok(());
        }
        let most = |value: usize| match self.shape.draw() {
            Draw::Order | Draw::Varying | Draw::Unordered(_) | Draw::Successive { .. } => 1,
            Draw::Replacement | Draw::Weighted(_) | Draw::Blocks(_) => u32::MAX,
            Draw::Pack(pack) => pack.counts()[value],
        };
        let mut wrong = Ok(());
        for at in columns.clone() {
            let value = row[at].index();
            self.seen[value] += 1;
            if self.seen[value] > most(value) && wrong.is_ok() {
                wrong = Err(RowFault::TooOften { at, value, most: most(value) });
            }
        }
        columns.for_each(|at| self.seen[row[at].index()] = 0);
        wrong
    }
}

fn in_range<C: Card>(
    row: &[C],
    mut columns: std::ops::Range<usize>,
    values: usize,
) -> Result<(), RowFault> {
    let far = columns.find(|&at| row[at].index() >= values);
    far.map_or(Ok(()), |at| Err(RowFault::OutOfRange { at, value: row[at].index(), values }))
}

impl Shape {
    /// The cards of a row, without those that [fill it up](Draw::Varying), bonus balls and level.
    #[must_use]
    pub fn shown<C: Card>(self, row: &[C]) -> &[C] {
        let row = &row[..self.dealt().min(row.len())];
        match self.draw() {
            Draw::Varying => {
                let length = row.iter().position(|card| card.index() == self.cards());
                &row[..length.unwrap_or(row.len())]
            }
            _ => row,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_column_is_held_to_its_drum() {
        let shape = Shape::unordered(5, 3, Some("9/2".parse().unwrap())).unwrap().by_level();
        let mut check = RowCheck::new(shape);
        assert_eq!(check.row(&[4_u8, 0, 1, 8, 0, 63]), Ok(()));
        let far = |at, value, values| Err(RowFault::OutOfRange { at, value, values });
        assert_eq!(check.row(&[5_u8, 0, 1, 8, 0, 1]), far(0, 5, 5));
        assert_eq!(check.row(&[4_u8, 0, 1, 9, 0, 1]), far(3, 9, 9));
        assert_eq!(check.row(&[4_u8, 0, 1, 8, 0, 64]), far(5, 64, 64));
        let twice = |at, value| Err(RowFault::TooOften { at, value, most: 1 });
        assert_eq!(check.row(&[4_u8, 0, 4, 8, 0, 1]), twice(2, 4));
        assert_eq!(check.row(&[4_u8, 0, 1, 8, 8, 1]), twice(4, 8));
        assert_eq!(check.row(&[4_u8, 0, 1, 8, 0, 1]), Ok(()), "nothing is left over");
        let same = Shape::unordered(5, 3, Some("1".parse().unwrap())).unwrap();
        assert_eq!(RowCheck::new(same).row(&[4_u8, 0, 1, 4]), twice(3, 4));
        let mut varying = RowCheck::new(Shape::varying(5, 4).unwrap());
        assert_eq!(varying.row(&[4_u8, 0, 5, 5]), Ok(()));
        assert_eq!(varying.row(&[4_u8, 4, 5, 5]), twice(1, 4));
        assert_eq!(varying.row(&[4_u8, 5, 0, 5]), far(2, 0, 0));
        assert_eq!(varying.row(&[4_u8, 6, 0, 5]), far(1, 6, 5));
        assert_eq!(RowCheck::new(Shape::replacement(3, 4)).row(&[2_u8, 2, 2, 2]), Ok(()));
    }
}
