//! The way in which cards stand in lines: a deck a line, or a card a line.

use crate::{layout::Layout, lines::Lines};

pub(super) enum Stand {
    /// The first card decides.
    Open(Box<OneALine>),
    Decks,
    Cards(Box<OneALine>),
}

/// The reader of lines of one card.
pub(super) struct OneALine {
    pub(super) lines: Lines,
    pub(super) layout: Layout,
    /// The lines of the cards of the deck at hand.
    pub(super) places: Vec<u64>,
}

impl Stand {
    pub(super) fn of(layout: &Layout) -> Self {
        if !layout.one_a_line || layout.width() < 2 || !layout.format.is_table() {
            return Self::Decks;
        }
        let layout = layout.of_one_cell();
        Self::Open(Box::new(OneALine { lines: Lines::new(&layout), layout, places: Vec::new() }))
    }
}
