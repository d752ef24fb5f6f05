//! Classes of rows, and batches of positions: what a training run sees of an order.

use std::sync::Arc;

pub(crate) const MOST_CLASSES: usize = 1_024;

/// The class of each row (card), and the number of positions of a batch.
///
/// ```
/// use shuffle_metrics::RowClasses;
///
/// let classes = RowClasses::of_names(["cat", "dog", "cat", "cat"], 2).unwrap();
/// assert_eq!((classes.rows(), classes.sizes()), (4, vec![3, 1]));
/// let shards = RowClasses::shards(10, 4, 5).unwrap();
/// assert_eq!((shards.name(2), shards.sizes()), ("rows 8 to 9", vec![4, 4, 2]));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowClasses {
    /// Shared: metrics are built several times, of orders of up to 2^28 rows.
    of_row: Arc<[u16]>,
    names: Vec<String>,
    batch: usize,
}

/// Classes that cannot be judged.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ClassesError {
    /// One class, or none.
    #[error("all rows have one class; batches need at least two classes")]
    One,
    /// More than [`MOST_CLASSES`].
    #[error("there are more than {MOST_CLASSES} classes")]
    TooMany,
    /// Batches of less than 2 rows, or of more than half of them.
    #[error("a batch of {batch} of {rows} rows shows nothing; use 2 to {}", rows / 2)]
    Batch {
        /// The rows of a batch.
        batch: usize,
        /// All rows.
        rows: usize,
    },
}

impl RowClasses {
    /// Classes by their names, in the start order of the rows.
    ///
    /// # Errors
    ///
    /// [`ClassesError`].
    pub fn of_names<'a>(
        classes: impl IntoIterator<Item = &'a str>,
        batch: usize,
    ) -> Result<Self, ClassesError> {
        let mut numbers = std::collections::HashMap::new();
        let mut names = Vec::new();
        let mut of_row = Vec::new();
        for class in classes {
            let next = names.len();
            let number = *numbers.entry(class).or_insert(next);
            if number == next {
                if next == MOST_CLASSES {
                    return Err(ClassesError::TooMany);
                }
                names.push(class.to_owned());
            }
            of_row.push(number as u16);
        }
        Self { of_row: of_row.into(), names, batch }.checked()
    }

    /// Each run of `of` rows in the start order is a class.
    ///
    /// # Errors
    ///
    /// [`ClassesError`].
    pub fn shards(rows: usize, of: usize, batch: usize) -> Result<Self, ClassesError> {
        let of = of.max(1);
        let shards = rows.div_ceil(of);
        if shards > MOST_CLASSES {
            return Err(ClassesError::TooMany);
        }
        let name =
            |shard: usize| format!("rows {} to {}", shard * of, rows.min((shard + 1) * of) - 1);
        let of_row = (0..rows).map(|row| (row / of) as u16).collect();
        Self { of_row, names: (0..shards).map(name).collect(), batch }.checked()
    }

    fn checked(self) -> Result<Self, ClassesError> {
        let (batch, rows) = (self.batch, self.of_row.len());
        match self.names.len() {
            0 | 1 => Err(ClassesError::One),
            _ if batch < 2 || batch > rows / 2 => Err(ClassesError::Batch { batch, rows }),
            _ => Ok(self),
        }
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.of_row.len()
    }

    /// The number of positions of a batch.
    pub fn batch(&self) -> usize {
        self.batch
    }

    /// The name of a class.
    pub fn name(&self, class: usize) -> &str {
        &self.names[class]
    }

    /// The rows of each class.
    pub fn sizes(&self) -> Vec<usize> {
        let mut sizes = vec![0; self.names.len()];
        self.of_row.iter().for_each(|&class| sizes[usize::from(class)] += 1);
        sizes
    }

    pub(crate) fn of(&self, row: usize) -> usize {
        usize::from(self.of_row[row])
    }
}
