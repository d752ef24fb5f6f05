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
        parameters: PARAMETERS,
        known: Known::Biased { from: 2, how: "the major index has one residue only" },
        source: "adversary: one number of the whole order; MacMahon 1913",
        ..adversary("major-index-modulo")
    },
    build: |spec| fixed(spec, Statistic::MajorIndex),
};

pub(crate) const WEIGHTED_SUM: Listing<Conditioned> = Listing {
    entry: Entry {
        title: "the sum of place times card has a fixed residue",
        parameters: PARAMETERS,
        known: Known::Biased { from: 2, how: "the sum of place times card has one residue only" },
        source: "adversary: one number of the whole order",
        ..adversary("weighted-sum-modulo")
    },
    build: |spec| fixed(spec, Statistic::WeightedSum),
};

pub(crate) const COLOR_CHANGES: Listing<Conditioned> = Listing {
    entry: Entry {
        title: "the number of changes of colour has a fixed residue",
        parameters: PARAMETERS,
        known: Known::Biased { from: 3, how: "the changes of colour have one residue only" },
        source: "adversary: one number of the whole order; runs of colours",
        ..adversary("color-changes-modulo")
    },
    build: |spec| fixed(spec, Statistic::ColorChanges),
};

pub(crate) const SUIT_CHANGES: Listing<Conditioned> = Listing {
    entry: Entry {
        title: "the number of changes of suit has a fixed residue",
        parameters: PARAMETERS,
        known: Known::Biased { from: 5, how: "the changes of suit have one residue only" },
        source: "adversary: one number of the whole order; runs of suits",
        ..adversary("suit-changes-modulo")
    },
    build: |spec| fixed(spec, Statistic::SuitChanges),
};
