//! Samples: k of n cards in one walk over them, where every set is equally likely but not every order.
//!
//! The first `shape.dealt()` places hold the sample in the order in which the algorithm has it in the end. Of a whole deck there is one
//! sample only, and all of these leave it as it is.

use crate::{
    At, Card, Dice, Procedure, Program, Shape, Table,
    entry::{Entry, Family, Known, Listing},
};

/// The entry of a sample, to be completed.
#[track_caller]
pub(super) const fn sample(id: &'static str) -> Entry {
    Entry { in_gate: false, planted: Some(&[]), ..Entry::new(id, Family::Deal) }
}

/// Algorithm R: the first k cards fill a reservoir, and each later card `i` replaces slot `below(i + 1)` if there is such a slot.
///
/// The walk is written as swaps: a roll beyond the reservoir swaps two cards that are not in it and are never examined again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reservoir;

pub(crate) const RESERVOIR: Listing<Reservoir> = Listing {
    entry: Entry {
        aliases: &["algorithm-r"],
        title: "reservoir sample: each later card may replace a kept one",
        known: Known::UniformSet { how: "a card kept from the start keeps its slot" },
        source: "Waterman; Knuth, TAOCP 2, 3.4.2, algorithm R; Vitter 1985, ACM TOMS 11(1)",
        ..sample("reservoir")
    },
    build: |_| Reservoir,
};

impl Program for Reservoir {
    #[inline]
    fn run<T: Table>(&self, shape: Shape, table: &mut T) {
        if shape.dealt() == 0 {
            return;
        }
        for i in shape.dealt()..shape.cards() {
            let j = table.roll(0..i + 1);
            table.swap(At::Position(i), At::Roll(j));
        }
    }
}

/// Floyd's sample: for j from n-k to n-1, t = `below(j + 1)` joins the sample, or j if t is in it already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Floyd;

pub(crate) const FLOYD: Listing<Floyd> = Listing {
    entry: Entry {
        title: "Floyd's sample: a card drawn twice is replaced by the newest card",
        known: Known::UniformSet { how: "the last card of the deck can only come last" },
        source: "Bentley and Floyd 1987, CACM 30(9), Programming Pearls: a sample of brilliance",
        ..sample("floyd")
    },
    build: |_| Floyd,
};

/// Space to collect a sample in.
#[derive(Debug)]
pub struct Sampled<C> {
    taken: Vec<bool>,
    cards: Vec<C>,
}

impl<C> Default for Sampled<C> {
    fn default() -> Self {
        Self { taken: Vec::new(), cards: Vec::new() }
    }
}

impl<C: Card> Sampled<C> {
    fn begin(&mut self, cards: usize) {
        self.cards.clear();
        self.taken.clear();
        self.taken.resize(cards, false);
    }

    fn take(&mut self, deck: &[C], place: usize) {
        self.taken[place] = true;
        self.cards.push(deck[place]);
    }

    /// Lays the sample on top of the deck, and the other cards below it as they lay.
    fn lay(&mut self, deck: &mut [C]) {
        let Self { taken, cards } = self;
        cards.extend(deck.iter().zip(&*taken).filter(|(_, taken)| !**taken).map(|(card, _)| *card));
        deck.copy_from_slice(cards);
    }
}

impl Procedure for Floyd {
    type Scratch<C: Card> = Sampled<C>;

    fn shuffle<C: Card, D: Dice>(&self, deck: &mut [C], sampled: &mut Sampled<C>, dice: &mut D) {
        self.shuffle_deal(deck.len(), deck, sampled, dice);
    }

    fn shuffle_deal<C: Card, D: Dice>(
        &self,
        dealt: usize,
        deck: &mut [C],
        sampled: &mut Sampled<C>,
        dice: &mut D,
    ) {
        let n = deck.len();
        sampled.begin(n);
        for j in n - dealt..n {
            let rolled = dice.below(j + 1);
            sampled.take(deck, if sampled.taken[rolled] { j } else { rolled });
        }
        sampled.lay(deck);
    }
}

/// Selection sampling: each card in turn is taken with probability `needed / left`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SelectionSampling;

pub(crate) const SELECTION: Listing<SelectionSampling> = Listing {
    entry: Entry {
        aliases: &["algorithm-s"],
        title: "selection sampling: each card is taken with probability needed / left",
        known: Known::UniformSet { how: "the cards of a sample ascend" },
        source: "Fan, Muller and Rezucha 1962, JASA 57; Knuth, TAOCP 2, 3.4.2, algorithm S",
        ..sample("selection-sampling")
    },
    build: |_| SelectionSampling,
};

impl Procedure for SelectionSampling {
    type Scratch<C: Card> = Sampled<C>;

    fn shuffle<C: Card, D: Dice>(&self, deck: &mut [C], sampled: &mut Sampled<C>, dice: &mut D) {
        self.shuffle_deal(deck.len(), deck, sampled, dice);
    }

    fn shuffle_deal<C: Card, D: Dice>(
        &self,
        dealt: usize,
        deck: &mut [C],
        sampled: &mut Sampled<C>,
        dice: &mut D,
    ) {
        let n = deck.len();
        sampled.begin(n);
        for place in 0..n {
            let (needed, left) = (dealt - sampled.cards.len(), n - place);
            // Certain outcomes need no roll.
            if needed > 0 && (needed == left || dice.chance(needed, left)) {
                sampled.take(deck, place);
            }
        }
        sampled.lay(deck);
    }
}
