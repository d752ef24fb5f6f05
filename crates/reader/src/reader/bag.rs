//! Reads bags of cards that stand one a line; a new game begins with a new bag.

use super::{
    Reader,
    stand::{Game, OneALine, Stand},
};
use crate::{
    bags::{BagBreaks, BagGames, BagRow, CutBags},
    cell_by_cell::{self, LineError},
    error::{Advice, DeckError, DeckFault, DeckLocation, FaultyBag, Offset},
};
use shuffle_deck::Card;
use std::mem;

impl Reader<'_> {
    /// The bags so far that were cut short by a new game or the end of the input.
    pub fn cut_bags(&self) -> CutBags {
        self.cut_bags
    }

    /// Reads a log to its end whose games are not told apart, and finds where its bags break. It is not to be mixed with
    /// other ways to read.
    ///
    /// # Errors
    ///
    /// The errors of [`Reader::read`], apart from cards that come too often in a bag.
    pub fn bag_breaks(&mut self) -> Result<BagBreaks, DeckError> {
        let layout = self.layout.clone();
        let found = BagBreaks::of(&layout, || self.row_of_bag())?;
        if found.rows == 0 { Err(DeckError::Empty) } else { Ok(found) }
    }

    /// Reads a log to its end, and counts the games that no bags explain. It is not to be mixed with other ways to read.
    ///
    /// # Errors
    ///
    /// The errors of [`Reader::bag_breaks`].
    pub fn bag_games(&mut self) -> Result<BagGames, DeckError> {
        let layout = self.layout.clone();
        BagGames::of(&layout, || self.row_of_bag())
    }

    /// Reads one whole bag; false if there is none.
    pub(super) fn bag<C: Card>(&mut self, row: &mut [C]) -> Result<bool, DeckError> {
        let (row, level) = row.split_at_mut(self.layout.dealt);
        let mut lines: Vec<u64> = Vec::with_capacity(row.len());
        while lines.len() < row.len() {
            let read = self.raw.as_ref().map_or(0, Vec::len);
            let Some(BagRow { line, card, game }) = self.row_of_bag()? else { break };
            if game != self.game.name {
                self.leave_out(&row[..lines.len()], &lines)?;
                lines.clear();
                self.game = Game { name: game, rows: 0 };
                self.raw.iter_mut().for_each(|raw| drop(raw.drain(..read)));
            }
            row[lines.len()] = C::new(card as usize);
            lines.push(line);
            self.game.rows += 1;
        }
        if lines.len() == row.len() {
            self.check_bag(row, &lines)?;
            if let (Some(levels), [level]) = (&self.layout.levels, level) {
                let is_first = self.game.rows == row.len() as u64;
                let name = if is_first { "first bags of games" } else { "later bags" };
                *level = C::new(levels.number(name).unwrap_or_default());
            }
            return Ok(true);
        }
        self.leave_out(&row[..lines.len()], &lines)?;
        match self.cut_bags {
            CutBags { bags: 1.., .. } if self.decks == 0 => {
                Err(DeckError::NoBag { size: row.len() })
            }
            _ => Ok(false),
        }
    }

    /// Leaves out a bag that was cut short; even such a bag has no card too often.
    fn leave_out<C: Card>(&mut self, row: &[C], lines: &[u64]) -> Result<(), DeckError> {
        self.check_bag(row, lines)?;
        self.cut_bags.bags += u64::from(!lines.is_empty());
        self.cut_bags.rows += lines.len() as u64;
        Ok(())
    }

    fn check_bag<C: Card>(&mut self, row: &[C], lines: &[u64]) -> Result<(), DeckError> {
        if self.distinct.holds(row) {
            return Ok(());
        }
        let Some((at, fault)) = cell_by_cell::twice(&self.layout, row) else { return Ok(()) };
        // Hints on packs and draws are no help in bags.
        let fault = match fault {
            DeckFault::Twice { card, .. } => DeckFault::Twice { card, many: false },
            other => other,
        };
        let begins = self.game.rows - lines.len() as u64 + 1;
        let game = self.game.name.clone();
        let bag = FaultyBag { line: lines[0], row: begins, game };
        let advice = Advice { bag: Some(bag), is_picked: true, ..Advice::default() };
        let place = DeckLocation { deck: self.decks, at: Offset::Line(lines[at]) };
        Err(DeckError::Fault { place, fault, advice: Some(Box::new(advice)) })
    }

    fn row_of_bag(&mut self) -> Result<Option<BagRow>, DeckError> {
        let Stand::Cards(mut one) = mem::replace(&mut self.stand, Stand::Decks) else {
            return Ok(None);
        };
        let read = self.row_of(&mut one);
        self.stand = Stand::Cards(one);
        read
    }

    fn row_of(&mut self, one: &mut OneALine) -> Result<Option<BagRow>, DeckError> {
        let mut card = [0_u32];
        while let Some((length, last)) = self.next_line(true)? {
            let mark = self.mark(length);
            let (held, from) = self.bytes.held();
            let line = (held, from + mark);
            let is_row = match one.lines.read(line, length - mark, last, &one.layout, &mut card) {
                Ok(is_row) => is_row,
                Err(LineError::Fault(fault)) => {
                    return Err(self.fault_in_column(one, self.line + 1, fault));
                }
                Err(LineError::Cut(found)) => {
                    return Err(DeckError::Truncated { place: self.place(), found, dealt: 1 });
                }
            };
            if is_row && let Some(raw) = &mut self.raw {
                let (held, from) = self.bytes.held();
                raw.extend_from_slice(&held[from + mark..from + length]);
                raw.push(b' ');
            }
            self.take_line(length, last);
            if is_row {
                let game = one.lines.take_level();
                return Ok(Some(BagRow { line: self.line, card: card[0], game }));
            }
        }
        Ok(None)
    }
}
