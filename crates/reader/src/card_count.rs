//! The number of cards in a deck, found from the first decks of an input.
//!
//! It is found only if each of them is a permutation of consecutive numbers that begin with 0 or with 1: nothing else
//! distinguishes a whole deck from a deal of some of its cards.

use crate::{
    cells::{Cells, SEPARATORS},
    columns::{ColumnChoice, Header, count_up},
    layout::Format,
    names::NameTable,
    utf16::Decoded,
};
use serde_json::Value;
use std::io::Read;

/// The number of decks that are examined.
const DECKS: usize = 100;

/// The result of [`guess`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Guess {
    /// Cards in the deck.
    pub cards: usize,
    /// The number of the first card.
    pub base: u32,
}

/// The reason why the number of cards cannot be found from the first decks.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GuessError {
    /// A binary format, which has no line ends.
    #[error(
        "a file of the format {0} does not tell how many cards a deck has: say --cards, and --deal for hands"
    )]
    Binary(Format),
    /// Raw numbers that are no orders of one length.
    #[error(
        "the {count} numbers up to {most} of a file of the format {format} are no whole orders of {cards} cards: say \
         --cards, and --deal for hands"
    )]
    Numbers {
        /// The format.
        format: Format,
        /// The number of numbers.
        count: u64,
        /// The largest.
        most: u64,
        /// The cards of a deck that has it.
        cards: u64,
    },
    /// Rows of an array that are hands, or lack cards.
    #[error(
        "the rows of the array have {row} numbers, and the first has one that needs {cards} cards: say --cards {cards} \
         --deal {row} for hands, or --cards {cards} for orders that lack some rows"
    )]
    Hands {
        /// Numbers of a row.
        row: u64,
        /// The cards of a deck that has the largest of them.
        cards: usize,
    },
    /// The input has no line of cards.
    #[error("there is no deck at its beginning that tells how many cards there are: say --cards")]
    Nothing,
    /// A deck is a deal, or something else.
    #[error(
        "deck {deck} ({}) is no whole order of {cells} cards: say how many the deck has and how many are dealt, such \
         as --cards 52 --deal {cells}{}", shown(start), columns.map_or_else(String::new, |to| format!(
             "; or, if the first column holds no cards, --columns 2-{to}"
         ))
    )]
    NoOrder {
        /// The number of the deck, counted from 0.
        deck: usize,
        /// Its first cells.
        start: Vec<String>,
        /// The number of its cells.
        cells: usize,
        /// The last column, if the cells from the second on are a whole order.
        columns: Option<usize>,
    },
    /// The cells are names of playing cards, but no labels were given.
    #[error("deck 0 ({}) holds playing cards: say --labels standard-52{}", shown(start), flags(*deal, *columns))]
    Named {
        /// Its first cells.
        start: Vec<String>,
        /// The number of cards dealt, if it is no whole deck.
        deal: Option<usize>,
        /// The last column, if the columns from the second on hold cards.
        columns: Option<usize>,
    },
    /// The first deck has another number of cards than there are labels.
    #[error(
        "deck 0 ({}) has {cells} cards, but there are {labels} labels: for hands say{}",
        shown(start), flags(Some(*cells), *columns)
    )]
    Labels {
        /// Its first cells.
        start: Vec<String>,
        /// The number of its cards.
        cells: usize,
        /// The number of labels.
        labels: usize,
        /// The last column, if the columns from the second on hold cards.
        columns: Option<usize>,
    },
}

fn flags(deal: Option<usize>, columns: Option<usize>) -> String {
    let deal = deal.map_or_else(String::new, |deal| format!(" --deal {deal}"));
    deal + &columns.map_or_else(String::new, |to| format!(" --columns 2-{to}"))
}

fn shown(start: &[String]) -> String {
    let cells: Vec<String> = start.iter().map(|cell| cell.chars().take(12).collect()).collect();
    format!("{} ...", cells.join(" "))
}

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
}

/// Finds the number of cards in the decks of an input from its first bytes, decompressed. `is_all` is true if these
/// are the whole input.
///
/// ```
/// use shuffle_reader::{Asked, ColumnChoice, Format, Guess, Header, guess};
/// let asked = Asked {
///     format: Format::Text,
///     labels: None,
///     base: None,
///     is_deal: false,
///     columns: &ColumnChoice::All,
///     header: Header::Auto,
/// };
/// assert_eq!(guess(b"3 1 2\n1 2 3\n", true, &asked), Ok(Guess { cards: 3, base: 1 }));
/// assert!(guess(b"7 30 2\n", true, &asked).is_err());
/// ```
///
/// # Errors
///
/// [`GuessError`] if it cannot be found.
pub fn guess(start: &[u8], is_all: bool, asked: &Asked<'_>) -> Result<Guess, GuessError> {
    if !asked.format.is_text() {
        return Err(GuessError::Binary(asked.format));
    }
    let mut text = Vec::new();
    // Reading from memory does not fail.
    let _ = Decoded::new(start, true).read_to_end(&mut text);
    let whole =
        if is_all { text.len() } else { memchr::memrchr(b'\n', &text).map_or(0, |at| at + 1) };
    let text = String::from_utf8_lossy(&text[..whole]);
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    let decks = decks(text, asked);
    let first = decks.first().ok_or(GuessError::Nothing)?;
    if let Some(names) = asked.labels {
        let (cells, columns) = named(first, names, asked);
        let labels = names.cards();
        return if cells == labels || asked.is_deal {
            Ok(Guess { cards: labels, base: 0 })
        } else {
            Err(GuessError::Labels { start: start_of(first), cells, labels, columns })
        };
    }
    let cards = NameTable::standard_52();
    let (cells, columns) = named(first, &cards, asked);
    let known = first[usize::from(columns.is_some())..].iter();
    if cells > 1 && known.clone().all(|cell| cards.knows(cell)) && known.len() > 0 {
        let deal = Some(cells).filter(|cells| *cells < cards.cards());
        return Err(GuessError::Named { start: start_of(first), deal, columns });
    }
    let no_order = |deck: usize| {
        let cells = &decks[deck];
        let rest =
            cells.get(1..).filter(|rest| asked.columns == &ColumnChoice::All && rest.len() > 1);
        let columns = rest.and_then(|rest| order_of(rest, asked.base)).map(|_| cells.len());
        let (start, cells) = (start_of(cells), cells.len());
        Err(GuessError::NoOrder { deck, start, cells, columns })
    };
    if first.iter().any(|cell| cell.parse::<u64>().is_err()) {
        return Err(GuessError::Nothing);
    }
    if let Some(guess) = pack_of(first, asked.base) {
        return Ok(guess);
    }
    let Some(guess) = order_of(first, asked.base) else { return no_order(0) };
    let cards = u64::from(guess.base)..u64::from(guess.base) + guess.cards as u64;
    let number = |cell: &String| cell.parse::<u64>().ok();
    // Other faults of a deck do not matter for the number of cards.
    let is_other = |deck: &Vec<String>| {
        let beyond = deck.iter().filter_map(number).any(|number| !cards.contains(&number));
        deck.len() != guess.cards || beyond
    };
    match decks.iter().position(is_other) {
        Some(other) => no_order(other),
        None => Ok(guess),
    }
}

/// The number of cards with these names in a deck; and its last column, if its first cell is no card, but the second
/// is one.
fn named(cells: &[String], names: &NameTable, asked: &Asked<'_>) -> (usize, Option<usize>) {
    let glued = |cell: &String| names.glued(cell).map_or(1, |cards| cards.len());
    let is_other = |cell: &String| !names.knows(cell);
    let has_id = *asked.columns == ColumnChoice::All
        && cells.first().is_some_and(is_other)
        && cells.get(1).is_some_and(|cell| !is_other(cell));
    let cards: usize = cells[usize::from(has_id)..].iter().map(glued).sum();
    (cards, has_id.then_some(cells.len()))
}

fn start_of(cells: &[String]) -> Vec<String> {
    cells[..cells.len().min(5)].to_vec()
}

/// The size and the base of the deck of which these cells are a permutation; `None` if they are none.
fn order_of(cells: &[String], base: Option<u32>) -> Option<Guess> {
    let numbers: Option<Vec<u64>> = cells.iter().map(|cell| cell.parse().ok()).collect();
    let mut numbers = numbers?;
    numbers.sort_unstable();
    let least = u32::try_from(*numbers.first()?).ok()?;
    let is_order = numbers.iter().zip(u64::from(least)..).all(|(number, place)| *number == place);
    (is_order && base.map_or(least <= 1, |base| base == least))
        .then_some(Guess { cards: numbers.len(), base: least })
}

/// The size that a deck would have of which these cells are one, were they different: most of them come more than once, as in a
/// pack, and the reader will say so.
fn pack_of(cells: &[String], base: Option<u32>) -> Option<Guess> {
    let numbers: Option<Vec<u64>> = cells.iter().map(|cell| cell.parse().ok()).collect();
    let mut numbers = numbers?;
    numbers.sort_unstable();
    let least = u32::try_from(*numbers.first()?).ok()?;
    let (all, most) = (numbers.len(), *numbers.last()?);
    numbers.dedup();
    let fits = base.map_or(least <= 1, |base| base == least) && most < all as u64;
    (fits && 2 * numbers.len() <= all).then_some(Guess { cards: all, base: least })
}

/// The cells of the first decks.
fn decks(text: &str, asked: &Asked<'_>) -> Vec<Vec<String>> {
    let is_comment = |line: &&str| asked.format == Format::Text && line.starts_with('#');
    let lines = text.lines().filter(|line| !line.trim().is_empty() && !is_comment(line));
    let is_card = |cell: &str| match asked.labels {
        Some(names) => names.knows(cell),
        None => cell.parse::<u64>().is_ok(),
    };
    let mut decks = Vec::new();
    let (mut picks, mut separator) = (asked.columns.pick::<&str>(None).ok(), None);
    for (index, line) in lines.take(DECKS + 1).enumerate() {
        let Some(cells) = cells(line, asked, &mut separator) else { break };
        let by_name = asked.columns.by_name();
        let has_header = match asked.header {
            Header::Yes => true,
            Header::No => false,
            Header::Auto => {
                let picked = |at: &usize| picks.as_ref().is_none_or(|picks| picks.has(*at));
                let cells: Vec<&String> =
                    cells.iter().enumerate().filter(|(at, _)| picked(at)).map(|(_, c)| c).collect();
                let names = !cells.iter().any(|cell| is_card(cell)) || count_up(&cells, is_card);
                by_name || (asked.format == Format::Csv && names)
            }
        };
        if index == 0 && has_header {
            if by_name {
                picks = asked.columns.pick(Some(&cells)).ok();
            }
            continue;
        }
        let picked = |at: &usize| picks.as_ref().is_none_or(|picks| picks.has(*at));
        let cells = cells.into_iter().enumerate().filter(|(at, _)| picked(at));
        decks.push(cells.map(|(_, cell)| cell).collect());
    }
    decks.truncate(DECKS);
    decks
}

/// The cells of a line; `None` if it is broken. The separator of CSV is the one that gives the most cells.
fn cells(line: &str, asked: &Asked<'_>, separator: &mut Option<char>) -> Option<Vec<String>> {
    match asked.format {
        Format::Csv => {
            let count = |by: &char| Cells::new(line, *by).filter(Result::is_ok).count();
            // Reversed, since `max_by_key` returns the last maximum: the first, most usual separator wins a tie.
            let most = || SEPARATORS.into_iter().rev().max_by_key(count).unwrap_or(',');
            let by = *separator.get_or_insert_with(most);
            Cells::new(line, by).map(|cell| cell.ok().map(|cell| cell.into_owned())).collect()
        }
        Format::Ndjson => {
            let value: Value = serde_json::from_str(line).ok()?;
            let array = value.get("deck").unwrap_or(&value).as_array()?;
            let text = |cell: &Value| match cell {
                Value::String(text) => text.clone(),
                other => other.to_string(),
            };
            Some(array.iter().map(text).collect())
        }
        _ => {
            let line = line
                .trim_matches(|letter: char| letter.is_whitespace() || "[](){}".contains(letter));
            let cells = line.split([' ', '\t', ',']).filter(|cell| !cell.is_empty());
            Some(cells.map(str::to_owned).collect())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(format: Format, columns: &ColumnChoice) -> Asked<'_> {
        let header = Header::Auto;
        Asked { format, labels: None, base: None, is_deal: false, columns, header }
    }

    fn guessed(format: Format, input: &str) -> Result<Guess, String> {
        guess(input.as_bytes(), true, &asked(format, &ColumnChoice::All))
            .map_err(|error| error.to_string())
    }

    #[test]
    fn whole_orders_tell_their_size_and_base() {
        for (format, input, cards, base) in [
            (Format::Text, "# decks\n\n0 2 1\n1 0 2\n", 3, 0),
            (Format::Text, "[2 1 3]\n", 3, 1),
            (Format::Csv, "a;b;c\n3;1;2;\n", 3, 1),
            (Format::Csv, "\"0\"\t\"1\"\n", 2, 0),
            (Format::Ndjson, "{\"deck\":[1,0]}\n[0,1]\n", 2, 0),
        ] {
            assert_eq!(guessed(format, input), Ok(Guess { cards, base }), "{input}");
        }
    }

    #[test]
    fn hands_and_ids_do_not_pass_for_decks() {
        let hand = guessed(Format::Text, "17 3 40 2 9\n").unwrap_err();
        assert!(
            hand.contains("deck 0 (17 3 40 2 9 ...)") && hand.contains("--cards 52 --deal 5"),
            "{hand}"
        );
        let later = guessed(Format::Text, "1 0\n17 3\n").unwrap_err();
        assert!(later.starts_with("deck 1 (17 3 ...)"), "{later}");
        let id = guessed(Format::Csv, "305,2,0,1\n306,0,1,2\n").unwrap_err();
        assert!(id.ends_with("--columns 2-4"), "{id}");
        assert!(guessed(Format::Text, "").is_err());
        assert!(guessed(Format::U8, "\0").is_err());
        assert!(guessed(Format::Text, "2 3 4\n").is_err(), "no deck counts from 2");
    }

    #[test]
    fn playing_cards_are_told_from_numbers() {
        let hands = guessed(Format::Csv, "hand_id,c1,c2\n305,As,Kd\n").unwrap_err();
        assert!(hands.ends_with("say --labels standard-52 --deal 2 --columns 2-3"), "{hands}");
        let glued = guessed(Format::Text, "AsKd10h\n").unwrap_err();
        assert!(glued.ends_with("say --labels standard-52 --deal 3"), "{glued}");
        let (names, columns) = (NameTable::standard_52(), ColumnChoice::All);
        let asked = Asked { labels: Some(&names), ..asked(Format::Csv, &columns) };
        let hands = guess(b"hand_id,c1,c2\n305,As,Kd\n", true, &asked).unwrap_err().to_string();
        assert!(hands.ends_with("for hands say --deal 2 --columns 2-3"), "{hands}");
        let asked = Asked { is_deal: true, ..asked };
        assert_eq!(guess(b"As,Kd\n", true, &asked), Ok(Guess { cards: 52, base: 0 }));
    }

    #[test]
    fn a_line_that_is_cut_off_tells_nothing() {
        let columns = ColumnChoice::All;
        let asked = asked(Format::Text, &columns);
        assert_eq!(guess(b"1 0 2\n1 0", false, &asked), Ok(Guess { cards: 3, base: 0 }));
        assert_eq!(guess(b"1 0", false, &asked), Err(GuessError::Nothing));
    }
}
