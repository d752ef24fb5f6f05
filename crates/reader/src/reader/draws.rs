//! Reads draws of one symbol of which many stand in a line: throws in the order in which they were written down.

use super::{
    Reader,
    draw_lines::{DrawLines, ManyALine},
    stand::Stand,
};
use crate::{
    cell_by_cell::LineError,
    columns::{ColumnChoice, is_numbered},
    error::DeckError,
};
use shuffle_deck::Card;
use std::mem;

impl Reader<'_> {
    /// The lines so far, if they hold many draws each.
    pub fn many_a_line(&self) -> Option<ManyALine> {
        match &self.stand {
            Stand::ManyDraws(draws) => Some(draws.of_lines),
            _ => None,
        }
    }

    /// Looks at the first line with cells, if that was not done, and returns true if it holds many draws: several in
    /// columns that were named or in one word, or enough of them in a table without names that the rest are hardly other columns.
    pub(super) fn finds_many_a_line(&mut self) -> Result<bool, DeckError> {
        const MANY: usize = 8;
        let Stand::OpenDraws(mut draws) = mem::replace(&mut self.stand, Stand::Decks) else {
            return Ok(false);
        };
        let is_picked = self.layout.columns != ColumnChoice::All;
        let mut has_header = false;
        while let Some((length, last)) = self.next_line(true)? {
            let mark = self.mark(length);
            let (held, from) = self.bytes.held();
            let (line, ahead) = (&held[from + mark..from + length], &mut Vec::new());
            let is_word = !line.iter().any(|byte| b" \t,;|".contains(byte));
            let least = if is_picked || is_word { 2 } else { MANY };
            let is_header = draws.lines.is_text_header(line, &draws.layout)
                // By chance this many draws do not count up.
                || !is_picked && counts_up(line, MANY);
            match draws.lines.draws(line, last, &draws.layout, ahead) {
                _ if is_header && !has_header => has_header = true,
                Ok(true)
                    if ahead.len() >= least && (is_picked || draws.lines.heading().is_none()) =>
                {
                    draws.take(ahead).map_err(|fault| self.fault(fault))?;
                    self.take_line(length, last);
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
            let Some(draw) = draws.ahead.pop() else {
                match self.next_draws(draws, filled == 0)? {
                    true => continue,
                    false => break,
                }
            };
            row[filled] = C::new(draw as usize);
            filled += 1;
            if let Some(raw) = &mut self.raw {
                *raw = self.layout.labels.name(draw as usize).into_bytes();
            }
        }
        Ok(filled)
    }

    /// Takes the draws of one more line; false if there is none, or, where nothing is waited for, a fault, which is then the next error.
    fn next_draws(&mut self, draws: &mut DrawLines, wait: bool) -> Result<bool, DeckError> {
        if draws.fault.is_none() {
            let Some((length, last)) = self.next_line(wait)? else { return Ok(false) };
            let mark = self.mark(length);
            let (held, from) = self.bytes.held();
            let (line, all) = (&held[from + mark..from + length], &mut Vec::new());
            match draws.lines.draws(line, last, &draws.layout, all).map(|_| draws.take(all)) {
                Ok(Ok(())) => {
                    self.take_line(length, last);
                    return Ok(true);
                }
                Ok(Err(fault)) | Err(LineError::Fault(fault)) => draws.fault = Some(fault),
                Err(LineError::Cut(_)) if !wait => return Ok(false),
                Err(LineError::Cut(found)) => {
                    let (place, dealt) = (self.place(), found + 1);
                    return Err(DeckError::Truncated { place, found, dealt });
                }
            }
            draws.ahead.clear();
        }
        match draws.fault.take_if(|_| wait) {
            Some(fault) => Err(self.fault(fault)),
            None => Ok(false),
        }
    }
}

/// True if a line has this many cells and they count columns: 1, 2, 3, ...
fn counts_up(line: &[u8], least: usize) -> bool {
    let text = String::from_utf8_lossy(line);
    let cells = text.trim_end().split([' ', '\t', ',', ';', '|']).filter(|cell| !cell.is_empty());
    let cells: Vec<&str> = cells.collect();
    cells.len() >= least && is_numbered(&cells)
}
