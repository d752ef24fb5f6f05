//! Columns of a table with a row for each item.

use crate::{
    asked::text_of,
    cells::{self, BETWEEN, Cells},
    columns::{ColumnChoice, Header},
    error::numbered_words,
    format::Format,
};
use shuffle_deck::words::quoted;

/// Some columns of a table, row by row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LongTable {
    /// True if the first line names the columns.
    pub has_header: bool,
    /// The rows below it.
    pub rows: Vec<LongRow>,
}

/// A row of some columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LongRow {
    /// Its line in the file, counted from 1.
    pub line: usize,
    /// Its cells, in the order in which the columns were asked for.
    pub cells: Vec<String>,
}

/// The reason why columns cannot be read row by row.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
#[non_exhaustive]
pub enum LongTableError {
    #[error("{given} is not one column; give its name in the header or its number")]
    Column { given: String },
    #[error("no column is called {name}; the first line is {line}")]
    NoColumn { name: String, line: String },
    #[error(
        "the header has {named} words, and line {line} has fewer, so a name does not show its column: name the columns by number, counted in the line: {words}"
    )]
    WordsInHeader { named: usize, line: usize, words: String },
    #[error("line {line} has nothing in the column {column}; fill it in, or remove the line")]
    NoCell { line: usize, column: String },
    #[error("line {line} ({cell}) looks like a total, not a row; remove it")]
    Foot { line: usize, cell: String },
}

impl LongTable {
    /// Reads these columns of a table of text or CSV, each given by its name or its number from 1.
    ///
    /// ```
    /// use shuffle_reader::{Format, Header, LongTable};
    /// let table = LongTable::read(b"race,lane,name\n1,4,Ann\n1,2,Bob\n", &["name", "1"], Format::Csv, Header::Auto)?;
    /// assert_eq!((table.rows[1].line, &table.rows[1].cells[..]), (3, &["Bob".to_owned(), "1".to_owned()][..]));
    /// # Ok::<(), shuffle_reader::LongTableError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`LongTableError`] if there is no such column, or a cell of it is empty.
    pub fn read(
        input: &[u8],
        columns: &[&str],
        format: Format,
        header: Header,
    ) -> Result<Self, LongTableError> {
        let text = text_of(input, true, format);
        let is_row =
            |line: &str| !(cells::is_void(line) || format == Format::Text && line.starts_with('#'));
        let mut lines = (1..).zip(text.lines()).filter(|(_, line)| is_row(line)).peekable();
        let first = lines.peek().map_or("", |(_, line)| line);
        let separator = cells::usual(first);
        let split = |line: &str| -> Vec<String> {
            if format == Format::Text {
                let cells = line.split(BETWEEN).filter(|cell| !cell.is_empty());
                return cells.map(str::to_owned).collect();
            }
            Cells::new(line, separator)
                .map_while(Result::ok)
                .map(|cell| cell.trim().to_owned())
                .collect()
        };
        let names = split(first);
        let picks: Vec<(usize, bool)> =
            columns.iter().map(|column| picked(column, &names, first)).collect::<Result<_, _>>()?;
        let has_header = header == Header::Yes || picks.iter().any(|&(_, by_name)| by_name);
        if has_header {
            lines.next();
        }
        let mut rows = Vec::new();
        while let Some((line, row)) = lines.next() {
            let row = split(row);
            let by_name = picks.iter().any(|&(_, by_name)| by_name);
            if format == Format::Text && by_name && row.len() < names.len() {
                let words = numbered_words(row.iter().map(String::as_str));
                return Err(LongTableError::WordsInHeader { named: names.len(), line, words });
            }
            let first = row.iter().find(|cell| !cell.is_empty());
            if let (Some(cell), true) = (first, lines.peek().is_none())
                && cells::is_foot(cell)
            {
                return Err(LongTableError::Foot { line, cell: quoted(cell) });
            }
            let cell = |(&(at, _), column): (&(usize, bool), &&str)| {
                let cell = row.get(at).filter(|cell| !cell.is_empty()).cloned();
                cell.ok_or_else(|| LongTableError::NoCell { line, column: quoted(column) })
            };
            let cells = picks.iter().zip(columns).map(cell).collect::<Result<_, _>>()?;
            rows.push(LongRow { line, cells });
        }
        Ok(Self { has_header, rows })
    }
}

/// The place of a column, and whether its name gave it.
fn picked(column: &str, names: &[String], line: &str) -> Result<(usize, bool), LongTableError> {
    let not_one = || LongTableError::Column { given: quoted(column) };
    let choice: ColumnChoice = column.parse().map_err(|_| not_one())?;
    let picks = choice
        .pick(Some(names))
        .map_err(|_| LongTableError::NoColumn { name: quoted(column), line: quoted(line) })?;
    let at = picks.first().filter(|&at| picks.has(at) && !picks.has(at + 1)).ok_or_else(not_one)?;
    Ok((at, choice.by_name()))
}
