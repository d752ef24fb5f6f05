//! The errors of an input, with their places and hints for their correction.

use crate::{compression::Compression, layout_error::LayoutError, npy::NpyError};
use shuffle_deck::words::{count, plural, quoted};
use std::{fmt, io};

/// The reason why no further deck could be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
#[non_exhaustive]
pub enum DeckError {
    #[error("{place}: {fault}{}", advice.as_deref().map_or_else(String::new, ToString::to_string))]
    Fault { place: DeckLocation, fault: DeckFault, advice: Option<Box<Advice>> },
    #[error("the input ends in the middle of {place}, after {found} of {dealt} cards")]
    Truncated { place: DeckLocation, found: usize, dealt: usize },
    #[error("the input holds no deck")]
    Empty,
    #[error("the input cannot be read after {decks} {}: {message}", plural("deck", *decks))]
    Io { decks: u64, kind: io::ErrorKind, message: String },
    #[error("the {compression} data is corrupt or cut short after {decks} {}: {message}", plural("deck", *decks))]
    Corrupt { decks: u64, compression: Compression, message: String },
    #[error(
        "no bag of {size} is whole before the column of --by changes or the input ends; does it stay the same throughout a game?"
    )]
    NoBag { size: usize },
    /// Rows that copy the first row of their unit.
    #[error(
        "in {} of the {} rows whose {columns} came in an earlier row, the result equals the first one: if this names what is assigned, as a user or a \
         patient, keep the first row of each; if it only describes the result, as a dose, a score or the name of a prize, delete {columns} from the file", count(*same), count(*later)
    )]
    Units { columns: String, later: u64, same: u64 },
    #[error(
        "{comments} of the {lines} lines, such as {line}, begin with # and were skipped as comments: if they hold results, remove the # everywhere; if they are comments, \
         put a space behind it"
    )]
    Comments { comments: u64, lines: u64, line: String },
    /// Rows that never have the arm of the first row of their unit.
    #[error(
        "in {} of the {} rows whose {columns} came in an earlier row, the result differs from the first one: if each pair was split on purpose, keep the \
         first row of each, or sort the rows by {columns} and judge the design with --block 2", count(*other), count(*later)
    )]
    Split { columns: String, later: u64, other: u64 },
    /// A file that holds other files, or that another program must save in another way first.
    #[error("{0}")]
    Packed(String),
    /// No input can have the layout that was asked for.
    #[error(transparent)]
    Layout(#[from] LayoutError),
    /// A `.npy` file that holds no orders of this length.
    #[error(transparent)]
    Npy(#[from] NpyError),
}

/// The place of a deck in its input.
///
/// ```
/// use shuffle_reader::{Offset, DeckLocation};
/// assert_eq!(DeckLocation { deck: 17, at: Offset::Line(18) }.to_string(), "deck 17 (line 18)");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DeckLocation {
    /// The deck, counted from 0.
    pub deck: u64,
    /// Its line or byte.
    pub at: Offset,
}

/// A place in the (decompressed) input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Offset {
    /// A line, counted from 1 as editors do.
    Line(u64),
    /// A byte, counted from 0: the byte of the bad card, or of the deck.
    Byte(u64),
}

impl fmt::Display for DeckLocation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.at {
            Offset::Line(line) => write!(f, "deck {} (line {line})", self.deck),
            Offset::Byte(byte) => write!(f, "deck {} (byte {byte})", self.deck),
        }
    }
}

/// The fault of a deck.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
#[non_exhaustive]
pub enum DeckFault {
    #[error("{found} is out of range {base} to {}{}", (*cards as u64 + u64::from(*base)).saturating_sub(1), counted_from(*other_base))]
    OutOfRange { found: String, base: u32, cards: usize, other_base: Option<u32> },
    #[error("card {card} twice{}", if *many { EQUAL } else { "" })]
    Twice { card: String, many: bool },
    #[error("{found} occurs more often than in the pack: {most}")]
    TooMuch { found: String, most: u32 },
    #[error(
        "{found} is one number; if its digits are draws, put spaces or commas between them, or name them, as --labels {digits}"
    )]
    Glued { found: String, digits: String },
    #[error(
        "a cell holds several cards; if it is a date or a note, name the other columns with --columns"
    )]
    ManyInCell,
    #[error(
        "the first cells of the lines count up: if they count the lines, name the other columns with --columns, as 2-{cells}; if they are draws, \
         name all, as 1-{cells}"
    )]
    CountedLines { cells: usize },
    #[error(
        "each line is sorted, so the order of its cells is lost, and draws one after the other cannot be judged: count how often each symbol comes in all \
         lines, and judge that table with --counts"
    )]
    SortedLines,
    #[error(
        "no line holds a symbol twice: if these are orders, or draws without replacement, use --deal {cells} and no --replacement; if each cell is one draw all the \
         same, name the columns with --columns, as 1-{cells}"
    )]
    NoneTwice { cells: usize },
    #[error(
        "0 is out of range 1 to {balls}; if the bonus drum is numbered from 0, write {balls} for 0"
    )]
    NoZero { balls: usize },
    #[error("the column of --by has no cell here")]
    NoLevel,
    #[error(
        "{found} is one level too many: --by supports {most}; split the file, or join levels if they are no strata of a list"
    )]
    Levels { found: String, most: usize },
    #[error("the cell at place {at} is no row, which is not ignored")]
    NoRow { at: usize },
    #[error("the rows differ from the first pass over the file; did it change?")]
    Changed,
    #[error("{found} {}, but a deck has {dealt}", plural("card", *found as u64))]
    TooFew { found: usize, dealt: usize },
    #[error("{found} {}, but a deck has {dealt}", plural("card", *found as u64))]
    TooMany { found: usize, dealt: usize },
    #[error(
        "{found} assignments in a line, but a list has one per line: {}",
        match pack {
            Some(pack) => format!("if each line is a block, leave --block out, and use --pack {pack}"),
            None => "write each on its own line, or name its column with --columns".to_owned(),
        }
    )]
    ListInRows { found: usize, pack: Option<String> },
    #[error(
        "the column ends after {found} {}, but a deck has {dealt} cards: if the last deck was cut off, remove its lines; if each line is a separate draw, use --deal 1; if all are one draw without \
         replacement, write them on one line and use --deal {found}",
        plural("card", *found as u64)
    )]
    ShortColumn { found: usize, dealt: usize },
    #[error("the line has {found} {}, but --columns names column {picked}", plural("column", *found as u64))]
    FewColumns { found: usize, picked: usize },
    #[error(
        "the header has {named} words, and this line has fewer, so a name does not show its column: name the columns by number, counted in the line: {line}"
    )]
    WordsInHeader { named: usize, line: String },
    #[error("column {column} is empty; if the line holds no result, remove it")]
    NoCell { column: usize },
    #[error(
        "the line has {found} columns, but the header names only {named}: add the missing names, or quote cells that contain the separator, as in \"3,5\""
    )]
    ManyColumns { found: usize, named: usize },
    #[error(
        "0 and 00 both occur and would count as one symbol: list the symbols with --labels FILE, one per line"
    )]
    TwoZeros,
    #[error("several columns are called {name}: name them by number, as in 2,4")]
    TwoColumns { name: String },
    #[error("no column is called {name}")]
    NoColumn { name: String },
    #[error(
        "all {cells} cells of the line are 0 or 1: if each says whether its number was drawn, write the numbers that were drawn instead"
    )]
    Marks { cells: usize },
    #[error("no card is called {found}{}", meant(found, nearest.as_deref()))]
    UnknownLabel { found: String, nearest: Option<String> },
    #[error("{found} is not a card number{}", hint.map_or("", Hint::words))]
    NotANumber { found: String, hint: Option<Hint> },
    #[error("byte {byte} of the line is not UTF-8")]
    NotUtf8 { byte: usize },
    #[error("the line goes on after {limit} bytes, longer than any deck; are there line ends?")]
    LongLine { limit: usize },
    #[error(
        "the first line counts up to {to}: if it names the columns, use --header; if it is a deck in order, --no-header"
    )]
    CountsUp { to: String },
    #[error(
        "cell {cell} has broken CSV quotes{}",
        if *is_open {
            "; if a line break stands inside the cell, put another sign in its place, such as | between names: a row is one line"
        } else {
            ""
        }
    )]
    Quotes { cell: usize, is_open: bool },
    #[error("{found} is not a deal; PBN writes it as \"N:QJ6.K652.J85.T98 ...\", with four hands")]
    NoDeal { found: String },
    #[error("the hand of {seat} {why}")]
    Hand { seat: &'static str, why: String },
    #[error("not a JSON array of cards: {message}")]
    NotJson { message: String },
}

/// The probable kind of an input that has no numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hint {
    /// It looks like arrays.
    Json,
    /// It looks like playing cards.
    Labels,
    /// R prints the number of the first cell in front of a line.
    R,
    /// There are zero bytes between the letters.
    Utf16,
    /// It holds several numbers, and something else.
    Several,
    /// It consists of few letters, each of them often.
    Letters,
    /// It is the number of the first line of a list.
    Place,
    /// It means that there is no result.
    NoResult,
    /// It is a letter behind a number.
    Numbered,
    /// It is a whole number with a fraction of 0.
    Decimal,
    /// It is two numbers with a comma between them, perhaps a decimal one.
    Comma,
}

impl Hint {
    fn words(self) -> &'static str {
        match self {
            Self::Json => "; is this JSON? try --format ndjson; else remove the brackets",
            Self::R => "; is this print() of R? use cat(deck, \"\\n\")",
            Self::Utf16 => "; is this UTF-16? save it as UTF-8",
            Self::Several => {
                "; to put several numbers into one cell, separate them by blanks, commas, semicolons, bars, slashes, + or -, without words"
            }
            Self::Letters => {
                "; if each letter is one draw, name the letters, as --labels H,T --deal 1 --replacement"
            }
            Self::Labels => {
                "; are these playing cards? try --labels standard-52, or --labels sorted for another pack"
            }
            Self::NoResult => {
                "; if it means that there is no result, remove the lines that have it"
            }
            Self::Numbered => {
                "; if the numbers only count the answers, remove them, and name the letters with --labels"
            }
            Self::Decimal => "; write whole numbers, as 2 for 2.0",
            Self::Comma => {
                "; if it is a decimal number, write whole ones, as 7 for 7,0; if it holds two cards, name its column with --columns and put a blank \
                 behind the comma"
            }
            Self::Place => {
                "; if the first column holds the places in an order, name the others, as --columns 2-"
            }
        }
    }
}

/// The hint for decks that are perhaps none.
const EQUAL: &str = "; if some cards are equal, use --pack, such as --pack a=2,b=2; if each was drawn from all, \
    --replacement";

/// Facts about the table around a fault, from which the reader of a message picks flags. It never picks columns itself: which of
/// them hold cards is not in the file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Advice {
    /// Balls too many in a draw without order: perhaps bonus balls.
    pub bonus: Option<usize>,
    /// The first name of as many that count up in the header as a draw has balls, if others stand before them, and the columns.
    pub counted: Option<(String, [usize; 2])>,
    /// The names in the header.
    pub header: Vec<String>,
    /// True if columns were picked already.
    pub is_picked: bool,
    /// The cards of a deck, if they were read one a line.
    pub one_a_line: Option<usize>,
    /// The cells of a line that holds one draw, if all may be draws.
    pub draws: Option<usize>,
    /// True if these are as many as there are cards.
    pub may_be_order: bool,
    /// The bag in which a card comes too often.
    pub bag: Option<FaultyBag>,
    /// A hint on reading names, if the cells look like names.
    pub names: &'static str,
}

/// The bag in which a card comes too often.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FaultyBag {
    /// The line on which it begins.
    pub line: u64,
    /// Its row in the game, counted from 1.
    pub row: u64,
    /// The game, if they are told apart.
    pub game: Option<String>,
}

impl fmt::Display for Advice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(balls) = self.bonus {
            write!(
                f,
                "; for {balls} bonus {} use --bonus {balls} (from the same drum) or --bonus M/{balls} (from a separate \
                 drum with M balls); in --draw write +{balls} or +{balls}/M",
                plural("ball", balls as u64)
            )?;
        }
        if let Some((name, [from, to])) = &self.counted {
            let name = quoted(name);
            write!(
                f,
                "; the header counts from {name} on: if the columns before it hold no balls, use --columns {from}-{to}"
            )?;
        }
        if let Some(FaultyBag { line, row, game }) = &self.bag {
            write!(f, " in the bag that begins on line {line}, row {row} of ")?;
            match game {
                Some(game) => write!(f, "game {}", quoted(game))?,
                None => f.write_str("the log")?,
            }
        }
        if let Some(cards) = self.one_a_line {
            write!(
                f,
                "; each line holds one card, so {cards} lines make a deck: if each line is a separate draw, use --deal 1"
            )?;
        }
        if let Some(draws) = self.draws {
            write!(
                f,
                "; if each cell is one draw, name the columns of the draws, as --columns 1-{draws}; if each line is one draw of {draws}, --deal {draws}"
            )?;
            if self.may_be_order {
                f.write_str(", and if it is an order of all, without --replacement")?;
            }
        }
        f.write_str(self.names)?;
        match (self.header.is_empty(), self.is_picked) {
            (true, true) => Ok(()),
            (true, false)
                if self.one_a_line.is_some()
                    || self.counted.is_some()
                    || !self.names.is_empty() =>
            {
                Ok(())
            }
            (true, false) => {
                f.write_str("; if some columns hold no cards, name the others with --columns")
            }
            (false, true) => write!(f, "; the header names {}", listed(&self.header)),
            (false, false) => write!(
                f,
                "; the header names {}: if some of these hold no cards, name the others with --columns",
                listed(&self.header)
            ),
        }
    }
}

/// The first names of a header.
pub(crate) fn listed(header: &[String]) -> String {
    const SHOWN: usize = 20;
    let names: Vec<String> = header.iter().take(SHOWN).map(|name| quoted(name)).collect();
    let more = if header.len() > SHOWN { ", ..." } else { "" };
    names.join(", ") + more
}

/// The words of a line with their numbers, as `--columns` counts them: `1=Epoch 2=1 3=batch`.
pub(crate) fn numbered_words<'l>(words: impl Iterator<Item = &'l str>) -> String {
    const SHOWN: usize = 24;
    const LETTERS: usize = 16;
    let word = |(at, word): (usize, &str)| match at {
        SHOWN => "...".to_owned(),
        _ => {
            format!(
                "{}={}",
                at + 1,
                word.chars().filter(|it| !it.is_control()).take(LETTERS).collect::<String>()
            )
        }
    };
    words.take(SHOWN + 1).enumerate().map(word).collect::<Vec<_>>().join(" ")
}

fn counted_from(base: Option<u32>) -> String {
    base.map_or_else(String::new, |base| {
        format!("; is this deck counted from {base}? try --base {base}")
    })
}

fn meant(found: &str, nearest: Option<&str>) -> String {
    let Some(name) = nearest.map(quoted) else { return String::new() };
    if name.to_lowercase() == found.to_lowercase() {
        return format!(
            "; {name} differs only in capitals: spell it in one way, in the file and in the names"
        );
    }
    format!("; did you mean {name}?")
}
