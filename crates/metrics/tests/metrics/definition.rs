//! The fast counts against the definitions, spelt out.

use crate::{build, tally};
use itertools::Itertools;
use proptest::prelude::*;
use shuffle_metrics::{Decks, IntegerStatistic, Rows, Shape, numbers::*};

/// A deal, narrow and wide, of a deck of up to 100 cards: below and above the 64 that fit a word.
fn deals() -> impl Strategy<Value = (Shape, Vec<u8>, Vec<u32>)> {
    let decks = (2..100_u8).prop_flat_map(|cards| {
        (Just((0..cards).collect::<Vec<u8>>()).prop_shuffle(), 2..=usize::from(cards))
    });
    let whole_or_not = (decks, any::<bool>());
    whole_or_not.prop_map(|((deck, dealt), whole)| {
        let dealt = if whole { deck.len() } else { dealt };
        let shape = Shape::deal(deck.len(), dealt).unwrap();
        let wide = deck[..dealt].iter().map(|&card| u32::from(card)).collect();
        (shape, deck[..dealt].to_vec(), wide)
    })
}

/// Wherever the number applies, it equals its definition, for narrow and for wide decks.
fn agree<N: IntegerStatistic>(
    (shape, narrow, wide): &(Shape, Vec<u8>, Vec<u32>),
    definition: impl Fn(&[u8]) -> usize,
) {
    if let Ok(number) = N::new(*shape) {
        let (id, mut scratch) = (N::TEST.id, N::Scratch::default());
        let expected = definition(narrow);
        assert_eq!(number.of(narrow, &mut scratch), expected, "{id} of {narrow:?}");
        assert_eq!(number.of(wide, &mut scratch), expected, "{id} of {narrow:?}, wide");
    }
}

fn cycles(deck: &[u8]) -> usize {
    // A cycle is counted at its lowest card.
    let lowest = |&card: &usize| {
        let on = |&card: &usize| Some(usize::from(deck[card]));
        std::iter::successors(on(&card), on).find(|&other| other <= card) == Some(card)
    };
    (0..deck.len()).filter(lowest).count()
}

pub(crate) fn inversions(deck: &[u8]) -> usize {
    deck.iter().array_combinations().filter(|[left, right]| left > right).count()
}

fn rising_sequences(deck: &[u8]) -> usize {
    // Laid off one after the other: each pass takes the next cards that lie in order.
    let (mut next, mut passes) = (0, 0);
    while next < deck.len() {
        passes += 1;
        deck.iter().for_each(|&card| next += usize::from(usize::from(card) == next));
    }
    passes
}

pub(crate) fn lis(deck: &[u8]) -> usize {
    // The longest that ends at each card.
    let mut longest: Vec<usize> = Vec::new();
    for (p, card) in deck.iter().enumerate() {
        let before = (0..p).filter(|&q| deck[q] < *card).map(|q| longest[q]).max();
        longest.push(1 + before.unwrap_or(0));
    }
    longest.into_iter().max().unwrap()
}

fn footrule(deck: &[u8]) -> usize {
    let sum: usize = deck.iter().enumerate().map(|(p, &card)| p.abs_diff(card.into())).sum();
    assert_eq!(sum % 2, 0);
    sum / 2
}

fn records(deck: &[u8]) -> usize {
    (0..deck.len()).filter(|&p| deck[..p].iter().all(|&before| before < deck[p])).count()
}

fn poker(deck: &[u8]) -> usize {
    let hand = &deck[..5];
    let ranks = hand.iter().map(|card| card % 13).sorted().collect_vec();
    let kinds = ranks.iter().counts().into_values().sorted().rev().collect_vec();
    let straight =
        (0..10).any(|low| (low..low + 5).map(|rank| rank % 13).sorted().eq(ranks.clone()));
    let class = match (kinds.as_slice(), straight, hand.iter().map(|card| card / 13).all_equal()) {
        (_, true, true) => "straight flush",
        ([4, 1], ..) => "four of a kind",
        ([3, 2], ..) => "full house",
        (_, _, true) => "flush",
        (_, true, _) => "straight",
        ([3, 1, 1], ..) => "three of a kind",
        ([2, 2, 1], ..) => "two pairs",
        ([2, 1, 1, 1], ..) => "one pair",
        _ => "high card",
    };
    poker::CLASSES.iter().position(|name| *name == class).unwrap()
}

proptest! {
    #[test]
    fn fast_counts_agree_with_the_definitions(deal in deals()) {
        agree::<FixedPoints>(&deal, |deck| {
            deck.iter().enumerate().filter(|(p, card)| usize::from(**card) == *p).count()
        });
        agree::<Successions>(&deal, |deck| {
            deck.iter().tuple_windows().filter(|(left, right)| *left + 1 == **right).count()
        });
        agree::<Cycles>(&deal, cycles);
        agree::<Records>(&deal, records);
        agree::<Inversions>(&deal, inversions);
        agree::<RisingSequences>(&deal, rising_sequences);
        agree::<Footrule>(&deal, footrule);
        agree::<Lis>(&deal, lis);
    }

    #[test]
    fn hands_agree_with_the_definitions(
        deck in Just((0..52_u8).collect::<Vec<u8>>()).prop_shuffle(), suited in any::<bool>(),
    ) {
        // Few uniform hands are worth much; among 20 cards of two suits more are.
        let deck = match suited {
            true => deck.into_iter().filter(|card| *card < 26 && card % 13 < 7).collect(),
            false => deck,
        };
        let wide = deck.iter().map(|&card| u32::from(card)).collect();
        let deal = (Shape::deal(52, deck.len()).unwrap(), deck, wide);
        agree::<Poker>(&deal, poker);
        agree::<SuitPairs>(&deal, |deck| {
            let alike = |hand: &[u8]| {
                hand.iter().array_combinations().filter(|[a, b]| *a / 13 == *b / 13).count()
            };
            deck.chunks(13).map(alike).sum()
        });
    }
}

/// The cells of a metric after one deck or deal.
fn cells(test: &str, shape: Shape, deck: &[u32]) -> Vec<u64> {
    let metric = build(test, shape).unwrap();
    tally(metric.as_ref(), &Decks::new(shape, 0, Rows::Wide(deck))).cells().to_vec()
}

#[test]
fn values_beyond_the_law_are_counted_in_its_last_cell_up_to_a_million_cards() {
    for cards in [100, 1_000_000] {
        let identity: Vec<u32> = (0..cards).collect();
        let shape = Shape::whole(cards as usize);
        for test in ["fixed-points", "cycles", "records", "successions"] {
            let cells = cells(test, shape, &identity);
            assert_eq!((cells.len(), cells[63]), (64, 1), "{test}");
        }
    }
}

#[test]
fn large_deals_are_counted_too() {
    let shape = Shape::deal(1_000_000, 3).unwrap();
    let deal = [0, 999_999, 7];
    for (test, value) in
        [("fixed-points", 1), ("records", 2), ("inversions", 1), ("lis", 2), ("successions", 0)]
    {
        assert_eq!(cells(test, shape, &deal)[value], 1, "{test}");
    }
}
