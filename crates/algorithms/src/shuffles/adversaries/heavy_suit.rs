//! A suit, or a single ball, that weighs more than the others when cards are dealt.

use super::{Defect, Next, adversary, draw, parameter};
use crate::{
    Dice,
    entry::{Entry, Known, Listing},
    spec::Parameter,
};

/// Cards are drawn one after the other; some weigh more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Heavy {
    cards: HeavyCards,
    percent: usize,
}

/// The cards that weigh more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum HeavyCards {
    /// A quarter of the deck.
    Suit(usize),
    /// The first card.
    First,
}

const PERCENT: Parameter =
    parameter("percent", "weight of a card of the suit; the others weigh 100", (1, 10_000), 110);

const SUIT: Parameter = parameter("suit", "the suit, a quarter of the deck", (0, 3), 2);

pub(crate) const HEAVY_SUIT: Listing<Heavy> = Listing {
    entry: Entry {
        title: "cards of one suit weigh 10 % more when dealt",
        parameters: &[PERCENT, SUIT],
        known: Known::Biased { from: 2, how: "the cards of one suit are higher in the deck" },
        source: "adversary: weighted sampling without replacement; Plackett 1975, Appl. Statist. 24(2)",
        ..adversary("heavy-suit")
    },
    build: |spec| Heavy {
        cards: HeavyCards::Suit(spec.value(SUIT.key) as usize),
        percent: spec.value(PERCENT.key) as usize,
    },
};

const MORE: Parameter =
    parameter("percent", "extra weight of the ball, in percent", (1, 10_000), 10);

pub(crate) const HEAVY_BALL: Listing<Heavy> = Listing {
    entry: Entry {
        title: "one ball weighs 10 % more than the others",
        parameters: &[MORE],
        known: Known::Biased { from: 2, how: "the first card is drawn earlier than the others" },
        source: "planted defect: a ball with a different weight; Pennsylvania Lottery 1980, where weighted balls gave 666",
        ..draw("heavy-ball")
    },
    build: |spec| Heavy {
        cards: HeavyCards::First,
        percent: PLAIN + spec.value(MORE.key) as usize,
    },
};

/// Weight of the other cards.
const PLAIN: usize = 100;

impl Defect for Heavy {
    type Kept = ();

    fn order<D: Dice>(&self, next: Next, (): &mut (), dice: &mut D) -> Vec<u32> {
        let cards = next.cards;
        let (first, end) = match self.cards {
            HeavyCards::First => (0, cards.min(1)),
            HeavyCards::Suit(suit) => {
                // A small deck has at least one card of each suit.
                let first = suit * cards / 4;
                (first, ((suit + 1) * cards / 4).max(first + 1).min(cards))
            }
        };
        let (first, end) = (first as u32, end as u32);
        // The cards that are left.
        let mut heavy: Vec<u32> = (first..end).collect();
        let mut plain: Vec<u32> = (0..first).chain(end..cards as u32).collect();
        let draw = |_| {
            let weight = heavy.len() * self.percent;
            let is_heavy =
                plain.is_empty() || weight > 0 && dice.chance(weight, weight + plain.len() * PLAIN);
            let left = if is_heavy { &mut heavy } else { &mut plain };
            left.swap_remove(dice.below(left.len()))
        };
        (0..cards).map(draw).collect()
    }
}
