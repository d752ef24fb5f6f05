//! The meaning of the bytes of an input: its format, the number of cards in a deck, and their names.

use crate::{
    columns::{ColumnChoice, Header},
    levels::Levels,
    names::NameTable,
};
use shuffle_deck::{
    Shape,
    words::{nearest, plural},
};
use std::{fmt, path::Path};

/// The format of decks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// One deck a line, cards separated by any run of spaces, tabs and commas, or as in a cell of CSV, all of them in brackets or not.
    /// Blank lines and lines that start with `#` are no decks (unless a label starts so).
    Text,
    /// One deck a line, one card a cell, as RFC 4180 writes cells, but a cell ends on the line where it
    /// began, and spaces around it are no part of it. Cells are separated by commas, tabs, semicolons or bars, whichever
    /// splits the first line into as many cards as are dealt, or else whichever most probably does; so this reads TSV too. A cell may
    /// hold several cards, as `9|16|18`. What is not UTF-8 is read as Windows-1252. A separator may stand behind the last
    /// cell. A first line no cell of which is a card is a header, and one that counts its columns, as `c1,c2,c3`.
    /// (Numbers alone are a deck: a header `0,1,2` is taken for one, unless [`Header`] says so.)
    Csv,
    /// One JSON array a line, or an object with such an array as its field `deck`, or as [another](Layout::field). An array of
    /// such arrays or objects, and those that go over several lines, are read too.
    Ndjson,
    /// One byte a card, nothing between cards or decks.
    U8,
    /// Two bytes a card, the lower first.
    U16Le,
    /// Four bytes a card, the lowest first.
    U32Le,
    /// Eight bytes a card, the lowest first.
    U64Le,
    /// What `numpy.save` writes: whole numbers of 1 to 8 bytes; an array of one dimension is one deck, and each row of
    /// an array of two is one.
    Npy,
}

impl Format {
    /// Every format, in the order in which they are listed to users.
    pub const ALL: [Self; 8] = [
        Self::Text,
        Self::Csv,
        Self::Ndjson,
        Self::U8,
        Self::U16Le,
        Self::U32Le,
        Self::U64Le,
        Self::Npy,
    ];

    /// The name by which plans and flags know it.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Csv => "csv",
            Self::Ndjson => "ndjson",
            Self::U8 => "u8",
            Self::U16Le => "u16le",
            Self::U32Le => "u32le",
            Self::U64Le => "u64le",
            Self::Npy => "npy",
        }
    }

    /// The format with this name.
    ///
    /// ```
    /// use shuffle_reader::Format;
    /// assert_eq!(Format::parse("u16le"), Ok(Format::U16Le));
    /// assert_eq!(
    ///     Format::parse("u16").unwrap_err().to_string(),
    ///     "there is no format `u16`; did you mean `u16le`?"
    /// );
    /// ```
    ///
    /// # Errors
    ///
    /// [`LayoutError::Format`] if there is none.
    pub fn parse(name: &str) -> Result<Self, LayoutError> {
        let known = Self::ALL.iter().find(|format| format.id() == name);
        known.copied().ok_or_else(|| LayoutError::Format {
            given: name.to_owned(),
            nearest: nearest(name, Self::ALL.iter().map(|format| format.id())),
        })
    }

    /// The format that the name of a file shows, without `.gz` or `.zst`: `.csv` and `.tsv`, `.ndjson`, `.jsonl` and `.json`,
    /// `.u8`, `.u16le`, `.u32le`, `.u64le`, `.npy`; `None` for any other.
    ///
    /// ```
    /// use shuffle_reader::Format;
    /// assert_eq!(Format::of_path("logs/decks.csv.gz".as_ref()), Some(Format::Csv));
    /// assert_eq!(Format::of_path("logs/decks".as_ref()), None);
    /// ```
    #[must_use]
    pub fn of_path(path: &Path) -> Option<Self> {
        let name = path.file_name()?.to_str()?.to_ascii_lowercase();
        let name = name.strip_suffix(".gz").or_else(|| name.strip_suffix(".zst")).unwrap_or(&name);
        match name.rsplit_once('.')?.1 {
            "txt" => Some(Self::Text),
            "csv" | "tsv" => Some(Self::Csv),
            "ndjson" | "jsonl" | "json" => Some(Self::Ndjson),
            "u8" => Some(Self::U8),
            "u16le" => Some(Self::U16Le),
            "u32le" => Some(Self::U32Le),
            "u64le" => Some(Self::U64Le),
            "npy" => Some(Self::Npy),
            _ => None,
        }
    }

    /// True if it has lines.
    #[must_use]
    pub const fn is_text(self) -> bool {
        matches!(self, Self::Text | Self::Csv | Self::Ndjson)
    }

    /// True if its lines may have columns.
    #[must_use]
    pub(crate) const fn is_table(self) -> bool {
        matches!(self, Self::Text | Self::Csv)
    }

    /// The number of bytes of a card, if the format fixes it.
    #[must_use]
    pub const fn width(self) -> Option<usize> {
        match self {
            Self::Text | Self::Csv | Self::Ndjson | Self::Npy => None,
            Self::U8 => Some(1),
            Self::U16Le => Some(2),
            Self::U32Le => Some(4),
            Self::U64Le => Some(8),
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.id())
    }
}

/// The names of the cards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Labels {
    /// By number.
    Numbers {
        /// The number of the first card: 0 or 1.
        base: u32,
    },
    /// By name; for text, CSV and NDJSON.
    Names(NameTable),
}

impl Labels {
    /// The name of a card, as the input writes it.
    ///
    /// # Panics
    ///
    /// If there are labels, and none for this card.
    #[must_use]
    pub fn name(&self, card: usize) -> String {
        match self {
            Self::Names(names) => names.label(card).to_owned(),
            Self::Numbers { base } => (card as u64 + u64::from(*base)).to_string(),
        }
    }
}

/// The meaning of bytes.
///
/// ```
/// use shuffle_reader::{Format, Labels, Layout};
/// let layout = Layout::whole(Format::Text, 52);
/// assert_eq!(layout.dealt, 52);
/// assert_eq!(layout.labels, Labels::Numbers { base: 0 });
/// let base_1 = Layout { labels: Labels::Numbers { base: 1 }, ..layout };
/// assert!(base_1.check().is_ok());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// The format of the decks.
    pub format: Format,
    /// Cards in the deck.
    pub cards: usize,
    /// The number of cards dealt, which is that of a deck in the input; `cards` for whole shuffles. But if the first
    /// line of text, CSV or NDJSON holds the whole deck, every line must, and its first cards are the dealt ones.
    pub dealt: usize,
    /// The names of the cards.
    pub labels: Labels,
    /// The columns of text or CSV that hold them.
    pub columns: ColumnChoice,
    /// The role of the first line of text or CSV: a header, or a deck.
    pub header: Header,
    /// What a row is, if it is no order or deal of different cards; `cards` is then the number of values of a cell.
    pub drawn: Option<Shape>,
    /// The column of a factor, if draws are told apart by one; its level is the last number of each row.
    pub levels: Option<Levels>,
    /// True if the cards of a whole deck may stand one a line of text or CSV; the first line decides.
    pub one_a_line: bool,
    /// The field of an object of NDJSON that holds the deck; `deck` by default.
    pub field: Option<String>,
}

impl Layout {
    /// Whole decks, numbered from 0.
    #[must_use]
    pub const fn whole(format: Format, cards: usize) -> Self {
        let labels = Labels::Numbers { base: 0 };
        let (columns, header) = (ColumnChoice::All, Header::Auto);
        let (drawn, levels, one_a_line, field) = (None, None, false, None);
        Self {
            format,
            cards,
            dealt: cards,
            labels,
            columns,
            header,
            drawn,
            levels,
            one_a_line,
            field,
        }
    }

    /// The layout of one line of a column of cards.
    pub(crate) fn of_one_cell(&self) -> Self {
        Self { dealt: 1, drawn: None, one_a_line: true, ..self.clone() }
    }

    /// True if each line of text is one card, blanks and all, since names have blanks in them.
    pub(crate) fn has_whole_lines(&self) -> bool {
        let of_names = |names: &NameTable| names.separated().is_some();
        let names = match &self.labels {
            Labels::Names(names) => of_names(names),
            Labels::Numbers { .. } => false,
        };
        self.format == Format::Text && self.one_a_line && self.columns == ColumnChoice::All && names
    }

    /// The longest line that can be a deck, in bytes, and so the most that is ever held of a line:
    /// 64 KiB for spaces, comments and the other fields of an object, and for each card its
    /// longest label and 16 bytes for quotes, separators and spaces.
    #[must_use]
    pub fn longest_line(&self) -> usize {
        let label = match &self.labels {
            Labels::Numbers { .. } => 10,
            // JSON may write each byte of a label in six (`\u0041`).
            Labels::Names(names) => names.longest().saturating_mul(6),
        };
        let cells = self.cards.max(self.dealt);
        cells.saturating_mul(label.saturating_add(16)).saturating_add(64 << 10)
    }

    /// Checks that an input can have this layout. It is best called before a subject is started.
    ///
    /// # Errors
    ///
    /// [`LayoutError`] if no input can.
    pub fn check(&self) -> Result<(), LayoutError> {
        let &Self { format, cards, dealt, ref labels, ref columns, header, .. } = self;
        if !format.is_table() {
            if *columns != ColumnChoice::All {
                return Err(LayoutError::NoTable { format, key: "columns" });
            }
            if self.levels.is_some() {
                return Err(LayoutError::NoTable { format, key: "by" });
            }
            if header != Header::Auto {
                return Err(LayoutError::NoTable { format, key: "header" });
            }
        }
        if self.field.is_some() && format != Format::Ndjson {
            return Err(LayoutError::NoField { format });
        }
        if self.by_name()
            && (header == Header::No || (format, header) == (Format::Text, Header::Auto))
        {
            return Err(LayoutError::NoHeader);
        }
        if dealt == 0 || (dealt > cards && self.drawn.is_none()) {
            return Err(LayoutError::Dealt { cards, dealt });
        }
        match labels {
            Labels::Numbers { base } => {
                let last = cards as u64 - 1 + u64::from(*base);
                // A card has 32 bits. Of a signed number the last is its sign, and a wider number is cut to 32.
                let bits = if matches!(format, Format::Npy | Format::U64Le) {
                    31
                } else {
                    8 * format.width().unwrap_or(4).min(4)
                };
                if *base > 1 {
                    return Err(LayoutError::Base { base: *base });
                }
                if last >= 1 << bits {
                    return Err(LayoutError::Width { format, last });
                }
            }
            // A line is not split then.
            Labels::Names(names) if self.has_whole_lines() => names.check(Format::Csv, cards)?,
            Labels::Names(names) => names.check(format, cards)?,
        }
        Ok(())
    }
}

/// The reason why no input can have this layout.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LayoutError {
    /// No such format.
    #[error("there is no format `{given}`; {}", meant(nearest.as_deref()))]
    Format {
        /// The name that was given.
        given: String,
        /// The name that was probably meant.
        nearest: Option<String>,
    },
    /// Zero cards are dealt, or more than the deck has.
    #[error("{dealt} of {cards} cards are no deal: at least 1 card, at most all")]
    Dealt {
        /// Cards in the deck.
        cards: usize,
        /// Cards dealt.
        dealt: usize,
    },
    /// A base other than 0 or 1.
    #[error("cards are counted from 0 or from 1, not from {base}")]
    Base {
        /// The number of the first card.
        base: u32,
    },
    /// The last card does not fit into the format.
    #[error("card {last} does not fit the format {format}")]
    Width {
        /// The format.
        format: Format,
        /// The number of the last card.
        last: u64,
    },
    /// Labels with a binary format, which holds numbers only.
    #[error("the format {format} holds numbers, no labels")]
    NoLabels {
        /// The format.
        format: Format,
    },
    /// The number of labels is not that of the cards.
    #[error("{labels} {} for {cards} cards; there must be one a card", plural("label", *labels as u64))]
    Labels {
        /// Labels given.
        labels: usize,
        /// Cards in the deck.
        cards: usize,
    },
    /// A text line could not be split into its labels.
    #[error(
        "the label {label} has a space, tab or comma in it, which separate cards in text; use csv or ndjson"
    )]
    Separator {
        /// The label, quoted.
        label: String,
    },
    /// A list of columns that cannot be read.
    #[error("{given} are no columns; write them as 2-6, as 2,4,6 or by their names")]
    Columns {
        /// The list as it was given, quoted.
        given: String,
    },
    /// A key for tables with a format that is no table.
    #[error("the format {format} is no table, so `{key}` says nothing; leave it out")]
    NoTable {
        /// The format.
        format: Format,
        /// The key.
        key: &'static str,
    },
    /// A field with a format that has no objects.
    #[error("the format {format} has no fields, so `field` says nothing; leave it out")]
    NoField {
        /// The format.
        format: Format,
    },
    /// Columns by name, but no header that names them.
    #[error("columns by name need a header that names them")]
    NoHeader,
    /// The rows to be filled have no room for a whole deck, or their type cannot hold all cards.
    #[error(
        "{room} places of {limit} possible cards cannot hold a deck of {dealt} of {cards} cards"
    )]
    Room {
        /// Cards in the deck.
        cards: usize,
        /// Cards dealt.
        dealt: usize,
        /// The number of places in the rows.
        room: usize,
        /// The number of different cards that the type of a place can hold.
        limit: usize,
    },
}

fn meant(nearest: Option<&str>) -> String {
    match nearest {
        Some(name) => format!("did you mean `{name}`?"),
        None => format!("there are {}", Format::ALL.map(Format::id).join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(layout: &Layout) -> String {
        layout.check().unwrap_err().to_string()
    }

    #[test]
    fn every_format_is_found_by_its_name() {
        for format in Format::ALL {
            assert_eq!(Format::parse(format.id()), Ok(format));
            assert_eq!(
                Format::of_path(format!("a.b/c.{format}.zst").as_ref()),
                match format {
                    Format::Text => None,
                    other => Some(other),
                }
            );
        }
        assert_eq!(
            Format::parse("parquet").unwrap_err().to_string(),
            "there is no format `parquet`; there are text, csv, ndjson, u8, u16le, u32le, u64le, npy"
        );
    }

    #[test]
    fn impossible_layouts_are_refused() {
        let whole = Layout::whole(Format::U8, 256);
        assert_eq!(whole.check(), Ok(()));
        let base = |base| Labels::Numbers { base };
        insta::assert_snapshot!(
            [
                refusal(&Layout { labels: base(1), ..whole.clone() }),
                refusal(&Layout { labels: base(2), ..whole.clone() }),
                refusal(&Layout { cards: 257, ..whole.clone() }),
                refusal(&Layout { dealt: 257, ..whole.clone() }),
                refusal(&Layout { dealt: 0, ..whole.clone() }),
                refusal(&Layout { labels: Labels::Names(NameTable::standard_52()), ..whole }),
                refusal(&Layout {
                    labels: Labels::Names(NameTable::standard_52()),
                    ..Layout::whole(Format::Csv, 51)
                }),
                refusal(&Layout {
                    labels: Labels::Names(NameTable::parse("ace of spades\nking\n").unwrap()),
                    ..Layout::whole(Format::Text, 2)
                }),
            ]
            .join("\n"),
            @r#"
        card 256 does not fit the format u8
        cards are counted from 0 or from 1, not from 2
        card 256 does not fit the format u8
        257 of 256 cards are no deal: at least 1 card, at most all
        0 of 256 cards are no deal: at least 1 card, at most all
        the format u8 holds numbers, no labels
        52 labels for 51 cards; there must be one a card
        the label "ace of spades" has a space, tab or comma in it, which separate cards in text; use csv or ndjson
        "#
        );
    }
}
