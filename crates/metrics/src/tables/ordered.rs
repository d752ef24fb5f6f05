//! The order of each pair of cards: what the effect of [`super::pair_order`] is made of.

use crate::{
    effect_kind,
    judgement::Peak,
    place::{Place, Word},
    size::{
        self,
        peak::{PeakCell, ScoredCells},
    },
};

/// Which card of each pair lies first in a deck, a bit for each pair.
pub(super) struct Ordered(Vec<u64>);

impl Ordered {
    pub(super) fn new(deck: &[u32], pairs: &[(usize, usize)]) -> Self {
        let mut places = vec![0; deck.len()];
        for (place, &card) in deck.iter().enumerate() {
            places[card as usize] = place;
        }
        let word = |pairs: &[(usize, usize)]| {
            let bits = pairs.iter().enumerate();
            bits.map(|(bit, &(a, b))| u64::from(places[a] < places[b]) << bit).sum()
        };
        Self(pairs.chunks(64).map(word).collect())
    }

    pub(super) fn is_before(&self, pair: usize) -> bool {
        self.0[pair / 64] >> (pair % 64) & 1 == 1
    }

    pub(super) fn differences(&self, other: &Self) -> u32 {
        self.0.iter().zip(&other.0).map(|(a, b)| (a ^ b).count_ones()).sum()
    }
}

/// The pair whose order stands out, named so that the deviation that was seen is positive.
pub(super) fn largest_order(trials: u64, counts: &[u64], pairs: &[(usize, usize)]) -> Option<Peak> {
    let cells: Vec<PeakCell> =
        counts.iter().map(|&count| PeakCell::Share { count, expected: 0.5 }).collect();
    // Pairs with a common card are correlated by a third.
    let cells = ScoredCells { shared: 1.0 / 3.0, ..ScoredCells::new(trials, cells) };
    let mut turned = false;
    let peak = size::peak(effect_kind::LARGEST_ORDER_DEVIATION, &cells, |index| {
        let (a, b) = pairs[index];
        turned = counts[index] < trials - counts[index];
        let (first, second) = if turned { (b, a) } else { (a, b) };
        Place::from([
            Word::Text("card "),
            Word::Card(first),
            Word::Text(" before card "),
            Word::Card(second),
        ])
    })?;
    Some(if turned { peak.turned() } else { peak })
}
