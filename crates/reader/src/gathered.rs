//! A table with a row for each item of each deck: the rows that share a key are one deck.

use crate::{
    cells,
    columns::Header,
    format::Format,
    long_table::{LongRow, LongTable, LongTableError},
    ranked::{self, Key, RankError},
};
use shuffle_deck::{blocks::ln_arrangements, words::quoted};
use std::collections::HashMap;

/// The columns of such a table, each by its name or its number from 1.
#[derive(Clone, Copy, Debug)]
pub struct DeckColumns<'a> {
    /// The column of the key that the rows of a deck share.
    pub deck: &'a str,
    /// The column of the items.
    pub item: &'a str,
    /// The column of the places in the deck; without one, the rows of a deck stand in its order.
    pub place: Option<&'a str>,
    /// True if decks have no order, so that their rows may stand anywhere.
    pub is_unordered: bool,
}

/// The decks of such a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GatheredDecks {
    /// CSV without a header: the items of a deck, on the line where the table has its last row. All other lines are empty.
    pub csv: String,
    /// The items, each once, in sorted order.
    pub items: Vec<String>,
}

/// The reason why the rows of a table are no decks.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
#[non_exhaustive]
pub enum GatherError {
    #[error(transparent)]
    Table(#[from] LongTableError),
    #[error(transparent)]
    Places(#[from] RankError),
    #[error(
        "the rows of {deck} do not stand together: lines {line} and {other} have it, and others between them. Name the column of the places \
         in the deck with --rank-by; if several decks have one name, tell them apart"
    )]
    Apart { deck: String, line: usize, other: usize },
    #[error(
        "the items of every deck are sorted, so the table does not say in which order they came: name the column of their places with --rank-by. If they \
         did come in this order, nothing was shuffled"
    )]
    Sorted,
    #[error(
        "lines {line} and {other} have the same place in {deck}; if that is a tie, number such rows in random order"
    )]
    SamePlace { deck: String, line: usize, other: usize },
    #[error(
        "each row has a key of its own, so each deck would be one item; name the column of the deck"
    )]
    AllAlone,
}

/// Gathers the rows of each deck. Decks keep the order of the table, or, where their rows are apart, the order of their keys.
///
/// ```
/// use shuffle_reader::{DeckColumns, Format, Header, gathered};
/// let columns = DeckColumns { deck: "race", item: "name", place: Some("lane"), is_unordered: false };
/// let decks = gathered(b"race,lane,name\n1,4,Ann\n1,2,Bob\n2,1,Ann\n", &columns, Format::Csv, Header::Auto)?;
/// assert_eq!(decks.csv, "\n\n\"Bob\",\"Ann\"\n\"Ann\"\n");
/// assert_eq!(decks.items, ["Ann", "Bob"]);
/// # Ok::<(), shuffle_reader::GatherError>(())
/// ```
///
/// # Errors
///
/// [`GatherError`] if a column is missing or has a gap, or the rows of a deck have no order.
pub fn gathered(
    input: &[u8],
    columns: &DeckColumns<'_>,
    format: Format,
    header: Header,
) -> Result<GatheredDecks, GatherError> {
    let asked: Vec<&str> = [columns.deck, columns.item].into_iter().chain(columns.place).collect();
    let mut table = LongTable::read(input, &asked, format, header)?;
    if !table.has_header && header == Header::Auto && is_header(&table) {
        table.rows.remove(0);
    }
    apart(&mut table.rows);
    let rows = &table.rows;
    let mut decks = by_key(rows);
    if decks.len() > 1 && decks.len() == rows.len() {
        return Err(GatherError::AllAlone);
    }
    let deck = |row: usize| quoted(&rows[row].cells[0]);
    let lines = |two: &[usize]| (rows[two[0]].line, rows[two[1]].line);
    let apart = decks.iter().flat_map(|deck| deck.windows(2)).find(|two| two[0] + 1 < two[1]);
    if let Some(two) = apart {
        if columns.place.is_none() && !columns.is_unordered {
            let (line, other) = lines(two);
            return Err(GatherError::Apart { deck: deck(two[0]), line, other });
        }
        // Decks in the order of their first rows would be sorted by what is in them.
        let ranks = ranks(rows, 0)?;
        decks.sort_by_key(|deck| ranks[deck[0]]);
    }
    if columns.place.is_none() && !columns.is_unordered && are_sorted(rows, &decks) {
        return Err(GatherError::Sorted);
    }
    if columns.place.is_some() {
        let ranks = ranks(rows, 2)?;
        for rows in &mut decks {
            rows.sort_by_key(|&row| ranks[row]);
            let is_same = |two: &&[usize]| {
                let (line, other) = lines(two);
                ranks[two[0]] == ranks[two[1]] && line != other
            };
            if let Some(two) = rows.windows(2).find(is_same) {
                let (line, other) = lines(two);
                return Err(GatherError::SamePlace { deck: deck(two[0]), line, other });
            }
        }
    }
    let mut items: Vec<String> = rows.iter().map(|row| row.cells[1].clone()).collect();
    items.sort_unstable();
    items.dedup();
    Ok(GatheredDecks { csv: csv(&table, &decks), items })
}

/// Puts each item on a row of its own, if all cells hold several in brackets: [3, 1, 2].
fn apart(rows: &mut Vec<LongRow>) {
    let items = |LongRow { line, cells }: &LongRow| {
        let is_list = cells[1].starts_with('[');
        let items = cells::several(&cells[1], true, |item| is_list && item.parse::<u64>().is_ok())?;
        let row = |item: &str| {
            let mut cells = cells.clone();
            cells[1] = item.to_owned();
            LongRow { line: *line, cells }
        };
        Some(items.into_iter().map(row).collect())
    };
    if let Some(apart) = rows.iter().map(items).collect::<Option<Vec<Vec<LongRow>>>>() {
        *rows = apart.concat();
    }
}

/// The rows of each deck, which share the first cell, in the order in which the decks first appear.
fn by_key(rows: &[LongRow]) -> Vec<Vec<usize>> {
    let mut decks: Vec<Vec<usize>> = Vec::new();
    let mut numbers: HashMap<&str, usize> = HashMap::new();
    for (row, cells) in rows.iter().map(|row| &row.cells).enumerate() {
        let number = *numbers.entry(&cells[0]).or_insert_with(|| {
            decks.push(Vec::new());
            decks.len() - 1
        });
        decks[number].push(row);
    }
    decks
}

/// True if the items of all decks are sorted, as by chance they hardly ever are.
fn are_sorted(rows: &[LongRow], decks: &[Vec<usize>]) -> bool {
    const LN_CHANCE: f64 = -20.0;
    let Ok(ranks) = ranks(rows, 1) else { return false };
    // Equal items stand side by side in a sorted deck, and their order does not show.
    let ln_orders = |deck: &Vec<usize>| {
        let alike = deck.chunk_by(|&one, &other| ranks[one] == ranks[other]);
        ln_arrangements(&alike.map(<[usize]>::len).collect::<Vec<_>>())
    };
    let ln_chance: f64 = decks.iter().map(|deck| -ln_orders(deck)).sum();
    ln_chance < LN_CHANCE && decks.iter().all(|deck| deck.is_sorted_by_key(|&row| ranks[row]))
}

/// The rank of the cell of each row in one of the columns.
fn ranks(rows: &[LongRow], column: usize) -> Result<Vec<usize>, RankError> {
    let key = |row: &LongRow| Key { line: row.line, text: row.cells[column].clone() };
    ranked::ranks(&rows.iter().map(key).collect::<Vec<_>>())
}

/// True if the first row is a header that nothing names: a deck of its own, with an item that never comes again, above decks of several.
fn is_header(table: &LongTable) -> bool {
    let Some((first, others)) = table.rows.split_first() else { return false };
    let comes_again = |at: usize| others.iter().any(|row| row.cells[at] == first.cells[at]);
    let are_several = others.windows(2).any(|two| two[0].cells[0] == two[1].cells[0]);
    are_several && !comes_again(0) && !comes_again(1)
}

/// The decks as CSV, each on the line of its last row, or below the deck before it.
fn csv(table: &LongTable, decks: &[Vec<usize>]) -> String {
    let (mut text, mut line) = (String::new(), 1);
    for deck in decks {
        let last = deck.iter().map(|&row| table.rows[row].line).max().unwrap_or(0);
        for _ in line..last {
            text.push('\n');
        }
        let cell = |&row: &usize| format!("\"{}\"", table.rows[row].cells[1].replace('"', "\"\""));
        let cells: Vec<String> = deck.iter().map(cell).collect();
        text.push_str(&cells.join(","));
        text.push('\n');
        line = line.max(last) + 1;
    }
    text
}
