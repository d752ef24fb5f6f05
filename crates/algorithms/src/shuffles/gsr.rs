//! The mathematical riffle (Gilbert, Shannon and Reeds), its inverse, and the shelf machine.
//!
//! A deck of n is cut into a packets, multinomially, and these are dropped so that each card comes from a
//! packet with probability proportional to what is left of it. Seen from the result: each place draws
//! its packet, all alike, and the packets are laid into their places in order. That takes n rolls, and k
//! riffles in a row are one such a-shuffle with a = 2^k. (Bayer and Diaconis 1992, Ann. Appl. Probab. 2(2).)

use crate::{
    Card, Dice, Procedure,
    entry::{ClosedLaw, Entry, Family, Known, Listing, PlantedDefect},
    shuffles::random_keys::RandomKeys,
    spec::Parameter,
};

/// The a-shuffle: every place draws one of a packets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GsrRiffle {
    packets: u64,
}

const RIFFLES: Parameter =
    Parameter { key: "riffles", about: "riffles in a row", min: 1, max: 32, default: 1 };

pub(crate) const GSR: Listing<GsrRiffle> = Listing {
    entry: Entry {
        aliases: &["riffle"],
        title: "Gilbert-Shannon-Reeds riffle; k in a row equal one 2^k-shuffle",
        parameters: &[RIFFLES],
        known: Known::Biased {
            from: 2,
            how: "at most 2^k rising sequences; degree 2^-(k+1); 7 riffles of 52 cards are 0.33 off",
        },
        source: "Bayer and Diaconis 1992, Ann. Appl. Probab. 2(2)",
        closed_law: Some(ClosedLaw::Riffles { riffles: RIFFLES.key }),
        planted: Some(&[
            PlantedDefect::new("gsr-riffle"),
            PlantedDefect { passes: 7, ..PlantedDefect::new("gsr-riffle-7-passes") },
        ]),
        ..Entry::new("gsr-riffle", Family::Hand)
    },
    build: |spec| GsrRiffle::in_a_row(spec.value("riffles")),
};

/// The catalogue's `inverse-riffle`: every card draws a packet, which is sorting by random keys.
pub(crate) const INVERSE: Listing<RandomKeys> = Listing {
    entry: Entry {
        title: "the inverse riffle: every card draws a packet, and the packets are stacked",
        parameters: &[RIFFLES],
        known: Known::Biased {
            from: 2,
            how: "as far from uniform as the riffle; at most 2^k runs",
        },
        source: "Bayer and Diaconis 1992, Ann. Appl. Probab. 2(2)",
        closed_law: Some(ClosedLaw::InverseRiffles { riffles: RIFFLES.key }),
        ..Entry::new("inverse-riffle", Family::Hand)
    },
    build: |spec| RandomKeys::with_bits(spec.value("riffles")),
};

impl GsrRiffle {
    /// This many riffles in a row, up to 32.
    pub(crate) fn in_a_row(riffles: u64) -> Self {
        Self { packets: 1 << riffles }
    }
}

impl Procedure for GsrRiffle {
    type Scratch<C: Card> = (Vec<(u64, usize)>, Vec<C>);

    fn shuffle<C: Card, D: Dice>(
        &self,
        deck: &mut [C],
        (places, source): &mut Self::Scratch<C>,
        dice: &mut D,
    ) {
        source.clear();
        source.extend_from_slice(deck);
        places.clear();
        places.extend((0..deck.len()).map(|place| (dice.below_u64(self.packets), place)));
        places.sort_unstable();
        dice.cut(deck, || {
            let is_first = |&card: &usize| places[card].0 != places[card - 1].0;
            (1..places.len()).filter(is_first).collect()
        });
        for (&(_, place), &card) in places.iter().zip(&*source) {
            deck[place] = card;
        }
        deck.iter().enumerate().for_each(|(place, &card)| dice.lay(place, card));
    }
}

/// The shelf machine: each card goes to a random shelf, on top of the cards there or under them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shelf {
    shelves: usize,
}

const SHELVES: Parameter =
    Parameter { key: "shelves", about: "shelves of the machine", min: 1, max: 4096, default: 10 };

pub(crate) const SHELF: Listing<Shelf> = Listing {
    entry: Entry {
        title: "casino shelf machine: a random shelf, top or bottom by coin toss, then stacked",
        parameters: &[SHELVES],
        known: Known::Biased {
            from: 3,
            how: "few valleys; 10 shelves leave 52 cards nearly unshuffled",
        },
        source: "Diaconis, Fulman and Holmes 2013, Ann. Appl. Probab. 23(4)",
        closed_law: Some(ClosedLaw::Shelves { shelves: SHELVES.key }),
        ..Entry::new("shelf", Family::Hand)
    },
    build: |spec| Shelf { shelves: spec.value("shelves") as usize },
};

impl Procedure for Shelf {
    type Scratch<C: Card> = Vec<(usize, C)>;

    fn shuffle<C: Card, D: Dice>(&self, deck: &mut [C], slots: &mut Vec<(usize, C)>, dice: &mut D) {
        slots.clear();
        slots.extend(deck.iter().map(|&card| (dice.below(2 * self.shelves), card)));
        // An even slot is the top of its shelf, an odd one the bottom. A card that comes to the top later lies
        // higher: among the cards of an even slot the order is reversed.
        slots.sort_by_key(|&(slot, _)| slot);
        slots
            .chunk_by_mut(|a, b| a.0 == b.0)
            .filter(|cards| cards[0].0 % 2 == 0)
            .for_each(<[_]>::reverse);
        for (place, &(_, card)) in deck.iter_mut().zip(&*slots) {
            *place = card;
        }
    }
}
