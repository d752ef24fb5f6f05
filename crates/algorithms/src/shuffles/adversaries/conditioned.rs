//! A uniform order, given that it meets a condition.
//!
//! The orders of small decks are listed, and one of those that meet the condition is rolled. Of larger decks orders are drawn until
//! one meets it, which is exact, too (rejection; von Neumann 1951).

use super::{MOST_LISTED, Scratch, Share, draw_order, is_odd, lay, subset::Subset, suit};
use crate::{Card, Dice, Procedure};

/// Orders drawn before the last is taken as it is: a condition that one order in 16 meets is then missed once in 10^28 decks. Flawed
/// dice may never meet it.
const MOST_TRIES: usize = 1_024;

/// The number of ranks of a suit, as poker counts them.
const RANKS: u32 = 13;

/// A condition on an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Condition {
    /// It is an even permutation.
    Even,
    /// Of the numbers of a subset, evenly many are odd. All cards but one are the largest subset.
    EvenlyManyOdd(Subset),
    /// The relative order of the numbers of a subset is even.
    EvenAmong(Subset),
    /// No two numbers of a subset are of one class.
    Apart(Subset, Class),
    /// A number of the whole order has this residue.
    Residue { of: Statistic, modulus: usize, residue: usize },
}

/// A class of cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    Suit,
    Rank,
}

/// A number of a whole order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Statistic {
    /// Pairs in the wrong order.
    Inversions,
    /// The sum of the places of descents, counted from 1.
    MajorIndex,
    /// The sum of place times card.
    WeightedSum,
    /// Neighbours of which one is even and one is odd.
    ColorChanges,
    /// Neighbours of different suits.
    SuitChanges,
}

/// Space to check conditions in.
#[derive(Debug, Default)]
pub(super) struct Work {
    places: Vec<u32>,
    members: Vec<usize>,
    seen: Vec<bool>,
    tree: Vec<u32>,
}

impl Condition {
    /// True if the order meets it.
    fn holds(&self, order: &[u32], work: &mut Work) -> bool {
        let n = order.len();
        match self {
            Self::Even => !is_odd(order, &mut work.seen),
            Self::EvenlyManyOdd(subset) => {
                subset.members(n, n - 1, &mut work.members);
                let view = subset.view(order, &mut work.places);
                work.members.iter().map(|&at| view[at]).sum::<u32>() % 2 == 0
            }
            Self::EvenAmong(subset) => {
                subset.members(n, n, &mut work.members);
                let view = subset.view(order, &mut work.places);
                descending_pairs(&work.members, view).is_multiple_of(2)
            }
            Self::Apart(subset, class) => {
                subset.members(n, n, &mut work.members);
                let view = subset.view(order, &mut work.places);
                let class = |at: usize| class.of(view[at], n);
                let members = &work.members;
                (1..members.len())
                    .all(|i| members[..i].iter().all(|&a| class(a) != class(members[i])))
            }
            Self::Residue { of, modulus, residue } => {
                of.of(order, work) % modulus == residue % modulus
            }
        }
    }
}

impl Class {
    fn of(self, card: u32, cards: usize) -> usize {
        match self {
            Self::Suit => suit(card, cards),
            Self::Rank => (card % RANKS) as usize,
        }
    }
}

/// The number of pairs among the members whose numbers descend.
fn descending_pairs(members: &[usize], view: &[u32]) -> usize {
    let below =
        |i: usize| members[..i].iter().filter(|&&earlier| view[earlier] > view[members[i]]).count();
    (1..members.len()).map(below).sum()
}

impl Statistic {
    /// The number of an order.
    pub(super) fn of(self, order: &[u32], work: &mut Work) -> usize {
        let neighbours = order.windows(2);
        match self {
            Self::Inversions => inversions(order, &mut work.tree),
            Self::MajorIndex => {
                neighbours.zip(1..).filter(|(two, _)| two[0] > two[1]).map(|(_, i)| i).sum()
            }
            Self::WeightedSum => {
                order.iter().enumerate().map(|(place, &card)| place * card as usize).sum()
            }
            Self::ColorChanges => neighbours.filter(|two| (two[0] + two[1]) % 2 == 1).count(),
            Self::SuitChanges => {
                let suit = |card| suit(card, order.len());
                neighbours.filter(|two| suit(two[0]) != suit(two[1])).count()
            }
        }
    }
}

/// The number of inversions, with a tree of partial counts (Fenwick 1994), so that large decks take no squared time.
fn inversions(order: &[u32], tree: &mut Vec<u32>) -> usize {
    let n = order.len();
    tree.clear();
    tree.resize(n + 1, 0);
    let mut inversions = 0;
    for (before, &card) in order.iter().enumerate() {
        let (mut at, mut smaller) = (card as usize, 0);
        while at > 0 {
            smaller += tree[at];
            at &= at - 1;
        }
        inversions += before - smaller as usize;
        at = card as usize + 1;
        while at <= n {
            tree[at] += 1;
            at += at & at.wrapping_neg();
        }
    }
    inversions
}

/// Fisher-Yates, given that the order meets a condition; a share of the decks is sound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conditioned {
    pub(super) condition: Condition,
    pub(super) share: Share,
}

/// The orders of a small deck that meet the condition, one after the other.
#[derive(Debug, Default)]
struct Listed {
    cards: usize,
    orders: Vec<u32>,
}

impl Listed {
    /// Lists all orders of `cards` cards that meet a condition.
    fn list(&mut self, condition: Condition, cards: usize, work: &mut Work) {
        self.cards = cards;
        self.orders.clear();
        let mut order: Vec<u32> = (0..cards as u32).collect();
        loop {
            if condition.holds(&order, work) {
                self.orders.extend_from_slice(&order);
            }
            if !turn(&mut order) {
                return;
            }
        }
    }
}

/// Turns to the next order in the order of the alphabet; false after the last.
fn turn(order: &mut [u32]) -> bool {
    let Some(descent) = (1..order.len()).rev().find(|&i| order[i - 1] < order[i]) else {
        return false;
    };
    let larger = (descent..order.len()).rev().find(|&i| order[i] > order[descent - 1]);
    order.swap(descent - 1, larger.unwrap_or(descent));
    order[descent..].reverse();
    true
}

/// Space to search orders in.
#[derive(Debug, Default)]
pub struct Search {
    listed: Listed,
    work: Work,
}

impl Conditioned {
    /// Draws an order that meets the condition, if there is one.
    fn draw<D: Dice>(&self, cards: usize, order: &mut Vec<u32>, search: &mut Search, dice: &mut D) {
        let Search { listed, work } = search;
        if cards > MOST_LISTED {
            for _ in 0..MOST_TRIES {
                draw_order(order, cards, dice);
                if self.condition.holds(order, work) {
                    return;
                }
            }
            return;
        }
        if listed.cards != cards {
            listed.list(self.condition, cards, work);
        }
        match listed.orders.len() / cards {
            0 => draw_order(order, cards, dice),
            orders => {
                let from = dice.below(orders) * cards;
                order.clear();
                order.extend_from_slice(&listed.orders[from..from + cards]);
            }
        }
    }
}

impl Procedure for Conditioned {
    type Scratch<C: Card> = (Scratch<C>, Search);

    const MOST_WALKABLE: usize = MOST_LISTED;

    fn shuffle<C: Card, D: Dice>(
        &self,
        deck: &mut [C],
        (Scratch { order, copy }, search): &mut Self::Scratch<C>,
        dice: &mut D,
    ) {
        if deck.len() < 2 {
            return;
        }
        if self.share.falls(dice) {
            self.draw(deck.len(), order, search, dice);
        } else {
            draw_order(order, deck.len(), dice);
        }
        lay(deck, order, copy);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(n: usize) -> Vec<Vec<u32>> {
        let mut order: Vec<u32> = (0..n as u32).collect();
        let mut all = vec![order.clone()];
        while turn(&mut order) {
            all.push(order.clone());
        }
        all
    }

    #[test]
    fn all_orders_are_listed_once() {
        let mut orders = all(5);
        assert_eq!(orders.len(), 120);
        orders.dedup();
        assert!(orders.is_sorted() && orders.len() == 120);
    }

    #[test]
    fn inversions_and_the_major_index_have_the_same_law() {
        // MacMahon 1913; both are the coefficients of (1)(1+q)(1+q+q^2)...: 1 4 9 15 20 22 20 15 9 4 1 for five cards.
        for of in [Statistic::Inversions, Statistic::MajorIndex] {
            let mut counts = [0; 11];
            all(5).iter().for_each(|order| counts[of.of(order, &mut Work::default())] += 1);
            assert_eq!(counts, [1, 4, 9, 15, 20, 22, 20, 15, 9, 4, 1], "{of:?}");
        }
    }

    #[test]
    fn numbers_of_an_order_are_as_they_are_said_to_be() {
        let of = |of: Statistic, order: &[u32]| of.of(order, &mut Work::default());
        assert_eq!(of(Statistic::MajorIndex, &[2, 0, 3, 1]), 1 + 3);
        assert_eq!(of(Statistic::WeightedSum, &[2, 0, 3, 1]), 2 * 3 + 3);
        assert_eq!(of(Statistic::ColorChanges, &[2, 0, 3, 1]), 1);
        assert_eq!(of(Statistic::SuitChanges, &[0, 1, 7, 6, 2, 3, 4, 5]), 3);
    }

    #[test]
    fn parity_is_that_of_the_inversions() {
        for order in all(5) {
            let odd = Statistic::Inversions.of(&order, &mut Work::default()) % 2 == 1;
            assert_eq!(is_odd(&order, &mut Vec::new()), odd, "{order:?}");
        }
    }
}
