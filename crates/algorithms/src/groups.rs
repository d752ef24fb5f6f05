//! Groups of places whose order within a group means nothing: the cards of a hand, rows with equal keys.
//!
//! Files sort the cards of a hand, so the order in which they were dealt is lost. If hands are dealt fairly, and the
//! cards of each hand are put into an order drawn uniformly from all, every order of the deck is equally likely. So
//! every test of orders stays valid. It sees less, but never a fault that is not there.

use crate::{Card, Dice, RowsMut, dice::Exact};
use rand::{SeedableRng, rngs::ChaCha8Rng};

/// With at least this many bits of possible deals, equal ones do not occur by chance.
const BITS: f64 = 92.0;

/// Consecutive groups of places.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Groups {
    sizes: Vec<usize>,
    /// True if equal deals are put into the same order.
    are_deals_known: bool,
}

impl Groups {
    /// Groups of these sizes, of decks of `cards` cards.
    ///
    /// ```
    /// use shuffle_algorithms::groups::Groups;
    /// let hands = Groups::new(vec![13; 4], 52);
    /// let sorted: Vec<u8> = (0..52).collect();
    /// let [mut one, mut other] = [sorted.clone(), sorted.iter().rev().copied().collect()];
    /// hands.scramble(&mut one, 0, 7);
    /// assert!(one[..13].iter().all(|card| *card < 13) && one != sorted);
    /// hands.scramble(&mut other, 0, 7);
    /// assert!(other[..13].iter().all(|card| *card >= 39));
    /// ```
    #[must_use]
    pub fn new(sizes: Vec<usize>, cards: usize) -> Self {
        Self::of_copies(sizes, cards, &[])
    }

    /// The same of a pack with these numbers of equal cards.
    #[must_use]
    pub fn of_copies(sizes: Vec<usize>, cards: usize, copies: &[u32]) -> Self {
        let dealt: usize = sizes.iter().sum();
        let bits = |cards: usize| (1..=cards).map(|card| (card as f64).log2()).sum::<f64>();
        let undealt = bits(cards.saturating_sub(dealt));
        let equal = copies.iter().map(|&copies| bits(copies as usize)).sum::<f64>();
        let deals = bits(cards) - undealt - sizes.iter().map(|&size| bits(size)).sum::<f64>();
        // A bound: some deals of equal cards are likelier than others.
        let deals = deals - equal;
        Self { are_deals_known: deals >= BITS, sizes }
    }

    /// Puts the cards within each group of each deck into an order drawn by a generator that starts from the seed and the number of the trial;
    /// or, where equal deals never come by chance, from the seed and the deal, so that equal deals stay equal and are seen. The order in
    /// which the cards of a group stood before makes no difference.
    pub fn scramble<C: Card>(&self, rows: &mut [C], first_trial: u64, seed: u64) {
        match C::rows_mut(rows) {
            RowsMut::Narrow(rows) => self.scramble_rows(rows, first_trial, seed),
            RowsMut::Wide(rows) => self.scramble_rows(rows, first_trial, seed),
        }
    }

    fn scramble_rows<C: Card>(&self, rows: &mut [C], first_trial: u64, seed: u64) {
        let width = self.sizes.iter().sum();
        for (trial, row) in (first_trial..).zip(rows.chunks_exact_mut(width)) {
            let mut from = 0;
            for &size in &self.sizes {
                row[from..from + size].sort_unstable_by_key(|card| card.index());
                from += size;
            }
            let known = if self.are_deals_known { hash(row) } else { [trial, 0] };
            let mut key = [0; 32];
            for (bytes, word) in key.chunks_exact_mut(8).zip([seed, known[0], known[1]]) {
                bytes.copy_from_slice(&word.to_le_bytes());
            }
            let mut dice = Exact::new(ChaCha8Rng::from_seed(key));
            let mut from = 0;
            for &size in &self.sizes {
                let hand = &mut row[from..from + size];
                (1..size).rev().for_each(|last| hand.swap(last, dice.below(last + 1)));
                from += size;
            }
        }
    }
}

/// 128 bits of a deal.
fn hash<C: Card>(row: &[C]) -> [u64; 2] {
    row.iter().fold([1, 2], |words, card| {
        let mixed = |word: u64, odd: u64| {
            let product = u128::from(word ^ (card.index() as u64 + 1)) * u128::from(odd);
            (product as u64) ^ (product >> 64) as u64
        };
        [mixed(words[0], 0x9e37_79b9_7f4a_7c15), mixed(words[1], 0xd1b5_4a32_d192_ed03)]
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_pcg::Pcg64;
    use std::collections::BTreeMap;

    /// Fair deals, the cards of each hand sorted.
    fn sorted(sizes: &[usize], deals: usize) -> Vec<u8> {
        let cards: usize = sizes.iter().sum();
        let mut dice = Exact::new(Pcg64::seed_from_u64(33));
        let deal = |_| {
            let mut deck: Vec<u8> = (0..cards as u8).collect();
            (1..cards).rev().for_each(|last| deck.swap(last, dice.below(last + 1)));
            let mut from = 0;
            for size in sizes {
                deck[from..from + size].sort_unstable();
                from += size;
            }
            deck
        };
        (0..deals).flat_map(deal).collect()
    }

    #[test]
    fn fair_hands_become_fair_orders() {
        // 24 orders in 24,000 deals: chi-square on 23 degrees of freedom, at alpha = 1e-6, seeds 33 and 5.
        let mut rows = sorted(&[2, 2], 24_000);
        Groups::new(vec![2, 2], 4).scramble(&mut rows, 0, 5);
        let mut counts = BTreeMap::new();
        rows.chunks(4).for_each(|order| *counts.entry(order).or_insert(0.0) += 1.0);
        let statistic: f64 = counts.values().map(|count: &f64| (count - 1_000.0).powi(2)).sum();
        assert_eq!(counts.len(), 24);
        assert!(statistic / 1_000.0 < 71.3, "{statistic}");
    }

    #[test]
    fn only_the_seed_and_the_trial_decide_and_of_bridge_the_deal() {
        let (few, bridge) = (Groups::new(vec![3, 3], 6), Groups::new(vec![13; 4], 52));
        let scrambled = |groups: &Groups, rows: &[u8], first: u64, seed: u64| {
            let mut rows: Vec<u32> = rows.iter().map(|&card| card.into()).collect();
            groups.scramble(&mut rows, first, seed);
            rows
        };
        let rows = sorted(&[3, 3], 50);
        let all = scrambled(&few, &rows, 0, 1);
        assert_eq!(scrambled(&few, &rows[60..], 10, 1), all[60..], "a part by itself");
        assert_ne!(scrambled(&few, &rows, 0, 2), all);
        let twice = [sorted(&[13; 4], 1), sorted(&[13; 4], 1)].concat();
        let twice = scrambled(&bridge, &twice, 7, 1);
        assert_eq!(twice[..52], twice[52..], "equal deals stay equal");
    }
}
