//! The deals of Microsoft's FreeCell: a sound walk on 32,000 seeds.

use crate::{
    Card, Dice, Procedure,
    entry::{Entry, Family, Known, Listing},
    spec::Parameter,
};

/// One of the numbered deals, each equally likely.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FreeCell {
    deals: usize,
}

const DEALS: Parameter = Parameter {
    key: "deals",
    about: "deals there are, numbered from 1",
    min: 1,
    max: 1_000_000,
    default: 32_000,
};

pub(crate) const FREECELL: Listing<FreeCell> = Listing {
    entry: Entry {
        title: "the numbered deals of Microsoft FreeCell, one of 32,000",
        parameters: &[DEALS],
        // With 32,000 deals two cards happen to be fair; with most other numbers they are not.
        known: Known::Biased { from: 2, how: "only as many decks exist as there are deal numbers" },
        source: "Horne 1991, Microsoft FreeCell; the C library of Microsoft, rand()",
        in_gate: false,
        planted: Some(&[]),
        ..Entry::new("freecell", Family::FisherYates)
    },
    build: |spec| FreeCell { deals: spec.value(DEALS.key) as usize },
};

/// `rand()` of Microsoft's C library: 15 bits of a state of 31.
struct Rand(u32);

impl Rand {
    fn next(&mut self) -> usize {
        self.0 = self.0.wrapping_mul(214_013).wrapping_add(2_531_011) & 0x7fff_ffff;
        (self.0 >> 16) as usize
    }
}

/// Deals the deal of this number; the first card is the one that FreeCell lays first.
fn deal<C: Card>(number: u32, deck: &mut [C], left: &mut Vec<C>) {
    let mut rand = Rand(number);
    left.clear();
    left.extend_from_slice(deck);
    for place in deck {
        *place = left.swap_remove(rand.next() % left.len());
    }
}

impl Procedure for FreeCell {
    type Scratch<C: Card> = Vec<C>;

    fn shuffle<C: Card, D: Dice>(&self, deck: &mut [C], left: &mut Vec<C>, dice: &mut D) {
        let number = 1 + dice.below(self.deals);
        deal(number as u32, deck, left);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(number: u32) -> String {
        let mut deck: Vec<u8> = (0..52).collect();
        deal(number, &mut deck, &mut Vec::new());
        let name = |&card: &u8| {
            let (rank, suit) = (usize::from(card / 4), usize::from(card % 4));
            format!("{}{}", &"A23456789TJQK"[rank..=rank], &"CDHS"[suit..=suit])
        };
        deck.iter().map(name).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn the_deals_are_those_that_players_know() {
        assert_eq!(
            shown(1),
            "JD 2D 9H JC 5D 7H 7C 5H KD KC 9S 5S AD QC KH 3H 2S KS 9D QD JS AS AH 3C 4C 5C \
             TS QH 4H AC 4D 7S 3S TD 4S TH 8H 2C JH 7D 6D 8S 8D QS 6C 3D 8C TC 6S 9C 2H 6H"
        );
        assert!(shown(617).starts_with("7D AD 5C 3S 5S 8C 2D AH TD 7S QD AC 6D 8H AS KH"));
        assert!(shown(617).ends_with("JD KS KC 4H"));
    }

    #[test]
    fn the_32000_deals_are_different() {
        let mut deals: Vec<String> = (1..=32_000).map(shown).collect();
        deals.sort_unstable();
        deals.dedup();
        assert_eq!(deals.len(), 32_000);
    }
}
