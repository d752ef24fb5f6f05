//! The first lines of an input, read before the number of cards is known.

use crate::{
    cells::{self, Cells},
    columns::{ColumnChoice, Header, Picks, is_header},
    drawn::pick,
    error::numbered_words,
    json_lines::JsonLines,
    json_table::{JsonTable, Source},
    layout::Format,
    levels::Levels,
    names::NameTable,
    ndjson,
    utf16::Decoded,
};
use serde_json::Value;
use std::{collections::HashSet, io::Read};

/// The number of decks that are examined.
pub(crate) const DECKS: usize = 100;

/// The settings by which lines are read before the number of cards is known.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a> {
    /// The format of the decks.
    pub format: Format,
    /// The names of the cards, if they are not numbers.
    pub labels: Option<&'a NameTable>,
    /// The number of the first card, if it is known.
    pub base: Option<u32>,
    /// True if only the first cards of each deck are wanted: the input may hold nothing but these.
    pub is_deal: bool,
    /// The columns that hold the cards.
    pub columns: &'a ColumnChoice,
    /// The role of the first line: a header, or a deck.
    pub header: Header,
    /// The field of an object of NDJSON that holds the deck; `deck` by default.
    pub field: Option<&'a str>,
    /// The column of a factor, which holds no card.
    pub levels: Option<&'a Levels>,
}

impl<'a> Asked<'a> {
    /// Whole decks, of which nothing else is known.
    pub fn of(format: Format, columns: &'a ColumnChoice) -> Self {
        let (header, field, levels) = (Header::Auto, None, None);
        Self { format, labels: None, base: None, is_deal: false, columns, header, field, levels }
    }

    pub(crate) fn pick(&self, header: Option<&[String]>) -> Option<Picks> {
        pick(self.columns, self.levels, header).ok()
    }

    /// True if a header is needed to find the columns.
    fn by_name(&self) -> bool {
        self.columns.by_name() || self.levels.is_some_and(Levels::by_name)
    }

    pub(crate) fn is_card(&self, cell: &str) -> bool {
        match self.labels {
            Some(names) => names.knows(cell),
            None => cell.parse::<u64>().is_ok() || NameTable::standard_52().knows(cell),
        }
    }
}

/// The text of a file: UTF-8, UTF-16, or else what spreadsheets on Windows write.
pub fn text(file: &[u8]) -> String {
    text_of(file, true, Format::Text)
}

pub(crate) fn text_of(start: &[u8], is_all: bool, format: Format) -> String {
    let mut text = Vec::new();
    let start: Source<'_> = match format {
        Format::Csv => Box::new(JsonTable::new(Box::new(start))),
        _ => Box::new(start),
    };
    // Reading from memory does not fail.
    let _ = match format {
        Format::Ndjson => JsonLines::new(start).read_to_end(&mut text),
        _ => Decoded::new(start, true).read_to_end(&mut text),
    };
    let whole =
        if is_all { text.len() } else { memchr::memrchr(b'\n', &text).map_or(0, |at| at + 1) };
    let text = cells::decoded(&text[..whole]);
    text.strip_prefix('\u{feff}').unwrap_or(&text).to_owned()
}

/// The lines that are not blank and no comments.
fn lines_of<'t>(text: &'t str, asked: &Asked<'_>) -> impl Iterator<Item = &'t str> {
    let has_comments = asked.format == Format::Text && !asked.labels.is_some_and(NameTable::hashes);
    let format = asked.format;
    let is_comment = move |line: &&str| has_comments && line.starts_with('#');
    let is_void = move |line: &str| match format {
        Format::Csv => cells::is_void(line),
        _ => line.trim().is_empty(),
    };
    text.lines().filter(move |line| !is_void(line) && !is_comment(line))
}

pub(crate) fn whole_lines(text: &str, asked: &Asked<'_>) -> Vec<String> {
    let titles = usize::from(asked.header == Header::Yes);
    let trimmed = |line: &str| line.trim_matches(cells::is_blank).to_owned();
    lines_of(text, asked).skip(titles).map(trimmed).collect()
}

/// The words of a line with their numbers.
pub(crate) fn words_of(line: &str, asked: &Asked<'_>) -> String {
    let words = cells(line, asked, &mut None).unwrap_or_default();
    numbered_words(words.iter().map(String::as_str))
}

/// The first decks of a table.
pub(crate) struct Decks {
    pub(crate) header: Vec<String>,
    /// The number of columns.
    pub(crate) width: usize,
    /// Their cards, several of which may stand in one cell of a table.
    pub(crate) decks: Vec<Vec<String>>,
}

pub(crate) fn decks(text: &str, asked: &Asked<'_>) -> Decks {
    let (header, mut decks) = rows(text, asked, DECKS);
    let width = decks.first().map_or(0, Vec::len);
    let is_picked = *asked.columns != ColumnChoice::All;
    let apart = |cell: String| match cells::several(&cell, is_picked, |part| asked.is_card(part)) {
        Some(cards) => cards.into_iter().map(str::to_owned).collect(),
        None => vec![cell],
    };
    for deck in &mut decks {
        *deck = std::mem::take(deck).into_iter().flat_map(apart).collect();
    }
    Decks { header, width, decks }
}

/// All cells of the first lines, of a header too.
pub(crate) fn table(text: &str, asked: &Asked<'_>, most: usize) -> Vec<Vec<String>> {
    let whole = Asked { columns: &ColumnChoice::All, levels: None, header: Header::No, ..*asked };
    rows(text, &whole, most).1
}

/// The names in the header, and the cells of the first lines after it.
pub(crate) fn rows(text: &str, asked: &Asked<'_>, most: usize) -> (Vec<String>, Vec<Vec<String>>) {
    let is_card = |cell: &str| match asked.labels {
        Some(names) => names.knows(cell),
        None => cell.parse::<u64>().is_ok(),
    };
    let is_picked = *asked.columns != ColumnChoice::All;
    let is_card = |cell: &str| is_card(cell) || cells::several(cell, is_picked, is_card).is_some();
    let (mut names, mut decks) = (Vec::new(), Vec::new());
    let (mut picks, mut separator) = (asked.pick(None), None);
    for (index, line) in lines_of(text, asked).take(most.saturating_add(1)).enumerate() {
        let Some(cells) = cells(line, asked, &mut separator) else { break };
        let by_name = asked.by_name();
        let has_header = match asked.header {
            Header::Yes => true,
            Header::No => false,
            Header::Auto => {
                let picked = |at: usize| picks.as_ref().is_none_or(|picks| picks.has(at));
                by_name || (asked.format == Format::Csv && is_header(&cells, picked, is_card))
            }
        };
        if index == 0 && has_header {
            picks = asked.pick(Some(&cells));
            names = cells;
            continue;
        }
        let picked = |at: &usize| picks.as_ref().is_none_or(|picks| picks.has(*at));
        let place = |at: usize| picks.as_ref().and_then(|picks| picks.moved(at));
        let cells = cells.into_iter().enumerate().filter(|(at, _)| picked(at));
        let mut cells: Vec<_> = cells.map(|(at, cell)| (place(at), cell)).collect();
        cells.sort_by_key(|(place, _)| *place);
        decks.push(cells.into_iter().map(|(_, cell)| cell).collect());
    }
    decks.truncate(most);
    (names, decks)
}

pub(crate) fn cells(
    line: &str,
    asked: &Asked<'_>,
    separator: &mut Option<char>,
) -> Option<Vec<String>> {
    match asked.format {
        Format::Csv => {
            let by = *separator.get_or_insert_with(|| cells::usual(line));
            Cells::new(line, by).map(|cell| cell.ok().map(|cell| cell.into_owned())).collect()
        }
        Format::Ndjson => {
            let value: Value = serde_json::from_str(line).ok()?;
            let array = ndjson::field_of(&value, asked.field.unwrap_or("deck"));
            let array = array.unwrap_or(&value).as_array()?;
            let text = |cell: &Value| match cell {
                Value::String(text) => text.clone(),
                other => other.to_string(),
            };
            Some(array.iter().map(text).collect())
        }
        _ => {
            let line = line
                .trim_matches(|letter: char| letter.is_whitespace() || "[](){}".contains(letter));
            // Whether labels have quotes is looked up in all of them.
            let are_quoted = line.contains('"') && !asked.labels.is_some_and(NameTable::quotes);
            Some(cells::words(line, are_quoted).map(str::to_owned).collect())
        }
    }
}

/// The names on each line of an input of orders of different lengths, whatever they are.
///
/// ```
/// use shuffle_reader::{Asked, ColumnChoice, Format, varying_rows};
/// let asked = Asked::of(Format::Csv, &ColumnChoice::All);
/// assert_eq!(varying_rows(b"Ann,Bob,\nCid,Ann,Bob\n", &asked), [vec!["Ann", "Bob"], vec!["Cid", "Ann", "Bob"]]);
/// ```
pub fn varying_rows(input: &[u8], asked: &Asked<'_>) -> Vec<Vec<String>> {
    let is_header = asked.header == Header::Yes || asked.by_name();
    let asked = Asked { header: if is_header { asked.header } else { Header::No }, ..*asked };
    let (_, mut rows) = rows(&text_of(input, true, asked.format), &asked, usize::MAX);
    let is_picked = *asked.columns != ColumnChoice::All;
    let lone = rows.iter().filter_map(|row| if let [cell] = &row[..] { Some(cell) } else { None });
    let lone: Vec<&String> = lone.collect();
    let separates = |by: &&char| lone.iter().any(|cell| cell.contains(**by));
    let by = cells::BETWEEN_NAMES.iter().find(separates).copied();
    let words = lone.iter().map(|cell| cell.split(' ').collect()).collect::<Vec<Vec<&str>>>();
    let are_orders = words_move(&words);
    for row in &mut rows {
        row.retain(|cell| !cell.is_empty());
        if let ([cell], true, Some(by)) = (&row[..], is_picked, by) {
            let names = cell.split(by).map(str::trim).filter(|name| !name.is_empty());
            *row = names.map(str::to_owned).collect();
        } else if let ([cell], true) = (&row[..], is_picked)
            && (are_orders || !cell.contains(' '))
            && let Some(names) = cells::several(cell, true, |name| !name.is_empty() && name != cell)
        {
            *row = names.into_iter().map(str::to_owned).collect();
        }
    }
    rows
}

/// True if words between blanks are the items of orders, of which the first are elsewhere last; the words of names stay where they are.
pub(crate) fn words_move(rows: &[Vec<&str>]) -> bool {
    let later: HashSet<&&str> = rows.iter().flat_map(|row| row.iter().skip(1)).collect();
    let firsts = rows.iter().filter_map(|row| row.first());
    2 * firsts.filter(|first| later.contains(first)).count() > rows.len()
}
