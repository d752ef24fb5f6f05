//! Draws with replacement that went wrong in state lotteries. Their decks are sound; the defect is in [`Sequence::draw`].

use super::{Scratch, draw, draw_order, lay, parameter};
use crate::{
    Card, Dice, Sequence,
    entry::{Entry, Known, Listing},
    spec::Parameter,
};

/// Digits that are drawn with a defect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Digits {
    /// None comes twice in a draw.
    NoRepeats,
    /// The last two never come at the first place.
    MissingSymbols,
}

/// The number of symbols that are missing.
const MISSING: usize = 2;

pub(crate) const NO_REPEATS: Listing<Digits> = Listing {
    entry: Entry {
        title: "draws with replacement in which no digit comes twice",
        known: Known::BiasedDraw { how: "with replacement, no symbol comes twice in a draw" },
        source: "Tennessee Lottery 2007, Cash 3 and Cash 4",
        ..draw("no-repeats")
    },
    build: |_| Digits::NoRepeats,
};

pub(crate) const MISSING_SYMBOLS: Listing<Digits> = Listing {
    entry: Entry {
        title: "draws with replacement whose first place never shows the last two digits",
        known: Known::BiasedDraw {
            how: "with replacement, the last two symbols never come at the first place",
        },
        source: "Arizona Lottery 2013, Pick 3",
        ..draw("missing-symbols")
    },
    build: |_| Digits::MissingSymbols,
};

impl Sequence for Digits {
    type Memory<C: Card> = Scratch<C>;

    fn next<C: Card, D: Dice>(
        &self,
        _: u64,
        deck: &mut [C],
        Scratch { order, copy }: &mut Scratch<C>,
        dice: &mut D,
    ) {
        draw_order(order, deck.len(), dice);
        lay(deck, order, copy);
    }

    fn draw<C: Card, D: Dice>(
        &self,
        _: u64,
        symbols: usize,
        row: &mut [C],
        Scratch { order, .. }: &mut Scratch<C>,
        dice: &mut D,
    ) -> bool {
        match self {
            // A row with more places than there are symbols begins anew when all have come.
            Self::NoRepeats => {
                for some in row.chunks_mut(symbols.max(1)) {
                    draw_order(order, symbols, dice);
                    let drawn = some.iter_mut().zip(&*order);
                    drawn.for_each(|(place, &drawn)| *place = C::new(drawn as usize));
                }
            }
            Self::MissingSymbols => {
                for (index, place) in row.iter_mut().enumerate() {
                    let missing = if index == 0 { MISSING } else { 0 };
                    *place = C::new(dice.below(symbols.saturating_sub(missing).max(1)));
                }
            }
        }
        true
    }
}

/// Draws that now and then come again as they were.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SameAgain {
    percent: usize,
}

const PERCENT: Parameter =
    parameter("percent", "draws in a hundred that are those before", (1, 100), 1);

pub(crate) const SAME_AGAIN: Listing<SameAgain> = Listing {
    entry: Entry {
        title: "one draw in a hundred is the one before once more",
        parameters: &[PERCENT],
        known: Known::Dependent { how: "one draw in 100 (by default) is the one before" },
        source: "Arizona Lottery 2017, Fantasy 5, Pick 3 and others",
        ..draw("same-again")
    },
    build: |spec| SameAgain { percent: spec.value(PERCENT.key) as usize },
};

/// The last draw of a block: a deck, as an order, or a row of digits.
#[derive(Debug)]
pub struct Last<C> {
    deck: Scratch<C>,
    row: Vec<C>,
}

impl<C> Default for Last<C> {
    fn default() -> Self {
        Self { deck: Scratch::default(), row: Vec::new() }
    }
}

impl SameAgain {
    fn comes_again<D: Dice>(self, dice: &mut D) -> bool {
        dice.chance(self.percent, 100)
    }
}

impl Sequence for SameAgain {
    type Memory<C: Card> = Last<C>;

    fn next<C: Card, D: Dice>(&self, _: u64, deck: &mut [C], last: &mut Last<C>, dice: &mut D) {
        let Scratch { order, copy } = &mut last.deck;
        if order.len() != deck.len() || !self.comes_again(dice) {
            draw_order(order, deck.len(), dice);
        }
        lay(deck, order, copy);
    }

    fn draw<C: Card, D: Dice>(
        &self,
        _: u64,
        symbols: usize,
        row: &mut [C],
        last: &mut Last<C>,
        dice: &mut D,
    ) -> bool {
        if last.row.len() == row.len() && self.comes_again(dice) {
            row.copy_from_slice(&last.row);
            return true;
        }
        row.iter_mut().for_each(|place| *place = C::new(dice.below(symbols)));
        last.row.clear();
        last.row.extend_from_slice(row);
        true
    }
}
