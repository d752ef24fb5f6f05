//! Sorting by random keys, which is exact unless keys collide.

use crate::{
    Card, Dice, Procedure,
    entry::{ClosedLaw, Entry, Family, Known, Listing},
    spec::Parameter,
};

/// Each card gets a key `below(keys)`; the deck is sorted by key, and ties keep their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RandomKeys {
    keys: u64,
}

const BITS: Parameter =
    Parameter { key: "bits", about: "width of a key", min: 1, max: 32, default: 8 };

pub(crate) const RANDOM_KEYS: Listing<RandomKeys> = Listing {
    entry: Entry {
        title: "sort by random keys of few bits; ties keep their order",
        parameters: &[BITS],
        known: Known::Biased {
            from: 2,
            how: "a pair ties, and stays in order, with probability 2^-bits",
        },
        source: "planted defect: ORDER BY of a short random number",
        closed_law: Some(ClosedLaw::InverseRiffles { riffles: BITS.key }),
        ..Entry::new("random-keys", Family::Sort)
    },
    build: |spec| RandomKeys::with_bits(spec.value("bits")),
};

const KEYS: Parameter =
    Parameter { key: "keys", about: "different keys", min: 2, max: 1 << 32, default: 100 };

pub(crate) const FEW_KEYS: Listing<RandomKeys> = Listing {
    entry: Entry {
        title: "sort by random keys of few values; ties keep their order",
        parameters: &[KEYS],
        known: Known::Biased {
            from: 2,
            how: "a pair ties, and stays in order, with probability 1/keys",
        },
        source: "planted defect: a sort by `randrange(100)`",
        // `random-keys` stands for both.
        in_gate: false,
        planted: Some(&[]),
        ..Entry::new("few-keys", Family::Sort)
    },
    build: |spec| RandomKeys { keys: spec.value("keys") },
};

impl RandomKeys {
    /// Keys of `bits` bits, up to 32.
    #[must_use]
    pub fn with_bits(bits: u64) -> Self {
        Self { keys: 1 << bits }
    }
}

impl Procedure for RandomKeys {
    type Scratch<C: Card> = Vec<(u64, C)>;

    fn shuffle<C: Card, D: Dice>(&self, deck: &mut [C], keyed: &mut Vec<(u64, C)>, dice: &mut D) {
        keyed.clear();
        keyed.extend(deck.iter().map(|&card| (dice.below_u64(self.keys), card)));
        keyed.sort_by_key(|&(key, _)| key);
        for (place, &(_, card)) in deck.iter_mut().zip(&*keyed) {
            *place = card;
        }
    }
}
