//! Pairs of cards that lie in the wrong order.
#![doc = include_str!("inversions.md")]

use crate::{
    Card, Decks, Shape,
    costs::Cost,
    distribution::Edgeworth,
    metric::{About, NotApplicable, TestEntry, prose},
    number::{IntegerStatistic, Mean, in_groups},
};
use shuffle_deck::{Column, InstructionSet, LANES, on_every_set};
use std::hint::black_box;

/// The most cards for which the law is tabulated: 130,817 values, a megabyte a tally.
pub const LARGEST: usize = 512;

/// `P(v inversions)` of a uniform permutation of n, v = 0..n(n-1)/2: the Mahonian numbers over n!.
///
/// # Panics
///
/// If n is 0 or above [`LARGEST`].
#[must_use]
pub fn law(n: usize) -> Vec<f64> {
    assert!((1..=LARGEST).contains(&n), "the Mahonian law is tabulated for 1 to {LARGEST} cards");
    let mut law = vec![1.0];
    for m in 2..=n {
        let most = m * (m - 1) / 2;
        let at = |v: usize| law.get(v).copied().unwrap_or(0.0);
        let (mut next, mut sum) = (vec![0.0; most + 1], 0.0);
        for v in 0..=most / 2 {
            sum += at(v) - if v < m { 0.0 } else { at(v - m) };
            next[v] = sum / m as f64;
            next[most - v] = next[v];
        }
        law = next;
    }
    law
}

/// The Mahonian law of any n, from its cumulants, for n above [`LARGEST`].
#[must_use]
pub fn approximated(n: usize) -> Edgeworth {
    let n = n as f64;
    let product = n * (n + 1.0) * (2.0 * n + 1.0);
    let squares = product / 6.0;
    let fourths = product * (3.0 * n * n + 3.0 * n - 1.0) / 30.0;
    let sixths = product * (3.0 * n.powi(4) + 6.0 * n.powi(3) - 3.0 * n + 1.0) / 42.0;
    let mean = n * (n - 1.0) / 4.0;
    let even = [(squares - n) / 12.0, -(fourths - n) / 120.0, (sixths - n) / 252.0];
    Edgeworth::of_whole_numbers([mean, even[0], 0.0, even[1], 0.0, even[2]])
}

/// The number of inversions, `#{p < q : D[p] > D[q]}`.
#[derive(Clone, Copy, Debug)]
pub struct Inversions(Shape);

/// Space for counting the inversions of many cards: the cards sorted so far, and the merge target.
#[derive(Debug, Default)]
pub struct Merging {
    sorted: Vec<u32>,
    merged: Vec<u32>,
}

impl IntegerStatistic for Inversions {
    const TEST: TestEntry = TestEntry {
        title: prose! { "histogram of pairs of cards in the wrong order" },
        sees: prose! { "decks too near the start, its reverse or the middle: too few swaps, cuts, naive shuffles" },
        blind_to: prose! { "which cards are out of order: one fixed deck for each number of inversions" },
        cost: Cost::of(1.0, 0.0),
        ..TestEntry::new("inversions", About::Orders)
    };

    const MEAN: Option<Mean> = Some(Mean {
        noun: "inversions",
        test: TestEntry {
            title: prose! { "pairs of cards in the wrong order, on average" },
            sees: prose! { "decks nearer to the start than to its reverse, or vice versa: too few swaps, shuffle buffers, the draft lottery of 1970" },
            blind_to: prose! { "anything symmetrical: a coin between the start and its reverse" },
            ..TestEntry::new("inversions-mean", About::Orders)
        },
    });

    type Scratch = Merging;

    fn new(shape: Shape) -> Result<Self, NotApplicable> {
        match shape.dealt() {
            1 => Err(NotApplicable::new("one card is always in order")),
            _ => Ok(Self(shape)),
        }
    }

    fn law(&self) -> Vec<f64> {
        law(self.0.dealt())
    }

    fn approximated(&self) -> Option<(Edgeworth, u64)> {
        let k = self.0.dealt();
        (k > LARGEST).then(|| (approximated(k), k as u64 * (k as u64 - 1) / 2))
    }

    #[inline]
    fn of<C: Card>(&self, row: &[C], merging: &mut Merging) -> usize {
        if self.0.cards() <= MOST_OF_WORDS {
            in_words(row)
        } else {
            merging.sorted.clear();
            merging.sorted.extend(row.iter().map(|card| card.index() as u32));
            merging.inversions()
        }
    }

    fn in_columns(&self, decks: &Decks<'_>, count: impl FnMut(&[u16])) -> bool {
        let set = decks.instruction_set();
        if self.0.is_whole()
            && let Some(digits) = decks.expected_digits()
        {
            // Each digit is the number of later cards that are lower.
            let read = |digits: &[Column], numbers: &mut [u16; LANES]| {
                *numbers = [0; LANES];
                add_cards(set, digits, numbers);
            };
            return in_groups(Some(digits), read, count);
        }
        let read = |cards: &[Column], numbers: &mut [u16; LANES]| {
            if self.0.is_whole() {
                in_whole_decks(set, cards, numbers);
            } else {
                add_inversions(set, cards, numbers);
            }
        };
        in_groups(decks.columns(), read, count)
    }
}

/// The inversions of 64 whole decks of up to 256 cards.
///
/// Only half of the pairs are compared, those within the left half and those within the right. A card x of the left
/// is out of order with each lower card that is not on the left. If it is the i-th lowest there (from 0), these are
/// x - i, so that all pairs across add up to the sum of the left cards less 0 + 1 + 2 ...
pub(crate) fn in_whole_decks(set: InstructionSet, columns: &[Column], numbers: &mut [u16; LANES]) {
    let half = columns.len() / 2;
    let (left, right) = columns.split_at(half);
    // Below zero until the cards are added, and for good in lanes without a deck.
    *numbers = [((0..half).sum::<usize>() as u16).wrapping_neg(); LANES];
    add_cards(set, left, numbers);
    add_inversions(set, left, numbers);
    add_inversions(set, right, numbers);
}

on_every_set! {
    fn add_cards(columns: &[Column], numbers: &mut [u16; LANES]) {
        for column in columns {
            for lane in 0..LANES {
                numbers[lane] = numbers[lane].wrapping_add(column[lane].into());
            }
        }
    }

    /// Adds the inversions of 64 decks or deals that show up to 256 cards.
    fn add_inversions(columns: &[Column], numbers: &mut [u16; LANES]) {
        // Were it known that these are ones, AVX-512 would make bytes of each mask of bits before it adds them,
        // which takes twice as long.
        let ones = black_box([1; LANES]);
        for (place, card) in columns.iter().enumerate() {
            let mut higher = [0_u8; LANES];
            for before in &columns[..place] {
                for lane in 0..LANES {
                    let swapped = u8::from(before[lane] > card[lane]).wrapping_neg();
                    higher[lane] += ones[lane] & swapped;
                }
            }
            for lane in 0..LANES {
                numbers[lane] = numbers[lane].wrapping_add(higher[lane].into());
            }
        }
    }
}

/// The most cards that are counted in words.
const MOST_OF_WORDS: usize = 1_024;

/// Each card finds the higher ones before it in a word that has a bit for each of 64 cards; of those in higher words there are running
/// numbers. Merging takes three times as long.
fn in_words<C: Card>(row: &[C]) -> usize {
    const WORDS: usize = MOST_OF_WORDS / 64;
    let (mut before, mut above, mut inversions) = ([0_u64; WORDS], [0_u16; WORDS], 0);
    for card in row {
        let (word, bit) = (card.index() / 64 % WORDS, card.index() % 64);
        inversions += usize::from(above[word]) + (before[word] >> bit).count_ones() as usize;
        before[word] |= 1 << bit;
        for (below, above) in (0_u16..).zip(&mut above) {
            *above += u16::from(usize::from(below) < word);
        }
    }
    inversions
}

impl Merging {
    /// Sorts by merging runs of 1, 2, 4, ... cards; a card that goes before cards of the left run
    /// is out of order with each of them.
    fn inversions(&mut self) -> usize {
        let (cards, mut run, mut inversions) = (self.sorted.len(), 1, 0);
        self.merged.resize(cards, 0);
        while run < cards {
            for (pair, merged) in self.sorted.chunks(2 * run).zip(self.merged.chunks_mut(2 * run)) {
                let (left, right) = pair.split_at(run.min(pair.len()));
                inversions += merge(left, right, merged);
            }
            std::mem::swap(&mut self.sorted, &mut self.merged);
            run *= 2;
        }
        inversions
    }
}

/// Merges two sorted runs and counts the pairs that were out of order.
///
/// The run that gives the next card is as unpredictable as a coin toss, so its index is added, not branched on.
#[inline]
pub(crate) fn merge(left: &[u32], right: &[u32], merged: &mut [u32]) -> usize {
    let (mut l, mut r, mut inversions) = (0, 0, 0);
    let mut merged = merged.iter_mut();
    while l < left.len() && r < right.len() {
        let (low, high) = (left[l], right[r]);
        let swapped = high < low;
        if let Some(place) = merged.next() {
            *place = if swapped { high } else { low };
        }
        inversions += if swapped { left.len() - l } else { 0 };
        r += usize::from(swapped);
        l += usize::from(!swapped);
    }
    let rest = left[l..].iter().chain(&right[r..]);
    merged.zip(rest).for_each(|(place, &card)| *place = card);
    inversions
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_count_what_merging_does() {
        for cards in [65_usize, 100, 256, 1_000, 1_024] {
            for step in [1, 7, 37, cards - 1] {
                let row: Vec<u32> = (0..cards).map(|place| (place * step % cards) as u32).collect();
                if row.iter().filter(|&&card| card == 0).count() == 1 {
                    let mut merging = Merging { sorted: row.clone(), merged: Vec::new() };
                    assert_eq!(in_words(&row), merging.inversions(), "{cards}, {step}");
                }
            }
        }
    }
}
