//! The header of a table, for comparison with the header of another table.

use crate::cells::{self, Cells};
use shuffle_deck::words::{count, plural, quoted};

/// The first line of a table, where it names the columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heading {
    line: String,
    /// The separator of the names of CSV; in text, blanks and commas do.
    separator: Option<char>,
}

impl Heading {
    pub(crate) fn of(line: &str, separator: Option<char>) -> Self {
        Self { line: line.to_owned(), separator }
    }

    /// The names of the columns.
    pub fn names(&self) -> Vec<String> {
        let Some(separator) = self.separator else {
            return cells::words(&self.line, true).map(str::to_owned).collect();
        };
        // A name that has broken CSV quotes is compared as nothing: only names that columns are picked by are rejected for it.
        let cells = Cells::new(&self.line, separator).map(Result::unwrap_or_default);
        cells.map(|cell| cell.trim().to_owned()).collect()
    }

    /// The first way in which it differs from another header, in words; `None` if they name the same columns in the same order.
    ///
    /// ```
    /// use shuffle_reader::{Format, Layout, Reader};
    /// let heading = |text: &'static str| {
    ///     let mut reader = Reader::new(text.as_bytes(), &Layout::whole(Format::Csv, 2));
    ///     reader.read(&mut [0_u8; 2]).unwrap();
    ///     reader.heading().unwrap().clone()
    /// };
    /// let first = heading("top,second\n0,1\n");
    /// assert_eq!(heading("top;\"second\"\n0;1\n").difference(&first), None);
    /// let other = heading("top,last\n0,1\n").difference(&first);
    /// assert_eq!(other.as_deref(), Some("column 2 is called \"last\", not \"second\""));
    /// ```
    pub fn difference(&self, other: &Self) -> Option<String> {
        if self == other {
            return None;
        }
        let (here, there) = (self.names(), other.names());
        let differing = here.iter().zip(&there).position(|(name, other)| name != other);
        if let Some(at) = differing {
            let [name, other] = [&here[at], &there[at]].map(|name| quoted(name));
            return Some(format!("column {} is called {name}, not {other}", at + 1));
        }
        let columns = |names: &[String]| names.len() as u64;
        (here.len() != there.len()).then(|| {
            let found = columns(&here);
            let (columns, other) = (plural("column", found), count(columns(&there)));
            format!("it names {} {columns}, not {other}", count(found))
        })
    }
}
