//! Decks that are made from decks before them, whole.

use super::{Defect, Next, Past, adversary, parameter, uniform};
use crate::{
    Dice, Procedure,
    entry::{Entry, Known, Listing},
    shuffles::gsr::GsrRiffle,
    spec::Parameter,
};

/// Fisher-Yates, but now and then a deck of a few trials before repeats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WeakCopy {
    lag: usize,
    per_mille: usize,
}

const LAG: Parameter =
    parameter("lag", "distance in decks to the original of a copy", (1, 4096), 3);

const PER_MILLE: Parameter = parameter("share", "copies per thousand decks", (1, 1000), 40);

pub(crate) const WEAK_COPY: Listing<WeakCopy> = Listing {
    entry: Entry {
        title: "now and then the deck from a few trials before repeats",
        parameters: &[LAG, PER_MILLE],
        known: Known::Dependent {
            how: "one deck in 25 (by default) repeats the deck three before",
        },
        source: "adversary: a weaker `repeat-deck`",
        ..adversary("weak-copy")
    },
    build: |spec| WeakCopy {
        lag: spec.value(LAG.key) as usize,
        per_mille: spec.value(PER_MILLE.key) as usize,
    },
};

impl Defect for WeakCopy {
    type Kept = Past;

    fn order<D: Dice>(&self, next: Next, past: &mut Past, dice: &mut D) -> Vec<u32> {
        let copied = past.earlier(self.lag).filter(|_| dice.chance(self.per_mille, 1000));
        past.note(copied.unwrap_or_else(|| uniform(next.cards, dice)))
    }
}

/// Each deck is the last one, riffled a few times more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RiffledOn {
    riffle: GsrRiffle,
}

const RIFFLES: Parameter = parameter("riffles", "riffles from deck to deck", (1, 32), 7);

pub(crate) const RIFFLED_ON: Listing<RiffledOn> = Listing {
    entry: Entry {
        title: "each deck is the deck before, riffled a few more times",
        parameters: &[RIFFLES],
        known: Known::Dependent { how: "each deck is a few riffles away from the one before" },
        source: "Bayer and Diaconis 1992, Ann. Appl. Probab. 2(2), from deck to deck",
        ..adversary("riffled-on")
    },
    build: |spec| RiffledOn { riffle: GsrRiffle::in_a_row(spec.value(RIFFLES.key)) },
};

impl Defect for RiffledOn {
    /// The last order of a block.
    type Kept = Option<Vec<u32>>;

    fn order<D: Dice>(&self, next: Next, last: &mut Self::Kept, dice: &mut D) -> Vec<u32> {
        match last {
            Some(order) => self.riffle.shuffle(order, &mut Default::default(), dice),
            None => *last = Some(uniform(next.cards, dice)),
        }
        last.clone().unwrap_or_default()
    }
}
