//! Reads one line of text, CSV or NDJSON: a deck, or a line without a deck, or an error.

use crate::{
    cell_by_cell::{self, DeckBuilder, LineError, cards_in},
    cells::{self, BETWEEN, Cells},
    check::Distinct,
    columns::{ColumnChoice, Header, Picks, counted_from, is_header, is_numbered},
    error::{Advice, DeckError, DeckFault, numbered_words},
    heading::Heading,
    layout::{Format, Labels, Layout},
    names::NameTable,
    ndjson,
    numbers::NumberLines,
    pbn,
    units::Units,
};
use shuffle_deck::{Card, DrawKind, Shape};
use std::{borrow::Cow, collections::HashSet};

#[derive(Debug)]
pub(crate) struct Lines {
    /// True if a line that begins with `#` is a comment.
    comments: bool,
    /// True if brackets around a deck are ignored.
    brackets: bool,
    /// True if quotes around words of text are taken off.
    quotes: bool,
    /// True if a line of text is one card.
    whole_lines: bool,
    /// The fast path, once the separator and the number of cells are known.
    numbers: Option<NumberLines>,
    /// The separator of CSV cells, once a line was read.
    separator: Option<char>,
    /// The columns that hold the cards, once they are known.
    picks: Option<Picks>,
    /// The role of the first line, as long as it was not read: a header, or a deck.
    header: Header,
    /// The header, once it was read.
    heading: Option<Heading>,
    /// The first line of CSV, as long as the next was not read, and its last cell, if it may be a header or a deck: 0, 1, 2, ...
    counted: Option<(Vec<u8>, String)>,
    /// The number of columns that it names.
    named: Option<usize>,
    /// True if a cell was 0, and if one was 00.
    zeros: [bool; 2],
    /// False if the fast path must not be taken.
    fast: bool,
    distinct: Distinct,
    deal: Deal,
    /// The cell of the factor of the line.
    level: Option<String>,
    /// What the other columns may say of the rows.
    units: Option<Units>,
    /// True if the picked cells of a line may end early, since each is a draw.
    may_end_early: bool,
}

/// The cards that each line holds.
#[derive(Debug)]
enum Deal {
    /// Not known before the first deck.
    Open,
    Dealt,
    /// Whole decks; their first cards are the dealt ones.
    Whole(Box<WholeDecks>),
}

#[derive(Debug)]
struct WholeDecks {
    lines: Lines,
    layout: Layout,
    deck: Vec<u32>,
}

/// A hint on reading rows of names.
const NAMES: &str = "; for cards with names use --labels red,green,blue, or --labels FILE, with a name on each line, or --pack land=24,spell=36 if some are equal";

/// The same where each line may be one item, or a whole deck.
const NAMES_OR_ITEMS: &str = "; for cards with names use --labels sorted if each line is one item or holds all of them, else --labels red,green,blue, or --labels FILE, with a name \
     on each line, or --pack land=24,spell=36 if some are equal (with --deal for hands); if each line is an order of some of the names, --varying";

/// The same of results that stand among other words.
const OTHER_WORDS: &str = "; if other words of each line hold the results, name them with --columns, as --columns 2, after removing signs around them";

/// The same of bags.
const NAMES_IN_BAGS: &str =
    "; for items with names use --labels sorted, or --labels FILE, with a name on each line";

/// A hint on a card that is not among those that were named.
const AS_IN_FILE: &str = "; --labels, --pack and --weights name the cards as the file does";

/// A hint on a word of several labels.
const LETTERS: &str = "; if each letter is a card, put blanks between the letters";

/// A hint on a draw or a hand of one number.
const ONE_NUMBER: &str =
    "; if each line holds one of them, write all of a draw or a hand on one line";

/// A hint on a JSON array of draws of one symbol.
const ONE_EACH: &str =
    "; if the array holds many draws, write each on a line of its own, as [\"H\"]";

/// A hint on a table under a title.
const TITLE: &str =
    "; the first line is a title: remove it, so that the names of the columns come first";

/// The brackets that may enclose a deck.
const BRACKETS: [(u8, u8); 3] = [(b'[', b']'), (b'(', b')'), (b'{', b'}')];

impl Lines {
    pub(crate) fn new(layout: &Layout) -> Self {
        let names = match &layout.labels {
            Labels::Names(names) => Some(names),
            Labels::Numbers { .. } => None,
        };
        let text = layout.format == Format::Text;
        let mut lines = Self {
            comments: text && !names.is_some_and(|names| names.hashes()),
            brackets: text && !names.is_some_and(|names| names.brackets()),
            quotes: !names.is_some_and(NameTable::quotes),
            whole_lines: layout.has_whole_lines(),
            numbers: None,
            separator: None,
            picks: layout.pick::<&str>(None).ok(),
            header: layout.header,
            heading: None,
            counted: None,
            named: None,
            zeros: [false; 2],
            fast: true,
            distinct: Distinct::of(layout),
            deal: if layout.may_be_whole() { Deal::Open } else { Deal::Dealt },
            level: None,
            units: Units::of(layout),
            may_end_early: false,
        };
        if layout.format != Format::Csv && layout.header != Header::Yes {
            lines.settle(layout);
        }
        lines
    }

    /// Lines of which each cell is a draw.
    pub(crate) fn of_draws(layout: &Layout) -> Self {
        Self { may_end_early: true, ..Self::new(layout) }
    }

    /// Reads every line by the slow path.
    pub(crate) fn go_slow(&mut self) {
        (self.fast, self.numbers) = (false, None);
    }

    pub(crate) fn heading(&self) -> Option<&Heading> {
        self.heading.as_ref()
    }

    /// The fault of the whole table, once it was read.
    pub(crate) fn copied(&self) -> Option<DeckError> {
        self.units.as_ref()?.found(self.heading())
    }

    /// Advice about a fault, from the look of the table.
    pub(crate) fn advice(&self, fault: &DeckFault, layout: &Layout) -> Option<Box<Advice>> {
        if layout.format == Format::Ndjson {
            let names = match fault {
                DeckFault::NotANumber { found, hint: None } if is_word(found) => NAMES,
                DeckFault::TooMany { dealt: 1, .. } => ONE_EACH,
                _ => return None,
            };
            return Some(Box::new(Advice { names, ..Advice::default() }));
        }
        if !matches!(layout.format, Format::Text | Format::Csv) {
            return None;
        }
        let mut header = self.heading.as_ref().map_or_else(Vec::new, Heading::names);
        let header_is_unique = header.iter().collect::<HashSet<_>>().len() == header.len();
        let is_picked = layout.columns != ColumnChoice::All;
        let has_own_drum =
            layout.drawn.and_then(Shape::bonus).is_some_and(|bonus| bonus.drum.is_some());
        let has_others = is_picked || header.len() != layout.dealt || has_own_drum;
        let (mut names, mut draws, mut counted) = ("", None, None);
        let bonus = match fault {
            &DeckFault::TooMany { found, dealt: 1 } if layout.is_of_symbols() && !is_picked => {
                draws = Some(found);
                None
            }
            &DeckFault::TooMany { dealt, .. }
                if let Some(shape) = layout.drawn.filter(|_| is_drawn(layout))
                    && let Some(from @ 1..) = counted_from(&header, shape.dealt())
                    && from + dealt <= header.len() =>
            {
                counted = Some((header[from].clone(), [from + 1, from + dealt]));
                header.clear();
                None
            }
            &DeckFault::TooMany { found, dealt } => bonus_balls(found - dealt, layout),
            &DeckFault::TooFew { found: 1, dealt } if dealt < layout.cards => {
                (names, header) = (ONE_NUMBER, Vec::new());
                None
            }
            DeckFault::NoColumn { .. } | DeckFault::NoLevel => {
                let named = header.iter().filter(|name| !name.is_empty()).count();
                let is_title = header.len() > 1 || header.iter().any(|name| name.contains(' '));
                if named < 2 && is_title {
                    names = TITLE;
                }
                None
            }
            // A program that writes words to stdout is at fault; a file may hold names.
            DeckFault::NotANumber { found, hint: None } if layout.bags && is_word(found) => {
                (names, header) = (NAMES_IN_BAGS, Vec::new());
                None
            }
            DeckFault::NotANumber { found, hint: None }
                if layout.one_a_line
                    && header.is_empty()
                    && found[1..].starts_with(char::is_alphabetic) =>
            {
                names = NAMES_OR_ITEMS;
                None
            }
            DeckFault::NotANumber { found, hint: None }
                if layout.many_a_line
                    && header.is_empty()
                    && !is_picked
                    && !found[1..].starts_with(char::is_alphabetic) =>
            {
                names = OTHER_WORDS;
                None
            }
            DeckFault::NotANumber { found, hint: None }
                if (layout.is_varying() || layout.levels.is_some()) && is_word(found) =>
            {
                (names, header) = (NAMES, Vec::new());
                None
            }
            // The number of a draw, read as one of its balls.
            DeckFault::Twice { .. } | DeckFault::OutOfRange { .. }
                if layout.drawn.is_some() && has_others && !header.is_empty() =>
            {
                None
            }
            DeckFault::NotANumber { found, hint: None }
                if (has_others || layout.is_of_symbols())
                    && !header.is_empty()
                    && is_word(found)
                    && !is_drawn(layout) =>
            {
                names = if layout.is_of_symbols() { NAMES } else { NAMES_OR_ITEMS };
                // What names a column twice is a row.
                header.retain(|_| has_others && header_is_unique);
                None
            }
            DeckFault::UnknownLabel { found, nearest: None } if is_of_labels(found, layout) => {
                (names, header) = (LETTERS, Vec::new());
                None
            }
            DeckFault::UnknownLabel { found, nearest: None }
                if layout.drawn.is_some() && found != "\"\"" =>
            {
                names = AS_IN_FILE;
                header.retain(|_| has_others);
                None
            }
            DeckFault::NoCell { .. } if !is_picked && !header.is_empty() => None,
            DeckFault::NotANumber { hint: None, .. }
            | DeckFault::UnknownLabel { nearest: None, .. }
            | DeckFault::OutOfRange { other_base: None, .. }
                if has_others && !header.is_empty() =>
            {
                None
            }
            _ => return None,
        };
        let may_be_order = draws == Some(layout.cards);
        Some(Box::new(Advice {
            bonus,
            header,
            is_picked,
            counted,
            draws,
            may_be_order,
            names,
            ..Advice::default()
        }))
    }

    /// The cell of the factor of the last line.
    pub(crate) fn take_level(&mut self) -> Option<String> {
        self.level.take()
    }

    pub(crate) fn cards_of(&self, layout: &Layout) -> usize {
        if let Deal::Whole(_) = self.deal { layout.whole_deck() } else { layout.dealt }
    }

    /// Takes the fast path from here on, if enough is known and it can read these lines.
    fn settle(&mut self, layout: &Layout) {
        let every_column = self.picks.as_ref().is_some_and(Picks::all);
        let is_even = !layout.is_varying() && !matches!(self.deal, Deal::Open);
        if !self.fast || !every_column || !is_even {
            return;
        }
        self.numbers = match (layout.format, self.separator) {
            (Format::Text, _) => NumberLines::new(layout, &BETWEEN),
            (Format::Ndjson, _) => NumberLines::new(layout, &[',']),
            (Format::Csv, Some(separator)) => NumberLines::new(layout, &[separator]),
            _ => None,
        };
    }

    /// True if the line at `from` in `held` is a deck, which was then written into the row.
    ///
    /// `last` is true if the input ends without a line end. After an error the same line may be read again.
    #[inline]
    pub(crate) fn read<C: Card>(
        &mut self,
        (held, from): (&[u8], usize),
        length: usize,
        last: bool,
        layout: &Layout,
        row: &mut [C],
    ) -> Result<bool, LineError> {
        let line = &held[from..from + length];
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        if self.counted.is_some() {
            self.look_at_second(line)?;
        }
        let skipped = usize::from(self.brackets && is_bracketed(line));
        if let Some(numbers) = &self.numbers
            && numbers.read(held, from + skipped, line.len() - 2 * skipped, row)
            && self.distinct.holds(row)
        {
            return Ok(true);
        }
        if let Deal::Whole(whole) = &mut self.deal {
            return whole.read((held, from), line.len(), last, row);
        }
        self.slow((held, from), line.len(), last, layout, row)
    }

    #[cold]
    fn slow<C: Card>(
        &mut self,
        (held, from): (&[u8], usize),
        length: usize,
        last: bool,
        layout: &Layout,
        row: &mut [C],
    ) -> Result<bool, LineError> {
        let line = &held[from..from + length];
        let mut deck = DeckBuilder::new(layout, row);
        let mut separator = self.separator;
        let is_deck = self.cells(line, last, layout, &mut deck, &mut separator)?;
        if !is_deck {
            return Ok(false);
        }
        if matches!(self.deal, Deal::Open) && deck.found() == layout.whole_deck() {
            let mut whole = WholeDecks::new(self, layout, separator);
            whole.read((held, from), length, last, row)?;
            self.deal = Deal::Whole(Box::new(whole));
            return Ok(true);
        }
        // A line of JSON that is cut off was rejected already.
        let zeros = deck.zeros();
        deck.finish(last && layout.format != Format::Ndjson)?;
        self.note_zeros(zeros)?;
        if layout.bags && layout.levels.is_some() {
            // An empty cell would not be the game of the row above, and so begin a new one.
            self.level.as_ref().filter(|name| !name.is_empty()).ok_or(DeckFault::NoLevel)?;
        } else if let Some(levels) = &layout.levels {
            let name = self.level.take().ok_or(DeckFault::NoLevel)?;
            row[layout.dealt] = C::new(levels.number(&name)?);
        }
        if !self.distinct.holds(row)
            && let Some((_, fault)) = cell_by_cell::twice(layout, row)
        {
            return Err(fault.into());
        }
        if let Some(units) = &mut self.units {
            units.end(row[0].index());
        }
        if matches!(self.deal, Deal::Open) || self.separator != separator {
            (self.deal, self.separator) = (Deal::Dealt, separator);
            self.settle(layout);
        }
        Ok(true)
    }

    /// A wheel may have both a 0 and a 00, and both read as the number 0.
    fn note_zeros(&mut self, zeros: [bool; 2]) -> Result<(), DeckFault> {
        self.zeros = [self.zeros[0] | zeros[0], self.zeros[1] | zeros[1]];
        if zeros[1] {
            // From here on each 0 is noted.
            self.go_slow();
        }
        if self.zeros == [true; 2] { Err(DeckFault::TwoZeros) } else { Ok(()) }
    }

    /// Adds all cells of a line to a list, whatever they are; false if the line holds no deck.
    pub(crate) fn survey(
        &mut self,
        line: &[u8],
        layout: &Layout,
        all: &mut Vec<u32>,
    ) -> Result<bool, LineError> {
        Ok(self.surveyed(line, false, layout, all)?.is_some())
    }

    /// True if a line of text names columns, of which some were picked, by words and by numbers that count up.
    pub(crate) fn is_text_header(&self, line: &[u8], layout: &Layout) -> bool {
        let is_open = layout.format == Format::Text && layout.header == Header::Auto;
        let Some(picks) = self.picks.as_ref().filter(|picks| is_open && !picks.all()) else {
            return false;
        };
        let text = String::from_utf8_lossy(line);
        let text = self.inside(text.trim_matches([' ', '\t', '\r']));
        let cells: Vec<&str> = cells::words(text, self.quotes).collect();
        !cells.is_empty()
            && is_header(&cells, |at| picks.has(at), |cell| cards_in(cell, layout) > 0)
    }

    /// The line without the brackets around it.
    fn inside<'l>(&self, line: &'l str) -> &'l str {
        let is_bracketed = self.brackets && is_bracketed(line.as_bytes());
        if is_bracketed { &line[1..line.len() - 1] } else { line }
    }

    /// Adds the cells of a line to a list, each of which must be one card, or one word the cards of the line; false if it has none.
    pub(crate) fn draws(
        &mut self,
        line: &[u8],
        last: bool,
        layout: &Layout,
        all: &mut Vec<u32>,
    ) -> Result<bool, LineError> {
        let Some(deck) = self.surveyed(line, last, layout, all)? else { return Ok(false) };
        let (zeros, is_split) = (deck.zeros(), deck.is_split());
        match deck.out_of_place() {
            Some((_, fault)) => Err(fault.into()),
            None if is_split => Err(DeckFault::ManyInCell.into()),
            None => Ok(self.note_zeros(zeros).map(|()| true)?),
        }
    }

    /// The cells of a line, whatever they are, which are also added to a list; `None` if the line holds no deck.
    fn surveyed<'a>(
        &mut self,
        line: &[u8],
        last: bool,
        layout: &'a Layout,
        all: &'a mut Vec<u32>,
    ) -> Result<Option<DeckBuilder<'a, u32>>, LineError> {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        self.look_at_second(line)?;
        let mut deck = DeckBuilder::<u32>::surveyed(layout, all);
        let mut separator = self.separator;
        let is_deck = self.cells(line, last, layout, &mut deck, &mut separator)?;
        self.separator = separator;
        Ok(is_deck.then_some(deck))
    }

    pub(crate) fn is_comment(&self, line: &[u8]) -> bool {
        self.comments && line.starts_with(b"#")
    }

    /// Puts the cells of a line into the deck; false if it is blank, a comment or a header.
    fn cells<C: Card>(
        &mut self,
        line: &[u8],
        last: bool,
        layout: &Layout,
        deck: &mut DeckBuilder<'_, C>,
        separator: &mut Option<char>,
    ) -> Result<bool, LineError> {
        let is_blank = line.iter().all(|byte| matches!(byte, b' ' | b'\t'));
        if is_blank || self.is_comment(line) {
            return Ok(false);
        }
        let text = decoded(line, layout.format)?;
        match layout.format {
            Format::Csv => self.csv(&text, last, layout, deck, separator),
            Format::Ndjson => ndjson::read(&text, last, layout, deck).map(|()| true),
            Format::Pbn => pbn::read(&text, last, deck),
            _ => self.text(&text, last, layout, deck),
        }
    }

    /// Puts the cells of a line of text into the deck; false if it is a header.
    fn text<C: Card>(
        &mut self,
        line: &str,
        last: bool,
        layout: &Layout,
        deck: &mut DeckBuilder<'_, C>,
    ) -> Result<bool, LineError> {
        let line = line.trim_matches(cells::is_blank);
        if self.whole_lines && self.header != Header::Yes {
            deck.cell(line);
            return Ok(true);
        }
        let line = self.inside(line);
        let cells = cells::words(line, self.quotes);
        if self.header == Header::Yes {
            self.heading = Some(Heading::of(line, None));
            let cells: Vec<_> = cells.collect();
            self.named = Some(cells.len());
            self.picks = Some(layout.pick(Some(&cells))?);
            self.header = Header::No;
            self.settle(layout);
            return Ok(false);
        }
        let picks = self.picks.as_ref();
        let picked = |column| picks.is_none_or(|picks| picks.has(column));
        let (mut columns, mut moved, mut level) = (0, Vec::new(), Vec::new());
        for (column, cell) in cells.enumerate() {
            columns += 1;
            if let Some(place) = picks.and_then(|picks| picks.moved(column)) {
                moved.push((place, cell));
            } else if picked(column) {
                deck.cell(cell);
            } else if picks.is_some_and(|picks| picks.levels.contains(&column)) {
                level.push(cell.to_owned());
            } else if let Some(units) = &mut self.units {
                units.cell(column, cell);
            }
        }
        moved.sort_unstable();
        moved.iter().for_each(|(_, cell)| deck.cell(cell));
        self.level = (!level.is_empty()).then(|| level.join(" / "));
        if let Some(picks) = picks.filter(|_| !last && !layout.is_varying()) {
            if let Some(named) = self.named.filter(|&named| columns < named && layout.by_name()) {
                let line = numbered_words(cells::words(line, self.quotes));
                return Err(DeckFault::WordsInHeader { named, line }.into());
            }
            picks.check(columns, false, self.named)?;
        }
        Ok(true)
    }

    /// Puts the cells of a line of CSV into the deck; false if it is a header.
    fn csv<C: Card>(
        &mut self,
        line: &str,
        last: bool,
        layout: &Layout,
        deck: &mut DeckBuilder<'_, C>,
        separator: &mut Option<char>,
    ) -> Result<bool, LineError> {
        if cells::is_void(line) {
            return Ok(false);
        }
        let is_first = separator.is_none();
        let every = layout.pick::<&str>(None).ok();
        let picks = self.picks.as_ref().or(every.as_ref());
        let chosen = *separator.get_or_insert_with(|| match picks {
            Some(_) if layout.is_varying() => cells::usual(line),
            Some(picks) => {
                let sizes = [layout.dealt, layout.whole_deck().max(layout.dealt)];
                cells::separator(line, sizes, picks, |cell| cards_in(cell, layout))
            }
            None => names_separator(line, layout),
        });
        if is_first && self.is_header(line, chosen, layout) {
            self.heading = Some(Heading::of(line, Some(chosen)));
            let cells: Result<Vec<_>, _> = Cells::new(line, chosen).collect();
            self.named = cells.as_ref().ok().map(Vec::len);
            if layout.by_name() || cells.is_ok() {
                self.picks = Some(layout.pick(Some(&cells?))?);
            }
            (self.separator, self.header) = (Some(chosen), Header::No);
            self.settle(layout);
            return Ok(false);
        }
        if is_first && self.header == Header::Auto && !layout.is_varying() {
            let cells: Vec<_> = Cells::new(line, chosen).flatten().collect();
            let last = cells.last().filter(|_| is_numbered(&cells));
            self.counted = last.map(|last| (line.as_bytes().to_vec(), last.to_string()));
        }
        let picked = |column| self.picks.as_ref().is_none_or(|picks| picks.has(column));
        let picks = self.picks.as_ref();
        let place = |column| picks?.moved(column);
        let (mut columns, mut moved, mut level) = (0, Vec::new(), Vec::new());
        let mut gap = None;
        for (column, cell) in Cells::new(line, chosen).enumerate() {
            columns += 1;
            let is_empty = |cell: &Cow<'_, str>| cell.trim().is_empty() && picked(column);
            if let Some(gap) = gap.take_if(|_| picked(column) && !cell.as_ref().is_ok_and(is_empty))
            {
                deck.empty(gap);
            }
            match cell {
                Ok(cell) if self.may_end_early && is_empty(&cell) => {
                    gap.get_or_insert(column + 1);
                }
                // An empty place.
                Ok(cell) if layout.is_varying() && is_empty(&cell) => {}
                Ok(cell) if is_empty(&cell) => deck.empty(column + 1),
                Ok(cell) if place(column).is_some() => moved.push((place(column), cell)),
                Ok(cell) if picked(column) => deck.cell(&cell),
                Ok(cell) if picks.is_some_and(|picks| picks.levels.contains(&column)) => {
                    level.push(cell.into_owned());
                }
                Ok(cell) => {
                    if let Some(units) = &mut self.units {
                        units.cell(column, &cell);
                    }
                }
                // The closing quote may be missing because the input is cut off.
                Err(_) if last => return Err(LineError::Cut(deck.found().min(layout.dealt))),
                Err(fault) => return Err(fault.into()),
            }
        }
        moved.sort_unstable();
        moved.iter().for_each(|(_, cell)| deck.cell(cell));
        self.level = (!level.is_empty()).then(|| level.join(" / "));
        if let Some(picks) = self.picks.as_ref().filter(|_| !last && !layout.is_varying()) {
            match picks.check(columns, line.trim_end_matches(' ').ends_with(chosen), self.named) {
                Err(DeckFault::NoCell { .. } | DeckFault::FewColumns { .. })
                    if self.may_end_early => {}
                checked => checked?,
            }
        }
        Ok(true)
    }

    /// A fault if the first line counts up, as a header of numbers and a sorted deck do, and the second is another one.
    fn look_at_second(&mut self, line: &[u8]) -> Result<(), DeckFault> {
        match self.counted.take_if(|(first, _)| first == line) {
            None if let Some((_, to)) = &self.counted
                && !str::from_utf8(line).is_ok_and(cells::is_void) =>
            {
                Err(DeckFault::CountsUp { to: to.clone() })
            }
            _ => Ok(()),
        }
    }

    /// True if the line is a header: none of its cells is a card, or a number where cards are numbers; or its cells
    /// count up.
    fn is_header(&self, line: &str, separator: char, layout: &Layout) -> bool {
        match self.header {
            Header::Yes => true,
            Header::No => false,
            Header::Auto if layout.by_name() => true,
            // Names of columns and of candidates look alike.
            Header::Auto if layout.is_varying() => false,
            Header::Auto => {
                // Other columns hold no cards, though their names may look like some: a time may be called `ts`.
                let picks = layout.pick::<&str>(None).ok();
                let picked = |at: usize| picks.as_ref().is_none_or(|picks| picks.has(at));
                let is_misspelt = |cell: &str| match &layout.labels {
                    Labels::Names(names) => names.has_misspelt(cell),
                    Labels::Numbers { .. } => false,
                };
                let cells: Result<Vec<_>, _> = Cells::new(line, separator).collect();
                cells.is_ok_and(|cells| {
                    let may_be_card = |cell: &str| cards_in(cell, layout) > 0 || is_misspelt(cell);
                    is_header(&cells, picked, may_be_card)
                        || (is_lottery(layout) && is_numbered(&cells))
                })
            }
        }
    }
}

impl WholeDecks {
    fn new(lines: &Lines, layout: &Layout, separator: Option<char>) -> Self {
        let layout = layout.of_whole_decks();
        let mut whole = Lines::new(&layout);
        (whole.fast, whole.separator, whole.header) = (lines.fast, separator, Header::No);
        (whole.picks, whole.numbers) = (lines.picks.clone(), None);
        whole.settle(&layout);
        Self { lines: whole, deck: vec![0; layout.dealt], layout }
    }

    fn read<C: Card>(
        &mut self,
        line: (&[u8], usize),
        length: usize,
        last: bool,
        row: &mut [C],
    ) -> Result<bool, LineError> {
        let is_deck = self.lines.read(line, length, last, &self.layout, &mut self.deck)?;
        for (place, card) in row.iter_mut().zip(&self.deck) {
            *place = C::new(*card as usize);
        }
        Ok(is_deck)
    }
}

/// The text of a line: of CSV [whatever its encoding](cells::decoded), else UTF-8.
fn decoded(line: &[u8], format: Format) -> Result<Cow<'_, str>, DeckFault> {
    match format {
        Format::Csv | Format::Pbn => Ok(cells::decoded(line)),
        _ => str::from_utf8(line)
            .map(Cow::Borrowed)
            .map_err(|error| DeckFault::NotUtf8 { byte: error.valid_up_to() }),
    }
}

/// True of draws without order.
fn is_drawn(layout: &Layout) -> bool {
    layout.drawn.is_some_and(|shape| shape.kind() == DrawKind::Unordered)
}

/// True of draws that are almost never 1, 2, 3, 4, 5, ...
fn is_lottery(layout: &Layout) -> bool {
    /// Of fewer draws one may come first.
    const MANY: f64 = 1e5;
    let [n, k] = [layout.cards, layout.dealt].map(|number| number as f64);
    let draws: f64 = (0..layout.dealt).map(|i| (n - i as f64) / (k - i as f64)).product();
    is_drawn(layout) && draws > MANY
}

/// The balls too many in a draw without order, if they are as few as bonus balls are.
fn bonus_balls(more: usize, layout: &Layout) -> Option<usize> {
    const MOST: usize = 3;
    let drawn = layout.drawn.filter(|shape| shape.kind() == DrawKind::Unordered)?;
    (drawn.bonus().is_none() && more <= MOST && more < layout.dealt).then_some(more)
}

/// True if each letter of a quoted word is a label.
fn is_of_labels(quoted: &str, layout: &Layout) -> bool {
    let word = quoted.trim_matches('"');
    let Labels::Names(names) = &layout.labels else { return false };
    word.chars().count() > 1
        && word.chars().all(|letter| names.knows(letter.encode_utf8(&mut [0; 4])))
}

/// True if a quoted cell is a word, such as a name.
fn is_word(quoted: &str) -> bool {
    let is_letter = |letter: char| letter.is_alphabetic() || "-'. ".contains(letter);
    quoted.trim_matches('"').chars().all(is_letter)
}

#[inline]
fn is_bracketed(line: &[u8]) -> bool {
    line.len() > 1 && BRACKETS.contains(&(line[0], line[line.len() - 1]))
}

/// The separator of a header: the first one that yields all columns that are asked for; else a comma.
fn names_separator(line: &str, layout: &Layout) -> char {
    let has_all = |separator: &char| {
        let cells: Result<Vec<_>, _> = Cells::new(line, *separator).collect();
        cells.is_ok_and(|cells| layout.pick(Some(&cells)).is_ok())
    };
    cells::SEPARATORS.into_iter().find(has_all).unwrap_or_else(|| cells::usual(line))
}
