//! The columns of a table that hold the cards, and its header.

use crate::error::DeckFault;
use shuffle_deck::words::quoted;
use std::fmt;

/// The role of the first line of text or CSV: a header, or a deck.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Header {
    /// In CSV a first line that [cannot be a deck](crate::Format::Csv) is one; text has none.
    #[default]
    Auto,
    /// It is a header, whatever it contains.
    Yes,
    /// It is a deck.
    No,
}

/// The columns that hold the cards, in their order.
///
/// ```
/// use shuffle_reader::ColumnChoice;
/// let columns: ColumnChoice = "2-6, 9".parse()?;
/// assert_eq!(columns.to_string(), "2-6,9");
/// assert_eq!("c1-c5".parse::<ColumnChoice>()?.to_string(), "c1-c5");
/// assert!("6-2".parse::<ColumnChoice>().is_err());
/// # Ok::<(), shuffle_reader::LayoutError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum ColumnChoice {
    /// All of them.
    #[default]
    All,
    /// These.
    Some(Vec<Range>),
}

/// Columns side by side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Range {
    /// From one number to another, counted from 1, or to the last column.
    Numbers(usize, Option<usize>),
    /// A column of this name, or, if there is none and the name has a hyphen in it, those from one name to another.
    Name(String),
}

impl std::str::FromStr for ColumnChoice {
    type Err = crate::LayoutError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let wrong = || crate::LayoutError::Columns { given: quoted(text) };
        let ranges: Option<Vec<Range>> = text.split(',').map(|item| range(item.trim())).collect();
        let ranges = ranges.ok_or_else(wrong)?;
        match named_twice(&ranges) {
            Some(column) => Err(crate::LayoutError::ColumnTwice { column }),
            None => Ok(Self::Some(ranges)),
        }
    }
}

/// The first column that two ranges of numbers have in common.
fn named_twice(ranges: &[Range]) -> Option<usize> {
    let mut numbers: Vec<(usize, usize)> = ranges
        .iter()
        .filter_map(|range| match range {
            Range::Numbers(from, to) => Some((*from, to.unwrap_or(usize::MAX))),
            Range::Name(_) => None,
        })
        .collect();
    numbers.sort_unstable();
    numbers.windows(2).find(|two| two[1].0 <= two[0].1).map(|two| two[1].0)
}

fn range(item: &str) -> Option<Range> {
    let number = |text: &str| text.trim().parse::<usize>().ok();
    let is_number = |text: &str| text.trim().bytes().all(|byte| byte.is_ascii_digit());
    let (from, to) = match item.split_once('-') {
        Some((from, to)) if is_number(from) && is_number(to) && !from.trim().is_empty() => {
            let last = if to.trim().is_empty() { None } else { Some(number(to)?) };
            (number(from)?, last)
        }
        None if is_number(item) => (number(item)?, Some(number(item)?)),
        _ => return (!item.is_empty()).then(|| Range::Name(item.to_owned())),
    };
    (from > 0 && to.is_none_or(|to| to >= from)).then_some(Range::Numbers(from, to))
}

impl fmt::Display for ColumnChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self::Some(ranges) = self else { return f.write_str("all") };
        for (index, range) in ranges.iter().enumerate() {
            f.write_str(if index > 0 { "," } else { "" })?;
            match range {
                Range::Numbers(from, None) => write!(f, "{from}-")?,
                Range::Numbers(from, Some(to)) if from == to => write!(f, "{from}")?,
                Range::Numbers(from, Some(to)) => write!(f, "{from}-{to}")?,
                Range::Name(name) => f.write_str(name)?,
            }
        }
        Ok(())
    }
}

impl ColumnChoice {
    /// True if a header is needed to find them.
    pub fn by_name(&self) -> bool {
        let Self::Some(ranges) = self else { return false };
        ranges.iter().any(|range| matches!(range, Range::Name(_)))
    }

    /// Their numbers, in a table with this header, if it has one.
    pub(crate) fn pick<S: AsRef<str>>(&self, header: Option<&[S]>) -> Result<Picks, DeckFault> {
        let Self::Some(ranges) = self else {
            return Ok(Picks { ranges: None, are_moved: false, levels: Vec::new() });
        };
        let of = |name: &str| {
            let name = name.trim();
            header?.iter().position(|column| column.as_ref().trim() == name)
        };
        let between = |name: &str| {
            let hyphens = name.match_indices('-').map(|(at, _)| at);
            let pairs = hyphens.map(|at| (of(&name[..at]), of(&name[at + 1..])));
            pairs.filter_map(|(from, to)| Some((from?, to?))).find(|(from, to)| from <= to)
        };
        let is_double = |name: &str| {
            let same = |column: &&S| column.as_ref().trim() == name.trim();
            header.is_some_and(|header| header.iter().filter(same).count() > 1)
        };
        let ranges = ranges.iter().map(|range| match range {
            // Years may be the names of columns.
            Range::Numbers(from, Some(to))
                if header.is_some_and(|header| header.len() < *from)
                    && let (Some(from), Some(to)) =
                        (of(&from.to_string()), of(&to.to_string())) =>
            {
                Ok((from, Some(to)))
            }
            Range::Numbers(from, to) => Ok((from - 1, to.map(|to| to - 1))),
            Range::Name(name) if is_double(name) => {
                Err(DeckFault::TwoColumns { name: quoted(name) })
            }
            Range::Name(name) => {
                let found = of(name).map(|at| (at, at)).or_else(|| between(name));
                let (from, to) = found.ok_or(DeckFault::NoColumn { name: quoted(name) })?;
                Ok((from, Some(to)))
            }
        });
        let ranges = ranges.collect::<Result<Vec<_>, _>>()?;
        Ok(Picks { are_moved: !ranges.is_sorted(), ranges: Some(ranges), levels: Vec::new() })
    }
}

/// Columns by their numbers, from 0, or all of them.
#[derive(Clone, Debug)]
pub(crate) struct Picks {
    ranges: Option<Vec<(usize, Option<usize>)>>,
    /// True if the columns are named in another order than in the line.
    are_moved: bool,
    /// The columns of a factor, which hold no card.
    pub(crate) levels: Vec<usize>,
}

impl Picks {
    pub(crate) fn all(&self) -> bool {
        self.ranges.is_none() && self.levels.is_empty()
    }

    /// The same, with the columns of a factor.
    pub(crate) fn and_levels(self, factor: Self) -> Self {
        let levels = factor.ranges.into_iter().flatten().map(|(column, _)| column).collect();
        Self { levels, ..self }
    }

    /// The place of a column in the order of the choice, if that is not the order of the line.
    pub(crate) fn moved(&self, column: usize) -> Option<(usize, usize)> {
        if !self.are_moved || self.levels.contains(&column) {
            return None;
        }
        self.ranges
            .as_ref()?
            .iter()
            .position(|&range| is_inside(range, column))
            .map(|range| (range, column))
    }

    pub(crate) fn first(&self) -> Option<usize> {
        self.ranges.as_ref()?.first().map(|(from, _)| *from)
    }

    /// A fault if a line of this many columns lacks one that was picked by its number, or has more than the header names. An empty last
    /// cell is not counted: a separator may end the line.
    pub(crate) fn check(
        &self,
        columns: usize,
        ends_open: bool,
        named: Option<usize>,
    ) -> Result<(), DeckFault> {
        let Some(ranges) = &self.ranges else { return Ok(()) };
        let last = ranges.iter().map(|&(from, to)| to.unwrap_or(from)).max();
        match (last.filter(|&last| last >= columns), named) {
            (Some(last), _) if last == columns && ends_open => {
                Err(DeckFault::NoCell { column: last + 1 })
            }
            (Some(last), _) => Err(DeckFault::FewColumns { found: columns, picked: last + 1 }),
            (None, Some(named)) if columns > named => {
                Err(DeckFault::ManyColumns { found: columns, named })
            }
            (None, _) => Ok(()),
        }
    }

    pub(crate) fn has(&self, column: usize) -> bool {
        let inside = |ranges: &Vec<_>| ranges.iter().any(|&range| is_inside(range, column));
        !self.levels.contains(&column) && self.ranges.as_ref().is_none_or(inside)
    }
}

fn is_inside((from, to): (usize, Option<usize>), column: usize) -> bool {
    column >= from && to.is_none_or(|to| column <= to)
}

/// True if these cells name columns by counting them, as `c1,c2,...`, even if some of them look like cards: `c2` may
/// be the two of clubs, but `c1` is no card.
pub(crate) fn count_up<S: AsRef<str>>(cells: &[S], is_card: impl Fn(&str) -> bool) -> bool {
    let names: Vec<Option<(&str, u64)>> = cells.iter().map(|cell| counted(cell.as_ref())).collect();
    let goes_on = |name: &Option<(&str, u64)>| {
        name.is_some_and(|(word, number)| {
            let has = |number| names.contains(&Some((word, number)));
            (has(0) || has(1)) && (has(number.saturating_add(1)) || (number > 0 && has(number - 1)))
        })
    };
    let mut some = false;
    for (cell, name) in cells.iter().zip(&names) {
        match (is_card(cell.as_ref()), goes_on(name)) {
            (true, false) => return false,
            (card, goes_on) => some |= !card && goes_on,
        }
    }
    some
}

/// True if a first line names columns: no picked cell is a card, or the picked cells [count up](count_up), or they are 1, 2, 3, ... next to
/// columns with names, as in `date;1;2;3;4;5;6`, or the column of row numbers has no name, as in `,0,1,2` of pandas.
pub(crate) fn is_header<S: AsRef<str>>(
    cells: &[S],
    is_picked: impl Fn(usize) -> bool,
    is_card: impl Fn(&str) -> bool,
) -> bool {
    let (mut picked, mut others) = (Vec::new(), Vec::new());
    for (at, cell) in cells.iter().enumerate() {
        if is_picked(at) { picked.push(cell.as_ref()) } else { others.push(cell.as_ref()) }
    }
    let is_word =
        |cell: &&str| !cell.is_empty() && !cell.contains(|letter: char| letter.is_ascii_digit());
    let are_numbered = !others.is_empty() && others.iter().all(is_word) && is_numbered(&picked);
    let is_index =
        cells.first().is_some_and(|cell| cell.as_ref().is_empty()) && counts(&cells[1..]);
    are_numbered
        || is_index
        || !picked.iter().any(|cell| is_card(cell))
        || count_up(&picked, is_card)
}

/// True if the cells are 1, 2, 3, ... or 0, 1, 2, ...
pub(crate) fn is_numbered<S: AsRef<str>>(cells: &[S]) -> bool {
    /// Fewer consecutive numbers may be a deck.
    const LEAST: usize = 5;
    cells.len() >= LEAST && counts(cells)
}

/// The same of any number of cells.
fn counts<S: AsRef<str>>(cells: &[S]) -> bool {
    let numbers: Vec<Option<u64>> = cells.iter().map(|cell| cell.as_ref().parse().ok()).collect();
    numbers.first().is_some_and(|first| first.is_some_and(|first| first <= 1))
        && numbers.windows(2).all(|pair| pair[0].map(|number| number + 1) == pair[1])
}

/// The first of some columns that count up, as `n1,n2,n3` do.
pub(crate) fn counted_from(names: &[String], columns: usize) -> Option<usize> {
    let follows = |two: &[String]| match (counted(&two[0]), counted(&two[1])) {
        (Some((word, one)), Some((other, next))) => {
            word == other && one.checked_add(1) == Some(next)
        }
        _ => false,
    };
    names.windows(columns.max(2)).position(|names| names.windows(2).all(follows))
}

/// `card_12` is the 12th `card_`.
fn counted(name: &str) -> Option<(&str, u64)> {
    let word = name.trim_end_matches(|letter: char| letter.is_ascii_digit());
    let number = name[word.len()..].parse().ok()?;
    (!word.is_empty()).then_some((word, number))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picked(columns: &str, header: &[&str]) -> Result<Vec<usize>, DeckFault> {
        let picks = columns.parse::<ColumnChoice>().unwrap().pick(Some(header))?;
        Ok((0..header.len()).filter(|column| picks.has(*column)).collect())
    }

    #[test]
    fn columns_are_meant_by_number_or_by_name() {
        let header = ["hand-id", "c1", "c2", " c3 ", "seat"];
        assert_eq!(picked("2-4", &header), Ok(vec![1, 2, 3]));
        assert_eq!(picked("4 , 2", &header), Ok(vec![1, 3]));
        assert_eq!(picked("3-", &header), Ok(vec![2, 3, 4]));
        assert_eq!(picked("c1-c3", &header), Ok(vec![1, 2, 3]));
        assert_eq!(picked("hand-id,c2", &header), Ok(vec![0, 2]));
        assert_eq!(picked("hand-id-c1", &header), Ok(vec![0, 1]));
        assert_eq!(picked("c4", &header), Err(DeckFault::NoColumn { name: "\"c4\"".to_owned() }));
        for wrong in ["", "0", "3-2", "1,,2", "0-3", "2,3,2", "1-4,3", "2-,5"] {
            assert!(wrong.parse::<ColumnChoice>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn headers_that_count_are_told_from_cards() {
        let is_card = |cell: &str| crate::NameTable::standard_52().card(cell).is_some();
        assert!(count_up(&["c1", "c2", "c3"], is_card));
        assert!(count_up(&["hand", "c0", "c1", "c2"], is_card));
        assert!(!count_up(&["c2", "c3", "c4"], is_card), "a hand");
        assert!(!count_up(&["c9", "c10", "c11"], is_card), "a hand with a card that is none");
        assert!(!count_up(&["c1", "c2", "As"], is_card), "an ace is no column");
    }
}
