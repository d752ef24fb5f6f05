//! Reads draws of one symbol of which many stand in a line: throws in the order in which they were written down.

use super::{Reader, stand::Stand};
use crate::{cell_by_cell::LineError, error::DeckError, layout::Layout, lines::Lines};
use shuffle_deck::Card;
use std::{collections::VecDeque, mem};

/// The reader of lines of draws.
pub(super) struct DrawLines {
    lines: Lines,
    layout: Layout,
    /// Draws of the last line that were not given away.
    ahead: VecDeque<u32>,
}

impl DrawLines {
    pub(super) fn new(layout: &Layout) -> Self {
        Self { lines: Lines::new(layout), layout: layout.clone(), ahead: VecDeque::new() }
    }
}

impl Reader<'_> {
    /// True if lines hold many draws each, once the first one was read.
    pub fn has_many_a_line(&self) -> bool {
        matches!(self.stand, Stand::ManyDraws(_))
    }

    /// Looks at the first line with cells, if that was not done, and returns true if it holds many draws: several in
    /// columns that were named, or so many that the rest are hardly other columns.
    pub(super) fn finds_many_a_line(&mut self) -> Result<bool, DeckError> {
        const MANY: usize = 8;
        let Stand::OpenDraws(mut draws) = mem::replace(&mut self.stand, Stand::Decks) else {
            return Ok(false);
        };
        let least = if self.layout.picks_columns() { 2 } else { MANY };
        while let Some((length, last)) = self.next_line(true)? {
            let mark = self.mark(length);
            let (held, from) = self.bytes.held();
            let (line, ahead) = (&held[from + mark..from + length], &mut Vec::new());
            match draws.lines.draws(line, last, &draws.layout, ahead) {
                Ok(true) if ahead.len() >= least => {
                    self.take_line(length, last);
                    draws.ahead.extend(ahead.iter());
                    self.stand = Stand::ManyDraws(draws);
                    return Ok(true);
                }
                // A header is one for both readers, and so is a line without cells.
                Ok(false)
                    if self.lines.read(
                        (held, from + mark),
                        length - mark,
                        last,
                        &self.layout,
                        &mut [0_u32],
                    ) == Ok(false) => {}
                _ => break,
            }
            self.take_line(length, last);
        }
        Ok(false)
    }

    /// Fills a row of draws of one symbol, as far as there are any.
    pub(super) fn draws<C: Card>(&mut self, row: &mut [C]) -> Result<usize, DeckError> {
        let Stand::ManyDraws(mut draws) = mem::replace(&mut self.stand, Stand::Decks) else {
            return Ok(0);
        };
        let read = self.draws_of(&mut draws, row);
        self.stand = Stand::ManyDraws(draws);
        read
    }

    fn draws_of<C: Card>(
        &mut self,
        draws: &mut DrawLines,
        row: &mut [C],
    ) -> Result<usize, DeckError> {
        let mut filled = 0;
        while filled < row.len() {
            if let Some(draw) = draws.ahead.pop_front() {
                row[filled] = C::new(draw as usize);
                filled += 1;
                if let Some(raw) = &mut self.raw {
                    *raw = self.layout.labels.name(draw as usize).into_bytes();
                }
                continue;
            }
            let Some((length, last)) = self.next_line(filled == 0)? else { break };
            let mark = self.mark(length);
            let (held, from) = self.bytes.held();
            let (line, ahead) = (&held[from + mark..from + length], &mut Vec::new());
            match draws.lines.draws(line, last, &draws.layout, ahead) {
                Ok(_) => draws.ahead.extend(ahead.iter()),
                // The next call reads this line again and returns the error.
                Err(_) if filled > 0 => break,
                Err(LineError::Fault(fault)) => return Err(self.fault(fault)),
                Err(LineError::Cut(found)) => {
                    return Err(DeckError::Truncated {
                        place: self.place(),
                        found,
                        dealt: found + 1,
                    });
                }
            }
            self.take_line(length, last);
        }
        Ok(filled)
    }
}
