//! Why the first lines of an input do not show how many cards a deck has, and what to do.

use crate::{error::listed, layout::Format, orders_of_lines::OrdersOfLines};
use shuffle_deck::words::plural;

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
        "each line, such as {item}, holds {cards} between them: put blanks there, as {example}{}",
        if *may_be_items { "; if the lines are the items of one order, --labels sorted" } else { "" }
    )]
    Unparted { item: String, cards: String, example: String, may_be_items: bool },
    #[error(
        "each line, such as {line}, holds playing cards among other words: keep the cards alone, as {cards}"
    )]
    AmongWords { line: String, cards: String },
    #[error(
        "the line {item} stands between others again and again: if it parts orders or games, remove all lines such as this one"
    )]
    Parting { item: String },
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
        "the lines are from a log: name the words that hold the result by their numbers with --columns, counted as in the last line: {line}"
    )]
    Log { line: String },
    #[error(
        "the lines are a table of counts, such as {line}: keep the items and their counts alone, and judge them with --counts; if the lines are the items of one \
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
            || "--per with the column that names the group, and".to_owned(),
            |group| format!("--per {group}")
        )
    )]
    RankedRows { size: usize, group: Option<String>, rank: String },
    #[error(
        "every {size} rows have one {group} and hold different items: if they are one draw, use --per {group} --draw {size}/N with the number of all items in place \
         of N; if each row is a draw of its own, --deal 1 --replacement"
    )]
    DrawnRows { size: usize, group: String },
    #[error("the first line has no cell{}", if *is_of_columns { " in the columns that --columns names: name others" } else { " that could be a card: if it begins a JSON array, use --format ndjson, else remove it" })]
    NoCells { is_of_columns: bool },
    #[error("the first line, {line}, looks like a title of the others: remove it")]
    Title { line: String },
    #[error(
        "the first line holds the names ({}): if it names the columns, use --header, if it is an order or a draw, --no-header",
        shown(start)
    )]
    HeaderOrDeck { start: Vec<String> },
    #[error(
        "the lines are a printed table: write commas in place of the bars, and remove lines of dashes, and a last one that counts the rows"
    )]
    PrintedTable,
    #[error(
        "the lines are JSON objects: use --format ndjson, and name the field of the result with --columns"
    )]
    Objects,
    #[error(
        "the lines end in carriage returns alone, as on old Macs: save the file with line feeds"
    )]
    CarriageReturns,
    #[error("lines 2 and 3 are headers, too, as Qualtrics writes them: delete them")]
    Qualtrics,
    #[error("the last item, {item}, looks like a total of the others: remove it")]
    Foot { item: String },
    #[error(
        "the column has {lines} lines, but there are {labels} labels: if each line is a separate draw, use --deal 1 --replacement; if all are one draw \
         without replacement, write them on one line and use --deal {lines}"
    )]
    OtherLabels { lines: usize, labels: usize },
    #[error(
        "deck 0 ({}) holds playing cards{}{}",
        shown(start),
        if *is_pack { ", and each deck the same ones: use --labels sorted" } else { ": use --labels standard-52" },
        flags(deal.filter(|_| !is_pack), *columns)
    )]
    Named {
        start: Vec<String>,
        deal: Option<usize>,
        columns: Option<usize>,
        /// True if all decks hold the same cards, fewer than a pack has.
        is_pack: bool,
    },
    #[error(
        "deck 0 ({}) has {cells} {}, but there {} {labels} {}{}",
        shown(start),
        plural("card", *cells as u64),
        if *labels == 1 { "is" } else { "are" },
        plural("label", *labels as u64),
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
        Some(to) if !header.is_empty() => format!(
            "; or, if the column {} holds no cards, --columns {}",
            listed(&header[..1]),
            from_second(to)
        ),
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
            " --replacement and --cards, or, if their chances differ (as numbers of cards in a hand do), --weights 0=1,1=4,2=6"
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
