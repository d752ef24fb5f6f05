//! A suit that weighs more than the others when cards are dealt.

use super::{MOST_LISTED, Scratch, adversary, lay, parameter};
use crate::{
    Card, Dice, Procedure,
    entry::{Entry, Known, Listing},
    spec::Parameter,
};

/// Cards are drawn one after the other; those of one suit weigh more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HeavySuit {
    suit: usize,
    percent: usize,
}

const PERCENT: Parameter =
    parameter("percent", "weight of a card of the suit; the others weigh 100", (1, 10_000), 110);

const SUIT: Parameter = parameter("suit", "the suit, a quarter of the deck", (0, 3), 2);

/// The catalogue's `heavy-suit`.
pub const HEAVY_SUIT: Listing<HeavySuit> = Listing {
    entry: Entry {
        title: "cards of one suit weigh 1.10 times as much when they are dealt",
        parameters: &[PERCENT, SUIT],
        known: Known::Biased { from: 2, how: "the cards of one suit lie higher in the deck" },
        source: "adversary: weighted sampling without replacement; Plackett 1975, Appl. Statist. 24(2)",
        explanation: "Cards are dealt from the top, each with a probability in proportion to its weight among those that are left, and \
            those of one suit weigh 1.10 times as much as the others. In the first five cards there are then 8 % more of that suit, spread \
            over thirteen cards and five places, so that no single card or place stands out.",
        ..adversary("heavy-suit")
    },
    build: |spec| HeavySuit {
        suit: spec.value(SUIT.key) as usize,
        percent: spec.value(PERCENT.key) as usize,
    },
};

/// Weight of the other cards.
const PLAIN: usize = 100;

/// The cards that are left.
#[derive(Debug, Default)]
pub struct Left {
    heavy: Vec<u32>,
    plain: Vec<u32>,
}

impl Procedure for HeavySuit {
    type Scratch<C: Card> = (Scratch<C>, Left);

    const MOST_WALKABLE: usize = MOST_LISTED;

    fn shuffle<C: Card, D: Dice>(
        &self,
        deck: &mut [C],
        (Scratch { order, copy }, Left { heavy, plain }): &mut Self::Scratch<C>,
        dice: &mut D,
    ) {
        let n = deck.len();
        // A small deck has at least one card of each suit.
        let first = self.suit * n / 4;
        let end = ((self.suit + 1) * n / 4).max(first + 1).min(n);
        [&mut *heavy, plain, order].into_iter().for_each(Vec::clear);
        heavy.extend(first as u32..end as u32);
        plain.extend((0..first as u32).chain(end as u32..n as u32));
        for _ in 0..n {
            let weight = heavy.len() * self.percent;
            let is_heavy =
                plain.is_empty() || weight > 0 && dice.chance(weight, weight + plain.len() * PLAIN);
            let cards = if is_heavy { &mut *heavy } else { &mut *plain };
            order.push(cards.swap_remove(dice.below(cards.len())));
        }
        lay(deck, order, copy);
    }
}
