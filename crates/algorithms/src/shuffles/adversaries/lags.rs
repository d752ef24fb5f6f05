//! Decks that are tied to the deck a few trials before: each by itself is uniform, and neighbors may be independent.

use super::{
    Defect, MOST_CARDS, Next, Past, SHARE, Share, adversary, is_odd, mix, parameter,
    subset::{PICK, Subset, first, of_cards, size, step},
    uniform, untouched,
};
use crate::{
    Dice,
    dice::Exact,
    entry::{Entry, Known, Listing},
    spec::{Parameter, Spec},
};
use rand::SeedableRng;
use rand_pcg::Pcg64;

/// Fisher-Yates, but one feature of each deck is copied from the deck `lag` trials before. The first decks of a block
/// are sound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lagged {
    lag: usize,
    share: Share,
    tie: Tie,
}

/// A property of a deck that follows from a deck before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Tie {
    /// The parity of the order.
    Parity,
    /// The card at a place: the one that follows it in a fixed permutation.
    Card { place: usize, follower: Follower },
    /// The relative order of a few cards, or of the cards at a few places.
    Factor(Subset),
}

/// A fixed permutation of the cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Follower {
    /// Adds this number, modulo the number of cards.
    Plus(u64),
    /// One that is drawn by this number.
    Drawn(u64),
}

const fn lag(default: u64) -> Parameter {
    parameter("lag", "distance in decks from cause to effect", (1, 4096), default)
}

const fn place(default: u64) -> Parameter {
    parameter("place", "the place of the card", (0, MOST_CARDS), default)
}

fn lagged(spec: &Spec, lag: u64, tie: Tie) -> Lagged {
    Lagged { lag: lag as usize, share: Share::of(spec), tie }
}

const SOURCE: &str = "adversary: serial correlation, Knuth, TAOCP 2, 3.3.2";

pub(crate) const PARITY: Listing<Lagged> = Listing {
    entry: Entry {
        title: "the parity of the order repeats a few decks later",
        parameters: &[lag(5), SHARE],
        known: Known::Dependent { how: "the parity of the order repeats after a lag" },
        source: SOURCE,
        ..adversary("lag-parity")
    },
    build: |spec| lagged(spec, spec.value("lag"), Tie::Parity),
};

pub(crate) const CARD: Listing<Lagged> = Listing {
    entry: Entry {
        title: "the card at a place follows from the card there a few decks before",
        parameters: &[lag(3), place(0), PICK_FOLLOWER, SHARE],
        known: Known::Dependent { how: "the card at a place follows from the one a lag earlier" },
        source: SOURCE,
        ..adversary("lag-card")
    },
    build: |spec| {
        let follower = match spec.value(PICK_FOLLOWER.key) {
            0 => Follower::Plus(0),
            pick => Follower::Drawn(pick),
        };
        let place = spec.value("place") as usize;
        lagged(spec, spec.value("lag"), Tie::Card { place, follower })
    },
};

const PICK_FOLLOWER: Parameter = parameter(
    "pick",
    "a number that draws the permutation of the cards; 0 for the same card again",
    (0, u32::MAX as u64),
    0,
);

pub(crate) const COUNTING: Listing<Lagged> = Listing {
    entry: Entry {
        title: "the card at a place counts up from deck to deck",
        parameters: &[place(3), BY, SHARE],
        known: Known::Dependent { how: "the card at one place counts up" },
        source: "adversary: a counter instead of a random number",
        ..adversary("counting-place")
    },
    build: |spec| {
        let (place, follower) = (spec.value("place") as usize, Follower::Plus(spec.value(BY.key)));
        lagged(spec, 1, Tie::Card { place, follower })
    },
};

const BY: Parameter = parameter("by", "the step of the counter", (1, MOST_CARDS), 1);

pub(crate) const FACTOR: Listing<Lagged> = Listing {
    entry: Entry {
        title: "the relative order of a few cards repeats a few decks later",
        parameters: &[lag(2), size(5), first(4), step(9), PICK, of_cards(1), SHARE],
        known: Known::Dependent { how: "the relative order of a few cards repeats after a lag" },
        source: SOURCE,
        ..adversary("lag-factor")
    },
    build: |spec| {
        let subset = Subset::of(spec, spec.value("size") as usize, spec.value(PICK.key));
        lagged(spec, spec.value("lag"), Tie::Factor(subset))
    },
};

impl Tie {
    /// Changes a uniform order into one that is uniform among those that the earlier deck allows.
    fn bind(&self, order: &mut Vec<u32>, earlier: &[u32], followers: &mut Vec<u32>) {
        let n = order.len();
        match *self {
            Self::Parity => {
                if is_odd(order) != is_odd(earlier) {
                    order.swap(0, 1);
                }
            }
            Self::Card { place, follower } => {
                let wanted = follower.of(earlier[place % n], n, followers);
                let at = order.iter().position(|&card| card == wanted);
                order.swap(place % n, at.unwrap_or(place % n));
            }
            Self::Factor(subset) => {
                let mut now = subset.view(order);
                arrange(&mut now, &subset.view(earlier), &subset.members(n, n));
                *order = subset.view(&now);
            }
        }
    }
}

/// Arranges the numbers at some places as they are arranged in `like`.
fn arrange(numbers: &mut [u32], like: &[u32], members: &[usize]) {
    let mut sorted: Vec<u32> = members.iter().map(|&at| numbers[at]).collect();
    sorted.sort_unstable();
    for &at in members {
        let rank = members.iter().filter(|&&other| like[other] < like[at]).count();
        numbers[at] = sorted[rank];
    }
}

impl Follower {
    /// The card that follows `card`; the permutation is drawn once for all decks.
    fn of(self, card: u32, n: usize, drawn: &mut Vec<u32>) -> u32 {
        match self {
            Self::Plus(by) => ((u64::from(card) + by) % n as u64) as u32,
            Self::Drawn(pick) => {
                if drawn.len() != n {
                    *drawn = untouched(n);
                    mix(drawn, &mut Exact::new(Pcg64::seed_from_u64(pick)));
                }
                drawn[card as usize]
            }
        }
    }
}

impl Defect for Lagged {
    /// The decks before, and the followers that were drawn.
    type Kept = (Past, Vec<u32>);

    fn order<D: Dice>(
        &self,
        next: Next,
        (past, followers): &mut Self::Kept,
        dice: &mut D,
    ) -> Vec<u32> {
        let mut order = uniform(next.cards, dice);
        if next.cards > 1
            && let Some(earlier) = past.earlier(self.lag)
            && self.share.falls(dice)
        {
            self.tie.bind(&mut order, &earlier, followers);
        }
        past.note(order)
    }
}
