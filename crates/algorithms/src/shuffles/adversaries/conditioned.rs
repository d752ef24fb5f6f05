//! A uniform order, given that it meets a condition.
//!
//! The orders of small decks are listed, and one of those that meet the condition is rolled. Of larger decks orders are drawn until
//! one meets it, which is exact, too (rejection; von Neumann 1951).

use super::{
    Defect, MOST_LISTED, Next, Share, draw_again, is_odd, subset::Subset, suit, uniform, untouched,
};
use crate::Dice;

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
    /// The number of odd values in a subset is even. The largest subset is all cards except one.
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
    /// Neighbors of which one is even and one is odd.
    ColorChanges,
    /// Neighbors of different suits.
    SuitChanges,
}

impl Condition {
    /// True if the order meets it.
    fn holds(&self, order: &[u32]) -> bool {
        let n = order.len();
        match self {
            Self::Even => !is_odd(order),
            Self::EvenlyManyOdd(subset) => {
                subset.numbers(order, n - 1).iter().sum::<u32>().is_multiple_of(2)
            }
            Self::EvenAmong(subset) => {
                descending_pairs(&subset.numbers(order, n)).is_multiple_of(2)
            }
            Self::Apart(subset, class) => {
                let numbers = subset.numbers(order, n).into_iter();
                let classes: Vec<usize> = numbers.map(|number| class.of(number, n)).collect();
                (1..classes.len()).all(|i| !classes[..i].contains(&classes[i]))
            }
            Self::Residue { of, modulus, residue } => of.of(order) % modulus == residue % modulus,
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

/// The number of pairs of numbers that descend.
fn descending_pairs(numbers: &[u32]) -> usize {
    let above = |i: usize| numbers[..i].iter().filter(|&&earlier| earlier > numbers[i]).count();
    (1..numbers.len()).map(above).sum()
}

impl Statistic {
    /// The number of an order.
    pub(super) fn of(self, order: &[u32]) -> usize {
        let neighbors = order.windows(2);
        match self {
            Self::Inversions => inversions(order),
            Self::MajorIndex => {
                neighbors.zip(1..).filter(|(two, _)| two[0] > two[1]).map(|(_, i)| i).sum()
            }
            Self::WeightedSum => {
                order.iter().enumerate().map(|(place, &card)| place * card as usize).sum()
            }
            Self::ColorChanges => neighbors.filter(|two| (two[0] + two[1]) % 2 == 1).count(),
            Self::SuitChanges => {
                let suit = |card| suit(card, order.len());
                neighbors.filter(|two| suit(two[0]) != suit(two[1])).count()
            }
        }
    }
}

/// The number of inversions, with a tree of partial counts (Fenwick 1994), so that large decks take no squared time.
fn inversions(order: &[u32]) -> usize {
    let n = order.len();
    let mut tree = vec![0; n + 1];
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

impl Condition {
    /// All orders of `cards` cards that meet it, one after the other.
    fn orders(&self, cards: usize) -> Vec<u32> {
        let (mut orders, mut order) = (Vec::new(), untouched(cards));
        loop {
            if self.holds(&order) {
                orders.extend_from_slice(&order);
            }
            if !turn(&mut order) {
                return orders;
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

impl Defect for Conditioned {
    /// The orders of a small deck that meet the condition.
    type Kept = Option<Vec<u32>>;

    fn order<D: Dice>(&self, next: Next, listed: &mut Self::Kept, dice: &mut D) -> Vec<u32> {
        let cards = next.cards;
        if cards < 2 || !self.share.falls(dice) {
            return uniform(cards, dice);
        }
        if cards > MOST_LISTED {
            let mut order = uniform(cards, dice);
            for _ in 1..MOST_TRIES {
                if self.condition.holds(&order) {
                    break;
                }
                draw_again(&mut order, cards, dice);
            }
            return order;
        }
        let listed = listed.get_or_insert_with(|| self.condition.orders(cards));
        match listed.len() / cards {
            0 => uniform(cards, dice),
            orders => listed[dice.below(orders) * cards..][..cards].to_vec(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(n: usize) -> Vec<Vec<u32>> {
        let mut order = untouched(n);
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
            all(5).iter().for_each(|order| counts[of.of(order)] += 1);
            assert_eq!(counts, [1, 4, 9, 15, 20, 22, 20, 15, 9, 4, 1], "{of:?}");
        }
    }

    #[test]
    fn numbers_of_an_order_are_as_they_are_said_to_be() {
        let of = |of: Statistic, order: &[u32]| of.of(order);
        assert_eq!(of(Statistic::MajorIndex, &[2, 0, 3, 1]), 1 + 3);
        assert_eq!(of(Statistic::WeightedSum, &[2, 0, 3, 1]), 2 * 3 + 3);
        assert_eq!(of(Statistic::ColorChanges, &[2, 0, 3, 1]), 1);
        assert_eq!(of(Statistic::SuitChanges, &[0, 1, 7, 6, 2, 3, 4, 5]), 3);
    }

    #[test]
    fn parity_is_that_of_the_inversions() {
        for order in all(5) {
            let odd = Statistic::Inversions.of(&order) % 2 == 1;
            assert_eq!(is_odd(&order), odd, "{order:?}");
        }
    }
}
