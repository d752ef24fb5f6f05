//! Reads orders whatever their cells are: to survey which rows they have, or to keep some of the rows.

use super::Reader;
use crate::{
    binary,
    cell_by_cell::{LineError, NO_CARD},
    error::{DeckError, DeckFault, DeckLocation, Offset},
    kept::Kept,
    layout::{Format, Labels},
};
use shuffle_deck::{Card, RowsMut};

impl Reader<'_> {
    /// Reads one order into a row of the kept cards, numbered by rank, which must each come once in it; false at the end of
    /// the input. It is not to be mixed with other ways to read.
    ///
    /// # Errors
    ///
    /// The errors of [`Reader::read`]; any cell that is not a card is one.
    pub fn read_kept<C: Card>(&mut self, kept: &Kept, row: &mut [C]) -> Result<bool, DeckError> {
        self.read_kept_row(kept, C::rows_mut(row))
    }

    fn read_kept_row(&mut self, kept: &Kept, row: RowsMut<'_>) -> Result<bool, DeckError> {
        match row {
            RowsMut::Narrow(row) => self.read_ranks(kept, row),
            RowsMut::Wide(row) => self.read_ranks(kept, row),
        }
    }

    fn read_ranks<C: Card>(&mut self, kept: &Kept, row: &mut [C]) -> Result<bool, DeckError> {
        let mut order = std::mem::take(&mut self.order);
        let place = self.survey(&mut order);
        let filled = place.and_then(|place| match place {
            None if self.decks == 0 => Err(DeckError::Empty),
            None => Ok(false),
            Some(place) => {
                let wrong = |fault| DeckError::Fault { place, fault, advice: None };
                if let Some(at) = order.iter().position(|&card| card == NO_CARD) {
                    return Err(wrong(DeckFault::NoRow { at }));
                }
                let mut ranks = order.iter().filter_map(|&card| kept.rank(card as usize));
                for card in &mut *row {
                    *card = C::new(ranks.next().ok_or(wrong(DeckFault::Changed))?);
                }
                match ranks.next() {
                    None if self.distinct.holds(row) => Ok(true),
                    _ => Err(wrong(DeckFault::Changed)),
                }
            }
        });
        self.order = order;
        filled
    }

    /// Reads one order, whatever its cells are, into a list; `None` at the end of the input. It is not to be mixed with
    /// other ways to read.
    pub(crate) fn survey(
        &mut self,
        order: &mut Vec<u32>,
    ) -> Result<Option<DeckLocation>, DeckError> {
        if let Some(failed) = &self.failed {
            return Err(failed.clone());
        }
        let place = match self.layout.format {
            Format::Npy => self.survey_array(order)?,
            format if format.is_text() => match self.finds_one_a_line()? {
                true => self.survey_column(order)?,
                false => self.survey_line(order)?,
            },
            _ => self.survey_numbers(order)?,
        };
        self.decks += u64::from(place.is_some());
        Ok(place)
    }

    fn survey_line(&mut self, order: &mut Vec<u32>) -> Result<Option<DeckLocation>, DeckError> {
        loop {
            order.clear();
            let Some((length, last)) = self.next_line(true)? else { return Ok(None) };
            let (mark, place) = (self.mark(length), self.place());
            let (held, from) = self.bytes.held();
            let line = &held[from + mark..from + length];
            let is_deck = match self.lines.survey(line, &self.layout, order) {
                Ok(is_deck) => is_deck,
                Err(LineError::Fault(fault)) => return Err(self.fault(fault)),
                Err(LineError::Cut(_)) => false,
            };
            self.take_line(length, last);
            if is_deck {
                return Ok(Some(place));
            }
        }
    }

    fn survey_array(&mut self, order: &mut Vec<u32>) -> Result<Option<DeckLocation>, DeckError> {
        let array = match self.array {
            Some(array) => array,
            None => self.header_of_any()?,
        };
        order.clear();
        if self.decks == array.decks {
            return Ok(None);
        }
        let place = self.place();
        self.numbers(array.row, order)?;
        Ok(Some(place))
    }

    /// Raw numbers: an order has as many as there are cards, but the last takes the rest, which makes no order.
    fn survey_numbers(&mut self, order: &mut Vec<u32>) -> Result<Option<DeckLocation>, DeckError> {
        let (cards, mut place) = (self.layout.cards, self.place());
        let width = self.element.map_or(1, |element| element.width);
        if let Offset::Byte(byte) = &mut place.at {
            *byte -= (self.ahead.len() * width) as u64;
        }
        order.clear();
        order.append(&mut self.ahead);
        self.numbers(2 * cards, order)?;
        if order.len() == 2 * cards {
            self.ahead.extend(order.drain(cards..));
        }
        Ok((!order.is_empty()).then_some(place))
    }

    /// Adds numbers to a list until it has `most`, or there are no more.
    fn numbers(&mut self, most: usize, order: &mut Vec<u32>) -> Result<(), DeckError> {
        let Some(element) = self.element else { return Ok(()) };
        let Labels::Numbers { base } = self.layout.labels else { return Ok(()) };
        let cards = self.layout.cards as u64;
        let card = |bytes: &[u8]| {
            let number = binary::number(bytes, element).ok();
            let card = number.and_then(|number| number.checked_sub(u64::from(base)));
            card.filter(|&card| card < cards).map_or(NO_CARD, |card| card as u32)
        };
        while order.len() < most {
            let held = self.bytes.at_hand();
            let whole = (held.len() / element.width).min(most - order.len());
            if whole > 0 {
                order.extend(held[..whole * element.width].chunks_exact(element.width).map(card));
                self.bytes.take(whole * element.width);
            } else if self.bytes.ended() {
                break;
            } else {
                self.fill(element.width)?;
            }
        }
        Ok(())
    }
}
