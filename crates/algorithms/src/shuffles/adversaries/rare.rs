//! Sound shuffles in which a gross fault happens now and then: the fault is plain, its decks are few.

use super::{
    Defect, Next, adversary, mix, parameter,
    subset::{Subset, first, step},
    uniform, untouched,
};
use crate::{
    Dice, Procedure,
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
    parameter("every", "one deck in this many, on average, has the fault", (1, 1_000_000), 1_000);

fn rare(spec: &Spec, fault: Fault) -> Rare {
    Rare { every: spec.value(EVERY.key) as usize, fault }
}

const SOURCE: &str = "adversary: a gross fault that is rare";

pub(crate) const RIFFLES: Listing<Rare> = Listing {
    entry: Entry {
        title: "one deck in a thousand is riffled only twice",
        parameters: &[EVERY, RIFFLED],
        known: Known::Biased {
            from: 2,
            how: "once in a while the deck is riffled only a few times",
        },
        source: SOURCE,
        ..adversary("rare-riffles")
    },
    build: |spec| rare(spec, Fault::Riffled(GsrRiffle::in_a_row(spec.value(RIFFLED.key)))),
};

const RIFFLED: Parameter = parameter("riffles", "riffles of a faulty deck", (1, 32), 2);

pub(crate) const HALF: Listing<Rare> = Listing {
    entry: Entry {
        title: "in one deck in a thousand the upper half is sorted",
        parameters: &[EVERY],
        known: Known::Biased { from: 4, how: "once in a while the upper half is in order" },
        source: SOURCE,
        ..adversary("rare-half")
    },
    build: |spec| rare(spec, Fault::HalfAscends),
};

pub(crate) const STOP: Listing<Rare> = Listing {
    entry: Entry {
        title: "in one deck in a thousand the upper half is not shuffled",
        parameters: &[EVERY],
        known: Known::Biased { from: 2, how: "once in a while the upper half stays as it was" },
        source: SOURCE,
        ..adversary("rare-stop")
    },
    build: |spec| rare(spec, Fault::HalfStays),
};

pub(crate) const SWAPS: Listing<Rare> = Listing {
    entry: Entry {
        title: "one deck in a thousand gets only ten random swaps",
        parameters: &[EVERY, SWAPPED],
        known: Known::Biased { from: 3, how: "once in a while only a few cards are swapped" },
        source: SOURCE,
        ..adversary("rare-swaps")
    },
    build: |spec| rare(spec, Fault::Swapped { swaps: spec.value(SWAPPED.key) as usize }),
};

const SWAPPED: Parameter = parameter("swaps", "swaps of a faulty deck", (1, 1_000), 10);

pub(crate) const HAND: Listing<Rare> = Listing {
    entry: Entry {
        title: "in one deck in a thousand a player gets a royal flush",
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
    /// Draws the order of a deck of `n` cards with the fault.
    fn draw<D: Dice>(&self, n: usize, dice: &mut D) -> Vec<u32> {
        match *self {
            Self::Riffled(riffle) => {
                let mut order = untouched(n);
                riffle.shuffle(&mut order, &mut Default::default(), dice);
                order
            }
            Self::HalfAscends => {
                let mut order = uniform(n, dice);
                order[..n / 2].sort_unstable();
                order
            }
            Self::HalfStays => {
                let mut order = untouched(n);
                mix(&mut order[n / 2..], dice);
                order
            }
            Self::Swapped { swaps } => {
                let mut order = untouched(n);
                (0..swaps).for_each(|_| order.swap(dice.below(n), dice.below(n)));
                order
            }
            Self::Royal { first, step } => royal(n, Subset::at(first, step), dice),
        }
    }
}

/// A uniform order, given that five places hold a royal flush.
fn royal<D: Dice>(n: usize, places: Subset, dice: &mut D) -> Vec<u32> {
    let (mut order, mut hand) = (uniform(n, dice), ROYAL);
    let suit = (dice.below(n / RANKS) * RANKS) as u32;
    mix(&mut hand, dice);
    // As in Fisher-Yates, what is not yet laid is uniform after each swap.
    for (place, rank) in places.members(n, hand.len()).into_iter().zip(hand) {
        let lies = order.iter().position(|&card| card == suit + rank).unwrap_or(place);
        order.swap(place, lies);
    }
    order
}

impl Defect for Rare {
    type Kept = ();

    fn order<D: Dice>(&self, next: Next, (): &mut (), dice: &mut D) -> Vec<u32> {
        let cards = next.cards;
        let is_possible = !matches!(self.fault, Fault::Royal { .. }) || cards >= RANKS;
        if cards > 1 && is_possible && dice.chance(1, self.every) {
            self.fault.draw(cards, dice)
        } else {
            uniform(cards, dice)
        }
    }
}
