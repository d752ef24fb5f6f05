//! The rows of a layout that are not orders, and the columns from which they come.

use crate::{
    columns::{ColumnChoice, Picks},
    error::DeckFault,
    layout::{Format, Labels, Layout},
    levels::Levels,
};
use shuffle_deck::{DrawKind, Pack, Shape};

impl Layout {
    /// Numbers of a row: the cells that hold cards, and the level of a factor; of a bag whether it is the first of its game.
    pub fn width(&self) -> usize {
        self.dealt + usize::from(self.levels.is_some())
    }

    /// The pack whose kinds the rows show, if it is one.
    pub(crate) fn pack(&self) -> Option<Pack> {
        self.drawn.and_then(Shape::pack)
    }

    pub(crate) fn whole_deck(&self) -> usize {
        self.pack().map_or(self.cards, Pack::cards)
    }

    /// True if lines may hold whole decks, of which the first cards are the dealt ones.
    pub(crate) fn may_be_whole(&self) -> bool {
        (self.drawn.is_none() || self.pack().is_some())
            && !self.one_a_line
            && self.levels.is_none()
            && self.dealt < self.whole_deck()
    }

    pub(crate) fn of_whole_decks(&self) -> Self {
        let pack = self.pack().and_then(|pack| Shape::of_pack(pack, None).ok());
        Self { dealt: self.whole_deck(), drawn: pack.or(self.drawn), ..self.clone() }
    }

    /// True if rows show symbols that were drawn with replacement.
    pub(crate) fn is_of_symbols(&self) -> bool {
        self.drawn.is_some_and(Shape::is_with_replacement)
    }

    /// True if 0 and 00 may be two symbols, as on a wheel.
    pub(crate) fn may_have_two_zeros(&self) -> bool {
        let from_zero = matches!(self.labels, Labels::Numbers { base: 0 });
        self.is_of_symbols() && self.dealt == 1 && from_zero && self.format != Format::Ndjson
    }

    /// True if rows are orders of different lengths.
    pub(crate) fn is_varying(&self) -> bool {
        self.drawn.is_some_and(|shape| shape.kind() == DrawKind::Varying)
    }

    /// True if a header is needed to find the columns.
    pub(crate) fn by_name(&self) -> bool {
        self.columns.by_name() || self.levels.as_ref().is_some_and(Levels::by_name)
    }

    /// The columns that hold the cards, and the column of a factor, in a table with this header, if it has one.
    pub(crate) fn pick<S: AsRef<str>>(&self, header: Option<&[S]>) -> Result<Picks, DeckFault> {
        pick(&self.columns, self.levels.as_ref(), header)
    }
}

/// These columns, and the column of a factor.
pub(crate) fn pick<S: AsRef<str>>(
    columns: &ColumnChoice,
    levels: Option<&Levels>,
    header: Option<&[S]>,
) -> Result<Picks, DeckFault> {
    let picks = columns.pick(header)?;
    let Some(levels) = levels else { return Ok(picks) };
    let of = ColumnChoice::Some(levels.columns.clone()).pick(header)?;
    Ok(picks.and_levels(of))
}
