//! A block of decks as metrics read it.

use crate::views::{Columns, Forms, Inverted, registers::Registers};
use shuffle_deck::{
    Card, Column, DrawKind, InstructionSet, LANES, Rows, Shape, counting::ColumnCounts,
};
use std::cell::RefMut;

/// Reads the rows of a block in code that is the same for narrow and wide cards.
///
/// In the browser, whose users download the code, all rows are wide: half the code, and what is counted is the same.
macro_rules! in_rows {
    ($decks:expr, $rows:ident => $read:expr) => {{
        #[cfg(not(target_arch = "wasm32"))]
        match $decks.rows() {
            shuffle_deck::Rows::Narrow($rows) => $read,
            shuffle_deck::Rows::Wide($rows) => $read,
        }
        #[cfg(target_arch = "wasm32")]
        {
            let $rows = $decks.wide_rows();
            $read
        }
    }};
}
pub(crate) use in_rows;

/// The cards per block as they were dealt.
#[derive(Clone, Copy, Debug)]
enum Dealt<'a> {
    Rows(Rows<'a>),
    Columns(&'a [Column]),
}

/// A block of decks: consecutive trials, as rows and as columns.
///
/// The caller fills a block in one form, and each metric reads the form that suits it. The other form is made on
/// first use and shared by all metrics.
#[derive(Debug)]
pub struct Decks<'a> {
    shape: Shape,
    first_trial: u64,
    trials: usize,
    dealt: Dealt<'a>,
    forms: Lent<'a>,
}

#[derive(Debug)]
enum Lent<'a> {
    Own(Box<Forms>),
    Lent(&'a mut Forms),
}

impl<'a> Decks<'a> {
    /// A block whose first deck is trial `first_trial` of the case: decks one after the other, `shape.width()`
    /// cards each.
    ///
    /// Each row must hold distinct cards below `shape.cards()`; who fills the block answers for that.
    ///
    /// # Panics
    ///
    /// If `rows` is not a whole number of decks.
    #[must_use]
    pub fn new(shape: Shape, first_trial: u64, rows: Rows<'a>) -> Self {
        assert_eq!(rows.len() % shape.width(), 0, "a block holds whole decks");
        let (trials, forms) = (rows.len() / shape.width(), Lent::Own(Box::default()));
        Self { shape, first_trial, trials, dealt: Dealt::Rows(rows), forms }
    }

    /// A block of narrow decks in groups of 64: the card at place p of the deck in lane l of group g is byte l of
    /// column `g * shape.width() + p`, and deck t is lane `t % 64` of group `t / 64`. What the surplus lanes of
    /// the last group hold does not matter.
    ///
    /// # Panics
    ///
    /// If there are not as many groups as `trials` decks take.
    #[must_use]
    pub fn of_columns(
        shape: Shape,
        first_trial: u64,
        trials: usize,
        columns: &'a [Column],
    ) -> Self {
        let groups = trials.div_ceil(LANES);
        assert_eq!(columns.len(), groups * shape.width(), "a block holds whole groups");
        let (dealt, forms) = (Dealt::Columns(columns), Lent::Own(Box::default()));
        Self { shape, first_trial, trials, dealt, forms }
    }

    /// Has its other forms made in memory that is used again for the next block.
    #[must_use]
    pub fn with(self, forms: &'a mut Forms) -> Self {
        forms.clear();
        Self { forms: Lent::Lent(forms), ..self }
    }

    /// The shape of rows as a metric reads them: the levels of orders and packs are only for those that compare them.
    pub(crate) fn read_of(shape: Shape, with_levels: bool) -> Shape {
        let has_more = matches!(shape.kind(), DrawKind::Order | DrawKind::Pack) && !with_levels;
        if has_more { shape.without_level() } else { shape }
    }

    /// Shows the decks as a metric reads them.
    pub(crate) fn read(&self, with_levels: bool, read: impl FnOnce(&Decks<'_>)) {
        fn cut<C: Card>(rows: &[C], width: usize) -> Vec<C> {
            rows.chunks_exact(width + 1).flat_map(|row| &row[..width]).copied().collect()
        }
        let shape = Self::read_of(self.shape, with_levels);
        let (width, first) = (shape.width(), self.first_trial);
        match (shape != self.shape).then(|| self.rows()) {
            None => read(self),
            Some(Rows::Narrow(rows)) => {
                read(&Decks::new(shape, first, Rows::Narrow(&cut(rows, width))));
            }
            Some(Rows::Wide(rows)) => {
                read(&Decks::new(shape, first, Rows::Wide(&cut(rows, width))));
            }
        }
    }

    pub(crate) fn forms(&self) -> &Forms {
        match &self.forms {
            Lent::Own(forms) => forms,
            Lent::Lent(forms) => forms,
        }
    }

    /// Cards per deck and per row.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The number of the first deck among all trials of the case.
    pub fn first_trial(&self) -> u64 {
        self.first_trial
    }

    /// The number of decks.
    pub fn trials(&self) -> usize {
        self.trials
    }

    /// The instructions that vector code is to use.
    pub fn instruction_set(&self) -> InstructionSet {
        self.forms().set()
    }

    pub(crate) fn counting(&self) -> RefMut<'_, ColumnCounts> {
        self.forms().counting()
    }

    /// The cards, deck after deck.
    pub fn rows(&self) -> Rows<'_> {
        match self.dealt {
            Dealt::Rows(rows) => rows,
            Dealt::Columns(columns) => {
                Rows::Narrow(self.forms().rows(self.shape.width(), self.trials, columns))
            }
        }
    }

    /// The cards as wide ones, deck after deck.
    #[cfg(target_arch = "wasm32")]
    pub(crate) fn wide_rows(&self) -> &[u32] {
        match self.rows() {
            Rows::Narrow(rows) => self.forms().wide_rows(rows),
            Rows::Wide(rows) => rows,
        }
    }

    /// True if the decks were dealt as columns, which then cost nothing.
    pub(crate) fn are_columns(&self) -> bool {
        matches!(self.dealt, Dealt::Columns(_))
    }

    /// The cards, place after place in groups of 64 decks, if the decks are narrow.
    pub fn columns(&self) -> Option<Columns<'_>> {
        let columns = match self.dealt {
            Dealt::Columns(columns) => columns,
            Dealt::Rows(Rows::Narrow(rows)) => self.forms().columns(self.shape.width(), rows),
            Dealt::Rows(Rows::Wide(_)) => return None,
        };
        Some(Columns { width: self.shape.width(), decks: self.trials, columns })
    }

    /// The columns of whole decks.
    fn orders(&self) -> Option<Columns<'_>> {
        self.columns().filter(|_| self.shape.is_whole() && self.shape.is_order())
    }

    /// The rows of whole decks that suit registers.
    pub(crate) fn rows_in_registers(&self) -> Option<&[u8]> {
        let suit = self.shape.is_whole() && self.shape.is_order();
        if !suit || !self.forms().suit_registers(self.shape.cards()) {
            return None;
        }
        match self.rows() {
            Rows::Narrow(rows) => Some(rows),
            Rows::Wide(_) => None,
        }
    }

    /// The decks in registers, if they are whole and suit these.
    pub(crate) fn registers(&self) -> Option<Registers<'_>> {
        Some(self.forms().registers(self.rows_in_registers()?, self.shape.cards()))
    }

    fn inverted(&self) -> Option<Inverted<'_>> {
        let in_registers = self.registers().map(Inverted::Registers);
        in_registers.or_else(|| Some(Inverted::Columns(self.places()?)))
    }

    /// The place of each card, card after card in groups of 64 decks, if the decks are narrow and whole. Surplus
    /// lanes hold 0.
    pub fn places(&self) -> Option<Columns<'_>> {
        let cards = self.orders()?;
        Some(Columns { columns: self.forms().places(cards, self.registers()), ..cards })
    }

    /// The card that follows each card, and then the first card, card by card in groups of 64 decks; `None` unless
    /// the decks are narrow and whole and there is a quick way to find them. A dummy follows the last card; its
    /// number is the number of cards.
    pub(crate) fn followers(&self) -> Option<Columns<'_>> {
        let cards = self.orders().filter(|cards| self.forms().inverts_quickly(cards.width))?;
        let columns = self.forms().followers(cards, self.inverted()?);
        Some(Columns { width: cards.width + 1, columns, ..cards })
    }

    /// The place of each card in the deck before, place after place in groups of 64 decks, if the decks are narrow and whole.
    /// Arbitrary for the first deck, which has none before it.
    pub(crate) fn relatives(&self) -> Option<Columns<'_>> {
        let cards = self.orders()?;
        Some(Columns { columns: self.forms().relatives(cards, self.inverted()?), ..cards })
    }

    /// The digits, if they cost nothing more, since others are expected to ask for them, too.
    pub(crate) fn expected_digits(&self) -> Option<Columns<'_>> {
        let cards = self.columns().filter(|_| self.forms().expects_digits())?;
        Some(Columns { columns: self.forms().digits(cards), ..cards })
    }

    /// The Lehmer digit of each place (see `rank.rs`), place after place in groups of 64
    /// decks, if the decks are narrow.
    pub fn digits(&self) -> Option<Columns<'_>> {
        let cards = self.columns()?;
        self.forms().ask_for_digits();
        Some(Columns { columns: self.forms().digits(cards), ..cards })
    }
}
