//! The draws of Fisher and Yates, read off the decks that they made, in three forms.

use crate::{Card, Shape};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FisherYatesForm {
    /// From the last position down.
    FromTheEnd,
    /// From the first position on.
    FromTheTop,
    /// From the second position on, each with one before it.
    InsideOut,
}

impl FisherYatesForm {
    /// The forms whose draws can be decoded from decks of this shape.
    pub(crate) fn of_shape(shape: Shape) -> &'static [Self] {
        if shape.is_whole() {
            &[Self::FromTheEnd, Self::FromTheTop, Self::InsideOut]
        } else {
            &[Self::FromTheTop]
        }
    }

    pub(crate) fn words(self) -> &'static str {
        match self {
            Self::FromTheEnd => " (Fisher-Yates from the end)",
            Self::FromTheTop => " (Fisher-Yates from the top)",
            Self::InsideOut => " (Fisher-Yates inside out)",
        }
    }
}

/// Reads the draws of decks of one shape, with memory that is used again.
#[derive(Clone, Debug)]
pub(crate) struct Decoder {
    cards: usize,
    deck: Vec<u32>,
    places: Vec<u32>,
    row: Vec<u32>,
}

impl Decoder {
    pub(crate) fn new(cards: usize) -> Self {
        Self { cards, deck: Vec::new(), places: Vec::new(), row: Vec::new() }
    }

    /// The draws of a deck, from the largest range down: calls `draw` with range and value.
    pub(crate) fn draws<C: Card>(
        &mut self,
        form: FisherYatesForm,
        row: &[C],
        draw: impl FnMut(usize, usize),
    ) {
        self.first_draws(form, row, usize::MAX, draw);
    }

    /// The same, for at most this many draws.
    pub(crate) fn first_draws<C: Card>(
        &mut self,
        form: FisherYatesForm,
        row: &[C],
        most: usize,
        mut draw: impl FnMut(usize, usize),
    ) {
        let n = self.cards;
        self.deck.clear();
        self.deck.extend(0..n as u32);
        self.places.clone_from(&self.deck);
        self.row.clear();
        self.row.extend(row.iter().map(|card| card.index() as u32));
        if form == FisherYatesForm::InsideOut {
            self.row.resize(n, 0);
            row.iter().enumerate().for_each(|(place, card)| self.row[card.index()] = place as u32);
        }
        if form == FisherYatesForm::FromTheTop {
            for i in 0..row.len().min(n - 1).min(most) {
                let place = self.give_way(i, self.row[i]);
                draw(n - i, place - i);
            }
        } else {
            for i in (1..n).rev().take(most) {
                let place = self.give_way(i, self.row[i]);
                draw(i + 1, place);
            }
        }
    }

    /// The place of a card that comes to position i, which the card there takes.
    fn give_way(&mut self, i: usize, card: u32) -> usize {
        let (place, other) = (self.places[card as usize], self.deck[i]);
        self.deck[place as usize] = other;
        self.places[other as usize] = place;
        place as usize
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct DrawBit {
    /// The number, the range.
    pub(crate) range: usize,
    /// The index of the bit, the lowest being 0.
    pub(crate) bit: u32,
}

/// The bits of draws that are kept: of even ranges, the lowest bit; of powers of two up to 8 bits. Of many even ranges the
/// 28 smallest and the 12 largest are taken: those between which a stream of draws goes over from a deck to the next.
pub(crate) fn bits_of_shape(shape: Shape) -> Vec<DrawBit> {
    const SMALLEST: usize = 28;
    const LARGEST: usize = 12;
    const HIGHEST: u32 = 8;
    let (most, fewest) = (shape.cards(), shape.cards() - shape.dealt() + 1);
    let mut even: Vec<usize> = (fewest.max(2)..=most).filter(|range| range % 2 == 0).collect();
    if even.len() > SMALLEST + LARGEST {
        even.drain(SMALLEST..even.len() - LARGEST);
    }
    let bits = |&range: &usize| {
        let bits = if range.is_power_of_two() { range.ilog2().min(HIGHEST) } else { 1 };
        (0..bits).map(move |bit| DrawBit { range, bit })
    };
    // In the order in which the draws are read.
    even.iter().rev().flat_map(bits).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use itertools::Itertools;
    use std::collections::BTreeSet;

    /// The result of a form for given draws, step by step as its description says.
    fn made(form: FisherYatesForm, cards: usize, mut draw: impl FnMut(usize) -> usize) -> Vec<u8> {
        let mut deck: Vec<u8> = (0..cards as u8).collect();
        match form {
            FisherYatesForm::FromTheEnd => (1..cards).rev().for_each(|i| deck.swap(i, draw(i + 1))),
            FisherYatesForm::FromTheTop => {
                (0..cards - 1).for_each(|i| deck.swap(i, i + draw(cards - i)))
            }
            FisherYatesForm::InsideOut => (1..cards).for_each(|i| deck.swap(i, draw(i + 1))),
        }
        deck
    }

    /// Every deck of up to 6 cards: its draws make it again, and no two decks have the same.
    #[test]
    fn decks_and_draws_are_one_to_one() {
        for cards in 2..=6 {
            for &form in FisherYatesForm::of_shape(Shape::whole(cards)) {
                let mut seen = BTreeSet::new();
                for deck in (0..cards as u8).permutations(cards) {
                    let mut draws = vec![0; cards + 1];
                    let mut order = Vec::new();
                    Decoder::new(cards).draws(form, &deck, |range, value| {
                        assert!(value < range);
                        draws[range] = value;
                        order.push(range);
                    });
                    assert_eq!(order, (2..=cards).rev().collect_vec());
                    assert_eq!(made(form, cards, |range| draws[range]), deck, "{form:?}");
                    assert!(seen.insert(draws));
                }
            }
        }
    }

    /// Over all decks of up to 6 cards and deals of 6, all values of the kept bits together come equally often.
    #[test]
    fn the_kept_bits_are_independent_coins() {
        for (cards, dealt) in [(2, 2), (4, 4), (5, 5), (6, 6), (6, 3), (5, 2), (6, 1)] {
            let shape = Shape::deal(cards, dealt).unwrap();
            let bits = bits_of_shape(shape);
            for &form in FisherYatesForm::of_shape(shape) {
                let mut counts = vec![0; 1 << bits.len()];
                for deck in (0..cards as u8).permutations(dealt) {
                    let mut draws = vec![0; cards + 1];
                    Decoder::new(cards).draws(form, &deck, |range, value| draws[range] = value);
                    let value = |bit: &DrawBit| draws[bit.range] >> bit.bit & 1;
                    counts[bits.iter().fold(0, |all, bit| 2 * all + value(bit))] += 1;
                }
                assert!(counts.iter().all_equal() && counts[0] > 0, "{cards} {dealt} {counts:?}");
            }
        }
    }

    #[test]
    fn the_bits_are_those_of_even_ranges() {
        let number = |cards, dealt| bits_of_shape(Shape::deal(cards, dealt).unwrap()).len();
        // 26 even numbers, and 10 more bits of 4, 8, 16 and 32.
        assert_eq!((number(52, 52), number(3, 3), number(52, 1), number(51, 1)), (36, 1, 1, 0));
        let many = bits_of_shape(Shape::whole(1_000));
        assert_eq!((many[0].range, many[11].range, many[12].range), (1_000, 978, 56));
    }
}
