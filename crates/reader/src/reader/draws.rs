//! Reads draws of one symbol of which many stand in a line: throws in the order in which they were written down.

use super::{Reader, stand::Stand};
use crate::{
    cell_by_cell::LineError,
    columns::{ColumnChoice, is_numbered},
    error::{DeckError, DeckFault},
    layout::Layout,
    lines::Lines,
};
use shuffle_deck::Card;
use std::mem;

/// The reader of lines of draws.
pub(super) struct DrawLines {
    lines: Lines,
    layout: Layout,
    /// Draws of the last line that were not given away, the last one first.
    ahead: Vec<u32>,
    of_lines: ManyALine,
    /// The first cell of the last line.
    last: Option<u32>,
    /// The logarithm of the probability that no line so far holds a symbol twice; `None` once one does.
    ln_none_twice: Option<f64>,
    /// The fault of the next line.
    fault: Option<DeckFault>,
}

/// The lines that hold many draws.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ManyALine {
    /// Their number.
    pub lines: u64,
    /// The cells of the first one.
    pub cells: usize,
    /// True if the first cell of each line but the first is that of the one before plus 1.
    pub count_up: bool,
}

impl DrawLines {
    pub(super) fn new(layout: &Layout) -> Self {
        let (of_lines, last) = (ManyALine { count_up: true, ..ManyALine::default() }, None);
        let (lines, ahead) = (Lines::new(layout), Vec::new());
        Self {
            lines,
            layout: layout.clone(),
            ahead,
            of_lines,
            last,
            ln_none_twice: Some(0.0),
            fault: None,
        }
    }

    /// Takes the draws of a line.
    fn take(&mut self, draws: &[u32]) -> Result<(), DeckFault> {
        let Some(&first) = draws.first() else { return Ok(()) };
        if self.last.is_none() {
            self.of_lines.cells = draws.len();
        }
        self.of_lines.lines += 1;
        self.of_lines.count_up &= self.last.is_none_or(|last| last + 1 == first);
        self.last = Some(first);
        let mut different = draws.to_vec();
        different.sort_unstable();
        different.dedup();
        let n = self.layout.cards as f64;
        self.ln_none_twice = self
            .ln_none_twice
            .filter(|_| different.len() == draws.len())
            .map(|ln| ln + (0..draws.len()).map(|at| (1.0 - at as f64 / n).ln()).sum::<f64>());
        self.ahead.extend(draws.iter().rev());
        self.doubt()
    }

    /// What the lines are more probably than draws, if their columns were not named.
    fn doubt(&self) -> Result<(), DeckFault> {
        /// By chance lines look so with a smaller probability.
        const LN_CHANCE: f64 = -14.0;
        let ManyALine { lines, cells, count_up } = self.of_lines;
        let ln_counted = -((lines - 1) as f64) * (self.layout.cards as f64).ln();
        match () {
            () if self.layout.columns != ColumnChoice::All => Ok(()),
            () if count_up && ln_counted < LN_CHANCE => Err(DeckFault::CountedLines { cells }),
            () if self.ln_none_twice.is_some_and(|ln| ln < LN_CHANCE) => {
                Err(DeckFault::NoneTwice { cells })
            }
            () => Ok(()),
        }
    }
}

impl Reader<'_> {
    /// The lines so far, if they hold many draws each.
    pub fn many_a_line(&self) -> Option<ManyALine> {
        match &self.stand {
            Stand::ManyDraws(draws) => Some(draws.of_lines),
            _ => None,
        }
    }

    /// Looks at the first line with cells, if that was not done, and returns true if it holds many draws: several in
    /// columns that were named or in one word, or so many in a table without names that the rest are hardly other columns.
    pub(super) fn finds_many_a_line(&mut self) -> Result<bool, DeckError> {
        const MANY: usize = 8;
        let Stand::OpenDraws(mut draws) = mem::replace(&mut self.stand, Stand::Decks) else {
            return Ok(false);
        };
        let is_picked = self.layout.columns != ColumnChoice::All;
        while let Some((length, last)) = self.next_line(true)? {
            let mark = self.mark(length);
            let (held, from) = self.bytes.held();
            let (line, ahead) = (&held[from + mark..from + length], &mut Vec::new());
            let is_word = !line.iter().any(|byte| b" \t,;|".contains(byte));
            let least = if is_picked || is_word { 2 } else { MANY };
            let is_header = draws.lines.is_text_header(line, &draws.layout)
                // By chance so many draws do not count up.
                || !is_picked && counts_up(line, MANY);
            match draws.lines.draws(line, last, &draws.layout, ahead) {
                _ if is_header => {}
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

/// True if a line has so many cells and they count columns: 1, 2, 3, ...
fn counts_up(line: &[u8], least: usize) -> bool {
    let text = String::from_utf8_lossy(line);
    let cells = text.trim_end().split([' ', '\t', ',', ';', '|']).filter(|cell| !cell.is_empty());
    let cells: Vec<&str> = cells.collect();
    cells.len() >= least && is_numbered(&cells)
}
