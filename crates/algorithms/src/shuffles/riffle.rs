//! Riffles: the deck is cut in two and the halves are interleaved, perfectly or by hand.

use crate::{
    Card, Dice, Procedure,
    entry::{ClosedLaw, Entry, Family, Known, Listing, PlantedDefect},
};

/// The card that a perfect riffle leaves on top.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Top {
    /// The top card stays: the larger half, if there is one, is the upper.
    Out,
    /// The top card becomes the second; the larger half, if there is one, is the lower.
    In,
    /// As the article has it: cut at floor(n/2), and the last card stays.
    LastStays,
}

/// The perfect riffle: one card of each half in turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Faro {
    top: Top,
}

pub(crate) const FARO: Listing<Faro> = Listing {
    entry: Entry {
        title: "the article's precise bridge: cut at floor(n/2), the last card stays",
        source: "article 2",
        ..perfect("faro")
    },
    build: |_| Faro { top: Top::LastStays },
};

pub(crate) const FARO_OUT: Listing<Faro> = Listing {
    entry: Entry {
        title: "perfect riffle, the top card stays: 8 of them restore 52 cards",
        source: "article 4; Diaconis, Graham and Kantor 1983",
        ..perfect("faro-out")
    },
    build: |_| Faro { top: Top::Out },
};

pub(crate) const FARO_IN: Listing<Faro> = Listing {
    entry: Entry {
        title: "perfect riffle, the top card becomes the second: 52 of them restore 52 cards",
        source: "article 4; Diaconis, Graham and Kantor 1983",
        ..perfect("faro-in")
    },
    build: |_| Faro { top: Top::In },
};

const fn perfect(id: &'static str) -> Entry {
    Entry {
        known: Known::Biased { from: 2, how: "always the same order" },
        ..Entry::new(id, Family::Hand)
    }
}

impl Procedure for Faro {
    type Scratch<C: Card> = Vec<C>;

    fn shuffle<C: Card, D: Dice>(&self, deck: &mut [C], source: &mut Vec<C>, _: &mut D) {
        source.clear();
        source.extend_from_slice(deck);
        let n = deck.len();
        let upper_first = match self.top {
            Top::Out => true,
            Top::In => false,
            Top::LastStays => n.is_multiple_of(2),
        };
        let cut = if upper_first { n.div_ceil(2) } else { n / 2 };
        let (upper, lower) = source.split_at(cut);
        let (first, second) = if upper_first { (upper, lower) } else { (lower, upper) };
        for (place, card) in deck.iter_mut().enumerate() {
            *card = if place % 2 == 0 { first[place / 2] } else { second[place / 2] };
        }
    }
}

/// The riffle of human hands: an uneven cut, and sometimes two cards fall at once.
///
/// The deck is cut near the middle: `floor(n/2 + 3U - 1)` for uniform U, that is n/2 + {-1, 0, 1}, 1/3
/// each, for even n and k + {-1, 0, 1, 2} with 1/6, 1/3, 1/3, 1/6 for n = 2k+1. Lower and upper half then
/// drop a packet from their ends in turn: 1 card with probability 9/10, else 2. The packets are laid
/// down in reverse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HumanRiffle;

pub(crate) const HUMAN: Listing<HumanRiffle> = Listing {
    entry: Entry {
        title: "riffle by hand: uneven cut, one card at a time, sometimes two",
        known: Known::Biased {
            from: 2,
            how: "at most two rising sequences, and the last card stays: no number of passes mixes it",
        },
        source: "article 2",
        closed_law: Some(ClosedLaw::HumanRiffle),
        planted: Some(&[
            PlantedDefect::new("human-riffle"),
            PlantedDefect { passes: 7, ..PlantedDefect::new("human-riffle-7-passes") },
        ]),
        ..Entry::new("human-riffle", Family::Hand)
    },
    build: |_| HumanRiffle,
};

impl HumanRiffle {
    fn cut<D: Dice>(n: usize, dice: &mut D) -> usize {
        let above = if n.is_multiple_of(2) { dice.below(3) } else { dice.below(6).div_ceil(2) };
        (n / 2 + above).saturating_sub(1).min(n)
    }
}

impl Procedure for HumanRiffle {
    type Scratch<C: Card> = Vec<C>;

    fn shuffle<C: Card, D: Dice>(&self, deck: &mut [C], source: &mut Vec<C>, dice: &mut D) {
        source.clear();
        source.extend_from_slice(deck);
        let cut = Self::cut(deck.len(), dice);
        dice.cut(deck, || vec![cut]);
        let (mut upper, mut lower) = source.split_at(cut);
        let mut open = deck.len();
        while open > 0 {
            for half in [&mut lower, &mut upper] {
                if half.is_empty() {
                    continue;
                }
                let packet = half.len().min(if dice.chance(9, 10) { 1 } else { 2 });
                let (rest, dropped) = half.split_at(half.len() - packet);
                deck[open - packet..open].copy_from_slice(dropped);
                *half = rest;
                open -= packet;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Recorded;

    #[test]
    fn the_cut_of_an_even_deck_is_the_middle_and_its_neighbors() {
        let cuts: Vec<_> =
            (0..3).map(|roll| HumanRiffle::cut(10, &mut Recorded::new([roll]))).collect();
        assert_eq!(cuts, [4, 5, 6]);
    }

    #[test]
    fn the_cut_of_an_odd_deck_has_the_weights_1_2_2_1() {
        let cuts: Vec<_> =
            (0..6).map(|roll| HumanRiffle::cut(11, &mut Recorded::new([roll]))).collect();
        assert_eq!(cuts, [4, 5, 5, 6, 6, 7]);
    }

    #[test]
    fn the_cut_stays_inside_tiny_decks() {
        for roll in 0..6 {
            assert!(HumanRiffle::cut(1, &mut Recorded::new([roll])) <= 1);
        }
        assert_eq!(HumanRiffle::cut(0, &mut Recorded::new([0])), 0);
        assert_eq!(HumanRiffle::cut(0, &mut Recorded::new([2])), 0);
    }

    #[test]
    fn packets_fall_from_the_ends_lower_half_first() {
        // Cut 0 1 2 | 3 4 5; a roll of 9 is a packet of two.
        let mut deck = [0_u8, 1, 2, 3, 4, 5];
        let mut dice = Recorded::new([1, 9, 0, 0, 0, 0]);
        HumanRiffle.shuffle(&mut deck, &mut Vec::new(), &mut dice);
        assert_eq!(deck, [0, 1, 3, 2, 4, 5]);
        assert_eq!(dice.left(), 0);
    }
}
