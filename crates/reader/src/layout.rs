//! The meaning of the bytes of an input: its format, the number of cards in a deck, and their names.

pub use crate::{format::Format, layout_error::LayoutError};

use crate::{
    columns::{ColumnChoice, Header},
    levels::Levels,
    names::NameTable,
};
use shuffle_deck::{Shape, words::nearest};

impl Format {
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
    /// The number of cards dealt, which is the length of a deck in the input; `cards` for whole shuffles. But if the
    /// first line of text, CSV or NDJSON holds the whole deck, every line must, and its first cards are the dealt
    /// ones.
    pub dealt: usize,
    /// The names of the cards.
    pub labels: Labels,
    /// The columns of text or CSV that hold them.
    pub columns: ColumnChoice,
    /// The role of the first line of text or CSV: a header, or a deck.
    pub header: Header,
    /// The shape of a row, if it is not an order or deal of different cards; `cards` is then the number of values of
    /// a cell.
    pub drawn: Option<Shape>,
    /// The column of a factor, if draws are distinguished by one; its level is the last number of each row.
    pub levels: Option<Levels>,
    /// True if the cards of a whole deck may stand one a line of text or CSV; the first line decides.
    pub one_a_line: bool,
    /// True if each cell of a line of text or CSV may be a draw of its own, where one symbol is drawn; the first line decides.
    pub many_a_line: bool,
    /// True if the cards stand one a line and come in bags: shuffled decks that follow each other, each dealt to its end.
    /// `levels` is then the column of the game, which begins with a new bag.
    pub bags: bool,
    /// The field of an object of NDJSON that holds the deck; `deck` by default.
    pub field: Option<String>,
}

impl Layout {
    /// Whole decks, numbered from 0.
    pub const fn whole(format: Format, cards: usize) -> Self {
        let labels = Labels::Numbers { base: 0 };
        let (columns, header) = (ColumnChoice::All, Header::Auto);
        let (drawn, levels, field) = (None, None, None);
        let [one_a_line, many_a_line, bags] = [false; 3];
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
            many_a_line,
            bags,
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
        let is_lone = self.columns == ColumnChoice::All && self.levels.is_none();
        self.format == Format::Text && self.one_a_line && is_lone && names
    }

    /// The longest line that can be a deck, in bytes, and so the most that is ever held of a line:
    /// 64 KiB for spaces, comments and the other fields of an object, and for each card its
    /// longest label and 16 bytes for quotes, separators and spaces.
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
            if self.bags {
                return Err(LayoutError::NoTable { format, key: "stream" });
            }
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
        if self.is_varying() && !format.is_text() {
            return Err(LayoutError::Varying { format });
        }
        if self.field.is_some() && format != Format::Ndjson {
            return Err(LayoutError::NoField { format });
        }
        if self.by_name()
            && (header == Header::No || (format, header) == (Format::Text, Header::Auto))
        {
            return Err(LayoutError::NoHeader);
        }
        let is_standard = *labels == Labels::Names(NameTable::standard_52());
        if format == Format::Pbn && (!is_standard || (cards, dealt) != (52, 52)) {
            return Err(LayoutError::Pbn);
        }
        if dealt == 0 || (dealt > cards && self.drawn.is_none()) {
            return Err(LayoutError::Dealt { cards, dealt });
        }
        match labels {
            Labels::Numbers { base } => {
                let last = cards as u64 - 1 + u64::from(*base);
                // A card has 32 bits, counted from 0; a narrow number has fewer, and no room for the base.
                let (beyond, bits) = match format.width() {
                    Some(width @ 1..=4) => (last, 8 * width),
                    _ => (cards as u64 - 1, 32),
                };
                if *base > 1 {
                    return Err(LayoutError::Base { base: *base });
                }
                if beyond >= 1 << bits {
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
            "there is no format `parquet`; there are text, csv, ndjson, u8, u16le, u32le, u64le, npy, pbn"
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
        cannot deal 257 of 256 cards: at least 1, at most all
        cannot deal 0 of 256 cards: at least 1, at most all
        the format u8 holds numbers, not labels
        52 labels for 51 cards; there must be one per card
        the label "ace of spades" has a space, tab or comma in it, which separate cards in text; use --format csv or ndjson
        "#
        );
    }
}
