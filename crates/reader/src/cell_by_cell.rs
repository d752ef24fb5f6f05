//! The slow path: reads one card after the other, and gives the reason if it refuses one.

use crate::{
    cells,
    columns::ColumnChoice,
    error::{DeckFault, Hint},
    layout::{Format, Labels, Layout},
    names::NameTable,
};
use shuffle_deck::{
    Blocks, Card, DrawKind, Shape,
    row_check::{RowCheck, RowFault},
    words::quoted,
};
use std::collections::HashSet;

/// A cell of an order that is not a card.
pub(crate) const NO_CARD: u32 = u32::MAX;

/// The reason why a line is not a deck.
#[derive(Debug, PartialEq)]
pub(crate) enum LineError {
    Fault(DeckFault),
    /// The input ends within it, after this number of cards.
    Cut(usize),
}

impl From<DeckFault> for LineError {
    fn from(fault: DeckFault) -> Self {
        Self::Fault(fault)
    }
}

/// A deck that is being put together from its cells.
pub(crate) struct DeckBuilder<'a, C> {
    layout: &'a Layout,
    row: &'a mut [C],
    /// All cells, where they are surveyed.
    all: Option<&'a mut Vec<u32>>,
    found: usize,
    /// Cells, of which each may be several cards.
    cells: usize,
    /// Numbers that are 0 or 1.
    marks: usize,
    /// The first cell that is not a card: its index and its fault.
    wrong: Option<(usize, DeckFault)>,
    /// For bases 0 and 1: true if there is a number that is a card with this base only.
    supports: [bool; 2],
    /// True if a cell is 0, and if one is 00, where each is a symbol.
    zeros: [bool; 2],
    /// For orders of different lengths: true if the last cell was empty, which is allowed only after all names.
    has_gap: bool,
}

impl<'a, C: Card> DeckBuilder<'a, C> {
    pub(crate) fn new(layout: &'a Layout, row: &'a mut [C]) -> Self {
        let [supports, zeros] = [[false; 2]; 2];
        let (all, wrong, has_gap) = (None, None, false);
        let [found, cells, marks] = [0; 3];
        Self { layout, row, all, found, cells, marks, wrong, supports, zeros, has_gap }
    }

    /// A deck of any number of cells, which are all added to a list.
    pub(crate) fn surveyed(layout: &'a Layout, all: &'a mut Vec<u32>) -> Self {
        Self { all: Some(all), ..Self::new(layout, &mut []) }
    }

    /// True if a cell was 0, and if one was 00.
    pub(crate) fn zeros(&self) -> [bool; 2] {
        self.zeros
    }

    /// The number of cells so far.
    pub(crate) fn found(&self) -> usize {
        self.found
    }

    /// True if there are several cells, and one of them is not one card.
    pub(crate) fn is_split(&self) -> bool {
        self.cells > 1 && self.cells != self.found
    }

    /// Adds a cell, as text: a card, or several.
    pub(crate) fn cell(&mut self, cell: &str) {
        self.cells += 1;
        if self.layout.is_varying() {
            if cell.is_empty() {
                self.has_gap = true;
                return;
            }
            if std::mem::take(&mut self.has_gap) {
                self.no_card("");
            }
        }
        match several(cell, self.layout) {
            Some(cards) => cards.into_iter().for_each(|card| self.lone(card)),
            None => self.lone(cell),
        }
    }

    /// Adds an empty cell of this column.
    pub(crate) fn empty(&mut self, column: usize) {
        self.cells += 1;
        self.card(Err(DeckFault::NoCell { column }));
    }

    fn lone(&mut self, cell: &str) {
        let card = match &self.layout.labels {
            Labels::Names(names) => {
                match names.card(cell).map_or_else(|| names.glued(cell), |_| None) {
                    Some(cards) => {
                        return cards.into_iter().for_each(|card| self.card(Ok(card as usize)));
                    }
                    None => named(names, cell),
                }
            }
            Labels::Numbers { base } => match number(cell) {
                CellNumber::Card(0) if self.layout.may_have_two_zeros() => {
                    self.zeros[usize::from(cell == "00")] |= ["0", "00"].contains(&cell);
                    return self.number(0);
                }
                CellNumber::Card(number) => return self.number(number),
                CellNumber::Beyond => Err(self.out_of_range(cell, *base)),
                CellNumber::None => Err(not_a_number(cell)),
            },
        };
        self.card(card);
    }

    pub(crate) fn number(&mut self, number: u64) {
        self.marks += usize::from(number <= 1);
        let card = match self.layout.labels {
            Labels::Names(ref names) => named(names, &number.to_string()),
            Labels::Numbers { base } => {
                // A separate bonus drum may be numbered differently.
                if self.own_drum().is_none() {
                    self.supports[0] |= number == 0;
                    self.supports[1] |= number == self.layout.cards as u64;
                }
                match number.checked_sub(u64::from(base)) {
                    Some(card) if card < self.layout.cards as u64 => Ok(card as usize),
                    _ => Err(self.out_of_range(&number.to_string(), base)),
                }
            }
        };
        self.card(card);
    }

    pub(crate) fn no_card(&mut self, cell: &str) {
        self.card(Err(match &self.layout.labels {
            Labels::Names(names) => unknown(names, cell),
            Labels::Numbers { .. } => not_a_number(cell),
        }));
    }

    /// Adds a card.
    pub(crate) fn known(&mut self, card: usize) {
        self.card(Ok(card));
    }

    fn card(&mut self, card: Result<usize, DeckFault>) {
        if let Some(all) = &mut self.all {
            all.push(card.as_ref().map_or(NO_CARD, |&card| card as u32));
        }
        match card {
            Ok(card) => {
                if let Some(place) = self.row.get_mut(self.found) {
                    *place = C::new(card);
                }
            }
            Err(fault) => {
                self.wrong.get_or_insert((self.found, fault));
            }
        }
        self.found += 1;
    }

    fn out_of_range(&self, found: &str, base: u32) -> DeckFault {
        let found = match found.get(..24) {
            Some(start) if found.len() > 24 => format!("{start}..."),
            _ => found.to_owned(),
        };
        if let ("0", Some(balls)) = (&*found, self.own_drum()) {
            return DeckFault::NoZero { balls };
        }
        let cards = self.own_drum().unwrap_or(self.layout.cards);
        DeckFault::OutOfRange { found, base, cards, other_base: None }
    }

    /// The number of balls in the separate bonus drum, if the next cell belongs to it.
    fn own_drum(&self) -> Option<usize> {
        let drawn = self.layout.drawn.filter(|drawn| self.found >= drawn.dealt())?;
        drawn.bonus()?.drum
    }

    /// The first cell that is not a card.
    pub(crate) fn out_of_place(self) -> Option<(usize, DeckFault)> {
        self.wrong.map(|(at, fault)| (at, hinted(fault, self.supports)))
    }

    /// Checks the deck for all faults but two equal cards. `cut` is true if the input ends with the last cell.
    pub(crate) fn finish(self, cut: bool) -> Result<(), LineError> {
        /// Longer numbers are no results, but digits that are.
        const DIGITS: usize = 12;
        let Self { layout, row, found, marks, wrong, supports, .. } = self;
        let dealt = layout.dealt;
        if let Some((_, DeckFault::OutOfRange { found: number, .. })) = &wrong
            && found == 1
            && layout.is_of_symbols()
            && (number.len() == dealt || dealt == 1 && number.len() >= DIGITS)
            && number.len() > 1
        {
            return Err(DeckFault::Glued { found: number.clone(), digits: digits(layout) }.into());
        }
        if marks == found
            && found > 1.max(dealt)
            && layout.drawn.is_some_and(|shape| shape.kind() == DrawKind::Unordered)
        {
            return Err(DeckFault::Marks { cells: found }.into());
        }
        let is_table = matches!(layout.format, Format::Text | Format::Csv);
        let has_others = is_table && layout.columns == ColumnChoice::All && found > dealt;
        match wrong {
            // The last word of an unfinished deck may itself be cut off.
            Some((at, _)) if cut && at > 0 && at + 1 == found && found <= dealt => {
                Err(LineError::Cut(at))
            }
            // A number that is out of place is often a column that holds no cards.
            Some((_, DeckFault::OutOfRange { .. })) if has_others => {
                Err(DeckFault::TooMany { found, dealt }.into())
            }
            Some((_, fault)) => Err(hinted(fault, supports).into()),
            None if layout.is_varying() && (1..=dealt).contains(&found) => {
                row[found..dealt].fill(C::new(layout.cards));
                Ok(())
            }
            None if cut && found < dealt => Err(LineError::Cut(found)),
            None if found < dealt => Err(DeckFault::TooFew { found, dealt }.into()),
            None if found > dealt => match layout.drawn.and_then(Shape::blocks) {
                Some(blocks) => {
                    Err(DeckFault::ListInRows { found, pack: pack_of(blocks, found) }.into())
                }
                None => Err(DeckFault::TooMany { found, dealt }.into()),
            },
            None => Ok(()),
        }
    }
}

/// The pack of a block of this size, as `--pack` takes it, if the design has such blocks.
fn pack_of(blocks: Blocks, size: usize) -> Option<String> {
    let kinds = blocks.arms().names().iter().zip(blocks.counts(size));
    let kinds: Vec<String> = kinds.map(|(name, count)| format!("{name}={count}")).collect();
    blocks.sizes().any(|(known, _)| known == size).then(|| kinds.join(","))
}

/// Adds the hint that the other base may be meant, if a number of the deck supports it and none contradicts it.
fn hinted(fault: DeckFault, supports: [bool; 2]) -> DeckFault {
    match fault {
        DeckFault::OutOfRange { found, base, cards, .. } => {
            let meant = if base == 0 { [false, true] } else { [true, false] };
            let other_base = (supports == meant).then_some(1 - base.min(1));
            DeckFault::OutOfRange { found, base, cards, other_base }
        }
        other => other,
    }
}

/// True if this is a card, or, where cards are numbers, any number.
pub(crate) fn is_card(cell: &str, layout: &Layout) -> bool {
    match &layout.labels {
        Labels::Names(names) => names.knows(cell),
        Labels::Numbers { .. } => !matches!(number(cell), CellNumber::None),
    }
}

/// The digits to name as labels: the numbers of the cards, or all ten if these are no digits.
fn digits(layout: &Layout) -> String {
    let known = match layout.labels {
        Labels::Numbers { base } => u64::from(base)..u64::from(base) + layout.cards as u64,
        Labels::Names(_) => 0..0,
    };
    let of = if known.end > 10 || known.is_empty() { 0..10 } else { known };
    of.map(|digit| digit.to_string()).collect::<Vec<_>>().join(",")
}

/// True of `2,0` and `2.0`, as spreadsheets write 2.
fn is_decimal(cell: &str) -> bool {
    let parts = cell.split_once([',', '.']);
    let are_digits =
        |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    parts.is_some_and(|(whole, part)| {
        are_digits(whole) && !part.is_empty() && part.bytes().all(|byte| byte == b'0')
    })
}

/// True of `2,5`, which may be a decimal number.
fn has_comma(cell: &str) -> bool {
    let is_number = |part: &str| matches!(number(part), CellNumber::Card(_));
    cell.split_once(',').is_some_and(|(whole, part)| is_number(whole) && is_number(part))
}

fn several<'c>(cell: &'c str, layout: &Layout) -> Option<Vec<&'c str>> {
    // Counted from 1, no card is called 0, and a draw of one card is hardly 7,5.
    if let Labels::Numbers { base } = layout.labels
        && (base > 0 && is_decimal(cell) || layout.dealt == 1 && has_comma(cell))
    {
        return None;
    }
    let is_picked = layout.columns != ColumnChoice::All;
    cells::several(cell, is_picked, |part| is_card(part, layout))
}

pub(crate) fn cards_in(cell: &str, layout: &Layout) -> usize {
    several(cell, layout).map_or_else(|| usize::from(is_card(cell, layout)), |cards| cards.len())
}

pub(crate) enum CellNumber {
    /// A number that may be a card.
    Card(u64),
    /// A whole number that is none: negative, or beyond 64 bits.
    Beyond,
    /// Something else.
    None,
}

/// Reads decimal digits; a number with a minus is read, too, as one that is not a card.
pub(crate) fn number(cell: &str) -> CellNumber {
    let digits = cell.strip_prefix('-').unwrap_or(cell);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return CellNumber::None;
    }
    cell.parse().map_or(CellNumber::Beyond, CellNumber::Card)
}

fn named(names: &NameTable, cell: &str) -> Result<usize, DeckFault> {
    names.card(cell).map(|card| card as usize).ok_or_else(|| unknown(names, cell))
}

fn unknown(names: &NameTable, cell: &str) -> DeckFault {
    DeckFault::UnknownLabel { found: quoted(cell), nearest: names.nearest(cell) }
}

fn not_a_number(cell: &str) -> DeckFault {
    let number = cell.strip_prefix('[').and_then(|cell| cell.strip_suffix(']'));
    let hint = match cell {
        _ if number.is_some_and(|text| matches!(self::number(text), CellNumber::Card(_))) => {
            Some(Hint::R)
        }
        _ if cell.starts_with('{') || cell.starts_with('[') && !cell.contains(':') => {
            Some(Hint::Json)
        }
        _ if cell.strip_suffix(']').is_some_and(is_digits) => Some(Hint::R),
        "NA" | "N/A" | "n/a" | "NaN" | "nan" | "None" | "none" | "null" | "NULL" | "?" | "-" => {
            Some(Hint::NoResult)
        }
        _ if is_numbered_letter(cell) => Some(Hint::Numbered),
        _ if is_decimal(cell) => Some(Hint::Decimal),
        _ if has_comma(cell) => Some(Hint::Comma),
        _ if cell.contains('\0') => Some(Hint::Utf16),
        _ if holds_several(cell) => Some(Hint::Several),
        _ if is_of_few_letters(cell) => Some(Hint::Letters),
        "1." | "1)" => Some(Hint::Place),
        ">" => Some(Hint::R),
        _ => {
            let cards = NameTable::standard_52();
            let is_card = |cell: &str| cards.knows(cell);
            (is_card(cell) || cells::several(cell, true, is_card).is_some()).then_some(Hint::Labels)
        }
    };
    DeckFault::NotANumber { found: quoted(cell), hint }
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// True of an answer with its number, such as `12B`.
fn is_numbered_letter(cell: &str) -> bool {
    let number = cell.trim_end_matches(|letter: char| letter.is_ascii_alphabetic());
    cell.len() == number.len() + 1 && is_digits(number) && !NameTable::standard_52().knows(cell)
}

/// True of a draw in one cell with a word or a bracket in it: `24-36-50-53-69 PB 25`; not of a date, a time, or an address.
fn holds_several(cell: &str) -> bool {
    const LEAST: usize = 4;
    let is_digit = |letter: char| letter.is_ascii_digit();
    let numbers = cell.split(|letter| !is_digit(letter)).filter(|number| !number.is_empty());
    let has_more = cell.contains([' ', '(']) && !cell.contains([':', '[', '{']);
    numbers.count() >= LEAST && cell.starts_with(is_digit) && has_more
}

/// True of `HTTHTHHTTTHH`; not of names.
pub(crate) fn is_of_few_letters(cell: &str) -> bool {
    const LEAST: usize = 12;
    let mut letters: Vec<char> = cell.chars().collect();
    let all = letters.len();
    letters.sort_unstable();
    letters.dedup();
    let is_letter = |letter: &char| letter.is_alphanumeric();
    all >= LEAST && letters.len() <= NameTable::FEW_LETTERS && letters.iter().all(is_letter)
}

/// The fault in a row that is not an ordering, and its place.
fn drawn(layout: &Layout, fault: RowFault) -> (usize, DeckFault) {
    match fault {
        RowFault::OutOfRange { at, value, values } => {
            let base = match layout.labels {
                Labels::Numbers { base } => base,
                Labels::Names(_) => 0,
            };
            let found = (value as u64 + u64::from(base)).to_string();
            (at, DeckFault::OutOfRange { found, base, cards: values, other_base: None })
        }
        RowFault::TooOften { at, value, most: 1 } if layout.pack().is_none() => {
            (at, DeckFault::Twice { card: layout.labels.name(value), many: false })
        }
        RowFault::TooOften { at, value, most } => {
            (at, DeckFault::TooMuch { found: layout.labels.name(value), most })
        }
    }
}

/// The index of the first card that occurs twice, and the fault, which names the card as the input does.
pub(crate) fn twice<C: Card>(layout: &Layout, row: &[C]) -> Option<(usize, DeckFault)> {
    if let Some(shape) = layout.drawn {
        return RowCheck::new(shape).row(row).err().map(|fault| drawn(layout, fault));
    }
    let mut seen = HashSet::new();
    let (at, card) = row.iter().enumerate().find(|(_, card)| !seen.insert(card.index()))?;
    let different = row.iter().map(|card| card.index()).collect::<HashSet<_>>().len();
    let many = row.len() > 3 && 2 * different <= row.len();
    Some((at, DeckFault::Twice { card: layout.labels.name(card.index()), many }))
}
