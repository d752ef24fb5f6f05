//! The reasons why no input can have a layout.

use crate::format::Format;
use shuffle_deck::words::plural;

/// The reason why no input can have this layout.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
#[non_exhaustive]
pub enum LayoutError {
    #[error("there is no format `{given}`; {}", meant(nearest.as_deref()))]
    Format { given: String, nearest: Option<String> },
    #[error("cannot deal {dealt} of {cards} cards: at least 1, at most all")]
    Dealt { cards: usize, dealt: usize },
    #[error("cards are counted from 0 or from 1, not from {base}")]
    Base { base: u32 },
    #[error("card {last} does not fit the format {format}")]
    Width { format: Format, last: u64 },
    #[error("the format {format} holds numbers, not labels")]
    NoLabels { format: Format },
    #[error("{labels} {} for {cards} cards; there must be one per card", plural("label", *labels as u64))]
    Labels { labels: usize, cards: usize },
    #[error(
        "the label {label} has a space, tab or comma in it, which separate cards in text; use --format csv or ndjson"
    )]
    Separator { label: String },
    #[error("{given} are not columns; write them as 2-6, as 2,4,6 or by their names")]
    Columns { given: String },
    #[error("column {column} is named twice; a column holds one card of each deck")]
    ColumnTwice { column: usize },
    #[error("the format {format} is not a table, so `{key}` has no meaning; leave it out")]
    NoTable { format: Format, key: &'static str },
    #[error("the format {format} has no fields, so `field` has no meaning; leave it out")]
    NoField { format: Format },
    #[error("PBN has whole deals of 52 cards, named as in standard-52")]
    Pbn,
    #[error(
        "rows of the format {format} all have the same length; orders of different lengths are text, csv or ndjson"
    )]
    Varying { format: Format },
    #[error(
        "columns by name need a header that names them: use --header, or, for a table with tabs, --format csv"
    )]
    NoHeader,
    #[error(
        "{room} places of {limit} possible cards cannot hold a deck of {dealt} of {cards} cards"
    )]
    Room { cards: usize, dealt: usize, room: usize, limit: usize },
}

fn meant(nearest: Option<&str>) -> String {
    match nearest {
        Some(name) => format!("did you mean `{name}`?"),
        None => format!("there are {}", Format::ALL.map(Format::id).join(", ")),
    }
}
