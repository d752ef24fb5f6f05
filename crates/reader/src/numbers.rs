//! The fast path: reads a line of well-formed numbers of any length in one pass, and gives no reason if it refuses one.

use crate::{
    layout::{Format, Labels, Layout},
    two_digits::{self, Short},
};
use shuffle_deck::Card;

/// The kinds of bytes; the kind of a digit is its value.
const SEPARATOR: u8 = 10;
const OTHER: u8 = 11;

/// The most digits of a number, which cannot overflow; longer numbers are left to the slow path.
const DIGITS: usize = 18;

#[derive(Debug)]
pub(crate) struct NumberLines {
    kinds: Box<[u8; 256]>,
    json: bool,
    /// True if a leading zero is left to the slow path.
    leading: bool,
    /// True if a card 0 is, too.
    zero: bool,
    base: u32,
    cards: u64,
    /// The faster path, if no number has more than two digits.
    short: Option<Short>,
}

impl NumberLines {
    /// `None` if the cards of the layout are not numbers, or too large ones.
    pub(crate) fn new(layout: &Layout, separators: &[char]) -> Option<Self> {
        let Labels::Numbers { base } = layout.labels else { return None };
        let cards = layout.cards as u64;
        let mut kinds = Box::new([OTHER; 256]);
        for digit in 0..10 {
            kinds[usize::from(b'0' + digit)] = digit;
        }
        for &separator in separators {
            kinds[separator as usize & 127] = SEPARATOR;
        }
        let json = layout.format == Format::Ndjson;
        // JSON has no leading zeros; and a symbol 00 may be another one than 0.
        let zero = layout.may_have_two_zeros();
        let leading = json || zero;
        let one = |at: usize| separators[at.min(separators.len() - 1)] as u8;
        let short = (cards + u64::from(base) <= two_digits::LIMIT).then(|| Short {
            separators: [one(0), one(1), one(2)],
            leading,
            base: base as u8,
            cards: cards as u8,
        });
        Some(Self { kinds, json, leading, zero, base, cards, short })
    }

    /// Fills the row, if the line holds exactly as many numbers, all in range, with a separator and any spaces between
    /// two of them.
    ///
    /// A rejected line may still be a deck; an accepted one is a deck if its cards are distinct.
    #[inline]
    pub(crate) fn read<C: Card>(
        &self,
        held: &[u8],
        from: usize,
        length: usize,
        row: &mut [C],
    ) -> bool {
        let (mut from, mut length) = (from, length);
        if self.json {
            let line = &held[from..from + length];
            if length < 2 || !line.starts_with(b"[") || !line.ends_with(b"]") {
                return false;
            }
            (from, length) = (from + 1, length - 2);
        }
        let is_read = match &self.short {
            Some(short) => short.read(held, from, length, row),
            None if self.leading => self.cells::<C, true>(&held[from..from + length], row),
            None => self.cells::<C, false>(&held[from..from + length], row),
        };
        is_read && !(self.zero && row[0].index() == 0)
    }

    fn cells<C: Card, const LEADING: bool>(&self, line: &[u8], row: &mut [C]) -> bool {
        let kind = |at: usize| line.get(at).map_or(OTHER, |&byte| self.kinds[usize::from(byte)]);
        let cells = row.len();
        let (mut at, mut worst) = (0, 0);
        for (cell, card) in row.iter_mut().enumerate() {
            let start = at;
            let mut value = u64::from(kind(at));
            if value > 9 {
                return false;
            }
            at += 1;
            let behind = loop {
                let digit = kind(at);
                if digit > 9 {
                    break digit;
                }
                value = value.wrapping_mul(10).wrapping_add(u64::from(digit));
                at += 1;
            };
            if at - start > DIGITS || (LEADING && at - start > 1 && line[start] == b'0') {
                return false;
            }
            let number = value.wrapping_sub(self.base.into());
            worst = worst.max(number);
            *card = C::new(number as usize);
            if cell + 1 < cells {
                if behind != SEPARATOR {
                    return false;
                }
                at += 1;
            }
            while line.get(at) == Some(&b' ') {
                at += 1;
            }
        }
        at == line.len() && worst < self.cards
    }
}
