//! The two directions in which a deck is read: position after position, or card after card.

use crate::place::{
    Place,
    Word::{self, Card, Position},
};

/// The direction in which a test reads a deck.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Axis {
    /// At the cards, position after position.
    Positions,
    /// At the positions, card after card: the inverse.
    Cards,
}

impl Axis {
    /// "cards at positions 7 and 41", or "cards 7 and 41".
    pub(crate) fn named(self, numbers: &[usize]) -> Place {
        let (cards, word): (_, fn(usize) -> Word) = match self {
            Self::Positions => ("cards at positions ", Position),
            Self::Cards => ("cards ", Card),
        };
        Place::from(cards).and(Place::list(numbers.iter().map(|&number| word(number))))
    }

    /// The same, with only the first four named: "cards 3, 5, 8, 11 and 22 others".
    pub(crate) fn named_few(self, numbers: &[usize]) -> Place {
        const NAMED: usize = 4;
        if numbers.len() <= NAMED + 1 {
            return self.named(numbers);
        }
        let mut named = self.named(&numbers[..=NAMED]).words().to_vec();
        // The last number and the "and" before it give way.
        named.truncate(named.len() - 2);
        Place::of(named).text(" and ").number(numbers.len() - NAMED).text(" others")
    }
}
