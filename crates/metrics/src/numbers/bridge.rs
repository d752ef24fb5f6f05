//! Bridge: the suit pattern of the first thirteen cards.
#![doc = include_str!("bridge.md")]

use crate::{
    Card, Decks, Shape,
    costs::Cost,
    metric::{About, NotApplicable, TestEntry},
    number::{IntegerStatistic, in_groups},
    place::Place,
};
use shuffle_deck::{Column, LANES, on_every_set};

/// Cards of a suit, and cards of a hand.
pub(super) const SUIT: usize = 13;

/// The 39 suit patterns, each with its longest suit first, from the most even, 4-3-3-3, to 13-0-0-0: in the order of the
/// sum of squares, then of the longest suit, so that patterns that are pooled are alike.
#[must_use]
pub fn patterns() -> Vec<[usize; 4]> {
    let mut patterns: Vec<[usize; 4]> =
        hands(SUIT).filter(|hand| hand.is_sorted_by(|a, b| a >= b)).collect();
    patterns.sort_by_key(|hand| (hand.iter().map(|suit| suit * suit).sum::<usize>(), *hand));
    patterns
}

/// All suit lengths of a hand of `cards` cards.
pub(super) fn hands(cards: usize) -> impl Iterator<Item = [usize; 4]> {
    (0..=cards).flat_map(move |a| {
        (0..=cards - a)
            .flat_map(move |b| (0..=cards - a - b).map(move |c| [a, b, c, cards - a - b - c]))
    })
}

/// The index of a hand in a table, by the lengths of its first three suits.
#[inline]
pub(super) const fn entry([a, b, c, _]: [usize; 4]) -> usize {
    (a * (SUIT + 1) + b) * (SUIT + 1) + c
}

/// The probability of each of the [`patterns`].
fn law() -> Vec<f64> {
    let choose: [u64; SUIT + 1] = std::array::from_fn(|k| {
        (0..k).fold(1, |product, i| product * (SUIT - i) as u64 / (i + 1) as u64)
    });
    let places = Places::new();
    let mut counts = vec![0_u64; places.patterns];
    for hand in hands(SUIT) {
        counts[places.of(hand)] += hand.iter().map(|&suit| choose[suit]).product::<u64>();
    }
    let all: u64 = counts.iter().sum();
    counts.iter().map(|&count| count as f64 / all as f64).collect()
}

/// The place of each hand among the [`patterns`].
#[derive(Clone, Debug)]
struct Places {
    patterns: usize,
    /// By the lengths of the first three suits.
    table: Vec<u8>,
}

impl Places {
    fn new() -> Self {
        let (patterns, mut table) = (patterns(), vec![0; (SUIT + 1).pow(3)]);
        for hand in hands(SUIT) {
            let mut sorted = hand;
            sorted.sort_unstable_by(|a, b| b.cmp(a));
            let place = patterns.iter().position(|pattern| *pattern == sorted);
            table[entry(hand)] = place.expect("every hand has a pattern") as u8;
        }
        Self { patterns: patterns.len(), table }
    }

    #[inline]
    fn of(&self, hand: [usize; 4]) -> usize {
        usize::from(self.table[entry(hand)])
    }
}

/// The suit pattern of the first thirteen cards of 52, as a place in [`patterns`].
#[derive(Clone, Debug)]
pub struct Bridge(Places);

impl IntegerStatistic for Bridge {
    const TEST: TestEntry = TestEntry {
        title: "suit patterns of the first thirteen cards as a bridge hand, against the exact odds",
        sees: "suits that stay together: too few swaps, cuts, overhand shuffles even ten times",
        blind_to: "ranks, the order of the hand, everything after the thirteenth card; six or more riffles",
        cost: Cost::of(1.0, 0.0),
        ..TestEntry::new("bridge", About::Hands)
    };

    type Scratch = ();

    fn new(shape: Shape) -> Result<Self, NotApplicable> {
        if shape.cards() == 52 && shape.dealt() >= SUIT {
            Ok(Self(Places::new()))
        } else {
            Err(NotApplicable::new("needs at least thirteen cards of a deck of 52"))
        }
    }

    fn law(&self) -> Vec<f64> {
        law()
    }

    fn value_in_words(&self, value: usize) -> Place {
        let [a, b, c, d] = patterns()[value];
        let first = Place::from("the suit pattern ").number(a);
        [b, c, d].into_iter().fold(first, |place, suit| place.text("-").number(suit))
    }

    #[inline]
    fn of<C: Card>(&self, row: &[C], (): &mut ()) -> usize {
        // A byte for each suit.
        let lengths: u32 = row[..SUIT].iter().map(|card| 1 << (8 * (card.index() / SUIT))).sum();
        self.0.of(lengths.to_le_bytes().map(usize::from))
    }

    fn in_columns(&self, decks: &Decks<'_>, count: impl FnMut(&[u16])) -> bool {
        let set = decks.instruction_set();
        let read = |cards: &[Column], numbers: &mut [u16; LANES]| {
            entries(set, cards.first_chunk().expect("thirteen cards are shown"), numbers);
            for number in numbers {
                *number = self.0.table[usize::from(*number)].into();
            }
        };
        in_groups(decks.columns(), read, count)
    }
}

on_every_set! {
    /// The [entries](entry) of 64 hands.
    pub(super) fn entries(hand: &[Column; SUIT], entries: &mut [u16; LANES]) {
        // The number of cards of the first suit, of the first two, of the first three.
        let mut below = [[0_u8; LANES]; 3];
        for column in hand {
            for (below, end) in below.iter_mut().zip([13, 26, 39]) {
                for lane in 0..LANES {
                    below[lane] += u8::from(column[lane] < end);
                }
            }
        }
        let base = SUIT as u16 + 1;
        for lane in 0..LANES {
            let [one, two, three] = below.each_ref().map(|below| u16::from(below[lane]));
            entries[lane] = (one * base + two - one) * base + three - two;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numbers::testing::moments;

    #[test]
    fn there_are_39_patterns_from_even_to_uneven() {
        let patterns = patterns();
        assert_eq!(patterns.len(), 39);
        assert_eq!(
            patterns[..5],
            [[4, 3, 3, 3], [4, 4, 3, 2], [5, 3, 3, 2], [4, 4, 4, 1], [5, 4, 2, 2]]
        );
        assert_eq!(patterns[38], [13, 0, 0, 0]);
    }

    #[test]
    fn the_law_is_that_of_the_books() {
        // C(52,13) hands; 4 of them are of one suit, and 12 suits times ways for 4-4-3-2.
        let hands = 635_013_559_600.0;
        let law = law();
        assert!((moments(&law)[0] - 1.0).abs() < 1e-15);
        assert_eq!(law[38], 4.0 / hands);
        let (c4, c3, c2) = (715.0, 286.0, 78.0);
        assert!((law[1] - 12.0 * c4 * c4 * c3 * c2 / hands).abs() < 1e-15);
        assert!((law[0] - 4.0 * c4 * c3 * c3 * c3 / hands).abs() < 1e-15);
    }
}
