//! The lines that hold many draws of one symbol, and what speaks against them.

use crate::{
    columns::ColumnChoice, error::DeckFault, layout::Layout, lines::Lines, runs::ln_sorted_word,
};

/// The reader of lines of draws.
pub(super) struct DrawLines {
    pub(super) lines: Lines,
    pub(super) layout: Layout,
    /// Draws of the last line that were not given away, the last one first.
    pub(super) ahead: Vec<u32>,
    pub(super) of_lines: ManyALine,
    /// The first cell of the last line.
    last: Option<u32>,
    /// The logarithm of the probability that no line so far holds a symbol twice; `None` once one does.
    ln_none_twice: Option<f64>,
    /// The logarithm of the probability that all lines so far are sorted; `None` once one is not.
    ln_sorted: Option<f64>,
    /// The fault of the next line.
    pub(super) fault: Option<DeckFault>,
}

/// The lines that hold many draws.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ManyALine {
    /// Their number.
    pub lines: u64,
    /// The cells of the first one.
    pub cells: usize,
    /// True if no columns were named and the first cells of the lines count up by 1.
    pub count_up: bool,
}

impl DrawLines {
    pub(super) fn new(layout: &Layout) -> Self {
        // Columns that were named are draws, whatever they look like.
        let count_up = layout.columns == ColumnChoice::All;
        let (of_lines, last) = (ManyALine { count_up, ..ManyALine::default() }, None);
        let (lines, ahead) = (Lines::of_draws(layout), Vec::new());
        Self {
            lines,
            layout: layout.clone(),
            ahead,
            of_lines,
            last,
            ln_none_twice: Some(0.0),
            ln_sorted: Some(0.0),
            fault: None,
        }
    }

    /// Takes the draws of a line.
    pub(super) fn take(&mut self, draws: &[u32]) -> Result<(), DeckFault> {
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
        let ln_sorted = |ln| ln + ln_sorted_word(self.layout.cards, draws.len());
        self.ln_sorted = self.ln_sorted.filter(|_| draws.is_sorted()).map(ln_sorted);
        self.ahead.extend(draws.iter().rev());
        self.doubt()
    }

    /// Reports lines that are hardly draws.
    fn doubt(&self) -> Result<(), DeckFault> {
        /// By chance lines look so with a smaller probability.
        const LN_CHANCE: f64 = -14.0;
        const LN_SORTED: f64 = -30.0;
        let ManyALine { lines, cells, count_up } = self.of_lines;
        let ln_counted = -((lines - 1) as f64) * (self.layout.cards as f64).ln();
        let is_open = self.layout.columns == ColumnChoice::All;
        match () {
            () if count_up && ln_counted < LN_CHANCE => Err(DeckFault::CountedLines { cells }),
            () if self.ln_sorted.is_some_and(|ln| ln < LN_SORTED) => Err(DeckFault::SortedLines),
            () if is_open && self.ln_none_twice.is_some_and(|ln| ln < LN_CHANCE) => {
                Err(DeckFault::NoneTwice { cells })
            }
            () => Ok(()),
        }
    }
}
