//! The number of cards in a deck, found from the first decks of an input.
//!
//! It is found only if each of them is a permutation of consecutive numbers that begin with 0 or with 1: nothing else
//! distinguishes a whole deck from a deal of some of its cards.

use crate::{
    asked::{Asked, DECKS, Decks, decks, table, text_of},
    columns::{ColumnChoice, Header, is_numbered},
    guess_error::GuessError,
    item_faults::{cards_in_cells, commas_between, orders_in_cells},
    layout::Format,
    names::NameTable,
    orders_of_lines::OrdersOfLines,
    two_parts::{line_behind_a_lead, sign_between, sign_between_names, two_numbers},
    whole_order::{Guess, order_of, pack_of},
};
use shuffle_deck::words::quoted;
use std::collections::HashSet;

/// Finds the number of cards in the decks of an input from its first bytes, decompressed. `is_all` is true if these
/// are the whole input.
///
/// ```
/// use shuffle_reader::{Asked, ColumnChoice, Format, Guess, guess};
/// let asked = Asked::of(Format::Text, &ColumnChoice::All);
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
    check_start(start, asked)?;
    let Decks { header, width, decks } = decks(&text_of(start, is_all, asked.format), asked);
    let first = decks.first().ok_or(GuessError::Nothing)?;
    if first.is_empty() {
        return Err(GuessError::NoCells { is_of_columns: *asked.columns != ColumnChoice::All });
    }
    if let Some(names) = asked.labels {
        let (cells, has_id) = named(first, names, asked);
        let columns = has_id.then_some(width);
        let labels = names.cards();
        if let (Format::Csv, Header::Auto) = (asked.format, asked.header)
            && let [deck, others @ ..] = &decks[..]
            && is_in_start_order(deck, names)
            // No column is called after a playing card.
            && !deck.iter().all(|cell| NameTable::standard_52().knows(cell))
            && others.len() > 1
            // Orders of few names come again.
            && !others.iter().any(|deck| is_in_start_order(deck, names))
        {
            return Err(GuessError::HeaderOrDeck { start: start_of(deck) });
        }
        if (asked.format, asked.header) == (Format::Csv, Header::Auto)
            && cells == labels
            && titles_others(&text_of(start, is_all, asked.format), asked, names)
        {
            return Err(GuessError::HeaderOrDeck { start: start_of(first) });
        }
        // A header of a column of results may name them, as "H/T" does.
        if let (Header::Auto, [deck, others @ ..]) = (asked.header, &decks[..])
            && deck.len() > 1
            && others.len() > 1
            && others.iter().all(|deck| deck.len() == 1)
        {
            return Err(GuessError::HeaderOrDeck { start: start_of(deck) });
        }
        return if cells == labels || asked.is_deal {
            Ok(Guess { cards: labels, base: 0 })
        } else {
            let is_even = decks.iter().all(|deck| named(deck, names, asked).0 == cells);
            let last = decks.iter().filter_map(|deck| deck.last());
            let are_orders =
                cells == 1 && OrdersOfLines::of(last).is_some_and(|it| it.cards == labels);
            if let Some(orders) = orders_in_rows(&decks, asked) {
                return Err(orders);
            }
            let start = start_of(first);
            Err(GuessError::Labels { start, cells, labels, is_even, are_orders, columns })
        };
    }
    let cards = NameTable::standard_52();
    let (cells, has_id) = named(first, &cards, asked);
    let columns = has_id.then_some(width);
    let known = first[usize::from(has_id)..].iter();
    if cells > 1 && known.clone().all(|cell| cards.knows(cell)) && known.len() > 0 {
        let is_even = decks.iter().all(|deck| named(deck, &cards, asked).0 == cells);
        let deal = Some(cells).filter(|cells| *cells < cards.cards() && is_even);
        let sorted = |deck: &Vec<String>| {
            let mut cells = deck[usize::from(has_id)..].to_vec();
            cells.sort_unstable();
            cells
        };
        let all = sorted(first);
        let is_pack = cells < cards.cards()
            && all.windows(2).all(|two| two[0] != two[1])
            && decks.len() > 1
            && decks.iter().all(|deck| sorted(deck) == all);
        return Err(GuessError::Named { start: start_of(first), deal, columns, is_pack });
    }
    let no_order = |deck: usize| {
        let cells = &decks[deck];
        let rest =
            cells.get(1..).filter(|rest| asked.columns == &ColumnChoice::All && rest.len() > 1);
        let is_order = |deck: &Vec<String>| {
            deck.get(1..).is_some_and(|rest| order_of(rest, asked.base).is_some())
        };
        let columns = rest.filter(|_| decks.iter().all(is_order)).map(|_| cells.len());
        let counts = decks.iter().filter_map(|deck| deck.first()?.parse::<u64>().ok());
        let are_numbered = asked.columns == &ColumnChoice::All
            && decks.len() >= FEWEST_NUMBERED
            && counts.clone().count() == decks.len()
            && counts.clone().zip(counts.skip(1)).all(|(one, next)| one + 1 == next);
        let columns = columns.or(are_numbered.then_some(cells.len()));
        let (start, cells, header) = (start_of(cells), cells.len(), header.clone());
        let is_deal = asked.is_deal;
        let are_sorted = go_up(&decks);
        let before = order_of(first, asked.base).filter(|it| deck > 0 && it.cards != cells);
        let before = before.map(|guess| guess.cards);
        Err(GuessError::NoOrder {
            deck,
            start,
            cells,
            before,
            columns,
            header,
            is_deal,
            are_sorted,
        })
    };
    if first.iter().any(|cell| cell.parse::<u64>().is_err()) {
        return Err(GuessError::Nothing);
    }
    if let Some(guess) = pack_of(first, asked.base) {
        return Ok(guess);
    }
    let Some(guess) = order_of(first, asked.base) else {
        let found = same_numbers(&decks).or_else(|| orders_in_rows(&decks, asked));
        let found = found.or_else(|| counts_of_numbers(start, &decks));
        return found.map_or_else(|| no_order(0), Err);
    };
    let cards = u64::from(guess.base)..u64::from(guess.base) + guess.cards as u64;
    let number = |cell: &String| cell.parse::<u64>().ok();
    // Other faults of a deck do not matter for the number of cards.
    let is_other = |deck: &Vec<String>| {
        let beyond = deck.iter().filter_map(number).any(|number| !cards.contains(&number));
        deck.len() != guess.cards || beyond
    };
    // The reader refuses a first line that may be a header.
    let may_be_header =
        (asked.format, asked.header) == (Format::Csv, Header::Auto) && is_numbered(first);
    match decks.iter().position(is_other).filter(|_| !may_be_header) {
        Some(other) => no_order(other),
        None => Ok(guess),
    }
}

/// Lines of a count and a number, as `uniq -c` writes them: right-aligned, and each number once.
fn counts_of_numbers(start: &[u8], decks: &[Vec<String>]) -> Option<GuessError> {
    let mut numbers: Vec<u64> =
        decks.iter().map(|deck| deck.get(1)?.parse().ok()).collect::<Option<_>>()?;
    numbers.sort_unstable();
    let are_pairs = decks.len() > 1 && decks.iter().all(|deck| deck.len() == 2);
    let are_all = numbers[0] < 2 && numbers.windows(2).all(|two| two[0] + 1 == two[1]);
    let is_aligned = start.starts_with(b"  ");
    (are_pairs && are_all && is_aligned)
        .then(|| GuessError::Counts { line: quoted(&decks[0].join(" ")) })
}

/// Fewer first cells may count up by chance.
const FEWEST_NUMBERED: usize = 5;

/// True if the first line has words without digits in a column that holds no cards, and all others have digits there: a header of names, with
/// "Date" above the dates.
fn titles_others(text: &str, asked: &Asked<'_>, names: &NameTable) -> bool {
    const FEWEST: usize = 3;
    let table = table(text, asked, DECKS);
    let (Some(picks), [first, others @ ..]) = (asked.pick(None), &table[..]) else { return false };
    let has_digit = |cell: &String| cell.contains(|letter: char| letter.is_ascii_digit());
    let mut picked = first.iter().zip(0..).filter(|(_, at)| picks.has(*at));
    if !picked.all(|(cell, _)| names.knows(cell)) {
        return false;
    }
    let is_title = |&at: &usize| {
        !picks.has(at)
            && !first[at].is_empty()
            && !has_digit(&first[at])
            && others.iter().all(|row| row.get(at).is_some_and(has_digit))
    };
    others.len() >= FEWEST && (0..first.len()).any(|at| is_title(&at))
}

/// True of all labels, in start order.
fn is_in_start_order(deck: &[String], names: &NameTable) -> bool {
    /// Fewer are often in their order by chance.
    const FEWEST: usize = 4;
    let has_place = |(cell, at): (&String, u32)| names.card(cell) == Some(at);
    names.cards() >= FEWEST && deck.len() == names.cards() && deck.iter().zip(0..).all(has_place)
}

/// A fault of the first lines: a printed table, as Markdown and databases write it, one that Qualtrics writes below the names and the
/// questions, a name behind a number, names between signs, or cards of two numbers.
///
/// # Errors
///
/// [`GuessError`], if there is one.
pub fn check_start(input: &[u8], asked: &Asked<'_>) -> Result<(), GuessError> {
    let line = |at| input.split(|&byte| byte == b'\n').nth(at).unwrap_or_default();
    let is_rule = |line: &[u8]| {
        let has = |sign: u8| line.contains(&sign);
        has(b'-') && (has(b'|') || has(b'+')) && line.iter().all(|byte| b"|+-: \r".contains(byte))
    };
    if is_rule(line(0)) || is_rule(line(1)) {
        return Err(GuessError::PrintedTable);
    }
    if !input.contains(&b'\n') && input.iter().filter(|&&byte| byte == b'\r').count() > 1 {
        return Err(GuessError::CarriageReturns);
    }
    if asked.format == Format::Text && line(0).starts_with(b"{\"") {
        return Err(GuessError::Objects);
    }
    if line(2).starts_with(b"\"{\"\"ImportId\"\":") {
        return Err(GuessError::Qualtrics);
    }
    let has_first = asked.pick(None).is_none_or(|picks| picks.has(0));
    let is_all = *asked.columns == ColumnChoice::All;
    if !asked.format.is_table() || !is_all && (has_first || asked.format != Format::Csv) {
        return Ok(());
    }
    // Columns from the second on would lose the first name.
    if let Some(cell) = line_behind_a_lead(input) {
        return Err(GuessError::Lead { cell });
    }
    if !is_all {
        return Ok(());
    }
    commas_between(sign_between_names(input))?;
    match two_numbers(input).filter(|_| asked.labels.is_none()) {
        Some((word, sign)) => Err(GuessError::TwoNumbers { word, sign }),
        None => Ok(()),
    }
}

/// A fault of items each of which is an order of all names.
///
/// # Errors
///
/// [`GuessError`], if there is one.
pub fn check_items(items: &[String], asked: &Asked<'_>) -> Result<(), GuessError> {
    commas_between(sign_between(items.iter().map(String::as_str)))?;
    let orders = (items.len() > 2).then(|| orders_in_cells(items, asked)).flatten();
    let whole = orders.filter(|it| matches!(it, GuessError::CellOrders { are_whole: true, .. }));
    whole.or_else(|| cards_in_cells(items)).map_or(Ok(()), Err)
}

/// True if the numbers of each deck go up, as they hardly ever do by chance.
fn go_up(decks: &[Vec<String>]) -> bool {
    const FEWEST: usize = 12;
    let numbers = |deck: &Vec<String>| -> Option<Vec<u64>> {
        deck.iter().map(|cell| cell.parse().ok()).collect()
    };
    let goes_up = |deck| numbers(deck).is_some_and(|it| it.windows(2).all(|two| two[0] < two[1]));
    let pairs: usize = decks.iter().map(|deck| deck.len().saturating_sub(1)).sum();
    pairs >= FEWEST && decks.len() > 2 && decks.iter().all(goes_up)
}

/// Rows of several cells that together hold each item once, again and again: an order, a piece of which is in each row.
fn orders_in_rows(decks: &[Vec<String>], asked: &Asked<'_>) -> Option<GuessError> {
    const FEWEST_ORDERS: usize = 3;
    let width = decks.first()?.len();
    let cards = decks.iter().flatten().collect::<HashSet<_>>().len();
    let rows = cards.checked_div(width).filter(|rows| rows * width == cards)?;
    let orders = decks.chunks_exact(rows.max(1));
    let is_order = |rows: &[Vec<String>]| {
        rows.iter().all(|row| row.len() == width && row.iter().all(|cell| asked.is_card(cell)))
            && rows.iter().flatten().collect::<HashSet<_>>().len() == cards
    };
    let are_orders = width > 1 && rows > 1 && orders.len() >= FEWEST_ORDERS;
    (are_orders && orders.clone().all(is_order)).then_some(GuessError::OrdersInRows { rows, cards })
}

/// The numbers that every deck holds, each once, in their order.
fn same_numbers(decks: &[Vec<String>]) -> Option<GuessError> {
    const FEWEST_DECKS: usize = 3;
    const MOST_NUMBERS: usize = 30;
    let sorted = |deck: &Vec<String>| {
        let number = |cell: &String| Some((cell.parse::<u64>().ok()?, cell.clone()));
        let mut numbers: Vec<(u64, String)> = deck.iter().map(number).collect::<Option<_>>()?;
        numbers.sort_unstable();
        Some(numbers)
    };
    let first = sorted(decks.first()?).filter(|first| (1..=MOST_NUMBERS).contains(&first.len()))?;
    let are_different = first.windows(2).all(|two| two[0].0 < two[1].0);
    let are_same = decks.iter().all(|deck| sorted(deck).as_ref() == Some(&first));
    (decks.len() >= FEWEST_DECKS && are_different && are_same).then(|| GuessError::SameNumbers {
        labels: first.into_iter().map(|(_, cell)| cell).collect(),
    })
}

/// The number of cards in a deck, by these names, and whether its first cell is an id: not a card, while all others are.
fn named(cells: &[String], names: &NameTable, asked: &Asked<'_>) -> (usize, bool) {
    let glued = |cell: &String| names.glued(cell).map_or(1, |cards| cards.len());
    let is_other = |cell: &String| !names.knows(cell);
    let has_id = *asked.columns == ColumnChoice::All
        && cells.len() > 1
        && cells.first().is_some_and(is_other)
        && !cells[1..].iter().any(is_other);
    let cards: usize = cells[usize::from(has_id)..].iter().map(glued).sum();
    (cards, has_id)
}

fn start_of(cells: &[String]) -> Vec<String> {
    cells[..cells.len().min(5)].to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn guessed(format: Format, input: &str) -> Result<Guess, String> {
        guess(input.as_bytes(), true, &Asked::of(format, &ColumnChoice::All))
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
            hand.contains("deck 0 (17 3 40 2 9 ...)")
                && hand.contains("(--cards)")
                && !hand.contains("52"),
            "{hand}"
        );
        let short = guessed(Format::Text, "1 0 2\n2 1\n").unwrap_err();
        assert!(
            short.starts_with("deck 1 (2 1 ...) has 2 cards, and the decks before it have 3: "),
            "{short}"
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
        assert!(hands.ends_with("use --labels standard-52 --deal 2 --columns 2-3"), "{hands}");
        let glued = guessed(Format::Text, "AsKd10h\n").unwrap_err();
        assert!(glued.ends_with("use --labels standard-52 --deal 3"), "{glued}");
        let (names, columns) = (NameTable::standard_52(), ColumnChoice::All);
        let asked = Asked { labels: Some(&names), ..Asked::of(Format::Csv, &columns) };
        let hands = guess(b"hand_id,c1,c2\n305,As,Kd\n", true, &asked).unwrap_err().to_string();
        assert!(hands.ends_with("for hands use --deal 2 --columns 2-3"), "{hands}");
        let asked = Asked { is_deal: true, ..asked };
        assert_eq!(guess(b"As,Kd\n", true, &asked), Ok(Guess { cards: 52, base: 0 }));
    }

    #[test]
    fn a_line_that_is_cut_off_tells_nothing() {
        let columns = ColumnChoice::All;
        let asked = Asked::of(Format::Text, &columns);
        assert_eq!(guess(b"1 0 2\n1 0", false, &asked), Ok(Guess { cards: 3, base: 0 }));
        assert_eq!(guess(b"1 0", false, &asked), Err(GuessError::Nothing));
    }
}
