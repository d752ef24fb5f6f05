//! The levels of a factor: a column of a table that distinguishes draws, such as the ball set or the machine, or several columns together.

use crate::{
    columns::{ColumnChoice, Range},
    error::DeckFault,
};
use shuffle_deck::{shape::MOST_LEVELS, words::quoted};
use std::sync::{Arc, Mutex, PoisonError};

/// The columns of a factor, and the levels that came in them so far, which all copies of it have in common.
#[derive(Clone, Debug)]
pub struct Levels {
    pub(crate) columns: Vec<Range>,
    seen: Arc<Mutex<Vec<String>>>,
}

/// The levels that came do not matter.
impl PartialEq for Levels {
    fn eq(&self, other: &Self) -> bool {
        self.columns == other.columns
    }
}

impl Eq for Levels {}

impl Levels {
    /// The columns of these names, or of these numbers, counted from 1, with commas between; `None` of ranges.
    pub fn of_columns(text: &str) -> Option<Self> {
        let ColumnChoice::Some(columns) = text.parse().ok()? else { return None };
        let is_one = |column: &Range| match column {
            Range::Numbers(from, to) => *to == Some(*from),
            Range::Name(_) => true,
        };
        columns.iter().all(is_one).then(|| Self { columns, seen: Arc::default() })
    }

    pub(crate) fn by_name(&self) -> bool {
        self.columns.iter().any(|column| matches!(column, Range::Name(_)))
    }

    /// The same columns, of which no level came yet.
    #[must_use]
    pub fn afresh(&self) -> Self {
        Self { columns: self.columns.clone(), seen: Arc::default() }
    }

    /// The names of the levels, in the order in which they came.
    pub fn names(&self) -> Vec<String> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The number of a level, by its name; a new one has the next number.
    ///
    /// # Errors
    ///
    /// [`DeckFault::Levels`] if there are too many.
    pub fn number(&self, name: &str) -> Result<usize, DeckFault> {
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(number) = seen.iter().position(|level| level == name) {
            return Ok(number);
        }
        if seen.len() == MOST_LEVELS {
            return Err(DeckFault::Levels { found: quoted(name), most: MOST_LEVELS });
        }
        seen.push(name.to_owned());
        Ok(seen.len() - 1)
    }
}
