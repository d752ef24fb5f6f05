//! Reads decks whose cards stand one a line, as `shuf`, a playlist or a column of a table has them.

use super::{
    Reader,
    stand::{OneALine, Stand},
};
use crate::{
    cell_by_cell::{self, LineError},
    error::{Advice, DeckError, DeckFault, DeckLocation, Offset},
};
use shuffle_deck::Card;
use std::mem;

impl Reader<'_> {
    /// True if the cards stand one a line, once the first deck was read.
    pub fn is_one_a_line(&self) -> bool {
        matches!(self.stand, Stand::Cards(_))
    }

    /// Looks at the lines up to the first card, if that was not done, and returns true if the cards stand one a line.
    pub(super) fn finds_one_a_line(&mut self) -> Result<bool, DeckError> {
        if !matches!(self.stand, Stand::Open(_)) {
            return Ok(self.is_one_a_line());
        }
        let Stand::Open(mut one) = mem::replace(&mut self.stand, Stand::Decks) else {
            return Ok(false);
        };
        let mut row = vec![0_u32; self.layout.width()];
        while let Some((length, last)) = self.next_line(true)? {
            let mark = self.mark(length);
            let (held, from) = self.bytes.held();
            let (line, length) = ((held, from + mark), length - mark);
            match one.lines.read(line, length, last, &one.layout, &mut [0_u32]) {
                Ok(true) => {
                    self.stand = Stand::Cards(one);
                    break;
                }
                // A header, which names the columns of whole decks as well, or a line without cells.
                Ok(false)
                    if self.lines.read(line, length, last, &self.layout, &mut row) == Ok(false) => {
                }
                _ => break,
            }
            self.take_line(mark + length, last);
        }
        Ok(self.is_one_a_line())
    }

    /// Reads one deck; false if there is none.
    pub(super) fn one_a_line<C: Card>(&mut self, row: &mut [C]) -> Result<bool, DeckError> {
        let Stand::Cards(mut one) = mem::replace(&mut self.stand, Stand::Decks) else {
            return Ok(false);
        };
        let read = self.column(&mut one, row);
        self.stand = Stand::Cards(one);
        read
    }

    fn column<C: Card>(&mut self, one: &mut OneALine, row: &mut [C]) -> Result<bool, DeckError> {
        one.places.clear();
        let dealt = row.len();
        while one.places.len() < dealt {
            let Some((length, last)) = self.next_line(true)? else { break };
            let (mark, at) = (self.mark(length), one.places.len());
            let (held, from) = self.bytes.held();
            let line = (held, from + mark);
            match one.lines.read(line, length - mark, last, &one.layout, &mut row[at..=at]) {
                Ok(true) => one.places.push(self.line + 1),
                Ok(false) => {}
                // The first line was a short deck, not a card.
                Err(LineError::Fault(DeckFault::TooMany { .. })) if at > 0 => {
                    let short = DeckFault::TooFew { found: 1, dealt };
                    return Err(self.fault_in_column(one, one.places[0], short));
                }
                Err(LineError::Fault(fault)) => {
                    return Err(self.fault_in_column(one, self.line + 1, fault));
                }
                Err(LineError::Cut(_)) => {
                    return Err(DeckError::Truncated { place: self.place(), found: at, dealt });
                }
            }
            if let Some(raw) = &mut self.raw {
                let (held, from) = self.bytes.held();
                raw.extend_from_slice(&held[from + mark..from + length]);
                raw.push(b' ');
            }
            self.take_line(length, last);
        }
        match one.places[..] {
            [] => Ok(false),
            [first, ..] if one.places.len() < dealt => {
                let short = DeckFault::ShortColumn { found: one.places.len(), dealt };
                Err(self.fault_in_column(one, first, short))
            }
            _ if self.distinct.holds(row) => Ok(true),
            _ => match cell_by_cell::twice(&self.layout, row) {
                Some((at, fault)) => Err(self.fault_in_column(one, one.places[at], fault)),
                None => Ok(true),
            },
        }
    }

    pub(super) fn fault_in_column(&self, one: &OneALine, line: u64, fault: DeckFault) -> DeckError {
        let advice = match fault {
            DeckFault::Twice { .. } | DeckFault::TooMuch { .. } => Some(Box::new(Advice {
                one_a_line: Some(self.layout.dealt),
                is_picked: true,
                ..Advice::default()
            })),
            _ => one.lines.advice(&fault, &one.layout),
        };
        let place = DeckLocation { deck: self.decks, at: Offset::Line(line) };
        DeckError::Fault { place, fault, advice }
    }

    /// Reads the cells of all lines, whatever they are, as the cells of one order.
    pub(super) fn survey_column(
        &mut self,
        order: &mut Vec<u32>,
    ) -> Result<Option<DeckLocation>, DeckError> {
        order.clear();
        let Stand::Cards(mut one) = mem::replace(&mut self.stand, Stand::Decks) else {
            return Ok(None);
        };
        let mut first = None;
        while let Some((length, last)) = self.next_line(true)? {
            let mark = self.mark(length);
            let (held, from) = self.bytes.held();
            let line = &held[from + mark..from + length];
            match one.lines.survey(line, &one.layout, order) {
                Ok(true) => drop(first.get_or_insert(self.place())),
                Ok(false) | Err(LineError::Cut(_)) => {}
                Err(LineError::Fault(fault)) => return Err(self.fault(fault)),
            }
            self.take_line(length, last);
        }
        self.stand = Stand::Cards(one);
        Ok(first)
    }
}
