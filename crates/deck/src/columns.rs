//! Decks in columns: 64 side by side.

use crate::{Column, LANES, on_every_set};

/// A block of narrow decks in columns of bytes: one for each place, or for each card, of every 64 decks.
#[derive(Clone, Copy, Debug)]
pub struct Columns<'a> {
    /// Columns in each group.
    pub width: usize,
    /// The number of decks.
    pub decks: usize,
    /// The columns, group after group.
    pub columns: &'a [Column],
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
}

on_every_set! {
    /// The ascents of 64 decks of up to 256 cards.
    pub fn ascents(columns: &[Column], ascents: &mut Column) {
        for neighbors in columns.windows(2) {
            for lane in 0..LANES {
                ascents[lane] += u8::from(neighbors[0][lane] < neighbors[1][lane]);
            }
        }
    }
}
