//! Decks in columns: 64 side by side.

use shuffle_deck::{Column, LANES};

/// A block of narrow decks in columns of bytes: one for each place, or for each card, of every 64 decks.
#[derive(Clone, Copy, Debug)]
pub struct Columns<'a> {
    pub(crate) width: usize,
    pub(crate) decks: usize,
    pub(crate) columns: &'a [Column],
}

/// Up to 64 decks side by side.
#[derive(Clone, Copy, Debug)]
pub struct Group<'a> {
    /// A column for each place, or for each card.
    pub columns: &'a [Column],
    /// The number of lanes that hold a deck, from the first on; the others hold anything.
    pub lanes: usize,
}

impl<'a> Columns<'a> {
    /// The groups, one after the other.
    pub fn groups(self) -> impl Iterator<Item = Group<'a>> {
        let Self { width, decks, columns } = self;
        columns.chunks_exact(width).enumerate().map(move |(number, columns)| Group {
            columns,
            lanes: LANES.min(decks - number * LANES),
        })
    }

    /// The number of columns in each group.
    #[must_use]
    pub fn width(self) -> usize {
        self.width
    }

    /// The number of decks.
    #[must_use]
    pub fn decks(self) -> usize {
        self.decks
    }
}
