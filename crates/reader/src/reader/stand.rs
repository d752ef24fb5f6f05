//! The way in which cards stand in lines: a deck a line, a card a line, or many draws a line.

use super::draw_lines::DrawLines;
use crate::{layout::Layout, lines::Lines};

pub(super) enum Stand {
    /// The first card decides.
    Open(Box<OneALine>),
    Decks,
    Cards(Box<OneALine>),
    /// The first draw decides.
    OpenDraws(Box<DrawLines>),
    ManyDraws(Box<DrawLines>),
}

/// The reader of lines of one card.
pub(super) struct OneALine {
    pub(super) lines: Lines,
    pub(super) layout: Layout,
    /// The lines of the cards of the deck at hand.
    pub(super) places: Vec<u64>,
}

/// The game at hand, in a log of bags.
#[derive(Default)]
pub(super) struct Game {
    pub(super) name: Option<String>,
    /// Its rows so far.
    pub(super) rows: u64,
}

impl Stand {
    pub(super) fn of(layout: &Layout) -> Self {
        if layout.many_a_line && layout.width() == 1 && layout.format.is_table() {
            return Self::OpenDraws(Box::new(DrawLines::new(layout)));
        }
        if !layout.one_a_line || layout.width() < 2 || !layout.format.is_table() {
            return Self::Decks;
        }
        let of_one = layout.of_one_cell();
        let lines = Lines::new(&of_one);
        let one = Box::new(OneALine { lines, layout: of_one, places: Vec::new() });
        if layout.bags { Self::Cards(one) } else { Self::Open(one) }
    }
}
