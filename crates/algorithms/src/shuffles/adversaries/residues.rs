//! One number of the whole order that always has the same residue: every part of the deck is sound, or nearly.

use super::{
    SHARE, Share, adversary,
    conditioned::{Condition, Conditioned, Statistic},
    parameter,
};
use crate::{
    entry::{Entry, Known, Listing},
    spec::{Parameter, Spec},
};

const RESIDUE: Parameter = parameter("residue", "the residue, less than the modulus", (0, 15), 0);

const fn modulus(default: u64) -> Parameter {
    parameter("modulus", "the number is fixed modulo this", (2, 16), default)
}

const PARAMETERS: &[Parameter] = &[modulus(2), RESIDUE, SHARE];

fn fixed(spec: &Spec, of: Statistic) -> Conditioned {
    let value = |key| spec.value(key) as usize;
    let (modulus, residue) = (value("modulus"), value(RESIDUE.key));
    Conditioned { condition: Condition::Residue { of, modulus, residue }, share: Share::of(spec) }
}

/// The catalogue's `even-orders`.
pub const EVEN_ORDERS: Listing<Conditioned> = Listing {
    entry: Entry {
        title: "even orders only: uniform on the alternating group",
        parameters: &[SHARE],
        known: Known::Biased { from: 2, how: "odd orders never come" },
        source: "adversary: the alternating group",
        explanation: "A uniform even permutation. Of any $n - 2$ cards every arrangement is equally likely; the last two then lie \
            in the only order that makes the whole even. So half of all orders never come, and nothing shows it but a look at \
            whole decks.",
        ..adversary("even-orders")
    },
    build: |spec| Conditioned { condition: Condition::Even, share: Share::of(spec) },
};

/// The catalogue's `inversions-modulo`.
pub const INVERSIONS: Listing<Conditioned> = Listing {
    entry: Entry {
        title: "the number of inversions has a fixed residue",
        parameters: &[modulus(4), RESIDUE, SHARE],
        known: Known::Biased { from: 2, how: "the inversions have one residue only" },
        source: "adversary: one number of the whole order; MacMahon 1913",
        explanation: "A uniform order, given that the number of its inversions (pairs that lie in the wrong order) is a multiple \
            of 4, or has another `residue` modulo another `modulus`. With modulus 2 it is [`even-orders`](even-orders.md).",
        ..adversary("inversions-modulo")
    },
    build: |spec| fixed(spec, Statistic::Inversions),
};

/// The catalogue's `major-index-modulo`.
pub const MAJOR_INDEX: Listing<Conditioned> = Listing {
    entry: Entry {
        title: "the major index has a fixed residue",
        parameters: PARAMETERS,
        known: Known::Biased { from: 2, how: "the major index has one residue only" },
        source: "adversary: one number of the whole order; MacMahon 1913",
        explanation: "A uniform order, given that its major index is even, or has another `residue` modulo another `modulus`. The \
            major index is the sum of the places, counted from 1, after which a lower card follows. It has the same law as the number of \
            inversions, but says nothing of the parity of the order.",
        ..adversary("major-index-modulo")
    },
    build: |spec| fixed(spec, Statistic::MajorIndex),
};

/// The catalogue's `weighted-sum-modulo`.
pub const WEIGHTED_SUM: Listing<Conditioned> = Listing {
    entry: Entry {
        title: "the sum of place times card has a fixed residue",
        parameters: PARAMETERS,
        known: Known::Biased { from: 2, how: "the sum of place times card has one residue only" },
        source: "adversary: one number of the whole order",
        explanation: "A uniform order, given that the sum of place times card, $\\sum_i i\\, d(i)$, is even, or has another `residue` \
            modulo another `modulus`. It is the sum on which Spearman's correlation rests, but for its last bit.",
        ..adversary("weighted-sum-modulo")
    },
    build: |spec| fixed(spec, Statistic::WeightedSum),
};

/// The catalogue's `color-changes-modulo`.
pub const COLOR_CHANGES: Listing<Conditioned> = Listing {
    entry: Entry {
        title: "the number of changes of colour has a fixed residue",
        parameters: PARAMETERS,
        known: Known::Biased { from: 3, how: "the changes of colour have one residue only" },
        source: "adversary: one number of the whole order; runs of colours",
        explanation: "A uniform order, given that the number of neighbours of different colour is even, or has another `residue` modulo \
            another `modulus`. Even cards are of one colour, odd ones of the other. Modulo 2 it says that the first and the last card \
            are of one colour; modulo 4 it is a matter of the whole deck.",
        ..adversary("color-changes-modulo")
    },
    build: |spec| fixed(spec, Statistic::ColorChanges),
};

/// The catalogue's `suit-changes-modulo`.
pub const SUIT_CHANGES: Listing<Conditioned> = Listing {
    entry: Entry {
        title: "the number of changes of suit has a fixed residue",
        parameters: PARAMETERS,
        known: Known::Biased { from: 5, how: "the changes of suit have one residue only" },
        source: "adversary: one number of the whole order; runs of suits",
        explanation: "A uniform order, given that the number of neighbours of different suits is even, or has another `residue` modulo \
            another `modulus`. A suit is a quarter of the deck.",
        ..adversary("suit-changes-modulo")
    },
    build: |spec| fixed(spec, Statistic::SuitChanges),
};
