//! Sound shuffles in which a gross fault happens now and then: the fault is plain, its decks are few.

use super::{
    MOST_LISTED, Scratch, adversary, draw_order, lay, parameter,
    subset::{Subset, first, step},
};
use crate::{
    Card, Dice, Procedure,
    entry::{Entry, Known, Listing},
    shuffles::gsr::GsrRiffle,
    spec::{Parameter, Spec},
};

/// Fisher-Yates, but one deck in many has a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rare {
    every: usize,
    fault: Fault,
}

/// A fault that a deck has now and then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    /// It is riffled a few times instead.
    Riffled(GsrRiffle),
    /// The cards of its upper half ascend.
    HalfAscends,
    /// Its upper half is not shuffled.
    HalfStays,
    /// A few random swaps are made instead.
    Swapped { swaps: usize },
    /// Five places hold a royal flush.
    Royal { first: usize, step: usize },
}

const EVERY: Parameter =
    parameter("every", "of so many decks one, on average, has the fault", (1, 1_000_000), 1_000);

fn rare(spec: &Spec, fault: Fault) -> Rare {
    Rare { every: spec.value(EVERY.key) as usize, fault }
}

const SOURCE: &str = "adversary: a gross fault that is rare";

pub(crate) const RIFFLES: Listing<Rare> = Listing {
    entry: Entry {
        title: "once in a thousand decks it is riffled twice only",
        parameters: &[EVERY, RIFFLED],
        known: Known::Biased {
            from: 2,
            how: "once in a while the deck is riffled a few times only",
        },
        source: SOURCE,
        ..adversary("rare-riffles")
    },
    build: |spec| rare(spec, Fault::Riffled(GsrRiffle::in_a_row(spec.value(RIFFLED.key)))),
};

const RIFFLED: Parameter = parameter("riffles", "riffles of such a deck", (1, 32), 2);

pub(crate) const HALF: Listing<Rare> = Listing {
    entry: Entry {
        title: "once in a thousand decks the cards of the upper half ascend",
        parameters: &[EVERY],
        known: Known::Biased { from: 4, how: "once in a while the upper half is in order" },
        source: SOURCE,
        ..adversary("rare-half")
    },
    build: |spec| rare(spec, Fault::HalfAscends),
};

pub(crate) const STOP: Listing<Rare> = Listing {
    entry: Entry {
        title: "once in a thousand decks the upper half is not shuffled",
        parameters: &[EVERY],
        known: Known::Biased { from: 2, how: "once in a while the upper half stays as it was" },
        source: SOURCE,
        ..adversary("rare-stop")
    },
    build: |spec| rare(spec, Fault::HalfStays),
};

pub(crate) const SWAPS: Listing<Rare> = Listing {
    entry: Entry {
        title: "once in a thousand decks there are ten random swaps only",
        parameters: &[EVERY, SWAPPED],
        known: Known::Biased { from: 3, how: "once in a while only a few cards are swapped" },
        source: SOURCE,
        ..adversary("rare-swaps")
    },
    build: |spec| rare(spec, Fault::Swapped { swaps: spec.value(SWAPPED.key) as usize }),
};

const SWAPPED: Parameter = parameter("swaps", "swaps of such a deck", (1, 1_000), 10);

pub(crate) const HAND: Listing<Rare> = Listing {
    entry: Entry {
        title: "once in a thousand decks one player gets a royal flush",
        parameters: &[EVERY, first(0), step(1)],
        known: Known::Biased { from: 13, how: "once in a while five places hold a royal flush" },
        source: "adversary: a gross fault that is rare; a marked deal",
        ..adversary("rare-hand")
    },
    build: |spec| {
        let value = |key| spec.value(key) as usize;
        rare(spec, Fault::Royal { first: value("first"), step: value("step") })
    },
};

/// Ten to ace, as places in a suit that begins with the ace.
const ROYAL: [u32; 5] = [9, 10, 11, 12, 0];

/// The cards of a suit.
const RANKS: usize = 13;

impl Fault {
    /// Draws the order of a deck with the fault.
    fn draw<D: Dice>(&self, order: &mut Vec<u32>, n: usize, dice: &mut D) {
        match *self {
            Self::Riffled(riffle) => {
                order.clear();
                order.extend(0..n as u32);
                riffle.shuffle(order, &mut Default::default(), dice);
            }
            Self::HalfAscends => {
                draw_order(order, n, dice);
                order[..n / 2].sort_unstable();
            }
            Self::HalfStays => {
                draw_order(order, n - n / 2, dice);
                order.iter_mut().for_each(|card| *card += (n / 2) as u32);
                order.splice(..0, 0..(n / 2) as u32);
            }
            Self::Swapped { swaps } => {
                order.clear();
                order.extend(0..n as u32);
                (0..swaps).for_each(|_| order.swap(dice.below(n), dice.below(n)));
            }
            Self::Royal { first, step } => royal(order, n, Subset::at(first, step), dice),
        }
    }
}

/// A uniform order, given that five places hold a royal flush.
fn royal<D: Dice>(order: &mut Vec<u32>, n: usize, places: Subset, dice: &mut D) {
    draw_order(order, n, dice);
    let (mut members, mut hand) = (Vec::new(), ROYAL);
    places.members(n, hand.len(), &mut members);
    let suit = (dice.below(n / RANKS) * RANKS) as u32;
    super::mix(&mut hand, dice);
    // As in Fisher-Yates, what is not yet laid is uniform after each swap.
    for (place, rank) in members.into_iter().zip(hand) {
        let lies = order.iter().position(|&card| card == suit + rank).unwrap_or(place);
        order.swap(place, lies);
    }
}

impl Procedure for Rare {
    type Scratch<C: Card> = Scratch<C>;

    const MOST_WALKABLE: usize = MOST_LISTED;

    fn shuffle<C: Card, D: Dice>(&self, deck: &mut [C], scratch: &mut Scratch<C>, dice: &mut D) {
        let n = deck.len();
        let is_possible = !matches!(self.fault, Fault::Royal { .. }) || n >= RANKS;
        if n > 1 && is_possible && dice.chance(1, self.every) {
            self.fault.draw(&mut scratch.order, n, dice);
        } else {
            draw_order(&mut scratch.order, n, dice);
        }
        lay(deck, &scratch.order, &mut scratch.copy);
    }
}
