//! Decks that are made from decks before them, whole.

use super::{Past, Scratch, adversary, draw_order, lay, parameter};
use crate::{
    Card, Dice, Procedure, Sequence,
    entry::{Entry, Known, Listing},
    shuffles::gsr::GsrRiffle,
    spec::Parameter,
};

/// Fisher-Yates, but now and then a deck of a few trials before comes again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WeakCopy {
    lag: usize,
    per_mille: usize,
}

const LAG: Parameter =
    parameter("lag", "decks from one to the one that it is a copy of", (1, 4096), 3);

const PER_MILLE: Parameter =
    parameter("share", "decks in a thousand that are copies", (1, 1000), 40);

pub(crate) const WEAK_COPY: Listing<WeakCopy> = Listing {
    entry: Entry {
        title: "now and then the deck of a few trials before comes again",
        parameters: &[LAG, PER_MILLE],
        known: Known::Dependent { how: "one deck in 25 (by default) is that of three before" },
        source: "adversary: a weaker `repeat-deck`",
        ..adversary("weak-copy")
    },
    build: |spec| WeakCopy {
        lag: spec.value(LAG.key) as usize,
        per_mille: spec.value(PER_MILLE.key) as usize,
    },
};

impl Sequence for WeakCopy {
    type Memory<C: Card> = Past<C>;

    fn next<C: Card, D: Dice>(&self, _: u64, deck: &mut [C], past: &mut Past<C>, dice: &mut D) {
        let earlier = past.earlier(self.lag);
        let order = earlier.filter(|_| dice.chance(self.per_mille, 1000)).unwrap_or_else(|| {
            let mut order = Vec::with_capacity(deck.len());
            draw_order(&mut order, deck.len(), dice);
            order
        });
        past.lay(deck, order);
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
        title: "each deck is the last one, riffled a few times more",
        parameters: &[RIFFLES],
        known: Known::Dependent { how: "each deck is some riffles away from the one before" },
        source: "Bayer and Diaconis 1992, Ann. Appl. Probab. 2(2), from deck to deck",
        ..adversary("riffled-on")
    },
    build: |spec| RiffledOn { riffle: GsrRiffle::in_a_row(spec.value(RIFFLES.key)) },
};

impl Sequence for RiffledOn {
    /// The last order of a block, and space to riffle it in.
    type Memory<C: Card> = (Scratch<C>, <GsrRiffle as Procedure>::Scratch<u32>);

    fn next<C: Card, D: Dice>(
        &self,
        _: u64,
        deck: &mut [C],
        (Scratch { order, copy }, scratch): &mut Self::Memory<C>,
        dice: &mut D,
    ) {
        if order.len() == deck.len() {
            self.riffle.shuffle(order, scratch, dice);
        } else {
            draw_order(order, deck.len(), dice);
        }
        lay(deck, order, copy);
    }
}
