//! The levels of a factor: a column of a table that distinguishes draws, such as the ball set or the machine.

use crate::{columns::Range, error::DeckFault};
use shuffle_deck::{shape::MOST_LEVELS, words::quoted};
use std::sync::{Arc, Mutex, PoisonError};

/// The column of a factor, and the levels that came in it so far, which all copies of it have in common.
#[derive(Clone, Debug)]
pub struct Levels {
    pub(crate) column: Range,
    seen: Arc<Mutex<Vec<String>>>,
}

/// The levels that came do not matter.
impl PartialEq for Levels {
    fn eq(&self, other: &Self) -> bool {
        self.column == other.column
    }
}

impl Eq for Levels {}

impl Levels {
    /// The column of this name, or of this number, counted from 1; `None` for several columns.
    pub fn of_column(text: &str) -> Option<Self> {
        let crate::ColumnChoice::Some(ranges) = text.parse().ok()? else { return None };
        let [column] = <[Range; 1]>::try_from(ranges).ok()?;
        let one = match &column {
            Range::Numbers(from, to) => *to == Some(*from),
            Range::Name(_) => true,
        };
        one.then(|| Self { column, seen: Arc::default() })
    }

    pub(crate) fn by_name(&self) -> bool {
        matches!(self.column, Range::Name(_))
    }

    /// The same column, of which no level came yet.
    #[must_use]
    pub fn afresh(&self) -> Self {
        Self { column: self.column.clone(), seen: Arc::default() }
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
