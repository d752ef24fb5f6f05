//! One line of text, CSV or NDJSON: a deck, or nothing, or a reason.

use crate::{
    cells::{self, Cells},
    check::Distinct,
    error::Fault,
    layout::{Format, Labels, Layout},
    ndjson,
    numbers::Numbers,
    slow::{self, Deck, Number, Wrong},
};
use shuffle_algorithms::card::Card;

/// How the lines of an input are read.
#[derive(Debug)]
pub(crate) struct Lines {
    /// Whether a line with a hash in front is no deck.
    comments: bool,
    /// The fast path, once it is known what separates cells.
    numbers: Option<Numbers>,
    /// What separates the cells of CSV, once a line was seen.
    separator: Option<char>,
    /// Whether the fast path may be taken at all.
    fast: bool,
    distinct: Distinct,
}

/// What separates cards in text.
const BETWEEN: [char; 3] = [' ', '\t', ','];

impl Lines {
    pub(crate) fn new(layout: &Layout) -> Self {
        let comments = layout.format == Format::Text
            && !matches!(&layout.labels, Labels::Names(names) if names.hashes());
        let numbers = match layout.format {
            Format::Text => Numbers::new(layout, &BETWEEN),
            Format::Ndjson => Numbers::new(layout, &[',']),
            _ => None,
        };
        let distinct = Distinct::new(layout.cards);
        Self { comments, numbers, separator: None, fast: true, distinct }
    }

    /// Every line by the slow path.
    pub(crate) fn go_slow(&mut self) {
        (self.fast, self.numbers) = (false, None);
    }

    /// Whether the line at `from` of what is held is a deck, which then stands in the row.
    ///
    /// `last` says that the input ends without a line end. After an error the same line may be read again.
    #[inline]
    pub(crate) fn read<C: Card>(
        &mut self,
        (held, from): (&[u8], usize),
        length: usize,
        last: bool,
        layout: &Layout,
        row: &mut [C],
    ) -> Result<bool, Wrong> {
        let line = &held[from..from + length];
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        if let Some(numbers) = &self.numbers
            && numbers.read(held, from, line.len(), row)
            && self.distinct.holds(row)
        {
            return Ok(true);
        }
        self.slow(line, last, layout, row)
    }

    #[cold]
    fn slow<C: Card>(
        &mut self,
        line: &[u8],
        last: bool,
        layout: &Layout,
        row: &mut [C],
    ) -> Result<bool, Wrong> {
        let blank = line.iter().all(|byte| matches!(byte, b' ' | b'\t'));
        if blank || (self.comments && line.starts_with(b"#")) {
            return Ok(false);
        }
        let line =
            str::from_utf8(line).map_err(|error| Fault::NotUtf8 { byte: error.valid_up_to() })?;
        match layout.format {
            Format::Csv => {
                if !self.csv(line, last, layout, row)? {
                    return Ok(false);
                }
            }
            Format::Ndjson => ndjson::read(line, last, layout, row)?,
            _ => {
                let mut deck = Deck::new(layout, row);
                line.split(BETWEEN)
                    .filter(|cell| !cell.is_empty())
                    .for_each(|cell| deck.cell(cell));
                deck.finish(last)?;
            }
        }
        if !self.distinct.holds(row)
            && let Some((_, fault)) = slow::twice(layout, row)
        {
            return Err(fault.into());
        }
        Ok(true)
    }

    fn csv<C: Card>(
        &mut self,
        line: &str,
        last: bool,
        layout: &Layout,
        row: &mut [C],
    ) -> Result<bool, Wrong> {
        let separator = self
            .separator
            .unwrap_or_else(|| cells::separator(line, layout.dealt, |cell| is_card(cell, layout)));
        let header = self.separator.is_none() && is_header(line, separator, layout);
        if !header {
            let mut deck = Deck::new(layout, row);
            for cell in Cells::new(line, separator) {
                match cell {
                    Ok(cell) => deck.cell(&cell),
                    // A quote that is not closed may be closed where the input does not go.
                    Err(_) if last => return Err(Wrong::Cut(deck.found().min(layout.dealt))),
                    Err(fault) => return Err(fault.into()),
                }
            }
            deck.finish(last)?;
        }
        if self.separator.is_none() {
            self.separator = Some(separator);
            self.numbers = Numbers::new(layout, &[separator]).filter(|_| self.fast);
        }
        Ok(!header)
    }
}

/// Whether no cell of the line is a card, nor a number that could be taken for one.
fn is_header(line: &str, separator: char, layout: &Layout) -> bool {
    Cells::new(line, separator).all(|cell| cell.is_ok_and(|cell| !is_card(&cell, layout)))
}

/// Whether this is a card, or a number, if cards are numbers.
fn is_card(cell: &str, layout: &Layout) -> bool {
    match &layout.labels {
        Labels::Names(names) => names.card(cell).is_some(),
        Labels::Numbers { .. } => !matches!(slow::number(cell), Number::None),
    }
}
