//! Draws with replacement that went wrong in state lotteries. Their decks are sound; the defect is in [`Defect::row`].

use super::{Defect, Next, draw, parameter, uniform};
use crate::{
    Dice,
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
        title: "draws with replacement in which no digit repeats",
        known: Known::BiasedDraw { how: "with replacement, no symbol repeats in a draw" },
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

impl Defect for Digits {
    type Kept = ();

    fn order<D: Dice>(&self, next: Next, (): &mut (), dice: &mut D) -> Vec<u32> {
        uniform(next.cards, dice)
    }

    fn row<D: Dice>(
        &self,
        symbols: usize,
        places: usize,
        (): &mut (),
        dice: &mut D,
    ) -> Option<Vec<u32>> {
        Some(match self {
            // A row with more places than there are symbols starts over when all have come.
            Self::NoRepeats => {
                let times = places.div_ceil(symbols.max(1));
                (0..times).flat_map(|_| uniform(symbols, dice)).collect()
            }
            Self::MissingSymbols => {
                let missing = |place| if place == 0 { MISSING } else { 0 };
                let left = |place| symbols.saturating_sub(missing(place)).max(1);
                (0..places).map(|place| dice.below(left(place)) as u32).collect()
            }
        })
    }
}

/// Draws that now and then repeat as they were.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SameAgain {
    percent: usize,
}

const PERCENT: Parameter =
    parameter("percent", "percentage of draws that repeat the draw before", (1, 100), 1);

pub(crate) const SAME_AGAIN: Listing<SameAgain> = Listing {
    entry: Entry {
        title: "one draw in a hundred repeats the draw before",
        parameters: &[PERCENT],
        known: Known::Dependent { how: "one draw in 100 (by default) repeats the one before" },
        source: "Arizona Lottery 2017, Fantasy 5, Pick 3 and others",
        ..draw("same-again")
    },
    build: |spec| SameAgain { percent: spec.value(PERCENT.key) as usize },
};

impl SameAgain {
    /// The last draw once more, or a new one.
    fn next<D: Dice>(
        self,
        last: &mut Option<Vec<u32>>,
        dice: &mut D,
        new: impl FnOnce(&mut D) -> Vec<u32>,
    ) -> Vec<u32> {
        if last.is_none() || !dice.chance(self.percent, 100) {
            *last = Some(new(dice));
        }
        last.clone().unwrap_or_default()
    }
}

impl Defect for SameAgain {
    /// The last draw of a block: a deck, as an order, or a row of digits.
    type Kept = Option<Vec<u32>>;

    fn order<D: Dice>(&self, next: Next, last: &mut Self::Kept, dice: &mut D) -> Vec<u32> {
        self.next(last, dice, |dice| uniform(next.cards, dice))
    }

    fn row<D: Dice>(
        &self,
        symbols: usize,
        places: usize,
        last: &mut Self::Kept,
        dice: &mut D,
    ) -> Option<Vec<u32>> {
        let new = |dice: &mut D| (0..places).map(|_| dice.below(symbols) as u32).collect();
        Some(self.next(last, dice, new))
    }
}
