//! Two cards or two places that know of each other, whatever the places: the smallest defect that no table of one place sees.
//!
//! Each of the two by itself is uniform (for 52 cards exactly). Only the joint law of the two is not: the parts (n-2,2) and (n-2,1,1)
//! of the law in Fourier space (Diaconis 1988, *Group Representations in Probability and Statistics*, chapter 8).

use super::{
    SHARE, Share, adversary,
    conditioned::{Class, Condition, Conditioned},
    subset::{Subset, first, of_cards, step},
};
use crate::{
    entry::{Entry, Known, Listing},
    spec::{Parameter, Spec},
};

const PARAMETERS: &[Parameter] = &[first(7), step(34), of_cards(0), SHARE];

const SOURCE: &str = "adversary: a joint law of two, Diaconis 1988, chapter 8";

fn pair(spec: &Spec, condition: fn(Subset) -> Condition) -> Conditioned {
    Conditioned { condition: condition(Subset::of(spec, 2, 0)), share: Share::of(spec) }
}

/// The catalogue's `pair-parity`.
pub const PARITY: Listing<Conditioned> = Listing {
    entry: Entry {
        title: "the cards at two places are always of equal parity",
        parameters: PARAMETERS,
        known: Known::Biased { from: 2, how: "two cards or places are of equal parity" },
        source: SOURCE,
        explanation: "A uniform order, given that the cards at two places (by default 7 and 41) are both even or both odd; with \
            `cards=1` that two cards lie at places of equal parity. Half of all orders never come. But each card is as \
            likely at each place as ever, so no test of single places, of neighbours or of whole orders sees it. Only the joint law of \
            the two places is wrong.",
        ..adversary("pair-parity")
    },
    build: |spec| pair(spec, Condition::EvenlyManyOdd),
};

/// The catalogue's `pair-suit`.
pub const SUIT: Listing<Conditioned> = Listing {
    entry: Entry {
        title: "the cards at two places are never of one suit",
        parameters: PARAMETERS,
        known: Known::Biased { from: 5, how: "two cards or places are never of one suit" },
        source: SOURCE,
        explanation: "A uniform order, given that the cards at two places are of different suits, a suit being a quarter of the \
            deck; with `cards=1` that two cards lie in different quarters of it. Less than a quarter of all orders never come, and all \
            tests of single places are blind to it.",
        ..adversary("pair-suit")
    },
    build: |spec| pair(spec, |subset| Condition::Apart(subset, Class::Suit)),
};

/// The catalogue's `pair-rank`.
pub const RANK: Listing<Conditioned> = Listing {
    entry: Entry {
        title: "the cards at two places are never of one rank",
        parameters: PARAMETERS,
        known: Known::Biased { from: 14, how: "two cards or places are never of one rank" },
        source: SOURCE,
        explanation: "A uniform order, given that the cards at two places are of different ranks, the rank being the remainder \
            modulo 13; with `cards=1` that two cards lie at places of different remainders. One order in seventeen is missing: the \
            rarest event of its kind with cards.",
        ..adversary("pair-rank")
    },
    build: |spec| pair(spec, |subset| Condition::Apart(subset, Class::Rank)),
};
