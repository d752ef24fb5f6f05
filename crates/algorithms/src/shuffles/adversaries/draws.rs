//! Draws of a few balls, as of a lottery, that are not what they should be: whole decks are uniform, and so is each ball by itself.

use super::{Defect, Next, Past, draw, parameter, uniform};
use crate::{
    Dice,
    entry::{Entry, Known, Listing},
    spec::Parameter,
};

/// Fisher-Yates, but many draws that show both the first ball and the second are drawn again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShyPair {
    percent: usize,
}

const AGAIN: Parameter =
    parameter("percent", "percentage of draws with both balls that are drawn again", (1, 100), 50);

pub(crate) const SHY_PAIR: Listing<ShyPair> = Listing {
    entry: Entry {
        title: "two balls avoid each other: half the draws with both are drawn again",
        parameters: &[AGAIN],
        known: Known::BiasedDraw { how: "two balls are rarely drawn together" },
        source: "planted defect: a pair that is drawn too rarely; Joe 1993, Statist. Probab. Lett. 16",
        ..draw("shy-pair")
    },
    build: |spec| ShyPair { percent: spec.value(AGAIN.key) as usize },
};

impl ShyPair {
    /// The places of the two balls, where `dealt` of `n` are shown.
    ///
    /// They are drawn without redraws, so that every path ends. Of all `n (n - 1)` pairs of places `dealt (dealt - 1)` are shown; when
    /// these are drawn again with probability p, of the pairs that stand they have weight 1 - p, and the others weight 1.
    fn places<D: Dice>(self, n: usize, dealt: usize, dice: &mut D) -> [usize; 2] {
        let (shown, hidden) = (dealt * (dealt - 1), (n - dealt) * (n - 1 + dealt));
        let weight = shown * (100 - self.percent);
        if weight > 0 && dice.chance(weight, weight + hidden * 100) {
            return two_of(dealt, dice.below(shown));
        }
        let (roll, first_hidden) = (dice.below(hidden), (n - dealt) * (n - 1));
        if roll < first_hidden {
            return two_of(n, dealt * (n - 1) + roll);
        }
        let rest = roll - first_hidden;
        [rest / (n - dealt), dealt + rest % (n - dealt)]
    }
}

/// The pair of different places below `n` with this number, those with the same first place in a row.
fn two_of(n: usize, number: usize) -> [usize; 2] {
    let (a, b) = (number / (n - 1), number % (n - 1));
    [a, b + usize::from(b >= a)]
}

impl Defect for ShyPair {
    type Kept = ();

    fn order<D: Dice>(&self, next: Next, (): &mut (), dice: &mut D) -> Vec<u32> {
        let mut order = uniform(next.cards, dice);
        // A draw of one ball shows no pair, and one of all balls every pair.
        if (2..next.cards).contains(&next.dealt) {
            // As in Fisher-Yates, what is not yet laid is uniform after each swap.
            for (ball, place) in self.places(next.cards, next.dealt, dice).into_iter().enumerate() {
                let lies = order.iter().position(|&here| here as usize == ball).unwrap_or(place);
                order.swap(place, lies);
            }
        }
        order
    }
}

/// Fisher-Yates, but now and then a ball of the draw before repeats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OverlappingDraws {
    percent: usize,
}

const KEPT: Parameter =
    parameter("percent", "percentage of draws that repeat a ball", (1, 100), 20);

pub(crate) const OVERLAPPING_DRAWS: Listing<OverlappingDraws> = Listing {
    entry: Entry {
        title: "one draw in five repeats a ball of the draw before",
        parameters: &[KEPT],
        known: Known::Dependent { how: "a draw shares too many balls with the one before" },
        source: "planted defect: a ball that stays in the machine",
        ..draw("overlapping-draws")
    },
    build: |spec| OverlappingDraws { percent: spec.value(KEPT.key) as usize },
};

impl Defect for OverlappingDraws {
    type Kept = Past;

    fn order<D: Dice>(&self, next: Next, past: &mut Past, dice: &mut D) -> Vec<u32> {
        let mut order = uniform(next.cards, dice);
        if let Some(before) = past.earlier(1)
            && next.dealt > 0
            && dice.chance(self.percent, 100)
        {
            let (ball, place) = (before[dice.below(next.dealt)], dice.below(next.dealt));
            if let Some(lies) = order.iter().position(|&here| here == ball)
                && lies >= next.dealt
            {
                order.swap(place, lies);
            }
        }
        past.note(order)
    }
}
