//! The errors of an input, with their places and hints for their correction.

use crate::{compression::Compression, layout_error::LayoutError, npy::NpyError};
use shuffle_deck::words::plural;
use shuffle_deck::words::quoted;
use std::{fmt, io};

/// The reason why no further deck could be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DeckError {
    /// Something that should be a deck is none.
    #[error("{place}: {fault}{}", advice.as_deref().map_or_else(String::new, ToString::to_string))]
    Fault {
        /// The place of the deck.
        place: DeckLocation,
        /// The fault of the deck.
        fault: DeckFault,
        /// What the table around it shows, if that helps.
        advice: Option<Box<Advice>>,
    },
    /// The input ends within a deck.
    #[error("the input ends in the middle of {place}, after {found} of {dealt} cards")]
    Truncated {
        /// The unfinished deck.
        place: DeckLocation,
        /// Whole cards of it.
        found: usize,
        /// Cards that a deck has.
        dealt: usize,
    },
    /// The input has no deck.
    #[error("the input holds no deck")]
    Empty,
    /// Reading failed.
    #[error("the input cannot be read after {decks} {}: {message}", plural("deck", *decks))]
    Io {
        /// Decks read before.
        decks: u64,
        /// The kind of error that the operating system reports.
        kind: io::ErrorKind,
        /// The error in words.
        message: String,
    },
    /// Compressed data that is corrupt or incomplete.
    #[error("the {compression} data is corrupt or cut short after {decks} {}: {message}", plural("deck", *decks))]
    Corrupt {
        /// Decks read before.
        decks: u64,
        /// The compression of the input.
        compression: Compression,
        /// The message of the decompressor.
        message: String,
    },
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
    /// A byte, counted from 0: that of the card at fault, or of the deck.
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
#[non_exhaustive]
pub enum DeckFault {
    /// A number that is no card.
    #[error("{found} is out of range {base}..{}{}", *cards as u64 + u64::from(*base), counted_from(*other_base))]
    OutOfRange {
        /// The number as it was written, shortened.
        found: String,
        /// The number of the first card.
        base: u32,
        /// Cards in the deck.
        cards: usize,
        /// The base with which the number would be a card, unless another number of the deck contradicts it.
        other_base: Option<u32>,
    },
    /// A card that occurs twice.
    #[error("card {card} twice{}", if *many { EQUAL } else { "" })]
    Twice {
        /// The card, as the input calls it.
        card: String,
        /// True if many cards of the deck do, so that it may be no order of different cards.
        many: bool,
    },
    /// More cards of a kind than the pack has.
    #[error("{found} comes more often than the pack has it: {most}")]
    TooMuch {
        /// The kind, as the input calls it.
        found: String,
        /// Cards of it.
        most: u32,
    },
    /// Symbols that stick together.
    #[error("{found} is one number, but {dealt} are drawn; put spaces or commas between them")]
    Glued {
        /// The number.
        found: String,
        /// Symbols of a draw.
        dealt: usize,
    },
    /// A line without a cell in the column of the factor.
    #[error("there is no cell in the column that --by names")]
    NoLevel,
    /// Too many levels of a factor.
    #[error("{found} is one level more than the {most} that --by can tell apart")]
    Levels {
        /// The level, quoted.
        found: String,
        /// So many are too few.
        most: usize,
    },
    /// Cells that are no rows, where others are ignored.
    #[error("the cell at place {at} is no row, which is not ignored")]
    NoRow {
        /// The first of them, counted from 0.
        at: usize,
    },
    /// An order of other rows than the survey of the file saw.
    #[error("other rows came once than when the file was looked through; did it change?")]
    Changed,
    /// Too few cards.
    #[error("{found} {}, but a deck has {dealt}", plural("card", *found as u64))]
    TooFew {
        /// Cards in the line.
        found: usize,
        /// Cards that a deck has.
        dealt: usize,
    },
    /// Too many cards.
    #[error("{found} {}, but a deck has {dealt}", plural("card", *found as u64))]
    TooMany {
        /// Cards in the line.
        found: usize,
        /// Cards that a deck has.
        dealt: usize,
    },
    /// A column, one card a line, that ends before its deck is whole.
    #[error(
        "the column ends after {found} {}, but a deck has {dealt} cards; if each line is a draw of its own, say --deal 1",
        plural("card", *found as u64)
    )]
    ShortColumn {
        /// Lines of the deck.
        found: usize,
        /// Cards that a deck has.
        dealt: usize,
    },
    /// A column that the header does not name.
    #[error("no column is called {name}")]
    NoColumn {
        /// The name, quoted.
        name: String,
    },
    /// A name that no card has.
    #[error("no card is called {found}{}", meant(nearest.as_deref()))]
    UnknownLabel {
        /// The name, quoted and shortened.
        found: String,
        /// The label that was probably meant.
        nearest: Option<String>,
    },
    /// Something else where a number should be.
    #[error("{found} is no card number{}", hint.map_or("", Hint::words))]
    NotANumber {
        /// The cell, quoted and shortened.
        found: String,
        /// The probable kind of the input.
        hint: Option<Hint>,
    },
    /// Bytes that are no UTF-8.
    #[error("byte {byte} of the line is not UTF-8")]
    NotUtf8 {
        /// The first such byte of the line, counted from 0.
        byte: usize,
    },
    /// A line that is too long.
    #[error("the line goes on after {limit} bytes, longer than any deck; are there line ends?")]
    LongLine {
        /// The limit: [`Layout::longest_line`](crate::Layout::longest_line).
        limit: usize,
    },
    /// A quote that is not closed on its line, or stands inside a cell.
    #[error("cell {cell} is not quoted as CSV quotes")]
    Quotes {
        /// The cell, counted from 0.
        cell: usize,
    },
    /// A line that is not the JSON of a deck.
    #[error("not a JSON array of cards: {message}")]
    NotJson {
        /// The error in the JSON.
        message: String,
    },
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
}

impl Hint {
    fn words(self) -> &'static str {
        match self {
            Self::Json => "; is this JSON? try --format ndjson",
            Self::R => "; is this print() of R? use cat(deck, \"\\n\")",
            Self::Utf16 => "; is this UTF-16? save it as UTF-8",
            Self::Labels => "; are these playing cards? try --labels standard-52",
        }
    }
}

/// The hint for decks that are perhaps none.
const EQUAL: &str = "; if some cards are equal, say --pack, such as --pack a=2,b=2; if each was drawn from all, \
    --replacement";

/// Facts about the table around a fault, from which the reader of a message picks flags. It never picks columns itself: which of
/// them hold cards is not in the file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Advice {
    /// Balls too many in a draw without order: perhaps bonus balls.
    pub bonus: Option<usize>,
    /// The names in the header.
    pub header: Vec<String>,
    /// True if columns were picked already.
    pub is_picked: bool,
    /// The cards of a deck, if they were read one a line.
    pub one_a_line: Option<usize>,
    /// True if the cells look like names.
    pub has_names: bool,
}

impl fmt::Display for Advice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(balls) = self.bonus {
            write!(
                f,
                "; for {balls} bonus {} say --bonus {balls} (from the same drum) or --bonus M/{balls} (from a drum of its \
                 own with M balls)",
                plural("ball", balls as u64)
            )?;
        }
        if let Some(cards) = self.one_a_line {
            write!(
                f,
                "; each line holds one card, so {cards} lines make a deck: if each line is a draw of its own, say --deal 1"
            )?;
        }
        if self.has_names {
            return f.write_str(
                "; for cards with names say --labels FILE, with a name on each line; if each line is one item, --labels sorted",
            );
        }
        match (self.header.is_empty(), self.is_picked) {
            (true, true) => Ok(()),
            (true, false) if self.bonus.is_some() || self.one_a_line.is_some() => Ok(()),
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
    /// Names that are shown.
    const SHOWN: usize = 20;
    let names: Vec<String> = header.iter().take(SHOWN).map(|name| quoted(name)).collect();
    let more = if header.len() > SHOWN { ", ..." } else { "" };
    names.join(", ") + more
}

fn counted_from(base: Option<u32>) -> String {
    base.map_or_else(String::new, |base| {
        format!("; is this deck counted from {base}? try --base {base}")
    })
}

fn meant(nearest: Option<&str>) -> String {
    nearest.map_or_else(String::new, |name| format!("; did you mean {}?", quoted(name)))
}
