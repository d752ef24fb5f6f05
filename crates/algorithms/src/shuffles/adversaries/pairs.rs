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

pub(crate) const PARITY: Listing<Conditioned> = Listing {
    entry: Entry {
        title: "the cards at two places are always of equal parity",
        parameters: PARAMETERS,
        known: Known::Biased { from: 2, how: "two cards or places are of equal parity" },
        source: SOURCE,
        ..adversary("pair-parity")
    },
    build: |spec| pair(spec, Condition::EvenlyManyOdd),
};

pub(crate) const SUIT: Listing<Conditioned> = Listing {
    entry: Entry {
        title: "the cards at two places are never of one suit",
        parameters: PARAMETERS,
        known: Known::Biased { from: 5, how: "two cards or places are never of one suit" },
        source: SOURCE,
        ..adversary("pair-suit")
    },
    build: |spec| pair(spec, |subset| Condition::Apart(subset, Class::Suit)),
};

pub(crate) const RANK: Listing<Conditioned> = Listing {
    entry: Entry {
        title: "the cards at two places are never of one rank",
        parameters: PARAMETERS,
        known: Known::Biased { from: 14, how: "two cards or places are never of one rank" },
        source: SOURCE,
        ..adversary("pair-rank")
    },
    build: |spec| pair(spec, |subset| Condition::Apart(subset, Class::Rank)),
};
