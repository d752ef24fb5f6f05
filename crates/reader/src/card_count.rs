//! The number of cards in a deck, found from the first decks of an input.
//!
//! It is found only if each of them is a permutation of consecutive numbers that begin with 0 or with 1: nothing else
//! distinguishes a whole deck from a deal of some of its cards.

use crate::{
    cell_by_cell::is_of_few_letters,
    cells::{self, Cells},
    columns::{ColumnChoice, Header, Picks, is_header, is_numbered},
    drawn::pick,
    error::{listed, numbered_words},
    json_lines::JsonLines,
    layout::Format,
    levels::Levels,
    names::NameTable,
    ndjson,
    orders_of_lines::{OrdersOfLines, RowsOfGroups, rows_of_groups},
    records::{Cure, Record, count_of_name, record, word_of_cards},
    two_parts::{
        bag_of_letters, codes, line_behind_a_lead, named_results, sign_between, sign_between_names,
        two_numbers,
    },
    utf16::Decoded,
};
use serde_json::Value;
use shuffle_deck::words::{plural, quoted};
use std::{
    collections::{BTreeSet, HashMap, HashSet},
    io::Read,
};

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
#[expect(missing_docs, reason = "the messages say it")]
#[non_exhaustive]
pub enum GuessError {
    #[error(
        "a file of the format {0} does not store the number of cards: use --cards, and --deal for hands"
    )]
    Binary(Format),
    #[error(
        "the {count} numbers up to {most} of a file of the format {format} do not make whole orders of {cards} cards: use \
         --cards, and --deal for hands"
    )]
    Numbers { format: Format, count: u64, most: u64, cards: u64 },
    #[error(
        "the rows of the array have {row} numbers, and the first has one that needs {cards} cards or more: use --cards for the \
         cards of the deck, and for hands --deal {row}, for orders that lack some rows --coverage ignore"
    )]
    Hands { row: u64, cards: usize },
    #[error(
        "every deck holds the same {} numbers: if they are names, as the numbers of runners are, use --labels {}; for hands or draws give the size of the deck \
         (--cards) and how many are dealt (--deal)",
        labels.len(),
        labels.join(",")
    )]
    SameNumbers { labels: Vec<String> },
    #[error("the input does not begin with a deck that shows the number of cards: use --cards")]
    Nothing,
    #[error(
        "deck {deck} ({}) {}{}", shown(start), no_order(*cells, *before, [*is_deal, *are_sorted]), others(header, *columns)
    )]
    NoOrder {
        deck: usize,
        start: Vec<String>,
        cells: usize,
        /// The cards of the decks before it, if they are whole orders of another number.
        before: Option<usize>,
        columns: Option<usize>,
        header: Vec<String>,
        is_deal: bool,
        /// True if the numbers of each deck go up.
        are_sorted: bool,
    },
    #[error(
        "every {rows} rows hold each of the {cards} items once, so together they are one order: write the {rows} rows of each on one line"
    )]
    OrdersInRows { rows: usize, cards: usize },
    #[error(
        "{value} comes on two of the {lines} lines (places {first} and {again}), so the column is not one order: {}if each line is a separate draw, \
         use --deal 1{}{}{}",
        orders.map_or_else(String::new, |orders| {
            orders.in_words(matches!(kind, ItemKind::Labels | ItemKind::Letters))
        }),
        draws_of(*kind),
        if orders.is_none() { "; if some items are equal, --pack" } else { "" },
        list_of(arms, orders.map_or(2 * arms.len(), |orders| orders.cards))
    )]
    Repeated {
        value: String,
        lines: usize,
        first: usize,
        again: usize,
        kind: ItemKind,
        /// The orders, if the lines are some, one after the other.
        orders: Option<OrdersOfLines>,
        /// The items, if they are few, as the arms of a trial are.
        arms: Vec<String>,
    },
    #[error(
        "each line consists of {0} letters, and each {0} in a row are different, as pieces from a bag are: write one letter a line, number the \
         games in a second column, and use --stream {0} --labels A,B with all letters, and --by 2; if the lines are the items of one order, --labels sorted"
    )]
    Bags(usize),
    #[error("each line has \"{sign}\" between its names: put commas there, as {line}")]
    Between { sign: &'static str, line: String },
    #[error(
        "each line, such as {item}, holds cards of {width} letters with nothing between them: put blanks there, as {example}"
    )]
    Codes { item: String, width: usize, example: String },
    #[error(
        "each word, such as {word}, is two numbers: if it is one card, as of dominoes, name the cards with --labels FILE, one on each line; if it is two, \
         put a blank in place of each \"{sign}\""
    )]
    TwoNumbers { word: String, sign: char },
    #[error(
        "each line consists of the same few letters: if each letter is one draw, name the letters, as --labels H,T --deal 1 --replacement; if the lines are the items of one order, --labels sorted"
    )]
    Letters,
    #[error(
        "the lines are those of a log: name the words that hold the result by their numbers with --columns, counted as in the last line: {line}"
    )]
    Log { line: String },
    #[error(
        "the lines are those of a table of counts, such as {line}: keep the items and their counts alone, and judge them with --counts; if the lines are the items of one \
         order, --labels sorted"
    )]
    Counts { line: String },
    #[error("each line begins with its number or time, such as {line}: {cure}")]
    Numbered { line: String, cure: String },
    #[error(
        "each cell, such as {cell}, holds {} the same {items} items: use {flags}",
        if *are_whole { "an order of" } else { "several of" }
    )]
    CellOrders { cell: String, items: usize, are_whole: bool, flags: String },
    #[error(
        "the first cell of each line holds a number or a title before a name: put a comma between them, such as {cell}, and name the columns of names, as --format csv --columns 2-"
    )]
    Lead { cell: String },
    #[error(
        "each line, such as {line}, holds a name and what came to it: {cure}{}; if the lines are the items of one order, --labels sorted",
        if *is_count { ", or, if that is a count, keep names and counts alone, and judge them with --counts" } else { "" }
    )]
    NamedResult { line: String, cure: String, is_count: bool },
    #[error(
        "each line, such as {word}, is a word of {letters} letters: if each letter is a card or a draw, put blanks between them, and use --deal {letters}, with --pack for hands, \
         with --labels and --replacement for draws; if the lines are the items of one order, --labels sorted"
    )]
    WordOfCards { word: String, letters: usize },
    #[error(
        "every {size} rows{} hold each item once and each {rank} once, in changing order, so a row says who got what: use {} --rank-by {rank}",
        group.as_ref().map_or_else(String::new, |group| format!(" of one {group}")),
        group.as_ref().map_or_else(
            || "--per with the column that tells the groups apart, and".to_owned(),
            |group| format!("--per {group}")
        )
    )]
    RankedRows { size: usize, group: Option<String>, rank: String },
    #[error(
        "every {size} rows have one {group} and hold different items: if they are one draw, use --per {group} --draw {size}/N with the number of all items in place \
         of N; if each row is a draw of its own, --deal 1 --replacement"
    )]
    DrawnRows { size: usize, group: String },
    #[error("the first line has no cell in the columns that --columns names: name others")]
    NoCells,
    #[error("the first line, {line}, looks like a title of the others: remove it")]
    Title { line: String },
    #[error(
        "the first line holds the names ({}): if it names the columns, use --header, if it is an order or a draw, --no-header",
        shown(start)
    )]
    HeaderOrDeck { start: Vec<String> },
    #[error(
        "the lines are those of a printed table: write commas in place of the bars, and remove lines of dashes, and a last one that counts the rows"
    )]
    Markdown,
    #[error("lines 2 and 3 are headers, too, as Qualtrics writes them: delete them")]
    Qualtrics,
    #[error("the last item, {item}, looks like a total of the others: remove it")]
    Foot { item: String },
    #[error(
        "the column has {lines} lines, but there are {labels} labels: if each line is a separate draw, use --deal 1 --replacement; if all are one draw \
         without replacement, write them on one line and use --deal {lines}"
    )]
    OtherLabels { lines: usize, labels: usize },
    #[error("deck 0 ({}) holds playing cards: use --labels standard-52{}", shown(start), flags(*deal, *columns))]
    Named { start: Vec<String>, deal: Option<usize>, columns: Option<usize> },
    #[error(
        "deck 0 ({}) has {cells} cards, but there are {labels} labels{}",
        shown(start),
        if !*is_even {
            UNEVEN.to_owned()
        } else if cells > labels {
            TOO_LONG.to_owned()
        } else if *are_orders {
            format!(": if every {labels} lines are one order, use --cards {labels}{}", flags(None, *columns))
        } else {
            format!(": for hands use{}", flags(Some(*cells), *columns))
        }
    )]
    Labels {
        start: Vec<String>,
        cells: usize,
        labels: usize,
        is_even: bool,
        /// True if the lines hold a card each, and the cards of an order follow each other.
        are_orders: bool,
        columns: Option<usize>,
    },
}

/// The message for decks of several sizes.
const UNEVEN: &str = ", and other decks have other numbers of cards: if each is an order of some of the names, use --varying; else name \
                      the columns that hold cards with --columns";

/// The message for decks with more cells than there are labels.
const TOO_LONG: &str = ": a deck is a line, one cell for each card, with spaces or commas between them; for names with spaces, between commas, \
                        use --format csv; for draws with replacement, --replacement and --deal";

fn no_order(cells: usize, before: Option<usize>, [is_deal, are_sorted]: [bool; 2]) -> String {
    match (is_deal, before) {
        _ if are_sorted => format!(
            "goes up, as all others do, so the order of its numbers says nothing: for draws without order use --draw {cells}/N with the size of the deck in place of N"
        ),
        (true, _) => "does not store the number of cards to draw from: use --cards".to_owned(),
        (false, Some(before)) => format!(
            "has {cells} {}, and the decks before it have {before}: correct the file if that is a slip; use --varying for orders of different lengths",
            plural("card", cells as u64)
        ),
        (false, None) => format!(
            "is not a whole order of {cells} cards: for hands or draws give the size of the deck (--cards) and how many \
             are dealt (--deal)"
        ),
    }
}

fn others(header: &[String], columns: Option<usize>) -> String {
    match columns {
        _ if !header.is_empty() => format!(
            "; the header names {}: if some of these hold no cards, name the others with --columns",
            listed(header)
        ),
        Some(to) => {
            format!("; or, if the first column holds no cards, --columns {}", from_second(to))
        }
        None => String::new(),
    }
}

/// The way in which the items of a column are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ItemKind {
    /// As numbers.
    Numbers,
    /// As names, of which a list is given.
    Labels,
    /// As names that consist of the labels in a list.
    Letters,
    /// As names of which no list is given.
    Names,
    /// The same, and some names differ only in case.
    NamesInBothCases,
}

/// Lists of more arms are not offered.
const MOST_ARMS: usize = 4;

/// True if the items are blocks of twice each arm, up to the end of the last one.
fn come_in_blocks(items: &[String], arms: &[String]) -> bool {
    items
        .chunks(2 * arms.len())
        .all(|block| arms.iter().all(|arm| block.iter().filter(|item| *item == arm).count() <= 2))
}

fn list_of(arms: &[String], size: usize) -> String {
    if arms.is_empty() {
        return String::new();
    }
    let ratio: Vec<String> = arms.iter().map(|arm| format!("{arm}=1")).collect();
    format!("; if it is a trial's list of blocks, --block {size} --pack {}", ratio.join(","))
}

fn draws_of(kind: ItemKind) -> &'static str {
    match kind {
        ItemKind::Numbers => {
            " --replacement and --cards, or, if their chances differ (as those of numbers of cards in a hand do), --weights 0=1,1=4,2=6"
        }
        ItemKind::Labels => " --replacement",
        ItemKind::Letters => {
            " --replacement, or, if each letter of it is a card, --deal with the number of its letters"
        }
        ItemKind::Names => {
            " --replacement and --labels NAME,NAME with all the names that can be drawn, or, if their chances differ, --weights NAME=9,NAME=1"
        }
        ItemKind::NamesInBothCases => {
            " --replacement and --labels NAME,NAME with all the names that can be drawn, or, if their chances differ, --weights NAME=9,NAME=1, after making names alike that differ only in case"
        }
    }
}

fn flags(deal: Option<usize>, columns: Option<usize>) -> String {
    let deal = deal.map_or_else(String::new, |deal| format!(" --deal {deal}"));
    deal + &columns.map_or_else(String::new, |to| format!(" --columns {}", from_second(to)))
}

fn from_second(last: usize) -> String {
    if last == 2 { "2".to_owned() } else { format!("2-{last}") }
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

    fn pick(&self, header: Option<&[String]>) -> Option<Picks> {
        pick(self.columns, self.levels, header).ok()
    }

    /// True if a header is needed to find the columns.
    fn by_name(&self) -> bool {
        self.columns.by_name() || self.levels.is_some_and(Levels::by_name)
    }
}

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
        return Err(GuessError::NoCells);
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
            && titles_others(&text_of(start, is_all, asked.format), asked)
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
        return Err(GuessError::Named { start: start_of(first), deal, columns });
    }
    let no_order = |deck: usize| {
        let cells = &decks[deck];
        let rest =
            cells.get(1..).filter(|rest| asked.columns == &ColumnChoice::All && rest.len() > 1);
        let is_order = |deck: &Vec<String>| {
            deck.get(1..).is_some_and(|rest| order_of(rest, asked.base).is_some())
        };
        let columns = rest.filter(|_| decks.iter().all(is_order)).map(|_| cells.len());
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

/// True if the first line has words without digits in a column that holds no cards, and all others have digits there: a header of names, with
/// "Date" above the dates.
fn titles_others(text: &str, asked: &Asked<'_>) -> bool {
    const FEWEST: usize = 3;
    let whole = Asked { columns: &ColumnChoice::All, levels: None, header: Header::No, ..*asked };
    let (_, table) = rows(text, &whole, DECKS);
    let (Some(picks), [first, others @ ..]) = (asked.pick(None), &table[..]) else { return false };
    let has_digit = |cell: &String| cell.contains(|letter: char| letter.is_ascii_digit());
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

/// A fault of the first lines: that of a printed table, as Markdown and databases write it, one that Qualtrics writes below the names and the questions, a name behind a
/// number, names between signs, or cards of two numbers.
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
        return Err(GuessError::Markdown);
    }
    if line(2).starts_with(b"\"{\"\"ImportId\"\":") {
        return Err(GuessError::Qualtrics);
    }
    if !asked.format.is_table() || *asked.columns != ColumnChoice::All {
        return Ok(());
    }
    if let Some(cell) = line_behind_a_lead(input) {
        return Err(GuessError::Lead { cell });
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

/// An error if there is a sign between names, with the line that shows it.
fn commas_between(found: Option<(&'static str, String)>) -> Result<(), GuessError> {
    found.map_or(Ok(()), |(sign, line)| Err(GuessError::Between { sign, line }))
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

/// The numbers in these cells, sorted, and the least; `None` if they are none, or no deck counts from the least.
fn numbers(cells: &[String], base: Option<u32>) -> Option<(Vec<u64>, u32)> {
    let numbers: Option<Vec<u64>> = cells.iter().map(|cell| cell.parse().ok()).collect();
    let mut numbers = numbers?;
    numbers.sort_unstable();
    let least = u32::try_from(*numbers.first()?).ok()?;
    base.map_or(least <= 1, |base| base == least).then_some((numbers, least))
}

/// The size and the base of the deck of which these cells are a permutation; `None` if they are none.
pub(crate) fn order_of(cells: &[String], base: Option<u32>) -> Option<Guess> {
    let (numbers, least) = numbers(cells, base)?;
    let is_order = numbers.iter().zip(u64::from(least)..).all(|(number, place)| *number == place);
    is_order.then_some(Guess { cards: numbers.len(), base: least })
}

/// The size that a deck would have of which these cells are one, were they different: most of them come more than once, as in a
/// pack, and the reader will say so.
fn pack_of(cells: &[String], base: Option<u32>) -> Option<Guess> {
    let (mut numbers, least) = numbers(cells, base)?;
    let (all, most) = (numbers.len(), *numbers.last()?);
    numbers.dedup();
    (most < all as u64 && 2 * numbers.len() <= all).then_some(Guess { cards: all, base: least })
}

/// The order that a column holds, one item a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LoneColumn {
    /// Its cards and their base.
    pub guess: Guess,
    /// True if its items are names, or numbers with gaps, and not numbered from 0 or 1.
    pub is_named: bool,
}

/// The order that an input holds if it is one column of items, each of them different; `None` if it is none. Draws, of which five
/// of 52 are usually different too, are [asked for](Asked::is_deal) as such.
///
/// ```
/// use shuffle_reader::{Asked, ColumnChoice, Format, Guess, LoneColumn, lone_column};
/// let asked = Asked::of(Format::Text, &ColumnChoice::All);
/// let numbers = LoneColumn { guess: Guess { cards: 3, base: 1 }, is_named: false };
/// assert_eq!(lone_column(b"3\n1\n2\n", &asked), Ok(Some(numbers)));
/// let names = LoneColumn { guess: Guess { cards: 2, base: 0 }, is_named: true };
/// assert_eq!(lone_column(b"wolf\ngoat\n", &asked), Ok(Some(names)));
/// assert_eq!(lone_column(b"0 1\n1 0\n", &asked), Ok(None));
/// ```
///
/// # Errors
///
/// [`GuessError::Repeated`] if an item comes twice, [`GuessError::OtherLabels`] if there are labels of another number,
/// [`GuessError::Foot`] if the last line is no item, [`GuessError::Log`] if the lines are those of a log, [`GuessError::Letters`] if each item may be many draws.
pub fn lone_column(input: &[u8], asked: &Asked<'_>) -> Result<Option<LoneColumn>, GuessError> {
    check_start(input, asked)?;
    let items = lone_items(input, asked);
    let is_plain = asked.format == Format::Text && *asked.columns == ColumnChoice::All;
    if items.is_empty() && is_plain && asked.labels.is_none() {
        let lines = whole_lines(&text_of(input, true, asked.format), asked);
        if are_timed(&lines)
            && let Some(last) = lines.last()
        {
            return Err(GuessError::Log { line: words_of(last, asked) });
        }
        if lines.iter().all(|line| line.contains(char::is_alphabetic)) {
            records(&lines, asked)?;
        }
    }
    if items.len() < 2 || asked.is_deal {
        return Ok(None);
    }
    commas_between(sign_between(items.iter().map(String::as_str)))?;
    if let Some(guess) = order_of(&items, asked.base).filter(|_| asked.labels.is_none()) {
        return Ok(Some(LoneColumn { guess, is_named: false }));
    }
    if let Some(line) = counted_with_share(&items).filter(|_| asked.labels.is_none()) {
        return Err(GuessError::Counts { line: quoted(line) });
    }
    if let Some(foot) = foot_of(&items, asked.labels.is_some()) {
        return Err(GuessError::Foot { item: quoted(foot) });
    }
    if let Some(last) = items.last().filter(|_| asked.labels.is_none()) {
        let line = quoted(last);
        match without_numbers(&items, asked) {
            Some(None) if are_numbered_names(&items) => {
                return Err(GuessError::Numbered { line, cure: "remove the numbers".to_owned() });
            }
            Some(None) | None if are_a_log(&items) => {
                return Err(GuessError::Log { line: words_of(last, asked) });
            }
            Some(cure) => {
                let cure = cure.unwrap_or_else(|| "remove the numbers".to_owned());
                return Err(GuessError::Numbered { line, cure });
            }
            None => {
                let found = orders_in_cells(&items, asked).or_else(|| cards_in_cells(&items));
                found.map_or(Ok(()), Err)?;
            }
        }
        if let Some((line, result, sign)) = named_results(&items) {
            let is_count = result.trim_start().starts_with(|it: char| it.is_ascii_digit());
            let cure = format!("{}{}", sign.map_or_else(String::new, comma_for), column_drawn(2));
            return Err(GuessError::NamedResult { line: quoted(line), cure, is_count });
        }
        lines_that_are_no_items(&items, asked)?;
    }
    let (lines, mut seen) = (items.len(), HashMap::new());
    for (at, item) in items.iter().enumerate() {
        if let Some(first) = seen.insert(item, at + 1) {
            let differs_in_case = || {
                let case = |fold: fn(&String) -> String| {
                    items.iter().map(fold).collect::<HashSet<_>>().len()
                };
                case(|item| item.to_lowercase()) < case(String::clone)
            };
            let kind = match asked.labels {
                Some(names) if names.glued(item).is_some() => ItemKind::Letters,
                Some(_) => ItemKind::Labels,
                None if items.iter().all(|item| item.parse::<u64>().is_ok()) => ItemKind::Numbers,
                None if differs_in_case() => ItemKind::NamesInBothCases,
                None => ItemKind::Names,
            };
            let value = quoted(item);
            let mut arms = items.clone();
            arms.sort_unstable();
            arms.dedup();
            let is_list = arms.len() <= MOST_ARMS && come_in_blocks(&items, &arms);
            arms.truncate(if is_list { MOST_ARMS } else { 0 });
            let is_of_all =
                |it: &OrdersOfLines| asked.labels.is_none_or(|all| all.cards() == it.cards);
            let orders = OrdersOfLines::of(items.iter()).filter(is_of_all);
            if let Some(groups) = groups_of(&text_of(input, true, asked.format), asked, &items) {
                return Err(groups);
            }
            let again = at + 1;
            return Err(GuessError::Repeated { value, lines, first, again, kind, orders, arms });
        }
    }
    if asked.labels.is_none() && is_of_few_letters(&items.concat()) && are_long(&items) {
        return Err(bag_of_letters(&items).map_or(GuessError::Letters, GuessError::Bags));
    }
    match asked.labels.map(NameTable::cards) {
        Some(labels) if labels != lines => Err(GuessError::OtherLabels { lines, labels }),
        labels => {
            let guess = Guess { cards: lines, base: 0 };
            Ok(Some(LoneColumn { guess, is_named: labels.is_none() }))
        }
    }
}

/// The fault of a column whose rows belong together by what another column of a table holds.
fn groups_of(text: &str, asked: &Asked<'_>, items: &[String]) -> Option<GuessError> {
    if asked.format != Format::Csv {
        return None;
    }
    let whole = Asked { columns: &ColumnChoice::All, levels: None, header: Header::No, ..*asked };
    let (_, mut table) = rows(text, &whole, usize::MAX);
    let names = if table.len() == items.len() + 1 { table.remove(0) } else { Vec::new() };
    let name =
        |column: usize| names.get(column).map_or_else(|| (column + 1).to_string(), |it| quoted(it));
    Some(match rows_of_groups(&table, items)? {
        RowsOfGroups::Ranked { size, group, rank } => {
            GuessError::RankedRows { size, group: group.map(name), rank: name(rank) }
        }
        RowsOfGroups::Drawn { size, group } => GuessError::DrawnRows { size, group: name(group) },
    })
}

/// Lines that are looked at as records at most.
const RECORDS: usize = 1_000;

/// A fault of lines that say what somebody got.
fn records(lines: &[String], asked: &Asked<'_>) -> Result<(), GuessError> {
    if let Some(Record { line, cure }) = record(&lines[..lines.len().min(RECORDS)]) {
        let cure = match cure {
            Cure::Column(column) => column_drawn(column),
            Cure::Sign(sign) => comma_for(&format!("\"{sign}\"")) + &column_drawn(2),
            Cure::Words => format!(
                "name the words that hold the result by their numbers with --columns, counted in this line: {}",
                words_of(&line, asked)
            ),
        };
        return Err(GuessError::NamedResult { line: quoted(&line), cure, is_count: false });
    }
    Ok(())
}

/// A fault of lines that look like items, but hold records, counts or hands, or begin with a title.
fn lines_that_are_no_items(items: &[String], asked: &Asked<'_>) -> Result<(), GuessError> {
    let items = &items[..items.len().min(RECORDS)];
    records(items, asked)?;
    if let Some(line) = count_of_name(items) {
        return Err(GuessError::Counts { line });
    }
    if let Some((word, letters)) = word_of_cards(items) {
        return Err(GuessError::WordOfCards { word, letters });
    }
    match items {
        [first, others @ ..]
            if first.ends_with(':') && !others.iter().any(|it| it.ends_with(':')) =>
        {
            Err(GuessError::Title { line: quoted(first) })
        }
        _ => Ok(()),
    }
}

fn comma_for(sign: &str) -> String {
    format!("put a comma in place of {sign}, and ")
}

fn column_drawn(column: usize) -> String {
    format!("name the column that was drawn, as --format csv --columns {column} --no-header")
}

/// The words of a line with their numbers.
fn words_of(line: &str, asked: &Asked<'_>) -> String {
    let words = cells(line, asked, &mut None).unwrap_or_default();
    numbered_words(words.iter().map(String::as_str))
}

/// True of lines of words that each begin with a time, which may stand in brackets.
fn are_timed(lines: &[String]) -> bool {
    const FEWEST: usize = 3;
    let is_timed = |line: &String| {
        let mut words = line.split_whitespace().map(|word| word.trim_matches(['[', ']', '(', ')']));
        let is_time = words.next().and_then(number_or_time).is_some_and(|time| time.len() > 1);
        is_time && words.any(|word| number_or_time(word).is_none())
    };
    lines.len() >= FEWEST && lines.iter().all(is_timed)
}

/// A line of an item with its count and its share, if most lines are such.
fn counted_with_share(items: &[String]) -> Option<&String> {
    let is_number = |word: &str| {
        word.starts_with(|it: char| it.is_ascii_digit()) && word.parse::<f64>().is_ok()
    };
    let has_share = |item: &&String| {
        let words: Vec<&str> = item.split_whitespace().collect();
        let share = |word: &str| {
            let word = word.trim_matches(['(', ')']);
            let number = word.trim_end_matches('%').replace(',', ".");
            is_number(&number) && (word.ends_with('%') || number.contains('.'))
        };
        let shares = words.iter().rev().take_while(|word| share(word)).count();
        let count = words.len().checked_sub(shares + 1).filter(|&at| shares > 0 && at > 0);
        count.is_some_and(|at| words[at].replace(',', "").parse::<u64>().is_ok())
    };
    let rows: Vec<&String> = items.iter().filter(has_share).collect();
    (rows.len() > 1 && 2 * rows.len() >= items.len()).then(|| rows[0])
}

/// True of lines of several words whose numbers go up from line to line, as times and counters do, while what is left without numbers comes
/// again and again, or that each begin with the same words and the next number. Of items that are numbered, as seats are, one number is all
/// that differs.
fn are_a_log(items: &[String]) -> bool {
    /// Fewer lines go up by chance.
    const FEWEST: usize = 10;
    /// The same of lines that count up by one.
    const FEWEST_ROUNDS: usize = 5;
    let is_digit = |letter: char| letter.is_ascii_digit();
    let numbers_of = |item: &&String| -> Vec<u64> {
        let words = item.split(|letter| !is_digit(letter));
        words.filter_map(|word| word.parse().ok()).collect()
    };
    // A title and a header have no numbers.
    let lines: Vec<&String> =
        items.iter().filter(|item| item.contains(' ') && item.contains(is_digit)).collect();
    let numbers: Vec<Vec<u64>> = lines.iter().map(numbers_of).collect();
    let texts: HashSet<String> = lines
        .iter()
        .map(|line| {
            line.split(is_digit).filter(|part| !part.is_empty()).collect::<Vec<_>>().join("#")
        })
        .collect();
    // Times and counters stand first, and dates may begin with the day.
    let date = |numbers: &Vec<u64>| -> Vec<u64> { numbers.iter().take(3).rev().copied().collect() };
    let go_up = numbers.is_sorted_by_key(|numbers| numbers.first().copied())
        || numbers.is_sorted_by_key(date);
    let are_numbered = texts.len() == 1 && numbers.iter().all(|numbers| numbers.len() == 1);
    let begins = |line: &&String| line.split(is_digit).next().map(str::to_owned);
    let are_rounds = lines.iter().map(begins).collect::<HashSet<_>>().len() == 1
        && numbers.windows(2).all(|two| match (two[0].first(), two[1].first()) {
            (Some(one), Some(next)) => one.checked_add(1) == Some(*next),
            _ => false,
        });
    lines.len() >= if are_rounds { FEWEST_ROUNDS } else { FEWEST }
        && 10 * lines.len() >= 9 * items.len()
        && (are_rounds || 2 * texts.len() <= lines.len() && go_up)
        && !are_numbered
}

/// The flags that leave out the number or the time that each line begins with, if there are some; `None` if not all begin with one. A first
/// line may be a header.
fn without_numbers(items: &[String], asked: &Asked<'_>) -> Option<Option<String>> {
    /// Fewer are often in order by chance.
    const FEWEST: usize = 3;
    let words: Vec<Vec<&str>> =
        items.iter().map(|item| item.split_whitespace().collect()).collect();
    let firsts: Vec<Option<Vec<u64>>> =
        words.iter().map(|words| number_or_time(words.first()?)).collect();
    let has_header = firsts[0].is_none();
    let firsts: Vec<Vec<u64>> =
        firsts.into_iter().skip(usize::from(has_header)).collect::<Option<_>>()?;
    let are_times = firsts.iter().all(|first| first.len() > 1) && firsts.first() != firsts.last();
    let go_up = firsts.is_sorted()
        || firsts.is_sorted_by_key(|time| time.iter().rev().copied().collect::<Vec<_>>());
    let follows = |two: &[Vec<u64>]| matches!((&two[0][..], &two[1][..]), ([one], [next]) if one.checked_add(1) == Some(*next));
    let are_numbered = are_times && go_up || firsts.windows(2).all(follows);
    if firsts.len() < FEWEST || !are_numbered || words.iter().any(|words| words.len() < 2) {
        return None;
    }
    let header = if has_header { " --header" } else { "" };
    let tabs = items[0].matches('\t').count();
    let is_text = asked.format == Format::Text;
    Some(if is_text && words.iter().all(|words| words.len() == 2) {
        let is_count = words.iter().all(|words| words[1].parse::<u64>().is_ok());
        let count =
            if is_count { ", or, if it is a count, judge the lines with --counts" } else { "" };
        Some(format!("name the word that holds the item, as --columns 2{header}{count}"))
    } else if is_text && tabs > 0 && items.iter().all(|item| item.matches('\t').count() == tabs) {
        let header = if has_header { header } else { " --no-header" };
        Some(format!("name the column of the items, as --format csv --columns 2{header}"))
    } else {
        None
    })
}

/// True if all that these lines hold behind their first word differs, and has no number of its own.
fn are_numbered_names(items: &[String]) -> bool {
    let name = |item: &String| item.split_once(' ').map_or_else(String::new, |it| it.1.to_owned());
    let names: HashSet<String> = items.iter().map(name).collect();
    let has_number = |name: &String| name.bytes().any(|byte| byte.is_ascii_digit());
    names.len() == items.len() && !names.iter().any(has_number)
}

/// The numbers of `1`, `1.`, `"1"`, `09:01` and `2026-03-01`.
fn number_or_time(word: &str) -> Option<Vec<u64>> {
    let word = word.trim_matches('"').trim_end_matches(['.', ')', ':']);
    word.split([':', '.', '-', '/', 'T']).map(|number| number.parse().ok()).collect()
}

/// The fault of a column whose cells each hold several cards with nothing between them: playing cards, or codes of equal length.
fn cards_in_cells(items: &[String]) -> Option<GuessError> {
    let cards = NameTable::standard_52();
    let playing: Option<Vec<usize>> =
        items.iter().map(|item| Some(cards.glued(item)?.len())).collect();
    if let Some(sizes) = playing {
        let size = *sizes.first()?;
        let deal =
            Some(size).filter(|_| size < cards.cards() && sizes.iter().all(|it| *it == size));
        return Some(GuessError::Named { start: vec![items[0].clone()], deal, columns: None });
    }
    let (width, example) = codes(items)?;
    Some(GuessError::Codes { item: quoted(&items[0]), width, example })
}

/// The fault of a column whose cells each hold an order of the same items, between signs or as letters, or of some of them.
fn orders_in_cells(items: &[String], asked: &Asked<'_>) -> Option<GuessError> {
    const MOST: usize = 52;
    /// Fewer letters may be words.
    const LETTERS: usize = 3;
    /// Names that come less often are hardly those of a list.
    const OFTEN: usize = 3;
    let signs = ["|", ";", ",", "/", " ", "-", ""];
    let all_differ = |row: &Vec<&str>| row.iter().collect::<HashSet<_>>().len() == row.len();
    signs.into_iter().find_map(|sign| {
        let (are_letters, first) = (sign.is_empty(), &items[0]);
        if !items.iter().any(|item| item.contains(sign))
            || are_letters && items.iter().any(|item| item.len() != first.len())
        {
            return None;
        }
        let rows: Vec<Vec<&str>> = items.iter().map(|item| names_between(sign, item)).collect();
        let all: BTreeSet<&str> = rows.iter().flatten().copied().collect();
        let labels: Vec<&str> = all.into_iter().collect();
        let cards = labels.len();
        let are_whole = rows.iter().all(|row| row.len() == cards);
        let is_list = match are_whole {
            true => (if are_letters { LETTERS } else { 2 }..=MOST).contains(&cards),
            false => !are_letters && OFTEN * cards <= rows.concat().len() && words_move(&rows),
        };
        if !is_list || !rows.iter().all(all_differ) || items.iter().all(|item| item == first) {
            return None;
        }
        let is_place = |label: &&&str| {
            let number = label.strip_suffix(['.', ')', ':']);
            number.is_some_and(|it| it.parse::<u32>().is_ok())
        };
        let flags = match labels.concat().contains(',') {
            _ if 2 * labels.iter().filter(is_place).count() == cards => {
                "--labels with the names, after removing the numbers of the places".to_owned()
            }
            _ if !are_whole => {
                "--varying if they stand in an order, or --labels sorted if each cell is one item"
                    .to_owned()
            }
            true => "--labels FILE, with a name on each line".to_owned(),
            false => format!("--labels \"{}\"", labels.join(",")),
        };
        let apart = if are_letters && cards > NameTable::FEW_LETTERS {
            ", and put blanks between the letters"
        } else {
            ""
        };
        let is_lone = asked.format == Format::Csv && *asked.columns == ColumnChoice::All;
        let columns = if is_lone { "--columns 1 " } else { "" };
        let flags = format!("{columns}{flags}{apart}");
        Some(GuessError::CellOrders { cell: quoted(first), items: cards, are_whole, flags })
    })
}

fn names_between<'i>(sign: &str, item: &'i str) -> Vec<&'i str> {
    item.split(sign).map(str::trim).filter(|name| !name.is_empty()).collect()
}

/// True if each item could be many draws.
fn are_long(items: &[String]) -> bool {
    items.iter().all(|item| is_of_few_letters(item) && item.parse::<u64>().is_err())
}

/// The last item, if it is a total of the others or is called so.
fn foot_of(items: &[String], has_labels: bool) -> Option<&String> {
    let (last, others) = items.split_last()?;
    let number = |item: &String| item.parse::<u64>().ok();
    let sum = others.iter().try_fold(0_u64, |sum, item| sum.checked_add(number(item)?));
    let is_sum = !has_labels && others.len() > 2 && sum.is_some() && sum == number(last);
    (is_sum || cells::is_foot(last)).then_some(last)
}

/// The items of an input that is one column: the cells of its lines, one each. None if it is not a column.
///
/// The lines of text are items as a whole if they look like names of several words.
pub fn lone_items(input: &[u8], asked: &Asked<'_>) -> Vec<String> {
    if !asked.format.is_table() {
        return Vec::new();
    }
    let text = text_of(input, true, asked.format);
    let (_, lines) = rows(&text, asked, usize::MAX);
    // Letters that are all labels are an order, too.
    let is_glued = |cell: &String| {
        let glued = asked.labels.and_then(|names| Some((names.glued(cell)?, names)));
        glued.is_some_and(|(cards, names)| cards.len() == names.cards())
    };
    let is_several =
        |cell: &String| cells::several(cell, true, |part| asked.is_card(part)).is_some();
    let holds_several =
        |cells: &Vec<String>| cells.iter().any(|cell| is_several(cell) || is_glued(cell));
    if !lines.is_empty() && lines.iter().all(holds_several) {
        return Vec::new();
    }
    if lines.iter().all(|cells| cells.len() == 1) {
        return lines.into_iter().flatten().collect();
    }
    let is_plain = asked.format == Format::Text && *asked.columns == ColumnChoice::All;
    if is_plain && are_names(&lines, asked) { whole_lines(&text, asked) } else { Vec::new() }
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
fn words_move(rows: &[Vec<&str>]) -> bool {
    let later: HashSet<&&str> = rows.iter().flat_map(|row| row.iter().skip(1)).collect();
    let firsts = rows.iter().filter_map(|row| row.first());
    2 * firsts.filter(|first| later.contains(first)).count() > rows.len()
}

/// The lines of a text, each as one item whatever is in it; none if each is an order or a hand of the same words.
pub fn line_items(input: &[u8], asked: &Asked<'_>) -> Vec<String> {
    let text = text_of(input, true, asked.format);
    let (_, lines) = rows(&text, asked, usize::MAX);
    let sorted = |line: &Vec<String>| line.iter().cloned().collect::<BTreeSet<_>>();
    let are_orders = lines.len() > 1
        && lines.iter().all(|line| line.len() >= LONG && sorted(line) == sorted(&lines[0]));
    if are_orders || are_draws(&lines) { Vec::new() } else { whole_lines(&text, asked) }
}

/// A line of so many words may be a deck.
const LONG: usize = 4;

/// True of long lines whose words come again and again.
fn are_draws(lines: &[Vec<String>]) -> bool {
    /// Titles repeat their words less often.
    const OFTEN: usize = 4;
    let words: HashSet<&String> = lines.iter().flatten().collect();
    // Lines of titles and logs share words, as "Song 8 - Band 1" do.
    let is_shared = |word: &&String| {
        !word.contains(|letter: char| letter.is_ascii_digit())
            && lines.iter().all(|cells| cells.contains(word))
    };
    lines.iter().all(|cells| cells.len() >= LONG)
        && lines.iter().map(Vec::len).sum::<usize>() > OFTEN * words.len()
        && !words.iter().any(is_shared)
}

fn whole_lines(text: &str, asked: &Asked<'_>) -> Vec<String> {
    let titles = usize::from(asked.header == Header::Yes);
    let trimmed = |line: &str| line.trim_matches(cells::is_blank).to_owned();
    lines_of(text, asked).skip(titles).map(trimmed).collect()
}

/// True if lines of several words are names, such as titles of songs, and not decks: no line is made of cards, and each adds a new
/// word on average and they differ in length or share the first word; or they have two or three words, and no two the same ones. Long lines
/// of words that come again and again are draws, and those that begin with `[1]` are print() of R.
fn are_names(lines: &[Vec<String>], asked: &Asked<'_>) -> bool {
    let cards = NameTable::standard_52();
    let is_card = |cell: &String| cell.parse::<u64>().is_ok() || cards.knows(cell);
    let of_cards = |cells: &Vec<String>| cells.iter().all(is_card);
    let words: HashSet<&String> = lines.iter().flatten().collect();
    let length = lines.first().map_or(0, Vec::len);
    let vary = lines.iter().any(|cells| cells.len() != length);
    let first = lines.first().and_then(|cells| cells.first());
    let same_first = lines.iter().all(|cells| cells.first() == first);
    let all_differ = || {
        let mut sets: Vec<Vec<&String>> =
            lines.iter().map(|cells| cells.iter().collect()).collect();
        sets.iter_mut().for_each(|words| words.sort_unstable());
        sets.sort_unstable();
        sets.windows(2).all(|pair| pair[0] != pair[1])
    };
    // The bracket before the number was taken off.
    let place = |cells: &Vec<String>| cells.first()?.strip_suffix(']')?.parse::<u64>().ok();
    let is_prompt = |cells: &Vec<String>| cells.first().is_some_and(|cell| cell == ">");
    let are_of_r = lines.iter().all(|cells| place(cells).is_some() || is_prompt(cells));
    let are_short = || (2..=3).contains(&length) && all_differ();
    let whole =
        |cells: &Vec<String>| asked.labels.is_some_and(|it| it.card(&cells.join(" ")).is_some());
    lines.iter().all(whole)
        || (asked.labels.is_none()
            && !(are_draws(lines) || are_of_r || lines.iter().any(of_cards))
            && (are_short() || (words.len() >= lines.len() && (vary || same_first))))
}

/// The text of a file: UTF-8, UTF-16, or else what spreadsheets on Windows write.
pub fn text(file: &[u8]) -> String {
    text_of(file, true, Format::Text)
}

fn text_of(start: &[u8], is_all: bool, format: Format) -> String {
    let mut text = Vec::new();
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

/// The first decks of a table.
struct Decks {
    header: Vec<String>,
    /// The number of columns.
    width: usize,
    /// Their cards, several of which may stand in one cell of a table.
    decks: Vec<Vec<String>>,
}

fn decks(text: &str, asked: &Asked<'_>) -> Decks {
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

impl Asked<'_> {
    fn is_card(&self, cell: &str) -> bool {
        match self.labels {
            Some(names) => names.knows(cell),
            None => cell.parse::<u64>().is_ok() || NameTable::standard_52().knows(cell),
        }
    }
}

/// The names in the header, and the cells of the first lines after it.
fn rows(text: &str, asked: &Asked<'_>, most: usize) -> (Vec<String>, Vec<Vec<String>>) {
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

fn cells(line: &str, asked: &Asked<'_>, separator: &mut Option<char>) -> Option<Vec<String>> {
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

    /// The hints for a column that is not one order, and for lines that begin with a place.
    #[test]
    fn orders_one_card_a_line_are_told_from_draws() {
        let names = NameTable::new(["a", "b", "c"].map(String::from).to_vec()).unwrap();
        let columns = ColumnChoice::All;
        let asked = Asked { labels: Some(&names), ..Asked::of(Format::Text, &columns) };
        let numbered = |letters: &str| -> String {
            letters.chars().zip(0..).map(|(name, at)| format!("{}. {name}\n", at % 3 + 1)).collect()
        };
        let told = |text: &str| guess(text.as_bytes(), true, &asked).unwrap_err().to_string();
        let orders = told(&numbered("abcbcacabacbbac"));
        assert!(
            orders.ends_with(": if every 3 lines are one order, use --cards 3 --columns 2"),
            "{orders}"
        );
        let draws = told(&numbered("abcbcaccbacbbac"));
        assert!(draws.ends_with(": for hands use --deal 1 --columns 2"), "{draws}");
        let lines =
            |letters: &str| letters.chars().map(|name| format!("{name}\n")).collect::<String>();
        let told = |text: String| lone_column(text.as_bytes(), &asked).unwrap_err().to_string();
        let orders = told(lines("abcbcacabacbbac"));
        assert!(
            orders.ends_with(
                "so the column is not one order: every 3 lines hold each item once; if each group is one order, from its first line on, use --cards 3 \
                 (if the places are in another column, name it with --rank-by, and the column that tells the groups apart with --per); if each line is a separate draw, use --deal 1 --replacement; if it is a trial's list of blocks, --block 3 --pack a=1,b=1,c=1"
            ),
            "{orders}"
        );
        // Nine draws of three look so by chance once in 91 times.
        let draws = told(lines("abcbcacab"));
        assert!(
            draws.contains("use --deal 1 --replacement; if some items are equal, --pack"),
            "{draws}"
        );
    }

    /// What lines and cells are that look like the items of one order.
    #[test]
    fn numbered_lines_and_cells_of_orders_are_told_from_items() {
        let told = |format, columns: &ColumnChoice, input: &str| {
            let asked = Asked::of(format, columns);
            match lone_column(input.as_bytes(), &asked) {
                Ok(column) => format!("{:?}", column.map(|it| it.guess.cards)),
                Err(error) => error.to_string(),
            }
        };
        let text = |input: &str| told(Format::Text, &ColumnChoice::All, input);
        let csv = |input: &str| told(Format::Csv, &"2".parse().unwrap(), input);
        let call = |row: usize, at: usize| format!("B{}", 1 + (row + at) % 9);
        let calls = (0..8).map(|row| (0..5 + row % 2).map(|at| call(row, at)).collect::<Vec<_>>());
        let calls = calls.map(|calls| calls.join(" ") + "\n").collect::<String>();
        insta::assert_snapshot!([
            text("1 Lea\n2 Otto\n3 Ida\n"),
            text("no\tname\n1.\tLea\n2.\tOtto\n3.\tIda\n"),
            text("1\tLea\t\\N\n2\tOtto\t\\N\n3\tIda\t\\N\n"),
            text("09:58 Lea May\n10:05 Otto\n10:06 Ida\n"),
            text("30.3.26 Lea\n31.3.26 Otto\n1.4.26 Ida\n"),
            text("2 Lea\n1 Otto\n3 Ida\n"),
            text("[1] 5 3 2 4\n[5] 1\n"),
            text(&calls),
            csv("n,order\n1,\"Red, Dark red\"\n2,\"Dark red, Red\"\n"),
            csv("n,order\n1,CAB\n2,BCA\n"),
            csv("n,order\n1,a|b\n2,b\n3,b|a|c\n4,c|b\n5,a|c\n"),
            csv("n,name\n1,\"Lee, Ann\"\n2,\"Doe, Ann\"\n3,\"Lee, Bob\"\n"),
            csv("a,b\nq,q\n\"{\"\"ImportId\"\":\"\"x\"\"}\",y\n"),
        ].join("\n"), @r##"
        each line begins with its number or time, such as "3 Ida": name the word that holds the item, as --columns 2
        each line begins with its number or time, such as "3.\tIda": name the word that holds the item, as --columns 2 --header
        each line begins with its number or time, such as "3\tIda\t\\N": name the column of the items, as --format csv --columns 2 --no-header
        each line begins with its number or time, such as "10:06 Ida": remove the numbers
        each line begins with its number or time, such as "1.4.26 Ida": name the word that holds the item, as --columns 2
        Some(3)
        None
        None
        each cell, such as "Red, Dark red", holds an order of the same 2 items: use --labels "Dark red,Red"
        each cell, such as "CAB", holds an order of the same 3 items: use --labels "A,B,C"
        each cell, such as "a|b", holds several of the same 3 items: use --varying if they stand in an order, or --labels sorted if each cell is one item
        Some(3)
        lines 2 and 3 are headers, too, as Qualtrics writes them: delete them
        "##);
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
