//! The conditions of [`Conditioned`], and what the orders that meet them look like.
//!
//! - **Two cards or two places that know of each other**, whatever the places: the smallest defect that no table of one place sees. Each of
//!   the two by itself is uniform (for 52 cards exactly). Only the joint law of the two is not: the parts (n-2,2) and (n-2,1,1) of the law in
//!   Fourier space (Diaconis 1988, *Group Representations in Probability and Statistics*, chapter 8).
//! - **Three to six cards or places** that know of each other only all together.
//! - **One number of the whole order** that always has the same residue: every part of the deck is sound, or nearly.

use super::{
    SHARE, Share, adversary,
    conditioned::{Class, Condition, Conditioned, Statistic},
    parameter,
    subset::{PICK, Subset, first, of_cards, size, step},
};
use crate::{
    entry::{Entry, Known, Listing},
    spec::{Parameter, Spec},
};

const OF_PAIRS: &[Parameter] = &[first(7), step(34), of_cards(0), SHARE];

const JOINT_OF_TWO: &str = "adversary: a joint law of two, Diaconis 1988, chapter 8";

fn pair(spec: &Spec, condition: fn(Subset) -> Condition) -> Conditioned {
    Conditioned { condition: condition(Subset::of(spec, 2, 0)), share: Share::of(spec) }
}

pub(crate) const PAIR_PARITY: Listing<Conditioned> = Listing {
    entry: Entry {
        title: "the cards at two places always have equal parity",
        parameters: OF_PAIRS,
        known: Known::Biased { from: 2, how: "two cards or places have equal parity" },
        source: JOINT_OF_TWO,
        ..adversary("pair-parity")
    },
    build: |spec| pair(spec, Condition::EvenlyManyOdd),
};

pub(crate) const PAIR_SUIT: Listing<Conditioned> = Listing {
    entry: Entry {
        title: "the cards at two places are never of one suit",
        parameters: OF_PAIRS,
        known: Known::Biased { from: 5, how: "two cards or places are never of one suit" },
        source: JOINT_OF_TWO,
        ..adversary("pair-suit")
    },
    build: |spec| pair(spec, |subset| Condition::Apart(subset, Class::Suit)),
};

pub(crate) const PAIR_RANK: Listing<Conditioned> = Listing {
    entry: Entry {
        title: "the cards at two places are never of one rank",
        parameters: OF_PAIRS,
        known: Known::Biased { from: 14, how: "two cards or places are never of one rank" },
        source: JOINT_OF_TWO,
        ..adversary("pair-rank")
    },
    build: |spec| pair(spec, |subset| Condition::Apart(subset, Class::Rank)),
};

const OF_SUBSETS: &[Parameter] = &[size(4), first(5), step(11), PICK, of_cards(0), SHARE];

const JOINT_OF_MORE: &str = "adversary: a law of order k, Diaconis 1988, chapter 8";

fn subset(spec: &Spec, condition: fn(Subset) -> Condition) -> Conditioned {
    let subset = Subset::of(spec, spec.value("size") as usize, spec.value(PICK.key));
    Conditioned { condition: condition(subset), share: Share::of(spec) }
}

pub(crate) const SUBSET_SIGN: Listing<Conditioned> = Listing {
    entry: Entry {
        title: "the relative order of the cards at a few places is always even",
        parameters: OF_SUBSETS,
        known: Known::Biased {
            from: 2,
            how: "the relative order of a few cards or places is even",
        },
        source: JOINT_OF_MORE,
        ..adversary("subset-sign")
    },
    build: |spec| subset(spec, Condition::EvenAmong),
};

pub(crate) const SUBSET_PARITY: Listing<Conditioned> = Listing {
    entry: Entry {
        title: "the number of odd cards at a few places is always even",
        parameters: OF_SUBSETS,
        known: Known::Biased {
            from: 2,
            how: "among a few cards or places, the number of odd ones is even",
        },
        source: JOINT_OF_MORE,
        ..adversary("subset-parity")
    },
    build: |spec| subset(spec, Condition::EvenlyManyOdd),
};

const RESIDUE: Parameter = parameter("residue", "the residue, less than the modulus", (0, 15), 0);

const fn modulus(default: u64) -> Parameter {
    parameter("modulus", "the number is fixed modulo this", (2, 16), default)
}

const OF_NUMBERS: &[Parameter] = &[modulus(2), RESIDUE, SHARE];

fn fixed(spec: &Spec, of: Statistic) -> Conditioned {
    let value = |key| spec.value(key) as usize;
    let (modulus, residue) = (value("modulus"), value(RESIDUE.key));
    Conditioned { condition: Condition::Residue { of, modulus, residue }, share: Share::of(spec) }
}

pub(crate) const EVEN_ORDERS: Listing<Conditioned> = Listing {
    entry: Entry {
        title: "even orders only: uniform on the alternating group",
        parameters: &[SHARE],
        known: Known::Biased { from: 2, how: "odd orders never come" },
        source: "adversary: the alternating group",
        ..adversary("even-orders")
    },
    build: |spec| Conditioned { condition: Condition::Even, share: Share::of(spec) },
};

pub(crate) const INVERSIONS: Listing<Conditioned> = Listing {
    entry: Entry {
        title: "the number of inversions has a fixed residue",
        parameters: &[modulus(4), RESIDUE, SHARE],
        known: Known::Biased { from: 2, how: "the inversions have one residue only" },
        source: "adversary: one number of the whole order; MacMahon 1913",
        ..adversary("inversions-modulo")
    },
    build: |spec| fixed(spec, Statistic::Inversions),
};

pub(crate) const MAJOR_INDEX: Listing<Conditioned> = Listing {
    entry: Entry {
        title: "the major index has a fixed residue",
        parameters: OF_NUMBERS,
        known: Known::Biased { from: 2, how: "the major index has one residue only" },
        source: "adversary: one number of the whole order; MacMahon 1913",
        ..adversary("major-index-modulo")
    },
    build: |spec| fixed(spec, Statistic::MajorIndex),
};

pub(crate) const WEIGHTED_SUM: Listing<Conditioned> = Listing {
    entry: Entry {
        title: "the sum of place times card has a fixed residue",
        parameters: OF_NUMBERS,
        known: Known::Biased { from: 2, how: "the sum of place times card has one residue only" },
        source: "adversary: one number of the whole order",
        ..adversary("weighted-sum-modulo")
    },
    build: |spec| fixed(spec, Statistic::WeightedSum),
};

pub(crate) const COLOR_CHANGES: Listing<Conditioned> = Listing {
    entry: Entry {
        title: "the number of changes of color has a fixed residue",
        parameters: OF_NUMBERS,
        known: Known::Biased { from: 3, how: "the changes of color have one residue only" },
        source: "adversary: one number of the whole order; runs of colors",
        ..adversary("color-changes-modulo")
    },
    build: |spec| fixed(spec, Statistic::ColorChanges),
};

pub(crate) const SUIT_CHANGES: Listing<Conditioned> = Listing {
    entry: Entry {
        title: "the number of changes of suit has a fixed residue",
        parameters: OF_NUMBERS,
        known: Known::Biased { from: 5, how: "the changes of suit have one residue only" },
        source: "adversary: one number of the whole order; runs of suits",
        ..adversary("suit-changes-modulo")
    },
    build: |spec| fixed(spec, Statistic::SuitChanges),
};
