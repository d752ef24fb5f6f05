//! Pairs of cards of one suit in one bridge hand, in all four hands of a deal.
#![doc = include_str!("suit-pairs.md")]

use crate::{
    Card, Decks, Shape,
    costs::Cost,
    free_outcomes::pairs_of,
    metric::{About, NotApplicable, TestEntry, prose},
    number::{IntegerStatistic, Mean, in_groups},
};
use shuffle_deck::{Column, LANES, on_every_set};

/// Cards of a suit, and cards of a hand.
const SUIT: usize = 13;

/// All suit lengths of a hand of `cards` cards.
fn hands(cards: usize) -> impl Iterator<Item = [usize; 4]> {
    (0..=cards).flat_map(move |a| {
        (0..=cards - a)
            .flat_map(move |b| (0..=cards - a - b).map(move |c| [a, b, c, cards - a - b - c]))
    })
}

/// The index of a hand in a table, by the lengths of its first three suits.
#[inline]
const fn entry([a, b, c, _]: [usize; 4]) -> usize {
    (a * (SUIT + 1) + b) * (SUIT + 1) + c
}

/// The probability of each number of pairs where four hands are dealt from four suits, hands and suits of `suit` cards, up to 13.
///
/// # Panics
///
/// If a suit has more than 13 cards: with more, whole numbers overflow.
#[must_use]
pub fn law(suit: usize) -> Vec<f64> {
    assert!(suit <= SUIT, "counts are whole numbers of 128 bits");
    let mut choose = [[0_u128; SUIT + 1]; SUIT + 1];
    for n in 0..=SUIT {
        choose[n][0] = 1;
        for k in 1..=n {
            choose[n][k] = choose[n - 1][k - 1] + choose[n - 1][k];
        }
    }
    // The ways to deal two hands with given total suit lengths, by pairs.
    let most = 2 * pairs_of(suit);
    let both = |held: [usize; 4]| {
        let mut ways = vec![0_u128; most + 1];
        for hand in hands(suit).filter(|hand| hand.iter().zip(held).all(|(one, all)| *one <= all)) {
            let of = |at: usize| pairs_of(hand[at]) + pairs_of(held[at] - hand[at]);
            ways[(0..4).map(of).sum::<usize>()] +=
                (0..4).map(|at| choose[held[at]][hand[at]]).product::<u128>();
        }
        ways
    };
    let mut counts = vec![0_u128; 2 * most + 1];
    // Suits in another order give as many ways, so each set of lengths is examined once.
    for held in hands(2 * suit).filter(|held| held.is_sorted() && held[3] <= suit) {
        let orders = 24 / repeated(held);
        let ways = orders * held.iter().map(|&cards| choose[suit][cards]).product::<u128>();
        let (first, last) = (both(held), both(held.map(|cards| suit - cards)));
        for (one, first) in first.iter().enumerate().filter(|(_, ways)| **ways > 0) {
            for (other, last) in last.iter().enumerate() {
                counts[one + other] += ways * first * last;
            }
        }
    }
    let all: u128 = counts.iter().sum();
    counts.iter().map(|&count| count as f64 / all as f64).collect()
}

/// The orders of four sorted numbers that look alike.
fn repeated(held: [usize; 4]) -> u128 {
    held.chunk_by(|a, b| a == b).map(|alike| (1..=alike.len() as u128).product::<u128>()).product()
}

/// The pairs of cards of one suit that lie in one of four hands: places 1 to 13, 14 to 26, and so on.
#[derive(Clone, Debug)]
pub struct SuitPairs {
    /// By the lengths of the first three suits of a hand.
    table: Vec<u16>,
}

/// The sum of the entries of the four hands of a deal, since an entry is linear in the lengths.
const ALL: usize = entry([SUIT; 4]);

impl SuitPairs {
    fn of_three(&self, entries: [usize; 3]) -> u16 {
        let fourth = ALL - entries.iter().sum::<usize>();
        entries.iter().map(|&entry| self.table[entry]).sum::<u16>() + self.table[fourth]
    }
}

impl IntegerStatistic for SuitPairs {
    const TEST: TestEntry = TestEntry {
        title: prose! { "pairs of cards of one suit in one hand, in all four bridge hands, against the exact law" },
        sees: prose! { "suits that stay together, and deals whose hands are all too flat or too wild, as if dull deals were discarded" },
        blind_to: prose! { "ranks, the order within a hand, which hand holds which suit; six or more riffles" },
        cost: Cost::of(1.0, 0.0),
        ..TestEntry::new("suit-pairs", About::Hands)
    };

    const MEAN: Option<Mean> = Some(Mean {
        noun: "pairs of one suit in one hand",
        test: TestEntry {
            title: prose! { "pairs of cards of one suit in one hand, in all four bridge hands, on average" },
            sees: prose! { "the same, in few deals, if all deviate in one direction" },
            blind_to: prose! { "flat and wild deals that cancel out" },
            ..TestEntry::new("suit-pairs-mean", About::Hands)
        },
    });

    type Scratch = ();

    fn new(shape: Shape) -> Result<Self, NotApplicable> {
        if shape.cards() != 4 * SUIT || shape.dealt() < 3 * SUIT {
            return Err(NotApplicable::new("needs at least three hands of a deck of 52"));
        }
        let mut table = vec![0; entry([SUIT, 0, 0, 0]) + 1];
        for hand in hands(SUIT) {
            table[entry(hand)] = hand.iter().map(|&suit| pairs_of(suit) as u16).sum();
        }
        Ok(Self { table })
    }

    fn law(&self) -> Vec<f64> {
        law(SUIT)
    }

    #[inline]
    fn of<C: Card>(&self, row: &[C], (): &mut ()) -> usize {
        let of_hand = |hand: usize| {
            let cards = &row[hand * SUIT..(hand + 1) * SUIT];
            // A byte for each suit.
            let lengths: u32 = cards.iter().map(|card| 1 << (8 * (card.index() / SUIT))).sum();
            entry(lengths.to_le_bytes().map(usize::from))
        };
        self.of_three([0, 1, 2].map(of_hand)).into()
    }

    fn in_columns(&self, decks: &Decks<'_>, count: impl FnMut(&[u16])) -> bool {
        let set = decks.instruction_set();
        let read = |cards: &[Column], numbers: &mut [u16; LANES]| {
            let (hands, _) = cards.as_chunks::<SUIT>();
            let mut of_hands = [[0; LANES]; 3];
            for (hand, found) in hands.iter().zip(&mut of_hands) {
                entries(set, hand, found);
            }
            for (lane, number) in numbers.iter_mut().enumerate() {
                let three = of_hands.each_ref().map(|found| usize::from(found[lane]));
                // Lanes without a deck may hold anything.
                let is_deal = three.iter().sum::<usize>() <= ALL
                    && ALL - three.iter().sum::<usize>() < self.table.len();
                *number = if is_deal { self.of_three(three) } else { 0 };
            }
        };
        in_groups(decks.columns(), read, count)
    }
}

on_every_set! {
    /// The [entries](entry) of 64 hands.
    fn entries(hand: &[Column; SUIT], entries: &mut [u16; LANES]) {
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
    use crate::testing::{assert_law, moments, orders};

    #[test]
    fn the_law_is_that_of_all_orders_of_a_deck_of_eight() {
        // Four suits of two cards, four hands of two: all 8! orders.
        let pairs =
            |order: Vec<u32>| order.chunks(2).filter(|hand| hand[0] / 2 == hand[1] / 2).count();
        let law = law(2);
        assert_eq!(law.len(), 5);
        assert_law(orders(8).map(pairs), &law, 1e-15, "four suits of two");
    }

    #[test]
    fn the_moments_are_those_of_four_suits_and_four_hands_of_thirteen() {
        // Two cards are of one suit with probability 12/51, and independently of that two places are in one hand.
        let law = law(SUIT);
        let [sum, mean, ..] = moments(&law);
        assert!((sum - 1.0).abs() < 1e-15);
        assert!((mean - 1326.0 * (12.0 / 51.0_f64).powi(2)).abs() < 1e-10, "{mean}");
        let [least, most] = [law.iter().position(|p| *p > 0.0), law.iter().rposition(|p| *p > 0.0)];
        assert_eq!([least, most], [Some(60), Some(312)]);
        // All suits whole: 4! of 52!/13!^4 deals.
        let deals: f64 =
            (1..=39).map(|k| f64::from(k + 13) / f64::from((k - 1) % 13 + 1)).product();
        assert!((law[312] * deals / 24.0 - 1.0).abs() < 1e-12);
    }
}
