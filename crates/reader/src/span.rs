//! The number of cards in orders that are long or binary, found in one pass that keeps nothing of them.
//!
//! A lone order of n rows has n cards. The pass sees how many numbers there are, the least and the largest; whether each
//! comes once is left to the reader, which says what is missing.

use crate::{
    asked::Asked,
    binary,
    guess_error::GuessError,
    layout::Format,
    npy::{self, Element},
    whole_order::Guess,
};
use std::io::{self, ErrorKind, Read};

/// Bytes that are examined together: a multiple of the width of every number.
const ROOM: usize = 1 << 16;

/// Numbers that were seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Span {
    count: u64,
    least: u64,
    most: u64,
}

impl Span {
    const NONE: Self = Self { count: 0, least: u64::MAX, most: 0 };

    fn add(&mut self, number: u64) {
        self.count += 1;
        self.least = self.least.min(number);
        self.most = self.most.max(number);
    }

    /// The number of the first card: 1 only if that is how a whole order would have it.
    fn base(&self, asked: Option<u32>) -> u32 {
        asked.unwrap_or(u32::from(self.least == 1 && self.most.is_multiple_of(self.count)))
    }

    /// The cards of a deck that has the largest number.
    fn cards(&self, base: u32) -> u64 {
        (self.most + 1).saturating_sub(u64::from(base))
    }
}

/// Finds the number of cards in a binary input, decompressed, or in one of text whose first line is long and holds
/// numbers.
///
/// For an order that lacks some rows, or has some twice, the largest row gives the number of rows. `None` if the
/// input is neither, so that others report the error.
///
/// ```
/// use shuffle_reader::{Asked, ColumnChoice, Format, Guess, guess_in_one_pass};
/// let asked = Asked::of(Format::U16Le, &ColumnChoice::All);
/// let order = [2_u8, 0, 0, 0, 1, 0];
/// assert_eq!(guess_in_one_pass(&order[..], &asked), Ok(Some(Guess { cards: 3, base: 0 })));
/// ```
///
/// # Errors
///
/// [`GuessError`] if the numbers do not show it.
pub fn guess_in_one_pass(read: impl Read, asked: &Asked<'_>) -> Result<Option<Guess>, GuessError> {
    let format = asked.format;
    if asked.is_deal && !format.is_text() {
        return Err(GuessError::Binary(format));
    }
    match format {
        Format::Npy => array(read, asked.base),
        Format::Text | Format::Csv if asked.labels.is_none() && !asked.is_deal => {
            let Ok(Some(span)) = line(read) else { return Ok(None) };
            Ok(lone(&span, asked.base))
        }
        format => {
            let Some(width) = format.width() else { return Ok(None) };
            let Ok(span) = numbers(read, Element { width, is_signed: false }, u64::MAX) else {
                return Ok(None);
            };
            raw(&span, asked)
        }
    }
}

/// The cards of a lone order.
fn lone(span: &Span, base: Option<u32>) -> Option<Guess> {
    let base = if span.count == 0 { return None } else { span.base(base) };
    usize::try_from(span.cards(base)).ok().map(|cards| Guess { cards, base })
}

/// The cards of raw numbers: one order, or several of the same length.
fn raw(span: &Span, asked: &Asked<'_>) -> Result<Option<Guess>, GuessError> {
    let Some(guess) = lone(span, asked.base) else { return Ok(None) };
    let cards = guess.cards as u64;
    match span.count < 2 * cards || span.count.is_multiple_of(cards.max(1)) {
        true => Ok(Some(guess)),
        false => Err(GuessError::Numbers {
            format: asked.format,
            count: span.count,
            most: span.most,
            cards,
        }),
    }
}

/// The cards of an array, by its first order.
fn array(mut read: impl Read, base: Option<u32>) -> Result<Option<Guess>, GuessError> {
    let mut start = Vec::new();
    let array = loop {
        let before = start.len();
        let Ok(_) = read.by_ref().take(256).read_to_end(&mut start) else { return Ok(None) };
        match npy::array(&start, start.len() == before) {
            Ok(Some(array)) => break array,
            Ok(None) => {}
            Err(_) => return Ok(None),
        }
    };
    let row = if array.decks == 0 { 0 } else { array.row as u64 };
    let rest = start[array.start..].chain(read);
    let Ok(span) = numbers(rest, array.element, row) else { return Ok(None) };
    match lone(&span, base) {
        Some(guess) if !array.is_lone && span.count < guess.cards as u64 => {
            Err(GuessError::Hands { row, cards: guess.cards })
        }
        guess => Ok(guess),
    }
}

/// The first numbers of a binary input, at most `most`.
fn numbers(mut read: impl Read, element: Element, most: u64) -> io::Result<Span> {
    let (mut room, mut held, mut span) = (vec![0; ROOM], 0, Span::NONE);
    while span.count < most {
        match read.read(&mut room[held..]) {
            Ok(0) => break,
            Ok(more) => held += more,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        }
        let whole = held - held % element.width;
        let left = usize::try_from(most - span.count).unwrap_or(usize::MAX);
        for bytes in room[..whole].chunks_exact(element.width).take(left) {
            // A negative number is not a card, which the reader says with its place.
            span.add(binary::number(bytes, element).unwrap_or(0));
        }
        room.copy_within(whole..held, 0);
        held -= whole;
    }
    Ok(span)
}

/// The numbers of the first line that holds any; `None` if it holds anything else.
fn line(mut read: impl Read) -> io::Result<Option<Span>> {
    let (mut room, mut span, mut number) = (vec![0; ROOM], Span::NONE, None::<u64>);
    let mut is_comment = false;
    loop {
        let more = match read.read(&mut room) {
            Ok(more) => more,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        for &byte in &room[..more] {
            match byte {
                b'\n' if is_comment => is_comment = false,
                _ if is_comment => {}
                b'0'..=b'9' => {
                    let before = number.unwrap_or(0).saturating_mul(10);
                    number = Some(before.saturating_add(u64::from(byte - b'0')));
                }
                b'#' if span.count == 0 && number.is_none() => is_comment = true,
                b' ' | b'\t' | b',' | b';' | b'\r' | b'\n' | b'[' | b']' | b'(' | b')' => {
                    number.take().into_iter().for_each(|number| span.add(number));
                    if byte == b'\n' && span.count > 0 {
                        return Ok(Some(span));
                    }
                }
                _ => return Ok(None),
            }
        }
        if more == 0 {
            number.into_iter().for_each(|number| span.add(number));
            return Ok((span.count > 0).then_some(span));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::columns::ColumnChoice;

    fn guessed(format: Format, input: &[u8]) -> Result<Option<Guess>, GuessError> {
        guess_in_one_pass(input, &Asked::of(format, &ColumnChoice::All))
    }

    fn wide(numbers: &[u32]) -> Vec<u8> {
        numbers.iter().flat_map(|number| number.to_le_bytes()).collect()
    }

    #[test]
    fn orders_tell_their_cards_and_base() {
        let of = |cards, base| Ok(Some(Guess { cards, base }));
        assert_eq!(guessed(Format::U32Le, &wide(&[2, 0, 1])), of(3, 0));
        assert_eq!(guessed(Format::U32Le, &wide(&[2, 3, 1])), of(3, 1));
        assert_eq!(guessed(Format::U8, &[1, 0, 0, 1, 1, 0]), of(2, 0), "three orders");
        assert_eq!(guessed(Format::Text, b"# an order\n\n[3, 1, 2]\n0 0 9\n"), of(3, 1));
        assert_eq!(guessed(Format::Csv, b"2;0;1"), of(3, 0));
        assert_eq!(guessed(Format::Text, b"a b"), Ok(None));
        assert_eq!(guessed(Format::U8, b""), Ok(None));
    }

    #[test]
    fn an_order_with_gaps_has_as_many_rows_as_its_largest_number_says() {
        let of = |cards| Ok(Some(Guess { cards, base: 0 }));
        assert_eq!(guessed(Format::U32Le, &wide(&[4, 0, 1])), of(5), "2 and 3 are missing");
        assert_eq!(guessed(Format::U32Le, &wide(&[2, 0, 1, 0])), of(3), "0 comes twice");
        let hands = guessed(Format::U8, &[17, 3, 40, 2, 9].repeat(20)).unwrap_err().to_string();
        assert!(hands.contains("100 numbers up to 40") && hands.contains("--cards"), "{hands}");
    }
}
