//! The formats of decks.

use std::{fmt, path::Path};

/// The format of decks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// One deck a line, cards separated by any run of spaces, tabs and commas, or as in a cell of CSV, all of them in brackets or not.
    /// Blank lines and lines that start with `#` are no decks (unless a label starts so).
    Text,
    /// One deck a line, one card a cell, as RFC 4180 writes cells, but a cell ends on the line where it
    /// began, and spaces around it are not part of it. Cells are separated by commas, tabs, semicolons or bars, whichever
    /// splits the first line into as many cards as are dealt, or else whichever most probably does; so this reads TSV too. A cell may
    /// hold several cards, as `9|16|18`. What is not UTF-8 is read as Windows-1252. A separator may stand after the last
    /// cell. A first line no cell of which is a card is a header, and one that counts its columns, as `c1,c2,c3`.
    /// (Numbers alone are a deck: a header `0,1,2` is taken for one, unless [`Header`](crate::Header) says so.)
    Csv,
    /// One JSON array a line, or an object with such an array as its field `deck`, or as [another](crate::Layout::field). An array of
    /// such arrays or objects, and those that go over several lines, are read too.
    Ndjson,
    /// Bridge deals in [Portable Bridge Notation](crate::pbn): the 52 cards of the four hands, north, east, south, west.
    Pbn,
    /// One byte a card, nothing between cards or decks.
    U8,
    /// Two bytes a card, the lower first.
    U16Le,
    /// Four bytes a card, the lowest first.
    U32Le,
    /// Eight bytes a card, the lowest first.
    U64Le,
    /// The format of `numpy.save`: whole numbers of 1 to 8 bytes. A one-dimensional array is one deck; each row of a
    /// two-dimensional array is a deck.
    Npy,
}

impl Format {
    /// Every format, in the order in which they are listed to users.
    pub const ALL: [Self; 9] = [
        Self::Text,
        Self::Csv,
        Self::Ndjson,
        Self::U8,
        Self::U16Le,
        Self::U32Le,
        Self::U64Le,
        Self::Npy,
        Self::Pbn,
    ];

    /// The name by which plans and flags know it.
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
            Self::Pbn => "pbn",
        }
    }

    /// The format that the name of a file shows, without `.gz` or `.zst`: `.csv` and `.tsv`, `.ndjson`, `.jsonl` and `.json`,
    /// `.u8`, `.u16le`, `.u32le`, `.u64le`, `.npy`, `.pbn`; `None` for any other.
    ///
    /// ```
    /// use shuffle_reader::Format;
    /// assert_eq!(Format::of_path("logs/decks.csv.gz".as_ref()), Some(Format::Csv));
    /// assert_eq!(Format::of_path("logs/decks".as_ref()), None);
    /// ```
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
            "pbn" => Some(Self::Pbn),
            _ => None,
        }
    }

    /// True if it has lines.
    pub const fn is_text(self) -> bool {
        matches!(self, Self::Text | Self::Csv | Self::Ndjson | Self::Pbn)
    }

    /// True if its lines may have columns.
    pub(crate) const fn is_table(self) -> bool {
        matches!(self, Self::Text | Self::Csv)
    }

    /// The number of bytes of a card, if the format fixes it.
    pub const fn width(self) -> Option<usize> {
        match self {
            Self::Text | Self::Csv | Self::Ndjson | Self::Npy | Self::Pbn => None,
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
