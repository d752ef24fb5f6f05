//! Counts of who stood where, in rows of one length or of several.

use crate::{Card, Shape, place::Place};
use shuffle_deck::DrawKind;
use std::ops::RangeInclusive;

/// Counts of cards or kinds by the length of the row, if these differ, and by the place in it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Standings {
    values: usize,
    /// Lengths that are counted by themselves: one, or one for each place.
    lengths: usize,
    places: usize,
}

impl Standings {
    /// None if these are more than `most` counts.
    pub(crate) fn of(shape: Shape, most: usize) -> Option<Self> {
        let (values, places) = (shape.values(), shape.dealt());
        let lengths = if shape.kind() == DrawKind::Varying { places } else { 1 };
        let cells = values.saturating_mul(lengths).saturating_mul(places);
        (cells <= most).then_some(Self { values, lengths, places })
    }

    pub(crate) fn cells(&self) -> usize {
        self.values * self.lengths * self.places
    }

    /// The row lengths that are distinguished.
    pub(crate) fn lengths(&self) -> RangeInclusive<usize> {
        self.places + 1 - self.lengths..=self.places
    }

    fn at(&self, value: usize, length: usize) -> usize {
        (value * self.lengths + (length - 1) % self.lengths) * self.places
    }

    pub(crate) fn count<C: Card>(&self, shown: &[C], cells: &mut [u64]) {
        for (place, value) in shown.iter().enumerate() {
            cells[self.at(value.index(), shown.len()) + place] += 1;
        }
    }

    /// The count of a value at each place of the rows of a length.
    pub(crate) fn by_place<'t>(&self, cells: &'t [u64], value: usize, length: usize) -> &'t [u64] {
        &cells[self.at(value, length)..][..length]
    }

    /// The rows of a length in which a value could stand: of different lengths those that hold it.
    pub(crate) fn rows(&self, cells: &[u64], value: usize, length: usize) -> u64 {
        match self.lengths {
            // Each row has one value at the first place.
            1 => (0..self.values).map(|value| self.by_place(cells, value, length)[0]).sum(),
            _ => self.by_place(cells, value, length).iter().sum(),
        }
    }
}

/// The place at which something stood.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Stood {
    At(usize),
    Last,
}

impl Stood {
    /// The place in a row of this length, which need not have it.
    pub(crate) fn place(self, length: usize) -> usize {
        match self {
            Self::At(place) => place,
            Self::Last => length - 1,
        }
    }

    /// "A stood first", "A stood in place 12".
    pub(crate) fn of(self, name: usize) -> Place {
        const ORDINALS: [&str; 5] = ["first", "second", "third", "fourth", "fifth"];
        let what = Place::from("").card(name).text(" stood ");
        match self {
            Self::Last => what.text("last"),
            Self::At(place) => match ORDINALS.get(place) {
                Some(ordinal) => what.text(ordinal),
                None => what.text("in place ").number(place + 1),
            },
        }
    }
}
