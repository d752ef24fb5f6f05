//! A table of two columns: an item and a number on each line.

use crate::cells::{Cells, SEPARATORS, is_void};
use shuffle_deck::words::quoted;
use std::collections::HashSet;

/// The two cells of a line, with its number from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PairLine {
    /// The number of the line.
    pub line: usize,
    /// The first cell.
    pub item: String,
    /// The second.
    pub value: String,
}

/// A line that has no two cells, or that may be cut inside a number.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum NoPair {
    #[error(
        "line {line} has {cells} cells instead of an item and its count: keep these two columns; a separator inside a cell needs quotes"
    )]
    Cells { line: usize, cells: usize },
    #[error(
        "line {line}: {number} may be one number or the end of a name and a count: write it as {joined} if it is one number; if not, put a semicolon between each item and its count"
    )]
    Thousands { line: usize, number: String, joined: String },
}

/// The lines of a table of two columns, without blank ones. Tabs, semicolons, bars or commas separate them, whichever the table has, or
/// else the last blank of each line.
///
/// ```
/// use shuffle_reader::pairs;
/// let values = |text| pairs(text).unwrap().into_iter().map(|pair| pair.value).collect::<Vec<_>>();
/// assert_eq!(values("item,times\n\"a, b\",\"1,609\"\n\nc;d,2\n"), ["times", "1,609", "2"]);
/// assert_eq!(values("Serra Angel  12\nIsland 7"), ["12", "7"]);
/// assert!(pairs("a,1\nb,1,609\n").unwrap_err().to_string().starts_with("line 2 has 3 cells"));
/// assert!(pairs("Heads 1 020\nTails 980\n").is_err());
/// ```
///
/// # Errors
///
/// [`NoPair`].
pub fn pairs(text: &str) -> Result<Vec<PairLine>, NoPair> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let lines = (1..).zip(text.lines()).filter(|(_, line)| !is_void(line));
    let split = |separator: Option<char>| {
        lines.clone().map(move |(line, text)| {
            let cells = match separator {
                Some(separator) => Cells::new(text.trim(), separator)
                    .map(|cell| cell.map(|cell| cell.trim().to_owned()))
                    .collect::<Result<Vec<_>, _>>()
                    .unwrap_or_default(),
                None => {
                    let words = text.trim().rsplitn(2, char::is_whitespace);
                    words
                        .map(|word| word.trim().to_owned())
                        .collect::<Vec<_>>()
                        .into_iter()
                        .rev()
                        .collect()
                }
            };
            match <[String; 2]>::try_from(cells) {
                Ok([item, value]) => Ok(PairLine { line, item, value }),
                Err(cells) => Err(NoPair::Cells { line, cells: cells.len() }),
            }
        })
    };
    let separators = SEPARATORS.map(Some).into_iter().chain([None]);
    let found = separators.map(|separator| split(separator).collect::<Result<Vec<_>, _>>());
    let found: Vec<_> = found.collect();
    match found.iter().position(Result::is_ok) {
        Some(at) => {
            let pairs = found.into_iter().nth(at).unwrap_or_else(|| Ok(Vec::new()))?;
            let sign = SEPARATORS.get(at).map_or(" ", |by| if *by == ',' { "," } else { "" });
            thousands(&pairs, sign).map_or(Ok(pairs), Err)
        }
        None => {
            // By the separator of the first line.
            let first = lines.clone().next().map_or("", |(_, line)| line);
            let at = SEPARATORS.iter().position(|&separator| first.contains(separator));
            found.into_iter().nth(at.unwrap_or(SEPARATORS.len())).unwrap_or_else(|| Ok(Vec::new()))
        }
    }
}

/// The fault of a line that may be cut at the sign between the thousands of its count. Of items that are numbered, as `Face 1`, the rest of
/// the name comes again.
fn thousands(pairs: &[PairLine], sign: &str) -> Option<NoPair> {
    let cut = |pair: &PairLine| {
        let (name, digits) = pair.item.rsplit_once(char::is_whitespace)?;
        let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
        let is_cut = is_number(digits) && (1..=3).contains(&digits.len());
        let is_group = is_number(&pair.value) && pair.value.len() == 3;
        (is_cut && is_group).then(|| (name.trim_end().to_owned(), digits.to_owned()))
    };
    let names = pairs.iter().map(|pair| cut(pair).map_or_else(|| pair.item.clone(), |it| it.0));
    let are_unlike = names.collect::<HashSet<_>>().len() == pairs.len();
    let (pair, (_, digits)) = pairs.iter().find_map(|pair| Some((pair, cut(pair)?)))?;
    (!sign.is_empty() && are_unlike).then(|| NoPair::Thousands {
        line: pair.line,
        number: quoted(&format!("{digits}{sign}{}", pair.value)),
        joined: format!("{digits}{}", pair.value),
    })
}

/// The number of items if a text is a table of counts: its first column has all numbers from some number on, each once and in order, and
/// its second column whole numbers. Fewer than three lines are not a table.
pub fn counted_items(text: &str) -> Option<usize> {
    let mut pairs = pairs(text).ok()?;
    let number = |cell: &str| cell.replace(',', "").parse::<u64>().ok();
    if pairs.first().is_some_and(|first| number(&first.value).is_none()) {
        pairs.remove(0);
    }
    let counts = pairs.iter().all(|pair| number(&pair.value).is_some());
    let items: Vec<Option<u64>> = pairs.iter().map(|pair| number(&pair.item)).collect();
    let in_order =
        items.windows(2).all(|two| matches!(two, [Some(one), Some(next)] if one + 1 == *next));
    (counts && in_order && items.len() > 2).then_some(items.len())
}
