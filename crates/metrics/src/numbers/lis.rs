//! The longest increasing subsequence.
#![doc = include_str!("lis.md")]

use crate::{
    Card, Decks, Shape,
    costs::Cost,
    metric::{About, NotApplicable, TestEntry, prose},
    number::{IntegerStatistic, Mean, in_groups},
    numbers::longest_law,
};
use shuffle_deck::{Column, LANES, on_every_set};

/// The most cards for which the law is summed over partitions: 64 cards have 1,741,630 of them.
pub(crate) const MOST_SUMMED: usize = 64;

/// Piles of cards below this fit the bits of a word.
const WORD: usize = 64;

/// Up to this many cards, a bit set finds the next higher pile end; beyond it, a search does.
const MOST_IN_BITS: usize = 1 << 12;

/// `P(length v)` of the longest increasing subsequence of a uniform permutation of n, v = 0, 1, ...
pub(crate) fn law(n: usize) -> Vec<f64> {
    if n > MOST_SUMMED {
        return longest_law::law(n);
    }
    let factorials: Vec<f64> = std::iter::once(1.0)
        .chain((1..=n).scan(1.0, |product, i| {
            *product *= i as f64;
            Some(*product)
        }))
        .collect();
    let mut partitions = HookPartitions { law: vec![0.0; n + 1], factorials, rows: Vec::new() };
    partitions.add_rows(n, 1, 1.0);
    partitions.law
}

/// All partitions, built row by row from the shortest row.
struct HookPartitions {
    law: Vec<f64>,
    factorials: Vec<f64>,
    /// The length of each row, plus the number of rows before it.
    rows: Vec<usize>,
}

impl HookPartitions {
    /// Adds rows of `shortest` and more until no card is left. With l the entries of `rows`, the
    /// product of the hook lengths is `prod l! / prod (l_s - l_r)` over pairs of rows r before s.
    fn add_rows(&mut self, left: usize, shortest: usize, hooks: f64) {
        for length in (shortest..=left / 2).chain([left]) {
            let row = length + self.rows.len();
            let differences: f64 =
                self.rows.iter().map(|&shorter| (row - shorter) as f64).product();
            let hooks = hooks * (self.factorials[row] / differences);
            if length == left {
                let orders = self.factorials[self.factorials.len() - 1];
                self.law[length] += orders / hooks / hooks;
            } else {
                self.rows.push(row);
                self.add_rows(left - length, length, hooks);
                self.rows.pop();
            }
        }
    }
}

/// The length of the longest increasing subsequence.
#[derive(Clone, Copy, Debug)]
pub struct Lis(Shape);

impl IntegerStatistic for Lis {
    const TEST: TestEntry = TestEntry {
        title: prose! { "histogram of the length of the longest increasing subsequence" },
        sees: prose! { "traces of the start order: too few swaps, cuts, up to seven riffles, naive shuffles" },
        blind_to: prose! { "which cards make it up: one fixed deck for each length, a constant parity" },
        cost: Cost::of(1.0, 0.0),
        ..TestEntry::new("lis", About::Orders)
    };

    const MEAN: Option<Mean> = Some(Mean {
        noun: "cards in the longest ascending subsequence",
        test: TestEntry {
            title: prose! { "the longest ascending subsequence, on average" },
            sees: prose! { "decks interleaved from a few packets: riffles, cuts, too few swaps" },
            blind_to: prose! { "where the subsequence is" },
            ..TestEntry::new("lis-mean", About::Orders)
        },
    });

    type Scratch = Piles;

    fn new(shape: Shape) -> Result<Self, NotApplicable> {
        match shape.dealt() {
            1 => Err(NotApplicable::new("one card is always in order")),
            _ => Ok(Self(shape)),
        }
    }

    fn law(&self) -> Vec<f64> {
        law(self.0.dealt())
    }

    #[inline]
    fn of<C: Card>(&self, row: &[C], piles: &mut Piles) -> usize {
        piles.length(self.0.cards(), row.iter().map(|card| card.index() as u32))
    }

    fn in_columns(&self, decks: &Decks<'_>, count: impl FnMut(&[u16])) -> bool {
        let (set, fits) = (decks.instruction_set(), self.0.cards() <= WORD);
        let columns = if fits { decks.columns() } else { None };
        in_groups(columns, |cards, numbers| lengths(set, cards, numbers), count)
    }
}

/// Space to find longest increasing subsequences in.
#[derive(Debug, Default)]
pub struct Piles {
    /// The lowest card that ends an increasing subsequence of each length.
    ends: Vec<u32>,
    /// The same as a set of cards.
    bits: Vec<u64>,
}

impl Piles {
    /// The length of the longest increasing subsequence of cards below `most`, by patience sorting.
    pub(crate) fn length(&mut self, most: usize, cards: impl Iterator<Item = u32>) -> usize {
        if most <= MOST_IN_BITS { self.in_bits(most, cards) } else { self.by_search(cards) }
    }

    fn in_bits(&mut self, most: usize, cards: impl Iterator<Item = u32>) -> usize {
        self.bits.clear();
        self.bits.resize(most.div_ceil(WORD), 0);
        for card in cards {
            let (word, bit) = (card as usize / WORD, card as usize % WORD);
            let higher = self.bits[word] & (u64::MAX << bit);
            let beyond = || (word + 1..self.bits.len()).find(|&at| self.bits[at] != 0);
            match if higher == 0 { beyond() } else { Some(word) } {
                Some(at) if at == word => self.bits[at] ^= higher & higher.wrapping_neg(),
                Some(at) => self.bits[at] &= self.bits[at] - 1,
                None => {}
            }
            self.bits[word] |= 1 << bit;
        }
        self.bits.iter().map(|bits| bits.count_ones() as usize).sum()
    }

    fn by_search(&mut self, cards: impl Iterator<Item = u32>) -> usize {
        self.ends.clear();
        for card in cards {
            let length = self.ends.partition_point(|&end| end < card);
            match self.ends.get_mut(length) {
                Some(end) => *end = card,
                None => self.ends.push(card),
            }
        }
        self.ends.len()
    }
}

/// Lays a card on the pile with the next higher card, or opens one: patience sorting with a bit for each pile.
///
/// The bit of the card is not there yet, so that to subtract it turns the next higher bit into ones below, of
/// which none was there.
#[inline(always)]
fn lay(piles: u64, card: usize) -> u64 {
    let card = 1 << card;
    piles.wrapping_sub(card) & piles | card
}

on_every_set! {
    /// The lengths of 64 decks of cards below 64.
    fn lengths(columns: &[Column], numbers: &mut [u16; LANES]) {
        let mut piles = [0; LANES];
        for column in columns {
            for lane in 0..LANES {
                piles[lane] = lay(piles[lane], usize::from(column[lane]) % WORD);
            }
        }
        for lane in 0..LANES {
            numbers[lane] = piles[lane].count_ones() as u16;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_of_bits_and_a_search_find_the_same_length() {
        let mut piles = Piles::default();
        for n in [1, 61, 67, 127, 499, 4_093_u32] {
            // With a prime number of cards these are orders.
            for factor in (1..n).take(20).chain([n - 1]) {
                let cards =
                    || (0..n).map(|at| (u64::from(at) * u64::from(factor) % u64::from(n)) as u32);
                let found = [piles.in_bits(n as usize, cards()), piles.by_search(cards())];
                assert_eq!(found[0], found[1], "{n} {factor}");
            }
        }
    }

    #[test]
    fn lengths_up_to_two_are_counted_by_catalan_numbers() {
        let mut ratio = 1.0; // Catalan number of n over n!
        for n in 1..=MOST_SUMMED {
            ratio *= (2 * (2 * n - 1)) as f64 / ((n + 1) * n) as f64;
            let law = law(n);
            assert!(
                ((law[1] + law.get(2).copied().unwrap_or(0.0)) / ratio - 1.0).abs() < 1e-13,
                "{n}"
            );
        }
    }
}
