//! Networks that permute numbers with a few rounds under a random key: what programs use who must shuffle without holding the deck.

use super::{Defect, MOST_LISTED, Next, adversary, parameter, untouched};
use crate::{
    Card, Dice, Procedure,
    entry::{Entry, Known, Listing},
    spec::Parameter,
};

/// A Feistel network on the numbers of the cards, with random tables for round functions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Feistel {
    rounds: usize,
}

const ROUNDS: Parameter = parameter("rounds", "rounds of the network", (1, 64), 4);

pub(crate) const FEISTEL: Listing<Feistel> = Listing {
    entry: Entry {
        title: "Feistel network of a few rounds on the numbers of the cards",
        parameters: &[ROUNDS],
        known: Known::Biased { from: 3, how: "a few rounds reach few orders, or only some" },
        source: "Luby and Rackoff 1988, SIAM J. Comput. 17(2); Black and Rogaway 2002 (cycle walking)",
        ..adversary("feistel")
    },
    build: |spec| Feistel { rounds: spec.value(ROUNDS.key) as usize },
};

impl Feistel {
    /// The image of each number of `low + high` bits.
    fn images<D: Dice>(&self, (low, high): (u32, u32), dice: &mut D) -> Vec<usize> {
        let mut images: Vec<usize> = (0..1 << (low + high)).collect();
        for round in 0..self.rounds {
            // Even rounds change the high half, odd rounds the low one.
            let (asked, changed) = if round % 2 == 0 { (low, high) } else { (high, low) };
            let table: Vec<usize> =
                (0..1 << asked).map(|_: usize| dice.below(1 << changed)).collect();
            for image in &mut images {
                *image ^= if round % 2 == 0 {
                    table[*image & ((1 << low) - 1)] << low
                } else {
                    table[*image >> low]
                };
            }
        }
        images
    }
}

impl Defect for Feistel {
    type Kept = ();

    fn order<D: Dice>(&self, next: Next, (): &mut (), dice: &mut D) -> Vec<u32> {
        let cards = next.cards;
        if cards < 2 {
            return untouched(cards);
        }
        let bits = (cards - 1).ilog2() + 1;
        // Two cards have but one bit, of which one half is empty.
        let images = self.images((bits / 2, bits - bits / 2), dice);
        let walked = |card: usize| {
            let mut image = images[card];
            while image >= cards {
                image = images[image];
            }
            image as u32
        };
        (0..cards).map(walked).collect()
    }
}

/// Pairs of places that add up to a key are swapped or not, round after round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SwapOrNot {
    rounds: usize,
}

const SWAP_ROUNDS: Parameter = parameter("rounds", "rounds of swaps", (1, 1_000), 12);

pub(crate) const SWAP_OR_NOT: Listing<SwapOrNot> = Listing {
    entry: Entry {
        title: "swap-or-not: pairs of places that add up to a key are swapped by coin toss",
        parameters: &[SWAP_ROUNDS],
        known: Known::Biased { from: 2, how: "a few rounds of pairs leave traces" },
        source: "Hoang, Morris and Rogaway 2012, CRYPTO: An Enciphering Scheme Based on a Card Shuffle",
        ..adversary("swap-or-not")
    },
    build: |spec| SwapOrNot { rounds: spec.value(SWAP_ROUNDS.key) as usize },
};

impl Procedure for SwapOrNot {
    type Scratch<C: Card> = ();

    const MOST_WALKABLE: usize = MOST_LISTED;

    fn shuffle<C: Card, D: Dice>(&self, deck: &mut [C], (): &mut (), dice: &mut D) {
        let n = deck.len();
        if n < 2 {
            return;
        }
        for _ in 0..self.rounds {
            let key = dice.below(n);
            for place in 0..n {
                let partner = (key + n - place) % n;
                if place < partner && dice.chance(1, 2) {
                    deck.swap(place, partner);
                }
            }
        }
    }
}
