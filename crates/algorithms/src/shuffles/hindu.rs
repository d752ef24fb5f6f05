//! The Hindu shuffle: packets slide from one hand to the other.

use crate::{
    Card, Dice, Procedure,
    entry::{ClosedLaw, Entry, Family, Known, Listing, PlantedDefect},
};

/// While cards remain, `min(rest, 5 + below(5))` of them go from the end of the source to the end of the
/// result, their order kept.
///
/// Packets are 5 to 9 cards: the article's prose says up to 10, but its code and its pictures do not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hindu;

pub(crate) const HINDU: Listing<Hindu> = Listing {
    entry: Entry {
        title: "Hindu shuffle: packets of 5 to 9 cards from hand to hand",
        known: Known::Biased { from: 2, how: "packets keep their order; degree 7/18 at 10 cards" },
        source: "article 2",
        closed_law: Some(ClosedLaw::PacketsOfFiveToNine),
        planted: Some(&[
            PlantedDefect::new("hindu"),
            PlantedDefect { passes: 5, ..PlantedDefect::new("hindu-5-passes") },
        ]),
        ..Entry::new("hindu", Family::Hand)
    },
    build: |_| Hindu,
};

impl Procedure for Hindu {
    type Scratch<C: Card> = Vec<C>;

    fn shuffle<C: Card, D: Dice>(&self, deck: &mut [C], source: &mut Vec<C>, dice: &mut D) {
        source.clear();
        source.extend_from_slice(deck);
        let (mut rest, mut moved) = (deck.len(), 0);
        while rest > 0 {
            let packet = rest.min(5 + dice.below(5));
            deck[moved..moved + packet].copy_from_slice(&source[rest - packet..rest]);
            moved += packet;
            rest -= packet;
        }
    }
}
