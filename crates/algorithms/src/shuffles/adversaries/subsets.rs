//! Three to six cards or places that know of each other only all together.

use super::{
    SHARE, Share, adversary,
    conditioned::{Condition, Conditioned},
    subset::{PICK, Subset, first, of_cards, size, step},
};
use crate::{
    entry::{Entry, Known, Listing},
    spec::{Parameter, Spec},
};

const PARAMETERS: &[Parameter] = &[size(4), first(5), step(11), PICK, of_cards(0), SHARE];

const SOURCE: &str = "adversary: a law of order k, Diaconis 1988, chapter 8";

fn subset(spec: &Spec, condition: fn(Subset) -> Condition) -> Conditioned {
    let subset = Subset::of(spec, spec.value("size") as usize, spec.value(PICK.key));
    Conditioned { condition: condition(subset), share: Share::of(spec) }
}

/// The catalogue's `subset-sign`.
pub const SIGN: Listing<Conditioned> = Listing {
    entry: Entry {
        title: "the relative order of the cards at a few places is always even",
        parameters: PARAMETERS,
        known: Known::Biased {
            from: 2,
            how: "the relative order of a few cards or places is even",
        },
        source: SOURCE,
        explanation: "A uniform order, given that the relative order of the cards at $k$ places is an even permutation, or, \
            with `cards=1`, that in which $k$ cards lie. Half of all orders never come, yet any $k - 1$ of the cards are as \
            well shuffled as can be: whoever looks at fewer than $k$ of them at once sees nothing. The places are `first`, `first` + \
            `step` and so on, or drawn by `pick`.",
        ..adversary("subset-sign")
    },
    build: |spec| subset(spec, Condition::EvenAmong),
};

/// The catalogue's `subset-parity`.
pub const PARITY: Listing<Conditioned> = Listing {
    entry: Entry {
        title: "evenly many of the cards at a few places are odd",
        parameters: PARAMETERS,
        known: Known::Biased { from: 2, how: "of a few cards or places evenly many are odd" },
        source: SOURCE,
        explanation: "A uniform order, given that the exclusive or of the lowest bits of the cards at $k$ places is 0, or, with \
            `cards=1`, of the places of $k$ cards. Any $k - 1$ of them are nearly as they should be (with $k = 2$ it is \
            [`pair-parity`](pair-parity.md)). The places are `first`, `first` + `step` and so on, or drawn by `pick`.",
        ..adversary("subset-parity")
    },
    build: |spec| subset(spec, Condition::EvenlyManyOdd),
};
