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

pub(crate) const SIGN: Listing<Conditioned> = Listing {
    entry: Entry {
        title: "the relative order of the cards at a few places is always even",
        parameters: PARAMETERS,
        known: Known::Biased {
            from: 2,
            how: "the relative order of a few cards or places is even",
        },
        source: SOURCE,
        ..adversary("subset-sign")
    },
    build: |spec| subset(spec, Condition::EvenAmong),
};

pub(crate) const PARITY: Listing<Conditioned> = Listing {
    entry: Entry {
        title: "evenly many of the cards at a few places are odd",
        parameters: PARAMETERS,
        known: Known::Biased { from: 2, how: "of a few cards or places evenly many are odd" },
        source: SOURCE,
        ..adversary("subset-parity")
    },
    build: |spec| subset(spec, Condition::EvenlyManyOdd),
};
