//! The coverage of orders: how many rows are missing, which come more than once, and in which places.
//!
//! A reader refuses an order at its first fault. This reads it again, whatever is in it, and counts its rows.

use crate::{
    error::{DeckError, DeckLocation},
    layout::Layout,
    reader::Reader,
};
use std::io::Read;

/// Runs and examples that are kept of each kind.
const EXAMPLES: usize = 3;

/// The coverage of all orders of an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Survey {
    /// Cards in the deck.
    pub cards: usize,
    /// Orders.
    pub orders: u64,
    /// Orders in which some card does not come exactly once.
    pub uneven: u64,
    /// The first of them.
    pub first: Option<Uneven>,
    /// True if all orders have as many cells as the first.
    pub is_even: bool,
    /// The cells of the first order.
    cells: Option<usize>,
    /// A bit a card: those that came once in every order.
    once: Vec<u64>,
    /// The count of each card in the current order, up to 2.
    seen: Vec<u8>,
}

/// An order in which not every card comes once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Uneven {
    /// Its location.
    pub place: DeckLocation,
    /// Its cells.
    pub found: usize,
    /// Cards that it lacks.
    pub missing: usize,
    /// The first runs of cards that it lacks: the first and the last of each.
    pub missing_runs: Vec<(usize, usize)>,
    /// Cards that come more than once.
    pub repeated: usize,
    /// The places at which cards repeat.
    pub repeats: usize,
    /// The first and the last of these places.
    pub repeats_at: Option<(usize, usize)>,
    /// Some of these cards: the card, its first place and the next.
    pub examples: Vec<(usize, usize, usize)>,
    /// Cells that are not cards.
    pub strange: usize,
    /// The place of the first of them.
    pub strange_at: Option<usize>,
}

impl Survey {
    /// Reads all orders of an input of whole decks.
    ///
    /// ```
    /// use shuffle_reader::{Format, Layout, Survey};
    /// let layout = Layout::whole(Format::Text, 5);
    /// let survey = Survey::of("0 1 2 3 4\n4 3 0 3\n".as_bytes(), &layout)?;
    /// let uneven = survey.first.clone().unwrap();
    /// assert_eq!((survey.orders, survey.uneven, uneven.place.deck), (2, 1, 1));
    /// assert_eq!(uneven.missing_runs, [(1, 2)]);
    /// assert_eq!(uneven.examples, [(3, 1, 3)]);
    /// assert_eq!(survey.once().collect::<Vec<_>>(), [0, 4]);
    /// # Ok::<(), shuffle_reader::DeckError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`DeckError`] if the input is not a list of cells at all.
    pub fn of(read: impl Read + Send, layout: &Layout) -> Result<Self, DeckError> {
        let mut survey = Self::empty(layout.cards);
        survey.go_on(read, layout)?;
        Ok(survey)
    }

    /// A survey of no orders, for `cards` cards each.
    pub fn empty(cards: usize) -> Self {
        let once = vec![u64::MAX; cards.div_ceil(64)];
        let (orders, uneven, first, seen) = (0, 0, None, vec![0; cards]);
        Self { cards, orders, uneven, first, is_even: true, cells: None, once, seen }
    }

    /// Reads all orders of one more input.
    ///
    /// # Errors
    ///
    /// The errors of [`Survey::of`].
    pub fn go_on(&mut self, read: impl Read + Send, layout: &Layout) -> Result<(), DeckError> {
        self.go_through(Reader::new(read, layout))
    }

    fn go_through(&mut self, mut reader: Reader<'_>) -> Result<(), DeckError> {
        let mut order = Vec::new();
        while let Some(place) = reader.survey(&mut order)? {
            self.add(place, &order);
        }
        Ok(())
    }

    /// The cards that came once in every order, in their order.
    pub fn once(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.cards).filter(|card| self.once[card / 64] >> (card % 64) & 1 == 1)
    }

    fn add(&mut self, place: DeckLocation, order: &[u32]) {
        self.orders += 1;
        self.is_even &= *self.cells.get_or_insert(order.len()) == order.len();
        self.seen.fill(0);
        for &card in order {
            if let Some(seen) = self.seen.get_mut(card as usize) {
                *seen = (*seen + 1).min(2);
            }
        }
        for (word, seen) in self.once.iter_mut().zip(self.seen.chunks(64)) {
            let once = seen.iter().rev().fold(0, |bits, &seen| bits << 1 | u64::from(seen == 1));
            *word &= once;
        }
        if order.len() != self.cards || self.seen.iter().any(|&seen| seen != 1) {
            self.uneven += 1;
            if self.first.is_none() {
                self.first = Some(self.looked_at(place, order));
            }
        }
    }

    /// The fault in an order whose cards were counted.
    fn looked_at(&self, place: DeckLocation, order: &[u32]) -> Uneven {
        let missing = || (0..self.cards).filter(|&card| self.seen[card] == 0);
        let mut missing_runs: Vec<(usize, usize)> = Vec::new();
        for card in missing() {
            let is_full = missing_runs.len() == EXAMPLES;
            match missing_runs.last_mut() {
                Some((_, last)) if *last + 1 == card => *last = card,
                _ if is_full => break,
                _ => missing_runs.push((card, card)),
            }
        }
        let mut came = vec![0_u64; self.cards.div_ceil(64)];
        let (mut repeats, mut repeats_at, mut again) = (0, None::<(usize, usize)>, Vec::new());
        let (mut strange, mut strange_at) = (0, None);
        for (at, &card) in order.iter().enumerate() {
            let card = card as usize;
            let Some(word) = came.get_mut(card / 64).filter(|_| card < self.cards) else {
                strange += 1;
                strange_at.get_or_insert(at);
                continue;
            };
            if *word >> (card % 64) & 1 == 1 {
                repeats += 1;
                repeats_at.get_or_insert((at, at)).1 = at;
                if again.len() < EXAMPLES {
                    again.push((card, at));
                }
            }
            *word |= 1 << (card % 64);
        }
        let first = |card: usize| order.iter().position(|&other| other as usize == card);
        let examples = again.iter().map(|&(card, at)| (card, first(card).unwrap_or(at), at));
        Uneven {
            place,
            found: order.len(),
            missing: missing().count(),
            missing_runs,
            repeated: self.seen.iter().filter(|&&seen| seen == 2).count(),
            repeats,
            repeats_at,
            examples: examples.collect(),
            strange,
            strange_at,
        }
    }
}
