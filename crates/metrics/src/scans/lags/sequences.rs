//! A bit of each deck, and whether it is the same k decks later: part of [`lags`](super).

use super::kind::{Kind, MOST_BITS, agreements_at, later};
use crate::{
    Shape,
    number::IntegerStatistic as _,
    numbers::Inversions,
    place::{
        Place,
        Word::{Position, Text},
    },
    scans::{CountRange, bits, kept::KeptDecks},
};
use shuffle_deck::InstructionSet;

/// One bit of each deck, with its name.
struct Sequence {
    plane: Vec<u64>,
    name: Place,
}

/// Bits of decks that are the same again.
pub(super) fn sequences(decks: &KeptDecks) -> Kind<'_> {
    let (set, sequences) = (InstructionSet::detect(), sequences_of(decks));
    Box::new(move |lag, scan| {
        let (mut range, number) = (CountRange::new(), decks.len() - lag);
        for (index, sequence) in sequences.iter().enumerate() {
            range.add(agreements_at(set, &sequence.plane, lag, number), index);
        }
        scan.add(number as u64, 0.5, &range, |index| {
            later(lag).and(sequences[index].name.clone()).text(" is the same")
        });
    })
}

fn sequences_of(decks: &KeptDecks) -> Vec<Sequence> {
    let (n, some) = (decks.shape.cards(), decks.some_places(MOST_BITS));
    let mut all = Vec::new();
    let mut add = |name: Place, bits: &mut dyn Iterator<Item = bool>| {
        all.push(Sequence { plane: bits::plane(bits), name });
    };
    if decks.places.len() > 1 {
        let inverted = inversions(decks);
        add(Text("the parity of the order").into(), &mut inverted.iter().map(|(v, _)| v % 2 == 1));
        let most = decks.places.len() * (decks.places.len() - 1) / 2;
        // Turned round, a deck with just half of its pairs inverted is another such deck: its first pair decides.
        let over = |&(v, first): &(usize, bool)| 2 * v > most || 2 * v == most && first;
        let name = Text("whether more pairs are inverted than not").into();
        add(name, &mut inverted.iter().map(over));
    }
    for place in 0..some.places.len() {
        let position = Position(some.places[place]);
        let cards = some.at(place);
        if n.is_multiple_of(2) {
            let parity = [Text("the parity of the card at position "), position.clone()];
            add(parity.into(), &mut cards.iter().map(|card| card % 2 == 1));
            let half = [Text("the half of the card at position "), position.clone()];
            add(half.into(), &mut cards.iter().map(|&card| 2 * usize::from(card) >= n));
        }
        if place > 0 {
            let before = Position(some.places[place - 1]);
            let order =
                [Text("the order of the cards at positions "), before, Text(" and "), position];
            add(order.into(), &mut some.at(place - 1).iter().zip(cards).map(|(a, b)| a < b));
        }
    }
    all
}

/// The inversions of each deck, and whether its first two cards are inverted.
fn inversions(decks: &KeptDecks) -> Vec<(usize, bool)> {
    let shown = Shape::deal(decks.shape.cards(), decks.places.len()).expect("some cards are kept");
    let number = Inversions::new(shown).expect("two cards are kept");
    let (rows, mut scratch) = (decks.rows(), Default::default());
    let read = |row: &[u32]| (number.of(row, &mut scratch), row[0] > row[1]);
    rows.chunks_exact(decks.places.len()).map(read).collect()
}
