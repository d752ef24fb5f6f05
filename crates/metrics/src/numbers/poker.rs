//! Poker: the class of the first five cards.
#![doc = include_str!("poker.md")]

use crate::{
    Card, Decks, Shape,
    costs::Cost,
    metric::{About, NotApplicable, TestEntry, prose},
    number::{IntegerStatistic, in_groups},
    place::Place,
};
use shuffle_deck::{Column, LANES, on_every_set};

/// The classes of hands, from the commonest to the rarest.
pub const CLASSES: [&str; 9] = [
    "high card",
    "one pair",
    "two pairs",
    "three of a kind",
    "straight",
    "flush",
    "full house",
    "four of a kind",
    "straight flush",
];

/// The ranks of the highest straight, ten to ace. The ace also stands below the two.
const ROYAL: u32 = 0b1_1110_0000_0001;

/// The place of a hand of five among the [`CLASSES`]. Suit = card / 13, rank = card % 13 from the
/// ace (0) to the king (12).
#[inline]
fn class(hand: [usize; 5]) -> usize {
    let ranks = hand.map(|card| card % 13);
    let equal: usize = (1..5)
        .map(|i| ranks[..i].iter().map(|&rank| usize::from(rank == ranks[i])).sum::<usize>())
        .sum();
    match equal {
        0 => {
            let present: u32 = ranks.iter().map(|rank| 1 << rank).sum();
            let row = present / (present & present.wrapping_neg()) == 0b11111;
            let flush = hand.iter().all(|card| card / 13 == hand[0] / 13);
            match (row || present == ROYAL, flush) {
                (false, false) => 0,
                (true, false) => 4,
                (false, true) => 5,
                (true, true) => 8,
            }
        }
        // Pairs of equal ranks: a pair has 1, two pairs 2, three of a kind 3, a full house 4, four
        // of a kind 6.
        1..=3 => equal,
        4 => 6,
        _ => 7,
    }
}

/// The probability of each class: every one of the 2,598,960 hands is classified, once.
fn law() -> Vec<f64> {
    let (mut counts, mut hands) = ([0_u32; CLASSES.len()], 0_u32);
    for a in 0..52 {
        for b in 0..a {
            for c in 0..b {
                for d in 0..c {
                    for e in 0..d {
                        counts[class([a, b, c, d, e])] += 1;
                        hands += 1;
                    }
                }
            }
        }
    }
    counts.iter().map(|&count| f64::from(count) / f64::from(hands)).collect()
}

/// The class of the first five cards of 52, as a place in [`CLASSES`].
#[derive(Clone, Copy, Debug)]
pub struct Poker;

impl IntegerStatistic for Poker {
    const TEST: TestEntry = TestEntry {
        title: prose! { "classes of the first five cards as a poker hand, against the exact odds" },
        sees: prose! { "a top that is still sorted: too few swaps, cuts, overhand shuffles" },
        blind_to: prose! { "everything after the fifth card; six or more riffles" },
        cost: Cost::of(1.0, 0.0),
        ..TestEntry::new("poker", About::Hands)
    };

    type Scratch = ();

    fn new(shape: Shape) -> Result<Self, NotApplicable> {
        if shape.cards() == 52 && shape.dealt() >= 5 {
            Ok(Self)
        } else {
            Err(NotApplicable::new("needs at least five cards of a deck of 52"))
        }
    }

    fn law(&self) -> Vec<f64> {
        law()
    }

    fn value_in_words(&self, value: usize) -> Place {
        Place::from("the hand ").text(CLASSES[value])
    }

    #[inline]
    fn of<C: Card>(&self, row: &[C], (): &mut ()) -> usize {
        class([row[0], row[1], row[2], row[3], row[4]].map(C::index))
    }

    fn in_columns(&self, decks: &Decks<'_>, count: impl FnMut(&[u16])) -> bool {
        let set = decks.instruction_set();
        let read = |cards: &[Column], numbers: &mut [u16; LANES]| {
            classes(set, cards.first_chunk().expect("five cards are shown"), numbers);
        };
        in_groups(decks.columns(), read, count)
    }
}

on_every_set! {
    /// The [`class`] of 64 hands.
    fn classes(hand: &[Column; 5], numbers: &mut [u16; LANES]) {
        let (mut suits, mut ranks) = ([[0; LANES]; 5], [[0; LANES]; 5]);
        for k in 0..5 {
            for lane in 0..LANES {
                let suit = |first: u8| u8::from(hand[k][lane] >= first);
                let (a, b, c) = (suit(13), suit(26), suit(39));
                suits[k][lane] = a + b + c;
                ranks[k][lane] = hand[k][lane] - 13 * a - 13 * b - 13 * c;
            }
        }
        let mut equal = [0; LANES];
        for (k, rank) in ranks.iter().enumerate() {
            for other in &ranks[..k] {
                for lane in 0..LANES {
                    equal[lane] += u8::from(rank[lane] == other[lane]);
                }
            }
        }
        for lane in 0..LANES {
            let ranks: [u8; 5] = std::array::from_fn(|k| ranks[k][lane]);
            let aces_high = ranks.map(|rank| if rank == 0 { 13 } else { rank });
            let row = u8::from(spread(ranks) == 4) | u8::from(spread(aces_high) == 4);
            let mixed = (1..5).fold(0, |mixed, k| mixed | suits[k][lane] ^ suits[0][lane]);
            let unequal = (4 * row + 5 * u8::from(mixed == 0)).min(8);
            let equal = equal[lane];
            let like = equal + 2 * u8::from(equal == 4) + u8::from(equal == 6);
            numbers[lane] = u16::from(if equal == 0 { unequal } else { like });
        }
    }
}

/// The distance between the highest and the lowest rank.
#[inline(always)]
fn spread(ranks: [u8; 5]) -> u8 {
    let extreme = |of: fn(u8, u8) -> u8| ranks[1..].iter().fold(ranks[0], |a, &b| of(a, b));
    extreme(Ord::max) - extreme(Ord::min)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::moments;
    use itertools::Itertools;
    use shuffle_deck::InstructionSet;

    #[test]
    fn the_law_is_that_of_the_books() {
        let choose = |n: u32, k: u32| (0..k).fold(1, |product, i| product * (n - i) / (i + 1));
        let (suits, ranks) = (4, 13);
        let straight_flush = 10 * suits;
        let four = ranks * 48;
        let full_house = ranks * choose(4, 3) * 12 * choose(4, 2);
        let flush = choose(13, 5) * suits - straight_flush;
        let straight = 10 * 4_u32.pow(5) - straight_flush;
        let three = ranks * choose(4, 3) * choose(12, 2) * 16;
        let two_pairs = choose(13, 2) * 36 * 44;
        let pair = ranks * choose(4, 2) * choose(12, 3) * 64;
        let high_card = (choose(13, 5) - 10) * (4_u32.pow(5) - 4);
        let counts =
            [high_card, pair, two_pairs, three, straight, flush, full_house, four, straight_flush];
        assert_eq!(counts.iter().sum::<u32>(), 2_598_960);
        for ((count, p), class) in counts.iter().zip(law()).zip(CLASSES) {
            assert_eq!(f64::from(*count) / 2_598_960.0, p, "{class}");
        }
        assert!((moments(&law())[0] - 1.0).abs() < 1e-15);
    }

    #[test]
    fn every_hand_has_the_same_class_in_columns() {
        for set in InstructionSet::available() {
            let mut hands = (0..52_usize).array_combinations::<5>();
            loop {
                let hands: Vec<_> = hands.by_ref().take(LANES).collect();
                let (mut columns, mut numbers) = ([[0; LANES]; 5], [0; LANES]);
                for (lane, hand) in hands.iter().enumerate() {
                    (0..5).for_each(|k| columns[(k + lane) % 5][lane] = hand[k] as u8);
                }
                classes(set, &columns, &mut numbers);
                assert!(
                    hands.iter().zip(numbers).all(|(&hand, n)| class(hand) == usize::from(n)),
                    "{set}"
                );
                if hands.len() < LANES {
                    break;
                }
            }
        }
    }
}
