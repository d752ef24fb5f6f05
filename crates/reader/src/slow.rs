//! The slow path: reads one card after the other, and gives the reason if it refuses one.

use crate::{
    columns::Columns,
    error::{Fault, Hint},
    layout::{Format, Labels, Layout},
    names::NameTable,
};
use shuffle_deck::Card;
use shuffle_deck::words::quoted;

/// The reason why a line is no deck.
#[derive(Debug, PartialEq)]
pub(crate) enum Wrong {
    /// It has a fault.
    Fault(Fault),
    /// The input ends within it, after this number of cards.
    Cut(usize),
}

impl From<Fault> for Wrong {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}

/// A deck that is being put together from its cells.
pub(crate) struct Deck<'a, C> {
    layout: &'a Layout,
    row: &'a mut [C],
    found: usize,
    /// The first cell that is no card: its index and its fault.
    wrong: Option<(usize, Fault)>,
    /// For bases 0 and 1: true if there is a number that is a card with this base only.
    tells: [bool; 2],
}

impl<'a, C: Card> Deck<'a, C> {
    pub(crate) fn new(layout: &'a Layout, row: &'a mut [C]) -> Self {
        Self { layout, row, found: 0, wrong: None, tells: [false; 2] }
    }

    /// The number of cells so far.
    pub(crate) fn found(&self) -> usize {
        self.found
    }

    /// Adds a cell, as text.
    pub(crate) fn cell(&mut self, cell: &str) {
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
                Number::Card(number) => return self.number(number),
                Number::Beyond => Err(self.out_of_range(cell, *base)),
                Number::None => Err(not_a_number(cell)),
            },
        };
        self.card(card);
    }

    /// Adds a cell, as a number.
    pub(crate) fn number(&mut self, number: u64) {
        let card = match self.layout.labels {
            Labels::Names(ref names) => named(names, &number.to_string()),
            Labels::Numbers { base } => {
                self.tells[0] |= number == 0;
                self.tells[1] |= number == self.layout.cards as u64;
                match number.checked_sub(u64::from(base)) {
                    Some(card) if card < self.layout.cards as u64 => Ok(card as usize),
                    _ => Err(self.out_of_range(&number.to_string(), base)),
                }
            }
        };
        self.card(card);
    }

    /// Adds a cell that is no card.
    pub(crate) fn no_card(&mut self, cell: &str) {
        self.card(Err(match &self.layout.labels {
            Labels::Names(names) => unknown(names, cell),
            Labels::Numbers { .. } => not_a_number(cell),
        }));
    }

    fn card(&mut self, card: Result<usize, Fault>) {
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

    fn out_of_range(&self, found: &str, base: u32) -> Fault {
        let found = match found.get(..24) {
            Some(start) if found.len() > 24 => format!("{start}..."),
            _ => found.to_owned(),
        };
        Fault::OutOfRange { found, base, cards: self.layout.cards, other_base: None }
    }

    /// The first cell that is no card.
    pub(crate) fn out_of_place(self) -> Option<(usize, Fault)> {
        self.wrong.map(|(at, fault)| (at, hinted(fault, self.tells)))
    }

    /// Checks the deck for all faults but two equal cards. `cut` is true if the input ends with the last cell.
    pub(crate) fn finish(self, cut: bool) -> Result<(), Wrong> {
        let Self { layout, found, wrong, tells, .. } = self;
        let dealt = layout.dealt;
        let is_table = matches!(layout.format, Format::Text | Format::Csv);
        let has_others = is_table && layout.columns == Columns::All && found > dealt;
        let columns = has_others.then(|| found - dealt + 1);
        match wrong {
            // The last word of an unfinished deck may itself be cut off.
            Some((at, _)) if cut && at > 0 && at + 1 == found && found <= dealt => {
                Err(Wrong::Cut(at))
            }
            // A number that is out of place is often a column that holds no cards.
            Some((_, Fault::OutOfRange { .. })) if found > dealt && columns.is_some() => {
                Err(Fault::TooMany { found, dealt, columns }.into())
            }
            Some((_, fault)) => Err(hinted(fault, tells).into()),
            None if cut && found < dealt => Err(Wrong::Cut(found)),
            None if found < dealt => Err(Fault::TooFew { found, dealt }.into()),
            None if found > dealt => Err(Fault::TooMany { found, dealt, columns }.into()),
            None => Ok(()),
        }
    }
}

/// Adds the hint that the other base may be meant, if a number of the deck supports it and none contradicts it.
fn hinted(fault: Fault, tells: [bool; 2]) -> Fault {
    match fault {
        Fault::OutOfRange { found, base, cards, .. } => {
            let meant = if base == 0 { [false, true] } else { [true, false] };
            let other_base = (tells == meant).then_some(1 - base.min(1));
            Fault::OutOfRange { found, base, cards, other_base }
        }
        other => other,
    }
}

/// A cell read as a number.
pub(crate) enum Number {
    /// A number that may be a card.
    Card(u64),
    /// A whole number that is none: negative, or beyond 64 bits.
    Beyond,
    /// Something else.
    None,
}

/// Reads decimal digits; a number with a minus is read, too, as one that is no card.
pub(crate) fn number(cell: &str) -> Number {
    let digits = cell.strip_prefix('-').unwrap_or(cell);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Number::None;
    }
    cell.parse().map_or(Number::Beyond, Number::Card)
}

fn named(names: &NameTable, cell: &str) -> Result<usize, Fault> {
    names.card(cell).map(|card| card as usize).ok_or_else(|| unknown(names, cell))
}

fn unknown(names: &NameTable, cell: &str) -> Fault {
    Fault::UnknownLabel { found: quoted(cell), nearest: names.nearest(cell) }
}

fn not_a_number(cell: &str) -> Fault {
    let number = cell.strip_prefix('[').and_then(|cell| cell.strip_suffix(']'));
    let hint = match cell {
        _ if number.is_some_and(|text| matches!(self::number(text), Number::Card(_))) => {
            Some(Hint::R)
        }
        _ if cell.starts_with(['[', '{']) => Some(Hint::Json),
        _ if cell.contains('\0') => Some(Hint::Utf16),
        _ => NameTable::standard_52().knows(cell).then_some(Hint::Labels),
    };
    Fault::NotANumber { found: quoted(cell), hint }
}

/// The index of the first card that occurs twice, and the fault, which names the card as the input does.
pub(crate) fn twice<C: Card>(layout: &Layout, row: &[C]) -> Option<(usize, Fault)> {
    let mut seen = std::collections::HashSet::new();
    let (at, card) = row.iter().enumerate().find(|(_, card)| !seen.insert(card.index()))?;
    let card = match &layout.labels {
        Labels::Names(names) => names.label(card.index()).to_owned(),
        Labels::Numbers { base } => (card.index() as u64 + u64::from(*base)).to_string(),
    };
    Some((at, Fault::Twice { card }))
}
