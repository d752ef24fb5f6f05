//! The reasons why no input can have a layout.

use crate::format::Format;
use shuffle_deck::words::plural;

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
